/**
 * Which ranks are of one job and one profile, by the names that trainings and profilers give:
 *
 *     modelarts-job-6f9619ff-8b86-d011-b42d-00c04fc964ff/       ModelArts: the id of the job
 *       manual_profiling_dump_20251120103000/                   asked for by somebody, or auto_…: one profile
 *         node-0_4711_20251120103001123_ascend_pt/              torch_npu: host, process, when
 *     job_4f2a_node-0_4711.1763627401123.json                   PerfTracker: job, host, process
 *     node-0_4711.1763627401123456789.pt.trace.json             torch.profiler for TensorBoard: host, process, when
 *
 * Where names tell nothing, ranks that have the same numbers in several folders are several jobs.
 */
import { basename } from 'node:path';
import type { RankJob } from '../../src-contract';
import type { DiscoveredRank } from './discoveredDump';

type NamedRank = Pick<DiscoveredRank, 'rank' | 'place'>;

interface OwnName {
  /** Process that was profiled, with its host; it is in a profile once. */
  readonly process?: string;
  readonly startedMs?: number;
  readonly job?: string;
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const MODELARTS_JOB = new RegExp(`^(?:[a-z]+-)*${UUID}(?:-.*)?$`, 'i');
const PROFILE_FOLDER = /^([a-z]+(?:_[a-z]+)*)_profiling_dump_([\dT:._-]+)$/i;
const TORCH_NPU = /^(.+_\d+)_(\d{14,})_ascend_(?:pt|ms)$/;
const PERFTRACKER = /^job_(.+?)_([^_]+)_(\d+)(?:[._](\d{10,19}))?(?:[._](?:pt|trace|timeline))*\.json(?:\.gz)?$/i;

const TENSORBOARD = /^(.+)\.(\d{10,19})\.pt\.trace\.json(?:\.gz)?$/i;

/** Host of a trace that PerfTracker named; undefined for any other name. */
export function perfTrackerHost(name: string): string | undefined {
  return PERFTRACKER.exec(name)?.[2];
}

/** Of a trace that torch.profiler wrote for TensorBoard: who was profiled, "node-0_4711", and when; undefined for other names. */
export function tensorBoardName(name: string): { readonly worker: string; readonly startedMs?: number } | undefined {
  const [, worker, time] = TENSORBOARD.exec(name) ?? [];
  return worker === undefined ? undefined : { worker, ...timed(time) };
}

/** Host and process that was profiled, and when the profile was begun, as far as the names of its place tell. */
export function profileNames(place: string): { readonly process?: string; readonly startedMs?: number } {
  const { process, startedMs } = ownName(place);
  return { ...(process !== undefined && { process }), ...(startedMs !== undefined && { startedMs }) };
}

/**
 * Of each rank the job it is of, in the order of the ranks; all undefined where there is only one. `opened`: the paths that
 * the user opened, each perhaps a job.
 */
export function jobsOf(ranks: readonly NamedRank[], opened: readonly string[]): readonly (RankJob | undefined)[] {
  const groups = namedApart(
    [...byKey(ranks, (rank) => folderKey(rank.place)).values()]
      .flatMap(profilesOf)
      .flatMap((group) => branchesOf(group, opened)),
  );
  if (groups.length < 2) return ranks.map(() => undefined);
  const jobs = new Map<NamedRank, RankJob>();
  for (const [index, group] of groups.entries()) {
    const startedMs = startOf(group.ranks);
    const job: RankJob = { key: `${index}`, name: group.name, ...(startedMs === undefined ? {} : { startedMs }) };
    for (const rank of group.ranks) jobs.set(rank, job);
  }
  return ranks.map((rank) => jobs.get(rank));
}

/**
 * Without what was opened twice, and of ranks that their profiler has given one name (host, process, time) only the last: it
 * is a newer copy of the others.
 */
export function newestCopies<T extends NamedRank>(ranks: readonly T[]): readonly T[] {
  const byPlace = new Map(ranks.map((rank) => [rank.place, rank]));
  return [...new Map([...byPlace.values()].map((rank) => [uniqueName(rank.place) ?? rank.place, rank])).values()];
}

/** A name that no two profiles have; with what is in it, since a folder may hold several ranks. */
function uniqueName(place: string): string | undefined {
  const parts = partsOf(place);
  const at = parts.findLastIndex((part) => TORCH_NPU.test(part));
  return at < 0 ? undefined : parts.slice(at).join('/');
}

interface Group {
  readonly name: string;
  readonly ranks: readonly NamedRank[];
  /** Where the folder has given it its name. */
  readonly path?: string;
}

/** Folders of one name with those above them, as far as it takes: "a/job" and "b/job". */
function namedApart(groups: readonly Group[]): readonly Group[] {
  return groups.map((group) => {
    const namesakes = groups.filter(({ name, path }) => path !== undefined && name === group.name);
    if (group.path === undefined || namesakes.length < 2) return group;
    const own = partsOf(group.path);
    const others = namesakes.filter((other) => other !== group).map(({ path = '' }) => partsOf(path));
    const isTold = (count: number) =>
      others.every((other) => own.slice(-count).join('/') !== other.slice(-count).join('/'));
    let count = 1;
    while (count < own.length && !isTold(count)) count++;
    return { ...group, name: own.slice(-count).join('/') };
  });
}

/** What is told by folders above the rank, and by PerfTracker's files: '' where nothing is. */
function folderKey(place: string): string {
  const parts = partsOf(place);
  const profile = parts.findLastIndex((part) => PROFILE_FOLDER.test(part));
  if (profile >= 0) return parts.slice(0, profile + 1).join('/');
  const job = parts.findLastIndex((part) => MODELARTS_JOB.test(part));
  if (job >= 0) return parts.slice(0, job + 1).join('/');
  return ownName(place).job ?? '';
}

/** "modelarts-job-… (manual)": the job, and who asked for the profile. */
function nameOfKey(key: string): string {
  const parts = key.split('/');
  const last = parts[parts.length - 1];
  const asked = PROFILE_FOLDER.exec(last)?.[1];
  if (asked === undefined) return last;
  const job = parts.findLast((part) => MODELARTS_JOB.test(part)) ?? parts.at(-2);
  return job ? `${job} (${asked})` : last;
}

/** Ranks of one profile begin it at the same step. */
const PROFILE_BEGINS_WITHIN_MS = 600_000;

/** A process that is there twice was profiled twice: its profiles are told apart by when they began. */
function profilesOf(ranks: readonly NamedRank[]): Group[] {
  const key = folderKey(ranks[0].place);
  const name = key === '' ? '' : nameOfKey(key);
  const inTime = [...ranks].sort((a, b) => (ownName(a.place).startedMs ?? 0) - (ownName(b.place).startedMs ?? 0));
  const names = ranks.flatMap(({ place }) => ownName(place).process ?? []);
  const haveSeveral = new Set(names).size < names.length;
  const profiles: { ranks: NamedRank[]; processes: Set<string> }[] = [{ ranks: [], processes: new Set() }];
  let beforeMs = Number.POSITIVE_INFINITY;
  for (const rank of inTime) {
    const { process, startedMs } = ownName(rank.place);
    const last = profiles[profiles.length - 1];
    const isAnother = process !== undefined && startedMs !== undefined && last.processes.has(process);
    // Of who was profiled once each nothing but their clocks may be apart.
    const isLater = haveSeveral && startedMs !== undefined && startedMs - beforeMs > PROFILE_BEGINS_WITHIN_MS;
    beforeMs = startedMs ?? beforeMs;
    if (isAnother || isLater)
      profiles.push({ ranks: [rank], processes: new Set(process === undefined ? [] : [process]) });
    else {
      last.ranks.push(rank);
      if (process !== undefined) last.processes.add(process);
    }
  }
  return profiles.map((profile) => ({ name: name || folderAbove(profile.ranks), ranks: profile.ranks }));
}

/**
 * The same rank numbers in several folders: each folder is a job. Of folders found in one that was opened only where each
 * has several ranks: a single one too many is more likely a copy.
 */
function branchesOf(group: Group, opened: readonly string[]): Group[] {
  const numbers = group.ranks.map(({ rank }) => rank);
  if (new Set(numbers).size === numbers.length || numbers.includes(undefined)) return [group];
  const common = commonParts(group.ranks.map(({ place }) => place));
  const ofOpened = (place: string) => opened.find((path) => place === path || isBelow(place, path)) ?? '';
  const isByOpened = new Set(group.ranks.map(({ place }) => ofOpened(place))).size > 1;
  const branches = byKey(group.ranks, ({ place }) =>
    isByOpened
      ? ofOpened(place)
      : partsOf(place)
          .slice(0, common + 1)
          .join('/'),
  );
  const areJobs = [...branches.values()].every(
    (ranks) => new Set(ranks.map(({ rank }) => rank)).size === ranks.length && (isByOpened || ranks.length > 1),
  );
  if (!areJobs) return [group];
  return [...branches].map(([path, ranks]) => ({ name: basename(path), ranks, path }));
}

/**
 * Jobs of ranks whose files say only inside which rank they are: by the first folder in which their paths differ. Undefined
 * where that is one folder, or where a number comes twice in one: these are copies, or profiles of one job.
 */
export function jobsByFolder(
  ranks: readonly { readonly rank?: number | undefined; readonly folder: string }[],
): readonly RankJob[] | undefined {
  const parts = ranks.map(({ folder }) => partsOf(folder));
  const common = parts[0]?.findIndex((part, i) => parts.some((other) => other[i] !== part)) ?? -1;
  if (common < 0) return undefined;
  const keys = parts.map((own) => own.slice(0, common + 1).join('/'));
  const numbered = ranks.flatMap(({ rank }, i) => (rank === undefined ? [] : [`${keys[i]} ${rank}`]));
  if (new Set(numbered).size < numbered.length) return undefined;
  return parts.map((own, i) => ({ key: keys[i] ?? '', name: own[common] ?? basename(keys[i] ?? '') }));
}

function ownName(place: string): OwnName {
  for (const part of partsOf(place).reverse()) {
    const torch = TORCH_NPU.exec(part);
    if (torch) return { process: torch[1], ...timed(torch[2]) };
    const tracked = PERFTRACKER.exec(part);
    if (tracked) return { job: `job_${tracked[1]}`, process: `${tracked[2]}_${tracked[3]}`, ...timed(tracked[4]) };
    const logged = TENSORBOARD.exec(part);
    if (logged) return { process: logged[1], ...timed(logged[2]) };
  }
  return {};
}

function timed(text: string | undefined): { startedMs?: number } {
  const startedMs = text === undefined ? undefined : timeInName(text);
  return startedMs === undefined ? {} : { startedMs };
}

/** When the profile began: its folder says it, or the earliest of its ranks. */
function startOf(ranks: readonly NamedRank[]): number | undefined {
  const folder = partsOf(ranks[0].place).findLast((part) => PROFILE_FOLDER.test(part));
  const told = folder === undefined ? undefined : timeInName(PROFILE_FOLDER.exec(folder)?.[2] ?? '');
  if (told !== undefined) return told;
  const times = ranks.flatMap(({ place }) => ownName(place).startedMs ?? []);
  return times.length === 0 ? undefined : times.reduce((least, time) => Math.min(least, time));
}

/**
 * Ms since the epoch of a time in a name: "20251120103001", "2025-11-20_10-30-01", with ms behind it or without, by the clock of
 * this machine's zone; or s, ms, µs, ns since the epoch. Undefined for anything else.
 */
export function timeInName(text: string): number | undefined {
  const digits = text.replaceAll(/\D/g, '');
  const calendar = /^(20\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])([01]\d|2[0-3])([0-5]\d)([0-5]\d)(\d{3})?$/.exec(
    digits,
  );
  if (calendar) {
    const [year, month, day, hour, minute, second, ms = 0] = calendar.slice(1).map((part) => Number(part ?? 0));
    return new Date(year, month - 1, day, hour, minute, second, ms).getTime();
  }
  const msPerDigitCount: Readonly<Record<number, number>> = { 10: 1000, 13: 1, 16: 1e-3, 19: 1e-6 };
  const unitMs = msPerDigitCount[digits.length];
  return unitMs === undefined ? undefined : Math.floor(Number(digits) * unitMs);
}

function folderAbove(ranks: readonly NamedRank[]): string {
  const parts = partsOf(ranks[0].place);
  return parts[commonParts(ranks.map(({ place }) => place)) - 1] ?? parts[0] ?? '';
}

/** How many folders all of these paths begin with; of one path, those above it. */
function commonParts(places: readonly string[]): number {
  const [first, ...others] = places.map(partsOf);
  const differs = first.findIndex((part, i) => others.some((other) => other[i] !== part));
  return others.length === 0 || differs < 0 ? first.length - 1 : differs;
}

const partsOf = (path: string): string[] => path.split(/[\\/]/);

const isBelow = (path: string, folder: string): boolean =>
  /[\\/]/.test(path[folder.length] ?? '') && path.startsWith(folder);

function byKey<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const own = groups.get(keyOf(item));
    if (own) own.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
