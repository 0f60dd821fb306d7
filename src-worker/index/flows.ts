import type { FlowCategory } from '../../src-contract';
import { CORRELATION_ARROWS } from '../names/launchNames';
import { type Columns, createColumns } from './chunks';
import { sourceOf } from './indexSlices';
import { passingBytes } from './largeArrays';
import { type CorrelatedPairs, correlatedPairs, hostCalls, type LaunchSlices, linkStartless } from './launchArrows';
import { type MatchedFlows, NO_SLICE, sortLinks } from './matchFlows';
import { FLOW_BLOCK, type FlowLinks } from './rankIndex';
import { orderByKey } from './sortLane';

export interface BuiltFlows {
  readonly links: FlowLinks;
  readonly categories: readonly FlowCategory[];
}

/**
 * The arrows for the queries, once all ends are bound; those with an end that has found no slice are left out. To the
 * arrows of the file come those between slices of the same correlation that none of the file's joins.
 */
export function buildFlows(matched: MatchedFlows, slices: LaunchSlices, categoryTexts: readonly string[]): BuiltFlows {
  const isHost = hostCalls(categoryTexts);
  const file = fileArrows(withStartless(matched, slices, isHost, categoryTexts.length), categoryTexts);
  const pairs = correlatedPairs(slices, file.links, isHost);
  const { links, categories } = pairs.tasks.length === 0 ? file : withCorrelated(file, pairs, slices);
  return { links: { ...links, blockEndNs: blockEnds(links) }, categories };
}

type Arrows = Pick<FlowLinks, Exclude<keyof FlowLinks, 'blockEndNs'>>;
type SortedArrows = Pick<MatchedFlows, 'ends' | 'boundTo' | 'from' | 'to' | 'categoryFirst'>;

interface FileArrows {
  readonly links: Arrows;
  readonly categories: readonly FlowCategory[];
}

function withStartless(
  matched: MatchedFlows,
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

function fileArrows(matched: SortedArrows, categoryTexts: readonly string[]): FileArrows {
  const { ends, boundTo, from, categoryFirst } = matched;
  const columns = createColumns(LINK_COLUMNS, from.length);
  const { fromSlice, toSlice, fromNs, toNs, source } = columns;
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
    fromSlice: fromSlice.subarray(0, count),
    toSlice: toSlice.subarray(0, count),
    fromNs: fromNs.subarray(0, count),
    toNs: toNs.subarray(0, count),
    source: source.subarray(0, count),
  };
  return { links, categories };
}

/**
 * Puts those of the arrows [first, end) that have a slice at both ends into the columns from `at` on; answers the row behind
 * them. Nothing but the loop: see arrange.ts.
 */
function putArrows(
  { ends, boundTo, from, to }: SortedArrows,
  first: number,
  end: number,
  { fromSlice, toSlice, fromNs, toNs, source }: Columns<typeof LINK_COLUMNS>,
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
    fromNs[count] = timeNs[left];
    toNs[count] = timeNs[right];
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
  const columns = createColumns(LINK_COLUMNS, before + tasks.length);
  for (const name of Object.keys(LINK_COLUMNS) as (keyof typeof LINK_COLUMNS)[]) columns[name].set(links[name]);
  order.forEach((pair, i) => {
    const at = before + i;
    columns.fromSlice[at] = calls[pair];
    columns.toSlice[at] = tasks[pair];
    columns.fromNs[at] = startNs[calls[pair]];
    columns.toNs[at] = startNs[tasks[pair]];
    columns.source[at] = sourceOf(slices, tasks[pair]);
  });
  const categoryFirst = new Uint32Array(new SharedArrayBuffer(4 * (links.categoryFirst.length + 1)));
  categoryFirst.set(links.categoryFirst);
  categoryFirst[links.categoryFirst.length] = before + tasks.length;
  const name = links.categories.includes(CORRELATION_ARROWS) ? `args.${CORRELATION_ARROWS}` : CORRELATION_ARROWS;
  return {
    links: { categories: [...links.categories, name], categoryFirst, ...columns },
    categories: [...categories, { name, linkCount: tasks.length, unpairedCount: lonelyCount }],
  };
}

function blockEnds({ fromNs, toNs }: Pick<FlowLinks, 'fromNs' | 'toNs'>): Float64Array {
  const count = fromNs.length;
  const blockEndNs = new Float64Array(new SharedArrayBuffer(8 * Math.ceil(count / FLOW_BLOCK)));
  for (let block = 0; block < blockEndNs.length; block++) {
    let latestNs = Number.NEGATIVE_INFINITY;
    for (let link = block * FLOW_BLOCK; link < Math.min((block + 1) * FLOW_BLOCK, count); link++)
      latestNs = Math.max(latestNs, fromNs[link], toNs[link]);
    blockEndNs[block] = latestNs;
  }
  return blockEndNs;
}

const LINK_COLUMNS = {
  fromSlice: Uint32Array,
  toSlice: Uint32Array,
  fromNs: Float64Array,
  toNs: Float64Array,
  source: Float64Array,
} as const;
