/** Eight GPUs of a real job as one dump: by nothing but JSON.parse on the other side. */

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { durationNsOf } from '../../../../src-worker/index/columns/indexSlices';
import { clockOf } from '../../../../src-worker/model/clock/jobClock';
import { collectivesOf } from '../../../../src-worker/model/collectives/collectives';
import { lanesOf, slicesOfLane } from '../../../../src-worker/query/laneSlices';
import type { RankView } from '../../../../src-worker/query/rankView';
import { sharedContext } from '../../../fixtures/dumpContext';
import { describeDumps, dumpPath } from '../../../fixtures/dumps';

type Span = readonly [fromUs: number, toUs: number];

interface FileKernels {
  readonly compute: readonly Span[];
  readonly communication: readonly Span[];
}

/** Times are whole µs in these files: as ns since the epoch a float64 would round them. */
function kernelsOf(path: string): FileKernels {
  const { traceEvents } = JSON.parse(readFileSync(path, 'utf8')) as {
    traceEvents: { cat?: string; name: string; ts: number; dur: number }[];
  };
  const spans = (isWanted: (name: string) => boolean): Span[] =>
    traceEvents.filter(({ cat, name }) => cat === 'kernel' && isWanted(name)).map(({ ts, dur }) => [ts, ts + dur]);
  return {
    compute: spans((name) => !name.startsWith('nccl')),
    communication: spans((name) => name.startsWith('nccl')),
  };
}

/** Ns in which one at least runs. */
function unionNs(spans: readonly Span[]): number {
  let [sum, reached] = [0, Number.NEGATIVE_INFINITY];
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    sum += Math.max(0, to - Math.max(from, reached));
    reached = Math.max(reached, to);
  }
  return 1000 * sum;
}

function overlapLanes(view: RankView): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { kind, name, position } of lanesOf(view)) {
    if (kind !== 'overlap') continue;
    sums[name] = [...slicesOfLane(view, position)].reduce((sum, slice) => {
      const { part, slice: own } = view.sliceAt(slice);
      return sum + durationNsOf(part.index.slices, own);
    }, 0);
  }
  return sums;
}

describeDumps('kineto/dlrm_8ranks_v100', () => {
  const open = () => sharedContext(dumpPath('kineto', 'dlrm_8ranks_v100'));

  test('is one job of eight ranks, aligned, with sixty-four collectives of one group', async () => {
    const dump = await open();
    expect(dump.ranks.map(({ rank }) => rank)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    const clock = await clockOf(dump);
    expect(clock.isAligned).toBe(true);
    expect(clock.ranks.map(({ method }) => method)).toEqual(['reference', ...new Array(7).fill('collectives')]);
    // One host, one clock: what is found must be nothing, within its own error.
    expect(clock.ranks.filter(({ offsetNs, errorNs }) => Math.abs(offsetNs) > errorNs)).toEqual([]);
    const { ops, groups } = await collectivesOf(dump);
    expect([ops.length, groups.size]).toEqual([64, 1]);
  });

  test('has overlap lanes that are those of its kernels, to the ns', async () => {
    const dump = await open();
    const sums = dump.loadedTimelines().map((view) => {
      const path = view.index.files.paths[0];
      const { compute, communication } = kernelsOf(path);
      const all = unionNs([...compute, ...communication]);
      const ends = [...compute, ...communication].flat();
      const span = 1000 * (ends.reduce((a, b) => Math.max(a, b)) - ends.reduce((a, b) => Math.min(a, b)));
      const [computing, exposed] = [unionNs(compute), all - unionNs(compute)];
      expect(overlapLanes(view), basename(path)).toEqual({
        Computing: computing,
        Communication: unionNs(communication),
        'Communication(Not Overlapped)': exposed,
        Free: span - all,
      });
      return exposed;
    });
    // Of rank 0, as the window shows it: 5.537 ms.
    expect(sums[0]).toBe(5_537_000);
  });
});
