import { expect, test } from 'vitest';
import { describeDumps, dumpPath } from '../../../../fixtures/dumps';
import { temporaryFile } from '../../../../fixtures/indexed';
import { Random } from '../../../../fixtures/random';
import { trappyTrace } from '../../../../fixtures/trappyTrace';
import { compareCut, expectSameHoweverCut } from './cuts';

/** The claim: this many segments that begin at random places of a file, and not one difference from no cut at all. */
const REQUIRED_CUTS = 10_000;

test('ten thousand cuts at random places make no difference on traces full of what looks like a boundary', () =>
  expectSameHoweverCut(REQUIRED_CUTS));

test('nor do they where args hold whole events, so that some of the cuts are wrong', async () => {
  let cuts = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const random = new Random(1000 + seed);
    const text = trappyTrace(random, random.chance(0.5), true, 200);
    cuts += await compareCut(temporaryFile('trace.json', text), random, 8);
  }
  // What stands behind a wrong cut is read by the segment before it.
  expect(cuts).toBeGreaterThan(60);
  expect(cuts).toBeLessThan(60 * 8);
}, 60_000);

describeDumps('random cuts of real traces', () => {
  test.each([
    'ascend/text_level1_2ranks/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json',
    'kineto/dlrm_8ranks_v100/worker0_step_12.1694128201545.pt.trace.json',
    'chrome/catapult/main_thread_has_unclosed_slices.json',
  ])(
    'make no difference: %s',
    async (name) => {
      expect(await compareCut(dumpPath(name), new Random(name.length), 500)).toBeGreaterThan(250);
    },
    60_000,
  );
});
