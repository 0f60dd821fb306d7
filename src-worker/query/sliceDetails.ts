import type {
  ArgEntry,
  NeighbourDirection,
  Notice,
  SliceDetails,
  SliceLink,
  SliceSummary,
  SourceSpot,
} from '../../src-contract';
import { notice } from '../files/notices';
import { readEventAt } from '../importers/traceEvents/eventBytes';
import { totalNs, union } from '../index/intervals';
import type { IndexedFile, RankIndex } from '../index/rankIndex';
import { FILE_STRIDE_BYTES } from '../index/segmentEvents';
import { lowerBound, type RankView, upperBound } from './rankView';
import { busyNsOf, rowsOfLane, type SliceRange, sliceAt, slicesWithin } from './touching';

/** Links shown for one slice at most: a slice with more is no slice to follow arrows from. */
const MAX_LINKS = 1000;

export async function querySlice(rank: RankView, slice: number): Promise<SliceDetails> {
  const { index } = rank;
  const row = rank.rowOf(slice);
  const position = rank.laneOfRow(row);
  const summary = rank.summary(slice);
  const lane = index.lanes[position];
  const source = sourceOf(index, slice);
  const { args, argsNotice } = await readArgs(index, slice);
  const parent = parentOf(index, slice, row, position);
  return {
    ...summary,
    rankLabel: rank.label,
    groupName: index.groups.find(({ localId }) => localId === lane.groupLocalId)?.name ?? '',
    laneName: lane.name,
    epochStartNs: BigInt(index.baseUs) * 1000n + BigInt(index.slices.startNs[slice]),
    selfNs: summary.durationNs - nestedNs(index, slice, row, position),
    args,
    ...(argsNotice ? { argsNotice } : {}),
    ...(source ? { source } : {}),
    ...(parent === undefined ? {} : { parent: rank.summary(parent) }),
    links: await linksOf(rank, slice),
  };
}

/** The file that holds the slice's event, and where; undefined for a computed slice. */
function sourceOf(index: RankIndex, slice: number): SourceSpot | undefined {
  const offset = index.slices.byteOffset[slice];
  const file = fileAt(index, offset);
  return file && { path: file.path, byteOffset: offset % FILE_STRIDE_BYTES };
}

function fileAt(index: RankIndex, runOffset: number): IndexedFile | undefined {
  return runOffset < 0 ? undefined : index.files[Math.floor(runOffset / FILE_STRIDE_BYTES)];
}

async function readArgs(index: RankIndex, slice: number): Promise<{ args: ArgEntry[]; argsNotice?: Notice }> {
  const offset = index.slices.byteOffset[slice];
  if (offset < 0) return { args: [] };
  const pair = lowerBound(index.pairs.begin, offset);
  const isPair = index.pairs.begin[pair] === offset;
  const begin = await readEvent(index, offset);
  if ('notice' in begin) return { args: [], argsNotice: begin.notice };
  const end = isPair ? await readEvent(index, index.pairs.end[pair]) : { members: [] };
  const args = [...argsOf(begin.members)];
  if ('notice' in end) return { args, argsNotice: end.notice };
  return { args: [...args, ...argsOf(end.members)] };
}

async function readEvent(index: RankIndex, runOffset: number): Promise<{ members: ArgEntry[] } | { notice: Notice }> {
  const file = fileAt(index, runOffset);
  if (!file) return { members: [] };
  const byteOffset = runOffset % FILE_STRIDE_BYTES;
  const place = { path: file.path, byteOffset };
  try {
    const members = await readEventAt(file.path, byteOffset);
    return members ? { members } : { notice: notice('file-changed', 'warning', {}, place) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { notice: notice('file-unreadable', 'warning', { reason: error.message }, place) };
  }
}

function argsOf(members: readonly ArgEntry[]): readonly ArgEntry[] {
  const args = members.find(({ key }) => key === 'args')?.value;
  if (!args) return [];
  return args.kind === 'object' ? args.entries : [{ key: 'args', value: args }];
}

/** Length of the union of all slices of the lane that lie within this one, in rows below it. */
function nestedNs(index: RankIndex, slice: number, row: number, position: number): number {
  const { startNs, endNs } = index.slices;
  const rows = rowsWithin(index, slice, row, position);
  if (rows.length === 1) return busyNsOf(index, rows[0].row, rows[0]);
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { first, end } of rows)
    for (let at = first; at < end; at++) {
      starts.push(startNs[at]);
      ends.push(endNs[at]);
    }
  return totalNs(union(starts, ends));
}

interface RowPart extends SliceRange {
  readonly row: number;
}

/**
 * The slices that lie within this one, row by row. Where slices nest, the first row below covers all deeper ones, and is
 * enough; where they cross, what is inside may be in any row.
 */
function rowsWithin(index: RankIndex, slice: number, row: number, position: number): RowPart[] {
  const { startNs, endNs } = index.slices;
  const laneEndRow = rowsOfLane(index, position).end;
  const endRow = index.lanes[position].overlapCount === 0 ? Math.min(row + 2, laneEndRow) : laneEndRow;
  const parts: RowPart[] = [];
  for (let below = row + 1; below < endRow; below++) {
    const within = slicesWithin(index, below, startNs[slice], endNs[slice]);
    if (within.end > within.first) parts.push({ row: below, ...within });
  }
  return parts;
}

/** The innermost slice around this one: in the nearest row above that has one. */
function parentOf(index: RankIndex, slice: number, row: number, position: number): number | undefined {
  const { startNs, endNs } = index.slices;
  for (let above = row - 1; above >= rowsOfLane(index, position).first; above--) {
    const at = sliceAt(index, above, startNs[slice]);
    if (at !== undefined && endNs[at] >= endNs[slice]) return at;
  }
  return undefined;
}

async function linksOf(rank: RankView, slice: number): Promise<SliceLink[]> {
  const { flows } = rank.index;
  const links: SliceLink[] = [];
  for (const [order, own, direction] of [
    [rank.linksByTo, flows.toSlice, 'incoming'],
    [rank.linksByFrom, flows.fromSlice, 'outgoing'],
  ] as const) {
    for (let at = firstWith(order, own, slice); at < order.length && own[order[at]] === slice; at++) {
      if (links.length >= MAX_LINKS) return links;
      links.push(await linkOf(rank, order[at], direction));
    }
  }
  return links;
}

async function linkOf(rank: RankView, link: number, direction: SliceLink['direction']): Promise<SliceLink> {
  const { flows, lanes } = rank.index;
  const other = direction === 'incoming' ? flows.fromSlice[link] : flows.toSlice[link];
  return {
    direction,
    category: flows.categories[upperBound(flows.categoryFirst, link) - 1],
    flowId: await flowIdOf(rank, link),
    other: rank.summary(other),
    otherRankLabel: rank.label,
    otherLaneName: lanes[rank.laneOfRow(rank.rowOf(other))].name,
    delayNs: flows.toNs[link] - flows.fromNs[link],
    fromNs: flows.fromNs[link] + rank.offsetNs,
    toNs: flows.toNs[link] + rank.offsetNs,
  };
}

/** The id that the arrow's end has in the file, as it stands there. */
async function flowIdOf(rank: RankView, link: number): Promise<string> {
  const { flows, slices } = rank.index;
  const toSlice = flows.toSlice[link];
  // An arrow that the correlation of its slices makes has no event of its own.
  if (flows.byteOffset[link] === slices.byteOffset[toSlice]) return String(rank.ids.get('correlation', toSlice) ?? '');
  const event = await readEvent(rank.index, flows.byteOffset[link]);
  const id = 'members' in event ? event.members.find(({ key }) => key === 'id' || key === 'id2')?.value : undefined;
  return id?.kind === 'text' ? id.text : id?.kind === 'number' ? id.digits : '';
}

/** First position of `order` (links sorted by `column`) whose slice is not less than `slice`. */
function firstWith(order: Uint32Array, column: Uint32Array, slice: number): number {
  let from = 0;
  let to = order.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (column[order[middle]] < slice) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The slice beside (in the same row), around or first inside this one. */
export function queryNeighbour(rank: RankView, slice: number, direction: NeighbourDirection): SliceSummary | undefined {
  const { index } = rank;
  const row = rank.rowOf(slice);
  const position = rank.laneOfRow(row);
  let found: number | undefined;
  switch (direction) {
    case 'previous':
      found = slice - 1 >= index.rowFirstSlice[row] ? slice - 1 : undefined;
      break;
    case 'next':
      found = slice + 1 < index.rowFirstSlice[row + 1] ? slice + 1 : undefined;
      break;
    case 'parent':
      found = parentOf(index, slice, row, position);
      break;
    case 'child':
      found = childOf(index, slice, row, position);
      break;
  }
  return found === undefined ? undefined : rank.summary(found);
}

/** The first slice within this one: mostly in the next row, but where slices cross it may be further down. */
function childOf(index: RankIndex, slice: number, row: number, position: number): number | undefined {
  let found: number | undefined;
  for (const { first } of rowsWithin(index, slice, row, position))
    if (found === undefined || index.slices.startNs[first] < index.slices.startNs[found]) found = first;
  return found;
}

/** The slice whose event stands there; undefined if none does. */
export function sliceAtSource(rank: RankView, spot: SourceSpot): number | undefined {
  const file = rank.index.files.findIndex(({ path }) => path === spot.path);
  if (file < 0) return undefined;
  const slice = rank.index.slices.byteOffset.indexOf(file * FILE_STRIDE_BYTES + spot.byteOffset);
  return slice < 0 ? undefined : slice;
}
