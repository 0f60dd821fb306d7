import { expect, test } from 'vitest';
import { sentenceText } from '../../../../../src-contract/findings/sentence';
import type { RankRecord } from '../../../../../src-worker/analysis/record/rankRecord';
import { slowRank, stageImbalance } from '../../../../../src-worker/analysis/rules/slowRank';
import { trustNotes } from '../../../../../src-worker/analysis/trust';
import type { RankPlace } from '../../../../../src-worker/model/job/layouts';
import { type DrawnRank, drawnJob, limits } from '../../../../fixtures/drawnJob';

const MS = 1e6;

const place: RankPlace = { tensor: 0, context: 0, expert: 0, data: 0, pipeline: 0, expertGroup: 0 };

/** One kind of kernels, `calls` a step of `ms` each; all that the rank computes. */
function withKernels(type: string, calls: number, ms: number): DrawnRank {
  const kinds = [{ type, shapes: '8,8', count: calls, totalNs: calls * ms * MS }];
  return { computing: calls * ms, record: { kernels: { kinds } } as unknown as Partial<RankRecord> };
}

function found(ranks: readonly DrawnRank[], parts = {}) {
  return slowRank.find(drawnJob(ranks, { places: ranks.map(() => place), ...parts }), limits);
}

test('recordings with nothing in common are not compared', () => {
  const { findings, notRun } = found([{ computing: 10 }, { computing: 90 }], { isOneJob: false });
  expect(findings).toEqual([]);
  expect(notRun).toMatchObject([{ rule: 'D2', reason: { id: 'needs.related' } }]);
});

test('call by call, however many calls a rank has', () => {
  const { findings } = found([
    withKernels('MatMul', 10, 1),
    withKernels('MatMul', 30, 1),
    withKernels('MatMul', 10, 2),
  ]);
  expect(findings).toMatchObject([{ rank: 2, cause: { id: 'D2.cause' }, confidence: 'high' }]);
});

test('shows what takes longest above what its peers take, not what takes longest', () => {
  const kind = (type: string, ms: number, startNs: number) => {
    return { type, shapes: '8', count: 10, totalNs: 10 * ms * MS, longest: { name: type, startNs } };
  };
  const rank = (index: number, matMul: number, softmax: number): DrawnRank => ({
    computing: 10 * (matMul + softmax),
    record: {
      index,
      kernels: { kinds: [kind('MatMul', matMul, index * 10 + 1), kind('Softmax', softmax, index * 10 + 2)] },
    } as unknown as Partial<RankRecord>,
  });
  const [{ kernels, evidence }] = found([rank(0, 9, 1), rank(1, 9, 1), rank(2, 9.5, 5)]).findings;
  expect(kernels).toEqual({
    index: 2,
    starts: [
      { name: 'Softmax', startNs: 22 },
      { name: 'MatMul', startNs: 21 },
    ],
  });
  expect(evidence).toEqual([]);
});

test('unequal stages show one step, the longest of the stage that computes longest, on a rank of it and of the shortest', () => {
  const step = (number: number, ns: number, startNs: number) => {
    return { number, ns, span: { startNs, endNs: startNs + ns } };
  };
  const rank = (index: number, computing: number, steps: object[]): DrawnRank => {
    return { computing, record: { index, steps } as unknown as Partial<RankRecord> };
  };
  const job = drawnJob(
    [
      rank(0, 10, [step(1, 50, 0), step(2, 60, 100), step(3, 50, 200)]),
      rank(1, 30, [step(1, 50, 5), step(2, 70, 105), step(3, 50, 205)]),
    ],
    { places: [place, { ...place, pipeline: 1 }] },
  );
  const [{ evidence }] = stageImbalance.find(job, limits).findings;
  expect(evidence).toEqual([
    { kind: 'range', rank: 1, startNs: 105, endNs: 175, lanes: [], step: 2 },
    { kind: 'range', rank: 0, startNs: 100, endNs: 160, lanes: [], step: 2 },
  ]);
});

test('a rank that computes nothing is no peer, and the others are still compared call by call', () => {
  const idle: DrawnRank = { free: 20 };
  const { findings } = found([idle, withKernels('MatMul', 10, 1), withKernels('MatMul', 10, 2)]);
  expect(findings).toMatchObject([
    { rank: 2, cause: { id: 'D2.cause', values: { peers: [1] } }, lostNsPerStep: 10 * MS },
  ]);
  expect(found([idle, withKernels('MatMul', 10, 1), withKernels('Relu', 1000, 1)]).findings).toEqual([]);
});

test('by the step split where the kernels of one that computes are not in the dump: nothing is said of kernels then', () => {
  const { findings } = found([{ computing: 10 }, withKernels('MatMul', 10, 2)]);
  expect(findings).toMatchObject([{ rank: 1, cause: { id: 'D2.cause.split' }, confidence: 'medium' }]);
});

test('that recordings are of several jobs is said before all else, and no rank is called missing', () => {
  const groups = new Map([['g', { ranks: [0, 1, 2, 3] }]]) as never;
  const ranks = [{ computing: 10 }, { computing: 90 }];
  const ids = (parts: Parameters<typeof drawnJob>[1]) =>
    trustNotes(drawnJob(ranks, { groups, ...parts })).map((own) => own.sentence.id);
  expect(ids({ worldSizes: [128, 300] })).toContain('trust.several-jobs');
  expect(ids({ worldSizes: [128, 300] })).not.toContain('trust.ranks');
  expect(ids({ worldSizes: [4] })).toContain('trust.ranks');
});

test('how many ranks a job has is said where something tells it: who was waited for are some of them', () => {
  const peer = (rank: number) => ({ rank, isGlobal: true, waitingNs: 1 });
  const exposed = { byPeer: [peer(2), peer(3), peer(4)] } as never;
  const of = (parts: Parameters<typeof drawnJob>[1]) => {
    const job = drawnJob([{ computing: 10 }, { computing: 10 }], parts);
    const [first, ...rest] = job.ranks;
    return trustNotes({ ...job, ranks: [{ ...first, split: { ...first.split, exposed } }, ...rest] })
      .map((own) => own.sentence)
      .filter(({ id }) => id.startsWith('trust.ranks'));
  };
  // As a MindSpore dump has it, in whose ring a rank waits for some of the others.
  expect(of({})).toMatchObject([{ id: 'trust.ranks.least', values: { ranks: [2, 3, 4], count: 3 } }]);
  expect(of({ groups: new Map([['g', { ranks: [0, 1, 2] }]]) as never })).toMatchObject([{ id: 'trust.ranks.least' }]);
  const all = { ranks: [2, 3, 4, 5, 6, 7], count: 6, total: 8 };
  expect(of({ worldSizes: [8] })).toMatchObject([{ id: 'trust.ranks', values: all }]);
  expect(of({ groups: new Map([['g', { ranks: [0, 1, 2, 3, 4] }]]) as never })).toMatchObject([
    { id: 'trust.ranks', values: { ranks: [2, 3, 4], count: 3, total: 5 } },
  ]);
  expect(of({ worldSizes: [1e12] })).toMatchObject([{ id: 'trust.ranks.least' }]);
});

test('of dumps that share their ranks’ numbers it is said whose files are missing', () => {
  const two = drawnJob([
    { record: { index: 0 as never } },
    { record: { rank: 0, label: 'Rank 0 (b)', index: 1 as never } },
  ]);
  const missing = [{ table: 'timeline', file: 'timeline', ranks: [1] }] as never;
  const [note] = trustNotes({ ...two, missing }).filter(({ sentence }) => sentence.id === 'trust.timeline');
  expect(note.sentence.values.ranks).toEqual(['Rank 0 (b)']);
});

test('of ranks that only the job’s summary knows that is said; of others it is not', () => {
  const summaryNotes = (index: number | undefined) =>
    trustNotes(drawnJob([{ computing: 10, record: { index } as Partial<RankRecord> }])).filter(
      ({ sentence }) => sentence.id === 'trust.summary',
    );
  expect(summaryNotes(undefined)).toMatchObject([{ severity: 'warning', sentence: { values: { ranks: [0] } } }]);
  expect(summaryNotes(0)).toEqual([]);
});

test('all ranks of a host slow is one finding that names the host, with what one of them loses; one of several is its own', () => {
  // Hosts a, b and c of four ranks each; b is slow, and rank 9, which is on c.
  const hosts = Array.from({ length: 12 }, (_, at) => 'abc'[Math.floor(at / 4)]);
  const ms = (at: number) => (hosts[at] === 'b' ? 1.5 + at / 100 : at === 9 ? 2 : 1 + (at % 2) / 100);
  const ranks = hosts.map((_, at) => withKernels('MatMul', 10, ms(at)));
  const { findings } = found(ranks, { hosts });
  expect(findings.map(({ id, rule, rank, place }) => [id, rule, rank, place.ranks])).toEqual([
    ['D2:host b', 'D2', 7, [4, 5, 6, 7]],
    ['D2:Rank 9', 'D2', 9, [9]],
  ]);
  const [{ title, cause, advice, lostNsPerStep }] = findings;
  const { lost, lostLeast, peers } = title.values;
  // Of 15.4 and 15.7 ms what is above the 10.1 of the peer in the middle.
  expect([lost, lostLeast]).toEqual([lostNsPerStep, expect.closeTo(lostNsPerStep - 0.3 * MS, -4)]);
  expect(peers).toEqual([0, 1, 2, 3, 8, 9, 10, 11]);
  expect([title, cause, ...advice].map((own) => sentenceText(own, 'en'))).toEqual([
    expect.stringMatching(
      /^Host b: Ranks 4, 5, 6 and 7 compute up to \d+(\.\d+)? % slower than their peers, 5\.\d+–5\.\d+ ms/,
    ),
    expect.stringMatching(
      /than on their peers \(Ranks 0, 1, 2, .*These are the figures of Rank 7, the worst of them\.$/,
    ),
    expect.stringContaining('host b'),
  ]);
  // Where nobody tells hosts, each rank is by itself; half of a host's ranks are not the host.
  expect(found(ranks).findings).toHaveLength(5);
  expect(found(ranks.slice(6), { hosts: ['a', 'a', 'a', 'a', 'b', 'b'] }).findings.map(({ id }) => id)).not.toContain(
    'D2:host a',
  );
});
