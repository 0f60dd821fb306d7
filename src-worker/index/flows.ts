import type { FlowCategory } from '../api';
import { EventFlag } from '../tokenizer/batch';
import { type Chunks, createColumns, rowCount } from './chunks';
import type { IdMaps } from './mergeTables';
import { FLOW_BLOCK, type FlowLinks } from './rankIndex';
import { MARK_COLUMNS } from './segmentEvents';
import { radixOrder } from './sortLane';

const START = 's'.charCodeAt(0);
const STEP = 't'.charCodeAt(0);
const NO_SLICE = 0xffffffff;

export interface FlowSource {
  readonly flowEnds: Chunks<typeof MARK_COLUMNS>;
  readonly maps: Pick<IdMaps, 'category' | 'lane'>;
}

/** All flow ends of a rank under the common ids, and the arrows between them. */
export interface MatchedFlows {
  readonly count: number;
  readonly ends: FlowEnds;
  /** Of each arrow: the end it comes from and the one it goes to. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
}

const { name: _unused, ...FLOW_END_COLUMNS } = MARK_COLUMNS;
type FlowEnds = ReturnType<typeof createColumns<typeof FLOW_END_COLUMNS>>;

/**
 * Joins flow starts to their ends by (category, id bytes).
 *
 * Every end (f) and step (t) gets one arrow: from the latest start or step of its key that is not later than itself, or
 * from the earliest one where all are later (device and host clocks differ by some µs). So one start may have several
 * ends, and an id may be used again.
 */
export function matchFlows(sources: readonly FlowSource[]): MatchedFlows {
  const { ends, count } = gather(sources);
  const from = new Uint32Array(new SharedArrayBuffer(4 * count));
  const to = new Uint32Array(new SharedArrayBuffer(4 * count));
  let links = 0;
  const link = (begin: number, end: number) => {
    from[links] = begin;
    to[links++] = end;
  };
  const { heads, nextOfKey } = chainByKey(ends, count);
  for (const head of heads) {
    const first = head + 1;
    let start = -1;
    let starts = 0;
    let steps = 0;
    for (let at = first; at !== 0; at = nextOfKey[at - 1]) {
      const phase = ends.phase[at - 1];
      if (phase === STEP) steps++;
      else if (phase === START) {
        start = at - 1;
        starts++;
      }
    }
    // Nearly always: one start, one or more ends.
    if (starts === 1 && steps === 0) {
      for (let at = first; at !== 0; at = nextOfKey[at - 1]) if (at - 1 !== start) link(start, at - 1);
    } else if (starts + steps > 0) linkByTime(ends, first, nextOfKey, link);
  }
  return { count, ends, from: from.subarray(0, links), to: to.subarray(0, links) };
}

/** A key with several starts, or with steps: its ends by time, each from the last source before it. */
function linkByTime(
  ends: FlowEnds,
  first: number,
  nextOfKey: Uint32Array,
  link: (begin: number, end: number) => void,
): void {
  const group: number[] = [];
  for (let at = first; at !== 0; at = nextOfKey[at - 1]) group.push(at - 1);
  group.sort((a, b) => ends.timeNs[a] - ends.timeNs[b] || a - b);
  const earliest =
    group.find((end) => ends.phase[end] === START) ?? group.find((end) => ends.phase[end] === STEP) ?? group[0];
  let source = -1;
  for (const end of group) {
    const phase = ends.phase[end];
    if (phase !== START && end !== earliest) link(source >= 0 ? source : earliest, end);
    if (phase === START || phase === STEP) source = end;
  }
}

function gather(sources: readonly FlowSource[]): { ends: FlowEnds; count: number } {
  const count = sources.reduce((sum, { flowEnds }) => sum + rowCount(flowEnds), 0);
  const ends = createColumns(FLOW_END_COLUMNS, count);
  let at = 0;
  for (const { flowEnds, maps } of sources)
    for (const { columns, count: rows } of flowEnds) {
      ends.phase.set(columns.phase, at);
      ends.flags.set(columns.flags, at);
      ends.timeNs.set(columns.timeNs, at);
      ends.idLow.set(columns.idLow, at);
      ends.idHigh.set(columns.idHigh, at);
      ends.byteOffset.set(columns.byteOffset, at);
      for (let i = 0; i < rows; i++) {
        ends.lane[at + i] = maps.lane[columns.lane[i]];
        ends.category[at + i] = maps.category[columns.category[i]];
      }
      at += rows;
    }
  return { ends, count };
}

/**
 * Ends of one key as linked lists in file order: `heads` are the first ends of each list, in file order as well, so that
 * what follows reads memory forwards; `nextOfKey` is the successor of each end, + 1, and 0 ends a list.
 */
function chainByKey(ends: FlowEnds, count: number): { heads: Uint32Array; nextOfKey: Uint32Array } {
  let capacity = 1024;
  while (capacity < count * 2) capacity *= 2;
  const mask = capacity - 1;
  const firstOfKey = new Uint32Array(capacity);
  const lastOfKey = new Uint32Array(capacity);
  const nextOfKey = new Uint32Array(count);
  const heads = new Uint32Array(count);
  let headCount = 0;
  const { idLow, idHigh, category } = ends;
  for (let end = 0; end < count; end++) {
    let slot = (idLow[end] ^ Math.imul(category[end] + 1, 0x9e3779b1)) & mask;
    for (;;) {
      const first = firstOfKey[slot];
      if (first === 0) {
        firstOfKey[slot] = end + 1;
        heads[headCount++] = end;
        break;
      }
      const other = first - 1;
      if (idLow[other] === idLow[end] && idHigh[other] === idHigh[end] && category[other] === category[end]) {
        nextOfKey[lastOfKey[slot] - 1] = end + 1;
        break;
      }
      slot = (slot + 1) & mask;
    }
    lastOfKey[slot] = end + 1;
  }
  return { heads: heads.subarray(0, headCount), nextOfKey };
}

/** What binding needs to know of the arranged slices. */
export interface ArrangedSlices {
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
  /** Rows of lane L are laneFirstRow[L] … laneFirstRow[L + 1]. */
  readonly laneFirstRow: Uint32Array;
  readonly rowFirstSlice: Uint32Array;
}

export interface BuiltFlows {
  readonly links: FlowLinks;
  readonly categories: readonly FlowCategory[];
}

/** Binds the ends of the arrows to slices and sorts the arrows for the queries. */
export function buildFlows(
  matched: MatchedFlows,
  arranged: ArrangedSlices,
  categoryTexts: readonly string[],
): BuiltFlows {
  const slices = bindEnds(matched, arranged);
  const { from, to, ends } = matched;
  const kept = new Uint32Array(from.length);
  const isLinked = new Uint8Array(matched.count);
  let count = 0;
  for (let link = 0; link < from.length; link++) {
    if (slices[from[link]] === NO_SLICE || slices[to[link]] === NO_SLICE) continue;
    isLinked[from[link]] = 1;
    isLinked[to[link]] = 1;
    kept[count++] = link;
  }
  const unpaired = new Float64Array(categoryTexts.length);
  const perCategory = new Uint32Array(categoryTexts.length);
  for (let end = 0; end < matched.count; end++) if (isLinked[end] === 0) unpaired[ends.category[end]]++;
  for (let i = 0; i < count; i++) perCategory[ends.category[to[kept[i]]]]++;
  const present = [...categoryTexts.keys()].filter((category) => perCategory[category] + unpaired[category] > 0);
  return {
    links: sortLinks(matched, slices, kept.subarray(0, count), present, categoryTexts),
    categories: present.map((category) => ({
      name: categoryTexts[category],
      linkCount: perCategory[category],
      unpairedCount: unpaired[category],
    })),
  };
}

/**
 * The slice of each flow end: the innermost that begins at its very time, else the innermost around it, else (for an end
 * without `"bp":"e"`) the next one on the lane. Ends of a lane are walked by time with one cursor per row, so that the
 * whole costs as much as one pass over the slices.
 */
function bindEnds({ ends, count }: MatchedFlows, arranged: ArrangedSlices): Uint32Array {
  const bound = new Uint32Array(count).fill(NO_SLICE);
  const { startNs, endNs, laneFirstRow, rowFirstSlice } = arranged;
  const order = orderByLane(ends, count, laneFirstRow.length - 1);
  let lane = -1;
  let firstRow = 0;
  // cursor[r]: first slice of the row that begins after the time looked at.
  let cursor = new Uint32Array(0);
  for (const end of order) {
    if (ends.lane[end] !== lane) {
      lane = ends.lane[end];
      firstRow = laneFirstRow[lane];
      cursor = rowFirstSlice.slice(firstRow, laneFirstRow[lane + 1]);
    }
    const time = ends.timeNs[end];
    let around = NO_SLICE;
    let next = NO_SLICE;
    for (let r = cursor.length - 1; r >= 0; r--) {
      const rowFirst = rowFirstSlice[firstRow + r];
      const rowEnd = rowFirstSlice[firstRow + r + 1];
      let at = cursor[r];
      while (at < rowEnd && startNs[at] <= time) at++;
      cursor[r] = at;
      if (at < rowEnd && (next === NO_SLICE || startNs[at] < startNs[next])) next = at;
      if (at === rowFirst) continue;
      if (startNs[at - 1] === time) {
        around = at - 1;
        // Rows further up are not looked at; their cursors catch up with the next end.
        break;
      }
      if (around === NO_SLICE && endNs[at - 1] >= time) around = at - 1;
    }
    const mayWait = ends.phase[end] !== START && (ends.flags[end] & EventFlag.bindsEnclosing) === 0;
    bound[end] = around === NO_SLICE && mayWait ? next : around;
  }
  return bound;
}

/** Flow ends by lane, and within a lane by time. */
function orderByLane(ends: FlowEnds, count: number, laneCount: number): Uint32Array {
  return orderByGroup(ends.lane.subarray(0, count), ends.timeNs, laneCount).order;
}

/**
 * Rows by `groupOf`, and within a group by `keys`, stable. Groups are mostly in order already, as the files are, and then
 * nothing is sorted. `first` is where each group begins in `order`; one more at the end.
 */
function orderByGroup(
  groupOf: Uint32Array | Uint16Array,
  keys: Float64Array,
  groupCount: number,
): { order: Uint32Array; first: Uint32Array } {
  const count = groupOf.length;
  const first = new Uint32Array(groupCount + 1);
  for (let i = 0; i < count; i++) first[groupOf[i] + 1]++;
  for (let group = 0; group < groupCount; group++) first[group + 1] += first[group];
  const next = first.slice(0, groupCount);
  const order = new Uint32Array(count);
  const sorted = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const to = next[groupOf[i]]++;
    order[to] = i;
    sorted[to] = keys[i];
  }
  for (let group = 0; group < groupCount; group++) {
    const from = first[group];
    const length = first[group + 1] - from;
    if (isAscending(sorted, from, from + length)) continue;
    const before = order.slice(from, from + length);
    const byKey = radixOrder(sorted, from, length);
    for (let i = 0; i < length; i++) order[from + i] = before[byKey[i]];
  }
  return { order, first };
}

function isAscending(values: Float64Array, from: number, to: number): boolean {
  for (let i = from + 1; i < to; i++) if (values[i] < values[i - 1]) return false;
  return true;
}

function sortLinks(
  { ends, from, to }: MatchedFlows,
  slices: Uint32Array,
  kept: Uint32Array,
  present: readonly number[],
  categoryTexts: readonly string[],
): FlowLinks {
  const count = kept.length;
  const earlierNs = new Float64Array(count);
  const categoryOf = new Uint16Array(count);
  for (let i = 0; i < count; i++) {
    earlierNs[i] = Math.min(ends.timeNs[from[kept[i]]], ends.timeNs[to[kept[i]]]);
    categoryOf[i] = ends.category[to[kept[i]]];
  }
  const { order, first } = orderByGroup(categoryOf, earlierNs, categoryTexts.length);
  const categoryFirst = new Uint32Array(new SharedArrayBuffer(4 * (present.length + 1)));
  // Categories that do not occur are empty, so those that do follow each other without a gap.
  present.forEach((category, i) => {
    categoryFirst[i + 1] = first[category + 1];
  });
  const columns = createColumns(LINK_COLUMNS, count);
  const blockEndNs = new Float64Array(new SharedArrayBuffer(8 * Math.ceil(count / FLOW_BLOCK)));
  blockEndNs.fill(Number.NEGATIVE_INFINITY);
  for (let at = 0; at < count; at++) {
    const link = kept[order[at]];
    const begin = from[link];
    const end = to[link];
    columns.fromSlice[at] = slices[begin];
    columns.toSlice[at] = slices[end];
    columns.fromNs[at] = ends.timeNs[begin];
    columns.toNs[at] = ends.timeNs[end];
    columns.byteOffset[at] = ends.byteOffset[end];
    const block = Math.floor(at / FLOW_BLOCK);
    blockEndNs[block] = Math.max(blockEndNs[block], ends.timeNs[begin], ends.timeNs[end]);
  }
  return { categories: present.map((category) => categoryTexts[category]), categoryFirst, blockEndNs, ...columns };
}

const LINK_COLUMNS = {
  fromSlice: Uint32Array,
  toSlice: Uint32Array,
  fromNs: Float64Array,
  toNs: Float64Array,
  byteOffset: Float64Array,
} as const;
