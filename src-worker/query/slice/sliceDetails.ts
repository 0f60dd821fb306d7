import type {
  ArgEntry,
  NeighbourDirection,
  Notice,
  SliceDetails,
  SliceLink,
  SliceRef,
  SliceSummary,
} from '../../../src-contract';
import { notice } from '../../files/notices';
import { unreadable } from '../../files/unreadable';
import type { SourceEvent } from '../../importers/importer';
import { importerNamed } from '../../importers/importers';
import { fromNsOf, toNsOf } from '../../index/arrows/arrowEnds';
import { endNsOf, sourceOf } from '../../index/columns/indexSlices';
import { type EventSource, NO_SOURCE } from '../../index/eventSource';
import type { RankIndex } from '../../index/rankIndex';
import { nestedNs, rowsWithin } from '../nested';
import type { PartView } from '../partView';
import { lowerBound, type RankView } from '../rankView';
import { rowsOfLane, sliceAt } from '../touching';
import { categoryOfLink, linksOfSlice } from './linksOfSlice';
import { placeOfSlice, sliceSourceOf } from './sliceSource';

/** Links shown for one slice at most: a slice with more is no slice to follow arrows from. */
const MAX_LINKS = 1000;

export async function querySlice(rank: RankView, slice: number): Promise<SliceDetails> {
  const { part, slice: own } = rank.sliceAt(slice);
  const { index } = part;
  const row = part.rowOf(own);
  const position = part.laneOfRow(row);
  const summary = part.summary(own);
  const lane = index.lanes[position];
  const place = placeOfSlice(index, own);
  const { args, argsNotice } = await readArgs(index, own);
  const parent = parentOf(index, own, row, position);
  return {
    ...summary,
    rankLabel: rank.label,
    groupName: rank.groupName(lane.groupLocalId),
    laneName: lane.name,
    epochStartNs: (await rank.timeBaseNs) + BigInt(index.baseUs) * 1000n + BigInt(index.slices.startNs[own]),
    selfNs: summary.durationNs - nestedNs(index, own, row, position),
    args,
    ...(argsNotice ? { argsNotice } : {}),
    source: sliceSourceOf(rank, slice),
    ...(place ? { place } : {}),
    ...(index.path && { onPath: { component: index.path.components[index.slices.name[own]] } }),
    ...standsForOf(index, own),
    ...(parent === undefined ? {} : { parent: part.summary(parent) }),
    links: await linksOf(part, own),
  };
}

function standsForOf({ standIns }: RankIndex, slice: number): Pick<SliceDetails, 'standsFor'> {
  const generation = standIns?.generations.get(standIns.rank[slice]);
  if (!standIns || generation === undefined) return {};
  return { standsFor: { rank: standIns.rank[slice], slice: standIns.slice[slice], generation } as SliceRef };
}

async function readArgs(index: RankIndex, slice: number): Promise<{ args: readonly ArgEntry[]; argsNotice?: Notice }> {
  const source = sourceOf(index.slices, slice) as EventSource;
  if (source === NO_SOURCE) return { args: [] };
  const pair = lowerBound(index.pairs.begin, source);
  const isPair = index.pairs.begin[pair] === source;
  const begin = await readEvent(index, source);
  if (!begin.event) return { args: [], argsNotice: begin.notice };
  const args = begin.event.args ?? [];
  const end = isPair ? await readEvent(index, index.pairs.end[pair] as EventSource) : undefined;
  const argsNotice = begin.notice ?? end?.notice;
  return { args: [...args, ...(end?.event?.args ?? [])], ...(argsNotice ? { argsNotice } : {}) };
}

type ReadAgain =
  | { readonly event: SourceEvent; readonly notice?: Notice }
  | { readonly event?: undefined; readonly notice: Notice };

async function readEvent({ files }: RankIndex, source: EventSource): Promise<ReadAgain> {
  const importer = importerNamed(files.importer);
  const place = importer.describe(files, source);
  try {
    const event = await importer.readEvent(files, source);
    if (!event) return { notice: notice('file-changed', 'warning', {}, place) };
    if (event.cut) return { event, notice: notice(`args-${event.cut}`, 'info', {}, place) };
    return event.isElsewhereChanged
      ? { event, notice: notice('file-changed-elsewhere', 'warning', {}, place) }
      : { event };
  } catch (error) {
    const { path, byteOffset } = place;
    return { notice: { ...unreadable(path, error), severity: 'warning', byteOffset } };
  }
}

/** The innermost slice around this one: in the nearest row above that has one. */
export function parentOf(index: RankIndex, slice: number, row: number, position: number): number | undefined {
  const { slices } = index;
  for (let above = row - 1; above >= rowsOfLane(index, position).first; above--) {
    const at = sliceAt(index, above, slices.startNs[slice]);
    if (at !== undefined && endNsOf(slices, at) >= endNsOf(slices, slice)) return at;
  }
  return undefined;
}

async function linksOf(part: PartView, slice: number): Promise<SliceLink[]> {
  const links: SliceLink[] = [];
  for (const direction of ['incoming', 'outgoing'] as const)
    for (const link of linksOfSlice(part, slice, direction)) {
      if (links.length >= MAX_LINKS) return links;
      links.push(await linkOf(part, link, direction));
    }
  return links;
}

async function linkOf(part: PartView, link: number, direction: SliceLink['direction']): Promise<SliceLink> {
  const { flows, lanes } = part.index;
  const [fromNs, toNs] = [fromNsOf(part.index, link), toNsOf(part.index, link)];
  const other = direction === 'incoming' ? flows.fromSlice[link] : flows.toSlice[link];
  return {
    direction,
    category: categoryOfLink(part, link),
    flowId: await flowIdOf(part, link),
    other: part.summary(other),
    otherRankLabel: part.rank.label,
    otherLaneName: lanes[part.laneOfRow(part.rowOf(other))].name,
    delayNs: toNs - fromNs,
    fromNs: part.time.toJob(fromNs),
    toNs: part.time.toJob(toNs),
  };
}

/** The id that the arrow's end has in the file, as it stands there. */
async function flowIdOf(part: PartView, link: number): Promise<string> {
  const { flows, slices } = part.index;
  const toSlice = flows.toSlice[link];
  // An arrow that the correlation of its slices makes has no event of its own.
  const source = sourceOf(flows, link);
  if (source === sourceOf(slices, toSlice)) return String(part.ids.get('correlation', toSlice) ?? '');
  const read = await readEvent(part.index, source as EventSource);
  return read.event?.flowId ?? '';
}

/** The slice beside (in the same row), around or first inside this one. */
export function queryNeighbour(rank: RankView, slice: number, direction: NeighbourDirection): SliceSummary | undefined {
  const { part, slice: own } = rank.sliceAt(slice);
  const { index } = part;
  const row = part.rowOf(own);
  const position = part.laneOfRow(row);
  let found: number | undefined;
  switch (direction) {
    case 'previous':
      found = own - 1 >= index.rowFirstSlice[row] ? own - 1 : undefined;
      break;
    case 'next':
      found = own + 1 < index.rowFirstSlice[row + 1] ? own + 1 : undefined;
      break;
    case 'parent':
      found = parentOf(index, own, row, position);
      break;
    case 'child':
      found = childOf(index, own, row, position);
      break;
  }
  return found === undefined ? undefined : part.summary(found);
}

/** The first slice within this one: mostly in the next row, but where slices cross it may be further down. */
function childOf(index: RankIndex, slice: number, row: number, position: number): number | undefined {
  let found: number | undefined;
  for (const { first } of rowsWithin(index, slice, row, position))
    if (found === undefined || index.slices.startNs[first] < index.slices.startNs[found]) found = first;
  return found;
}
