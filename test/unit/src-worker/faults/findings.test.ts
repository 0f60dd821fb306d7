import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Finding } from '../../../../src-contract';
import { findingsWorker } from '../../../../src-worker/views/findings';
import { effectsOf, type FaultJob, openJob, outputOf, steps, sumOf } from './faultJobs';

async function findings({ dump }: FaultJob): Promise<readonly Finding[]> {
  return (await findingsWorker.answers['findings.report'](dump, {})).findings;
}

/** A step, of what the generator says that the fault cost the rank. */
const plantedNs = (job: FaultJob, rank: number) =>
  sumOf(effectsOf(job, rank).map(({ extraNs }) => extraNs)) / steps.length;

/** Within 10 % of what was planted. */
function expectLost(own: Finding | undefined, ns: number): void {
  expect((own?.lostNsPerStep ?? 0) / ns).toBeGreaterThan(0.9);
  expect((own?.lostNsPerStep ?? 0) / ns).toBeLessThan(1.1);
}

test('slow-rank: its kernels are the finding, its lateness the effect', async () => {
  const job = await openJob([{ kind: 'slow-rank', rank: 3, factor: 1.6 }]);
  const found = await findings(job);
  const slow = found.filter(({ rule }) => rule === 'D2');
  expect(slow.map(({ rank }) => rank)).toEqual([3]);
  expectLost(slow[0], plantedNs(job, 3));
  // Who waited for it, and is late elsewhere for that, is an effect too; and so are its kernels one by one.
  expect(new Set(slow[0].effects.map(({ id }) => id))).toEqual(new Set(['C8.title', 'D3.slow.title']));
  expect(found.filter(({ rule }) => rule === 'C8' || rule === 'D3')).toEqual([]);
});

test('late-dataloader: the input of its rank; who waits for it, and is late elsewhere for that, is no finding', async () => {
  const job = await openJob([{ kind: 'late-dataloader', rank: 1, milliseconds: 60, steps: [11, 13] }]);
  const found = await findings(job);
  const [input] = found.filter(({ rule, place }) => rule === 'B9' && place.ranks.length === 1);
  expect(input).toMatchObject({ class: 'input', rank: 1, title: { id: 'dataloader.title' } });
  expectLost(input, plantedNs(job, 1));
  expect(input.effects.map(({ id }) => id)).toEqual(['C8.title']);
  for (const { rule, rank, lostNsPerStep } of found)
    if (rule === 'C8') expect([rank, lostNsPerStep < plantedNs(job, 1) / 5]).toEqual([rank, true]);
});

/** Without timelines a job is read in a fraction of the time. */
const onlyTables = { withTimeline: false } as const;
const hosts = { ...onlyTables, ranks: 8, parallel: { tensor: 4, pipeline: 1, data: 2 }, ranksPerHost: 4 } as const;

test('slow-link: the link, by what its group’s collectives take longer; its ranks are no finding', async () => {
  const job = await openJob([{ kind: 'slow-link', between: [1, 2], factor: 0.25 }], hosts);
  const found = await findings(job);
  const [link, ...more] = found.filter(({ rule }) => rule === 'C6');
  expect(more).toEqual([]);
  expect([link.place.link?.source, link.place.link?.target].sort()).toEqual([1, 2]);
  expectLost(link, plantedNs(job, 1));
  expect(found.filter(({ rule }) => rule === 'C8' || rule === 'D2')).toEqual([]);
});

test('small-packets: the transport, by what the packets take longer', async () => {
  const job = await openJob([{ kind: 'small-packets', group: 'dp', packetKib: 64 }], hosts);
  const [packets] = (await findings(job)).filter(({ rule }) => rule === 'C2');
  expect(packets.title.values.transport).toBe('RDMA');
  expectLost(packets, plantedNs(job, 0));
});

test('mismatch: the rank that calls another collective than its peers, and how often', async () => {
  const job = await openJob([{ kind: 'mismatch', rank: 2, group: 'tp', call: 0, steps: [11, 13] }], hosts);
  const [odd, ...more] = (await findings(job)).filter(({ rule }) => rule === 'H2');
  expect(more).toEqual([]);
  expect(odd).toMatchObject({ rank: 2, place: { ranks: [2] }, title: { values: { others: [0, 1, 3] } } });
  expect(odd.cause.values).toMatchObject({ count: 3 });
  expect(odd.cause.values.own).not.toBe(odd.cause.values.theirs);
});

test('hang: the rank that got stuck, by how long the others wait; nobody who waits for them is a finding', async () => {
  const job = await openJob([{ kind: 'hang', rank: 2, group: 'tp', call: 1, milliseconds: 2000 }]);
  const found = (await findings(job)).filter(({ shareOfStep }) => shareOfStep > 0.02);
  expect(found).toMatchObject([{ rule: 'H1', rank: 2, place: { ranks: [2] }, confidence: 'high' }]);
  const wholeSteps = job.truth.ranks[0].steps.length;
  expect(wholeSteps).toBe(steps.length - 1);
  const waitedNs = sumOf(effectsOf(job, 3).map(({ extraNs }) => extraNs));
  expect(waitedNs).toBeGreaterThan(2e9);
  expectLost(found[0], waitedNs / wholeSteps);
  // Ranks 0 and 1 wait in their data-parallel groups.
  const effects = found[0].effects.filter(({ id }) => id === 'H1.waits').map(({ values }) => values.waiting);
  expect(effects.flat().sort()).toEqual([0, 1]);
  // The profiler's own files have what has ended: no step of it, and none of its collectives.
  const rows = readFileSync(join(outputOf(job, 3), 'step_trace_time.csv'), 'utf8')
    .trim()
    .split('\n');
  expect(rows).toHaveLength(1 + wholeSteps);
  const told = readFileSync(join(outputOf(job, 3), 'communication.json'), 'utf8');
  expect(told).not.toContain(String(found[0].place.op));
});

test('hang in databases: rows without an end are what never ended, and the same rank is found by them', async () => {
  const fault = { kind: 'hang', rank: 2, group: 'tp', call: 1, milliseconds: 2000 } as const;
  const [text, databases] = [await openJob([fault]), await openJob([fault], { form: 'db' })];
  const [inText] = await findings(text);
  const found = (await findings(databases)).filter(({ shareOfStep }) => shareOfStep > 0.02);
  expect(found).toMatchObject([{ rule: 'H1', rank: 2, place: { ranks: [2] }, confidence: 'high' }]);
  const waitedNs = sumOf(effectsOf(databases, 3).map(({ extraNs }) => extraNs));
  expectLost(found[0], waitedNs / databases.truth.ranks[0].steps.length);
  const [{ place, title, cause, effects }] = found;
  expect([place, title.id, cause.id]).toEqual([inText.place, inText.title.id, inText.cause.id]);
  // What the stuck rank did last, and who waits for those that wait for it.
  expect(cause.values.call).toBe('torch/serialization.py(850): save');
  expect(effects.map(({ id }) => id)).toEqual(inText.effects.map(({ id }) => id));
});

test('drift: the rank that gets slower step by step; that it is slow on the mean is an effect', async () => {
  const job = await openJob([{ kind: 'drift', rank: 2, perStep: 0.1 }], onlyTables);
  const found = await findings(job);
  const [growing, ...more] = found.filter(({ rule }) => rule === 'E2' || rule === 'D2');
  expect(more).toEqual([]);
  expect(growing).toMatchObject({ rule: 'E2', rank: 2, place: { ranks: [2] } });
  expectLost(growing, plantedNs(job, 2));
});

test('leak: the rank, by its bytes a step', async () => {
  const two = { ranks: 2, parallel: { tensor: 2, pipeline: 1, data: 1 }, callStackShare: 0 } as const;
  const job = await openJob([{ kind: 'leak', rank: 1, mibPerStep: 96 }], two);
  const [leaking, ...more] = (await findings(job)).filter(({ rule }) => rule === 'F1');
  expect(more).toEqual([]);
  expect(leaking).toMatchObject({ rank: 1, place: { ranks: [1] } });
  const bytes = sumOf(effectsOf(job, 1).map((effect) => effect.bytes)) / steps.length;
  expect(Math.abs(Number(leaking.title.values.growth) / bytes - 1)).toBeLessThan(0.1);
});

test('unevenly routed tokens: the experts are the finding, who has most of them no late rank', async () => {
  const job = await openJob([], {
    ...onlyTables,
    ranks: 4,
    parallel: { tensor: 1, pipeline: 1, data: 4, expert: 4 },
    moe: { experts: 16, imbalance: 0.4 },
    steps: 2,
  });
  const found = await findings(job);
  const [skew, ...more] = found.filter(({ rule }) => rule === 'D4');
  expect(more).toEqual([]);
  // The files' rows are in the order of their starts: Type, the first shape and Duration by other means than the program's.
  const calls = [0, 1, 2, 3].map((rank) => {
    const [head, ...rows] = readFileSync(join(outputOf(job, rank), 'kernel_details.csv'), 'utf8')
      .trim()
      .split(/\r?\n/);
    const at = head
      .replace(/"[^"]*"/g, '')
      .split(',')
      .indexOf('Duration(us)');
    return rows
      .filter((row) => row.includes(',GroupedMatmul,'))
      .map((row) => 1e3 * Number(row.replace(/"[^"]*"/g, '').split(',')[at]));
  });
  const sums = calls[0].map((_, call) => {
    const own = calls.map((ofRank) => ofRank[call]);
    return Math.max(...own) - sumOf(own) / 4;
  });
  expect(calls[0].length).toBeGreaterThan(0);
  expect(skew.lostNsPerStep).toBeCloseTo(sumOf(sums) / 2, 0);
  expect(skew.shareOfStep).toBeGreaterThan(0.02);
  expect(found.filter(({ rule }) => rule === 'C8' || rule === 'D2')).toEqual([]);
});

/** Shapes that a job may have, small: tensor and data, pipeline, experts. */
const shapes = [
  { ranks: 4, parallel: { tensor: 4, pipeline: 1, data: 1 } },
  { ranks: 4, parallel: { tensor: 1, pipeline: 2, data: 2 }, model: { layersPerStage: 1, microBatches: 4 }, steps: 2 },
  { ranks: 4, parallel: { tensor: 1, pipeline: 1, data: 4, expert: 4 }, moe: { experts: 16 }, steps: 2 },
] as const;

test('a job without faults is healthy: little Free and little exposed, no rank, link or cause above 2 % of the step', async () => {
  for (const shape of [{}, ...shapes]) {
    const job = await openJob([], { ...onlyTables, ...shape });
    const { split, findings: found } = await findingsWorker.answers['findings.report'](job.dump, {});
    for (const { computingNs, notOverlappedNs, freeNs } of split) {
      const wholeNs = computingNs + notOverlappedNs + freeNs;
      expect(freeNs / wholeNs).toBeLessThan(0.08);
      expect(notOverlappedNs / wholeNs).toBeLessThan(0.1);
    }
    expect(found.filter(({ shareOfStep }) => shareOfStep > 0.02).map(({ id }) => id)).toEqual([]);
  }
});
