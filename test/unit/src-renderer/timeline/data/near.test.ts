import { describe, expect, it } from 'vitest';
import type { DumpId } from '../../../../../src-contract';
import { DataWindow } from '../../../../../src-renderer/timeline/data/dataWindow';
import { type HitInput, hitTest } from '../../../../../src-renderer/timeline/data/hitTest';
import { nearQuery, nearSpotOf } from '../../../../../src-renderer/timeline/data/near';
import { buildRowModel } from '../../../../../src-renderer/timeline/rows/buildRows';
import { metrics } from '../../../../../src-renderer/timeline/rows/metrics';
import { queryViewport } from '../../../../../src-worker/query/quads/viewport';
import { laneIdOf } from '../../../../../src-worker/query/rankView';
import { indexText } from '../../../../fixtures/indexed';
import { microseconds } from '../../../../fixtures/madeUpLanes';
import { group, rank, sliceLane } from '../picture';

const dump = 'd' as DumpId;
const stepNs = 10;

describe('in a run of slices too short to be told apart', () => {
  it('the slice at the pointer is found, not the longest of the run', async () => {
    // One in a hundred is longer than the others.
    const events = Array.from({ length: 10_000 }, (_, i) => {
      const place = `"ts":${microseconds(i * stepNs)},"dur":${microseconds(i % 100 === 0 ? 9 : 8)}`;
      return `{"ph":"X","pid":1,"tid":1,"name":"op",${place}}`;
    });
    const { view, summary } = await indexText(`[${events.join(',')}]`);
    const lane = laneIdOf(0, summary.lanes[0].localId);
    const model = buildRowModel([rank(0, [group(1, [sliceLane(lane)])])], {
      folded: new Set(),
      foldedRanks: new Set(),
    });
    const ask = (query: ReturnType<typeof nearQuery>) => {
      const full = { ...query, dump };
      return new DataWindow(full, queryViewport(new Map([[0, view]]), full));
    };
    const nsPerPx = 1000;
    const query = { startNs: 0, endNs: 1e5, nsPerPixel: nsPerPx, lanes: [lane], folded: [], labelMinPixels: 30 };
    const data = ask(query);
    expect(data.quads.startNs).toHaveLength(2);
    for (const ns of [2, 1234, 15_555, 63_996, 64_003, 99_990]) {
      const at: HitInput = { model, data, y: model.rows[2].top + metrics.rowPadding + 1, ns, nsPerPx };
      const hit = hitTest(at);
      const spot = hit && nearSpotOf(hit, data, ns, nsPerPx);
      if (spot === undefined) throw new Error('no run is hit');
      const near = ask(nearQuery(spot));
      const closer = hitTest({ ...at, data: near });
      if (closer?.kind !== 'quad') throw new Error('nothing is hit from close by');
      const slice = near.quads.slice[closer.quad];
      expect(Math.abs(view.index.slices.startNs[slice] - ns), `${ns}`).toBeLessThan(nsPerPx);
      expect(nearSpotOf(closer, near, ns, nsPerPx), 'close enough').toBeUndefined();
    }
  });
});
