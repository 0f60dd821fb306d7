import { expect, test } from 'vitest';
import { contention } from '../../../../../src-worker/analysis/rules/contention';
import { drawnJob, limits } from '../../../../fixtures/drawnJob';

const MS = 1e6;

function jobOf(beside: number, count = 10, exposed = 30) {
  const collectives = [
    {
      type: 'allReduce',
      group: 'g',
      sizeBytes: 100e6,
      alone: { count, wireNs: count * MS },
      beside: { count, wireNs: count * beside * MS },
    },
  ];
  return drawnJob([{ computing: 70, exposed, record: { collectives } }]);
}

test('the same collective beside computing at half its speed: the half that is lost', () => {
  const { findings } = contention.find(jobOf(2), limits);
  expect(findings[0].lostNsPerStep).toBeCloseTo(10 * MS, 0);
  expect(findings[0].cause.values).toMatchObject({ op: 'allReduce', alone: MS, beside: 2 * MS, count: 10 });
});

test('what computing hides costs no step', () => {
  expect(contention.find(jobOf(2, 10, 2), limits).findings[0].lostNsPerStep).toBeCloseTo(2 * MS, 0);
});

test('a tenth slower is fine; two calls of each say nothing', () => {
  expect(contention.find(jobOf(1.1), limits).findings).toEqual([]);
  expect(contention.find(jobOf(2, 2), limits)).toMatchObject({ findings: [], notRun: [{ rule: 'C4' }] });
});
