import type { Notice, RankJob, SourceFile } from '../../src-contract';

/** A rank as found on disk, before any of its timeline is read. */
export interface DiscoveredRank {
  readonly rank: number | undefined;
  /** What tells it from every other rank: its folder, else its first file. Opening that opens this rank alone, mostly. */
  readonly place: string;
  /** Where there are several jobs. */
  readonly job?: RankJob;
  readonly folder: string;
  readonly hostName: string | undefined;
  /** Read together, in this order, as one timeline; empty where there is none. */
  readonly timelinePaths: readonly string[];
  readonly files: readonly SourceFile[];
  readonly notices: readonly Notice[];
}

export interface DiscoveredDump {
  /** By job, then by rank number, then by path. */
  readonly ranks: readonly DiscoveredRank[];
  /** Summaries of the whole job. */
  readonly clusterFiles: readonly SourceFile[];
  readonly notices: readonly Notice[];
  /** The search was stopped, or came to a limit of its own: there may be more. */
  readonly isCut: boolean;
}
