import { EventId } from '../tokenizer/eventIds';
import { orderByKey } from './sortLane';

/** Ids that slices have in their args, by what they join. */
export const SLICE_IDS = {
  /** Kineto's `correlation`: of a runtime or driver call and the device tasks that it launched. */
  correlation: EventId.correlation,
  /** Kineto's `External id`: of a framework op, what it called, and the device tasks of that. */
  external: EventId.external,
  /** Ascend's `connection_id`: of a CANN call and the device tasks that it launched. */
  connection: EventId.connection,
  /** torch_npu's `correlation_id`: of an Enqueue and its Dequeue. */
  queue: EventId.queue,
  /** HCCL tasks: the rank within the group that the task is on, and the one at its other end. */
  sourceRank: EventId.sourceRank,
  destinationRank: EventId.destinationRank,
} as const;
export type SliceIdKind = keyof typeof SLICE_IDS;
export const SLICE_ID_KINDS = Object.keys(SLICE_IDS) as SliceIdKind[];

/**
 * The ids of one kind, one row for each slice that has one; ascending by slice. An id is a whole number of up to 64 bits,
 * exact in two halves. `valueHigh` is empty where all of them fit into 32 bits, as nearly always: then a row takes 8
 * bytes, else 12.
 */
export interface SliceIdColumns {
  readonly slice: Uint32Array;
  readonly valueLow: Uint32Array;
  readonly valueHigh: Uint32Array;
}

/** Kinds of which no slice has an id are absent. */
export type IndexedIds = { readonly [K in SliceIdKind]?: SliceIdColumns };

const TWO_32 = 2 ** 32;
const NONE: SliceIdColumns = {
  slice: new Uint32Array(0),
  valueLow: new Uint32Array(0),
  valueHigh: new Uint32Array(0),
};

/**
 * Looks ids up, both ways. A row is a position in the columns of its kind; joining goes by rows, whose ids are compared
 * without making a number of them:
 *
 *     for (let row = 0; row < ids.count('correlation'); row++)
 *       ids.visitSame('correlation', row, 'correlation', (other) => …ids.slice('correlation', other)…);
 */
export class SliceIds {
  /** Rows by value, of the kinds that have been asked about. */
  readonly #byValue = new Map<SliceIdKind, Uint32Array>();

  constructor(readonly ids: IndexedIds) {}

  count(kind: SliceIdKind): number {
    return this.columns(kind).slice.length;
  }

  /** For loops over all ids of a kind. */
  columns(kind: SliceIdKind): SliceIdColumns {
    return this.ids[kind] ?? NONE;
  }

  /** Row of the slice's id; undefined if it has none of this kind. */
  rowOf(kind: SliceIdKind, slice: number): number | undefined {
    const { slice: slices } = this.columns(kind);
    let from = 0;
    let to = slices.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (slices[middle] < slice) from = middle + 1;
      else to = middle;
    }
    return slices[from] === slice ? from : undefined;
  }

  slice(kind: SliceIdKind, row: number): number {
    return this.columns(kind).slice[row];
  }

  /** The id in a row, exactly. */
  value(kind: SliceIdKind, row: number): bigint {
    const { valueLow, valueHigh } = this.columns(kind);
    return (BigInt(valueHigh[row] ?? 0) << 32n) | BigInt(valueLow[row]);
  }

  /** The slice's id, exactly; undefined if it has none of this kind. */
  get(kind: SliceIdKind, slice: number): bigint | undefined {
    const row = this.rowOf(kind, slice);
    return row === undefined ? undefined : this.value(kind, row);
  }

  /** As `get`, for what is small by its nature: ranks. Beyond 2^53 it is rounded. */
  number(kind: SliceIdKind, slice: number): number | undefined {
    const row = this.rowOf(kind, slice);
    if (row === undefined) return undefined;
    const { valueLow, valueHigh } = this.columns(kind);
    return (valueHigh[row] ?? 0) * TWO_32 + valueLow[row];
  }

  /** Slices with this id, ascending. */
  slicesOf(kind: SliceIdKind, value: bigint): number[] {
    const found: number[] = [];
    this.#visit(kind, Number(value & 0xffff_ffffn), Number(value >> 32n), (row) => found.push(this.slice(kind, row)));
    return found;
  }

  /** Tells of the rows of `otherKind` whose id is that in `row`; in ascending order, itself among them if it is of that kind. */
  visitSame(kind: SliceIdKind, row: number, otherKind: SliceIdKind, visit: (row: number) => void): void {
    const { valueLow, valueHigh } = this.columns(kind);
    this.#visit(otherKind, valueLow[row], valueHigh[row] ?? 0, visit);
  }

  #visit(kind: SliceIdKind, low: number, high: number, visit: (row: number) => void): void {
    const order = this.rowsByValue(kind);
    const { valueLow, valueHigh } = this.columns(kind);
    const isBefore = (row: number) =>
      (valueHigh[row] ?? 0) < high || ((valueHigh[row] ?? 0) === high && valueLow[row] < low);
    let from = 0;
    let to = order.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (isBefore(order[middle])) from = middle + 1;
      else to = middle;
    }
    for (let at = from; at < order.length; at++) {
      const row = order[at];
      if (valueLow[row] !== low || (valueHigh[row] ?? 0) !== high) return;
      visit(row);
    }
  }

  /** Rows of the kind by value, and of the same value by slice: made when first asked for, 4 bytes a row. */
  rowsByValue(kind: SliceIdKind): Uint32Array {
    let order = this.#byValue.get(kind);
    if (order === undefined) {
      order = orderByValue(this.columns(kind));
      this.#byValue.set(kind, order);
    }
    return order;
  }
}

function orderByValue({ valueLow, valueHigh }: SliceIdColumns): Uint32Array {
  const byLow = orderByKey(valueLow, 0, valueLow.length);
  if (valueHigh.length === 0) return byLow;
  const high = byLow.map((row) => valueHigh[row]);
  return orderByKey(high, 0, high.length).map((at) => byLow[at]);
}
