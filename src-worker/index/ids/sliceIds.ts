import { EventId } from '../../tokenizer/eventIds';
import { orderByKey } from '../arranging/sortLane';

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
 * Ids of slices as the index has them: in the order of the file, so that only `refs` is in that of the slices. An id is a
 * whole number of up to 64 bits, exact in two halves.
 *
 *     refs    0 3 0 1 …            1 + the row of the slice's first id, 0 if it has none; empty if no slice has one
 *     rows    │ a · b │ c │ d …    those of a slice follow each other; slices with the same ids can share them
 *
 * 4 bytes a slice and 5 an id; 9 where some have more than 32 bits, which hardly any have.
 */
export interface IndexedIds {
  readonly refs: Uint32Array;
  /** An `EventId`, and whether the next row is the same slice's: `SAME_SLICE_FOLLOWS`. */
  readonly kind: Uint8Array;
  readonly valueLow: Uint32Array;
  /** Empty where all of them fit into 32 bits. */
  readonly valueHigh: Uint32Array;
}

export const SAME_SLICE_FOLLOWS = 0x80;

export const NO_IDS: IndexedIds = {
  refs: new Uint32Array(0),
  kind: new Uint8Array(0),
  valueLow: new Uint32Array(0),
  valueHigh: new Uint32Array(0),
};

/** The ids of one kind, one row for each slice that has one; ascending by slice. */
export interface SliceIdColumns {
  readonly slice: Uint32Array;
  readonly valueLow: Uint32Array;
  /** Empty where all of them fit into 32 bits. */
  readonly valueHigh: Uint32Array;
}

const TWO_32 = 2 ** 32;
const NONE: SliceIdColumns = {
  slice: new Uint32Array(0),
  valueLow: new Uint32Array(0),
  valueHigh: new Uint32Array(0),
};

/**
 * Looks ids up, both ways. Of a slice they are found at once. For joining there are rows, whose ids are compared without
 * making a number of them; a row is a position in the columns of its kind, which are made when they are first asked for:
 *
 *     for (let row = 0; row < ids.count('correlation'); row++)
 *       ids.visitSame('correlation', row, 'correlation', (other) => …ids.slice('correlation', other)…);
 */
export class SliceIds {
  readonly #columns = new Map<SliceIdKind, SliceIdColumns>();
  /** Rows by value, of the kinds that have been asked about. */
  readonly #byValue = new Map<SliceIdKind, Uint32Array>();

  constructor(readonly ids: IndexedIds) {}

  /** A slice has an id of this kind. */
  has(kind: SliceIdKind): boolean {
    const id = SLICE_IDS[kind];
    return this.ids.kind.includes(id) || this.ids.kind.includes(id | SAME_SLICE_FOLLOWS);
  }

  count(kind: SliceIdKind): number {
    return this.columns(kind).slice.length;
  }

  /** For loops over all ids of a kind. */
  columns(kind: SliceIdKind): SliceIdColumns {
    let columns = this.#columns.get(kind);
    if (columns === undefined) {
      columns = this.has(kind) ? columnsOf(this.ids, SLICE_IDS[kind]) : NONE;
      this.#columns.set(kind, columns);
    }
    return columns;
  }

  /** Where the slice's id stands in the columns of `ids`; -1 if it has none of this kind. Of two the later counts. */
  placeOf(kind: SliceIdKind, slice: number): number {
    return placeOf(this.ids, SLICE_IDS[kind], slice);
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
    const { valueLow, valueHigh } = this.ids;
    const at = this.placeOf(kind, slice);
    return at < 0 ? undefined : (BigInt(valueHigh[at] ?? 0) << 32n) | BigInt(valueLow[at]);
  }

  /** As `get`, for what is small by its nature: ranks. Beyond 2^53 it is rounded. */
  number(kind: SliceIdKind, slice: number): number | undefined {
    const { valueLow, valueHigh } = this.ids;
    const at = this.placeOf(kind, slice);
    return at < 0 ? undefined : (valueHigh[at] ?? 0) * TWO_32 + valueLow[at];
  }

  /**
   * Two ids of each of these slices, as `number` has them, into columns from `at` on; NaN of one that has none. What a slice has is gone through
   * once for both.
   */
  putPairs(
    [first, second]: readonly [SliceIdKind, SliceIdKind],
    slices: Uint32Array,
    [firstNumbers, secondNumbers]: readonly [Float64Array, Float64Array],
    at: number,
  ): void {
    const { refs, kind, valueLow, valueHigh } = this.ids;
    const [firstId, secondId]: readonly number[] = [SLICE_IDS[first], SLICE_IDS[second]];
    const isHigh = valueHigh.length > 0;
    for (let i = 0; i < slices.length; i++) {
      const ref = refs.length === 0 ? 0 : refs[slices[i]];
      let [own, other] = [Number.NaN, Number.NaN];
      for (let place = ref - 1, isMore = ref !== 0; isMore; place++) {
        const id = kind[place] & ~SAME_SLICE_FOLLOWS;
        isMore = (kind[place] & SAME_SLICE_FOLLOWS) !== 0;
        if (id !== firstId && id !== secondId) continue;
        const value = (isHigh ? valueHigh[place] * TWO_32 : 0) + valueLow[place];
        if (id === firstId) own = value;
        else other = value;
      }
      firstNumbers[at + i] = own;
      secondNumbers[at + i] = other;
    }
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

function placeOf({ refs, kind }: IndexedIds, wanted: number, slice: number): number {
  let found = -1;
  const ref = refs.length === 0 ? 0 : refs[slice];
  if (ref === 0) return found;
  for (let at = ref - 1; ; at++) {
    if ((kind[at] & ~SAME_SLICE_FOLLOWS) === wanted) found = at;
    if ((kind[at] & SAME_SLICE_FOLLOWS) === 0) return found;
  }
}

function columnsOf(ids: IndexedIds, wanted: number): SliceIdColumns {
  const { refs } = ids;
  let most = 0;
  for (let slice = 0; slice < refs.length; slice++) if (refs[slice] !== 0) most++;
  const slices = new Uint32Array(most);
  const places = new Uint32Array(most);
  let count = 0;
  for (let slice = 0; slice < refs.length; slice++) {
    const at = placeOf(ids, wanted, slice);
    if (at < 0) continue;
    slices[count] = slice;
    places[count++] = at;
  }
  const of = (values: Uint32Array) => places.subarray(0, count).map((at) => values[at]);
  const valueHigh = ids.valueHigh.length === 0 ? NONE.valueHigh : of(ids.valueHigh);
  return { slice: slices.slice(0, count), valueLow: of(ids.valueLow), valueHigh };
}
