/** The host, its folders, and the user’s settings of the engine. */
import type { Notice } from './notices';
import type { ReferenceBandwidths } from './views/communication';
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

export interface FolderEntry {
  readonly name: string;
  readonly path: string;
  readonly kind: 'folder' | 'file';
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  /** It looks like something Tracelane opens (a rank, a job, a trace file). */
  readonly isDump: boolean;
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
