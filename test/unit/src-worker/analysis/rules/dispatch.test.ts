import { expect, test } from 'vitest';
import type { FindingEvidence, FreeOwner } from '../../../../../src-contract';
import { sentenceText } from '../../../../../src-contract/findings/sentence';
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

/** 100 ms of a step, half of it Free: launches have `launch` ms of that, compiling `compile`. */
function launched({ launch = 50, compile = 0, delayMs = 0.01, call }: Launched) {
  const owners = [
    { owner: 'launch' as const, ns: launch * MS, names: [] },
    { owner: 'compile' as const, ns: compile * MS, names: [] },
  ];
  const evidence = { launch: call ? [{ ...slice, name: call[0], durationNs: call[1] * MS }] : [] };
  const free = { freeNs: 50 * MS, owners, medianDelayNs: delayMs * MS, evidence, held: {} };
  const job = drawnJob([{ computing: 50, free: 50, record: { free } as Partial<RankRecord> }]);
  const [own] = dispatchBound.find(job, limits).findings;
  return { title: own.title, cause: own.cause, confidence: own.confidence };
}

interface Launched {
  readonly launch?: number;
  readonly compile?: number;
  readonly delayMs?: number;
  /** Name and ms. */
  readonly call?: readonly [string, number];
}

const MS = 1e6;

test('A2: what other findings have of Free is told apart, with its own share', () => {
  expect(launched({}).title).toMatchObject({ id: 'A2.title', values: { lost: 50 * MS, share: 0.5 } });
  const { title } = launched({ launch: 20, compile: 30 });
  expect(title).toMatchObject({ id: 'A2.title.part', values: { lost: 20 * MS, own: 0.2, share: 0.5 } });
  expect(sentenceText(title, 'en')).toContain('20 ms a step for the host to launch work (20 %; all of Free is 50 %)');
  expect(sentenceText(title, 'zh')).toContain('占 20 %；空闲合计占 50 %');
});

test('A2: one launch that takes most of it is named; work that was handed over long before waits for something else', () => {
  expect(launched({}).cause.id).toBe('A2.cause.launch');
  expect(launched({ call: ['cudaLaunchKernel', 20] }).cause.id).toBe('A2.cause.launch');
  expect(launched({ call: ['cudaLaunchKernel', 40] }).cause).toMatchObject({
    ...{ id: 'A2.cause.launch.long', values: { name: 'cudaLaunchKernel', longest: 40 * MS } },
  });
  const queued = launched({ delayMs: 8 });
  expect([queued.cause.id, queued.confidence]).toEqual(['A2.cause.launch.queued', 'medium']);
  expect(launched({ delayMs: Number.NaN }).cause.id).toBe('A2.cause.launch.only');
});
