import { open, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { systemCode } from '../../src-contract/wire/systemErrors';

/** How far a dump is that somebody is writing. */
export type DumpState =
  | { readonly kind: 'absent' }
  /** `print`: changes with everything that is written. */
  | {
      readonly kind: 'growing' | 'whole' | 'raw';
      readonly ranks: number;
      /** All ranks have files of the same names: none is behind the others. */
      readonly isEven: boolean;
      readonly print: string;
    };

export interface ArrivalLimits {
  /** A dump that is whole has to stand still for so long, where nobody knows how many ranks it will have … */
  readonly quietMs: number;
  /** … and where all that are expected are there. */
  readonly allQuietMs: number;
  /** One of which nothing has been analysed, that lacks ranks, or files of some, for so long. */
  readonly patienceMs: number;
  /** Nothing comes after so long … */
  readonly limitMs: number;
  /** … nor where there is nothing at all of it after so long. */
  readonly absentMs: number;
  readonly everyMs: number;
}

/** A job that asks for a profile every two hours can wait for a dump of some GB. */
export const usualArrival: ArrivalLimits = {
  ...{ quietMs: 2_000, allQuietMs: 1_000, patienceMs: 120_000, limitMs: 1_800_000, absentMs: 1_800_000, everyMs: 250 },
};

/** Of what may never have been asked for: a profiler makes its folder when it begins, which it does with the next step. */
export const UNSURE_MS = 300_000;

export type Arrival =
  | { readonly kind: 'complete'; readonly paths: readonly string[]; readonly ranks: number }
  /** Raw data alone: the profiler did not analyse them. */
  | { readonly kind: 'raw'; readonly ranks: number }
  /** Nothing came, or it never stood still. */
  | { readonly kind: 'late'; readonly ranks: number };

const RANK_FOLDER = /_ascend_(?:pt|ms)$/;
const OUTPUT = 'ASCEND_PROFILER_OUTPUT';
/** An array, or an object, is over. */
const LAST_BYTES = 64;
/** `PROF_…/device_0/sqlite`. */
const RAW_DEPTH = 3;
const MOST_RAW_FOLDERS = 32;

/**
 * Waits until the dump is there as a whole. `place`: its folder, or (GPU) what the names of its files begin with; `ranks`: how many are expected,
 * undefined: nobody knows. Undefined when it was aborted. Rejects for nothing that a file system does.
 */
export async function arrivedDump(
  place: { readonly path: string; readonly form: 'folder' | 'file' },
  ranks: number | undefined,
  limits: ArrivalLimits,
  signal: AbortSignal,
): Promise<Arrival | undefined> {
  const begunMs = performance.now();
  let since = begunMs;
  let last = '';
  for (;;) {
    if (signal.aborted) return undefined;
    const state = await dumpState(place);
    const nowMs = performance.now();
    const print = state.kind === 'absent' ? '' : `${state.kind} ${state.print}`;
    if (print !== last) since = nowMs;
    last = print;
    const quietMs = nowMs - since;
    const found = state.kind === 'absent' ? 0 : state.ranks;
    if (state.kind === 'whole' && quietMs >= neededQuiet(state, ranks, limits))
      return { kind: 'complete', paths: await pathsOf(place), ranks: found };
    if (state.kind === 'raw' && quietMs >= limits.patienceMs) return { kind: 'raw', ranks: found };
    if (nowMs - begunMs >= (state.kind === 'absent' ? Math.min(limits.absentMs, limits.limitMs) : limits.limitMs))
      return { kind: 'late', ranks: found };
    await wait(limits.everyMs, undefined, { signal }).catch(() => {});
  }
}

function neededQuiet(
  { ranks: found, isEven }: Exclude<DumpState, { readonly kind: 'absent' }>,
  ranks: number | undefined,
  { quietMs, allQuietMs, patienceMs }: ArrivalLimits,
): number {
  if (!isEven || found < (ranks ?? 0)) return patienceMs;
  return ranks === undefined ? quietMs : allQuietMs;
}

/** Of this moment. */
export async function dumpState(place: {
  readonly path: string;
  readonly form: 'folder' | 'file';
}): Promise<DumpState> {
  try {
    return place.form === 'file' ? await stateOfFiles(place.path) : await stateOfFolder(place.path);
  } catch (error) {
    // Not there yet, or not at the moment.
    if (systemCode(error) !== undefined) return { kind: 'absent' };
    throw error;
  }
}

async function pathsOf({ path, form }: { readonly path: string; readonly form: 'folder' | 'file' }): Promise<string[]> {
  return form === 'folder' ? [path] : filesOf(path);
}

async function filesOf(path: string): Promise<string[]> {
  const begin = basename(path).replace(/\.json$/, '');
  const names = (await readdir(dirname(path))).filter((name) => name.startsWith(begin) && name.endsWith('.json'));
  return names.sort().map((name) => join(dirname(path), name));
}

async function stateOfFiles(path: string): Promise<DumpState> {
  const files = await filesOf(path);
  if (files.length === 0) return { kind: 'absent' };
  const ends = await Promise.all(files.map(isEnded));
  const prints = await Promise.all(files.map(printOf));
  return { kind: ends.every(Boolean) ? 'whole' : 'growing', ranks: files.length, isEven: true, print: prints.join() };
}

/** A folder a rank. */
async function stateOfFolder(path: string): Promise<DumpState> {
  const folders = (await readdir(path)).filter((name) => RANK_FOLDER.test(name)).sort();
  if (folders.length === 0) return { kind: 'absent' };
  const ranks = await Promise.all(folders.map((name) => stateOfRank(join(path, name))));
  const kinds = new Set(ranks.map(({ kind }) => kind));
  const kind = kinds.has('growing') ? 'growing' : kinds.has('raw') ? 'raw' : 'whole';
  const isEven = new Set(ranks.map(({ names }) => names)).size === 1;
  return { kind, ranks: folders.length, isEven, print: ranks.map(({ print }) => print).join() };
}

/** How far one rank's folder of a dump is. */
export interface RankDumpState {
  readonly kind: 'growing' | 'whole' | 'raw';
  /** Changes with everything that is written. */
  readonly print: string;
  /** Of its outputs. */
  readonly names: string;
  /** Names of its `profiler_info*.json`. */
  readonly infos: readonly string[];
}

/** Rejects with the system's error. */
export async function stateOfRank(folder: string): Promise<RankDumpState> {
  const names = await readdir(folder);
  const infos = names.filter((name) => /^profiler_info.*\.json$/.test(name));
  const outputs = names.includes(OUTPUT) ? (await readdir(join(folder, OUTPUT))).sort() : [];
  const paths = [...infos.map((name) => join(folder, name)), ...outputs.map((name) => join(folder, OUTPUT, name))];
  const print = (await Promise.all(paths.map(printOf))).join();
  const own = { names: outputs.join('/'), print, infos };
  if (infos.length === 0) return { kind: 'growing', ...own };
  const timelines = outputs.filter((name) => name === 'trace_view.json');
  const isDatabase = outputs.some((name) => name.endsWith('.db'));
  if (timelines.length === 0 && !isDatabase) {
    if (outputs.length > 0) return { kind: 'growing', ...own };
    // Who analyses them beside the job writes below them for minutes before there is an output.
    return { kind: 'raw', ...own, print: [print, ...(await foldersBelow(folder, RAW_DEPTH))].join() };
  }
  const ends = await Promise.all(timelines.map((name) => isEnded(join(folder, OUTPUT, name))));
  // SQLite has a journal beside a database that is being written.
  const isOpen = outputs.some((name) => /\.db-(?:journal|wal)$/.test(name));
  return { kind: ends.every(Boolean) && !isOpen ? 'whole' : 'growing', ...own };
}

/** When something was made or removed in each folder below. */
async function foldersBelow(folder: string, depth: number): Promise<string[]> {
  const entries = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const below = await Promise.all(
    entries.slice(0, MOST_RAW_FOLDERS).map(async ({ name }) => {
      const path = join(folder, name);
      const { mtimeMs } = await stat(path);
      return [`${name} ${mtimeMs}`, ...(depth > 1 ? await foldersBelow(path, depth - 1) : [])];
    }),
  );
  return below.flat();
}

async function printOf(path: string): Promise<string> {
  const { size, mtimeMs } = await stat(path);
  return `${basename(path)} ${size} ${mtimeMs}`;
}

async function isEnded(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const bytes = Buffer.alloc(Math.min(size, LAST_BYTES));
    await file.read(bytes, 0, bytes.length, size - bytes.length);
    return /[\]}]\s*$/.test(bytes.toString('latin1'));
  } finally {
    await file.close();
  }
}
