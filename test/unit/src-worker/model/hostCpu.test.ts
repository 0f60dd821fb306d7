import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hostCpu, ofCounters } from '../../../../src-worker/model/hostCpu';
import { openContext } from '../../../fixtures/dumpContext';
import { dumpPath, hasDumps } from '../../../fixtures/dumps';
import { fileTree } from '../../../fixtures/fileTree';
import { indexFiles, indexText, temporaryFolder } from '../../../fixtures/indexed';
import { newDatabase } from '../../../fixtures/newDatabase';

/** Samples of counters of the process "CPU Usage", as msprof writes them; per cent. */
function counters(values: Readonly<Record<string, readonly number[]>>): string {
  const events: object[] = [{ ph: 'M', pid: 9, name: 'process_name', args: { name: 'CPU Usage' } }];
  for (const [name, own] of Object.entries(values))
    for (const [at, value] of own.entries())
      events.push({ ph: 'C', pid: 9, tid: 0, ts: at * 10, name, args: { 'Usage(%)': value } });
  return JSON.stringify(events);
}

test('counters of all processors, by their mean where it is told', async () => {
  const { view } = await indexText(counters({ 'CPU 0': [80, 100], 'CPU 1': [60, 80] }));
  expect(ofCounters(view)).toEqual({ own: 0.8, processorCount: 2 });
  const { view: mean } = await indexText(counters({ 'CPU 0': [80], 'CPU Avg': [30, 50] }));
  expect(ofCounters(mean)).toEqual({ own: 0.4, processorCount: 1 });
  const { view: none } = await indexText(counters({ 'AI Core Freq': [1800] }));
  expect(ofCounters(none)).toBeUndefined();
});

test('msprof’s tables: the machine, and who takes what; per cent of one processor are told from those of all', async () => {
  const folder = 'PROF_1/mindstudio_profiler_output';
  const of = async (processes: string, machine = 'Device_id,Cpu Type,Idle(%)\r\nhost,avg,5\r\n0,ctrlcpu,90\r\n') => {
    const tree = fileTree({
      [`${folder}/msprof_1.json`]: counters({ 'CPU 0': [40], 'CPU 1': [20], 'CPU 2': [0], 'CPU 3': [0] }),
      [`${folder}/op_summary_1.csv`]: 'Op Name\r\n',
      ...(processes && { [`${folder}/process_cpu_usage_1.csv`]: processes }),
      ...(machine && { [`${folder}/cpu_usage_1.csv`]: machine }),
    });
    const dump = await openContext(join(tree, 'PROF_1'));
    return hostCpu(dump, dump.ranks[0]);
  };
  const header = 'Device_id,PID,Name,CPU(%)\r\n';
  const shares = await of(`${header}host,1,python3,50\r\nhost,2,agent,30\r\nhost,3,agent,10\r\nhost,4,sshd,0\r\n`);
  expect(shares).toMatchObject({ busy: 0.95, processorCount: 4, isJobs: true, own: 0.5 });
  expect(shares?.others).toEqual([{ name: 'agent', share: 0.4 }]);
  const ofOne = await of(`${header}host,1,python3,200\r\nhost,2,agent,160\r\n`);
  expect(ofOne).toMatchObject({ own: 0.5, others: [{ name: 'agent', share: 0.4 }] });
  // The counters are of the rank's own process.
  expect(await of('')).toMatchObject({ busy: 0.95, own: 0.15, isJobs: false, others: [] });
  expect(await of('', '')).toBeUndefined();
});

test('a database has the counters of text, the mean of all processors too', async () => {
  const path = join(temporaryFolder(), 'ascend_pytorch_profiler_0.db');
  const database = newDatabase(path);
  database.exec('CREATE TABLE STRING_IDS (id INTEGER PRIMARY KEY, value TEXT)');
  database.exec('CREATE TABLE CPU_USAGE (timestampNs INTEGER, cpuId TEXT, usage NUMERIC)');
  for (const [at, [id, usage]] of [
    ['0', 80],
    ['1', 60],
    ['Avg', 70],
  ].entries())
    database.run('INSERT INTO CPU_USAGE VALUES (?, ?, ?)', [1_700_000_000_000_000_000n + BigInt(at), id, usage]);
  database.close();
  const { view } = await indexFiles([path]);
  expect(view.index.counters.map(({ counter, value }) => [counter, [...value]])).toEqual([
    ['CPU 0', [80]],
    ['CPU 1', [60]],
    ['CPU Avg', [70]],
  ]);
  expect(ofCounters(view)).toEqual({ own: 0.7, processorCount: 2 });
});

test.skipIf(!hasDumps)('MindSpore’s sampler: the machine in per cent of all, the process in those of one', async () => {
  const dump = await openContext(dumpPath('mindspore/minddata'));
  const [rank] = dump.ranks.filter(({ files }) => files.some(({ table }) => table === 'data-cpu'));
  const found = await hostCpu(dump, rank);
  expect(found).toMatchObject({ processorCount: 100, isJobs: false, others: [] });
  expect(found?.busy).toBeCloseTo(0.4, 9);
  expect(found?.own).toBeCloseTo(0.4 / 100, 9);
  expect(found?.runnable).toBeCloseTo(0.2, 9);
});
