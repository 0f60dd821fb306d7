import { expect, test } from 'vitest';
import { sentenceText } from '../../../src-contract/findings/sentence';
import { sentencesEn } from '../../../src-contract/findings/sentencesEn';
import { walkThrough } from '../../../src-report/walkThrough';
import { findingsReport, limitsWith } from '../../../src-worker/analysis/report';
import { drawnJob } from '../../fixtures/drawnJob';
import { madeReport as bareReport, madeFinding, madeSplit } from '../../fixtures/findings';

const MS = 1e6;
const limited = (limits: Parameters<typeof limitsWith>[0] = {}) =>
  findingsReport(drawnJob([]), limitsWith(limits)).thresholds;
const madeReport: typeof bareReport = (fields) => bareReport({ thresholds: limited(), ...fields });
const looks = (report: Parameters<typeof walkThrough>[0]) =>
  walkThrough(report).map(({ looks }) => looks.map(({ state, seen }) => `${seen.id} ${state}`));

const split = (free: number, exposed: number, delayNs: number) =>
  madeSplit(0, {
    computingNs: (100 - free - exposed) * MS,
    notOverlappedNs: exposed * MS,
    freeNs: free * MS,
    overlappedNs: 10 * MS,
    communicationNs: (exposed + 10) * MS,
    free: {
      freeNs: free * MS,
      medianDelayNs: delayNs,
      owners: [{ owner: 'synchronise', ns: (free * MS) / 2, names: [] }],
    },
  });

test('a third of the step free, arrows of 6 µs, and half of it synchronising: the host sets the pace', () => {
  const evidence = [{ kind: 'range', rank: 0, startNs: 0, endNs: 5, lanes: [] }] as const;
  const report = madeReport({ split: [split(34, 5, 6_000)], findings: [madeFinding('a', { evidence } as never)] });
  const [dispatch, , communication] = walkThrough(report);
  expect(dispatch.looks.map(({ state }) => state)).toEqual(['bad', 'bad', 'bad']);
  expect(dispatch.looks[0].evidence).toBe(evidence);
  expect(dispatch.looks[2].seen.values).toMatchObject({ lost: 17 * MS, share: 0.17 });
  expect(dispatch.advice.map(({ id }) => sentencesEn[id]).join(' ')).toMatch(
    /TASK_QUEUE_ENABLE=2.*CPU_AFFINITY_CONF=1.*CPU_AFFINITY_CONF=2.*MINDIE_ASYNC_SCHEDULING_ENABLE=1.*cpupower/,
  );
  expect(dispatch.findings.map(({ id }) => id)).toEqual(['a']);
  expect(communication.looks.map(({ state }) => state)).toEqual(['fine', 'fine', 'fine']);
  expect(communication.advice).toEqual([]);
});

test('what is advised for GPUs is not of Ascend', () => {
  const [dispatch] = walkThrough(madeReport({ split: [split(34, 5, 6_000)], isGpu: true }));
  expect(dispatch.advice.map(({ id }) => sentencesEn[id]).join(' ')).toMatch(/CUDA graphs.*cpupower/);
  expect(dispatch.advice.map(({ id }) => sentencesEn[id]).join(' ')).not.toMatch(/TASK_QUEUE|CPU_AFFINITY|MINDIE/);
});

test('short arrows of a device that is never free are fine; a delay below nothing is two clocks that disagree', () => {
  expect(looks(madeReport({ split: [split(1, 5, 6_000)] }))[0][1]).toBe('walk.arrows fine');
  expect(looks(madeReport({ split: [split(50, 5, -6_000)] }))[0][1]).toBe('walk.arrows.unknown unknown');
});

test('communication longer than computing, a call five times its like: both, with the place', () => {
  const call = { rank: 3, op: 'hcom_allReduce__1', elapseNs: 50 * MS, usualNs: 10 * MS, count: 8, evidence: [] };
  const [, , own] = walkThrough(madeReport({ split: [split(10, 60, 1e6)], longCalls: [call] }));
  expect(own.looks.map(({ state, seen }) => `${seen.id} ${state}`)).toEqual([
    'walk.longer bad',
    'walk.exposed bad',
    'walk.like bad',
  ]);
  expect(own.looks[2].seen.values).toMatchObject({ ranks: [3], elapse: 50 * MS, usual: 10 * MS, count: 8 });
});

test('nothing known: each step says so, and advises nothing', () => {
  for (const { looks: own, advice } of walkThrough(madeReport())) {
    expect(own.every(({ state }) => state === 'unknown')).toBe(true);
    expect(advice).toEqual([]);
  }
});

test('each look has its sentences, and none lacks a value', () => {
  const call = { rank: 3, op: 'hcom_allReduce__1', elapseNs: 50 * MS, usualNs: 10 * MS, count: 8, evidence: [] };
  const reports = [split(34, 40, 6_000), split(1, 1, 1e6), split(1, 1, Number.NaN)].flatMap((own) =>
    [[], [call]].map((longCalls) => madeReport({ split: [own], longCalls })),
  );
  const texts = reports
    .flatMap((report) => walkThrough(report))
    .flatMap(({ looks: own }) => own)
    .flatMap(({ state, seen, means }) => (state === 'unknown' ? [seen] : [seen, means]))
    .map((own) => [own.id, own.id in sentencesEn ? sentenceText(own, 'en') : '?'] as const);
  expect(texts.filter(([, text]) => /\?(?=[\s.:,)]|$)/.test(text) && !/waiting, or moving data\?/.test(text))).toEqual(
    [],
  );
});

test('what computes for most of its step has faster kernels to gain by; what does not, does not', () => {
  const computing = (own: ReturnType<typeof split>) => walkThrough(madeReport({ split: [own] }))[1].looks[0];
  const [most, least] = [computing(split(10, 10, 1e6)), computing(split(50, 40, 1e6))];
  expect([most.state, least.state]).toEqual(['fine', 'bad']);
  expect(sentenceText(most.means, 'en')).not.toBe(sentenceText(least.means, 'en'));
  expect(sentenceText(most.means, 'zh')).not.toBe(sentenceText(least.means, 'zh'));
});

test('what it goes by are thresholds: with others it sees other things', () => {
  const state = (limits: Parameters<typeof limitsWith>[0]) =>
    walkThrough(madeReport({ split: [split(34, 5, 2 * MS)], thresholds: limited(limits) }))
      .flatMap(({ looks: own }) => own)
      .map((own) => `${own.threshold ?? '-'} ${own.state}`);
  const usual = state({});
  expect(usual).toEqual(expect.arrayContaining(['walk.near-vertical fine', 'walk.broken bad', 'walk.computing fine']));
  const other = state({ 'walk.near-vertical': 3 * MS, 'walk.broken': 0.2, 'walk.computing': 0.7 });
  expect(other).toEqual(expect.arrayContaining(['walk.near-vertical bad', 'walk.broken fine', 'walk.computing bad']));
});

test('launching is sped up by settings of what the job runs on', () => {
  const advice = (own: Parameters<typeof madeReport>[0]) =>
    walkThrough(madeReport({ split: [split(34, 40, 6_000)], ...own }))[0].advice.map(({ id }) => id);
  expect(advice({})).toContain('walk.dispatch.queue');
  expect(advice({ isGpu: true })).toContain('walk.dispatch.graph');
  expect(advice({ isMindSpore: true })).toContain('mindspore.advice.sink');
  expect(advice({ isMindSpore: true })).not.toContain('walk.dispatch.queue');
});
