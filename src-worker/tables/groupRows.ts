/** Rows put together by equal values, and statistics of the groups. Plain loops over columns: a table has 10⁶ rows. */
import { type Column, type ColumnTable, findColumn } from './columnTable';

export interface RowGroups {
  /** Group of each of the rows, in their order. Groups are numbered as they first appear. */
  readonly groupOf: Uint32Array;
  /** First row of each group. */
  readonly firstRow: Uint32Array;
  readonly count: Uint32Array;
}

/** Up to so many pairs of two codes are looked up in an array; more of them in a map. */
const MAX_DIRECT = 1 << 22;

/** The rows that have the same values in all the columns. Columns that the table lacks are left out of account. */
export function groupRows(table: ColumnTable, keys: readonly string[], rows: Uint32Array): RowGroups {
  let codes = new Uint32Array(rows.length);
  let codeCount = rows.length === 0 ? 0 : 1;
  for (const key of keys) {
    const column = findColumn(table, key);
    if (column) ({ codes, codeCount } = combined(codes, codeCount, codesOf(column, rows)));
  }
  const firstRow = new Uint32Array(codeCount);
  const count = new Uint32Array(codeCount);
  for (let i = 0; i < rows.length; i++) {
    if (count[codes[i]]++ === 0) firstRow[codes[i]] = rows[i];
  }
  return { groupOf: codes, firstRow, count };
}

interface Codes {
  readonly codes: Uint32Array;
  readonly codeCount: number;
}

/** Codes of the rows' values: those of a text column as they are, of a number column by first appearance. */
function codesOf(column: Column, rows: Uint32Array): Codes {
  const codes = new Uint32Array(rows.length);
  if (column.kind === 'text') {
    for (let i = 0; i < rows.length; i++) codes[i] = column.codes[rows[i]];
    return { codes, codeCount: column.texts.length };
  }
  const known = new Map<number, number>();
  for (let i = 0; i < rows.length; i++) {
    // Map takes NaN for equal to itself, which is what "no value" should be.
    const value = column.values[rows[i]];
    let code = known.get(value);
    if (code === undefined) {
      code = known.size;
      known.set(value, code);
    }
    codes[i] = code;
  }
  return { codes, codeCount: known.size };
}

/** One code for each pair of codes that occurs, numbered as they first appear. */
function combined(a: Uint32Array, aCount: number, { codes: b, codeCount: bCount }: Codes) {
  const codes = new Uint32Array(a.length);
  let codeCount = 0;
  if (aCount * bCount <= MAX_DIRECT) {
    const known = new Uint32Array(aCount * bCount);
    for (let i = 0; i < a.length; i++) {
      const pair = a[i] * bCount + b[i];
      if (known[pair] === 0) known[pair] = ++codeCount;
      codes[i] = known[pair] - 1;
    }
    return { codes, codeCount };
  }
  const known = new Map<number, number>();
  for (let i = 0; i < a.length; i++) {
    const pair = a[i] * bCount + b[i];
    let code = known.get(pair);
    if (code === undefined) {
      code = codeCount++;
      known.set(pair, code);
    }
    codes[i] = code;
  }
  return { codes, codeCount };
}

/** Sum of a column in each group; values that are missing count as nothing, and where all are it is NaN. */
export function sumByGroup(values: Float64Array, rows: Uint32Array, { groupOf, count }: RowGroups): Float64Array {
  const sums = new Float64Array(count.length).fill(Number.NaN);
  for (let i = 0; i < rows.length; i++) {
    const value = values[rows[i]];
    if (!Number.isNaN(value)) sums[groupOf[i]] = value + (Number.isNaN(sums[groupOf[i]]) ? 0 : sums[groupOf[i]]);
  }
  return sums;
}

export interface Spread {
  /** Values that are not missing. */
  readonly valueCount: Uint32Array;
  readonly sum: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
  /** Of each of the shares asked for: the least value that at least this share of the values does not exceed. */
  readonly percentiles: readonly Float64Array[];
}

/** Nearest-rank percentiles: values that occur, not values between two of them. NaN for a group without any value. */
export function spreadByGroup(
  values: Float64Array,
  rows: Uint32Array,
  { groupOf, count }: RowGroups,
  shares: readonly number[],
): Spread {
  const groupCount = count.length;
  const valueCount = new Uint32Array(groupCount);
  for (let i = 0; i < rows.length; i++) if (!Number.isNaN(values[rows[i]])) valueCount[groupOf[i]]++;
  // The values of each group side by side, so that each group is sorted on its own.
  const ends = new Uint32Array(groupCount);
  let total = 0;
  for (let group = 0; group < groupCount; group++) {
    ends[group] = total;
    total += valueCount[group];
  }
  const sorted = new Float64Array(total);
  for (let i = 0; i < rows.length; i++) {
    const value = values[rows[i]];
    if (!Number.isNaN(value)) sorted[ends[groupOf[i]]++] = value;
  }
  const spread = {
    valueCount,
    sum: new Float64Array(groupCount),
    min: new Float64Array(groupCount).fill(Number.NaN),
    max: new Float64Array(groupCount).fill(Number.NaN),
    percentiles: shares.map(() => new Float64Array(groupCount).fill(Number.NaN)),
  };
  for (let group = 0; group < groupCount; group++) {
    const own = sorted.subarray(ends[group] - valueCount[group], ends[group]).sort();
    if (own.length === 0) continue;
    spread.min[group] = own[0];
    spread.max[group] = own[own.length - 1];
    let sum = 0;
    for (const value of own) sum += value;
    spread.sum[group] = sum;
    shares.forEach((share, i) => {
      spread.percentiles[i][group] = own[Math.max(0, Math.ceil(share * own.length) - 1)];
    });
  }
  return spread;
}
