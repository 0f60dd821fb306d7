import type { CollectiveTemplate } from '../model/collectiveTemplates';
import type { OutputLifetime } from '../model/opSpec';
import type { DemoPlan } from '../options';
import type { StepRecords } from '../simulation/stepRecords';

/** What the allocator held at an instant, bytes. */
export interface MemoryTotals {
  readonly allocatedBytes: number;
  readonly reservedBytes: number;
}

/** Stream that a block belongs to: what runs on it may use the block without waiting. */
export type MemoryStream = 'compute' | 'communication';

/** One block from its allocation to its release. */
export interface Allocation {
  /** The op that asked for it. */
  readonly opName: string;
  readonly sizeBytes: number;
  readonly stream: MemoryStream;
  readonly isPinned: boolean;
  readonly allocatedNs: number;
  /** Undefined while nobody has released it. */
  releasedNs: number | undefined;
  atAllocation: MemoryTotals;
  atRelease: MemoryTotals | undefined;
}

/** A change of the totals. */
export interface MemoryChange {
  readonly atNs: number;
  readonly stream: MemoryStream;
  readonly totals: MemoryTotals;
}

export interface StepMemory {
  /** Blocks released in this step, by allocation. */
  readonly released: readonly Allocation[];
  readonly changes: readonly MemoryChange[];
}

export const mib = 1 << 20;
/** Weights, gradients and optimiser states: there before the profiling began. */
const trainedBytes = 18_432 * mib;
/** Weights alone. */
const servedBytes = 6_144 * mib;
const segmentBytes = 20 * mib;
const blockBytes = 512;
const temporaryLifetimeLaunches = 3;

/**
 * The caching allocator of one rank: outputs of ops are allocated when the op is issued; temporaries are released a few
 * launches later, activations after their backward op, the batch when the next one comes, cached keys and values when
 * the next prefill begins, and what leaks never. The reserved memory grows in segments and is kept.
 */
export class DeviceMemory {
  private allocatedBytes: number;
  private reservedBytes: number;
  private batch: Allocation | undefined;
  private sequence: Allocation[] = [];
  /** Blocks of the sequences before, to be released in this step. */
  private ended: Allocation[] = [];
  private readonly leaked: Allocation[] = [];

  constructor(plan: DemoPlan) {
    this.allocatedBytes = plan.inference === undefined ? trainedBytes : servedBytes;
    this.reservedBytes = this.allocatedBytes + 2_048 * mib;
  }

  get totals(): MemoryTotals {
    return { allocatedBytes: this.allocatedBytes, reservedBytes: this.reservedBytes };
  }

  /** Blocks that nobody has released at the end of the run, by allocation. */
  get unreleased(): readonly Allocation[] {
    const held = [...this.leaked, ...this.sequence, ...(this.batch === undefined ? [] : [this.batch])];
    return held.sort((a, b) => a.allocatedNs - b.allocatedNs);
  }

  step(records: StepRecords): StepMemory {
    if (records.phase === 'prefill') this.endSequence(records.startNs);
    const held = [...this.ended, ...(this.batch === undefined ? [] : [this.batch])];
    this.ended = [];
    const allocated = this.allocationsOf(records);
    const released = [...held, ...allocated].filter(({ releasedNs }) => releasedNs !== undefined);
    const byRelease = [...released].sort((a, b) => a.releasedNs! - b.releasedNs!);
    const changes: MemoryChange[] = [];
    // Allocations are in order of time: only one thread issues ops at any moment.
    for (let a = 0, r = 0; a < allocated.length || r < byRelease.length; ) {
      const allocation = allocated[a];
      const release = byRelease[r];
      if (release !== undefined && (allocation === undefined || release.releasedNs! <= allocation.allocatedNs)) {
        release.atRelease = this.change(-release.sizeBytes);
        changes.push({ atNs: release.releasedNs!, stream: release.stream, totals: release.atRelease });
        r++;
      } else {
        // What is kept for good keeps its segment, which nothing else fits into.
        if (allocation!.isPinned) this.reservedBytes += allocation!.sizeBytes;
        allocation!.atAllocation = this.change(allocation!.sizeBytes);
        changes.push({
          atNs: allocation!.allocatedNs,
          stream: allocation!.stream,
          totals: allocation!.atAllocation,
        });
        a++;
      }
    }
    return { released, changes };
  }

  /** New sequences come: the keys and values of those before are of no use. */
  private endSequence(atNs: number): void {
    for (const [i, each] of this.sequence.entries()) each.releasedNs = atNs + 400 + 10 * i;
    this.ended = this.sequence;
    this.sequence = [];
  }

  private change(bytes: number): MemoryTotals {
    this.allocatedBytes += bytes;
    if (this.allocatedBytes > this.reservedBytes) {
      this.reservedBytes = Math.ceil(this.allocatedBytes / segmentBytes) * segmentBytes;
    }
    return this.totals;
  }

  private allocationsOf(records: StepRecords): Allocation[] {
    const { launches } = records;
    const backwardRow = new Map<number, number>();
    for (let row = 0; row < launches.launch.length; row++) {
      if (launches.launch[row]!.autograd === 'backward') backwardRow.set(launches.sequence[row]!, row);
    }
    const releaseOf = (row: number): number => launches.hostEndNs[Math.min(row, launches.launch.length - 1)]! + 1_400;
    const temporaryNs = (row: number): number => releaseOf(row + temporaryLifetimeLaunches);
    const releaseTime = (lifetime: OutputLifetime, row: number): number | undefined => {
      switch (lifetime) {
        case 'none':
        case 'temporary':
          return temporaryNs(row);
        case 'until-backward':
          return releaseOf(backwardRow.get(launches.sequence[row]!) ?? row);
        case 'sequence':
        case 'forever':
          return undefined;
      }
    };
    const allocations: Allocation[] = [];
    for (let row = 0; row < launches.launch.length; row++) {
      const launch = launches.launch[row]!;
      const allocatedNs = launches.hostStartNs[row]! + 5_200;
      if (launch.kind === 'copyToDevice') {
        if (this.batch !== undefined) this.batch.releasedNs = allocatedNs;
        this.batch = block('aten::empty_strided', launch.sizeBytes, 'compute', allocatedNs, undefined);
        allocations.push(this.batch);
      } else if (launch.kind === 'collective') {
        const bytes = resultBytes(launch.op, records.collectives[launches.collective[row]!]!.members.length);
        if (bytes === 0) continue;
        allocations.push(block(launch.op.hostOps[0]!, bytes, 'communication', allocatedNs, temporaryNs(row)));
      } else if (launch.op.outputBytes > 0) {
        const { outputBytes, outputLifetime, hostOps } = launch.op;
        const releasedNs = releaseTime(outputLifetime, row);
        const isPinned = outputLifetime === 'forever';
        const usual = block(hostOps.at(-1)!, outputBytes, 'compute', allocatedNs, releasedNs);
        const allocation = isPinned ? { ...usual, isPinned } : usual;
        allocations.push(allocation);
        if (outputLifetime === 'sequence') this.sequence.push(allocation);
        if (isPinned) this.leaked.push(allocation);
      }
    }
    return allocations;
  }
}

/** What a collective allocates for its result; the others work in place. */
function resultBytes({ type, sizeBytes }: CollectiveTemplate, members: number): number {
  switch (type) {
    case 'allGather':
    case 'alltoallv':
      return sizeBytes;
    case 'reduceScatter':
      return Math.ceil(sizeBytes / members);
    case 'allReduce':
    case 'send':
    case 'receive':
    case 'batchSendRecv':
      return 0;
  }
}

function block(
  opName: string,
  sizeBytes: number,
  stream: MemoryStream,
  allocatedNs: number,
  releasedNs: number | undefined,
): Allocation {
  return {
    opName,
    sizeBytes: Math.ceil(sizeBytes / blockBytes) * blockBytes,
    stream,
    isPinned: false,
    allocatedNs,
    releasedNs,
    atAllocation: { allocatedBytes: 0, reservedBytes: 0 },
    atRelease: undefined,
  };
}
