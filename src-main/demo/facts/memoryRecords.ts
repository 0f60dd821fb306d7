import type { StepRecords } from '../simulation/stepRecords';
import { DeviceMemory, type MemoryTotals, mib } from './deviceMemory';
import { heldBytes, type ModuleBytes, memoryPeriodNs, moduleBytes } from './processMemory';
import type { RankFacts } from './rankFacts';

/** The allocator's streams, as addresses. */
export const streamPointers = { compute: 897_401_216, communication: 897_466_752 } as const;
/** The stream of the operators' scratch memory. */
const workspacePointer = 897_532_288;
/** The allocator counts a block as inactive just before it counts it as released. */
export const inactiveBeforeNs = 510;

/** What a component of the process held at an instant: ns since the job's origin. */
export interface MemoryRecord {
  readonly component: 'PTA' | 'PTA+GE' | 'GE' | 'WORKSPACE' | 'APP';
  readonly atNs: number;
  /** Undefined where only the whole process is known. Whatever is allocated counts as active. */
  readonly allocatedBytes: number | undefined;
  readonly reservedBytes: number;
  readonly streamPointer: number | undefined;
}

/**
 * The allocator's totals after every change (PTA) and with those of the graph engine (PTA+GE), the scratch memory of a step
 * (WORKSPACE), and every 20 ms the graph engine's and the whole process's own. Gets the run's steps in order.
 */
export class MemoryRecords {
  private readonly memory: DeviceMemory;
  private nextSample = 0;

  constructor(private readonly facts: RankFacts) {
    this.memory = new DeviceMemory(facts.plan);
  }

  *step(records: StepRecords): Generator<MemoryRecord> {
    if (this.facts.plan.layout.stepEveryNs > 0)
      this.nextSample = Math.max(this.nextSample, Math.ceil(records.startNs / memoryPeriodNs));
    yield workspace(records.startNs, heldBytes.workspace);
    for (const { atNs, stream, totals } of this.memory.step(records).changes) {
      for (; this.nextSample * memoryPeriodNs <= atNs; this.nextSample++) {
        const sampleNs = this.nextSample * memoryPeriodNs;
        yield { component: 'GE', atNs: sampleNs, ...engineTotals(this.nextSample), streamPointer: undefined };
        const modules = moduleBytes(this.facts, totals).reduce((sum, { bytes }) => sum + bytes, heldBytes.driver);
        const held = { allocatedBytes: undefined, reservedBytes: modules, streamPointer: undefined };
        yield { component: 'APP', atNs: sampleNs, ...held };
      }
      const streamPointer = streamPointers[stream];
      const both = sumOf(totals, engineTotals(this.nextSample - 1));
      yield { component: 'PTA', atNs, ...totals, streamPointer };
      yield { component: 'PTA+GE', atNs, ...both, streamPointer };
    }
    yield workspace(records.endNs, 0);
  }
}

function workspace(atNs: number, allocatedBytes: number): MemoryRecord {
  const { workspace: reservedBytes } = heldBytes;
  return { component: 'WORKSPACE', atNs, allocatedBytes, reservedBytes, streamPointer: workspacePointer };
}

/** The graph engine's memory at a sample: a little comes and goes. */
function engineTotals(sample: number): MemoryTotals {
  return { allocatedBytes: (44 + 8 * (Math.floor(sample / 4) % 3)) * mib, reservedBytes: heldBytes.graphEngine };
}

function sumOf(a: MemoryTotals, b: MemoryTotals): MemoryTotals {
  return {
    allocatedBytes: a.allocatedBytes + b.allocatedBytes,
    reservedBytes: a.reservedBytes + b.reservedBytes,
  };
}

/** What each module of the process holds at an instant. */
export interface ModuleSample {
  readonly atNs: number;
  readonly modules: readonly ModuleBytes[];
}

/** Every 20 ms. Gets the run's steps in order. */
export class ModuleSamples {
  private readonly memory: DeviceMemory;
  private totals: MemoryTotals;
  private nextSample = 0;

  constructor(private readonly facts: RankFacts) {
    this.memory = new DeviceMemory(facts.plan);
    this.totals = this.memory.totals;
  }

  *step(records: StepRecords): Generator<ModuleSample> {
    for (const change of this.memory.step(records).changes) {
      for (; this.nextSample * memoryPeriodNs <= change.atNs; this.nextSample++) {
        yield { atNs: this.nextSample * memoryPeriodNs, modules: moduleBytes(this.facts, this.totals) };
      }
      this.totals = change.totals;
    }
  }
}
