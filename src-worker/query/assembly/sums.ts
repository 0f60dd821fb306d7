import { beginPart, endOf, nameOf, startOf } from './columns';

/*
 * What the slices of a name sum up to, 64 bytes, one record for each name of the part: see ../sums/partSums.ts, which has the same numbers of
 * them. All are f64.
 */
const COUNT: usize = 0;
const TOTAL: usize = 8;
const NESTED: usize = 16;
const BEYOND: usize = 24;
const MIN: usize = 32;
const MAX: usize = 40;
const LONGEST: usize = 48;
const FIRST: usize = 56;
const SUM_BITS: usize = 6;

/** A row of a lane where slices cross: what of it is here, and the slice of it that came last. */
class CrossingRow {
  /** Columns of slices that are here, */
  starts: usize;
  durations: usize;
  names: usize;
  /** which of them is next, how many there are, and whether more of the row come after them. */
  next: u32;
  count: u32;
  hasMore: u32;
  /** Record of the last one's name. */
  record: usize;
  /** When the next one starts. */
  nextNs: f64;
  /** The end of the last one, and up to where something has been taken from it. */
  endNs: f64;
  coveredNs: f64;
}

const CROSSING_ROW_BITS: usize = 6;
const NO_ROW: u32 = 0xffff_ffff;

/** Of the part's names. */
let records: usize = 0;
/** The names of which there is a slice, in the order in which they have been met. */
let used: usize = 0;
let usedCount: u32 = 0;
let fromNs: f64 = 0;
let toNs: f64 = 0;

/** Slices of this part are next, of this stretch of time. Its records are all 0. */
export function beginSums(ofLong: usize, namesAre16: bool, ofNames: usize, usedNames: usize, from: f64, to: f64): void {
  beginPart(ofLong, namesAre16);
  records = ofNames;
  used = usedNames;
  usedCount = 0;
  fromNs = from;
  toNs = to;
}

/** How many names have been met since the part was begun. */
export function usedNames(): u32 {
  return usedCount;
}

/** Adds slices that are in the stretch, of which the first one has the number `first`. As `LaneRegion` in ../sums/laneRegion.ts. */
export function addSlices(starts: usize, durations: usize, names: usize, first: u32, count: u32): void {
  for (let i: u32 = 0; i < count; i++) {
    const startNs = startOf(starts, i);
    const endNs = endOf(startNs, durations, i);
    const ns = min(endNs, toNs) - max(startNs, fromNs);
    const name = nameOf(names, i);
    const record = records + ((<usize>name) << SUM_BITS);
    const counted = load<f64>(record, COUNT);
    store<f64>(record, counted + 1, COUNT);
    store<f64>(record, load<f64>(record, TOTAL) + ns, TOTAL);
    store<f64>(record, load<f64>(record, BEYOND) + (endNs - startNs - ns), BEYOND);
    if (counted === 0) {
      store<u32>(used + ((<usize>usedCount) << 2), name);
      usedCount++;
      store<f64>(record, ns, MIN);
      store<f64>(record, ns, MAX);
      store<f64>(record, <f64>(first + i), LONGEST);
      store<f64>(record, <f64>(first + i), FIRST);
      continue;
    }
    if (ns < load<f64>(record, MIN)) store<f64>(record, ns, MIN);
    if (ns > load<f64>(record, MAX)) {
      store<f64>(record, ns, MAX);
      store<f64>(record, <f64>(first + i), LONGEST);
    }
  }
}

/**
 * Takes slices, from the one at `from` on, from those above that enclose them, where slices nest: the first one above starts no later
 * than it. Answers how many slices are done, from the first on: not all, where more of the row above are needed, which `isAboveEnd` denies.
 */
export function takeFromParents(
  aboveStarts: usize,
  aboveNames: usize,
  aboveCount: u32,
  isAboveEnd: bool,
  starts: usize,
  durations: usize,
  from: u32,
  count: u32,
): u32 {
  let parent: u32 = 0;
  for (let i = from; i < count; i++) {
    const startNs = startOf(starts, i);
    while (parent + 1 < aboveCount && startOf(aboveStarts, parent + 1) <= startNs) parent++;
    if (parent + 1 === aboveCount && !isAboveEnd) return i;
    const ns = min(endOf(startNs, durations, i), toNs) - max(startNs, fromNs);
    if (ns > 0) take(records + ((<usize>nameOf(aboveNames, parent)) << SUM_BITS), ns);
  }
  return count;
}

/**
 * The same where slices cross: the next one of all rows together is taken from those in the rows above it that enclose it, as far as that
 * has not been taken before. Goes on until a row has none left here while there are more of it, and answers which one; else none.
 */
export function takeWhereCrossing(rows: usize, rowCount: u32): u32 {
  let row = rowOfNext(rows, rowCount);
  while (row !== NO_ROW) {
    const own = rowAt(rows, row);
    const startNs = own.nextNs;
    const slice = own.next++;
    const endNs = endOf(startNs, own.durations, slice);
    const clippedStartNs = max(startNs, fromNs);
    const clippedEndNs = min(endNs, toNs);
    for (let other: u32 = 0; other < row; other++) {
      const above = rowAt(rows, other);
      if (above.endNs < endNs || above.coveredNs >= clippedEndNs) continue;
      take(above.record, clippedEndNs - max(clippedStartNs, above.coveredNs));
      above.coveredNs = clippedEndNs;
    }
    own.endNs = endNs;
    own.record = records + ((<usize>nameOf(own.names, slice)) << SUM_BITS);
    own.coveredNs = clippedStartNs;
    if (own.next < own.count) own.nextNs = startOf(own.starts, own.next);
    else if (own.hasMore) break;
    else own.nextNs = Infinity;
    row = rowOfNext(rows, rowCount);
  }
  return row;
}

/** The row whose next slice starts first, the upper one of two; none if no row has one. */
function rowOfNext(rows: usize, rowCount: u32): u32 {
  let row = NO_ROW;
  let startNs = Infinity;
  for (let other: u32 = 0; other < rowCount; other++) {
    const nextNs = rowAt(rows, other).nextNs;
    if (nextNs < startNs) {
      row = other;
      startNs = nextNs;
    }
  }
  return row;
}

/** Puts the first slices of a row that has just been begun, or the next ones of it. */
export function putCrossing(
  rows: usize,
  row: u32,
  starts: usize,
  durations: usize,
  names: usize,
  count: u32,
  hasMore: bool,
  isFirst: bool,
): void {
  const own = rowAt(rows, row);
  own.starts = starts;
  own.durations = durations;
  own.names = names;
  own.next = 0;
  own.count = count;
  own.hasMore = hasMore;
  own.nextNs = count > 0 ? startOf(starts, 0) : Infinity;
  if (isFirst) own.endNs = -Infinity;
}

/** What lies within slices of these names is not known. */
export function forgetSelf(names: usize, count: u32): void {
  for (let i: u32 = 0; i < count; i++) {
    const record = records + ((<usize>nameOf(names, i)) << SUM_BITS);
    store<f64>(record, NaN, NESTED);
  }
}

function rowAt(rows: usize, row: u32): CrossingRow {
  return changetype<CrossingRow>(rows + ((<usize>row) << CROSSING_ROW_BITS));
}

function take(record: usize, ns: f64): void {
  store<f64>(record, load<f64>(record, NESTED) + ns, NESTED);
}
