import { expect, test } from 'vitest';
import type { Collective } from '../../../../../src-worker/model/collectives/collective';
import { collectiveSlices, collectivesOf } from '../../../../../src-worker/model/collectives/collectives';
import { joinedSlices } from '../../../../../src-worker/model/collectives/joinedSlices';
import type { TracedCollective } from '../../../../../src-worker/model/collectives/timelineCollectives';
import { openContext, sharedContext } from '../../../../fixtures/dumpContext';
import { describeDumps, dumpPath } from '../../../../fixtures/dumps';
import { drawnCollective as told } from './drawnCollective';

const traced = (name: string, slice: number, startNs: number, elapseNs = 1000): TracedCollective => {
  return { ...told(name, startNs, elapseNs), slice };
};
const joined = (files: readonly Collective[], lanes: readonly TracedCollective[]) => {
  const slices = joinedSlices(files, lanes);
  return files.map((collective) => slices.get(collective));
};

test('of one name the n-th is the n-th, to what the writer has rounded', () => {
  const files = [told('a', 10_100), told('a', 30_000), told('b', 50_000)];
  const lanes = [traced('b', 3, 50_100), traced('a', 1, 9_900), traced('a', 2, 30_000)];
  expect(joined(files, lanes)).toEqual([1, 2, 3]);
});

test('a recording that holds more than the files, or less, shifts nothing', () => {
  const lanes = [traced('a', 1, 10_000), traced('a', 2, 20_000), traced('a', 3, 30_000)];
  expect(joined([told('a', 20_000), told('a', 30_000)], lanes)).toEqual([2, 3]);
  expect(joined([told('a', 10_000), told('a', 15_000), told('a', 30_000)], lanes)).toEqual([1, undefined, 3]);
});

test('what starts together and is called otherwise, or lasts otherwise, is something else', () => {
  expect(joined([told('a', 10_000)], [traced('b', 1, 10_000), traced('a', 2, 10_000, 5000)])).toEqual([undefined]);
});

test('without starts only as many as there are slices are taken in their order', () => {
  const lanes = [traced('a', 1, 10_000), traced('a', 2, 20_000)];
  expect(joined([told('a', Number.NaN), told('a', Number.NaN)], lanes)).toEqual([1, 2]);
  expect(joined([told('a', Number.NaN)], lanes)).toEqual([undefined]);
});

describeDumps('two ranks with files and timelines', () => {
  // In analysis.db starts are 13 µs late on one rank and 21 µs early on the other.
  test.each(['text_level1_2ranks', 'db_level1_2ranks'])(
    '%s: each collective of the files is one slice of its rank’s lane, and back',
    async (name) => {
      const dump = await sharedContext(dumpPath('ascend', name));
      const { ops } = await collectivesOf(dump);
      let joinedCount = 0;
      for (const rank of dump.ranks) {
        const slices = await collectiveSlices(dump, rank);
        const view = await dump.timeline(rank.index);
        for (const [collective, slice] of slices?.sliceOf ?? []) {
          joinedCount++;
          expect(ops).toContain(collective);
          expect(view?.summary(slice).name).toBe(collective.name);
          expect(slices?.collectiveOf.get(slice)).toBe(collective);
        }
      }
      expect(joinedCount).toBe(8);
    },
  );
});

describeDumps('the profiler’s database without communication files', () => {
  test('groups have the number that other files call them by, and sizes are count times type', async () => {
    const path = dumpPath('ascend', 'db_level1_2ranks', 'rank0_ascend_pt', 'ASCEND_PROFILER_OUTPUT');
    const dump = await openContext(`${path}/ascend_pytorch_profiler_0.db`);
    const { ops, sources } = await collectivesOf(dump);
    expect([...sources]).toEqual(['profiler.db']);
    expect(ops.map(({ name }) => name)).toEqual([0, 1, 2, 3].map((nth) => `hcom_allReduce__210_${nth}_1`));
    // A name ends its group's number with three digits; counts are those of the table, of FP32.
    for (const { group } of ops) expect(group).toMatch(/^\d+210$/);
    expect(ops.map(({ sizeBytes }) => sizeBytes / 4)).toEqual([4_097_000, 16_781_312, 37_752_832, 2_469_696]);
    expect(ops[0].elapseNs).toBe(Number(1_736_410_576_520_382_799n - 1_736_410_576_431_631_806n));
  });
});
