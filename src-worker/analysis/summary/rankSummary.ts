import type { ChipFacts, Finding, SourceFile, TrustNote } from '../../../src-contract';
import type { SeenByRank, SeenCollective } from '../../model/collectives/arrivals';
import type { Collective, CollectiveGroup, LinkTraffic } from '../../model/collectives/collective';
import type { CounterSum } from '../../model/counterSums';
import type { HostStep } from '../../model/hostSteps';
import type { Writer } from '../../model/recording';
import type { StepRow } from '../../model/splits/stepRows';
import type { TableRank } from '../../model/tableRanks';
import type { Before } from '../record/lateCauses';
import type { RankRecord } from '../record/rankRecord';
import type { CallsOfRank } from './toldCalls';

/** Another one for every change of what a summary's facts mean; a reader takes its own alone. */
export const SUMMARY_VERSION = 3;

/**
 * All that the reduce needs of one rank: its record, and what only several ranks together make something of. Instants are by the
 * rank's own clock and count from `originNs`.
 */
export interface RankSummary {
  readonly originNs: bigint;
  readonly about: AboutRank;
  /** Of each device. */
  readonly records: readonly RankRecord[];
  readonly chip: ChipFacts | undefined;
  /** Those that the rank's own files name. */
  readonly groups: readonly CollectiveGroup[];
  /** Those that its collectives are of besides. */
  readonly otherGroups: readonly CollectiveGroup[];
  readonly collectives: readonly Collective[];
  readonly links: readonly LinkTraffic[];
  /** Where both stand, of a summary that has been read. */
  readonly columns?: CallsOfRank;
  /** Undefined without a timeline. */
  readonly seen: RankSeen | undefined;
  readonly hostSteps: readonly HostStep[];
  /** What it did before some of its collectives, by `collectiveKey`. */
  readonly stretches: ReadonlyMap<string, Before>;
}

/** … with what a reader of the file may want besides. */
export interface WrittenSummary extends RankSummary {
  /** Where each step went. */
  readonly rows: readonly StepRow[];
  readonly counters: readonly CounterSum[];
  /** What was found in its dump alone; of a dump of several ranks what is about this one. */
  readonly findings: readonly Finding[];
  readonly trust: readonly TrustNote[];
}

/** `SeenByRank` without what is in the timeline only. */
export interface RankSeen {
  readonly computed: SeenByRank['computed'];
  readonly seen: readonly SeenOnce[];
}

/** Of each peer the first wait. */
export interface SeenOnce extends Pick<SeenCollective, 'collective'> {
  /** The rank's own place in the group. */
  readonly source: number;
  readonly waits: readonly { readonly target: number; readonly endNs: number }[];
}

/** What names and small files tell of the rank. */
export interface AboutRank extends Pick<TableRank, 'label' | 'hostName'> {
  readonly startedMs?: number | undefined;
  readonly process?: string | undefined;
  /** In the job; undefined: nothing tells. */
  readonly rank: number | undefined;
  /** Of the job that the user says it is of; '': nobody has said. */
  readonly job: string;
  readonly folder: string;
  /** The whole path of that when it was summarised: where its timeline may be. */
  readonly place: string;
  /** Names without folders. */
  readonly files: readonly SourceFile[];
  readonly writer: Writer | undefined;
  /** Ranks of the job. */
  readonly worldSize: number | undefined;
  readonly gpu: string | undefined;
  /** What the job's layout and the clock of the host are told by. */
  readonly metadata: unknown;
  readonly profilerInfo: unknown;
}
