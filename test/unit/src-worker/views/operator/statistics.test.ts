import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { StatisticsKind } from '../../../../../src-contract';
import { kernelTable } from '../../../../../src-worker/model/kernels/kernels';
import { operatorWorker } from '../../../../../src-worker/views/operator';
import { statisticsTable } from '../../../../../src-worker/views/operator/statistics';
import { describeDumps, dumpPath } from '../../../../fixtures/dumps';
import { temporaryFolder } from '../../../../fixtures/indexed';
import { contextOf, ranksOf, rowsOf } from './context';

const outputOf = (...parts: string[]) => dumpPath('ascend', ...parts, 'ASCEND_PROFILER_OUTPUT');

/** None of the cells of these files has a comma. */
function csvRows(path: string): Record<string, string>[] {
  const [header, ...lines] = readFileSync(path, 'utf8').trim().split(/\r?\n/);
  const names = header.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [names[at], cell.trim()])));
}

/** What the window gets, beside what split() reads; times in ns, rounded like a sum of decimals never is. */
async function bothWays(folder: string, kind: StatisticsKind, file: string, keys: Readonly<Record<string, string>>) {
  const dump = contextOf([folder]);
  const table = await statisticsTable(dump, { kind, ranks: ranksOf(dump) });
  const expected = csvRows(join(folder, file)).map((row) =>
    Object.fromEntries(
      Object.entries(keys).map(([header, key]) => {
        if (row[header] === 'N/A') return [key, Number.NaN];
        if (Number.isNaN(Number(row[header]))) return [key, row[header]];
        return [key, header.endsWith('(us)') ? Math.round(Number(row[header]) * 1000) : Number(row[header])];
      }),
    ),
  );
  return { found: rowsOf(table, ...Object.values(keys)), expected };
}

const opStatistic = {
  'OP Type': 'type',
  'Core Type': 'core',
  Count: 'count',
  'Total Time(us)': 'totalNs',
  'Min Time(us)': 'minNs',
  'Avg Time(us)': 'averageNs',
  'Max Time(us)': 'maxNs',
  'Ratio(%)': 'share',
};
const apiStatistic = {
  Level: 'level',
  'API Name': 'api',
  'Time(us)': 'totalNs',
  Count: 'count',
  'Avg(us)': 'averageNs',
  'Min(us)': 'minNs',
  'Max(us)': 'maxNs',
  Variance: 'variance',
};
const l2Cache = {
  'Stream Id': 'streamId',
  'Task Id': 'taskId',
  'Hit Rate': 'hitRate',
  'Victim Rate': 'victimRate',
  'Op Name': 'name',
};

describeDumps('the profiler’s tables of real dumps, cell by cell', () => {
  test.each([
    ['text_level1_2ranks/rank0_ascend_pt', 'op-statistic', 'op_statistic.csv', opStatistic, 33],
    ['pp2_dp2_4ranks_no_timeline/rank_2_ascend_pt', 'op-statistic', 'op_statistic.csv', opStatistic, 46],
    ['text_level1_2ranks/rank1_ascend_pt', 'api-statistic', 'api_statistic.csv', apiStatistic, 57],
    ['pp2_dp2_4ranks_no_timeline/rank_0_ascend_pt', 'api-statistic', 'api_statistic.csv', apiStatistic, 91],
    ['text_level1_2ranks/rank0_ascend_pt', 'l2-cache', 'l2_cache.csv', l2Cache, 179],
  ] as const)('%s: %s', async (rank, kind, file, keys, count) => {
    const { found, expected } = await bothWays(outputOf(rank), kind, file, keys);
    expect(expected.length).toBe(count);
    expect(found).toEqual(expected);
  });

  test('each row of op_statistic and l2_cache leads to as many kernels as it counts', async () => {
    const dump = contextOf(['rank0', 'rank1'].map((rank) => outputOf('text_level1_2ranks', `${rank}_ascend_pt`)));
    const ranks = ranksOf(dump);
    const kernels = rowsOf(await kernelTable(dump, { ranks }), 'rank', 'type', 'core', 'name', 'streamId', 'taskId');
    for (const row of rowsOf(
      await statisticsTable(dump, { kind: 'op-statistic', ranks }),
      'rank',
      'type',
      'core',
      'count',
    )) {
      const own = kernels.filter(({ rank, type, core }) => rank === row.rank && type === row.type && core === row.core);
      expect(own.length, `${row.rank} ${row.type}`).toBe(row.count);
    }
    const cached = rowsOf(
      await statisticsTable(dump, { kind: 'l2-cache', ranks }),
      'rank',
      'name',
      'streamId',
      'taskId',
    );
    for (const row of cached) expect(kernels).toContainEqual(expect.objectContaining(row));
  });
});

test('AI CPU and network ports, as msprof and torch_npu name the files', async () => {
  const folder = temporaryFolder();
  const aiCpu = [
    'Device_id,Timestamp(us),Node,Compute_time(us),Memcpy_time(us),Task_time(us),Dispatch_time(us),Total_time(us),Stream ID,Task ID',
    '0,1736412474714258.990\t,Default/GetNext,1.5,0.25,2,0.125,3.5,5,17',
  ];
  const port = [
    'Device_id,Timestamp(us),Bandwidth(MB/s),Rx Bandwidth efficiency(%),rxPacket/s,rxError rate(%),rxDropped rate(%),Tx Bandwidth efficiency(%),txPacket/s,txError rate(%),txDropped rate(%),funcId',
    '0,1736412474714260.000,25000,1.5,100,0,0.5,2.5,200,0,0,1',
  ];
  writeFileSync(join(folder, 'data_preprocess.csv'), `${aiCpu.join('\r\n')}\r\n`);
  writeFileSync(join(folder, 'nic_0_1_20240101.csv'), `${port.join('\n')}\n`);
  writeFileSync(join(folder, 'roce_0_1_20240101.csv'), `${port.join('\n')}\n`);
  writeFileSync(join(folder, 'nice.csv'), 'a,b\n1,2\n');
  const dump = contextOf([folder]);
  const ranks = ranksOf(dump);
  expect(dump.baseNs).toBe(1736412474714258990n);
  expect(operatorWorker.isAvailable(dump)).toBe(true);
  const tasks = await statisticsTable(dump, { kind: 'ai-cpu', ranks });
  expect(
    rowsOf(tasks, 'rank', 'startNs', 'name', 'computeNs', 'copyNs', 'taskNs', 'dispatchNs', 'totalNs', 'taskId'),
  ).toEqual([
    {
      rank: 'Rank 0',
      startNs: 0,
      name: 'Default/GetNext',
      computeNs: 1500,
      copyNs: 250,
      taskNs: 2000,
      dispatchNs: 125,
      totalNs: 3500,
      taskId: 17,
    },
  ]);
  for (const kind of ['nic', 'roce'] as const) {
    const samples = await statisticsTable(dump, { kind, ranks });
    expect(rowsOf(samples, 'sampledNs', 'bandwidth', 'rxDroppedShare', 'txPacketRate', 'functionId')).toEqual([
      { sampledNs: 1010, bandwidth: 25000, rxDroppedShare: 0.5, txPacketRate: 200, functionId: 1 },
    ]);
  }
});
