import { beforeAll, expect, test } from 'vitest';
import type { CommunicationScope, LateRank, PacketSizes, SlowLink } from '../../../../src-contract';
import { communicationWorker } from '../../../../src-worker/views/communication';
import { records } from '../../../fixtures/dumpContext';
import { effectsOf, type FaultJob, indexOf, openJob, steps, sumOf } from './faultJobs';

const { answers, tables } = communicationWorker;
const MS = 1_000_000;
const onlyTables = { withTimeline: false } as const;
/** Eight ranks on two hosts: tensor-parallel groups within them, data-parallel ones across. */
const hosts = {
  ...onlyTables,
  ranks: 8,
  parallel: { tensor: 4, pipeline: 1, data: 2 },
  ranksPerHost: 4,
} as const;

let healthy: FaultJob;
let healthyHosts: FaultJob;
beforeAll(async () => {
  healthy = await openJob([]);
  healthyHosts = await openJob([], hosts);
});

/** Who came late, most of it first. */
async function late({ dump }: FaultJob, scope: CommunicationScope = {}): Promise<readonly LateRank[]> {
  return (await answers['communication.late'](dump, scope)).ranks;
}

const causedNs = (ranks: readonly LateRank[], rank: number) => ranks.find((own) => own.rank === rank)?.causedNs ?? 0;

async function slowLinks({ dump }: FaultJob): Promise<readonly SlowLink[]> {
  return answers['communication.slowLinks'](dump, {});
}

async function packets({ dump }: FaultJob): Promise<readonly PacketSizes[]> {
  return answers['communication.packets'](dump, {});
}

test('slow-rank: the last at nearly every collective, by many times what is usual, with where to see it', async () => {
  const job = await openJob([{ kind: 'slow-rank', rank: 3, factor: 1.4 }]);
  const [first, second] = await late(job);
  expect(first).toMatchObject({ rank: 3, label: 'Rank 3', isProfiled: true });
  expect((first?.lastCount ?? 0) / (first?.seenCount ?? 0)).toBeGreaterThan(0.9);
  // Its tensor-parallel peer 2 is late in turn where it has had to wait for it, but less.
  expect(causedNs([first!], 3)).toBeGreaterThan(2 * (second?.causedNs ?? 0));
  expect(first?.evidence?.rank).not.toBe(3);
  const usual = await late(healthy);
  expect(causedNs(usual, 3)).toBeLessThan(0.2 * causedNs([first!], 3));
  for (const own of usual) expect(own.lastCount / own.seenCount).toBeLessThan(0.5);
});

test('slow-rank that was not profiled: known from what the others waited for', async () => {
  const two = {
    ranks: 2,
    parallel: { tensor: 8, pipeline: 1, data: 1 },
    model: { layersPerStage: 1, microBatches: 2 },
  };
  const job = await openJob([{ kind: 'slow-rank', rank: 5, factor: 1.4 }], two);
  expect(effectsOf(job, 5)).toHaveLength(steps.length);
  const [first, second] = await late(job);
  expect(first).toMatchObject({ rank: 5, isProfiled: false, isGlobal: true });
  expect((first?.lastCount ?? 0) / (first?.seenCount ?? 0)).toBeGreaterThan(0.8);
  expect(first?.causedNs).toBeGreaterThan(5 * (second?.causedNs ?? 0));
  expect(first?.evidence?.rank).toBeLessThan(2);

  const arrivals = records(await tables['communication.arrivals'](job.dump, {}));
  const waitedNs = (peer: number) =>
    sumOf(arrivals.filter((row) => row.peer === peer).map(({ afterNs }) => Number(afterNs)));
  expect([0, 1, 2, 3, 4, 5, 6, 7].sort((a, b) => waitedNs(b) - waitedNs(a))[0]).toBe(5);
  expect(arrivals.find(({ peer }) => peer === 5)?.isProfiled).toBe('no');

  const usual = await late(await openJob([], two));
  expect(causedNs(usual, 5)).toBeLessThan(0.1 * causedNs([first!], 5));
});

test('late-dataloader: late by it at the first collective of the step, of those steps', async () => {
  const job = await openJob([{ kind: 'late-dataloader', rank: 1, milliseconds: 60, steps: [11, 13] }]);
  for (const step of steps.map(String)) {
    const isLate = step === '11' || step === '12' || step === '13';
    const found = await late(job, { step });
    if (isLate) expect(found[0]).toMatchObject({ rank: 1, isProfiled: true });
    expect(causedNs(found, 1) > 50 * MS).toBe(isLate);
    expect(causedNs(await late(healthy, { step }), 1)).toBeLessThan(5 * MS);

    const lanes = await answers['communication.lanes'](job.dump, { step });
    const place = lanes.ranks.findIndex(({ rank }) => rank === 1);
    const first = lanes.rank.indexOf(place);
    expect(lanes.lateNs[first] ?? 0).toBeGreaterThan(isLate ? 55 * MS : -1);
    expect(lanes.lateNs[first] ?? 0).toBeLessThan(isLate ? 65 * MS : 5 * MS);
    if (isLate) expect(lanes.isLast[first]).toBe(1);
  }
  // Its peers of both groups know whom they waited for, though it has another place in each.
  for (const rank of [0, 3]) {
    const exposed = await answers['communication.exposed'](job.dump, { rank: indexOf(rank) });
    expect(exposed?.byPeer[0], `of rank ${rank}`).toMatchObject({ rank: 1, isGlobal: true });
    expect(exposed?.byPeer[0]?.waitingNs).toBeGreaterThan(150 * MS);
  }
});

test('slow-link: both directions of the one link, with its transport; none in a healthy job', async () => {
  const job = await openJob([{ kind: 'slow-link', between: [1, 2], factor: 0.25 }], hosts);
  const found = await slowLinks(job);
  expect(found.map(({ source, target, transport }) => `${transport} ${source}→${target}`).sort()).toEqual([
    'HCCS 1→2',
    'HCCS 2→1',
  ]);
  for (const { bandwidthGBps, meanGBps } of found) expect(bandwidthGBps / meanGBps).toBeLessThan(0.35);
  expect(await slowLinks(healthyHosts)).toEqual([]);
  expect(await slowLinks(healthy)).toEqual([]);

  const bandwidth = async (of: FaultJob) => {
    const { source, target, bandwidthGBps } = await answers['communication.matrix'](of.dump, {});
    return new Map(Array.from(bandwidthGBps, (value, at) => [`${source[at]}→${target[at]}`, value]));
  };
  const before = await bandwidth(healthyHosts);
  for (const [pair, value] of await bandwidth(job)) {
    const ratio = value / (before.get(pair) ?? 0);
    if (pair === '1→2' || pair === '2→1') expect(ratio).toBeLessThan(0.35);
    else expect(ratio, pair).toBeCloseTo(1, 1);
  }
});

test('slow-link of one rank to other hosts: slow among the links of its transport', async () => {
  const job = await openJob([{ kind: 'slow-link', rank: 1, transport: 'RDMA', factor: 0.25 }], hosts);
  const found = await slowLinks(job);
  expect(found.map(({ source, target, transport }) => `${transport} ${source}→${target}`).sort()).toEqual([
    'RDMA 1→5',
    'RDMA 5→1',
  ]);
});

test('slow-link of a whole transport: no link stands out, all are below the reference', async () => {
  const referenceGBps: Readonly<Record<string, number>> = { RDMA: 12.5, HCCS: 18 };
  const shares = async (of: FaultJob, transport: string) =>
    records(await tables['communication.links'](of.dump, {}))
      .filter((row) => row.transport === transport && row.source !== row.target)
      .map(({ bandwidthGBps }) => Number(bandwidthGBps) / (referenceGBps[transport] ?? 0));
  const job = await openJob([{ kind: 'slow-link', transport: 'RDMA', factor: 0.25 }], hosts);
  expect(await slowLinks(job)).toEqual([]);
  expect(Math.max(...(await shares(job, 'RDMA')))).toBeLessThan(0.3);
  for (const share of [...(await shares(job, 'HCCS')), ...(await shares(healthyHosts, 'RDMA'))])
    expect(share).toBeGreaterThan(0.8);
});

test('small-packets: the transport’s time goes into packets below its limit', async () => {
  const job = await openJob([{ kind: 'small-packets', group: 'dp', packetKib: 256 }], hosts);
  const shareBelow1MB = async (of: FaultJob) => {
    const rdma = (await packets(of)).find(({ transport }) => transport === 'RDMA');
    const isSmall = (at: number) => (rdma?.sizeBytes[at] ?? 0) < 1_000_000;
    return sumOf(rdma?.timeNs.filter((_, at) => isSmall(at)) ?? []) / sumOf(rdma?.timeNs ?? []);
  };
  expect(await shareBelow1MB(job)).toBe(1);
  expect(await shareBelow1MB(healthyHosts)).toBe(0);
  const rdma = (await packets(job)).find(({ transport }) => transport === 'RDMA');
  const sentBytes = sumOf(Array.from(rdma?.sizeBytes ?? [], (size, at) => size * (rdma?.count[at] ?? 0)));
  const plantedBytes = sumOf(job.truth.ranks.flatMap(({ rank }) => effectsOf(job, rank).map(({ bytes }) => bytes)));
  expect(sentBytes / plantedBytes).toBeCloseTo(1, 2);
  // Within a host nothing has changed.
  const hccs = (all: readonly PacketSizes[]) => all.find(({ transport }) => transport === 'HCCS');
  expect(hccs(await packets(job))?.sizeBytes).toEqual(hccs(await packets(healthyHosts))?.sizeBytes);
});

test('unaligned: sizes that are no whole blocks of 512 bytes, of every collective of the group', async () => {
  const job = await openJob([{ kind: 'unaligned', group: 'tp' }], onlyTables);
  const [found, ...more] = await answers['communication.unaligned'](job.dump, {});
  expect(more).toEqual([]);
  expect(found?.transport).toBe('HCCS');
  for (const size of found?.sizesBytes ?? []) expect(size % 512).not.toBe(0);
  expect(found?.opCount).toBe(
    sumOf(job.truth.ranks.flatMap(({ rank }) => effectsOf(job, rank).map(({ count }) => count))),
  );
  const { groups } = await answers['communication.overview'](job.dump, {});
  for (const { key, name } of groups) {
    const own = await answers['communication.unaligned'](job.dump, { group: key });
    expect(own.length, name).toBe(name === 'tp' ? 1 : 0);
  }
  expect(await answers['communication.unaligned'](healthy.dump, {})).toEqual([]);
});
