import type { PackedQuads } from '../../src-contract';

export type QuadColumns = Omit<PackedQuads, 'originNs' | 'namedFromNs'>;

type AnyColumn = QuadColumns[keyof QuadColumns];

/** How long each column is. */
export type QuadCounts = { readonly [Name in keyof QuadColumns]: number };

/** In the order in which they stand one behind the other: none needs a gap before it. */
const COLUMNS = {
  large: Float64Array,
  rowQuads: Uint32Array,
  gapNs: Uint32Array,
  durationNs: Uint32Array,
  slice: Uint32Array,
  name: Uint32Array,
  sliceCount: Uint8Array,
  busy: Uint8Array,
  colour: Uint8Array,
} as const;

export const QUAD_COLUMNS = Object.keys(COLUMNS) as readonly (keyof QuadColumns)[];

/** Columns of these lengths, each with a buffer of its own, so that they can be transferred. */
export function newColumns(counts: QuadCounts): QuadColumns {
  return columnsOf((name) => new COLUMNS[name](counts[name]));
}

/** Columns of these lengths, one behind the other in the buffer; undefined if they are too long for it. */
export function columnsIn(buffer: SharedArrayBuffer, counts: QuadCounts): QuadColumns | undefined {
  const bytes = (name: keyof QuadColumns) => counts[name] * COLUMNS[name].BYTES_PER_ELEMENT;
  if (QUAD_COLUMNS.reduce((sum, name) => sum + bytes(name), 0) > buffer.byteLength) return undefined;
  let end = 0;
  return columnsOf((name) => {
    const Column = COLUMNS[name] as new (buffer: SharedArrayBuffer, offset: number, length: number) => AnyColumn;
    const offset = end;
    end += bytes(name);
    return new Column(buffer, offset, counts[name]);
  });
}

export function countsOf(columns: QuadColumns): QuadCounts {
  return Object.fromEntries(QUAD_COLUMNS.map((name) => [name, columns[name].length])) as unknown as QuadCounts;
}

function columnsOf(make: (name: keyof QuadColumns) => AnyColumn): QuadColumns {
  return Object.fromEntries(QUAD_COLUMNS.map((name) => [name, make(name)])) as unknown as QuadColumns;
}
