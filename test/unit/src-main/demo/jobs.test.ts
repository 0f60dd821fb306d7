import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DemoOptions } from '../../../../src-main/demo/options';
import type { DemoTruth } from '../../../../src-main/demo/truth';
import { sharedJob } from '../../../fixtures/sharedJob';
import { outputFolder, readJson, readTable, readTrace, slicesOf } from './readDump';

interface Metadata {
  readonly distributed_args: Readonly<Record<string, number | boolean>>;
  readonly parallel_group_info: Record<
    string,
    { readonly group_name: string; readonly group_rank: number; readonly global_ranks: number[] }
  >;
}

function metadataOf(folder: string, truth: DemoTruth, rank: number): Metadata {
  return JSON.parse(readFileSync(join(folder, truth.ranks[rank]!.folder, 'profiler_metadata.json'), 'utf8'));
}

/** Members of a rank's groups by name. */
function membersOf(metadata: Metadata): Record<string, number[]> {
  return Object.fromEntries(
    Object.values(metadata.parallel_group_info).map((group) => [group.group_name, group.global_ranks]),
  );
}

describe('ranks and groups', () => {
  it('are numbered as Megatron numbers them: tensor, context, data, pipeline; experts over context and data', async () => {
    const { folder, truth } = await sharedJob({
      ranks: 32,
      steps: 1,
      seed: 2,
      parallel: { tensor: 2, pipeline: 2, data: 4, context: 2, expert: 4 },
      moe: { experts: 8 },
      model: { layersPerStage: 1, microBatches: 4 },
      withTimeline: false,
    });
    const ranks = truth.ranks.map(({ rank }) => metadataOf(folder, truth, rank));
    const metadata = ranks[21]!;
    expect(metadata.distributed_args).toEqual({
      tensor_model_parallel_size: 2,
      pipeline_model_parallel_size: 2,
      data_parallel_size: 4,
      context_parallel_size: 2,
      expert_model_parallel_size: 4,
      sequence_parallel: false,
      rank: 21,
      world_size: 32,
    });
    // 21 = 16 · 1 (pipeline) + 4 · 1 (data) + 2 · 0 (context) + 1 (tensor).
    expect(membersOf(metadata)).toEqual({
      tp: [20, 21],
      cp: [21, 23],
      dp: [17, 21, 25, 29],
      dp_cp: [17, 19, 21, 23, 25, 27, 29, 31],
      pp: [5, 21],
      ep: [17, 19, 21, 23],
      edp: [21, 29],
      mp: [4, 5, 20, 21],
      embd: [5, 21],
      default_group: Array.from({ length: 32 }, (_, rank) => rank),
    });
    for (const { rank, hostName, deviceId } of truth.ranks) {
      expect([hostName, deviceId]).toEqual([`node-00${Math.floor(rank / 8) + 1}`, rank % 8]);
      const groups = ranks[rank]!.parallel_group_info;
      for (const [id, { group_rank, global_ranks }] of Object.entries(groups)) {
        expect(global_ranks[group_rank]).toBe(rank);
        for (const member of global_ranks) {
          expect(ranks[member]!.parallel_group_info[id]!.global_ranks).toEqual(global_ranks);
        }
      }
    }
  });

  it('a run that is too long to be kept in memory gives the same bytes', async () => {
    const options = { ranks: 2, steps: 3, eventsPerRank: 9_000, seed: 2, moe: { experts: 4 } };
    const kept = await sharedJob(options);
    const simulatedAnew = await sharedJob({ ...options, maxKeptLaunches: 100 });
    expect(simulatedAnew.truth).toEqual(kept.truth);
    for (const rank of kept.truth.ranks) {
      const [a, b] = [kept, simulatedAnew].map(({ folder }) => outputFolder(folder, rank.folder));
      for (const file of readdirSync(a!)) {
        expect(readFileSync(join(a!, file)).equals(readFileSync(join(b!, file)))).toBe(true);
      }
    }
  });

  it.each<[Partial<DemoOptions>, RegExp]>([
    [{ parallel: { tensor: 1, pipeline: 1, data: 4, expert: 3 }, moe: { experts: 6 } }, /must divide context · data/],
    [{ parallel: { tensor: 1, pipeline: 1, data: 4, expert: 4 }, moe: { experts: 6 } }, /shared out evenly/],
    [{ parallel: { tensor: 1, pipeline: 1, data: 4, expert: 4 } }, /needs experts/],
    [{ moe: { experts: 4, topK: 5 } }, /topK must be/],
    [{ ranksPerHost: 33 }, /ranksPerHost must be/],
    [{ model: { layersPerStage: 0, microBatches: 1 } }, /layersPerStage must be/],
    [{ inference: { decodeSteps: -1 } }, /decodeSteps must be/],
  ])('refuses %o', async (changes, message) => {
    await expect(sharedJob({ ranks: 4, steps: 1, seed: 1, ...changes })).rejects.toThrow(message);
  });
});

describe('experts', () => {
  const parallel = { tensor: 1, pipeline: 1, data: 4, expert: 4 };
  const model = { layersPerStage: 2, microBatches: 2 };
  const common = { ranks: 4, steps: 2, seed: 6, parallel, model, withTimeline: false } as const;
  const tokensOf = (folder: string, truth: DemoTruth): Record<string, string>[] =>
    truth.ranks.flatMap((rank) => readTable(outputFolder(folder, rank.folder), 'expert_load.csv'));

  it('get all tokens of all ranks, top-k times, in every layer and step', async () => {
    const { folder, truth } = await sharedJob({ ...common, moe: { experts: 16, topK: 3, imbalance: 0.5 } });
    const rows = tokensOf(folder, truth);
    expect(rows.length).toBe(2 * 2 * 16);
    const byLayer = new Map<string, number[]>();
    for (const row of rows) {
      const key = `${row.Step}/${row.Layer}`;
      byLayer.set(key, [...(byLayer.get(key) ?? []), Number(row.Tokens)]);
    }
    expect([...byLayer.keys()].sort()).toEqual(['10/0', '10/1', '11/0', '11/1']);
    for (const tokens of byLayer.values()) {
      expect(tokens.reduce((sum, each) => sum + each, 0)).toBe(32_768 * 3 * 4 * model.microBatches);
      expect(Math.max(...tokens) / Math.min(...tokens)).toBeGreaterThan(2);
    }
    const experts = truth.ranks.map((rank) => {
      const own = readTable(outputFolder(folder, rank.folder), 'expert_load.csv');
      return [...new Set(own.map((row) => Number(row.Expert)))];
    });
    expect(experts).toEqual([
      [0, 1, 2, 3],
      [4, 5, 6, 7],
      [8, 9, 10, 11],
      [12, 13, 14, 15],
    ]);
  });

  it('get about the same without an imbalance', async () => {
    const { folder, truth } = await sharedJob({ ...common, moe: { experts: 16, imbalance: 0 } });
    const tokens = tokensOf(folder, truth).map((row) => Number(row.Tokens));
    expect(Math.max(...tokens) - Math.min(...tokens)).toBeLessThanOrEqual(model.microBatches);
  });

  it('work on as many rows as the table says, and the exchanges carry as much', async () => {
    const { folder, truth } = await sharedJob({ ...common, moe: { experts: 8, imbalance: 0.8 } });
    const loads = truth.ranks.map((rank) => {
      const tables = outputFolder(folder, rank.folder);
      const rows = readTable(tables, 'expert_load.csv').filter((row) => row.Step === '10' && row.Layer === '0');
      const tokens = rows.reduce((sum, row) => sum + Number(row.Tokens), 0) / model.microBatches;
      const grouped = readTable(tables, 'kernel_details.csv').filter((row) => row.Type === 'GroupedMatmul');
      expect(grouped.some((row) => row['Input Shapes']!.startsWith(`"""${tokens},4096;2,4096,`))).toBe(true);
      return tokens;
    });
    // The matrix of the first rank: what it sends to each peer follows the peers' and its own experts.
    const matrix = readJson<Record<string, { collective: Record<string, Record<string, Record<string, number>>> }>>(
      outputFolder(folder, truth.ranks[0]!.folder),
      'communication_matrix.json',
    );
    const links = Object.entries(matrix.step10!.collective).find(([key]) => key.startsWith('alltoall-total'))![1];
    const sizeMb = (peer: number): number => links[`0-${peer}`]!['Transit Size(MB)']!;
    const order = [1, 2, 3].sort((a, b) => sizeMb(a) - sizeMb(b));
    expect(order.length).toBe(3);
    expect(Math.max(...loads) / Math.min(...loads)).toBeGreaterThan(1.2);
    expect(sizeMb(order[2]!) / sizeMb(order[0]!)).toBeGreaterThan(1.02);
  });
});

describe('a served model', () => {
  it('goes forwards only: a prefill, then decodes, with keys and values that stay until the next prefill', async () => {
    const { folder, truth } = await sharedJob({
      ranks: 2,
      steps: 6,
      seed: 8,
      parallel: { tensor: 2, pipeline: 1, data: 1 },
      inference: { decodeSteps: 2 },
      model: { layersPerStage: 3, microBatches: 1 },
    });
    const tables = outputFolder(folder, truth.ranks[0]!.folder);
    const kernels = readTable(tables, 'kernel_details.csv');
    const typesIn = (step: number): Set<string> =>
      new Set(kernels.filter((row) => row['Step Id'] === String(step)).map((row) => row.Type!));
    for (const step of [10, 13]) expect(typesIn(step).has('PromptFlashAttention')).toBe(true);
    for (const step of [11, 12, 14, 15]) {
      expect(typesIn(step).has('IncreFlashAttention')).toBe(true);
      expect(typesIn(step).has('PromptFlashAttention')).toBe(false);
    }
    expect(kernels.some((row) => /Grad|Adam/.test(row.Type!))).toBe(false);
    const computing = readTable(tables, 'step_trace_time.csv').map((row) => Number(row.Computing));
    expect(computing[0]! / computing[1]!).toBeGreaterThan(2);
    const cache = readTable(tables, 'operator_memory.csv').filter((row) => row.Name === 'npu::npu_reshape_and_cache');
    expect(cache.length).toBe(6 * 3);
    const released = cache.filter((row) => row['Release Time(us)'] !== '');
    expect(released.length).toBe(3 * 3);
    const [, , , prefill] = truth.ranks[0]!.steps;
    for (const row of released) {
      expect(row['Release Time(us)']!.trimEnd().replace('.', '') >= prefill!.startNs).toBe(true);
    }
    const trace = readTrace(tables);
    expect(trace.events.some(({ cat }) => cat === 'fwdbwd')).toBe(false);
    expect(slicesOf(trace, 'Python').some(({ name }) => name === 'serve.py(142): prefill')).toBe(true);
  });
});
