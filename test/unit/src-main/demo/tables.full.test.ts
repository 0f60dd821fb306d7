import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DemoOptions } from '../../../../src-main/demo/options';
import type { DemoTruth } from '../../../../src-main/demo/truth';
import { sharedJob } from '../../../fixtures/sharedJob';
import {
  crossingsNs,
  nsOf,
  outputFolder,
  readJson,
  readQuotedTable,
  readTable,
  readTrace,
  slicesOf,
  type Trace,
} from './readDump';

/** Every kind of job; of each, all files must tell the same. */
const jobs: Readonly<Record<string, Omit<DemoOptions, 'folder'>>> = {
  'a plain training': { ranks: 8, steps: 3, eventsPerRank: 30_000, seed: 11 },
  'experts, long sequences and two hosts': {
    ranks: 8,
    steps: 2,
    seed: 12,
    parallel: { tensor: 2, pipeline: 1, data: 2, context: 2, expert: 2 },
    moe: { experts: 8 },
    ranksPerHost: 4,
    hostTransport: 'PCIE',
    model: { layersPerStage: 1, microBatches: 1 },
  },
  'a served model': {
    ranks: 4,
    steps: 5,
    seed: 13,
    parallel: { tensor: 2, pipeline: 2, data: 1 },
    inference: { decodeSteps: 2 },
    model: { layersPerStage: 2, microBatches: 2 },
  },
  'a job where everything is wrong': {
    ranks: 4,
    steps: 3,
    seed: 14,
    parallel: { tensor: 2, pipeline: 2, data: 2 },
    model: { layersPerStage: 1, microBatches: 4 },
    faults: [
      { kind: 'slow-rank', rank: 3, factor: 1.4 },
      { kind: 'slow-rank', rank: 6, factor: 1.2, steps: [11, 11] },
      { kind: 'late-dataloader', rank: 0, milliseconds: 30 },
      { kind: 'slow-link', between: [0, 1], factor: 0.4 },
      { kind: 'down-clock', rank: 2, mhz: 1400 },
      { kind: 'jit-compile', rank: 1, callsPerStep: 9, milliseconds: 1 },
      { kind: 'gc-pause', rank: 2, perStep: 2, milliseconds: 4 },
      { kind: 'leak', mibPerStep: 48 },
      { kind: 'small-packets', group: 'dp', packetKib: 1024 },
      { kind: 'unaligned', group: 'tp' },
      { kind: 'drift', perStep: 0.05 },
    ],
  },
};

/** Groups that something is sent in; the others are there but silent. */
function isUsed(groupName: string, all: readonly string[]): boolean {
  if (groupName === 'dp') return !all.includes('dp_cp');
  return ['tp', 'dp_cp', 'pp', 'cp', 'ep', 'edp'].includes(groupName);
}

/** Sum by key. */
function sums<T>(items: readonly T[], key: (item: T) => string, value: (item: T) => number): Map<string, number> {
  const result = new Map<string, number>();
  for (const item of items) result.set(key(item), (result.get(key(item)) ?? 0) + value(item));
  return result;
}

describe.each(Object.keys(jobs))('the tables beside the trace of %s', (name) => {
  let folder = '';
  let truth: DemoTruth;
  let ranks: { readonly tables: string; readonly trace: Trace }[];

  beforeAll(async () => {
    ({ folder, truth } = await sharedJob(jobs[name]!));
    ranks = truth.ranks.map((rank) => {
      const tables = outputFolder(folder, rank.folder);
      return { tables, trace: readTrace(tables) };
    });
  });

  it('step_trace_time.csv: each step is the sum of its Overlap Analysis slices, to 0.001 µs', () => {
    ranks.forEach(({ tables, trace }, rank) => {
      const rows = readTable(tables, 'step_trace_time.csv');
      const { steps } = truth.ranks[rank]!;
      expect(rows.map((row) => row.Step)).toEqual(steps.map(({ step }) => String(step)));
      rows.forEach((row, i) => {
        const fromNs = BigInt(steps[i]!.deviceStartNs);
        const toNs = BigInt(steps[i]!.deviceEndNs);
        const lane = (name: string): number =>
          slicesOf(trace, 'Overlap Analysis', `${name}/`)
            .filter(({ startNs }) => startNs >= fromNs && startNs < toNs)
            .reduce((sum, { durationNs }) => sum + durationNs, 0);
        for (const name of ['Computing', 'Communication', 'Communication(Not Overlapped)', 'Free']) {
          expect(Number(row[name]) * 1000).toBeCloseTo(lane(name), 0);
        }
        expect(Number(row.Overlapped)).toBeCloseTo(
          Number(row.Communication) - Number(row['Communication(Not Overlapped)']),
          3,
        );
        const tiledNs = lane('Computing') + lane('Communication(Not Overlapped)') + lane('Free');
        expect(tiledNs).toBe(Number(toNs - fromNs));
        expect(Number(row.Stage) + Number(row.Bubble)).toBeCloseTo(tiledNs / 1000, 3);
        expect(steps[i]!.computingNs).toBe(lane('Computing'));
        expect(steps[i]!.freeNs).toBe(lane('Free'));
      });
    });
  });

  it('Overlap Analysis: Computing covers the kernels, Communication the collectives', () => {
    for (const { trace } of ranks) {
      const lane = (name: string) => slicesOf(trace, 'Overlap Analysis', `${name}/`);
      const covers = (name: string, slices: readonly { startNs: bigint; durationNs: number }[]): boolean =>
        slices.every(({ startNs, durationNs }) =>
          lane(name).some(
            (cover) =>
              cover.startNs <= startNs && startNs + BigInt(durationNs) <= cover.startNs + BigInt(cover.durationNs),
          ),
        );
      expect(covers('Computing', slicesOf(trace, 'Ascend Hardware', 'Stream 2').slice(0, 100))).toBe(true);
      expect(covers('Communication', slicesOf(trace, 'Communication', 'Group').slice(0, 100))).toBe(true);
    }
  });

  it('kernel_details.csv: the slices of the compute stream and of the groups', () => {
    ranks.forEach(({ tables, trace }, rank) => {
      const rows = readTable(tables, 'kernel_details.csv');
      const cell = (row: Record<string, string>, isCollective: boolean): string =>
        `${row.Name} ${nsOf(row['Start Time(us)']!.trimEnd())} ${Math.round(Number(row['Duration(us)']) * 1000)} ${isCollective ? '' : row['Task ID']}`;
      const slice = (each: ReturnType<typeof slicesOf>[number]): string =>
        `${each.name} ${each.startNs} ${each.durationNs} ${each.args['Task Id'] ?? ''}`;
      const collectives = rows.filter((row) => row['Accelerator Core'] === 'COMMUNICATION');
      const kernels = rows.filter((row) => row['Accelerator Core'] !== 'COMMUNICATION');
      expect(kernels.map((row) => cell(row, false)).sort()).toEqual(
        slicesOf(trace, 'Ascend Hardware', 'Stream 2').map(slice).sort(),
      );
      expect(collectives.map((row) => cell(row, true)).sort()).toEqual(
        slicesOf(trace, 'Communication', 'Group').map(slice).sort(),
      );
      expect(kernels.length).toBe(truth.ranks[rank]!.kernelCount);
      expect(collectives.length).toBe(truth.ranks[rank]!.collectiveCount);
    });
  });

  it('kernel_details.csv: CRLF, a TAB after the start, shapes in three quotes', () => {
    const text = readFileSync(join(ranks[0]!.tables, 'kernel_details.csv'), 'latin1');
    const lines = text.split('\r\n');
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(lines[1]).toMatch(/,\d{16}\.\d{3}\t,\d+\.\d{3},/);
    expect(text).toMatch(/,"""\d+(,\d+)*(;\d+(,\d+)*)*""",DT_BF16/);
  });

  it('op_statistic.csv: the sums of kernel_details.csv by type', () => {
    for (const { tables } of ranks) {
      const kernels = readTable(tables, 'kernel_details.csv').filter(
        (row) => row['Accelerator Core'] !== 'COMMUNICATION',
      );
      const byType = sums(
        kernels,
        (row) => `${row.Type},${row['Accelerator Core']}`,
        (row) => Number(row['Duration(us)']),
      );
      const rows = readTable(tables, 'op_statistic.csv');
      expect(rows.length).toBe(byType.size);
      for (const row of rows) {
        expect(Number(row['Total Time(us)'])).toBeCloseTo(byType.get(`${row['OP Type']},${row['Core Type']}`)!, 2);
      }
      expect(rows.reduce((sum, row) => sum + Number(row.Count), 0)).toBe(kernels.length);
      expect(rows.reduce((sum, row) => sum + Number(row['Ratio(%)']), 0)).toBeCloseTo(100, 1);
    }
  });

  it('api_statistic.csv: the sums of the CANN lanes by call', () => {
    for (const { tables, trace } of ranks) {
      const calls = slicesOf(trace, 'CANN');
      const key = (level: unknown, name: string): string => `${level},${name}`;
      const times = sums(
        calls,
        ({ args, name }) => key(args.level, name.split('@')[1]!),
        ({ durationNs }) => durationNs,
      );
      const rows = readTable(tables, 'api_statistic.csv');
      expect(rows.length).toBe(times.size);
      for (const row of rows) {
        expect(Number(row['Time(us)']) * 1000).toBeCloseTo(times.get(key(row.Level, row['API Name']!))!, 0);
      }
      expect(rows.reduce((sum, row) => sum + Number(row.Count), 0)).toBe(calls.length);
    }
  });

  it('communication.json: an entry for every slice of the groups, with its time', () => {
    for (const { tables, trace } of ranks) {
      const slices = new Map(slicesOf(trace, 'Communication', 'Group').map((slice) => [slice.name, slice]));
      let entries = 0;
      for (const step of Object.values(readJson<Communication>(tables, 'communication.json'))) {
        for (const ops of Object.values(step)) {
          let elapseMs = 0;
          for (const [key, op] of Object.entries(ops)) {
            const times = op['Communication Time Info'];
            if (key === 'Total Op Info') {
              expect(times['Elapse Time(ms)']).toBeCloseTo(elapseMs, 6);
              continue;
            }
            const slice = slices.get(key.split('@')[0]!)!;
            entries++;
            elapseMs += times['Elapse Time(ms)']!;
            expect(times['Elapse Time(ms)']! * 1e6).toBeCloseTo(slice.durationNs, 0);
            // A float64 of epoch µs is good to 0.25 µs.
            const startErrorUs = times['Start Timestamp(us)']! - Number(slice.startNs / 1000n);
            expect(Math.abs(startErrorUs)).toBeLessThanOrEqual(1.3);
            const parts = ['Transit Time(ms)', 'Wait Time(ms)', 'Idle Time(ms)'].map((name) => times[name]!);
            expect(Math.min(...parts)).toBeGreaterThanOrEqual(0);
            expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(times['Elapse Time(ms)']!, 6);
          }
        }
      }
      expect(entries).toBe(slices.size);
    }
  });

  it.each([
    ['HCCS', 'HCCS'],
    ['PCIE', 'PCIE'],
    ['RDMA', 'ROCE'],
  ] as const)(
    'communication.json and the matrix: what the tasks on the planes moved over %s',
    (transport, linkType) => {
      for (const { tables, trace } of ranks) {
        const tasks = slicesOf(trace, 'Communication', 'Plane').filter(
          ({ args }) => args['link type'] === linkType && Number(args['size(Byte)']) > 0,
        );
        const bytes = tasks.reduce((sum, { args }) => sum + Number(args['size(Byte)']), 0);
        const packets = sums(
          tasks,
          ({ args }) => String(Number(args['size(Byte)'])),
          () => 1,
        );
        const reportedPackets = new Map<string, number>();
        let reportedMb = 0;
        for (const step of Object.values(readJson<Communication>(tables, 'communication.json'))) {
          for (const ops of Object.values(step)) {
            for (const [key, op] of Object.entries(ops)) {
              if (key === 'Total Op Info') continue;
              const info = op['Communication Bandwidth Info'][transport]!;
              reportedMb += info['Transit Size(MB)'];
              if (info['Transit Size(MB)'] > 0) {
                const gbps = info['Transit Size(MB)'] / info['Transit Time(ms)'];
                expect(info['Bandwidth(GB/s)']).toBeCloseTo(gbps, 3);
              }
              for (const [mb, [count]] of Object.entries(info['Size Distribution'])) {
                const size = String(Math.round(Number(mb) * 1e6));
                reportedPackets.set(size, (reportedPackets.get(size) ?? 0) + count);
              }
            }
          }
        }
        expect(reportedMb * 1e6).toBeCloseTo(bytes, -1);
        expect(reportedPackets).toEqual(packets);
        let matrixMb = 0;
        for (const step of Object.values(readJson<Matrix>(tables, 'communication_matrix.json'))) {
          for (const ops of Object.values(step)) {
            for (const [key, links] of Object.entries(ops)) {
              if (!key.includes('-total@')) continue;
              for (const link of Object.values(links)) {
                if (link['Transport Type'] !== transport) continue;
                matrixMb += link['Transit Size(MB)'];
                const gbps = link['Transit Size(MB)'] / link['Transit Time(ms)'];
                expect(link['Bandwidth(GB/s)']).toBeCloseTo(gbps, 3);
              }
            }
          }
        }
        expect(matrixMb * 1e6).toBeCloseTo(bytes, -1);
      }
    },
  );

  it('groups: the keys of communication.json and of the metadata agree, and the members know each other', () => {
    truth.ranks.forEach((rank, number) => {
      const metadata = JSON.parse(readFileSync(join(folder, rank.folder, 'profiler_metadata.json'), 'utf8'));
      const groups: Record<string, { group_name: string; global_ranks: number[]; group_rank: number }> =
        metadata.parallel_group_info;
      for (const { global_ranks, group_rank } of Object.values(groups)) expect(global_ranks[group_rank]).toBe(number);
      const used = new Set<string>();
      for (const step of Object.values(readJson<Communication>(ranks[number]!.tables, 'communication.json'))) {
        for (const ops of Object.values(step)) {
          for (const key of Object.keys(ops)) if (key !== 'Total Op Info') used.add(key.split('@')[1]!);
        }
      }
      const names = Object.values(groups).map((group) => group.group_name);
      const named = Object.keys(groups).filter((id) => isUsed(groups[id]!.group_name, names));
      expect([...used].sort()).toEqual(named.sort());
      const info = JSON.parse(readFileSync(join(folder, rank.folder, `profiler_info_${number}.json`), 'utf8'));
      expect(Number(info.rank_id)).toBe(number);
    });
  });

  it('memory: the totals of a block stand in memory_record.csv at its allocation and its release', () => {
    for (const { tables } of ranks) {
      const totals = new Map<string, string[]>();
      for (const row of readTable(tables, 'memory_record.csv')) {
        if (row.Component !== 'PTA') continue;
        const at = row['Timestamp(us)']!;
        totals.set(at, [...(totals.get(at) ?? []), `${row['Total Allocated(MB)']}/${row['Total Reserved(MB)']}`]);
      }
      const blocks = readTable(tables, 'operator_memory.csv');
      expect(blocks.length).toBeGreaterThan(100);
      for (const row of blocks) {
        const at = (event: 'Allocation' | 'Release'): string =>
          `${row[`${event} Total Allocated(MB)`]}/${row[`${event} Total Reserved(MB)`]}`;
        expect(totals.get(row['Allocation Time(us)']!)).toContain(at('Allocation'));
        if (row['Release Time(us)'] === '') continue;
        expect(totals.get(row['Release Time(us)']!)).toContain(at('Release'));
        const heldNs = nsOf(row['Release Time(us)']!.trimEnd()) - nsOf(row['Allocation Time(us)']!.trimEnd());
        expect(nsOf(row['Duration(us)']!.trimEnd())).toBe(heldNs);
      }
      expect(blocks.some((row) => row['Release Time(us)'] === '')).toBe(true);
    }
  });

  it('npu_module_mem.csv: the allocator is the largest module, and the process holds a little more than all', () => {
    for (const { tables } of ranks) {
      const modules = readTable(tables, 'npu_module_mem.csv');
      const byTime = sums(
        modules,
        (row) => row['Timestamp(us)']!,
        (row) => Number(row['Total Reserved(MB)']),
      );
      const apps = readTable(tables, 'memory_record.csv').filter((row) => row.Component === 'APP');
      expect(apps.length).toBe(byTime.size);
      const aboveMb = apps.map((row) => Number(row['Total Reserved(MB)']) - byTime.get(row['Timestamp(us)']!)!);
      expect(Math.min(...aboveMb)).toBeGreaterThan(300);
      // The two are sampled at the same times, but on either side of a change.
      expect(aboveMb.filter((mb) => mb > 500).length).toBeLessThan(0.2 * aboveMb.length);
      expect(modules.filter((row) => row.Component === 'APP').length).toBe(byTime.size);
    }
  });

  it('the timeline: slices of a host thread lie inside each other, tasks of a collective inside it', () => {
    for (const { trace } of ranks) {
      for (const [lane, slices] of trace.lanes) {
        const isHost = ['Python/', 'CANN/', 'Python GC/'].some((process) => lane.startsWith(process));
        if (isHost) expect(Math.max(0, ...crossingsNs(slices))).toBeLessThanOrEqual(2);
        if (/Stream 2|Group|Plane/.test(lane)) expect(crossingsNs(slices)).toEqual([]);
      }
      const collectives = slicesOf(trace, 'Communication', 'Group');
      const outside = slicesOf(trace, 'Communication', 'Plane').filter((task) => {
        const endNs = task.startNs + BigInt(task.durationNs);
        return !collectives.some(
          ({ startNs, durationNs }) => startNs <= task.startNs && endNs <= startNs + BigInt(durationNs),
        );
      });
      expect(outside).toEqual([]);
    }
  });

  it('static_op_mem.csv: nodes in order, and a total for each graph', () => {
    const rows = readTable(ranks[0]!.tables, 'static_op_mem.csv');
    expect(rows.every((row) => Number(row['Node Index Start']) < Number(row['Node Index End']))).toBe(true);
    for (const graph of new Set(rows.map((row) => row['Graph ID']))) {
      const ofGraph = rows.filter((row) => row['Graph ID'] === graph);
      const total = ofGraph.filter((row) => row['Op Name'] === 'TOTAL');
      expect(total.length).toBe(1);
      const sizes = ofGraph.map((row) => Number(row['Size(KB)']));
      expect(Number(total[0]!['Size(KB)'])).toBeGreaterThanOrEqual(Math.max(...sizes));
    }
  });

  it('operator_details.csv: the framework ops of the launches, with the stacks of the timeline', () => {
    for (const { tables, trace } of ranks) {
      const rows = readQuotedTable(tables, 'operator_details.csv');
      // Call stacks are on ops that launch something only.
      const stacks = slicesOf(trace, 'Python')
        .filter(({ args }) => args['Call stack'] !== undefined)
        .map(({ name, args }) => `${name} ${String(args['Call stack']).replaceAll(';\r\n', ';\n')}`);
      const inTable = rows.filter((row) => row['Call Stack'] !== '').map((row) => `${row.Name} ${row['Call Stack']}`);
      expect(inTable.length).toBeGreaterThan(0);
      expect(inTable.sort()).toEqual(stacks.sort());
      const kernelsUs = readTable(tables, 'kernel_details.csv')
        .filter((row) => row['Accelerator Core'] !== 'COMMUNICATION')
        .reduce((sum, row) => sum + Number(row['Duration(us)']), 0);
      const selfUs = rows.reduce((sum, row) => sum + Number(row['Device Self Duration(us)']), 0);
      expect(selfUs).toBeCloseTo(kernelsUs, 1);
    }
  });

  it('memory_record.csv: every change is the size of a block, and reserved never falls', () => {
    for (const { tables } of ranks) {
      const all = readTable(tables, 'memory_record.csv');
      expect(new Set(all.map((row) => row.Component))).toEqual(new Set(['PTA', 'GE', 'PTA+GE', 'APP', 'WORKSPACE']));
      const rows = all.filter((row) => row.Component === 'PTA');
      const sizes = new Set(readTable(tables, 'operator_memory.csv').map((row) => Number(row['Size(KB)'])));
      expect(rows.length).toBeGreaterThan(1);
      const wrong = rows.slice(1).filter((row, i) => {
        const before = rows[i]!;
        const changeMb = Number(row['Total Allocated(MB)']) - Number(before['Total Allocated(MB)']);
        const isRight =
          sizes.has(Math.abs(changeMb) * 1024) &&
          Number(row['Total Reserved(MB)']) >= Number(before['Total Reserved(MB)']) &&
          row['Timestamp(us)']! >= before['Timestamp(us)']!;
        return !isRight;
      });
      expect(wrong).toEqual([]);
    }
  });
});

interface CommunicationOp {
  readonly 'Communication Time Info': Record<string, number>;
  readonly 'Communication Bandwidth Info': Record<string, Bandwidth>;
}
interface Bandwidth {
  readonly 'Transit Size(MB)': number;
  readonly 'Transit Time(ms)': number;
  readonly 'Bandwidth(GB/s)': number;
  readonly 'Size Distribution': Record<string, readonly [count: number, milliseconds: number]>;
}
interface Link extends Omit<Bandwidth, 'Size Distribution'> {
  readonly 'Transport Type': string;
}
type Communication = Record<string, Record<'p2p' | 'collective', Record<string, CommunicationOp>>>;
type Matrix = Record<string, Record<'p2p' | 'collective', Record<string, Record<string, Link>>>>;
