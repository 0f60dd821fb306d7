import type { StepRecords } from '../simulation/stepRecords';

/** What the allocator held at an instant, bytes. */
export interface MemoryTotals {
  readonly allocatedBytes: number;
  readonly reservedBytes: number;
}

/** One block from its allocation to its release. */
export interface Allocation {
  /** The op that asked for it. */
  readonly opName: string;
  readonly sizeBytes: number;
  readonly allocatedNs: number;
  /** Undefined while nobody has released it. */
  releasedNs: number | undefined;
  atAllocation: MemoryTotals;
  atRelease: MemoryTotals | undefined;
}

/** A change of the totals. */
export interface MemoryChange {
  readonly atNs: number;
  readonly totals: MemoryTotals;
}

export interface StepMemory {
  /** Blocks released in this step, by allocation. */
  readonly released: readonly Allocation[];
  readonly changes: readonly MemoryChange[];
}

const mib = 1 << 20;
/** Weights, gradients and optimiser states: there before the profiling began. */
const residentBytes = 18_432 * mib;
const segmentBytes = 20 * mib;
const blockBytes = 512;
const temporaryLifetimeLaunches = 3;

/**
 * The caching allocator of one rank: outputs of ops are allocated when the op is issued; temporaries are released a few
 * launches later, activations after their backward op, the batch when the next one comes. The reserved memory grows in
 * segments and is kept.
 */
export class DeviceMemory {
  private allocatedBytes = residentBytes;
  private reservedBytes = residentBytes + 2_048 * mib;
  private batch: Allocation | undefined;

  /** Blocks that nobody has released at the end of the run. */
  get unreleased(): readonly Allocation[] {
    return this.batch === undefined ? [] : [this.batch];
  }

  step(records: StepRecords): StepMemory {
    const held = this.batch === undefined ? [] : [this.batch];
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
        changes.push({ atNs: release.releasedNs!, totals: release.atRelease });
        r++;
      } else {
        allocation!.atAllocation = this.change(allocation!.sizeBytes);
        changes.push({ atNs: allocation!.allocatedNs, totals: allocation!.atAllocation });
        a++;
      }
    }
    return { released, changes };
  }

  private change(bytes: number): MemoryTotals {
    this.allocatedBytes += bytes;
    if (this.allocatedBytes > this.reservedBytes) {
      this.reservedBytes = Math.ceil(this.allocatedBytes / segmentBytes) * segmentBytes;
    }
    return { allocatedBytes: this.allocatedBytes, reservedBytes: this.reservedBytes };
  }

  private allocationsOf(records: StepRecords): Allocation[] {
    const { launches } = records;
    const backwardRow = new Map<number, number>();
    for (let row = 0; row < launches.launch.length; row++) {
      if (launches.launch[row]!.autograd === 'backward') backwardRow.set(launches.sequence[row]!, row);
    }
    const endOf = (row: number): number => launches.hostEndNs[Math.min(row, launches.launch.length - 1)]!;
    const allocations: Allocation[] = [];
    for (let row = 0; row < launches.launch.length; row++) {
      const launch = launches.launch[row]!;
      const allocatedNs = launches.hostStartNs[row]! + 5_200;
      if (launch.kind === 'copyToDevice') {
        if (this.batch !== undefined) this.batch.releasedNs = allocatedNs;
        this.batch = block('aten::empty_strided', launch.sizeBytes, allocatedNs, undefined);
        allocations.push(this.batch);
      } else if (launch.kind === 'kernel' && launch.op.outputBytes > 0) {
        const isKept = launch.op.outputLifetime === 'until-backward';
        const lastUse = isKept ? (backwardRow.get(launches.sequence[row]!) ?? row) : row + temporaryLifetimeLaunches;
        allocations.push(block(launch.op.hostOps.at(-1)!, launch.op.outputBytes, allocatedNs, endOf(lastUse) + 1_400));
      }
    }
    return allocations;
  }
}

function block(opName: string, sizeBytes: number, allocatedNs: number, releasedNs: number | undefined): Allocation {
  return {
    opName,
    sizeBytes: Math.ceil(sizeBytes / blockBytes) * blockBytes,
    allocatedNs,
    releasedNs,
    atAllocation: { allocatedBytes: 0, reservedBytes: 0 },
    atRelease: undefined,
  };
}
