import { expect, test } from 'vitest';
import { sentenceText } from '../../../../../src-contract/findings/sentence';
import { hangs, mismatches } from '../../../../../src-worker/analysis/rules/hangs';
import { drawnCollective, drawnJob, limits } from '../../../../fixtures/drawnJob';

const groups = new Map([['g', { key: 'g', name: 'g', ranks: [0, 1, 2, 3] }]]);
const name = 'hcom_allReduce__001_7_1';

function waiting(waitedNs: number) {
  const unfinished = [{ step: '1', group: 'g', name, type: 'allReduce', waitedNs }];
  return { computing: 1, record: { last: { unfinished, task: name, call: 'aclrtSynchronizeStream', evidence: [] } } };
}

const elsewhere = {
  computing: 1,
  record: { last: { unfinished: [], task: 'Add', call: 'torch.save', evidence: [] } },
};

test('H1: who of the group never came, and what it did last; who was not profiled is not accused', () => {
  const job = drawnJob([waiting(60e9), waiting(59e9), elsewhere], { groups });
  const { findings } = hangs.find(job, limits);
  expect(findings).toHaveLength(1);
  expect(findings[0]).toMatchObject({ rank: 2, lostNsPerStep: 60e9, cause: { id: 'H1.missing.cause' } });
  expect(findings[0].cause.values).toMatchObject({ waiting: [0, 1], call: 'torch.save', unknown: [3] });

  // Of several that never came each has its own last work, and so has the host of who waits.
  const saving = (call: string, task: string) => ({
    computing: 1,
    record: { last: { unfinished: [], task, call, evidence: [] } },
  });
  const two = drawnJob([waiting(60e9), waiting(59e9), saving('torch.save', 'Add'), saving('read', 'Mul')], { groups });
  const [several] = hangs.find(two, limits).findings;
  expect(several).toMatchObject({ rank: undefined, cause: { id: 'H1.missing.several.cause' } });
  expect(several.effects.map((own) => sentenceText(own, 'en'))).toEqual([
    'Rank 2: the last task on its device is Add, the last call of its host torch.save.',
    'Rank 3: the last task on its device is Mul, the last call of its host read.',
    'Rank 0 waits in it; the last call of its host is aclrtSynchronizeStream.',
    'Rank 1 waits in it; the last call of its host is aclrtSynchronizeStream.',
  ]);

  const all = drawnJob([waiting(60e9), waiting(59e9)], { groups });
  expect(hangs.find(all, limits).findings[0]).toMatchObject({
    rank: undefined,
    cause: { id: 'H1.unknown.cause', values: { unknown: [2, 3] } },
  });
  expect(hangs.find(drawnJob([elsewhere]), limits)).toEqual({ findings: [] });
});

function call(rank: number, counter: number, type = 'allReduce', size = 1) {
  return drawnCollective({ rank, name: `hcom_${type}__001_${counter}_1`, elapse: 1, size });
}

test('H2: another collective, or another size, at the same place', () => {
  const agree = [0, 1, 2].flatMap((rank) => [call(rank, 0), call(rank, 1, 'allGather', rank + 1)]);
  const job = (...more: readonly ReturnType<typeof call>[]) =>
    drawnJob([{ computing: 1 }], { groups, collectives: [...agree, ...more] });
  expect(mismatches.find(job(), limits)).toEqual({ findings: [] });
  const other = mismatches.find(job(call(0, 2), call(1, 2), call(2, 2, 'reduceScatter')), limits).findings;
  expect(other).toMatchObject([{ rank: 2, title: { values: { counter: '2_1', others: [0, 1] } } }]);
  const larger = mismatches.find(job(call(0, 2), call(1, 2, 'allReduce', 2), call(2, 2)), limits).findings;
  expect(larger).toMatchObject([{ rank: 1, cause: { values: { own: 'allReduce 2,000,000 B' } } }]);
});

test('H2: the number that PyTorch writes beside NCCL’s calls tells the place as well; one that was counted here does not', () => {
  const gpu = (rank: number, name: string) => ({
    ...drawnCollective({ rank, elapse: 1, size: 1 }),
    name,
    type: name.split(' ')[0],
  });
  const found = (...names: readonly (readonly string[])[]) => {
    const collectives = names.flatMap((own, rank) => own.map((name) => gpu(rank, name)));
    return mismatches.find(drawnJob([{ computing: 1 }], { groups, collectives, isAscend: false }), limits);
  };
  const [odd, ...more] = found(
    ['allReduce Seq 41', 'allReduce Seq 42'],
    ['allReduce Seq 41', 'broadcast Seq 42'],
  ).findings;
  expect(more).toEqual([]);
  expect(odd.title.values).toMatchObject({ counter: '42' });
  expect(found(['allReduce Seq 41'], ['allReduce Seq 41']).findings).toEqual([]);
  expect(found(['allReduce #1'], ['broadcast #1'])).toMatchObject({ findings: [], notRun: [{ rule: 'H2' }] });
});

test('H2: a recording that ends earlier is no mismatch; a counter twice on one rank says nothing', () => {
  const cut = [call(0, 0), call(1, 0), call(0, 1), call(0, 2), call(1, 2), call(1, 2, 'allGather')];
  expect(mismatches.find(drawnJob([{ computing: 1 }], { collectives: cut }), limits).findings).toEqual([]);
});

/** Ranks that wait in these collectives; a rank that is in none does `call` last. */
function stuckJob(
  waits: readonly (readonly [group: string, counter: number, waitedNs: number] | string)[],
  ofGroups: Record<string, number[]>,
) {
  const ranks = waits.map((own) => {
    const [group, counter, waitedNs] = typeof own === 'string' ? [] : own;
    const unfinished =
      group === undefined
        ? []
        : [
            {
              step: '1',
              group,
              name: `hcom_allReduce__${group}_${counter}_1`,
              type: 'allReduce',
              waitedNs: waitedNs ?? 0,
            },
          ];
    const call = typeof own === 'string' ? own : undefined;
    return { computing: 1, record: { last: { unfinished, task: 'Add', call, evidence: [] } } };
  });
  const known = Object.entries(ofGroups).map(([key, members]) => [key, { key, name: key, ranks: members }] as const);
  return drawnJob(ranks, { groups: new Map(known) });
}

test('H1: who did not come because it waits in another collective is no cause: one finding of who got stuck', () => {
  // Tensor groups 0–1 and 2–3, data groups 0–2 and 1–3: rank 1 is stuck, 0 waits for it, 3 as well, and 2 for rank 0.
  const groups = { t0: [0, 1], t1: [2, 3], d0: [0, 2], d1: [1, 3] };
  const job = stuckJob([['t0', 7, 60e9], 'torch.save', ['d0', 2, 58e9], ['d1', 2, 59e9]], groups);
  const { findings } = hangs.find(job, limits);
  expect(findings).toHaveLength(1);
  expect(findings[0]).toMatchObject({ rank: 1, lostNsPerStep: 60e9, place: { group: 't0' }, confidence: 'high' });
  expect(findings[0].effects.map((own) => sentenceText(own, 'en'))).toEqual([
    'In hcom_allReduce__d1_2_1 Rank 3 waited for Rank 1, 59 s.',
    'In hcom_allReduce__d0_2_1 Rank 2 waited for Rank 0, 58 s.',
  ]);
});

test('H1: ranks that wait for each other are told as that, and none is accused', () => {
  const job = stuckJob(
    [
      ['a', 1, 9e9],
      ['b', 1, 8e9],
    ],
    { a: [0, 1], b: [0, 1] },
  );
  const { findings } = hangs.find(job, limits);
  expect(findings).toMatchObject([{ rank: undefined, place: { ranks: [0, 1] }, cause: { id: 'H1.mutual.cause' } }]);
  expect(findings[0].effects.map((own) => sentenceText(own, 'en'))).toEqual([
    'In hcom_allReduce__b_1_1 Rank 1 waited for Rank 0, 8 s.',
  ]);
});
