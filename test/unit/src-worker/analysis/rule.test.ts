import { expect, test } from 'vitest';
import { sentence, sentenceText } from '../../../../src-contract/findings/sentence';
import { findingsReport } from '../../../../src-worker/analysis/report';
import { finding, losingGroups, lostBy, type Parts } from '../../../../src-worker/analysis/rule';
import { findingWithItsSettings, inItsWords, trustWithItsSettings } from '../../../../src-worker/analysis/writerWords';
import { drawnCollective, drawnJob, limits } from '../../../fixtures/drawnJob';

const parts = (ranks: readonly number[]): Parts => ({
  rule: 'A2',
  class: 'host',
  rank: 0,
  label: 'Rank 0 (second)',
  place: { ranks },
  title: sentence('A2.title', { ranks, lost: 1e6, share: 0.2 }),
  cause: sentence('A2.cause.unknown'),
  advice: [],
  lostNsPerStep: 1e6,
  gain: { nsPerStep: 1e6, formula: sentence('A2.gain') },
  confidence: 'high',
  evidence: [],
});

test('where two dumps have a rank of the number, a finding about one of them says whose it is', () => {
  const two = drawnJob([{}, { record: { rank: 0, label: 'Rank 0 (second)' } }]);
  const own = finding(two, 'x', parts([0]));
  expect(own.place).toEqual({ ranks: [0], label: 'Rank 0 (second)' });
  expect(sentenceText(own.title, 'en')).toMatch(/^Rank 0 \(second\): /);
  // All that it is about, where it is about several of one number, or of numbers that are not one rank's alone.
  const members = [two.ranks[1], two.ranks[0]];
  const both = finding(two, 'x', { ...parts([0]), members });
  expect(both.place).toEqual({
    ...{ ranks: [0], label: 'Rank 0 (second)' },
    labels: ['Rank 0', 'Rank 0 (second)'],
  });
  expect(sentenceText(both.title, 'en')).toMatch(/^Rank 0 and Rank 0 \(second\): /);
  expect(sentenceText(both.title, 'zh')).toMatch(/^Rank 0、Rank 0 \(second\)：/);
  const seven = drawnJob([{}, {}, {}, {}, {}, { record: { rank: 0, label: 'Rank 0 (second)' } }, {}]);
  const many = finding(seven, 'x', { ...parts([0, 1, 2, 3, 4]), members: seven.ranks.slice(0, 6) });
  expect(sentenceText(many.title, 'en')).toContain(' and 2 more: ');
  expect(sentenceText(many.title, 'zh')).toContain(' 等 6 个 Rank：');
  const all = finding(seven, 'x', { ...parts([0, 1, 2, 3, 4, 6]), members: seven.ranks });
  expect(all.place.labels).toBeUndefined();
  // Several ranks are called by their numbers.
  expect(finding(two, 'x', parts([0, 1])).title.values.ranks).toEqual([0, 1]);
  const one = finding(drawnJob([{}, {}]), 'x', parts([0]));
  expect(one.place).toEqual({ ranks: [0] });
  expect(one).not.toHaveProperty('label');
});

test('of several ranks a cause with figures says of which one they are; a single one, or no rank, needs no saying', () => {
  const cause = sentence('allocator.cause', { count: 3, longest: 2e6 });
  const four = drawnJob([{}, {}, {}, {}]);
  const own = (members: typeof four.ranks, more: Partial<Parts> = {}) =>
    finding(four, 'x', {
      ...parts(members.map(({ rank }) => rank)),
      rank: 2,
      label: 'Rank 2',
      cause,
      members,
      ...more,
    });
  expect(sentenceText(own(four.ranks).cause, 'en')).toMatch(
    / at the longest\. These are the figures of Rank 2, the worst of them\.$/,
  );
  expect(sentenceText(own(four.ranks).cause, 'zh')).toMatch(/。以上为其中最严重的 Rank 2 的数据。$/);
  expect(own([four.ranks[2]]).cause).toEqual(cause);
  expect(own(four.ranks, { rank: undefined }).cause).toEqual(cause);
  const plain = sentence('A2.cause.unknown');
  expect(own(four.ranks, { cause: plain }).cause).toEqual(plain);
  // By its label where two dumps have one of its number.
  const two = drawnJob([{}, { record: { rank: 0, label: 'Rank 0 (second)' } }]);
  const both = finding(two, 'x', { ...parts([0]), cause, members: two.ranks });
  expect(sentenceText(both.cause, 'en')).toContain('figures of Rank 0 (second), the worst');
});

test('why a rule could not run is said in words of the profiler that wrote the dump', () => {
  const own = { rule: 'F1' as const, reason: sentence('needs.memory'), ranks: [] };
  expect(inItsWords({ isAscend: true }, own)).toBe(own);
  expect(inItsWords({ isAscend: false }, own).reason.id).toBe('needs.memory.other');
  const same = { ...own, reason: sentence('needs.kernels') };
  expect(inItsWords({ isAscend: false }, same)).toBe(same);
});

test('advice names the settings of the framework that the job runs on', () => {
  const own = finding(drawnJob([]), 'x', {
    ...parts([0]),
    advice: [sentence('A2.advice.queue'), sentence('A2.advice.governor'), sentence('compile.advice.jit')],
  });
  const ids = (isMindSpore: boolean, isGpu = false) =>
    findingWithItsSettings({ isMindSpore, isGpu }, own).advice.map(({ id }) => id);
  expect(ids(true)).toEqual(['mindspore.advice.sink', 'A2.advice.governor']);
  expect(ids(false, true)).toEqual(['A2.advice.queue', 'A2.advice.governor', 'gpu.advice.recompile']);
  expect(ids(false)).toEqual(['A2.advice.queue', 'A2.advice.governor', 'compile.advice.jit']);
});

test('a GPU’s causes, slow hosts and notes name nothing of Ascend, and keep their values', () => {
  const [values, gpu] = [{ part: 1 }, { isMindSpore: false, isGpu: true }];
  const own = finding(drawnJob([]), 'x', {
    ...parts([0]),
    cause: sentence('A2.cause.no-host', values),
    advice: [sentence('B6.advice.host')],
  });
  expect(findingWithItsSettings(gpu, own)).toMatchObject({
    cause: { id: 'A2.cause.no-host.gpu', values },
    advice: [{ id: 'gpu.advice.clock' }],
  });
  expect(findingWithItsSettings({ ...gpu, isGpu: false }, own)).toEqual(own);
  const told = { severity: 'info', sentence: sentence('trust.outside-steps', values) } as const;
  expect(trustWithItsSettings(gpu, told)).toMatchObject({ sentence: { id: 'trust.outside-steps.gpu', values } });
});

test('what several ranks lose has the least and the most; who stands out has what it loses more', () => {
  const ms = 1e6;
  const [together] = losingGroups(4, [3, 5, 4, 4], (own) => own * ms, ms);
  expect(lostBy({ stepNs: 100 * ms }, together)).toEqual({
    lost: 5 * ms,
    share: 0.05,
    lostLeast: 3 * ms,
    shareLeast: 0.03,
  });
  const [alone] = losingGroups(4, [3, 20, 3, 3], (own) => own * ms, ms);
  expect(alone).toMatchObject({ ns: 17 * ms, usualNs: 3 * ms, members: [20] });
  expect(lostBy({ stepNs: 100 * ms }, alone)).toEqual({ lost: 17 * ms, share: 0.17 });
});

test('what keeps a rule from all of several jobs is said once; what from one of them, with its name', () => {
  const jobOf = (key: string, parts: Parameters<typeof drawnJob>[1] = {}) => {
    return { ...drawnJob([{ computing: 90, free: 1 }], parts), job: { key, name: key } };
  };
  const jobs = [jobOf('a'), jobOf('b', { collectives: [drawnCollective({ rank: 0, elapse: 1 })] })];
  const { notRun } = findingsReport({ ...drawnJob([{ computing: 90 }]), jobs }, limits);
  const reasonsOf = (wanted: string) => notRun.flatMap(({ rule, reason }) => (rule === wanted ? [reason.dump] : []));
  expect(reasonsOf('A5')).toEqual([undefined]);
  expect(reasonsOf('C8')).toEqual(['a']);
});
