import { Slabs } from '../../index/columns/chunks';

/**
 * Rows of a table by a whole number that each has, in shared memory: made once, looked up by any thread.
 *
 *     numbers that lie close together    rows[number − least]     4 bytes for each there could be
 *     any others                         open addressing          12 bytes a slot, half of them free
 */
export interface KeyTable {
  readonly least: number;
  /** Of each number, or each slot: the first row that has it, + 1; 0 for none. */
  readonly rows: Uint32Array;
  /** The numbers in the slots; empty where they lie close together. */
  readonly keys: Float64Array;
  /** Of each row the next one with the same number, + 1; 0 for none. Empty where only the first was wanted. */
  readonly next: Uint32Array;
}

/** So many places for each row are still close together. */
const MOST_PLACES = 4;
const LEAST_PLACES = 1024;

/** `keys[row]`: NaN where a row has none. With `isChained` all rows of a number are found, in their order. */
export function keyTableOf(keys: Float64Array, isChained = false, slabs = new Slabs()): KeyTable {
  const { least, most, count } = extentOf(keys);
  const { next } = slabs.columns({ next: Uint32Array }, isChained ? keys.length : 0);
  const isClose = most - least < Math.max(MOST_PLACES * count, LEAST_PLACES);
  const table = isClose ? closeTable(least, most, next, slabs) : slotTable(count, next, slabs);
  // The last first: so the first of several comes to stand before the others.
  for (let row = keys.length - 1; row >= 0; row--) {
    const key = keys[row];
    if (Number.isNaN(key)) continue;
    const place = isClose ? key - least : freeOrOwn(table, key);
    if (!isClose) table.keys[place] = key;
    if (isChained) next[row] = table.rows[place];
    table.rows[place] = row + 1;
  }
  return table;
}

/** The first row with this number; −1 where there is none. */
export function firstRow({ least, rows, keys }: KeyTable, key: number): number {
  if (keys.length > 0) {
    const mask = keys.length - 1;
    for (let slot = slotOf(key) & mask; rows[slot] !== 0; slot = (slot + 1) & mask)
      if (keys[slot] === key) return rows[slot] - 1;
    return -1;
  }
  const place = key - least;
  // Nothing stands between two places: a number that is not whole is nobody's.
  return place >= 0 && place < rows.length ? (rows[place] ?? 0) - 1 : -1;
}

/** The next row with the number of this one; −1 behind the last. */
export function nextRow({ next }: KeyTable, row: number): number {
  return next[row] - 1;
}

function extentOf(keys: Float64Array): { readonly least: number; readonly most: number; readonly count: number } {
  let [least, most, count] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  for (let row = 0; row < keys.length; row++) {
    const key = keys[row];
    if (Number.isNaN(key)) continue;
    count++;
    if (key < least) least = key;
    if (key > most) most = key;
  }
  return count === 0 ? { least: 0, most: -1, count } : { least, most, count };
}

function closeTable(least: number, most: number, next: Uint32Array, slabs: Slabs): KeyTable {
  const { rows } = slabs.columns({ rows: Uint32Array }, most - least + 1);
  return { least, rows, keys: new Float64Array(0), next };
}

function slotTable(count: number, next: Uint32Array, slabs: Slabs): KeyTable {
  let slots = LEAST_PLACES;
  while (slots < 2 * count) slots *= 2;
  const { keys, rows } = slabs.columns({ keys: Float64Array, rows: Uint32Array }, slots);
  return { least: 0, rows, keys, next };
}

function freeOrOwn({ rows, keys }: KeyTable, key: number): number {
  const mask = keys.length - 1;
  let slot = slotOf(key) & mask;
  while (rows[slot] !== 0 && keys[slot] !== key) slot = (slot + 1) & mask;
  return slot;
}

/** Ids ascend mostly: neighbours go to neighbouring slots, and what lies far above does not meet them. */
export function slotOf(key: number): number {
  return (key ^ Math.imul(Math.floor(key / 2 ** 32), 0x9e3779b1)) >>> 0;
}
