/** The host, its folders, and the user’s settings of the engine. */
import type { RankJob } from './dump';
import type { Notice } from './notices';
import type { ReferenceBandwidths } from './views/communication';
import type { Thresholds } from './views/job';
import type { PeakRates } from './views/operator';

export interface HostInfo {
  readonly kind: 'electron' | 'browser';
  readonly version: string;
  readonly platform: string;
  /** What the command line asked to open; the window opens it when it starts. */
  readonly initialPaths: readonly string[];
  /** Folders that the folder browser may show (browser host); empty in Electron, which has real dialogs. */
  readonly roots: readonly string[];
}

/** What opening some paths would give, told by names, sizes and first bytes of files before anything is opened. */
export interface Survey {
  readonly rankCount: number;
  /** Ranks whose timeline is text (JSON), whose timeline is a database, and that have tables beside it. */
  readonly textCount: number;
  readonly databaseCount: number;
  readonly tableCount: number;
  /** Files that sum up a whole job. */
  readonly summaryCount: number;
  /** Of all these files. */
  readonly sizeBytes: number;
  /** Where there are several, the earlier ones first. */
  readonly jobs: readonly SurveyedJob[];
  /** What will be said of it when it is opened, as far as that is known. */
  readonly notices: readonly Notice[];
  /** It took too long, or was stopped: there may be more. */
  readonly isCut: boolean;
  /** It took too long, where more time may find more. */
  readonly isOutOfTime: boolean;
}

export interface SurveyedJob extends RankJob {
  readonly rankCount: number;
  readonly sizeBytes: number;
  /** Opening these opens the job and nothing else. */
  readonly paths: readonly string[];
}

/**
 * `verdict`: of the folder that is looked at. `badge`: of one in a list, which may take and cost only little; `patientBadge`:
 * the same where there is time for it.
 */
export type SurveyExtent = 'verdict' | 'badge' | 'patientBadge';

export interface FolderEntry {
  readonly name: string;
  readonly path: string;
  readonly kind: 'folder' | 'file';
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  /** It looks like something Tracelane opens (a rank, a job, a trace file). */
  readonly isDump: boolean;
  /** By its name it may be: a folder, an archive, a JSON file. */
  readonly isCandidate: boolean;
}

export interface FolderListing {
  readonly path: string;
  /** Absent at a root. */
  readonly parent?: string;
  readonly entries: readonly FolderEntry[];
  readonly notice?: Notice;
}

export interface RecentDump {
  readonly paths: readonly string[];
  /** Places of ranks that were left out when it was opened last. */
  readonly without: readonly string[];
  readonly title: string;
  readonly openedMs: number;
  readonly exists: boolean;
}

/** What the user may set about the engine; kept in the user's configuration folder, for all windows. */
export interface EngineSettings {
  /** Saved indexes take up at most this on disk; the least recently used go first. 0: nothing is saved. */
  readonly cacheLimitBytes: number;
  /** Indexes in memory take up at most this; those not used for longest go back to the cache. */
  readonly memoryBudgetBytes: number;
  /** The device that utilisation is compared with. Absent: the one that the dump tells, as the table has it. */
  readonly chips?: ChipSettings;
  /** What links are compared with, where the user has corrected it. */
  readonly references?: ReferenceBandwidths;
  /** Limits of findings that the user has changed. */
  readonly thresholds?: Partial<Thresholds>;
  /** Folders that the user comes back to, for the folder browser. */
  readonly favourites?: readonly string[];
}

export interface ChipSettings {
  /** Name of a device of the table; absent: the one that the dump tells. */
  readonly chosen?: string;
  /** FLOP/s that the user has corrected, by device and type. */
  readonly changed: Readonly<Record<string, PeakRates>>;
}

/** What is taken up right now. */
export interface EngineUsage {
  readonly cacheFolder: string;
  readonly cachedIndexes: number;
  readonly cacheBytes: number;
  readonly memoryBytes: number;
}
