import { collectGarbage } from '../../base/collectGarbage';
import { type Chunk, type Chunks, createColumns, rowCount, Slabs } from '../columns/chunks';
import { passingFloats, passingHalves, passingSharedWords, passingWords } from '../columns/largeArrays';
import { MARK_COLUMNS } from '../columns/segmentColumns';
import { areWords, OWN_BASES, putSourceWords } from '../columns/sourceWords';
import type { IdMaps } from '../idMaps';
import { orderByGroup } from './groupOrder';

const START = 's'.charCodeAt(0);
const STEP = 't'.charCodeAt(0);
/** In `MatchedFlows.boundTo`: the end is bound to no slice (yet). */
export const NO_SLICE = 0xffffffff;

/**
 * Of a database that has as many, garbage is collected while they are matched, three times, some 20 ms each; and their ids are mapped where they
 * are: WebAssembly would keep room for a copy of them.
 */
const MANY_ENDS = 1 << 20;

export interface FlowSource {
  readonly flowEnds: Chunks<typeof MARK_COLUMNS>;
  readonly maps: Pick<IdMaps, 'category' | 'lane'>;
}

/** All flow ends of a rank under the common ids, and the arrows between them. Shared between threads. */
export interface MatchedFlows {
  readonly ends: MatchedEnds;
  /** Ends by lane, and within a lane by time. Those of lane L stand in [laneFirst[L], laneFirst[L + 1]). */
  readonly byLane: Uint32Array;
  readonly laneFirst: Uint32Array;
  /**
   * Of each arrow the end it comes from and the one it goes to. Arrows are by category, and within it by the earlier of
   * their two times; those of category C stand in [categoryFirst[C], categoryFirst[C + 1]).
   */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly categoryFirst: Uint32Array;
  /** Ends of keys that have several and no start, nor a step: their number, they themselves, and so on. See `linkStartless`. */
  readonly startless: Uint32Array;
}

/** Of each end the slice that it is bound to, once `bindFlowEnds` has been there. */
export interface BoundFlows extends MatchedFlows {
  readonly boundTo: Uint32Array;
}

const { name: _unused, source: _wide, ...FLOW_END_COLUMNS } = MARK_COLUMNS;
export type FlowEnds = ReturnType<typeof createColumns<typeof FLOW_END_COLUMNS>>;

/** As in `IndexSlices`: see `sourceOf`. */
interface EndSources {
  readonly source: Float64Array | Uint32Array;
  readonly sourceBases: Float64Array;
}

/** `idHigh` is empty where all are 0. */
interface MatchedEnds extends Omit<FlowEnds, 'lane'>, EndSources {}

/** Arrows as they are found, in no order. */
export interface Links {
  readonly from: Uint32Array;
  readonly to: Uint32Array;
}

/**
 * Joins flow starts to their ends by (category, id bytes), and puts both in the order in which binding and queries want
 * them. Does not look at slices, so that it can be done while they are arranged.
 *
 * Every end (f) and step (t) gets one arrow: from the latest start or step of its key that is not later than itself, or
 * from the earliest one where all are later (device and host clocks differ by some µs). So one start may have several
 * ends, and an id may be used again.
 */
export function matchFlows(
  sources: readonly FlowSource[],
  laneCount: number,
  categoryCount: number,
  loops: FlowLoops = plainFlowLoops,
): MatchedFlows {
  const chunks = sources.flatMap(({ flowEnds, maps }) => flowEnds.map((chunk) => ({ ...chunk, maps })));
  const ends = gather(chunks, loops);
  const isCollected = ends.timeNs.length >= MANY_ENDS && chunks.length === 1;
  const linked = isCollected
    ? linkPlainly(ends, laneCount, categoryCount, collectGarbage)
    : loops.link(ends, laneCount, categoryCount);
  // `byLane` tells their lanes, so that the column can be let go.
  const { lane: _, ...kept } = ends;
  const matchedEnds = {
    ...kept,
    ...sourcesOf(chunks),
    ...(chunks.length === 1 ? withoutZeros(ends) : {}),
  };
  return { ends: matchedEnds, ...linked };
}

/** What takes longest, as `SliceLoops` has it: plain, or in WebAssembly. */
export interface FlowLoops {
  /** Puts the common ids of `ids` into `into` from `at` on. */
  mapIds<T extends Uint32Array | Uint16Array>(ids: T, map: Uint32Array, into: T, at: number): void;
  /** All of matching but gathering the ends. */
  link(ends: FlowEnds, laneCount: number, categoryCount: number): LinkedEnds;
}

export type LinkedEnds = Omit<MatchedFlows, 'ends'>;

export const plainFlowLoops: FlowLoops = {
  mapIds,
  link: (ends, laneCount, categoryCount) => linkPlainly(ends, laneCount, categoryCount, () => {}),
};

/** `letGo`: what each step was done in has some 40 bytes an end, and is not to wait beside the next one's until V8 looks for it. */
function linkPlainly(ends: FlowEnds, laneCount: number, categoryCount: number, letGo: () => void): LinkedEnds {
  const { links, startless } = linkEnds(ends, ends.timeNs.length);
  letGo();
  const { order: byLane, first: laneFirst } = orderByGroup(ends.lane, ends.timeNs, laneCount);
  letGo();
  return { byLane, laneFirst, ...sortLinks(ends, links, categoryCount, letGo), startless };
}

/** The ends with room for the slices that they are bound to: none so far. */
export function withRoomToBind(matched: MatchedFlows): BoundFlows {
  return { ...matched, boundTo: passingSharedWords(matched.ends.timeNs.length).fill(NO_SLICE) };
}

/** The loop stands by itself, with numbers in variables: nearly all keys have one start and one or more ends. */
function linkEnds(ends: FlowEnds, count: number): { readonly links: Links; readonly startless: Uint32Array } {
  const into = { from: passingWords(count), to: passingWords(count) };
  const { from, to } = into;
  const { phase: phases } = ends;
  let links = 0;
  const startless: number[] = [];
  const { heads, nextOfKey } = chainByKey(ends, count);
  for (let key = 0; key < heads.length; key++) {
    const first = heads[key] + 1;
    let start = -1;
    let starts = 0;
    let steps = 0;
    for (let at = first; at !== 0; at = nextOfKey[at - 1]) {
      const phase = phases[at - 1];
      if (phase === STEP) steps++;
      else if (phase === START) {
        start = at - 1;
        starts++;
      }
    }
    if (starts === 1 && steps === 0) {
      for (let at = first; at !== 0; at = nextOfKey[at - 1]) {
        if (at - 1 === start) continue;
        from[links] = start;
        to[links++] = at - 1;
      }
    } else if (nextOfKey[first - 1] !== 0) links = linkOthers(ends, first, nextOfKey, into, links, startless);
  }
  return { links: { from: from.subarray(0, links), to: to.subarray(0, links) }, startless: sharedWords(startless) };
}

/** Ends of a key with several starts, with steps, or without either; answers the place behind its arrows. */
export function linkOthers(
  ends: FlowEnds,
  first: number,
  nextOfKey: Uint32Array,
  into: Links,
  links: number,
  startless: number[],
): number {
  for (let at = first; at !== 0; at = nextOfKey[at - 1])
    if (ends.phase[at - 1] === START || ends.phase[at - 1] === STEP)
      return linkByTime(ends, first, nextOfKey, into, links);
  addStartless(first, nextOfKey, startless);
  return links;
}

/** How many ends there are of the key, and which. */
function addStartless(first: number, nextOfKey: Uint32Array, startless: number[]): void {
  const group: number[] = [];
  for (let at = first; at !== 0; at = nextOfKey[at - 1]) group.push(at - 1);
  startless.push(group.length);
  for (const end of group) startless.push(end);
}

export function sharedWords(values: readonly number[]): Uint32Array {
  const words = new Uint32Array(new SharedArrayBuffer(4 * values.length));
  words.set(values);
  return words;
}

/** A key with several starts, or with steps: its ends by time, each from the last source before it. Answers the place behind. */
function linkByTime(
  ends: FlowEnds,
  first: number,
  nextOfKey: Uint32Array,
  { from, to }: Links,
  firstLink: number,
): number {
  const group: number[] = [];
  for (let at = first; at !== 0; at = nextOfKey[at - 1]) group.push(at - 1);
  group.sort((a, b) => ends.timeNs[a] - ends.timeNs[b] || a - b);
  const earliest =
    group.find((end) => ends.phase[end] === START) ?? group.find((end) => ends.phase[end] === STEP) ?? group[0];
  let source = -1;
  let links = firstLink;
  for (const end of group) {
    const phase = ends.phase[end];
    if (phase !== START && end !== earliest) {
      from[links] = source >= 0 ? source : earliest;
      to[links++] = end;
    }
    if (phase === START || phase === STEP) source = end;
  }
  return links;
}

type MappedEnds = Chunk<typeof MARK_COLUMNS> & Pick<FlowSource, 'maps'>;

function gather(chunks: readonly MappedEnds[], loops: FlowLoops): FlowEnds {
  const count = rowCount(chunks);
  // As those of a database stand, and of a small file.
  if (chunks.length === 1) return endsInPlace(chunks[0], count < MANY_ENDS ? loops : plainFlowLoops);
  const ends = createColumns(FLOW_END_COLUMNS, count);
  let at = 0;
  for (const { columns, count: rows, maps } of chunks) {
    ends.phase.set(columns.phase, at);
    ends.flags.set(columns.flags, at);
    ends.timeNs.set(columns.timeNs, at);
    ends.idLow.set(columns.idLow, at);
    ends.idHigh.set(columns.idHigh, at);
    loops.mapIds(columns.lane, maps.lane, ends.lane, at);
    loops.mapIds(columns.category, maps.category, ends.category, at);
    at += rows;
  }
  return ends;
}

/** Where all of them stand in one chunk: only what gets common ids is copied. */
function endsInPlace({ columns, maps }: MappedEnds, loops: FlowLoops): FlowEnds {
  const { name: _name, source: _source, ...own } = columns;
  const { category } = new Slabs().columns({ category: Uint16Array }, own.lane.length);
  const lane = passingWords(own.lane.length);
  loops.mapIds(own.lane, maps.lane, lane, 0);
  loops.mapIds(own.category, maps.category, category, 0);
  return { ...own, lane, category };
}

/** Of a database: whose ids are numbers of some millions, mostly. */
function withoutZeros({ idHigh }: FlowEnds): Partial<Pick<MatchedEnds, 'idHigh'>> {
  return hasAny(idHigh) ? {} : { idHigh: new Uint32Array(0) };
}

function hasAny(words: Uint32Array): boolean {
  for (let i = 0; i < words.length; i++) if (words[i] !== 0) return true;
  return false;
}

/** As words, where they can be told so. */
function sourcesOf(chunks: readonly MappedEnds[]): EndSources {
  if (chunks.every(({ columns, count }) => areWords(columns.source, count))) return wordsIn(chunks, OWN_BASES);
  if (chunks.length !== 1) return wideSources(chunks);
  const [{ columns, count }] = chunks;
  const bases: number[] = [];
  const source = passingSharedWords(count);
  return putSourceWords(columns.source, count, bases, source)
    ? { source, sourceBases: sharedBases(bases) }
    : wideSources(chunks);
}

function wordsIn(chunks: readonly MappedEnds[], bases: readonly number[]): EndSources {
  const source = passingSharedWords(rowCount(chunks));
  putSources(chunks, source);
  return { source, sourceBases: sharedBases(bases) };
}

function wideSources(chunks: readonly MappedEnds[]): EndSources {
  const { source } = createColumns({ source: Float64Array }, rowCount(chunks));
  putSources(chunks, source);
  return { source, sourceBases: new Float64Array(0) };
}

function putSources(chunks: readonly MappedEnds[], into: Float64Array | Uint32Array): void {
  let at = 0;
  for (const { columns, count } of chunks) {
    into.set(columns.source.subarray(0, count), at);
    at += count;
  }
}

function sharedBases(bases: readonly number[]): Float64Array {
  const { sourceBases } = createColumns({ sourceBases: Float64Array }, bases.length);
  sourceBases.set(bases);
  return sourceBases;
}

function mapIds<T extends Uint32Array | Uint16Array>(ids: T, map: Uint32Array, into: T, at: number): void {
  for (let i = 0; i < ids.length; i++) into[at + i] = map[ids[i]];
}

/** Most keys have two ends: then less than half of the slots are used, and never more than 4 of 5. */
export function slotsFor(endCount: number): number {
  let capacity = 1024;
  while (capacity < endCount * 1.25) capacity *= 2;
  return capacity;
}

/**
 * Ends of one key as linked lists in file order: `heads` are the first ends of each list, in file order as well, so that
 * what follows reads memory forwards; `nextOfKey` is the successor of each end, + 1, and 0 ends a list.
 */
function chainByKey(ends: FlowEnds, count: number): { heads: Uint32Array; nextOfKey: Uint32Array } {
  const capacity = slotsFor(count);
  const mask = capacity - 1;
  // The last end of a key, + 1. While the lists grow the last end is followed by the first, so that it need not stand there as well.
  const slots = passingWords(capacity);
  const nextOfKey = passingWords(count);
  const heads = passingWords(count);
  let headCount = 0;
  const { idLow, idHigh, category } = ends;
  for (let end = 0; end < count; end++) {
    let slot = (idLow[end] ^ Math.imul(category[end] + 1, 0x9e3779b1)) & mask;
    for (;;) {
      const last = slots[slot];
      if (last === 0) {
        heads[headCount++] = end;
        nextOfKey[end] = end + 1;
        break;
      }
      const other = last - 1;
      if (idLow[other] === idLow[end] && idHigh[other] === idHigh[end] && category[other] === category[end]) {
        nextOfKey[end] = nextOfKey[other];
        nextOfKey[other] = end + 1;
        break;
      }
      slot = (slot + 1) & mask;
    }
    slots[slot] = end + 1;
  }
  for (let slot = 0; slot < capacity; slot++) if (slots[slot] !== 0) nextOfKey[slots[slot] - 1] = 0;
  return { heads: heads.subarray(0, headCount), nextOfKey };
}

/** Arrows by category and, within it, by the earlier of their times. `letGo`: what their order was found in is needed no more. */
export function sortLinks(
  ends: Pick<FlowEnds, 'timeNs' | 'category'>,
  { from, to }: Links,
  categoryCount: number,
  letGo: () => void = () => {},
): Pick<MatchedFlows, 'from' | 'to' | 'categoryFirst'> {
  const { order, first } = orderOfLinks(ends, { from, to }, categoryCount);
  letGo();
  const sorted = { from: passingSharedWords(from.length), to: passingSharedWords(from.length) };
  for (let i = 0; i < order.length; i++) {
    sorted.from[i] = from[order[i]];
    sorted.to[i] = to[order[i]];
  }
  return { ...sorted, categoryFirst: first };
}

/** By itself, so that nobody holds the times any more when it is known. */
function orderOfLinks(
  { timeNs, category }: Pick<FlowEnds, 'timeNs' | 'category'>,
  { from, to }: Links,
  categoryCount: number,
): ReturnType<typeof orderByGroup> {
  const count = from.length;
  const earlierNs = passingFloats(count);
  const categoryOf = passingHalves(count);
  for (let link = 0; link < count; link++) {
    earlierNs[link] = Math.min(timeNs[from[link]], timeNs[to[link]]);
    categoryOf[link] = category[to[link]];
  }
  return orderByGroup(categoryOf, earlierNs, categoryCount);
}
