import { expect, test } from 'vitest';
import { planRank } from '../../../../../src-worker/importers/importers';
import { fromNsOf, toNsOf } from '../../../../../src-worker/index/arrows/arrowEnds';
import { sourceOf } from '../../../../../src-worker/index/columns/indexSlices';
import { describeDumps, dumpPath } from '../../../../fixtures/dumps';
import { type Indexed, indexFiles, listSlices } from '../../../../fixtures/indexed';

const small = { firstBytes: 4096, furtherBytes: 16_384 };

/** All there is to see of a timeline. Lanes are by their threads: their numbers are in the order in which they were met. */
function content(built: Indexed) {
  const { flowCategories, eventCounts, notices, skipped } = built.summary;
  const slices = listSlices(built).map(({ slice: _, ...own }) => JSON.stringify(own, (_key, value) => String(value)));
  const { index } = built;
  const { flows, counters } = index;
  return {
    slices: slices.sort(),
    arrows: Array.from(flows.fromSlice, (_, i) =>
      [fromNsOf(index, i), toNsOf(index, i), sourceOf(flows, i)].join(' '),
    ).sort(),
    counters: counters.map(({ timeNs, value }) => [...timeNs, ...value].join(' ')).sort(),
    flowCategories,
    eventCounts,
    notices: notices.map((own) => JSON.stringify(own)).sort(),
    skipped,
  };
}

describeDumps('tables divided among threads by their pages', () => {
  test.each([
    ['ascend/db_level1_2ranks/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_0.db', 10],
    ['ascend/old_db/msprof_0_older_schema.db', 3],
  ])('%s gives the same as in one', async (path, count) => {
    const paths = [dumpPath(path)];
    const { segments: whole } = await planRank(paths);
    expect(whole).toHaveLength(1);
    expect((await planRank(paths, small)).segments.length).toBeGreaterThan(count);
    expect(content(await indexFiles(paths, { sizes: small }))).toEqual(content(await indexFiles(paths)));
  });

  test('cut off: the same is read, and each table’s damage is told of once', async () => {
    const paths = [dumpPath('broken/trunc_ascend_pytorch_profiler_0.db')];
    const [divided, whole] = [await indexFiles(paths, { sizes: small }), await indexFiles(paths)];
    const { notices, ...same } = content(divided);
    const { notices: ofWhole, ...expected } = content(whole);
    expect(same).toEqual(expected);
    expect(notices).toEqual(ofWhole);
  });
});
