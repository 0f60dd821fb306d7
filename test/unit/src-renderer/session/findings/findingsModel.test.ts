import { expect, test } from 'vitest';
import type { LaneId, RankIndex, SliceIndex } from '../../../../../src-contract';
import {
  findingCounts,
  findingMarks,
  mutedRows,
  shownFindings,
} from '../../../../../src-renderer/session/findings/findingsModel';
import { fineRules, firstFindings } from '../../../../../src-report/reportModel';
import { madeFinding, madeReport } from '../../../../fixtures/findings';

const ids = (findings: readonly { readonly id: string }[]) => findings.map(({ id }) => id);

test('what is muted stands apart with its reason; what was muted and is not found any more, nowhere', () => {
  const report = madeReport({ findings: [madeFinding('a'), madeFinding('b')] });
  const muted = [
    { finding: 'a', reason: 'known' },
    { finding: 'gone', reason: '' },
  ];
  expect(ids(shownFindings(report, muted))).toEqual(['b']);
  expect(mutedRows(report, muted).map(({ finding, reason }) => [finding.id, reason])).toEqual([['a', 'known']]);
});

test('five come first, and none that costs next to nothing, unless there are no others', () => {
  const shares = [0.5, 0.4, 0.3, 0.2, 0.1, 0.05, 0.000_01];
  const all = shares.map((shareOfStep, at) => madeFinding(String(at), { shareOfStep }));
  expect(ids(firstFindings(all))).toEqual(['0', '1', '2', '3', '4']);
  expect(ids(firstFindings(all.slice(5)))).toEqual(['5']);
  expect(ids(firstFindings(all.slice(6)))).toEqual(['6']);
});

test('each view has the number of those it is about, the findings’ own has all', () => {
  const counts = findingCounts([
    madeFinding('a', { class: 'communication', rule: 'C2' }),
    madeFinding('b', { class: 'parallelism', rule: 'C8' }),
    madeFinding('c', { class: 'parallelism', rule: 'D2' }),
    madeFinding('d', { class: 'compute', rule: 'B2' }),
    madeFinding('e', { class: 'host' }),
  ]);
  expect(Object.fromEntries(counts)).toEqual({ findings: 5, communication: 2, summary: 1, operator: 1, timeline: 1 });
  expect(findingCounts([]).size).toBe(0);
});

test('fine is what ran and says nothing; a rule that lacks data on some ranks only has run', () => {
  const needs = { id: 'needs.timeline', values: {} } as const;
  const report = madeReport({
    checked: (['A2', 'B2', 'B3', 'C1', 'C2'] as const).map((rule) => ({ rule, sources: [], thresholds: [] })),
    findings: [madeFinding('a')],
    notReported: [
      { rule: 'C1', class: 'communication', rank: 0, title: needs, value: 0, limit: 1, threshold: 'free.share' },
    ],
    notRun: [
      { rule: 'B3', reason: needs, ranks: [] },
      { rule: 'B2', reason: needs, ranks: [3] },
    ],
  });
  expect(fineRules(report)).toEqual(['B2', 'C2']);
});

test('marks lie where slices and stretches of evidence do', () => {
  const ref = { rank: 0 as RankIndex, slice: 7 as SliceIndex, generation: 1 };
  const finding = madeFinding('a', {
    evidence: [
      { kind: 'slice', ref, lane: 1 as LaneId, name: 'wait', startNs: 100, durationNs: 50 },
      { kind: 'range', rank: 0 as RankIndex, startNs: 10, endNs: 30, lanes: [] },
    ],
  });
  expect(findingMarks([finding])).toEqual([
    { finding: 'a', startNs: 100, endNs: 150 },
    { finding: 'a', startNs: 10, endNs: 30 },
  ]);
});
