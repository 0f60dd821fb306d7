import type {
  LiveBeforeProfile,
  LiveDiagnosis,
  LiveEvent,
  LiveEventKind,
  LiveJob,
  LiveJobChange,
  LiveJobId,
  LiveJobWish,
  LiveLimits,
  LiveProfileRequest,
  LiveReport,
  LiveSeries,
  LiveSeriesQuery,
  LiveSlower,
  LiveSourceStatus,
  LiveSources,
  LiveStall,
  LiveStatus,
  LiveText,
  LiveWhy,
} from '../../../src-contract';
import { NamedError } from '../../../src-contract/wire/errors';
import { plainText } from '../../../src-watch/lines/plainText';
import type { ProfileReport } from '../../../src-watch/reports/profileReport';
import { tellReport } from '../../../src-watch/reports/tellReport';
import { dumpName } from '../../../src-watch/requests/dumpName';
import { type AlarmEvent, type JobEvent, usualStall } from '../../../src-watch/rule/jobWatch';
import { limitNames, limitsOf } from '../../../src-watch/rule/limits';
import { isTold, tellEvent } from '../../../src-watch/telling/tellEvent';
import { tellWhy } from '../../../src-watch/telling/tellWhy';
import { whyNoAlarm } from '../../../src-watch/why/whyNoAlarm';
import { askedNoData, whyNoData } from '../../../src-watch/why/whyNoData';
import { plainly, saidBy, spoken } from '../../../src-watch/words/spoken';
import { type Language, timeText, type WordId } from '../../../src-watch/words/words';
import { AfterProfile } from '../afterProfile';
import { costTexts, factsBefore } from '../before/beforeProfile';
import { tlsOfEnvironment } from '../daemonTls';
import { eventSender, webhookOfEnvironment } from '../eventSender';
import { Journal } from '../journal';
import type { MetricLogin } from '../metricLogin';
import { problemText } from '../problemText';
import { type ProfileTrigger, profileTrigger, type SendProfile } from '../profileTrigger';
import { type ProfileWay, placeOfDump } from '../profileWay';
import { monitorThreadUrl, readInThread } from '../sources/monitorReader';
import type { SavedFiles } from '../watchedFiles';
import { Watcher } from '../watcher';
import { journalPath, lockPath } from '../watchFiles';
import { WatchLock } from '../watchLock';
import type { EventSender, SavedWatch, Trigger, WatchProblem } from '../watchOptions';
import { usualRequest, wayOf } from './jobProfile';
import { JobRecord } from './jobRecord';
import { formOf, isReadAgain, lineFormOf, placesOf } from './jobSource';
import { stepOf, titleOf } from './jobTexts';
import { asLiveError, liveError } from './liveError';
import { readPast } from './readPast';
import { RecordKeeper } from './recordKeeper';

/** A line is shown within two seconds of being written. */
const EVERY_MS = 500;
/** A profile takes so long, as far as anybody can tell; then its job is watched as before. */
const PROFILING_MS = 60_000;
/** Of ten thousand files no more are told of one by one. */
const MOST_SOURCES = 200;
/** Of a line. */
const MOST_SHOWN = 200;

export interface WatchedJobOptions {
  readonly id: LiveJobId;
  readonly wish: LiveJobWish;
  readonly configDir: string;
  /** The command that the program was started with; undefined: there is none. */
  readonly command: string | undefined;
  readonly metricLogin?: MetricLogin | undefined;
  /** Of the program: limits by their names, our certificates for daemons, a Python that parses raw data. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The command line, which says what is in a dump; undefined: nothing does. */
  readonly program: string | undefined;
  /** Of this machine, ms since the epoch as if its time zone were UTC. */
  readonly clockMs: () => number;
  /** Something is new. */
  readonly changed: () => void;
}

/** A job that is followed until it is told to stop. */
export class WatchedJob {
  readonly id: LiveJobId;
  readonly #options: WatchedJobOptions;
  readonly #record: JobRecord;
  readonly #watcher: Watcher;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  readonly #sender: EventSender;
  /** Undefined: nobody waits for dumps. */
  readonly #after: AfterProfile | undefined;
  /** Of a source that cannot be read again; undefined: it can. */
  readonly #keeper: RecordKeeper | undefined;
  #report: LiveReport | undefined;
  #wish: LiveJobWish;
  /** Undefined: it is followed. */
  #ended: LiveText | undefined;
  #profilingUntilMs = 0;
  readonly #begunMs = performance.now();

  private constructor(options: WatchedJobOptions, saved: SavedWatch | undefined) {
    const { id, wish, configDir, program, environment = {} } = options;
    this.id = id;
    this.#options = options;
    this.#wish = wish;
    this.#record = new JobRecord(options.clockMs);
    const paths = placesOf(wish.source);
    const form = formOf(wish.source, options.metricLogin);
    const journal = journalPath(configDir, paths, form);
    this.#keeper = isReadAgain(wish.source) ? undefined : new RecordKeeper(journal, this.#record);
    const trigger = wish.profile.kind === 'none' ? undefined : this.#triggerOf(usualRequest);
    this.#after = this.#afterProfile();
    this.#sender = eventSender({
      ...{ target: webhookOfEnvironment(environment, wish.webhook), files: paths, language: 'en' },
      limits: () => this.#watcher.job.limits,
      tell: (text) => this.#say('webhook', text),
      saved: saved?.outbox,
    });
    const told = saved?.triggers.findLast(({ isReportTold }) => isReportTold);
    if (told?.report) this.#report = reportOf(told.report, told.alarm);
    this.#watcher = new Watcher(
      {
        ...{ paths, form, stall: this.#stall, limitsFile: undefined, everyMs: EVERY_MS, sender: this.#sender },
        // What stands in the window goes before.
        limits: { ...limitsOf(environment), ...wish.limits },
        ...(wish.stages !== undefined && { stages: wish.stages }),
        journal: new Journal<SavedWatch>(journal),
        lock: new WatchLock(lockPath(configDir, paths)),
        trigger: trigger && ((alarm, dump) => this.#prepared(trigger, alarm, dump)),
        ...(this.#after && { after: this.#after }),
        ...(program !== undefined && { ways: { databases: readInThread(monitorThreadUrl(program)) } }),
        observer: this.#record,
        looked: () => this.#looked(),
      },
      {
        event: (event) => this.#takeEvent(event),
        file: ({ path, change }) => this.#say('file', spoken(`file.${change}`, { path })),
        trigger: (own) => this.#takeTrigger(own),
        report: ({ alarm }, report) => this.#takeReport(report, alarm),
        state: () => this.#options.changed(),
        problem: (problem) => this.#takeProblem(problem),
      },
      saved,
    );
    this.#running = this.#run(saved);
  }

  /** Rejects with a `LiveJobError`: a pattern that is none, hosts that are none, a journal that can’t be read. */
  static async begin(options: WatchedJobOptions): Promise<WatchedJob> {
    const { wish, configDir } = options;
    try {
      const path = journalPath(configDir, placesOf(wish.source), formOf(wish.source, options.metricLogin));
      const journal = new Journal<SavedWatch>(path);
      return new WatchedJob(options, await journal.read());
    } catch (error) {
      throw liveError(saidBy(error));
    }
  }

  get wish(): LiveJobWish {
    return this.#wish;
  }

  /** Resolves when all it knows is on disk. */
  async end(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  get state(): LiveJob {
    const { job } = this.#watcher;
    const { last, stepCount, rankCount, eventCount } = this.#record;
    return {
      id: this.id,
      title: titleOf(this.#wish.source),
      source: this.#wish.source,
      profile: this.#wish.profile,
      status: this.#status,
      limits: job.limits,
      work: this.#wish.work ?? {},
      stall: this.#stall,
      webhook: this.#wish.webhook,
      baseline: job.baseline,
      missingSteps: job.missingSamples,
      ...{ stepCount, rankCount, eventCount },
      step: last?.step,
      atMs: last?.atMs,
      durationNs: last?.durationNs,
      slower: this.#slower,
      slowRanks: job.slowRanks,
      alarmCount: this.#watcher.alarmCount,
      report: this.#report,
      problems: [...(this.#ended ? [this.#ended] : []), ...this.#watcher.problems.map(problemText)],
      isElsewhere: !this.#watcher.isOwner,
    };
  }

  events(after: number): readonly LiveEvent[] {
    return this.#record.eventsAfter(after);
  }

  series(query: LiveSeriesQuery): LiveSeries {
    return this.#record.series(query);
  }

  /** Why the rule made no alarm of these steps, and which limits would have. */
  whyNoAlarm(fromStep: number, toStep: number): LiveWhy {
    const why = whyNoAlarm(this.#record.samples, this.#watcher.job.limits, fromStep, toStep);
    const withoutWays = why.kind === 'scores' && why.ways.length > 0;
    const told = (language: Language): readonly string[] => {
      const all = tellWhy(why, fromStep, toStep, language);
      return withoutWays ? all.slice(0, -why.ways.length) : all;
    };
    return {
      text: { en: told('en').join(' '), zh: told('zh').join('') },
      ways: why.kind === 'scores' ? why.ways : [],
    };
  }

  /** What its steps are read from, what is wrong first. */
  get sources(): LiveSources {
    const { status } = this.#watcher.source;
    const all = status.map((own): LiveSourceStatus => {
      const problem = whyNoData(own, performance.now() - this.#begunMs, askedNoData);
      return {
        ...{ path: own.path, rank: own.rank, readCount: own.lineCount, unchangedMs: own.unchangedMs },
        lastLine: own.lastLine === undefined ? undefined : plainText(own.lastLine).slice(0, MOST_SHOWN),
        problem: problem && problemText(problem),
      };
    });
    const wrong = all.filter(({ problem }) => problem);
    const fine = all.filter(({ problem }) => !problem);
    return { sources: [...wrong, ...fine].slice(0, MOST_SOURCES), count: all.length };
  }

  /** What such a profile costs and needs, and how the daemons are. Rejects with a `LiveJobError` where it is not set how one is asked for. */
  async beforeProfile(request: LiveProfileRequest): Promise<LiveBeforeProfile> {
    const way = this.#wayOf(request);
    if (way.kind === 'command') return { lines: [spoken('manual.command')], isShort: false };
    const facts = await factsBefore(way, this.#wish.dumps, this.#rankCount()).catch((error) => {
      throw asLiveError(error);
    });
    const place = placeOfDump(way, dumpName('manual', Date.now())) ?? '';
    const { free, needed } = facts.room;
    const [en, zh] = (['en', 'zh'] as const).map((language) => costTexts(way, facts, language));
    return {
      lines: [
        ...en!.map((line, at) => ({ en: line, zh: zh![at]! })),
        spoken(way.kind === 'gpu-daemons' ? 'before.output-file' : 'before.output', { path: place }),
      ],
      isShort: free !== undefined && free < needed,
    };
  }

  changeLimits(limits: Partial<LiveLimits>): void {
    this.#wish = { ...this.#wish, limits: { ...this.#wish.limits, ...limits } };
    this.#watcher.changeLimits(limits);
    const { baseline } = this.#watcher.job;
    if (baseline) this.#record.setThreshold({ ...baseline, sigmas: this.#watcher.job.limits.sigmas });
    const told = limitNames
      .filter(({ limit }) => limits[limit] !== undefined)
      .map(
        ({ limit, variable, form }) => `${variable}=${form === 'duration' ? timeText(limits[limit]!) : limits[limit]}`,
      );
    this.#say('limits', spoken('limits.changed', { limits: told.join(', ') }));
    this.#looked();
  }

  change({ work, stall, webhook }: LiveJobChange): void {
    const { webhook: before, ...wish } = this.#wish;
    const address = webhook ?? before;
    this.#wish = { ...wish, ...(work && { work }), ...(stall && { stall }), ...(address && { webhook: address }) };
    if (stall) {
      this.#watcher.changeStall(stall);
      const { factor, leastNs } = stall;
      this.#say('limits', spoken('stall.changed', { factor, least: timeText(leastNs) }));
    }
    if (webhook !== undefined && webhook !== (before ?? ''))
      this.#sender.outbox.retarget(webhookOfEnvironment(this.#options.environment ?? {}, webhook));
    this.#options.changed();
  }

  /** Asks for a profile by hand, or says what would be sent. Rejects with a sentence where nobody takes one. */
  async diagnose({ request, isDryRun }: Pick<LiveDiagnosis, 'request' | 'isDryRun'>): Promise<LiveText> {
    const { last } = this.#record;
    const alarm: AlarmEvent = {
      ...{ kind: 'alarm', number: 0, step: last?.step ?? 0, fromStep: last?.step ?? 0, score: 0, inARow: 0 },
      ...{ durationNs: last?.durationNs ?? 1e9, timeNs: 0, slowestRank: undefined, outcome: 'triggered' },
    };
    const dump = dumpName('manual', Date.now());
    try {
      const trigger = this.#triggerOf(request);
      if (isDryRun) return plainly(await trigger.wouldAsk(alarm, '', dump));
      const send = await this.#prepared(trigger, alarm, dump);
      const { said } = await send(this.#stop.signal);
      void this.#waitFor(dump);
      this.#profilingUntilMs = Date.now() + PROFILING_MS;
      const text = spoken('manual.asked', (language) => ({ said: said[language] }));
      this.#say('trigger', text, { isProfile: true });
      return text;
    } catch (error) {
      // It is not set how, and says so in words already.
      if (error instanceof NamedError) throw error;
      const why = saidBy(error);
      const text = spoken('manual.failed', (language) => ({ said: why[language] }));
      this.#say('trigger', text);
      throw liveError(text);
    }
  }

  /** Whatever comes of it is told as an event. */
  async #waitFor(dump: string): Promise<void> {
    try {
      const report = await this.#after?.report(dump, undefined, this.#stop.signal);
      if (report) this.#takeReport(report, undefined);
    } catch (error) {
      const why = saidBy(error);
      this.#say(
        'problem',
        spoken('manual.failed', (language) => ({ said: why[language] })),
      );
    }
  }

  #takeReport(report: ProfileReport, alarm: AlarmEvent | undefined): void {
    this.#profilingUntilMs = 0;
    this.#report = reportOf(report, alarm);
    this.#say('report', this.#report.text, { step: alarm?.step });
  }

  async #run(saved: SavedWatch | undefined): Promise<void> {
    try {
      const { job } = this.#watcher;
      const form = lineFormOf(this.#wish.source);
      const isRestored = saved && (await this.#keeper?.restore());
      if (saved && form && !isRestored)
        await readPast(saved.files as SavedFiles, form, job, this.#record, (event) => this.#takeEvent(event));
      await this.#watcher.run(this.#stop.signal);
      await this.#keeper?.keep();
    } catch (error) {
      const why = saidBy(error);
      this.#ended = spoken('ended', (language) => ({ reason: why[language] }));
      this.#say('problem', this.#ended);
    }
  }

  #looked(): void {
    this.#record.endPast();
    this.#keeper?.looked();
    this.#options.changed();
  }

  get #status(): LiveStatus {
    if (this.#ended) return 'ended';
    const isProfiling = Date.now() < this.#profilingUntilMs;
    const { state } = this.#watcher;
    return isProfiling && state !== 'stalled' ? 'profiling' : state;
  }

  get #slower(): LiveSlower | undefined {
    const { baseline, slowFrom } = this.#watcher.job;
    if (slowFrom === undefined || !baseline) return undefined;
    const sinceMs = this.#record.timeOfStep(slowFrom);
    const meanNs = this.#record.meanFrom(slowFrom);
    if (meanNs === undefined || meanNs <= baseline.meanNs) return undefined;
    return { sinceMs, fromStep: slowFrom, meanNs };
  }

  #takeEvent(event: JobEvent): void {
    if (event.kind === 'baseline')
      this.#record.setThreshold({ ...event.baseline, sigmas: this.#watcher.job.limits.sigmas }, event.toStep);
    if (!isTold(event)) return;
    const { limits } = this.#watcher.job;
    this.#say(
      event.kind,
      { en: tellEvent(event, limits, 'en'), zh: tellEvent(event, limits, 'zh') },
      {
        step: stepOf(event),
        durationNs: 'durationNs' in event ? event.durationNs : undefined,
        score: 'score' in event ? event.score : undefined,
        isProfile: event.kind === 'alarm' && event.outcome === 'triggered',
      },
    );
  }

  #takeTrigger({ alarm, status, said = '' }: Trigger): void {
    const id: WordId =
      status === 'asked' || status === 'waiting' || status === 'asking' ? 'trigger.asked' : `trigger.${status}`;
    if (status === 'asked') this.#profilingUntilMs = Date.now() + PROFILING_MS;
    const text = spoken(id, (language) => ({
      number: alarm.number,
      said: typeof said === 'string' ? said : said[language],
    }));
    this.#say('trigger', text, { step: alarm.step, isProfile: status === 'asked' });
    this.#options.changed();
  }

  #takeProblem(problem: WatchProblem): void {
    this.#say('problem', problemText(problem));
  }

  #say(
    kind: LiveEventKind,
    text: LiveText,
    more: Partial<Pick<LiveEvent, 'step' | 'durationNs' | 'score' | 'isProfile'>> = {},
  ): void {
    const nothing = { step: undefined, durationNs: undefined, score: undefined, isProfile: false };
    this.#record.addEvent({ kind, text, ...nothing, ...more });
    this.#options.changed();
  }

  #prepared(trigger: ProfileTrigger, alarm: AlarmEvent, dump: string): Promise<SendProfile> {
    return trigger.prepare(alarm, tellEvent(alarm, this.#watcher.job.limits, 'en'), dump);
  }

  #afterProfile(): AfterProfile | undefined {
    const { wish, program, environment = {} } = this.#options;
    if (wish.profile.kind === 'none' || wish.dumps === undefined || program === undefined) return undefined;
    const { TRACELANE_PARSE_WITH: python } = environment;
    return new AfterProfile({
      ...{ way: this.#wayOf(usualRequest), seenAs: wish.dumps, program },
      ...(python && { python }),
    });
  }

  get #stall(): LiveStall {
    return this.#wish.stall ?? usualStall;
  }

  /** Throws a `HostListError` or a `TlsError`, or a sentence where it is not set how. */
  #triggerOf(request: LiveProfileRequest): ProfileTrigger {
    return profileTrigger(this.#wayOf(request), this.#wish.dumps, () => this.#rankCount());
  }

  /** Undefined: they are not told apart. */
  #rankCount(): number | undefined {
    return this.#record.rankCount || undefined;
  }

  #wayOf(request: LiveProfileRequest): ProfileWay {
    const { command, environment = {} } = this.#options;
    return wayOf(this.#wish, request, command, tlsOfEnvironment(environment));
  }
}

function reportOf(report: ProfileReport, alarm: AlarmEvent | undefined): LiveReport {
  const text = { en: tellReport(alarm, report, 'en'), zh: tellReport(alarm, report, 'zh') };
  return { text, paths: report.kind === 'findings' ? report.paths : [] };
}
