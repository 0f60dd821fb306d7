import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { groupTable } from '../../../../../src-worker/views/operator/groups';
import { operatorOverview } from '../../../../../src-worker/views/operator/overview';
import { describeDumps, dumpPath } from '../../../../fixtures/dumps';
import { contextOf, ranksOf, rowsOf } from './context';

const outputOf = (...parts: string[]) => dumpPath('ascend', ...parts, 'ASCEND_PROFILER_OUTPUT');

/** The profiler's own grouping, read with split(): none of its cells has a comma. */
function opStatistic(path: string): Record<string, string>[] {
  const [header, ...lines] = readFileSync(path, 'utf8').trim().split(/\r?\n/);
  const names = header.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [names[at], cell])));
}

describeDumps('the groups by type against op_statistic.csv', () => {
  test.each([
    ['text_level1_2ranks/rank0_ascend_pt'],
    ['text_level1_2ranks/rank1_ascend_pt'],
    ['pp2_dp2_4ranks_no_timeline/rank_0_ascend_pt'],
    ['pp2_dp2_4ranks_no_timeline/rank_2_ascend_pt'],
  ])('%s', async (rank) => {
    const folder = outputOf(rank);
    const dump = contextOf([folder]);
    const groups = await groupTable(dump, { ranks: ranksOf(dump), by: 'type', isPerRank: false });
    const found = rowsOf(groups, 'type', 'core', 'count', 'totalNs', 'minNs', 'averageNs', 'maxNs', 'share');
    const expected = opStatistic(join(folder, 'op_statistic.csv'));
    expect(expected.length).toBeGreaterThan(20);
    expect(found.length).toBe(expected.length);
    for (const own of expected) {
      const group = found.find(({ type, core }) => type === own['OP Type'] && core === own['Core Type']);
      expect(group, own['OP Type']).toBeDefined();
      expect(group?.count).toBe(Number(own.Count));
      // It sums what has more than the three decimals that both files are written with: half of the last one a kernel.
      const roundingUs = 0.0005 * (Number(own.Count) + 1);
      expect(Math.abs(Number(group?.totalNs) / 1000 - Number(own['Total Time(us)']))).toBeLessThan(roundingUs);
      expect(Number(group?.minNs) / 1000).toBeCloseTo(Number(own['Min Time(us)']), 2);
      expect(Number(group?.maxNs) / 1000).toBeCloseTo(Number(own['Max Time(us)']), 2);
      expect(Number(group?.averageNs) / 1000).toBeCloseTo(Number(own['Avg Time(us)']), 2);
      expect(Number(group?.share)).toBeCloseTo(Number(own['Ratio(%)']), 2);
    }
  });
});

describeDumps('overview of real dumps', () => {
  test('text_level1_2ranks: 187 kernels, all dynamic, beside four collectives', async () => {
    const dump = contextOf(['rank0', 'rank1'].map((rank) => outputOf('text_level1_2ranks', `${rank}_ascend_pt`)));
    for (const rank of ranksOf(dump)) {
      const { totals, steps, device } = await operatorOverview(dump, { ranks: [rank] });
      expect(totals).toMatchObject({
        computeCount: 187,
        dynamicCount: 187,
        staticCount: 0,
        communicationCount: 4,
        aiCpuCount: 0,
      });
      expect(steps.map(({ step }) => step)).toEqual(['50']);
      // Nearly Computing of step_trace_time.csv, whose lanes end 19 and 20 ns later.
      expect(totals.computeNs / 1000).toBeCloseTo([8873.737, 8878.275][rank], 2);
      expect(totals.communicationNs / 1000).toBeCloseTo([105991.876, 100375.284][rank], 2);
      expect(device).toMatchObject({ cubeCores: 24, vectorCores: 48 });
      expect(Number(device?.clockHz) / 1e9).toBeCloseTo(1.8, 3);
    }
  });

  test('pp2_dp2: Computing of step_trace_time.csv is the sum of the kernels', async () => {
    const dump = contextOf(
      ['rank_0', 'rank_2'].map((rank) => outputOf('pp2_dp2_4ranks_no_timeline', `${rank}_ascend_pt`)),
    );
    for (const rank of ranksOf(dump)) {
      const { totals, device } = await operatorOverview(dump, { ranks: [rank] });
      expect(totals.computeNs / 1000).toBeCloseTo([231290.1, 400448.26][rank], 2);
      expect(totals.communicationNs / 1000).toBeCloseTo([420174.26, 277649.66][rank], 2);
      // No two of them at once.
      expect(totals.computeBusyNs).toBe(totals.computeNs);
      expect(device).toMatchObject({ cubeCores: 20, vectorCores: 40 });
      expect(Number(device?.clockHz) / 1e9).toBeCloseTo(1.65, 3);
    }
  });
});
