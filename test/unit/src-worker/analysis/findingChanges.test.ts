import { expect, test } from 'vitest';
import type { Finding } from '../../../../src-contract';
import { sentence } from '../../../../src-contract/findings/sentence';
import { changesWithout } from '../../../../src-worker/analysis/findingChanges';
import type { GraphTotals } from '../../../../src-worker/model/dependencies/totals';

const MS = 1e6;
const totals = {
  ranks: [0, 1, 2].map((rank) => ({ rank, computeNs: 100 * MS, stepCount: 2, transferNs: new Map() })),
  groups: [],
} as unknown as GraphTotals;

/** 10 ms a step; found on ranks 1 and 2, most on 2. */
function found(rule: Finding['rule'], title: Finding['title']): Finding {
  const parts = { rule, title, class: 'compute', rank: 2, place: { ranks: [1, 2] }, gain: { nsPerStep: 10 * MS } };
  return parts as unknown as Finding;
}

test('of a slow host, and of kernels that leave cores idle on several ranks, all these ranks are as fast as they could be', () => {
  const both = [1, 2].map((rank) => ({ kind: 'computing', ranks: [rank], factor: 0.8 }));
  expect(changesWithout(found('B6', sentence('D2.title.host')), totals)).toEqual(both);
  expect(changesWithout(found('B6', sentence('block-dim.title')), totals)).toEqual(both);
  expect(changesWithout(found('B6', sentence('D2.title')), totals)).toEqual([both[1]]);
});
