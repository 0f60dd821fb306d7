import { micros3 } from '../trace/clock';
import type { RankTrace } from '../trace/rankTrace';
import { crlf, timestampCell } from './cells';
import { type Allocation, DeviceMemory, type MemoryStream, type MemoryTotals, mib } from './deviceMemory';
import { heldBytes, memoryPeriodNs, moduleBytes } from './processMemory';
import type { TableFile } from './tableWriter';

/** The allocator's streams, as addresses. */
const streamPointers: Readonly<Record<MemoryStream, number>> = { compute: 897_401_216, communication: 897_466_752 };
/** The stream of the operators' scratch memory. */
const workspacePointer = 897_532_288;
const batch = 512;
/** The allocator counts a block as inactive just before it counts it as released. */
const inactiveBeforeNs = 510;

/** operator_memory.csv: every block, with the totals when it came and went. */
export const operatorMemoryFile: TableFile = {
  fileName: 'operator_memory.csv',
  create: (trace) => {
    const memory = new DeviceMemory(trace.plan);
    return {
      begin: () =>
        `Name,Size(KB),Allocation Time(us),Release Time(us),Active Release Time(us),Duration(us),Active Duration(us),Allocation Total Allocated(MB),Allocation Total Reserved(MB),Allocation Total Active(MB),Release Total Allocated(MB),Release Total Reserved(MB),Release Total Active(MB),Stream Ptr,Device Type${crlf}`,
      *step(records) {
        const { released } = memory.step(records);
        for (let first = 0; first < released.length; first += batch) {
          yield released
            .slice(first, first + batch)
            .map((allocation) => allocationRow(trace, allocation))
            .join('');
        }
      },
      end: () => memory.unreleased.map((allocation) => allocationRow(trace, allocation)).join(''),
    };
  },
};

/**
 * memory_record.csv: the allocator's totals after every change (PTA) and with those of the graph engine (PTA+GE), the
 * scratch memory of a step (WORKSPACE), and every 20 ms the graph engine's and the whole process's own.
 */
export const memoryRecordFile: TableFile = {
  fileName: 'memory_record.csv',
  create: (trace) => {
    const memory = new DeviceMemory(trace.plan);
    const device = `NPU:${trace.place.deviceId}`;
    let nextSample = 0;
    const row = (component: string, atNs: number, totals: string, stream: number | ''): string =>
      `${component},${timestampCell(trace.clock.micros(atNs))},${totals},${stream},${device}${crlf}`;
    const workspace = (atNs: number, bytes: number): string =>
      row('WORKSPACE', atNs, `${bytes / mib},${heldBytes.workspace / mib},${bytes / mib}`, workspacePointer);
    return {
      begin: () =>
        `Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Total Active(MB),Stream Ptr,Device Type${crlf}`,
      *step(records) {
        let text = workspace(records.startNs, heldBytes.workspace);
        for (const { atNs, stream, totals } of memory.step(records).changes) {
          for (; nextSample * memoryPeriodNs <= atNs; nextSample++) {
            const sampleNs = nextSample * memoryPeriodNs;
            const engine = engineTotals(nextSample);
            text += row('GE', sampleNs, totalsCells(engine), '');
            const held = moduleBytes(trace, totals).reduce((sum, { bytes }) => sum + bytes, heldBytes.driver);
            text += row('APP', sampleNs, `,${held / mib},`, '');
          }
          const engine = engineTotals(nextSample - 1);
          text += row('PTA', atNs, totalsCells(totals), streamPointers[stream]);
          text += row('PTA+GE', atNs, totalsCells(sumOf(totals, engine)), streamPointers[stream]);
          if (text.length > 32_768) {
            yield text;
            text = '';
          }
        }
        yield text + workspace(records.endNs, 0);
      },
      end: () => '',
    };
  },
};

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

function allocationRow(trace: RankTrace, allocation: Allocation): string {
  const { allocatedNs, releasedNs, sizeBytes, stream, atAllocation, atRelease } = allocation;
  const time = (ns: number): string => timestampCell(trace.clock.micros(ns));
  const release =
    releasedNs === undefined
      ? ',,,'
      : `${time(releasedNs)},${time(releasedNs - inactiveBeforeNs)},${timestampCell(micros3(releasedNs - allocatedNs))},${timestampCell(micros3(releasedNs - inactiveBeforeNs - allocatedNs))}`;
  const released = atRelease === undefined ? ',,' : totalsCells(atRelease);
  return `${allocation.opName},${sizeBytes / 1024},${time(allocatedNs)},${release},${totalsCells(atAllocation)},${released},${streamPointers[stream]},NPU:${trace.place.deviceId}${crlf}`;
}

/** Allocated, reserved, active. */
function totalsCells({ allocatedBytes, reservedBytes }: MemoryTotals): string {
  return `${allocatedBytes / mib},${reservedBytes / mib},${allocatedBytes / mib}`;
}
