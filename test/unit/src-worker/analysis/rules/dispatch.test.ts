import { expect, test } from 'vitest';
import type { FindingEvidence, FreeOwner } from '../../../../../src-contract';
import type { RankRecord } from '../../../../../src-worker/analysis/record/rankRecord';
import { dispatchBound } from '../../../../../src-worker/analysis/rules/freeTime';
import { drawnJob, limits } from '../../../../fixtures/drawnJob';

const range = (startNs: number, ns: number): FindingEvidence => {
  return { kind: 'range', rank: 0, startNs, endNs: startNs + ns, lanes: [] } as unknown as FindingEvidence;
};
const slice = { kind: 'slice', name: 'aten::mm', startNs: 5, durationNs: 1 } as unknown as FindingEvidence;

test('A2: the longest gaps of those who dispatch, longest first; the evidence is the call that waited longest, and its gap', () => {
  const evidence: Partial<Record<FreeOwner, readonly FindingEvidence[]>> = {
    op: [slice, range(0, 30), range(100, 50), range(200, 10)],
    python: [range(300, 40)],
    compile: [range(400, 900)],
  };
  const owners = (['op', 'python', 'compile'] as const).map((owner) => ({ owner, ns: 1e6, names: [] }));
  const free = { freeNs: 3e6, owners, medianDelayNs: 1000, evidence, held: {} };
  const job = drawnJob([{ computing: 10, free: 3, record: { free } as Partial<RankRecord> }]);
  const [own] = dispatchBound.find(job, limits).findings;
  expect(own.gaps?.map(({ owner, range: { startNs, endNs } }) => [owner, endNs - startNs])).toEqual([
    ['op', 50],
    ['python', 40],
    ['op', 30],
    ['op', 10],
  ]);
  expect(own.evidence).toEqual([slice, range(0, 30)]);
});
