import { type Allocation, DeviceMemory, type MemoryTotals, mib } from '../facts/deviceMemory';
import { inactiveBeforeNs, type MemoryRecord, MemoryRecords, streamPointers } from '../facts/memoryRecords';
import { micros3 } from '../trace/clock';
import type { RankTrace } from '../trace/rankTrace';
import { crlf, timestampCell } from './cells';
import type { TableFile } from './tableWriter';

const batch = 512;

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

/** memory_record.csv: what the allocator and the rest of the process held, whenever it changed or was sampled. */
export const memoryRecordFile: TableFile = {
  fileName: 'memory_record.csv',
  create: (trace) => {
    const memory = new MemoryRecords(trace);
    return {
      begin: () =>
        `Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Total Active(MB),Stream Ptr,Device Type${crlf}`,
      *step(records) {
        let text = '';
        for (const record of memory.step(records)) {
          text += recordRow(trace, record);
          if (text.length < 32_768) continue;
          yield text;
          text = '';
        }
        yield text;
      },
      end: () => '',
    };
  },
};

function recordRow(
  trace: RankTrace,
  { component, atNs, allocatedBytes, reservedBytes, streamPointer }: MemoryRecord,
): string {
  const allocated = allocatedBytes === undefined ? '' : allocatedBytes / mib;
  const totals = `${allocated},${reservedBytes / mib},${allocated}`;
  const time = timestampCell(trace.clock.micros(atNs));
  return `${component},${time},${totals},${streamPointer ?? ''},NPU:${trace.place.deviceId}${crlf}`;
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
