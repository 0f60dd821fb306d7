import { mib } from '../facts/deviceMemory';
import { type ModuleSample, ModuleSamples } from '../facts/memoryRecords';
import type { RankTrace } from '../trace/rankTrace';
import { crlf, timestampCell } from './cells';
import type { TableFile } from './tableWriter';

/** npu_module_mem.csv: what each module of the process holds, every 20 ms. */
export const moduleMemoryFile: TableFile = {
  fileName: 'npu_module_mem.csv',
  create: (trace) => {
    const samples = new ModuleSamples(trace);
    return {
      begin: () => `Device_id,Component,Timestamp(us),Total Reserved(MB),Device${crlf}`,
      *step(records) {
        for (const sample of samples.step(records)) yield sampleRows(trace, sample);
      },
      end: () => '',
    };
  },
};

function sampleRows(trace: RankTrace, { atNs, modules }: ModuleSample): string {
  const { deviceId } = trace.place;
  const time = timestampCell(trace.clock.micros(atNs));
  return modules
    .map(({ module, bytes }) => `${deviceId},${module},${time},${bytes / mib},NPU:${deviceId}${crlf}`)
    .join('');
}
