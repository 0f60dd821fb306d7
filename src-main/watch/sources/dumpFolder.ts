import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../../../src-contract/wire/systemErrors';
import { dumpSteps } from '../../../src-watch/lines/dumpSteps';
import { rankOfName } from '../../../src-watch/lines/rankOfName';
import type { RankStep } from '../../../src-watch/rule/jobSteps';
import { withPast } from '../../../src-watch/rule/stepAges';
import type { SourceStatus } from '../../../src-watch/why/whyNoData';
import { type RankDumpState, stateOfRank } from '../dumpArrival';
import type { Look, StepSource } from '../stepSource';
import { isDumpDatabase, stepsOfDatabase } from './dumpDatabase';

/** Dumps that appear below a folder while the job runs. */
export interface DumpsForm {
  readonly kind: 'dumps';
}

export interface DumpTimes {
  /** A dump that is whole has stood still for so long. */
  readonly quietMs: number;
  /** Folders are read so often: a server tells nobody of what others write there. */
  readonly everyMs: number;
}

const usualTimes: DumpTimes = { quietMs: 4_000, everyMs: 2_000 };
const RANK_FOLDER = /_ascend_(?:pt|ms)$/;
const OUTPUT = 'ASCEND_PROFILER_OUTPUT';
/** Folders below folders: a job, its date, its ranks. */
const MOST_DEPTH = 4;
const MOST_FOLDERS = 20_000;

interface Growing {
  print: string;
  sinceMs: number;
}

interface Saved {
  /** Rank folders whose steps have been told. */
  readonly done: readonly string[];
}

/** Each rank's folder of a dump is read once, when its profiler has written everything; its steps are samples of the job. */
export class DumpFolder implements StepSource {
  readonly isEnded = false;
  readonly isSporadic = true;
  readonly #done: Set<string>;
  readonly #growing = new Map<string, Growing>();
  #state: SourceStatus['state'] = 'new';
  #reason: string | undefined;
  /** Rank folders that were there before anybody looked. */
  #found: ReadonlySet<string> | undefined;
  #lookedMs = Number.NEGATIVE_INFINITY;
  #changedMs: number;
  #stepCount = 0;

  constructor(
    readonly path: string,
    saved?: unknown,
    readonly times: DumpTimes = usualTimes,
    readonly nowMs: () => number = () => performance.now(),
  ) {
    this.#done = new Set((saved as Saved | undefined)?.done);
    this.#changedMs = nowMs();
  }

  get count(): number {
    return Math.max(1, this.#done.size);
  }

  get status(): readonly SourceStatus[] {
    return [
      {
        ...{ path: this.path, state: this.#state, reason: this.#reason, lineCount: this.#done.size },
        ...{ isKnown: this.#stepCount > 0, lastLine: undefined, rank: undefined, needs: 'dumps' },
        unchangedMs: this.nowMs() - this.#changedMs,
      },
    ];
  }

  save(): unknown {
    return { done: [...this.#done] } satisfies Saved;
  }

  async look(): Promise<Look> {
    const nowMs = this.nowMs();
    if (nowMs - this.#lookedMs < this.times.everyMs) return { steps: [], news: [] };
    this.#lookedMs = nowMs;
    try {
      const steps = await this.#read(nowMs);
      this.#state = 'following';
      this.#reason = undefined;
      return { steps, news: [] };
    } catch (error) {
      const code = systemCode(error);
      if (code === undefined) throw error;
      this.#state = code === 'ENOENT' ? 'missing' : 'unreachable';
      this.#reason = code;
      return { steps: [], news: [] };
    }
  }

  async #read(nowMs: number): Promise<RankStep[][]> {
    const ofRanks = new Map<number | undefined, RankStep[]>();
    const folders = await rankFolders(this.path);
    this.#found ??= new Set(folders);
    for (const folder of folders) {
      if (this.#done.has(folder)) continue;
      const state = await stateOfRank(folder).catch(goneMeanwhile);
      if (!state || !this.#isQuiet(folder, state, nowMs)) continue;
      const rank = rankOf(folder, state);
      const own = await stepsOf(folder, rank);
      const steps = this.#found.has(folder) ? withPast(own, await ageMs(folder)) : own;
      ofRanks.set(rank, [...(ofRanks.get(rank) ?? []), ...steps]);
      this.#done.add(folder);
      this.#growing.delete(folder);
      this.#stepCount += steps.length;
      this.#changedMs = nowMs;
    }
    // Several dumps that are found at once: as they were taken.
    return [...ofRanks.values()].map((own) => own.sort((a, b) => a.step - b.step));
  }

  #isQuiet(folder: string, { kind, print }: RankDumpState, nowMs: number): boolean {
    const before = this.#growing.get(folder);
    if (!before || before.print !== print) {
      this.#growing.set(folder, { print, sinceMs: nowMs });
      return false;
    }
    return kind === 'whole' && nowMs - before.sinceMs >= this.times.quietMs;
  }
}

async function rankFolders(root: string): Promise<string[]> {
  const found: string[] = [];
  let level = [root];
  let seen = 0;
  for (let depth = 0; depth < MOST_DEPTH && level.length > 0; depth++) {
    const next: string[] = [];
    for (const folder of level) {
      const entries = await (folder === root
        ? readdir(folder, { withFileTypes: true })
        : readdir(folder, { withFileTypes: true }).catch(goneMeanwhile));
      for (const entry of entries ?? []) {
        if (!entry.isDirectory() || ++seen > MOST_FOLDERS) continue;
        (RANK_FOLDER.test(entry.name) ? found : next).push(join(folder, entry.name));
      }
    }
    level = next;
  }
  return found.sort();
}

/** A folder that somebody has taken away, or may not be read, is none. */
function goneMeanwhile(error: unknown): undefined {
  if (systemCode(error) === undefined) throw error;
}

/** "profiler_info_5.json" says it, else the folder's name. */
function rankOf(folder: string, { infos }: RankDumpState): number | undefined {
  const [told] = infos.flatMap((name) => /^profiler_info_(\d{1,6})\.json$/.exec(name)?.[1] ?? []);
  return told === undefined ? rankOfName(folder) : Number(told);
}

/** How long ago its profiler was done. */
async function ageMs(folder: string): Promise<number> {
  const about = await stat(join(folder, OUTPUT)).catch(goneMeanwhile);
  return about ? Date.now() - about.mtimeMs : 0;
}

async function stepsOf(folder: string, rank: number | undefined): Promise<readonly RankStep[]> {
  const text = await readFile(join(folder, OUTPUT, 'step_trace_time.csv'), 'utf8').catch(goneMeanwhile);
  if (text !== undefined) return dumpSteps(text, rank);
  const names = await readdir(join(folder, OUTPUT)).catch(goneMeanwhile);
  const database = names?.find(isDumpDatabase);
  return database === undefined ? [] : stepsOfDatabase(join(folder, OUTPUT, database), rank);
}
