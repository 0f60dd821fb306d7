import { join } from 'node:path';
import { expect, test } from 'vitest';
import { survey } from '../../../../src-worker/discovery/survey';
import { cells, questionCells } from '../../../../src-worker/threadWork';
import { describeDumps, dumpPath } from '../../../fixtures/dumps';
import { rankTree as rank, ONE_SLICE as TRACE, fileTree as tree } from '../../../fixtures/fileTree';

/** However long it takes. */
const look = (path: string, extent: 'verdict' | 'badge' = 'verdict') =>
  survey([path], extent, questionCells(1), () => 0);

test('counts ranks, sizes and what they hold', async () => {
  const folder = tree({
    ...rank('h_1_20250109123456_ascend_pt', 0),
    ...rank('h_2_20250109123456_ascend_pt', 1),
    'notes.txt': 'x'.repeat(10_000),
  });
  const found = await look(folder);
  expect(found).toMatchObject({ rankCount: 2, textCount: 2, databaseCount: 0, tableCount: 2, jobs: [], isCut: false });
  expect(found.sizeBytes).toBeGreaterThan(2 * TRACE.length);
  expect(found.sizeBytes).toBeLessThan(10_000);
});

test('nothing to open is said as it will be when it is opened', async () => {
  const found = await look(tree({ 'notes.txt': 'x' }));
  expect(found).toMatchObject({ rankCount: 0, summaryCount: 0, notices: [{ code: 'no-dump-found' }] });
  expect(await look('/nowhere/at/all')).toMatchObject({ rankCount: 0, notices: [{ code: 'path-missing' }] });
});

test('a badge looks at no more than its limit and says so; stopped it answers what it has', async () => {
  const many = Object.assign({}, ...Array.from({ length: 120 }, (_, i) => rank(`h_${i}_20250109123456_ascend_pt`, i)));
  const folder = tree(many);
  const badge = await look(folder, 'badge');
  expect(badge).toMatchObject({ rankCount: 120, isCut: false });
  const deep = Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`f${i}/worker${i}.pt.trace.json`, TRACE]));
  const cut = await look(tree(deep), 'badge');
  expect([cut.isCut, cut.isOutOfTime]).toEqual([true, false]);
  expect(cut.rankCount).toBeGreaterThan(100);
  expect(cut.rankCount).toBeLessThan(250);
  const own = questionCells(1);
  own[cells.stop] = 1;
  expect(await survey([folder], 'verdict', own)).toMatchObject({ rankCount: 0, isCut: true });
});

test('time is a limit too', async () => {
  const folder = tree(
    Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`f${i}/worker${i}.pt.trace.json`, TRACE])),
  );
  let ms = 0;
  const found = await survey([folder], 'badge', questionCells(1), () => (ms += 100));
  expect([found.isCut, found.isOutOfTime]).toEqual([true, true]);
  expect(found.rankCount).toBeLessThan(11);
  ms = 0;
  const patient = await survey([folder], 'patientBadge', questionCells(1), () => (ms += 100));
  expect(patient).toMatchObject({ rankCount: 20, isCut: false, isOutOfTime: false });
});

test('opening the paths of a job opens it and nothing else', async () => {
  const folder = tree({
    ...rank('runA/h_1_20250109123456_ascend_pt', 0),
    ...rank('runA/h_2_20250109123456_ascend_pt', 1),
    ...rank('runB/h_8_20250110123456_ascend_pt', 0),
    ...rank('runB/h_9_20250110123456_ascend_pt', 1),
  });
  const { jobs, rankCount } = await look(folder);
  expect(rankCount).toBe(4);
  expect(jobs.map(({ name, rankCount: own }) => [name, own])).toEqual([
    ['runA', 2],
    ['runB', 2],
  ]);
  const again = await survey(jobs[1].paths, 'verdict', questionCells(1));
  expect(again).toMatchObject({ rankCount: 2, sizeBytes: jobs[1].sizeBytes, jobs: [] });
});

describeDumps('real dumps', () => {
  const expected: Readonly<Record<string, readonly number[]>> = {
    'ascend/text_level1_2ranks': [2, 2, 0],
    'ascend/db_level1_2ranks': [2, 0, 2],
    'ascend/pp2_dp2_4ranks_no_timeline': [4, 0, 0],
    'kineto/dlrm_8ranks_v100': [8, 8, 0],
    // Beside the two of msprof, two of MindSpore Insight's files.
    mindspore: [4, 2, 0],
  };
  for (const [name, counts] of Object.entries(expected))
    test(name, async () => {
      const { rankCount, textCount, databaseCount, jobs } = await look(join(dumpPath(name)));
      expect([rankCount, textCount, databaseCount]).toEqual(counts);
      expect(jobs).toEqual([]);
    });
});
