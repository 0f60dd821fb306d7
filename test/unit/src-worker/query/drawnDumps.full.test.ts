import { expect, test } from 'vitest';
import { DrawnRows } from '../../../../src-worker/query/quads/drawnRows';
import { GatheredRows } from '../../../../src-worker/query/quads/gatheredRows';
import { stretchesOf, zoomOf } from '../../../../src-worker/query/stretches';
import { rowsOfLane } from '../../../../src-worker/query/touching';
import { describeDumps, dumpPath } from '../../../fixtures/dumps';
import { indexFiles } from '../../../fixtures/indexed';
import { differences, drawn, firstDifference, listedRow, madeStretches, sliceBySlice, wasm } from './drawnQuads';

const rankFolder = (rank: number) => [
  'ascend',
  'text_level1_2ranks',
  `rank${rank}_ascend_pt`,
  'ASCEND_PROFILER_OUTPUT',
];
const TRACES = [
  { path: [...rankFolder(0), 'trace_view.json'] },
  { path: [...rankFolder(1), 'trace_view.json'] },
  { path: ['kineto', 'a100_switch_few_flows.json'] },
];

describeDumps('rows of real traces', () => {
  test.each(TRACES)('$path: drawn as slice by slice', async ({ path }) => {
    const { view } = await indexFiles([dumpPath(...path)]);
    const gathered = new GatheredRows(wasm);
    const drawnRows = new DrawnRows(wasm);
    let rowCount = 0;
    for (const part of view.parts) {
      part.stretches = madeStretches(part);
      for (let lane = 0; lane < part.index.lanes.length; lane++) {
        const { first, end } = rowsOfLane(part.index, lane);
        for (let row = first; row < end; row++) {
          const stretches = stretchesOf(part.stretches, row);
          const { startNs, endNs } = part.index;
          const spanNs = endNs - startNs;
          for (let pixelNs = 2 ** Math.ceil(Math.log2(spanNs / 1000)); pixelNs > 8; pixelNs /= 2) {
            const all = (ns: number) => sliceBySlice(part, lane, row, startNs, endNs, ns);
            expect(gathered.begin(part, lane)).toBe(true);
            const { rowFirstSlice } = part.index;
            const one = listedRow(gathered.ofSlices(part, rowFirstSlice[row], rowFirstSlice[row + 1], pixelNs));
            expect(firstDifference(one, all(pixelNs))).toBe('');
            rowCount++;
            const zoom = stretches && zoomOf(stretches, pixelNs * 1.4);
            if (!zoom) continue;
            const ready = listedRow(gathered.ofRecords(zoom, zoom.pixelNs));
            expect(firstDifference(ready, all(zoom.pixelNs))).toBe('');
            const own = drawn(drawnRows, part, row, startNs, endNs, pixelNs * 1.4);
            expect(differences(own, all(pixelNs * 1.4), all(zoom.pixelNs), pixelNs * 1.4)).toEqual([]);
          }
        }
      }
    }
    expect(rowCount).toBeGreaterThan(0);
  });
});
