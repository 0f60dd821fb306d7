import type { GroupKind } from '../parallel';

/** First and last step, by the numbers the dump has; every step unless told. */
export type StepRange = readonly [first: number, last: number];

interface FaultCommon {
  readonly steps?: StepRange;
}

/** The kernels of one rank take longer, by `factor`. */
export interface SlowRank extends FaultCommon {
  readonly kind: 'slow-rank';
  readonly rank: number;
  readonly factor: number;
}

/** One rank waits for its batch before the forward pass. */
export interface LateDataloader extends FaultCommon {
  readonly kind: 'late-dataloader';
  readonly rank: number;
  readonly milliseconds: number;
}

/**
 * Links carry only `factor` (0…1) of their bandwidth: the one between two ranks, all of one rank, or all of a
 * transport; of those named together, the links to which all apply.
 */
export interface SlowLink extends FaultCommon {
  readonly kind: 'slow-link';
  readonly between?: readonly [number, number];
  readonly rank?: number;
  readonly transport?: 'HCCS' | 'PCIE' | 'RDMA';
  readonly factor: number;
}

/** The link between two ranks carries nothing: what would go over it goes by another rank of the group, both ways. */
export interface AbsentLink extends FaultCommon {
  readonly kind: 'absent-link';
  readonly between: readonly [number, number];
}

/** The link between two ranks carries only `factor` (0…1) of its bandwidth, in one of `every` collectives of each group. */
export interface FlappingLink extends FaultCommon {
  readonly kind: 'flapping-link';
  readonly between: readonly [number, number];
  readonly factor: number;
  readonly every: number;
}

/** One device runs below its frequency: its cube kernels slow down in proportion, the others by a third of that. */
export interface DownClock extends FaultCommon {
  readonly kind: 'down-clock';
  readonly rank: number;
  readonly mhz: number;
}

/** The kernels of all ranks of a pipeline stage take longer, as where its layers have more to do. */
export interface HeavyStage extends FaultCommon {
  readonly kind: 'heavy-stage';
  /** From 0. */
  readonly stage: number;
  readonly factor: number;
}

/** Kernels are compiled while the job runs, because their shapes change from step to step. */
export interface JitCompile extends FaultCommon {
  readonly kind: 'jit-compile';
  readonly rank: number;
  readonly callsPerStep: number;
  readonly milliseconds: number;
}

/** Python collects garbage while the device waits. */
export interface GcPause extends FaultCommon {
  readonly kind: 'gc-pause';
  readonly rank: number;
  readonly perStep: number;
  readonly milliseconds: number;
}

/** Memory that is never released. Of all ranks unless told. */
export interface Leak extends FaultCommon {
  readonly kind: 'leak';
  readonly rank?: number;
  readonly mibPerStep: number;
}

/** The collectives of a kind of group send their data in small packets. */
export interface SmallPackets extends FaultCommon {
  readonly kind: 'small-packets';
  readonly group: GroupKind;
  readonly packetKib: number;
}

/** The packets of a kind of group are no multiples of 512 bytes. */
export interface UnalignedSizes extends FaultCommon {
  readonly kind: 'unaligned';
  readonly group: GroupKind;
}

/** Kernels take longer from step to step: by `perStep` of their time each. Of all ranks unless told. */
export interface Drift extends FaultCommon {
  readonly kind: 'drift';
  readonly rank?: number;
  readonly perStep: number;
}

/** One rank calls another collective than its peers, in the place of the `call`-th one (from 0) of the group in a step. */
export interface Mismatch extends FaultCommon {
  readonly kind: 'mismatch';
  readonly rank: number;
  readonly group: GroupKind;
  readonly call: number;
}

/**
 * One rank never calls the `call`-th collective (from 0) of its group in the dump's last step: its host goes into something that does not
 * return, whoever needs it waits, and the recording is ended `milliseconds` after nothing moves any more. Nothing of it is in a database,
 * which has rows of what has ended.
 */
export interface Hang extends FaultCommon {
  readonly kind: 'hang';
  readonly rank: number;
  readonly group: GroupKind;
  readonly call: number;
  readonly milliseconds: number;
}

/** Something wrong with the job, planted on purpose. */
export type Fault =
  | SlowRank
  | LateDataloader
  | SlowLink
  | AbsentLink
  | FlappingLink
  | DownClock
  | HeavyStage
  | JitCompile
  | GcPause
  | Leak
  | SmallPackets
  | UnalignedSizes
  | Drift
  | Mismatch
  | Hang;

export type FaultKind = Fault['kind'];

/** Frequency of a device in order. */
export const nominalMhz = 1_800;

/** What a fault did to one rank in one step. */
export interface FaultEffect {
  /** Position in the list of faults. */
  readonly fault: number;
  readonly step: number;
  /** Kernels, collectives, pauses, compiles or blocks that were touched. */
  readonly count: number;
  /** From the first to the last of them, ns since the job's origin. */
  readonly startNs: number;
  readonly endNs: number;
  /**
   * Sum of what they took longer, ns: kernels and transfers by the fault's factor, pauses and waits for a batch in full,
   * compiles by what the device waited for them, what never ends until the recording does.
   */
  readonly extraNs: number;
  /** Memory that was not released, or data sent in small or unaligned packets. */
  readonly bytes: number;
}
