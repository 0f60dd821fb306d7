/** What the Communication view may ask. Ranks are numbers of the job ("global"), where the dump tells them. */

import type { OfJob } from '../dump';
import type { LaneId, RankIndex } from '../ids';
import type { Notice } from '../notices';
import type { SliceRef } from '../slices';

/** GB/s (10⁹ bytes) by transport. */
export type ReferenceBandwidths = Readonly<Record<string, number>>;

/** Which collectives: absent parts don't narrow it. */
export interface CommunicationScope extends OfJob {
  /** As in the files, without "step"; '' where they name none. */
  readonly step?: string;
  /** `CommunicationGroup.key`. */
  readonly group?: string;
  /** Type of the collective: "allReduce". */
  readonly type?: string;
  /** One collective, by its name in its group: "hcom_allReduce__271_0_1". */
  readonly op?: string;
}

export interface CommunicationTables {
  /** One row per rank and collective, with its slice (`slice`, `generation`) where the rank's timeline is in memory. */
  'communication.ops': CommunicationScope & { readonly ranks?: readonly number[] };
  /** One row per rank: the sums over its collectives in the scope. */
  'communication.ranks': CommunicationScope;
  /** One row per communication group: the sums over its collectives in the scope, on all ranks. */
  'communication.groups': CommunicationScope;
  /** The same per type of collective. */
  'communication.types': CommunicationScope;
  /** One row per pair of ranks and transport. With `references` a column that compares with them. */
  'communication.links': CommunicationScope & { readonly references?: ReferenceBandwidths };
  /** One row per collective, rank and peer: when the peer arrived. Needs the timeline of the rank. */
  'communication.arrivals': CommunicationScope & { readonly ranks?: readonly number[] };
}

export interface CommunicationQuestions {
  /** What there is to choose from. */
  'communication.overview': { readonly question: OfJob; readonly answer: CommunicationOverview };
  /** The collectives of the scope (whatever its `op`), by their first start. A large job has tens of thousands. */
  'communication.names': { readonly question: CommunicationScope; readonly answer: readonly CollectiveName[] };
  /** The slice that a row of `communication.ops` stands for, where it does not carry it; undefined: no timeline has it. */
  'communication.slice': { readonly question: CollectiveOfRank; readonly answer: SliceRef | undefined };
  /** The collective that a slice is, the other way round; undefined: it is none. */
  'communication.collective': {
    readonly question: { readonly ref: SliceRef };
    readonly answer: CollectiveName | undefined;
  };
  /** The lanes of each group, on all ranks whose timelines are read. */
  'communication.groupLanes': { readonly question: OfJob; readonly answer: readonly GroupLanes[] };
  'communication.matrix': { readonly question: CommunicationScope; readonly answer: CommunicationMatrix };
  /** Most bytes first. */
  'communication.transports': { readonly question: CommunicationScope; readonly answer: readonly TransportTotal[] };
  /** What the transports reach at best, before the user corrects it (`EngineSettings.references`). */
  'communication.references': { readonly question: Record<string, never>; readonly answer: ReferenceBandwidths };
  'communication.packets': {
    readonly question: CommunicationScope & { readonly ranks?: readonly number[] };
    readonly answer: readonly PacketSizes[];
  };
  /** Packets whose sizes are no multiple of the block size, by transport; empty where all are. */
  'communication.unaligned': {
    readonly question: CommunicationScope & { readonly ranks?: readonly number[] };
    readonly answer: readonly UnalignedOps[];
  };
  'communication.lanes': { readonly question: CommunicationScope; readonly answer: CollectiveLanes };
  /** Who came late, over all collectives of the scope: also ranks that were not profiled. */
  'communication.late': { readonly question: CommunicationScope; readonly answer: LateRanks };
  'communication.slowLinks': { readonly question: CommunicationScope; readonly answer: readonly SlowLink[] };
  /** Where exposed communication of one rank goes; undefined without its timeline. */
  'communication.exposed': {
    readonly question: { readonly rank: RankIndex };
    readonly answer: ExposedCommunication | undefined;
  };
}

export interface CommunicationOverview {
  readonly steps: readonly string[];
  readonly groups: readonly CommunicationGroup[];
  /** Types of collectives with how many of them, most time first. */
  readonly types: readonly { readonly type: string; readonly count: number; readonly elapseNs: number }[];
  readonly ranks: readonly CommunicationRank[];
  /** Where the times come from. */
  readonly sources: readonly (
    | 'communication.json'
    | 'analysis.db'
    | 'profiler.db'
    | 'cluster'
    | 'timeline'
    | 'job-summary'
  )[];
  /** Of a job of summaries, whose file tells all but of single collectives; undefined: files of ranks tell. */
  readonly ofSummaries?: CommunicationOfSummaries;
  /** What could not be read of the files that tell of collectives: the numbers lack it. */
  readonly notices: readonly Notice[];
}

export interface CommunicationOfSummaries {
  /** False: its file was made before it had anything of this. */
  readonly isTold: boolean;
  /** Pairs of ranks with a transport, and those of them that the file has: where there are more, the slowest. */
  readonly pairCount: number;
  readonly keptPairCount: number;
}

export interface GroupLanes {
  /** `CommunicationGroup.key` and its name. */
  readonly key: string;
  readonly name: string;
  readonly lanes: readonly LaneId[];
}

export interface CommunicationGroup {
  /** As behind the "@" in the files: a name, or a hash of one. */
  readonly key: string;
  /** "dp_cp", where the dump tells what the group is for; else its key. */
  readonly name: string;
  readonly kind: 'p2p' | 'collective';
  /** Its members in the order of their places in the group; empty where the dump does not tell them. */
  readonly ranks: readonly number[];
  readonly opCount: number;
  readonly elapseNs: number;
}

export interface CollectiveName {
  readonly name: string;
  readonly group: string;
  readonly step: string;
  readonly type: string;
  /** Ranks that have it in their files. */
  readonly rankCount: number;
}

/** One collective on one rank. */
export interface CollectiveOfRank {
  readonly rank: RankIndex;
  readonly step: string;
  /** `CommunicationGroup.key`. */
  readonly group: string;
  /** Its name in the group. */
  readonly op: string;
}

export interface CommunicationRank {
  readonly rank: number;
  /** Where the rank's own folder is open. */
  readonly index?: RankIndex;
  readonly label: string;
}

/** Traffic between pairs of ranks; one column entry a pair. */
export interface CommunicationMatrix {
  /** Ranks that occur, ascending: the axes. */
  readonly ranks: readonly number[];
  /** False where the dump does not tell which ranks a group has: numbers are places in the group then. */
  readonly isGlobal: boolean;
  readonly source: Uint32Array;
  readonly target: Uint32Array;
  readonly sizeBytes: Float64Array;
  readonly transitNs: Float64Array;
  /** Size over time; NaN where no time was measured. */
  readonly bandwidthGBps: Float64Array;
  /** Position in `transports`. */
  readonly transport: Uint8Array;
  readonly transports: readonly string[];
}

/** A size that moves slowly: not a whole number of the blocks that the device moves at a time. analyses.md C3. */
export interface UnalignedOps {
  readonly transport: string;
  /** Ascending. */
  readonly sizesBytes: readonly number[];
  readonly packetCount: number;
  readonly timeNs: number;
  /** Distinct collectives that have such packets; `opCount` over all ranks. */
  readonly names: readonly string[];
  readonly opCount: number;
}

/** Packets of one transport, by size. */
export interface PacketSizes {
  readonly transport: string;
  readonly sizeBytes: Float64Array;
  readonly count: Float64Array;
  readonly timeNs: Float64Array;
}

/** The collectives of all ranks side by side, by rank and start. */
export interface CollectiveLanes {
  readonly ranks: readonly CommunicationRank[];
  /** Position in `ranks`. */
  readonly rank: Uint32Array;
  /** Position in `ops`. */
  readonly op: Uint32Array;
  readonly ops: readonly CollectiveName[];
  readonly startNs: Float64Array;
  readonly elapseNs: Float64Array;
  /** How much later than the first rank of the same collective; NaN where no other rank has a clock to compare with. */
  readonly lateNs: Float64Array;
  /** 1: the last to arrive at this collective, late by more than the clocks may be off; not at sends and receives. */
  readonly isLast: Uint8Array;
  /** The clocks of the whole job are one. Where they are not, starts are each rank's own; `lateNs` is told within groups. */
  readonly isAligned: boolean;
  /** How much later than the first the last has to be. */
  readonly lateFromNs: number;
}

export interface LateRanks {
  /** What removing them gains, most first. */
  readonly ranks: readonly LateRank[];
  /** Who comes less than that later is not late. */
  readonly fromNs: number;
  /** Collectives of several ranks of which nobody saw the others come, and whose ranks' clocks can't be compared. */
  readonly untoldCount: number;
  /** What a rank would wait in collectives, on average over those that come to any, if none of these had been late. */
  readonly leftNs: number;
}

export interface LateRank {
  readonly rank: number;
  readonly label: string;
  /** False: no folder of this rank was opened; it is known from what others waited for. */
  readonly isProfiled: boolean;
  /** False: `rank` is a place in the group of `worst`, since the dump does not tell which rank that is. */
  readonly isGlobal: boolean;
  /** Collectives that this rank was the last to arrive at, and those it was seen in. */
  readonly lastCount: number;
  readonly seenCount: number;
  /**
   * Sum over collectives of how much later it came than the next to last: what removing the lateness gains at most. What it
   * is late by since it had to wait for others before is theirs.
   */
  readonly causedNs: number;
  readonly worst: { readonly op: string; readonly group: string; readonly step: string; readonly lateNs: number };
  /** Where the worst one can be seen in the timeline: the wait for it, or its own collective. */
  readonly evidence?: SliceRef;
}

/** What a transport carried between ranks, in the scope. */
export interface TransportTotal {
  readonly transport: string;
  readonly sizeBytes: number;
  readonly transitNs: number;
  /** Size over time; NaN where no time was measured. */
  readonly bandwidthGBps: number;
}

export interface SlowLink {
  readonly source: number;
  readonly target: number;
  readonly transport: string;
  readonly bandwidthGBps: number;
  /** Mean over the links of the same transport. */
  readonly meanGBps: number;
  readonly sizeBytes: number;
  /** In standard deviations of links alike: kind of collectives, bytes, ranks; NaN for fewer than eleven. */
  readonly zScore: number;
}

/** Exposed (not overlapped) communication of one rank, split by what it was. analyses.md A5. */
/** Whom a rank waited for. */
export interface WaitedFor {
  /** Not `isGlobal`: a place in `group`, since the dump does not tell which rank that is. */
  readonly rank: number;
  readonly isGlobal: boolean;
  readonly group?: string;
  readonly waitingNs: number;
}

/** Of a rank's steps together, as the step split counts them. */
export interface ExposedCommunication {
  readonly exposedNs: number;
  /** Union of Memcpy, Reduce_Inline, RDMASend … within it. */
  readonly movingNs: number;
  /** Union of the waits for peers within it. */
  readonly waitingNs: number;
  readonly restNs: number;
  /** False: the timeline has no planes (a GPU's has none): nothing tells moving from waiting. */
  readonly isSplit: boolean;
  /** What the profiler's own files count as wait and as idle on this rank: only the plane that waited least. */
  readonly profiler: { readonly waitNs: number; readonly idleNs: number } | undefined;
  /** Most first. */
  readonly byPeer: readonly WaitedFor[];
}
