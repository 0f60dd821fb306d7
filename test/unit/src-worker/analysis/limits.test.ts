import { expect, test } from 'vitest';
import type { FindingsReport, Thresholds } from '../../../../src-contract';
import { limitsWith } from '../../../../src-worker/analysis/report';
import { threshold } from '../../../../src-worker/model/thresholds';
import { findingsWorker } from '../../../../src-worker/views/findings';
import { sharedContext } from '../../../fixtures/dumpContext';
import { describeDumps, dumpPath } from '../../../fixtures/dumps';

test('limits that are no numbers, negative, or of what no rule takes, are the usual ones', () => {
  const wished = { 'free.share': Number.NaN, 'exposed.share': -1, 'clock.outlier': 9, 'compile.share': 0 };
  const limits = limitsWith(wished);
  expect(limits['free.share']).toBe(threshold('free.share'));
  expect(limits['exposed.share']).toBe(threshold('exposed.share'));
  expect(limits['clock.outlier']).toBe(threshold('clock.outlier'));
  expect(limits['compile.share']).toBe(0);
});

describeDumps('two of eight ranks, with other limits', () => {
  const report = async (limits: Partial<Thresholds>): Promise<FindingsReport> =>
    findingsWorker.answers['findings.report'](await sharedContext(dumpPath('ascend/text_level1_2ranks')), { limits });

  test('what is above its limit falls below a higher one and is listed with it, and the other way round', async () => {
    // Free is 26,675 of 131,912 µs on rank 1: 20.2 %. Moved beside no computing: 3.812 of 136.581 ms, 2.8 %.
    const usual = await report({});
    expect(usual.findings.map(({ rule }) => rule)).toContain('A2');
    const changed = await report({ 'free.share': 0.25, 'exposed.share': 0.02 });
    expect(changed.findings.map(({ rule }) => rule)).not.toContain('A2');
    const below = changed.notReported.find(({ rule }) => rule === 'A2');
    expect(below?.limit).toBe(0.25);
    expect(below?.value).toBeCloseTo(26675.274 / (8878.295 + 96359.047 + 26675.274), 4);
    expect(changed.findings.map(({ rule }) => rule)).toContain('A5');
    expect(changed.thresholds.find(({ id }) => id === 'free.share')).toEqual({
      id: 'free.share',
      value: 0.25,
      usual: 0.1,
      unit: 'ratio',
    });
  });

  test('each rule that looked is named once, with what of it may be changed', async () => {
    const { checked, thresholds } = await report({});
    expect(new Set(checked.map(({ rule }) => rule)).size).toBe(checked.length);
    const known = new Set(thresholds.map(({ id }) => id));
    expect(checked.flatMap((own) => own.thresholds).filter((id) => !known.has(id))).toEqual([]);
    expect(checked.find(({ rule }) => rule === 'A2')?.sources).toEqual(['MindStudio Insight', 'Hermes']);
  });
});
