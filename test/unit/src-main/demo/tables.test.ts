import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateDemo } from '../../../../src-main/demo/generate';
import type { DemoTruth } from '../../../../src-main/demo/truth';
import { nsOf, outputFolder, readJson, readTable, readTrace, slicesOf, type Trace } from './readDump';

let folder = '';
let truth: DemoTruth;
let ranks: { readonly tables: string; readonly trace: Trace }[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tracelane-demo-'));
  truth = await generateDemo({ folder, ranks: 8, steps: 3, eventsPerRank: 30_000, seed: 11 });
  ranks = truth.ranks.map((rank) => {
    const tables = outputFolder(folder, rank.folder);
    return { tables, trace: readTrace(tables) };
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Sum by key. */
function sums<T>(items: readonly T[], key: (item: T) => string, value: (item: T) => number): Map<string, number> {
  const result = new Map<string, number>();
  for (const item of items) result.set(key(item), (result.get(key(item)) ?? 0) + value(item));
  return result;
}

describe('the tables beside the trace', () => {
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

  it('communication.json and the matrix: what the tasks on the planes moved over HCCS', () => {
    for (const { tables, trace } of ranks) {
      const tasks = slicesOf(trace, 'Communication', 'Plane').filter(({ args }) => args['link type'] === 'HCCS');
      const bytes = tasks.reduce((sum, { args }) => sum + Number(args['size(Byte)']), 0);
      let reportedMb = 0;
      for (const step of Object.values(readJson<Communication>(tables, 'communication.json'))) {
        for (const ops of Object.values(step)) {
          for (const [key, op] of Object.entries(ops)) {
            if (key !== 'Total Op Info') reportedMb += op['Communication Bandwidth Info'].HCCS!['Transit Size(MB)'];
          }
        }
      }
      expect(reportedMb * 1e6).toBeCloseTo(bytes, -1);
      let matrixMb = 0;
      for (const step of Object.values(readJson<Matrix>(tables, 'communication_matrix.json'))) {
        for (const ops of Object.values(step)) {
          for (const [key, links] of Object.entries(ops)) {
            if (!key.includes('-total@')) continue;
            for (const link of Object.values(links)) {
              if (link['Transport Type'] === 'HCCS') matrixMb += link['Transit Size(MB)'];
            }
          }
        }
      }
      expect(matrixMb * 1e6).toBeCloseTo(bytes, -1);
    }
  });

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
      const named = Object.keys(groups).filter((id) => ['tp', 'dp', 'pp'].includes(groups[id]!.group_name));
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
      expect(blocks.filter((row) => row['Release Time(us)'] === '').length).toBe(1);
    }
  });

  it('memory_record.csv: every change is the size of a block, and reserved never falls', () => {
    for (const { tables } of ranks) {
      const rows = readTable(tables, 'memory_record.csv').filter((row) => row.Component === 'PTA');
      const sizes = new Set(readTable(tables, 'operator_memory.csv').map((row) => Number(row['Size(KB)'])));
      for (let i = 1; i < rows.length; i++) {
        const changeMb = Number(rows[i]!['Total Allocated(MB)']) - Number(rows[i - 1]!['Total Allocated(MB)']);
        expect(sizes.has(Math.abs(changeMb) * 1024)).toBe(true);
        expect(Number(rows[i]!['Total Reserved(MB)'])).toBeGreaterThanOrEqual(
          Number(rows[i - 1]!['Total Reserved(MB)']),
        );
        expect(rows[i]!['Timestamp(us)']! >= rows[i - 1]!['Timestamp(us)']!).toBe(true);
      }
    }
  });
});

interface CommunicationOp {
  readonly 'Communication Time Info': Record<string, number>;
  readonly 'Communication Bandwidth Info': Record<string, { readonly 'Transit Size(MB)': number }>;
}
type Communication = Record<string, Record<'p2p' | 'collective', Record<string, CommunicationOp>>>;
type Matrix = Record<
  string,
  Record<'p2p' | 'collective', Record<string, Record<string, { 'Transport Type': string; 'Transit Size(MB)': number }>>>
>;
