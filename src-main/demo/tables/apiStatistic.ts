import { type CannCall, launchCalls, syncCalls } from '../trace/cannCalls';
import { DurationStatistics, rounded3 } from './statistics';
import type { TableFile } from './tableWriter';

/** api_statistic.csv: time in the calls of the trace's CANN lanes. The profiler ends its lines with LF here. */
export const apiStatisticFile: TableFile = {
  fileName: 'api_statistic.csv',
  create: () => {
    const byApi = new Map<string, DurationStatistics>();
    const add = (call: CannCall): void => {
      const key = `${call.level},${call.name}`;
      const statistics = byApi.get(key) ?? new DurationStatistics();
      byApi.set(key, statistics);
      statistics.add(call.durationNs);
    };
    return {
      begin: () => 'Device_id,Level,API Name,Time(us),Count,Avg(us),Min(us),Max(us),Variance\n',
      step: (records) => {
        for (let row = 0; row < records.launches.launch.length; row++) {
          for (const call of launchCalls(records, row)) add(call);
        }
        for (const call of syncCalls(records)) add(call);
        return [];
      },
      end: () =>
        [...byApi]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, s]) => {
            const times = [s.averageUs, s.minNs / 1000, s.maxNs / 1000, s.varianceUs2].map(rounded3).join(',');
            return `host,${key},${rounded3(s.totalNs / 1000)},${s.count},${times}\n`;
          })
          .join(''),
    };
  },
};
