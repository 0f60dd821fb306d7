import type { LiveStatus } from '../../src-contract';
import type { ProfileReport } from '../../src-watch/reports/profileReport';
import type {
  AlarmEvent,
  JobEvent,
  JobWatch,
  SavedJobWatch,
  StallLimits,
  StepObserver,
} from '../../src-watch/rule/jobWatch';
import type { NoDataReason } from '../../src-watch/why/whyNoData';
import type { Spoken } from '../../src-watch/words/spoken';
import type { AfterProfile } from './afterProfile';
import type { Journal } from './journal';
import type { Outbox, SavedOutbox } from './outbox/outbox';
import type { SendProfile } from './profileTrigger';
import type { ReadingWays, SourceForm } from './sourceOf';
import type { FileNews } from './stepSource';
import type { WatchLock } from './watchLock';

/**
 * Of an alarm that asks for a profile. `waiting`: not asked yet. `asking`: it is on its way to whoever takes it; who finds this after a kill does
 * not ask again, since nothing tells how far it came. `elsewhere`: another watcher of the same files asks. `past`: the watcher was away for so long that it does not ask any more.
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
  /** Makes a profile ready to be asked for, as far as nobody hears of it. Undefined: nothing is asked for. */
  readonly trigger: ((alarm: AlarmEvent, dump: string) => Promise<SendProfile>) | undefined;
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
  | { readonly kind: 'limits'; readonly reason: Spoken }
  /** The files are followed by another watcher already. */
  | { readonly kind: 'other-watcher'; readonly who: string }
  /** So much of what was written before is still to be read. */
  | { readonly kind: 'behind'; readonly unreadBytes: number }
  | NoDataReason;
