import type { RankTrace } from '../trace/rankTrace';
import { crlf, timestampCell } from './cells';
import { DeviceMemory, type MemoryTotals, mib } from './deviceMemory';
import { memoryPeriodNs, moduleBytes } from './processMemory';
import type { TableFile } from './tableWriter';

/** npu_module_mem.csv: what each module of the process holds, every 20 ms. */
export const moduleMemoryFile: TableFile = {
  fileName: 'npu_module_mem.csv',
  create: (trace) => {
    const memory = new DeviceMemory(trace.plan);
    let nextSample = 0;
    let totals = memory.totals;
    return {
      begin: () => `Device_id,Component,Timestamp(us),Total Reserved(MB),Device${crlf}`,
      *step(records) {
        let text = '';
        for (const change of memory.step(records).changes) {
          for (; nextSample * memoryPeriodNs <= change.atNs; nextSample++) {
            text += sampleRows(trace, nextSample * memoryPeriodNs, totals);
          }
          totals = change.totals;
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

function sampleRows(trace: RankTrace, atNs: number, totals: MemoryTotals): string {
  const { deviceId } = trace.place;
  const time = timestampCell(trace.clock.micros(atNs));
  return moduleBytes(trace, totals)
    .map(({ module, bytes }) => `${deviceId},${module},${time},${bytes / mib},NPU:${deviceId}${crlf}`)
    .join('');
}
