import { type CannCall, type CannLevel, launchCalls, syncCalls } from '../facts/cannCalls';
import { DurationStatistics, rounded3 } from './statistics';
import type { TableFile } from './tableWriter';

/** api_statistic.csv: time in the calls of the trace's CANN lanes. The profiler ends its lines with LF here. */
export const apiStatisticFile: TableFile = {
  fileName: 'api_statistic.csv',
  create: () => {
    const byApi: Record<CannLevel, Map<string, DurationStatistics>> = {
      acl: new Map(),
      hccl: new Map(),
      node: new Map(),
      runtime: new Map(),
    };
    const add = ({ level, name, durationNs }: CannCall): void => {
      let statistics = byApi[level].get(name);
      if (statistics === undefined) {
        statistics = new DurationStatistics();
        byApi[level].set(name, statistics);
      }
      statistics.add(durationNs);
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
        Object.entries(byApi)
          .flatMap(([level, byName]) =>
            [...byName].map(([name, statistics]) => ({ key: `${level},${name}`, statistics })),
          )
          .sort((a, b) => (a.key < b.key ? -1 : 1))
          .map(({ key, statistics: s }) => {
            const times = [s.averageUs, s.minNs / 1000, s.maxNs / 1000, s.varianceUs2].map(rounded3).join(',');
            return `host,${key},${rounded3(s.totalNs / 1000)},${s.count},${times}\n`;
          })
          .join(''),
    };
  },
};
