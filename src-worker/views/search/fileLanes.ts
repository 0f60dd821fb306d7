/** Lanes of a csv or JSON-lines file: what of it is a rank's, by the times of its index. */
import { statSync } from 'node:fs';
import type {
  FileLanes,
  LaneFileReading,
  LaneFileReport,
  Notice,
  RankIndex,
  SkippedEvents,
} from '../../../src-contract';
import { notice } from '../../files/notices';
import { rolesOf } from '../../importers/laneFile/columns';
import { likelyOrigin, likelyUnit } from '../../importers/laneFile/instants';
import type { LaneSlices, RankLanes } from '../../importers/laneFile/laneStore';
import {
  firstTimeOf,
  type LaneFileContent,
  laneFileHead,
  needsUnit,
  readLaneFile,
} from '../../importers/laneFile/readLaneFile';
import { sourceAt } from '../../importers/traceEvents/eventPlaces';
import { packRows } from '../../index/arranging/packRows';

import { sliceTimesOf } from '../../index/columns/indexSlices';
import type { CounterLane } from '../../index/computed/computedCounters';
import type { LaneRows, RunsOfRow } from '../../index/computed/laneRows';
import type { DumpContext } from '../../model/dumpContext';
import type { RankView } from '../../query/rankView';

/** What of a file is shown of a rank. */
export interface RankFileLanes {
  readonly rows: readonly LaneRows[];
  /** The names that the rows' numbers mean, from `firstName` on. */
  readonly names: readonly string[];
  readonly counters: readonly CounterLane[];
  readonly notices: readonly Notice[];
  readonly skipped: readonly SkippedEvents[];
}

/** One of the user's files, and whether those of its rows are the rank's that name none. */
export interface FileOfRank {
  readonly lanes: FileLanes;
  readonly takesRest: boolean;
  /** Among the part's files. */
  readonly file: number;
  /** Names that the part has before it. */
  readonly firstName: number;
}

const DAY_NS = 86_400_000_000_000n;

/** Undefined where nothing of the file is the rank's. Rejects with a `TableError` where it can't be read. */
export async function fileLanesOf(
  dump: DumpContext,
  view: RankView,
  { lanes, takesRest, file, firstName }: FileOfRank,
): Promise<RankFileLanes | undefined> {
  const { path, reading, name } = lanes;
  const { columns } = await laneFileHead(path);
  if (columns.rank === undefined && !takesRest) return undefined;
  const { content, toIndexNs } = await readFor(dump, view, path, reading, name, columns.rank !== undefined);
  const own = ownNumbers(dump, view.rank, content, takesRest);
  const made = own.flatMap((number) => content.ranks.get(number) ?? []);
  const notices = takesRest ? noticesOf(dump, content, path) : [];
  const skipped = takesRest ? content.skipped : [];
  if (made.length === 0 && notices.length + skipped.length === 0) return undefined;
  const names: string[] = [];
  const rows = made.flatMap((part) => {
    const first = firstName + names.length;
    names.push(...namesOf(part));
    return [...part.slices].map(([lane, slices]) => rowsOf(lane, slices, toIndexNs, first, file));
  });
  const counters = made.flatMap(({ samples }) =>
    [...samples].map(([counter, { timeNs, value }]) => ({ name: counter, timeNs: timeNs.map(toIndexNs), value })),
  );
  return { rows, names, counters, notices, skipped };
}

/** What reading the file comes to, for who is about to add it. Rejects with a `TableError`. */
export async function laneFileReport(
  dump: DumpContext,
  path: string,
  rank: RankIndex,
  wanted?: LaneFileReading,
): Promise<LaneFileReport> {
  const view = await dump.timeline(rank);
  const file = await laneFileHead(path);
  const { columns } = file;
  const firstTime = await firstTimeOf(path, file);
  const unit = likelyUnit(firstTime);
  const extent = await extentOf(view);
  const origin = likelyOrigin(firstTime, columns.time.unit ?? unit, extent);
  const reading: LaneFileReading = wanted ?? { ...(unit && { unit }), origin, byNs: 0 };
  const read = view && (await readFor(dump, view, path, reading, '', columns.rank !== undefined));
  const all = [...(read?.content.ranks.values() ?? [])];
  const times = all.flatMap(({ slices, samples }) => [
    ...[...slices.values()].map(({ startNs }) => startNs),
    ...[...samples.values()].map(({ timeNs }) => timeNs),
  ]);
  const slices = all.flatMap((own) => [...own.slices.values()]);
  const samples = all.flatMap((own) => [...own.samples.values()]);
  const roles = rolesOf(columns);
  const lanes = new Set(
    all.flatMap((own) => [...own.slices.keys(), ...[...own.samples.keys()].map((key) => `${key}\0`)]),
  );
  return {
    columns: columns.header.map((header, at) => ({ header, role: roles[at] })),
    needsUnit: needsUnit(columns, firstTime),
    ...(unit && { likelyUnit: unit }),
    likelyOrigin: origin,
    hasRanks: columns.rank !== undefined,
    rowCount: read?.content.rowCount ?? 0,
    sliceCount: slices.reduce((sum, { startNs }) => sum + startNs.length, 0),
    sampleCount: samples.reduce((sum, { timeNs }) => sum + timeNs.length, 0),
    laneCount: lanes.size,
    withinCount: times.reduce((sum, own) => sum + withinOf(own, read?.toIndexNs, view), 0),
    notices: read ? noticesOf(dump, read.content, path) : [],
    skipped: read?.content.skipped ?? [],
  };
}

interface ReadFile {
  readonly content: LaneFileContent;
  readonly toIndexNs: (ns: number) => number;
}

async function readFor(
  dump: DumpContext,
  view: RankView,
  path: string,
  reading: LaneFileReading,
  title: string,
  isShared: boolean,
): Promise<ReadFile> {
  const zeroNs = (await view.timeBaseNs) + BigInt(view.index.baseUs) * 1000n;
  // The same for ranks that began on one day: one reading serves all of them.
  const baseNs = reading.origin === 'start' ? 0n : zeroNs - (zeroNs % DAY_NS);
  const options = { ...reading, baseNs, title, onBlock: () => dump.stopIfUnwanted() };
  const read = () => readLaneFile(path, options);
  const version = JSON.stringify([path, reading, title, String(baseNs), versionOf(path)]);
  // Each rank asks for its rows: one file, the last one, is kept for all of them.
  const content = await (isShared ? dump.memo('file of lanes', read, version) : read());
  const added = Number(baseNs - zeroNs);
  return { content, toIndexNs: reading.origin === 'start' ? (ns) => view.time.first(ns) : (ns) => ns + added };
}

function versionOf(path: string): string {
  const { size, mtimeMs } = statSync(path);
  return `${size} ${mtimeMs}`;
}

/** Numbers of ranks whose rows are this rank's. */
function ownNumbers(
  dump: DumpContext,
  rank: RankIndex,
  content: LaneFileContent,
  takesRest: boolean,
): readonly (number | undefined)[] {
  const number = dump.rankAt(rank)?.rank ?? rank;
  return [...content.ranks.keys()].filter((own) => (own === undefined ? takesRest : own === number));
}

/** Of the file as a whole, and of rows that no rank of the dump has. */
function noticesOf(dump: DumpContext, { ranks, notices }: LaneFileContent, path: string): readonly Notice[] {
  const known = new Set(Array.from({ length: dump.placeCount }, (_, at) => dump.rankAt(at)?.rank ?? at));
  const others = [...ranks.keys()].filter((own) => own !== undefined && !known.has(own));
  if (others.length === 0) return notices;
  const names = others.slice(0, 5).join(', ') + (others.length > 5 ? ', …' : '');
  return [...notices, notice('lane-file-other-ranks', 'warning', { count: others.length, ranks: names }, { path })];
}

function namesOf({ slices }: RankLanes): readonly string[] {
  for (const { names } of slices.values()) return names;
  return [];
}

/** Slices that overlap get rows of their own, as in any lane. */
function rowsOf(
  name: string,
  slices: LaneSlices,
  toIndexNs: (ns: number) => number,
  firstName: number,
  file: number,
): LaneRows {
  const startNs = slices.startNs.map(toIndexNs);
  const endNs = slices.endNs.map(toIndexNs);
  const { rows, rowCount } = packRows(sliceTimesOf(startNs, endNs), 0, startNs.length, undefined);
  const ofRow = Array.from({ length: rowCount }, (): number[] => []);
  for (let at = 0; at < startNs.length; at++) ofRow[rows[at]].push(at);
  return {
    name,
    rows: ofRow.map(
      (own): RunsOfRow => ({
        startNs: Float64Array.from(own, (at) => startNs[at]),
        endNs: Float64Array.from(own, (at) => endNs[at]),
        text: Float64Array.from(own, (at) => firstName + slices.name[at]),
        source: Float64Array.from(own, (at) => sourceAt(file, slices.byteOffset[at])),
      }),
    ),
  };
}

/** By the rank's own clock. */
async function extentOf(
  view: RankView | undefined,
): Promise<{ readonly startNs: bigint; readonly endNs: bigint } | undefined> {
  if (!view) return undefined;
  const zeroNs = (await view.timeBaseNs) + BigInt(view.index.baseUs) * 1000n;
  const { startNs, endNs } = view.index;
  return { startNs: zeroNs + BigInt(Math.round(startNs)), endNs: zeroNs + BigInt(Math.round(endNs)) };
}

function withinOf(
  times: Float64Array,
  toIndexNs: ReadFile['toIndexNs'] | undefined,
  view: RankView | undefined,
): number {
  if (!toIndexNs || !view) return 0;
  const { startNs, endNs } = view.index;
  let count = 0;
  for (const time of times) {
    const ns = toIndexNs(time);
    if (ns >= startNs && ns <= endNs) count++;
  }
  return count;
}
