/** The ranks of an open dump as its tables know them, and what of them can change. */
import type { RankIndex, RankJob, SourceFile } from '../../src-contract';
import type { ClockShift } from '../base/clockShift';

/** A rank as the tables know it: its files, and its place in the dump. */
export interface TableRank {
  readonly index: RankIndex;
  /** Number of the rank in the job, where the dump tells it. */
  readonly rank: number | undefined;
  readonly label: string;
  readonly folder: string;
  readonly hostName: string | undefined;
  /** Of several jobs in the dump the one that the rank is of. */
  readonly job?: RankJob;
  readonly files: readonly SourceFile[];
  /** When its profile was begun, ms since the epoch, and host and process that was profiled: as far as names tell. */
  readonly startedMs?: number;
  readonly process?: string;
}

/** What tables and questions of a dump are answered from. */
export interface TableFiles {
  readonly ranks: readonly TableRank[];
  readonly clusterFiles: readonly SourceFile[];
}

/** What a rank is called and whose it is, where that was found in files while they were read. */
export type FoundName = Pick<TableRank, 'rank' | 'label' | 'job'>;

/** What can change from call to call. */
export interface TablePlace {
  /** Of ranks that names on disk did not tell, or not apart, by their places in the dump. */
  readonly names: ReadonlyMap<number, FoundName>;
  /** What the ranks' own times count from: see `ClockShift`. */
  readonly originNs: bigint;
  /** Of each rank. */
  readonly shifts: readonly ClockShift[];
  /** Grows whenever those change. */
  readonly clockRevision: number;
  /** Of each rank that has an index, in this thread or saved: the generation of it (by its place in the dump). */
  readonly generations: ReadonlyMap<number, number>;
}
