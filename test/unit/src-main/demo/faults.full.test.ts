import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Fault } from '../../../../src-main/demo/faults/fault';
import type { DemoOptions } from '../../../../src-main/demo/options';
import { type SharedJob, sharedJob } from '../../../fixtures/sharedJob';
import { outputFolder, readJson, readTable, readTrace, slicesOf, type Trace } from './readDump';

let healthy: SharedJob;

beforeAll(async () => {
  healthy = await job([]);
});

/** Eight ranks: tensor 2 × pipeline 2 × data 2; tables alone unless told. */
function job(faults: readonly Fault[], changes: Partial<DemoOptions> = {}): Promise<SharedJob> {
  return sharedJob({
    ranks: 8,
    steps: 3,
    seed: 5,
    parallel: { tensor: 2, pipeline: 2, data: 2 },
    model: { layersPerStage: 1, microBatches: 4 },
    withTimeline: false,
    faults,
    ...changes,
  });
}

const smallJob: Partial<DemoOptions> = {
  ranks: 2,
  parallel: { tensor: 2, pipeline: 1, data: 1 },
  model: { layersPerStage: 1, microBatches: 2 },
  withTimeline: true,
};

function tablesOf({ folder, truth }: SharedJob, rank: number): string {
  return outputFolder(folder, truth.ranks[rank]!.folder);
}

function traceOf(dump: SharedJob, rank: number): Trace {
  return readTrace(tablesOf(dump, rank));
}

/** A column of step_trace_time.csv in ms, by step. */
function stepColumn(dump: SharedJob, rank: number, column: string): number[] {
  return readTable(tablesOf(dump, rank), 'step_trace_time.csv').map((row) => Number(row[column]) / 1000);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** How a column of step_trace_time.csv compares with the healthy job's, by rank. */
function ratios(dump: SharedJob, column: string): number[] {
  return dump.truth.ranks.map(
    ({ rank }) => sum(stepColumn(dump, rank, column)) / sum(stepColumn(healthy, rank, column)),
  );
}

interface Op {
  readonly key: string;
  readonly groupName: string;
  readonly times: Readonly<Record<string, number>>;
  readonly bandwidth: Readonly<Record<string, Bandwidth>>;
}
interface Bandwidth {
  readonly 'Transit Size(MB)': number;
  readonly 'Bandwidth(GB/s)': number;
  readonly 'Large Packet Ratio': number;
  readonly 'Size Distribution': Record<string, readonly [count: number, milliseconds: number]>;
}
interface Metadata {
  readonly parallel_group_info: Record<string, { readonly group_name: string; readonly global_ranks: number[] }>;
}

function groupsOf({ folder, truth }: SharedJob, rank: number): Metadata['parallel_group_info'] {
  const path = join(folder, truth.ranks[rank]!.folder, 'profiler_metadata.json');
  return (JSON.parse(readFileSync(path, 'utf8')) as Metadata).parallel_group_info;
}

function opsOf(dump: SharedJob, rank: number): Op[] {
  const groups = groupsOf(dump, rank);
  const steps = readJson<
    Record<string, Record<string, Record<string, Record<string, Record<string, number> & Record<string, Bandwidth>>>>>
  >(tablesOf(dump, rank), 'communication.json');
  return Object.values(steps)
    .flatMap((kinds) => Object.values(kinds).flatMap((ops) => Object.entries(ops)))
    .filter(([key]) => key !== 'Total Op Info')
    .map(([key, op]) => ({
      key,
      groupName: groups[key.split('@')[1]!]!.group_name,
      times: op['Communication Time Info']!,
      bandwidth: op['Communication Bandwidth Info']!,
    }));
}

/** GB/s of each link in the totals of communication_matrix.json, by `group a-b` with global ranks. */
function linksOf(dump: SharedJob): Map<string, { readonly transport: string; readonly gbps: number }> {
  const links = new Map<string, { readonly transport: string; readonly gbps: number }>();
  for (const { rank } of dump.truth.ranks) {
    const groups = groupsOf(dump, rank);
    const steps = readJson<
      Record<string, Record<string, Record<string, Record<string, { 'Transport Type': string } & Bandwidth>>>>
    >(tablesOf(dump, rank), 'communication_matrix.json');
    for (const ops of Object.values(steps).flatMap((kinds) => Object.values(kinds))) {
      for (const [key, pairs] of Object.entries(ops)) {
        if (!key.includes('-total@')) continue;
        const { group_name, global_ranks } = groups[key.split('@')[1]!]!;
        for (const [pair, link] of Object.entries(pairs)) {
          const [from, to] = pair.split('-').map((place) => global_ranks[Number(place)]!);
          if (from === to) continue;
          const transport = link['Transport Type'];
          links.set(`${group_name} ${from}-${to}`, { transport, gbps: link['Bandwidth(GB/s)'] });
        }
      }
    }
  }
  return links;
}

/** Ranks that the truth names for a fault. */
function ranksIn({ truth }: SharedJob, fault = 0): number[] {
  return truth.ranks.filter(({ effects }) => effects.some((effect) => effect.fault === fault)).map(({ rank }) => rank);
}

function effectsOf({ truth }: SharedJob, rank: number, fault = 0) {
  return truth.ranks[rank]!.effects.filter((effect) => effect.fault === fault);
}

describe('a healthy job', () => {
  it('has no effects, static kernels, aligned packets, and ranks of a stage that compute for about as long', () => {
    expect(healthy.truth.faults).toEqual([]);
    expect(healthy.truth.ranks.flatMap(({ effects }) => effects)).toEqual([]);
    for (const { rank } of healthy.truth.ranks) {
      const states = readTable(tablesOf(healthy, rank), 'kernel_details.csv').map((row) => row['OP State']);
      expect(new Set(states)).toEqual(new Set(['static', 'N/A']));
      for (const { bandwidth } of opsOf(healthy, rank)) {
        for (const size of Object.keys(bandwidth.HCCS!['Size Distribution'])) {
          expect(Math.round(Number(size) * 1e6) % 512).toBe(0);
        }
      }
    }
    for (const stage of [0, 4]) {
      const times = [0, 1, 2, 3].map((i) => sum(stepColumn(healthy, stage + i, 'Computing')));
      expect(Math.max(...times) / Math.min(...times)).toBeLessThan(1.05);
    }
  });
});

describe('planted faults', () => {
  it('slow-rank: its kernels alone take longer, and its tensor-parallel peer waits', async () => {
    const dump = await job([{ kind: 'slow-rank', rank: 3, factor: 1.5 }]);
    ratios(dump, 'Computing').forEach((ratio, rank) => {
      expect(ratio).toBeCloseTo(rank === 3 ? 1.5 : 1, 1);
    });
    const idleMs = (rank: number, of: SharedJob): number =>
      sum(
        opsOf(of, rank)
          .filter(({ groupName }) => groupName === 'tp')
          .map(({ times }) => times['Elapse Time(ms)']! - times['Transit Time(ms)']!),
      );
    const extraMs = sum(effectsOf(dump, 3).map(({ extraNs }) => extraNs)) / 1e6;
    expect(idleMs(2, dump) - idleMs(2, healthy)).toBeGreaterThan(0.5 * extraMs);
    expect(idleMs(2, dump)).toBeGreaterThan(2 * idleMs(3, dump));
    expect(ranksIn(dump)).toEqual([3]);
    expect(effectsOf(dump, 3).map(({ step }) => step)).toEqual([10, 11, 12]);
    const computingNs = sum(dump.truth.ranks[3]!.steps.map((step) => step.computingNs));
    expect(extraMs * 1e6).toBeCloseTo(computingNs / 3, -6);
  });

  it('in the steps that it is meant for alone', async () => {
    const dump = await job([{ kind: 'slow-rank', rank: 6, factor: 2, steps: [11, 11] }]);
    const [first, second, third] = stepColumn(dump, 6, 'Computing') as [number, number, number];
    expect(second / first).toBeCloseTo(2, 1);
    expect(third / first).toBeCloseTo(1, 1);
    expect(effectsOf(dump, 6).map(({ step }) => step)).toEqual([11]);
  });

  it('late-dataloader: the rank begins late, and the others wait for it', async () => {
    const dump = await job([{ kind: 'late-dataloader', rank: 2, milliseconds: 80 }]);
    dump.truth.ranks.forEach(({ rank }) => {
      const before = stepColumn(healthy, rank, 'Preparing');
      stepColumn(dump, rank, 'Preparing').forEach((ms, step) => {
        expect(ms - before[step]!).toBeGreaterThan(rank === 2 ? 78 : -5);
        expect(ms - before[step]!).toBeLessThan(rank === 2 ? 82 : 5);
      });
      const exposed = (of: SharedJob): number => stepColumn(of, rank, 'Communication(Not Overlapped)')[1]!;
      // The wait before step 1 is Free of step 0, as torch_npu counts it.
      if (rank === 2) expect(stepColumn(dump, rank, 'Free')[0]).toBeGreaterThan(80);
      else expect(exposed(dump) - exposed(healthy)).toBeGreaterThan(50);
    });
    expect(ranksIn(dump)).toEqual([2]);
    expect(effectsOf(dump, 2).map(({ extraNs }) => extraNs)).toEqual([80_000_000, 80_000_000, 80_000_000]);
  });

  it('slow-link: the bandwidth between the two ranks alone falls, in both directions', async () => {
    const dump = await job([{ kind: 'slow-link', between: [4, 5], factor: 0.25 }]);
    const before = linksOf(healthy);
    for (const [link, { gbps }] of linksOf(dump)) {
      const ratio = gbps / before.get(link)!.gbps;
      if (link === 'tp 4-5' || link === 'tp 5-4') expect(ratio).toBeLessThan(0.35);
      else expect(ratio).toBeCloseTo(1, 1);
    }
    expect(ranksIn(dump)).toEqual([4, 5]);
    expect(effectsOf(dump, 4).map(({ extraNs }) => extraNs)).toEqual(effectsOf(dump, 5).map(({ extraNs }) => extraNs));
    const transit = (of: SharedJob): number => sum(opsOf(of, 4).map(({ times }) => times['Transit Time(ms)']!));
    const extraMs = sum(effectsOf(dump, 4).map(({ extraNs }) => extraNs)) / 1e6;
    // A link's own tasks are up to 2.4 % shorter than the slowest of all.
    expect((transit(dump) - transit(healthy)) / extraMs).toBeGreaterThan(0.97);
    expect((transit(dump) - transit(healthy)) / extraMs).toBeLessThanOrEqual(1);
  });

  it('slow-link of a transport: every link between hosts, none within', async () => {
    const hosts: Partial<DemoOptions> = { ranksPerHost: 4 };
    const before = linksOf(await job([], hosts));
    const links = linksOf(await job([{ kind: 'slow-link', transport: 'RDMA', factor: 0.5 }], hosts));
    expect(new Set([...links.values()].map(({ transport }) => transport))).toEqual(new Set(['HCCS', 'RDMA']));
    for (const [link, { transport, gbps }] of links) {
      expect(gbps / before.get(link)!.gbps).toBeCloseTo(transport === 'RDMA' ? 0.5 : 1, 1);
      const [from, to] = link
        .split(' ')[1]!
        .split('-')
        .map((rank) => Math.floor(Number(rank) / 4));
      expect(transport).toBe(from === to ? 'HCCS' : 'RDMA');
    }
  });

  it('small-packets: many packets of the size, in the groups of the kind alone', async () => {
    const dump = await job([{ kind: 'small-packets', group: 'dp', packetKib: 512 }], { ranksPerHost: 2 });
    for (const { rank } of dump.truth.ranks) {
      const ops = opsOf(dump, rank).filter(({ groupName }) => groupName === 'dp' || groupName === 'tp');
      expect(ops.some(({ groupName }) => groupName === 'dp')).toBe(true);
      for (const { groupName, bandwidth } of ops) {
        const info = bandwidth[groupName === 'dp' ? 'RDMA' : 'HCCS']!;
        const sizes = Object.keys(info['Size Distribution']).map(Number);
        if (groupName === 'tp') {
          expect(Math.min(...sizes)).toBeGreaterThan(2);
          continue;
        }
        expect(Math.max(...sizes)).toBeLessThanOrEqual(0.524288);
        expect(Math.min(...sizes)).toBeGreaterThan(0.5);
        expect(info['Large Packet Ratio']).toBe(0);
        // 4 µs for each of them beside the transfer at 12.5 GB/s; a collective is up to 1.5 %
        // faster or slower, one of its links up to 2.3 % faster.
        const usual = 524_288 / (4_000 + 524_288 / 12.5);
        expect(Math.abs(info['Bandwidth(GB/s)'] / usual - 1)).toBeLessThan(0.04);
      }
      const reported = sum(
        opsOf(dump, rank)
          .filter(({ groupName }) => groupName === 'dp')
          .map(({ bandwidth }) => bandwidth.RDMA!['Transit Size(MB)']),
      );
      expect(sum(effectsOf(dump, rank).map(({ bytes }) => bytes)) / 1e6).toBeCloseTo(reported, 3);
    }
  });

  it('unaligned: no packet of the kind of group is a multiple of 512 bytes, every other is', async () => {
    const dump = await job([{ kind: 'unaligned', group: 'tp' }]);
    for (const { rank } of dump.truth.ranks) {
      for (const { groupName, bandwidth } of opsOf(dump, rank)) {
        for (const size of Object.keys(bandwidth.HCCS!['Size Distribution'])) {
          expect(Math.round(Number(size) * 1e6) % 512 === 0).toBe(groupName !== 'tp');
        }
      }
    }
  });

  it('mismatch: the one rank calls another collective in that place of the group’s sequence, in those steps', async () => {
    const dump = await job([{ kind: 'mismatch', rank: 3, group: 'tp', call: 1, steps: [11, 12] }]);
    const names = (rank: number) =>
      opsOf(dump, rank).flatMap(({ key, groupName }) => (groupName === 'tp' ? [key.split('@')[0]!] : []));
    const without = (all: readonly string[], others: readonly string[]) =>
      all.filter((name) => !others.includes(name)).sort((x, y) => placeOf(x).localeCompare(placeOf(y)));
    // The same place by the library’s counter, another kind.
    const placeOf = (name: string) => /__\d+_\d+_\d+$/.exec(name)![0];
    const own = without(names(3), names(2));
    const theirs = without(names(2), names(3));
    expect(own).toHaveLength(2);
    expect(own.map(placeOf)).toEqual(theirs.map(placeOf));
    expect(effectsOf(dump, 3)).toMatchObject([{ step: 11, count: 1, extraNs: 0 }, { step: 12 }]);
    expect(effectsOf(dump, 2)).toEqual([]);
  });

  it('down-clock: the frequency falls, cube kernels slow down by as much and need as many cycles', async () => {
    const before = await job([], smallJob);
    const dump = await job([{ kind: 'down-clock', rank: 1, mhz: 1200, steps: [11, 12] }], smallJob);
    const frequencies = (rank: number): number[] =>
      traceOf(dump, rank)
        .events.filter(({ name, ph }) => name === 'AI Core Freq' && ph === 'C')
        .map(({ args }) => Number(args!.MHz));
    expect(Math.min(...frequencies(0))).toBeGreaterThanOrEqual(1650);
    expect(frequencies(1)[0]).toBeGreaterThanOrEqual(1650);
    expect(frequencies(1).at(-1)).toBe(1200);
    const mean = (of: SharedJob, type: string, column: string, step: string): number => {
      const rows = readTable(tablesOf(of, 1), 'kernel_details.csv').filter(
        (row) => row.Type === type && row['Step Id'] === step,
      );
      return sum(rows.map((row) => Number(row[column]))) / rows.length;
    };
    const ratio = (type: string, column: string, step: string): number =>
      mean(dump, type, column, step) / mean(before, type, column, step);
    expect(ratio('MatMulV2', 'Duration(us)', '10')).toBeCloseTo(1, 2);
    expect(ratio('MatMulV2', 'Duration(us)', '11')).toBeCloseTo(1.5, 2);
    expect(ratio('MatMulV2', 'aic_total_cycles', '11')).toBeCloseTo(1, 2);
    expect(ratio('RmsNorm', 'Duration(us)', '11')).toBeCloseTo(1 + 0.5 / 3, 1);
    expect(effectsOf(dump, 1).map(({ step }) => step)).toEqual([11, 12]);
  });

  it('jit-compile: calls on the host, dynamic kernels of ever new shapes, on the rank alone', async () => {
    const dump = await job([{ kind: 'jit-compile', rank: 1, callsPerStep: 20, milliseconds: 1 }], smallJob);
    const compiles = (rank: number) =>
      slicesOf(traceOf(dump, rank), 'CANN').filter(({ name }) => name === 'AscendCL@aclopCompileAndExecute');
    expect([compiles(0).length, compiles(1).length]).toEqual([0, 60]);
    const planted = effectsOf(dump, 1);
    expect(planted.map(({ count }) => count)).toEqual([20, 20, 20]);
    const compileNs = sum(compiles(1).map(({ durationNs }) => durationNs));
    expect(compileNs / 1e6).toBeGreaterThan(45);
    // Of them the device waits for those that come when it has nothing to do, the first of a step for one.
    for (const { extraNs } of planted) {
      expect(extraNs / 1e6).toBeGreaterThan(0.7);
      expect(extraNs / 1e6).toBeLessThan(15);
    }
    const dynamic = (rank: number) =>
      readTable(tablesOf(dump, rank), 'kernel_details.csv').filter((row) => row['OP State'] === 'dynamic');
    expect([dynamic(0).length, dynamic(1).length]).toEqual([0, 60]);
    const norms = dynamic(1).filter((row) => row.Type === 'RmsNorm');
    expect(new Set(norms.map((row) => row['Input Shapes'])).size).toBeGreaterThan(1);
    const api = readTable(tablesOf(dump, 1), 'api_statistic.csv');
    const row = api.find((each) => each['API Name'] === 'aclopCompileAndExecute')!;
    expect(Number(row.Count)).toBe(60);
  });

  it('gc-pause: slices of the collector on the main thread of the rank alone, with nothing launched meanwhile', async () => {
    const dump = await job([{ kind: 'gc-pause', rank: 0, perStep: 2, milliseconds: 5 }], smallJob);
    const traces = [0, 1].map((rank) => traceOf(dump, rank));
    const pauses = slicesOf(traces[0]!, 'Python GC');
    expect(pauses.map(({ durationNs }) => durationNs)).toEqual(Array.from({ length: 6 }, () => 5_000_000));
    expect(slicesOf(traces[1]!, 'Python GC')).toEqual([]);
    const launches = slicesOf(traces[0]!, 'Python').filter(({ name }) => name === 'Enqueue');
    for (const pause of pauses) {
      const endNs = pause.startNs + BigInt(pause.durationNs);
      expect(launches.some(({ startNs }) => startNs >= pause.startNs && startNs < endNs)).toBe(false);
    }
    expect(effectsOf(dump, 0).map(({ extraNs }) => extraNs)).toEqual([10_000_000, 10_000_000, 10_000_000]);
    // The first pause comes when the device has nothing to do.
    expect(stepColumn(dump, 0, 'Free')[1]).toBeGreaterThan(5);
  });

  it('leak: blocks that are never released, and all memory grows by them', async () => {
    const dump = await job([{ kind: 'leak', rank: 5, mibPerStep: 64 }]);
    const kept = (rank: number): number[] =>
      readTable(tablesOf(dump, rank), 'operator_memory.csv')
        .filter((row) => row['Release Time(us)'] === '' && Number(row['Size(KB)']) > 1024)
        .map((row) => Number(row['Size(KB)']) / 1024);
    expect(kept(5)).toEqual([64, 64, 64]);
    expect(kept(4)).toEqual([]);
    const growth = (rank: number, file: string, component: string, column: string): number => {
      const rows = readTable(tablesOf(dump, rank), file).filter((row) => row.Component === component);
      return Number(rows.at(-1)![column]) - Number(rows[0]![column]);
    };
    expect(growth(5, 'memory_record.csv', 'PTA', 'Total Allocated(MB)')).toBeCloseTo(192, -1);
    expect(growth(4, 'memory_record.csv', 'PTA', 'Total Allocated(MB)')).toBeCloseTo(0, -1);
    expect(growth(5, 'memory_record.csv', 'PTA', 'Total Reserved(MB)')).toBeGreaterThanOrEqual(192);
    expect(growth(5, 'npu_module_mem.csv', 'APP', 'Total Reserved(MB)')).toBeGreaterThanOrEqual(128);
    expect(effectsOf(dump, 5).map(({ bytes }) => bytes)).toEqual([64 << 20, 64 << 20, 64 << 20]);
  });

  it('drift: every rank computes longer from step to step', async () => {
    const dump = await job([{ kind: 'drift', perStep: 0.1 }]);
    for (const { rank } of dump.truth.ranks) {
      const [first, second, third] = stepColumn(dump, rank, 'Computing') as [number, number, number];
      expect(second / first).toBeCloseTo(1.1, 1);
      expect(third / first).toBeCloseTo(1.2, 1);
    }
    expect(effectsOf(dump, 0).map(({ step }) => step)).toEqual([11, 12]);
  });

  it('of a rank that was not profiled: those that were see whom they wait for', async () => {
    const alone: Partial<DemoOptions> = {
      ranks: 2,
      parallel: { tensor: 8, pipeline: 1, data: 1 },
      withTimeline: true,
    };
    const dump = await job([{ kind: 'slow-rank', rank: 5, factor: 1.6 }], alone);
    expect(dump.truth.ranks.flatMap(({ effects }) => effects)).toEqual([]);
    expect(dump.truth.unwritten.map(({ rank, effects }) => [rank, effects.length])).toEqual([[5, 3]]);
    const waitedNs = new Map<number, number>();
    for (const { name, args, durationNs } of slicesOf(traceOf(dump, 0), 'Communication', 'Plane')) {
      if (name !== 'Notify_Wait') continue;
      const peer = Number(args['dst rank']);
      waitedNs.set(peer, (waitedNs.get(peer) ?? 0) + durationNs);
    }
    const others = [...waitedNs].filter(([peer]) => peer !== 5).map(([, ns]) => ns);
    expect(waitedNs.get(5)).toBeGreaterThan(2 * Math.max(...others));
  });

  it('writes the same bytes for the same faults', async () => {
    const faults: readonly Fault[] = [
      { kind: 'jit-compile', rank: 0, callsPerStep: 3, milliseconds: 1 },
      { kind: 'slow-link', rank: 1, factor: 0.5 },
    ];
    const [first, second] = [await job(faults, smallJob), await job(faults, smallJob)];
    for (const file of ['trace_view.json', 'communication.json', 'kernel_details.csv', 'operator_memory.csv']) {
      const [a, b] = [first, second].map((dump) => readFileSync(join(tablesOf(dump, 1), file), 'latin1'));
      expect(a === b).toBe(true);
    }
    expect(second.truth).toEqual(first.truth);
  });
});

it.each<[Fault, RegExp]>([
  [{ kind: 'slow-rank', rank: 8, factor: 2 }, /ranks are 0 to 7, not 8/],
  [{ kind: 'slow-rank', rank: 1, factor: 0.5 }, /factor must lie between 1/],
  [{ kind: 'slow-rank', rank: 1, factor: 2, steps: [13, 14] }, /outside the dump's, 10 to 12/],
  [{ kind: 'slow-link', between: [0, 7], factor: 0.5 }, /in no group together/],
  [{ kind: 'slow-link', between: [2, 2], factor: 0.5 }, /no link to itself/],
  [{ kind: 'unaligned', group: 'cp' }, /no cp group/],
  [{ kind: 'leak', mibPerStep: Number.NaN }, /mibPerStep must lie/],
  [{ kind: 'mismatch', rank: 1, group: 'tp', call: 0.5 }, /call is a whole number/],
  [{ kind: 'mismatch', rank: 1, group: 'tp', call: 9999 }, /more than the tp group’s collectives of a step/],
  [{ kind: 'mismatch', rank: 1, group: 'pp', call: 0 }, /no pp group|only send and receive/],
  [{ kind: 'hang', rank: 1, group: 'tp', call: 0, milliseconds: 9 }, /only a timeline has what never ended/],
  [{ kind: 'hang', rank: 1, group: 'tp', call: 0, milliseconds: 9, steps: [10, 11] }, /it is in the last step/],
])('refuses %o', async (fault, message) => {
  await expect(job([fault])).rejects.toThrow(message);
});
