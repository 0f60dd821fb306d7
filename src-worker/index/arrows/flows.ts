import type { FlowCategory } from '../../../src-contract';
import { CORRELATION_ARROWS } from '../../names/launchNames';
import { orderByKey } from '../arranging/sortLane';
import { type Columns, createColumns } from '../columns/chunks';
import { sourceOf } from '../columns/indexSlices';
import { passingBytes } from '../columns/largeArrays';
import { FLOW_BLOCK, type FlowLinks } from '../rankIndex';
import { fromNsOf, toNsOf } from './arrowEnds';
import { type CorrelatedPairs, correlatedPairs, hostCalls, type LaunchSlices, linkStartless } from './launchArrows';
import { type BoundFlows, NO_SLICE, sortLinks } from './matchFlows';

export interface BuiltFlows {
  readonly links: FlowLinks;
  readonly categories: readonly FlowCategory[];
}

/**
 * The arrows for the queries, once all ends are bound; those with an end that has found no slice are left out. To the
 * arrows of the file come those between slices of the same correlation that none of the file's joins.
 */
export function buildFlows(matched: BoundFlows, slices: LaunchSlices, categoryTexts: readonly string[]): BuiltFlows {
  const isHost = hostCalls(categoryTexts);
  const file = fileArrows(withStartless(matched, slices, isHost, categoryTexts.length), slices.startNs, categoryTexts);
  const pairs = correlatedPairs(slices, file.links, isHost);
  const { links, categories } = pairs.tasks.length === 0 ? file : withCorrelated(file, pairs, slices);
  return { links: { ...links, blockEndNs: blockEnds(links, slices.startNs) }, categories };
}

type Arrows = Pick<FlowLinks, Exclude<keyof FlowLinks, 'blockEndNs'>>;
type SortedArrows = Pick<BoundFlows, 'ends' | 'boundTo' | 'from' | 'to' | 'categoryFirst'>;

interface FileArrows {
  readonly links: Arrows;
  readonly categories: readonly FlowCategory[];
}

function withStartless(
  matched: BoundFlows,
  slices: LaunchSlices,
  isHost: Uint8Array,
  categoryCount: number,
): SortedArrows {
  const more = linkStartless(matched, slices, isHost);
  if (more.from.length === 0) return matched;
  const { ends, boundTo, from, to } = matched;
  const links = { from: joined(from, more.from), to: joined(to, more.to) };
  return { ends, boundTo, ...sortLinks(ends, links, categoryCount) };
}

function joined(a: Uint32Array, b: Uint32Array): Uint32Array {
  const both = new Uint32Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

function fileArrows(matched: SortedArrows, startNs: Float64Array, categoryTexts: readonly string[]): FileArrows {
  const { ends, boundTo, from, to, categoryFirst } = matched;
  const isWithout = (side: Uint32Array) => areStarts(from, to, boundTo, side, ends.timeNs, startNs);
  const columns = linkColumns(from.length, ends.source, isWithout(from), isWithout(to));
  const isLinked = passingBytes(boundTo.length);
  const keptFirst = new Uint32Array(categoryTexts.length + 1);
  let count = 0;
  for (let category = 0; category < categoryTexts.length; category++) {
    const [first, end] = [categoryFirst[category], categoryFirst[category + 1]];
    if (first < end) count = putArrows(matched, first, end, columns, isLinked, count);
    keptFirst[category + 1] = count;
  }
  const unpaired = countUnlinked(isLinked, ends.category, categoryTexts.length);
  const linkCount = (category: number) => keptFirst[category + 1] - keptFirst[category];
  const present = [...categoryTexts.keys()].filter((category) => linkCount(category) + unpaired[category] > 0);
  const categories = present.map((category) => ({
    name: categoryTexts[category],
    linkCount: linkCount(category),
    unpairedCount: unpaired[category],
  }));
  const presentFirst = new Uint32Array(new SharedArrayBuffer(4 * (present.length + 1)));
  // Categories that do not occur are empty, so those that do follow each other without a gap.
  present.forEach((category, i) => {
    presentFirst[i + 1] = keptFirst[category + 1];
  });
  const links = {
    categories: categories.map(({ name }) => name),
    categoryFirst: presentFirst,
    fromSlice: columns.fromSlice.subarray(0, count),
    toSlice: columns.toSlice.subarray(0, count),
    fromNs: columns.fromNs.subarray(0, count),
    toNs: columns.toNs.subarray(0, count),
    source: columns.source.subarray(0, count),
    sourceBases: ends.sourceBases,
  };
  return { links, categories };
}

/**
 * Puts those of the arrows [first, end) that have a slice at both ends into the columns from `at` on; answers the row behind
 * them. Nothing but the loop: see arranging/arrange.ts.
 */
function putArrows(
  { ends, boundTo, from, to }: SortedArrows,
  first: number,
  end: number,
  { fromSlice, toSlice, fromNs, toNs, source }: LinkColumns,
  isLinked: Uint8Array,
  at: number,
): number {
  const { timeNs, source: sources } = ends;
  let count = at;
  for (let link = first; link < end; link++) {
    const left = from[link];
    const right = to[link];
    if (boundTo[left] === NO_SLICE || boundTo[right] === NO_SLICE) continue;
    isLinked[left] = 1;
    isLinked[right] = 1;
    fromSlice[count] = boundTo[left];
    toSlice[count] = boundTo[right];
    if (fromNs.length > 0) fromNs[count] = timeNs[left];
    if (toNs.length > 0) toNs[count] = timeNs[right];
    source[count] = sources[right];
    count++;
  }
  return count;
}

/** Of each category the ends that no arrow has. Nothing but the loop. */
function countUnlinked(isLinked: Uint8Array, category: Uint16Array, categoryCount: number): Float64Array {
  const counts = new Float64Array(categoryCount);
  for (let end = 0; end < isLinked.length; end++) if (isLinked[end] === 0) counts[category[end]]++;
  return counts;
}

/** Arrows of one more category, by the earlier of their times. */
function withCorrelated({ links, categories }: FileArrows, pairs: CorrelatedPairs, slices: LaunchSlices): FileArrows {
  const { startNs } = slices;
  const { calls, tasks, lonelyCount } = pairs;
  const earlierNs = Float64Array.from(tasks, (task, i) => Math.min(startNs[task], startNs[calls[i]]));
  const order = orderByKey(earlierNs, 0, tasks.length);
  const before = links.fromSlice.length;
  const { source, ...columns } = linkColumns(
    before + tasks.length,
    new Float64Array(0),
    hasNone(links.fromNs),
    hasNone(links.toNs),
  );
  for (const name of ['fromSlice', 'toSlice', 'fromNs', 'toNs'] as const) columns[name].set(links[name]);
  for (let link = 0; link < before; link++) source[link] = sourceOf(links, link);
  order.forEach((pair, i) => {
    const at = before + i;
    columns.fromSlice[at] = calls[pair];
    columns.toSlice[at] = tasks[pair];
    if (columns.fromNs.length > 0) columns.fromNs[at] = startNs[calls[pair]];
    if (columns.toNs.length > 0) columns.toNs[at] = startNs[tasks[pair]];
    source[at] = sourceOf(slices, tasks[pair]);
  });
  const categoryFirst = new Uint32Array(new SharedArrayBuffer(4 * (links.categoryFirst.length + 1)));
  categoryFirst.set(links.categoryFirst);
  categoryFirst[links.categoryFirst.length] = before + tasks.length;
  const name = links.categories.includes(CORRELATION_ARROWS) ? `args.${CORRELATION_ARROWS}` : CORRELATION_ARROWS;
  return {
    links: {
      categories: [...links.categories, name],
      categoryFirst,
      ...columns,
      source,
      sourceBases: new Float64Array(0),
    },
    categories: [...categories, { name, linkCount: tasks.length, unpairedCount: lonelyCount }],
  };
}

function blockEnds(links: Arrows, startNs: Float64Array): Float64Array {
  const arrows = { flows: links, slices: { startNs } };
  const count = links.fromSlice.length;
  const blockEndNs = new Float64Array(new SharedArrayBuffer(8 * Math.ceil(count / FLOW_BLOCK)));
  for (let block = 0; block < blockEndNs.length; block++) {
    let latestNs = Number.NEGATIVE_INFINITY;
    for (let link = block * FLOW_BLOCK; link < Math.min((block + 1) * FLOW_BLOCK, count); link++)
      latestNs = Math.max(latestNs, fromNsOf(arrows, link), toNsOf(arrows, link));
    blockEndNs[block] = latestNs;
  }
  return blockEndNs;
}

interface LinkColumns extends Columns<typeof LINK_COLUMNS> {
  readonly source: Float64Array | Uint32Array;
}

const LINK_COLUMNS = {
  fromSlice: Uint32Array,
  toSlice: Uint32Array,
  fromNs: Float64Array,
  toNs: Float64Array,
} as const;

/** `like`: of its type are the sources. Without instants their columns are empty. */
function linkColumns(
  count: number,
  like: Float64Array | Uint32Array,
  isWithoutFrom: boolean,
  isWithoutTo: boolean,
): LinkColumns {
  const Source = like instanceof Float64Array ? Float64Array : Uint32Array;
  return {
    ...createColumns({ fromSlice: Uint32Array, toSlice: Uint32Array }, count),
    ...createColumns({ fromNs: Float64Array }, isWithoutFrom ? 0 : count),
    ...createColumns({ toNs: Float64Array }, isWithoutTo ? 0 : count),
    ...createColumns({ source: Source }, count),
  };
}

function hasNone(instantsNs: Float64Array): boolean {
  return instantsNs.length === 0;
}

/** Whether the ends on one side of the arrows that will be put are all at the starts of their slices. Nothing but the loop. */
function areStarts(
  from: Uint32Array,
  to: Uint32Array,
  boundTo: Uint32Array,
  side: Uint32Array,
  timeNs: Float64Array,
  startNs: Float64Array,
): boolean {
  for (let link = 0; link < side.length; link++) {
    if (boundTo[from[link]] === NO_SLICE || boundTo[to[link]] === NO_SLICE) continue;
    if (timeNs[side[link]] !== startNs[boundTo[side[link]]]) return false;
  }
  return true;
}
