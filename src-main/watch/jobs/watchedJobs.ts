import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type {
  LiveBeforeProfile,
  LiveDiagnosis,
  LiveEvent,
  LiveJobChange,
  LiveJobId,
  LiveJobWish,
  LiveLimits,
  LiveProfileRequest,
  LiveSeries,
  LiveSeriesQuery,
  LiveSources,
  LiveText,
  LiveUpdate,
  LiveWhy,
} from '../../../src-contract';
import { liveJobWish } from '../../../src-contract/arguments/liveArguments';
import { systemCode } from '../../../src-contract/wire/systemErrors';
import { spoken } from '../../../src-watch/words/spoken';
import { writeOwnFile } from '../../base/ownFiles';
import type { MetricLogin } from '../metricLogin';
import { watchFolder } from '../watchFiles';
import { liveError } from './liveError';
import { WatchedJob } from './watchedJob';

/** News are told at most so often … */
const PACE_MS = 250;
/** … and whoever waits for them hears after so long that there are none: a window that is gone waits no longer. */
const PATIENCE_MS = 10_000;
const MOST_JOBS = 32;

export interface WatchedJobsOptions {
  readonly configDir: string;
  /** What a window may have run when there is an alarm: told by whoever started the program. */
  readonly command: string | undefined;
  readonly metricLogin?: MetricLogin | undefined;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The command line, which says what is in a dump; undefined: nothing does. */
  readonly program?: string | undefined;
}

/** The jobs that the windows of a program watch. Those of the last time are watched again when a window first asks. */
export class WatchedJobs {
  readonly #options: WatchedJobsOptions;
  readonly #jobs = new Map<LiveJobId, WatchedJob>();
  readonly #path: string;
  #revision = 1;
  #toldMs = Number.NEGATIVE_INFINITY;
  #restoring: Promise<void> | undefined;
  #waiting: (() => void)[] = [];
  #writing: Promise<void> = Promise.resolve();
  #isEnded = false;

  constructor(options: WatchedJobsOptions) {
    this.#options = options;
    this.#path = join(watchFolder(options.configDir), 'jobs.json');
  }

  /** Answers when something is newer than `seen` (0: at once). */
  async update(seen: number): Promise<LiveUpdate> {
    await this.#restored();
    // A greater one is of a program that has ended since.
    if (this.#revision === seen && !this.#isEnded) await this.#news();
    const restMs = this.#toldMs + PACE_MS - performance.now();
    if (seen > 0 && restMs > 0) await wait(restMs);
    this.#toldMs = performance.now();
    return { revision: this.#revision, jobs: [...this.#jobs.values()].map(({ state }) => state) };
  }

  /** Rejects with a sentence where it makes no sense: a pattern that is none, hosts that are none, too many jobs. */
  async add(wish: LiveJobWish): Promise<LiveJobId> {
    await this.#restored();
    if (this.#jobs.size >= MOST_JOBS) throw liveError(spoken('jobs.too-many', { most: MOST_JOBS }));
    const id = await this.#begin(wish);
    await this.#keep();
    return id;
  }

  async remove(id: LiveJobId): Promise<void> {
    const job = this.#jobs.get(id);
    this.#jobs.delete(id);
    await job?.end();
    this.#changed();
    await this.#keep();
  }

  async changeLimits(id: LiveJobId, limits: Partial<LiveLimits>): Promise<void> {
    this.#get(id).changeLimits(limits);
    await this.#keep();
  }

  async changeJob(id: LiveJobId, change: LiveJobChange): Promise<void> {
    this.#get(id).change(change);
    await this.#keep();
  }

  series(query: LiveSeriesQuery): LiveSeries {
    return this.#get(query.job).series(query);
  }

  events(id: LiveJobId, after: number): readonly LiveEvent[] {
    return this.#get(id).events(after);
  }

  whyNoAlarm(id: LiveJobId, fromStep: number, toStep: number): LiveWhy {
    return this.#get(id).whyNoAlarm(fromStep, toStep);
  }

  sources(id: LiveJobId): LiveSources {
    return this.#get(id).sources;
  }

  beforeProfile(id: LiveJobId, request: LiveProfileRequest): Promise<LiveBeforeProfile> {
    return this.#get(id).beforeProfile(request);
  }

  diagnose({ job, ...what }: LiveDiagnosis): Promise<LiveText> {
    return this.#get(job).diagnose(what);
  }

  /** All of them; they are watched again the next time. */
  async end(): Promise<void> {
    this.#isEnded = true;
    this.#changed();
    await this.#restoring;
    await Promise.allSettled([...this.#jobs.values()].map((job) => job.end()));
    await this.#writing;
  }

  #get(id: LiveJobId): WatchedJob {
    const job = this.#jobs.get(id);
    if (!job) throw liveError(spoken('jobs.gone'));
    return job;
  }

  async #begin(wish: LiveJobWish): Promise<LiveJobId> {
    const id = randomUUID() as string as LiveJobId;
    const { configDir, command, metricLogin, program, environment } = this.#options;
    const job = await WatchedJob.begin({
      ...{ id, wish, configDir, command, metricLogin, program, ...(environment && { environment }) },
      clockMs: localClockMs,
      changed: () => this.#changed(),
    });
    if (this.#isEnded) await job.end();
    else this.#jobs.set(id, job);
    this.#changed();
    return id;
  }

  #restored(): Promise<void> {
    this.#restoring ??= this.#restore();
    return this.#restoring;
  }

  async #restore(): Promise<void> {
    for (const wish of await readWishes(this.#path)) {
      // A folder that cannot be read now, or a journal that is damaged: the others go on, and it stays in the list of the next start.
      await this.#begin(wish).catch(() => undefined);
    }
  }

  #changed(): void {
    this.#revision++;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }

  #news(): Promise<void> {
    return new Promise((resolve) => {
      const late = setTimeout(resolve, PATIENCE_MS);
      late.unref();
      this.#waiting.push(() => {
        clearTimeout(late);
        resolve();
      });
    });
  }

  #keep(): Promise<void> {
    const text = JSON.stringify([...this.#jobs.values()].map(({ wish }) => wish));
    this.#writing = this.#writing.catch(() => {}).then(() => writeOwnFile(this.#path, text));
    return this.#writing;
  }
}

/** As clocks show it here. */
function localClockMs(): number {
  const now = Date.now();
  return now - new Date(now).getTimezoneOffset() * 60_000;
}

/** A file of ours that is damaged, or of another version, is as none. */
async function readWishes(path: string): Promise<readonly LiveJobWish[]> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    return (Array.isArray(value) ? value : []).flatMap((one) => liveJobWish.safeParse(one).data ?? []);
  } catch (error) {
    if (systemCode(error) !== undefined || error instanceof SyntaxError) return [];
    throw error;
  }
}
