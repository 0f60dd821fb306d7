import type { FlowCategory } from '../api';
import { EventFlag } from '../tokenizer/batch';
import { type Chunks, rowCount } from './chunks';
import type { MARK_COLUMNS } from './eventStore';
import { FLOW_BLOCK, type FlowLinks } from './rankIndex';
import { radixOrder } from './sortLane';

const START = 's'.charCodeAt(0);
const STEP = 't'.charCodeAt(0);
const NONE = 0xffffffff;

/** What binding needs to know of the arranged slices. */
export interface ArrangedSlices {
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
  /** Rows of the lane a flow end is on, as [first, end); empty if the lane has no slices. */
  rowsOf(lane: number): readonly [number, number];
  readonly rowFirstSlice: Uint32Array;
}

export interface BuiltFlows {
  readonly links: FlowLinks;
  readonly categories: readonly FlowCategory[];
}

interface Ends {
  readonly count: number;
  readonly phase: Uint8Array;
  readonly flags: Uint8Array;
  readonly timeNs: Float64Array;
  readonly lane: Uint32Array;
  readonly category: Uint16Array;
  readonly idLow: Uint32Array;
  readonly idHigh: Uint32Array;
  readonly byteOffset: Float64Array;
}

/**
 * Joins flow starts to their ends by (category, id bytes) and binds both to slices.
 *
 * Every end (f) and step (t) gets one arrow: from the latest start or step of its key that is not later than itself, or
 * from the earliest one where all are later (device and host clocks differ by some µs). So one start may have several
 * ends, and an id may be used again.
 */
export function buildFlows(
  marks: Chunks<typeof MARK_COLUMNS>,
  arranged: ArrangedSlices,
  categoryTexts: readonly string[],
): BuiltFlows {
  const ends = flatten(marks);
  const slices = bindEnds(ends, arranged);
  const from: number[] = [];
  const to: number[] = [];
  const unpaired = new Float64Array(categoryTexts.length);
  for (const group of groupsByKey(ends)) {
    const linked = new Set<number>();
    let source = -1;
    const firstSource = group.find((end) => ends.phase[end] === START) ?? group.find((end) => ends.phase[end] === STEP);
    for (const end of group) {
      if (ends.phase[end] === START) {
        source = end;
        continue;
      }
      const begin = source >= 0 ? source : firstSource;
      if (begin === undefined || begin === end) continue;
      if (slices[begin] !== NONE && slices[end] !== NONE) {
        from.push(begin);
        to.push(end);
        linked.add(begin).add(end);
      }
      if (ends.phase[end] === STEP) source = end;
    }
    unpaired[ends.category[group[0]]] += group.length - linked.size;
  }
  return arrange(ends, slices, from, to, categoryTexts, unpaired);
}

function flatten(marks: Chunks<typeof MARK_COLUMNS>): Ends {
  const count = rowCount(marks);
  const ends = {
    count,
    phase: new Uint8Array(count),
    flags: new Uint8Array(count),
    timeNs: new Float64Array(count),
    lane: new Uint32Array(count),
    category: new Uint16Array(count),
    idLow: new Uint32Array(count),
    idHigh: new Uint32Array(count),
    byteOffset: new Float64Array(count),
  };
  let at = 0;
  for (const chunk of marks.list) {
    ends.phase.set(chunk.columns.phase.subarray(0, chunk.count), at);
    ends.flags.set(chunk.columns.flags.subarray(0, chunk.count), at);
    ends.timeNs.set(chunk.columns.timeNs.subarray(0, chunk.count), at);
    ends.lane.set(chunk.columns.lane.subarray(0, chunk.count), at);
    ends.category.set(chunk.columns.category.subarray(0, chunk.count), at);
    ends.idLow.set(chunk.columns.idLow.subarray(0, chunk.count), at);
    ends.idHigh.set(chunk.columns.idHigh.subarray(0, chunk.count), at);
    ends.byteOffset.set(chunk.columns.byteOffset.subarray(0, chunk.count), at);
    at += chunk.count;
  }
  return ends;
}

/**
 * The slice of each flow end: the innermost that begins at its very time, else the innermost around it, else (for an end
 * without `"bp":"e"`) the next one on the lane. Ends of a lane are walked by time with one cursor per row, so that the
 * whole costs as much as one pass over the slices.
 */
function bindEnds(ends: Ends, arranged: ArrangedSlices): Uint32Array {
  const bound = new Uint32Array(ends.count).fill(NONE);
  const { startNs, endNs, rowFirstSlice } = arranged;
  for (const [lane, own] of endsByLane(ends)) {
    const [firstRow, endRow] = arranged.rowsOf(lane);
    // cursor[r]: first slice of the row that begins after the time looked at.
    const cursor = rowFirstSlice.slice(firstRow, endRow);
    for (const end of own) {
      const time = ends.timeNs[end];
      let around = NONE;
      let next = NONE;
      for (let r = cursor.length - 1; r >= 0; r--) {
        const rowEnd = rowFirstSlice[firstRow + r + 1];
        let at = cursor[r];
        while (at < rowEnd && startNs[at] <= time) at++;
        cursor[r] = at;
        if (at < rowEnd && (next === NONE || startNs[at] < startNs[next])) next = at;
        if (at === rowFirstSlice[firstRow + r]) continue;
        if (startNs[at - 1] === time) {
          around = at - 1;
          // Rows further up are not looked at, but their cursors catch up with the next end.
          break;
        }
        if (around === NONE && endNs[at - 1] >= time) around = at - 1;
      }
      const mayWait = ends.phase[end] !== START && (ends.flags[end] & EventFlag.bindsEnclosing) === 0;
      bound[end] = around === NONE && mayWait ? next : around;
    }
  }
  return bound;
}

/** Flow ends of each lane, by time. */
function endsByLane(ends: Ends): Map<number, number[]> {
  const byLane = new Map<number, number[]>();
  for (const end of radixOrder(ends.timeNs, 0, ends.count)) {
    const lane = ends.lane[end];
    const own = byLane.get(lane);
    if (own) own.push(end);
    else byLane.set(lane, [end]);
  }
  return byLane;
}

/** Flow ends of each (category, id), by time. Chained hash table over typed arrays. */
function* groupsByKey(ends: Ends): Generator<number[]> {
  let capacity = 1024;
  while (capacity < ends.count * 2) capacity *= 2;
  const mask = capacity - 1;
  /** Ends of one key, linked backwards: slot → last, previous[last] → … ; each + 1, 0 = none. */
  const slots = new Uint32Array(capacity);
  const previous = new Uint32Array(ends.count);
  const isSame = (a: number, b: number) =>
    ends.idLow[a] === ends.idLow[b] && ends.idHigh[a] === ends.idHigh[b] && ends.category[a] === ends.category[b];
  for (const end of radixOrder(ends.timeNs, 0, ends.count)) {
    let slot = (ends.idLow[end] ^ Math.imul(ends.category[end], 0x9e3779b1)) & mask;
    while (slots[slot] !== 0 && !isSame(slots[slot] - 1, end)) slot = (slot + 1) & mask;
    previous[end] = slots[slot];
    slots[slot] = end + 1;
  }
  for (const last of slots) {
    if (last === 0) continue;
    const group: number[] = [];
    for (let at = last; at !== 0; at = previous[at - 1]) group.push(at - 1);
    yield group.reverse();
  }
}

function arrange(
  ends: Ends,
  slices: Uint32Array,
  from: readonly number[],
  to: readonly number[],
  categoryTexts: readonly string[],
  unpaired: Float64Array,
): BuiltFlows {
  const count = from.length;
  const earlier = new Float64Array(count);
  for (let i = 0; i < count; i++) earlier[i] = Math.min(ends.timeNs[from[i]], ends.timeNs[to[i]]);
  const byTime = radixOrder(earlier, 0, count);
  const perCategory: number[][] = categoryTexts.map(() => []);
  for (const link of byTime) perCategory[ends.category[to[link]]].push(link);

  // Only categories that occur, in order of their number of arrows.
  const present = categoryTexts.map((_, category) => category).filter((c) => perCategory[c].length + unpaired[c] > 0);
  const categoryFirst = new Uint32Array(new SharedArrayBuffer(4 * (present.length + 1)));
  const shared = (bytesEach: number, length = count) => new SharedArrayBuffer(bytesEach * length);
  const links = {
    categories: present.map((category) => categoryTexts[category]),
    categoryFirst,
    fromSlice: new Uint32Array(shared(4)),
    toSlice: new Uint32Array(shared(4)),
    fromNs: new Float64Array(shared(8)),
    toNs: new Float64Array(shared(8)),
    byteOffset: new Float64Array(shared(8)),
    blockEndNs: new Float64Array(shared(8, Math.ceil(count / FLOW_BLOCK))).fill(Number.NEGATIVE_INFINITY),
    byFrom: new Uint32Array(shared(4)),
    byTo: new Uint32Array(shared(4)),
  };
  let at = 0;
  present.forEach((category, index) => {
    for (const link of perCategory[category]) {
      links.fromSlice[at] = slices[from[link]];
      links.toSlice[at] = slices[to[link]];
      links.fromNs[at] = ends.timeNs[from[link]];
      links.toNs[at] = ends.timeNs[to[link]];
      links.byteOffset[at] = ends.byteOffset[to[link]];
      const block = Math.floor(at / FLOW_BLOCK);
      links.blockEndNs[block] = Math.max(links.blockEndNs[block], links.fromNs[at], links.toNs[at]);
      at++;
    }
    categoryFirst[index + 1] = at;
  });
  links.byFrom.set(radixOrder(Float64Array.from(links.fromSlice), 0, count));
  links.byTo.set(radixOrder(Float64Array.from(links.toSlice), 0, count));
  const categories = present.map((category, index) => ({
    name: categoryTexts[category],
    linkCount: categoryFirst[index + 1] - categoryFirst[index],
    unpairedCount: unpaired[category],
  }));
  return { links, categories };
}
