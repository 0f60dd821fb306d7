import { expect, test } from 'vitest';
import { rankLabels } from '../../../../src-main/engine/opening/rankLabels';
import { timeInName } from '../../../../src-worker/discovery/jobNames';

const trace = (name: string, rank?: number, job?: { key: string; name: string; startedMs?: number }) => ({
  rank,
  folder: '/log',
  timelinePaths: [`/log/${name}`],
  ...(job && { job }),
});

test('TensorBoard’s logs are called by their worker, and those of one worker told apart by their own times', () => {
  const labels = rankLabels([
    trace('node-0_4711.1752181589589738346.pt.trace.json', undefined, { key: '0', name: 'log', startedMs: 5 }),
    trace('node-0_4711.1752181589621105859.pt.trace.json', undefined, { key: '1', name: 'log', startedMs: 7 }),
    trace('node-1_12.1752181589621105859.pt.trace.json.gz', undefined, { key: '1', name: 'log', startedMs: 7 }),
  ]);
  // By the clock of this machine's zone: its hour is not the same everywhere.
  expect(labels.map((label) => label.replace(/\d{2}(?=:\d{2}:)/, 'hh').replace(/\d{4}-\d\d-\d\d/, 'date'))).toEqual([
    'node-0_4711 (date hh:06:29.589)',
    'node-0_4711 (date hh:06:29.621)',
    'node-1_12',
  ]);
  expect(timeInName('1752181589589738346')).toBe(1_752_181_589_589);
});

test('ranks are called by their numbers; the same number by the job, its time, or the folder', () => {
  const jobs = (name: string, startedMs: number) => ({ key: name, name, startedMs });
  expect(
    rankLabels([trace('a.json', 0, jobs('one', 0)), trace('b.json', 0, jobs('two', 1)), trace('c.json', 1)]),
  ).toEqual(['Rank 0 (one)', 'Rank 0 (two)', 'Rank 1']);
  const times = rankLabels([trace('a.json', 0, jobs('one', 0)), trace('b.json', 0, jobs('one', 1500))]);
  expect(times.map((label) => label.slice(-7))).toEqual(['00.000)', '01.500)']);
  expect(rankLabels([trace('a.json', 0), trace('b.json', 0)])).toEqual(['Rank 0 (a.json)', 'Rank 0 (b.json)']);
  const folders = [trace('a.json', 0), { ...trace('a.json', 0), folder: '/old/log' }];
  expect(rankLabels(folders)).toEqual(['Rank 0 (log)', 'Rank 0 (log) 2']);
});
