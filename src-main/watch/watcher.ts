import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { LiveStatus } from '../../src-contract';
import { systemCode } from '../../src-contract/wire/systemErrors';
import { plainText } from '../../src-watch/lines/plainText';
import { inTurn } from '../../src-watch/rule/jobSteps';
import { type AlarmEvent, type JobEvent, JobWatch } from '../../src-watch/rule/jobWatch';
import { LimitError, limitsOfFile } from '../../src-watch/rule/limits';
import { whyNoData } from '../../src-watch/why/whyNoData';
import { ProfileTriggers } from './profileTriggers';
import { sourceOf } from './sourceOf';
import type { StepSource } from './stepSource';
import { MANY } from './watchedFiles';
import type { SavedWatch, WatchListener, WatchOptions, WatchProblem } from './watchOptions';

/** Of a line that is told so much is shown. */
const MOST_SHOWN = 200;
/** Many files are looked at less often, so that a line is told within two seconds still. */
const MANY_FACTOR = 1.5;
/** Of many files this is looked at so often. */
const EXPLAIN_MS = 10_000;

const MOST_PROBLEMS = 8;
/** Alarms are kept for whoever looks, not without end. */
const MOST_KEPT = 1_000;
/** Whether it is still, or has become, the one that asks is looked at so often. */
const LOCK_MS = 10_000;
/** Where much was written before, between two parts of it: whatever else this process does has its turn. */
const BEHIND_MS = 5;
/** Whoever has been behind for so long says so. */
const TELL_BEHIND_MS = 2_000;
/** Where nothing has happened, what has been read is written down so often. */
const KEEP_MS = 10_000;

/**
 * Follows the files of one job. Whatever it finds is in the journal before anybody hears of it: killed at any moment and started
 * again, it reads on from there, and comes to the same alarms once.
 */
export class Watcher {
  readonly #job: JobWatch;
  readonly #source: StepSource;
  #alarms: AlarmEvent[];
  readonly #triggers: ProfileTriggers;
  #untold: JobEvent[];
  /** Of the file of limits: what is in force, and what was refused last. */
  #limitsText: string | undefined;
  #refusedText: string | undefined;
  /** As of the last step that the job has been told of: while the next look is under way the files may be ahead of the job. */
  #files: unknown;
  /** What has been said of a source, by its path, until it is over. */
  readonly #explained = new Map<string, string>();
  /** Who holds the lock instead, as it was told. */
  #toldOther: string | undefined;
  #begunMs: number | undefined;
  #behindSinceMs: number | undefined;
  #isBehindTold = false;
  #state: LiveStatus;
  #explainedMs = Number.NEGATIVE_INFINITY;
  #keptAtMs = Number.NEGATIVE_INFINITY;
  #problems: readonly WatchProblem[] = [];
  #lockedAtMs = Number.NEGATIVE_INFINITY;
  #ownLimits: WatchOptions['limits'] | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(
    readonly options: WatchOptions,
    readonly listener: WatchListener,
    saved?: SavedWatch,
  ) {
    this.#ownLimits = saved?.limits;
    const limits = { ...options.limits, ...limitsOfFile(saved?.limitsFile ?? ''), ...saved?.limits };
    this.#job = new JobWatch(limits, options.stall, saved?.job, options.observer, options.stages);
    this.#source = sourceOf(options.paths, options.form, saved?.files, options.ways ?? {});
    this.#files = this.#source.save();
    this.#alarms = [...(saved?.alarms ?? [])];
    this.#untold = [...(saved?.untold ?? [])];
    this.#limitsText = saved?.limitsFile;
    this.#triggers = new ProfileTriggers(
      {
        options,
        listener,
        isOwner: () => this.isOwner,
        keep: () => this.#keep(),
        changed: () => this.#tellState(),
      },
      saved?.triggers,
    );
    this.#state = this.state;
  }

  get job(): JobWatch {
    return this.#job;
  }

  get source(): StepSource {
    return this.#source;
  }

  get state(): LiveStatus {
    return this.#job.stateWith(this.#triggers.profile);
  }

  /** From the next step on; the count of spikes in a row begins anew. Kept for the next start. */
  changeLimits(limits: WatchOptions['limits']): void {
    this.#ownLimits = { ...this.#ownLimits, ...limits };
    this.#job.change(limits);
  }

  /** From the next silence on. */
  changeStall(stall: WatchOptions['stall']): void {
    this.#job.changeStall(stall);
  }

  /** Since the files are followed, by this watcher and those before. */
  get alarmCount(): number {
    return this.#alarms.length;
  }

  /** What is wrong at the moment; of many files the first. */
  get problems(): readonly WatchProblem[] {
    return this.#problems;
  }

  /** It asks for profiles, not another watcher of the same files. */
  get isOwner(): boolean {
    return this.options.lock?.isHeld !== false;
  }

  /** Until `signal` aborts; what has been found is written down then. */
  async run(signal: AbortSignal): Promise<void> {
    await this.#lock(performance.now());
    this.#tell();
    this.#triggers.followAll(signal);
    const sending = this.options.sender?.outbox.run(() => this.#keep(), signal);
    while (!signal.aborted) {
      await this.round(performance.now(), signal);
      await wait(this.#pauseMs, undefined, { signal }).catch(() => {});
    }
    await this.settled();
    await sending;
    await this.#keep();
    await this.options.lock?.release();
  }

  /** What has been asked for has been answered. */
  settled(): Promise<void> {
    return this.#triggers.settled();
  }

  get #pauseMs(): number {
    const { everyMs } = this.options;
    if (this.#isBehind) return BEHIND_MS;
    return this.#source.count > MANY ? MANY_FACTOR * everyMs : everyMs;
  }

  /** More has been written before than it has come to read. */
  get #isBehind(): boolean {
    return (this.#source.unreadBytes ?? 0) > 0;
  }

  /** What has been written since the last one; where that is much, the next part of it. `nowMs` of a clock that only goes forward. */
  async round(nowMs: number, signal: AbortSignal): Promise<void> {
    if (nowMs - this.#lockedAtMs >= LOCK_MS) await this.#lock(nowMs);
    await this.#readLimits();
    const { steps, news } = await this.#source.look();
    for (const own of news) this.listener.file(own);
    const nowNs = nowMs * 1e6;
    const events = inTurn(steps).flatMap((step) => this.#job.add(step, nowNs));
    // What is still to be read may tell of the steps that seem to be missing.
    if (!this.#isBehind) {
      const lastLine = (rank: number | undefined): string | undefined => this.#lastLine(rank);
      events.push(...(this.#source.isSporadic ? this.#job.release(nowNs) : this.#job.tick(nowNs, lastLine)));
      if (steps.length === 0 && this.#source.isEnded) events.push(...this.#job.end(nowNs));
    }
    for (const event of events) this.#take(event);
    this.#files = this.#source.save();
    this.#explain(nowMs);
    this.#tellBehind(nowMs);
    const hasNews = events.length > 0 || news.length > 0;
    if (hasNews || nowMs - this.#keptAtMs >= KEEP_MS) {
      this.#keptAtMs = nowMs;
      await this.#keep();
    }
    if (this.#untold.length > 0) {
      this.#tell();
      await this.#keep();
    }
    this.#tellState();
    this.options.looked?.();
    this.#triggers.askWaiting(signal);
  }

  #tellState(): void {
    if (this.state === this.#state) return;
    this.#state = this.state;
    this.listener.state(this.#state);
  }

  /** Of a rank's own source; of the only one, where ranks are not told apart. */
  #lastLine(rank: number | undefined): string | undefined {
    const own = this.#source.status.filter((source) => rank === undefined || source.rank === rank);
    return own.length === 1 ? plainText(own[0].lastLine ?? '').slice(0, MOST_SHOWN) || undefined : undefined;
  }

  #take(event: JobEvent): void {
    this.#untold.push(event);
    if (this.isOwner) this.options.sender?.event(event);
    if (event.kind !== 'alarm') return;
    this.#alarms = [...this.#alarms, event].slice(-MOST_KEPT);
    if (event.outcome === 'triggered' && this.options.trigger) this.#triggers.add(event);
  }

  /** Becomes the one that asks where nobody is, or is not any more; what the one before has asked for stays asked for. */
  async #lock(nowMs: number): Promise<void> {
    const { lock, journal } = this.options;
    this.#lockedAtMs = nowMs;
    if (!lock) return;
    const wasHeld = lock.isHeld;
    await lock.refresh();
    if (lock.isHeld && wasHeld === false) this.#triggers.takeOver((await journal.read())?.triggers ?? []);
    const { other } = lock;
    if (other !== undefined && other !== this.#toldOther) this.listener.problem({ kind: 'other-watcher', who: other });
    this.#toldOther = other;
  }

  #tell(): void {
    for (const event of this.#untold) this.listener.event(event);
    this.#untold = [];
  }

  /** One behind the other: what is written last is the latest. */
  #keep(): Promise<void> {
    const { journal } = this.options;
    if (!this.isOwner) return this.#writing;
    this.#writing = this.#writing.then(() => journal.write(this.#save()));
    return this.#writing;
  }

  #save(): SavedWatch {
    return {
      version: 1,
      job: this.#job.save(),
      files: this.#files,
      ...(this.#limitsText !== undefined && { limitsFile: this.#limitsText }),
      ...(this.#ownLimits && { limits: this.#ownLimits }),
      alarms: this.#alarms,
      triggers: this.#triggers.save(),
      untold: this.#untold,
      ...(this.options.sender && { outbox: this.options.sender.outbox.save() }),
    };
  }

  async #readLimits(): Promise<void> {
    const { limitsFile } = this.options;
    if (limitsFile === undefined) return;
    try {
      const text = await readFile(limitsFile, 'utf8');
      if (text === this.#limitsText || text === this.#refusedText) return;
      this.#refusedText = text;
      this.#job.change(limitsOfFile(text));
      this.#limitsText = text;
    } catch (error) {
      if (error instanceof LimitError) this.listener.problem({ kind: 'limits', reason: error.said });
      // A file that is not there says nothing.
      else if (systemCode(error) === undefined) throw error;
    }
  }

  #tellBehind(nowMs: number): void {
    this.#behindSinceMs = this.#isBehind ? (this.#behindSinceMs ?? nowMs) : undefined;
    if (this.#behindSinceMs === undefined) this.#isBehindTold = false;
    else if (!this.#isBehindTold && nowMs - this.#behindSinceMs >= TELL_BEHIND_MS) {
      this.#isBehindTold = true;
      this.listener.problem({ kind: 'behind', unreadBytes: this.#source.unreadBytes ?? 0 });
    }
  }

  /** Each reason once, until it is over. */
  #explain(nowMs: number): void {
    this.#begunMs ??= nowMs;
    if (this.#source.count > MANY && nowMs - this.#explainedMs < EXPLAIN_MS) return;
    this.#explainedMs = nowMs;
    const found: WatchProblem[] = [];
    for (const status of this.#source.status) {
      const problem = whyNoData(status, nowMs - this.#begunMs);
      if (problem && found.length < MOST_PROBLEMS) found.push(problem);
      if (problem?.kind === this.#explained.get(status.path)) continue;
      this.#explained.delete(status.path);
      if (!problem) continue;
      this.#explained.set(status.path, problem.kind);
      this.listener.problem(problem);
    }
    this.#problems = found;
  }
}
