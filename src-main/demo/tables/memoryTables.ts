import { micros3 } from '../trace/clock';
import type { RankTrace } from '../trace/rankTrace';
import { crlf, timestampCell } from './cells';
import { type Allocation, DeviceMemory, type MemoryTotals } from './deviceMemory';
import type { TableFile } from './tableWriter';

const mib = 1 << 20;
/** The allocator's stream, as an address. */
const streamPointer = 897_401_216;
const batch = 512;
/** How often the process's own total is sampled. */
const appPeriodNs = 20_000_000;
/** What the process holds beside the allocator. */
const appExtraBytes = 1_180 * mib;
/** The allocator counts a block as inactive just before it counts it as released. */
const inactiveBeforeNs = 510;

/** operator_memory.csv: every block, with the totals when it came and went. */
export const operatorMemoryFile: TableFile = {
  fileName: 'operator_memory.csv',
  create: (trace) => {
    const memory = new DeviceMemory();
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

/** memory_record.csv: the totals after every change, and the process's own total now and then. */
export const memoryRecordFile: TableFile = {
  fileName: 'memory_record.csv',
  create: (trace) => {
    const memory = new DeviceMemory();
    const device = `NPU:${trace.place.deviceId}`;
    let nextAppNs = 0;
    return {
      begin: () =>
        `Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Total Active(MB),Stream Ptr,Device Type${crlf}`,
      *step(records) {
        let text = '';
        for (const { atNs, totals } of memory.step(records).changes) {
          for (; nextAppNs <= atNs; nextAppNs += appPeriodNs) {
            const app = (totals.reservedBytes + appExtraBytes) / mib;
            text += `APP,${timestampCell(trace.clock.micros(nextAppNs))},,${app},,,${device}${crlf}`;
          }
          const cells = `${timestampCell(trace.clock.micros(atNs))},${totalsCells(totals)},${streamPointer},${device}${crlf}`;
          text += `PTA,${cells}PTA+GE,${cells}`;
          if (text.length > 32_768) {
            yield text;
            text = '';
          }
        }
        yield text;
      },
      end: () => '',
    };
  },
};

function allocationRow(trace: RankTrace, allocation: Allocation): string {
  const { allocatedNs, releasedNs, sizeBytes, atAllocation, atRelease } = allocation;
  const time = (ns: number): string => timestampCell(trace.clock.micros(ns));
  const release =
    releasedNs === undefined
      ? ',,,'
      : `${time(releasedNs)},${time(releasedNs - inactiveBeforeNs)},${timestampCell(micros3(releasedNs - allocatedNs))},${timestampCell(micros3(releasedNs - inactiveBeforeNs - allocatedNs))}`;
  const released = atRelease === undefined ? ',,' : totalsCells(atRelease);
  return `${allocation.opName},${sizeBytes / 1024},${time(allocatedNs)},${release},${totalsCells(atAllocation)},${released},${streamPointer},NPU:${trace.place.deviceId}${crlf}`;
}

/** Allocated, reserved, active. */
function totalsCells({ allocatedBytes, reservedBytes }: MemoryTotals): string {
  return `${allocatedBytes / mib},${reservedBytes / mib},${allocatedBytes / mib}`;
}
