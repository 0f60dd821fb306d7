import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { LiveStatus } from '../../src-contract';
import { systemCode } from '../../src-contract/wire/systemErrors';
import { plainText } from '../../src-watch/lines/plainText';
import type { ProfileReport } from '../../src-watch/reports/profileReport';
import { dumpName } from '../../src-watch/requests/dumpName';
import { inTurn } from '../../src-watch/rule/jobSteps';
import {
  type AlarmEvent,
  type JobEvent,
  JobWatch,
  type SavedJobWatch,
  type StallLimits,
  type StepObserver,
} from '../../src-watch/rule/jobWatch';
import { LimitError, limitsOfFile } from '../../src-watch/rule/limits';
import { PAST_MS } from '../../src-watch/rule/stepAges';
import { type NoDataReason, whyNoData } from '../../src-watch/why/whyNoData';
import { type Spoken, saidBy } from '../../src-watch/words/spoken';
import type { AfterProfile } from './afterProfile';
import type { Journal } from './journal';
import type { Outbox, SavedOutbox } from './outbox/outbox';
import type { ProfileAnswer } from './profileTrigger';
import { type ReadingWays, type SourceForm, sourceOf } from './sourceOf';
import type { FileNews, StepSource } from './stepSource';
import { MANY } from './watchedFiles';
import type { WatchLock } from './watchLock';

/**
 * Of an alarm that asks for a profile. `waiting`: not asked yet. `asking`: it is being asked; who finds this after a kill does not
 * ask again, since nothing tells how far it came. `elsewhere`: another watcher of the same files asks. `past`: the watcher was away for so long that it does not ask any more.
 */
export interface Trigger {
  readonly alarm: AlarmEvent;
  readonly status: 'waiting' | 'asking' | 'asked' | 'failed' | 'unknown' | 'elsewhere' | 'past';
  /** When the watcher heard of the alarm, ms since the epoch. */
  readonly atMs?: number;
  /** What came of it; by a watcher of before, in its language alone. */
  readonly said?: Spoken | string;
  /** What its dump is called. */
  readonly dump?: string;
  /** So many take it. */
  readonly processes?: number;
  /** What came behind it; undefined: nothing yet. */
  readonly report?: ProfileReport;
  readonly isReportTold?: true;
}

/** What a watcher keeps: all of one moment. */
export interface SavedWatch {
  readonly version: 1;
  readonly job: SavedJobWatch;
  /** Of the source. */
  readonly files: unknown;
  readonly limitsFile?: string;
  /** Changed while it ran, beside any file. */
  readonly limits?: WatchOptions['limits'];
  readonly alarms: readonly AlarmEvent[];
  readonly triggers: readonly Trigger[];
  /** Has been found, and perhaps not been told. */
  readonly untold: readonly JobEvent[];
  readonly outbox?: SavedOutbox;
}

export interface WatchOptions {
  readonly paths: readonly string[];
  readonly form: SourceForm;
  readonly limits: ConstructorParameters<typeof JobWatch>[0];
  readonly stall: StallLimits;
  /** Of the pipeline; undefined: ranks are held against those that compute as long. */
  readonly stages?: number;
  /** A file of limits that may be changed meanwhile. */
  readonly limitsFile: string | undefined;
  readonly journal: Journal<SavedWatch>;
  /** Asks for a profile; resolves with what came of it. Undefined: nothing is asked for. */
  readonly trigger: ((alarm: AlarmEvent, signal: AbortSignal, dump: string) => Promise<ProfileAnswer>) | undefined;
  /** Waits for the dumps of profiles, and says what is in them. Undefined: nobody does. */
  readonly after?: Pick<AfterProfile, 'report'>;
  /** Sends what is found to the user; undefined: nothing does. */
  readonly sender?: EventSender;
  readonly everyMs: number;
  /** How files are read. */
  readonly ways?: ReadingWays;
  /** Sees the steps themselves. */
  readonly observer?: StepObserver;
  /** After each look at the files, once what it found has been told. */
  readonly looked?: () => void;
  /** Of the same files one watcher alone asks for profiles, and keeps the journal. Undefined: it is sure to be the only one. */
  readonly lock?: WatchLock;
}

/** What is sent is of the same moment as all that is kept, and sent when that is on disk. */
export interface EventSender {
  readonly outbox: Outbox;
  event(event: JobEvent): void;
  report(trigger: Trigger, report: ProfileReport): void;
}

/** What the watcher tells of besides the job itself. */
export interface WatchListener {
  event(event: JobEvent): void;
  file(news: FileNews): void;
  trigger(trigger: Trigger): void;
  /** What has been found in its dump, or why nothing. */
  report?(trigger: Trigger, report: ProfileReport): void;
  /** It has become another one. */
  state(state: LiveStatus): void;
  /** Something that the user may have to put right; it goes on. */
  problem(problem: WatchProblem): void;
}

/** Why no step comes, and limits that make no sense. */
export type WatchProblem =
  | { readonly kind: 'limits'; readonly reason: string }
  /** The files are followed by another watcher already. */
  | { readonly kind: 'other-watcher'; readonly who: string }
  | NoDataReason;

/** Of a line that is told so much is shown. */
const MOST_SHOWN = 200;
/** Many files are looked at less often, so that a line is told within two seconds still. */
const MANY_FACTOR = 1.5;
/** Of many files this is looked at so often. */
const EXPLAIN_MS = 10_000;

const MOST_PROBLEMS = 8;
/** Alarms and triggers are kept for whoever looks, not without end. */
const MOST_KEPT = 1_000;
/** Whether it is still, or has become, the one that asks is looked at so often. */
const LOCK_MS = 10_000;
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
  #triggers: Trigger[];
  #untold: JobEvent[];
  /** Of the file of limits: what is in force, and what was refused last. */
  #limitsText: string | undefined;
  #refusedText: string | undefined;
  /** What the journal is about: files and job of one moment, never one that is ahead of the other. */
  #moment: Pick<SavedWatch, 'job' | 'files'>;
  /** What has been said of a source, by its path, until it is over. */
  readonly #explained = new Map<string, string>();
  /** Who holds the lock instead, as it was told. */
  #toldOther: string | undefined;
  #begunMs: number | undefined;
  #state: LiveStatus;
  #explainedMs = Number.NEGATIVE_INFINITY;
  #keptAtMs = Number.NEGATIVE_INFINITY;
  #problems: readonly WatchProblem[] = [];
  #lockedAtMs = Number.NEGATIVE_INFINITY;
  #ownLimits: WatchOptions['limits'] | undefined;
  #writing: Promise<void> = Promise.resolve();
  #asking: Promise<void> = Promise.resolve();
  #following: Promise<void> = Promise.resolve();

  constructor(
    readonly options: WatchOptions,
    readonly listener: WatchListener,
    saved?: SavedWatch,
  ) {
    this.#ownLimits = saved?.limits;
    const limits = { ...options.limits, ...limitsOfFile(saved?.limitsFile ?? ''), ...saved?.limits };
    this.#job = new JobWatch(limits, options.stall, saved?.job, options.observer, options.stages);
    this.#source = sourceOf(options.paths, options.form, saved?.files, options.ways ?? {});
    this.#moment = { job: this.#job.save(), files: this.#source.save() };
    this.#alarms = [...(saved?.alarms ?? [])];
    this.#untold = [...(saved?.untold ?? [])];
    this.#limitsText = saved?.limitsFile;
    const broken = (saved?.triggers ?? []).filter(({ status }) => status === 'asking');
    this.#triggers = [...(saved?.triggers ?? [])];
    for (const own of broken) {
      this.#mark({ ...own, status: 'unknown' });
      listener.trigger({ ...own, status: 'unknown' });
    }
    for (const own of this.#triggers.filter(isTooLate)) {
      this.#mark({ ...own, status: 'past' });
      listener.trigger({ ...own, status: 'past' });
    }
    this.#state = this.state;
  }

  get job(): JobWatch {
    return this.#job;
  }

  get source(): StepSource {
    return this.#source;
  }

  get state(): LiveStatus {
    const last = this.#triggers.at(-1);
    const isAsking = last?.status === 'waiting' || last?.status === 'asking';
    const isAwaited = last?.status === 'asked' && last.dump !== undefined && !last.report && this.options.after;
    const isReady = last?.report?.kind === 'findings';
    return this.#job.stateWith(isAsking || isAwaited ? 'under-way' : isReady ? 'ready' : 'none');
  }

  /** From the next step on; the count of spikes in a row begins anew. Kept for the next start. */
  changeLimits(limits: WatchOptions['limits']): void {
    this.#ownLimits = { ...this.#ownLimits, ...limits };
    this.#job.change(limits);
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
    for (const own of this.#triggers) this.#follow(own, signal);
    const sending = this.options.sender?.outbox.run(() => this.#keep(), signal);
    while (!signal.aborted) {
      await this.round(performance.now(), signal);
      const { everyMs } = this.options;
      await wait(this.#source.count > MANY ? MANY_FACTOR * everyMs : everyMs, undefined, { signal }).catch(() => {});
    }
    await this.#asking;
    await this.#following;
    await sending;
    await this.#keep();
    await this.options.lock?.release();
  }

  /** What has been asked for has been answered. */
  settled(): Promise<void> {
    return this.#asking.then(() => this.#following);
  }

  /** Everything that has been written since the last one. `nowMs` of a clock that only goes forward. */
  async round(nowMs: number, signal: AbortSignal): Promise<void> {
    if (nowMs - this.#lockedAtMs >= LOCK_MS) await this.#lock(nowMs);
    await this.#readLimits();
    const { steps, news } = await this.#source.look();
    for (const own of news) this.listener.file(own);
    const nowNs = nowMs * 1e6;
    const events = inTurn(steps).flatMap((step) => this.#job.add(step, nowNs));
    events.push(...this.#job.tick(nowNs, (rank) => this.#lastLine(rank)));
    if (steps.length === 0 && this.#source.isEnded) events.push(...this.#job.end(nowNs));
    for (const event of events) this.#take(event);
    this.#moment = { job: this.#job.save(), files: this.#source.save() };
    this.#explain(nowMs);
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
    if (this.#triggers.some(({ status }) => status === 'waiting'))
      this.#asking = this.#asking.then(() => this.#ask(signal));
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
    if (event.outcome !== 'triggered' || !this.options.trigger) return;
    const own: Trigger = { alarm: event, status: this.isOwner ? 'waiting' : 'elsewhere', atMs: Date.now() };
    this.#triggers = [...this.#triggers, own].slice(-MOST_KEPT);
    if (own.status === 'elsewhere') this.listener.trigger(own);
  }

  /** Becomes the one that asks where nobody is, or is not any more; what the one before has asked for stays asked for. */
  async #lock(nowMs: number): Promise<void> {
    const { lock, journal } = this.options;
    this.#lockedAtMs = nowMs;
    if (!lock) return;
    const wasHeld = lock.isHeld;
    await lock.refresh();
    if (lock.isHeld && wasHeld === false) {
      const asked = new Map((await journal.read())?.triggers.map((own) => [own.alarm.number, own]));
      this.#triggers = this.#triggers.map((own) => asked.get(own.alarm.number) ?? own);
    }
    const { other } = lock;
    if (other !== undefined && other !== this.#toldOther) this.listener.problem({ kind: 'other-watcher', who: other });
    this.#toldOther = other;
  }

  #tell(): void {
    for (const event of this.#untold) this.listener.event(event);
    this.#untold = [];
  }

  async #ask(signal: AbortSignal): Promise<void> {
    const { trigger } = this.options;
    const waiting = this.#triggers.find(({ status }) => status === 'waiting');
    if (!waiting || !trigger || signal.aborted) return;
    const { alarm } = waiting;
    const dump = dumpName('auto', Date.now());
    this.#mark({ alarm, dump, status: 'asking' });
    await this.#keep();
    try {
      const { said, processes } = await trigger(alarm, signal, dump);
      this.#mark({ alarm, dump, status: 'asked', said, ...(processes !== undefined && { processes }) });
    } catch (error) {
      this.#mark({ alarm, dump, status: 'failed', said: saidBy(error) });
    }
    const done = this.#triggers.find((own) => own.alarm.number === alarm.number);
    if (done) this.listener.trigger(done);
    await this.#keep();
    this.#tellState();
    if (done) this.#follow(done, signal);
  }

  /** One dump behind the other, beside everything else. What nobody knows whether it was asked for may have been. */
  #follow(own: Trigger, signal: AbortSignal): void {
    if ((own.status !== 'asked' && own.status !== 'unknown') || own.isReportTold || !this.isOwner) return;
    this.#following = this.#following.then(() => this.#report(own, signal));
  }

  async #report({ dump, ...own }: Trigger, signal: AbortSignal): Promise<void> {
    if (dump === undefined) return;
    const report = own.report ?? (await this.options.after?.report(dump, own.processes, signal));
    if (!report) return;
    this.#mark({ ...own, dump, report });
    if (!own.report) this.options.sender?.report({ ...own, dump }, report);
    await this.#keep();
    this.listener.report?.({ ...own, dump }, report);
    this.#tellState();
    this.#mark({ ...own, dump, report, isReportTold: true });
    await this.#keep();
  }

  #mark(own: Trigger): void {
    this.#triggers = this.#triggers.map((other) => (other.alarm.number === own.alarm.number ? own : other));
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
      ...this.#moment,
      ...(this.#limitsText !== undefined && { limitsFile: this.#limitsText }),
      ...(this.#ownLimits && { limits: this.#ownLimits }),
      alarms: this.#alarms,
      triggers: this.#triggers,
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
      if (error instanceof LimitError) this.listener.problem({ kind: 'limits', reason: error.message });
      // A file that is not there says nothing.
      else if (systemCode(error) === undefined) throw error;
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

/** Of an earlier watcher, which was ended before it asked. */
function isTooLate({ status, atMs }: Trigger): boolean {
  return status === 'waiting' && atMs !== undefined && Date.now() - atMs > PAST_MS;
}
