import { crlf } from './cells';
import { kernelRows } from './kernelRows';
import { DurationStatistics, rounded3 } from './statistics';
import type { TableFile } from './tableWriter';

/** op_statistic.csv: time by op type and core, longest first. Collectives are not in it. */
export const opStatisticFile: TableFile = {
  fileName: 'op_statistic.csv',
  create: (trace) => {
    const byType = new Map<string, DurationStatistics>();
    return {
      begin: () =>
        `Device_id,OP Type,Core Type,Count,Total Time(us),Min Time(us),Avg Time(us),Max Time(us),Ratio(%)${crlf}`,
      step: (records) => {
        for (const row of kernelRows(records)) {
          if (row.kind === 'collective') continue;
          const key = `${row.kernel.type},${row.kernel.core}`;
          const statistics = byType.get(key) ?? new DurationStatistics();
          byType.set(key, statistics);
          statistics.add(row.durationNs);
        }
        return [];
      },
      end: () => {
        const all = [...byType].sort(([, a], [, b]) => b.totalNs - a.totalNs);
        const totalNs = all.reduce((sum, [, { totalNs }]) => sum + totalNs, 0);
        return all
          .map(([key, s]) => {
            const times = [s.totalNs / 1000, s.minNs / 1000, s.averageUs, s.maxNs / 1000].map(rounded3).join(',');
            return `${trace.place.deviceId},${key},${s.count},${times},${rounded3((100 * s.totalNs) / totalNs)}${crlf}`;
          })
          .join('');
      },
    };
  },
};
