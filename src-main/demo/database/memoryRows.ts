import { type Allocation, DeviceMemory, type MemoryTotals } from '../facts/deviceMemory';
import { inactiveBeforeNs, MemoryRecords, ModuleSamples, streamPointers } from '../facts/memoryRecords';
import type { RankFacts } from '../facts/rankFacts';
import type { StepRecords } from '../simulation/stepRecords';
import type { AddRow, Cell, DatabaseFile } from './databaseFile';
import { modules } from './enumerations';
import { memoryTables } from './schema';
import type { StringIds } from './stringIds';

/** The tables of one rank's memory: each block, the totals whenever they change, what the modules hold. Bytes. */
export class MemoryRows {
  private readonly allocation: AddRow;
  private readonly record: AddRow;
  private readonly module: AddRow;
  private readonly memory: DeviceMemory;
  private readonly records: MemoryRecords;
  private readonly samples: ModuleSamples;

  constructor(
    file: DatabaseFile,
    private readonly facts: RankFacts,
    private readonly strings: StringIds,
  ) {
    this.allocation = file.table(memoryTables.allocation);
    this.record = file.table(memoryTables.record);
    this.module = file.table(memoryTables.module);
    this.memory = new DeviceMemory(facts.plan);
    this.records = new MemoryRecords(facts);
    this.samples = new ModuleSamples(facts);
  }

  *add(records: StepRecords): Generator<void> {
    const { deviceId } = this.facts.place;
    for (const allocation of this.memory.step(records).released) {
      this.allocation(this.allocationRow(allocation));
      yield;
    }
    for (const { component, atNs, allocatedBytes, reservedBytes, streamPointer } of this.records.step(records)) {
      const allocated = allocatedBytes ?? null;
      const totals = [allocated, reservedBytes, allocated];
      this.record([this.strings.idOf(component), atNs, ...totals, streamPointer ?? null, deviceId]);
      yield;
    }
    for (const sample of this.samples.step(records)) {
      for (const { module, bytes } of sample.modules) this.module([modules[module], sample.atNs, bytes, deviceId]);
      yield;
    }
  }

  /** Blocks that nobody has released. */
  end(): void {
    for (const allocation of this.memory.unreleased) this.allocation(this.allocationRow(allocation));
  }

  private allocationRow(allocation: Allocation): Cell[] {
    const { opName, sizeBytes, stream, allocatedNs, releasedNs, atAllocation, atRelease } = allocation;
    const inactiveNs = releasedNs === undefined ? undefined : releasedNs - inactiveBeforeNs;
    const since = (ns: number | undefined): number | null => (ns === undefined ? null : ns - allocatedNs);
    return [
      this.strings.idOf(opName),
      sizeBytes,
      allocatedNs,
      releasedNs ?? null,
      inactiveNs ?? null,
      since(releasedNs),
      since(inactiveNs),
      ...totalCells(atAllocation),
      ...totalCells(atRelease),
      streamPointers[stream],
      this.facts.place.deviceId,
    ];
  }
}

/** Allocated, reserved, active. */
function totalCells(totals: MemoryTotals | undefined): Cell[] {
  if (totals === undefined) return [null, null, null];
  return [totals.allocatedBytes, totals.reservedBytes, totals.allocatedBytes];
}
