import type { Notice, SourceFile } from '../../src-contract';

/** A rank as found on disk, before any of its timeline is read. */
export interface DiscoveredRank {
  readonly rank: number | undefined;
  readonly folder: string;
  readonly hostName: string | undefined;
  /** Read together, in this order, as one timeline; empty where there is none. */
  readonly timelinePaths: readonly string[];
  readonly files: readonly SourceFile[];
  readonly notices: readonly Notice[];
}

export interface DiscoveredDump {
  /** By rank number, then by path. */
  readonly ranks: readonly DiscoveredRank[];
  /** Summaries of the whole job. */
  readonly clusterFiles: readonly SourceFile[];
  readonly notices: readonly Notice[];
}
