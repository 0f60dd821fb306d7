import { describe, expect, test } from 'vitest';
import type { ParallelDimension, ParallelLayout, ParallelSizes } from '../../../../../src-contract';
import {
  expertSpan,
  groupKeyOf,
  PARALLEL_LAYOUTS,
  placeOfRank,
  worldSizeOf,
} from '../../../../../src-worker/model/job/layouts';

function groups(sizes: ParallelSizes, layout: ParallelLayout, dimension: ParallelDimension): number[][] {
  const sets = new Map<string, number[]>();
  for (let rank = 0; rank < worldSizeOf(sizes); rank++) {
    const key = groupKeyOf(placeOfRank(rank, sizes, layout), dimension);
    sets.set(key, [...(sets.get(key) ?? []), rank]);
  }
  return [...sets.values()];
}

describe('which ranks belong together', () => {
  /** The example in the documentation of Megatron-Core's `initialize_model_parallel`: 16 GPUs, tensor 2, pipeline 4. */
  const megatron = { tensor: 2, context: 1, data: 2, pipeline: 4, expert: 1 };

  test('Megatron', () => {
    expect(groups(megatron, 'megatron', 'data')).toEqual([
      [0, 2],
      [1, 3],
      [4, 6],
      [5, 7],
      [8, 10],
      [9, 11],
      [12, 14],
      [13, 15],
    ]);
    expect(groups(megatron, 'megatron', 'tensor').slice(0, 3)).toEqual([
      [0, 1],
      [2, 3],
      [4, 5],
    ]);
    expect(groups(megatron, 'megatron', 'pipeline')).toEqual([
      [0, 4, 8, 12],
      [1, 5, 9, 13],
      [2, 6, 10, 14],
      [3, 7, 11, 15],
    ]);
  });

  test('pipeline before data, as vLLM numbers them too', () => {
    for (const layout of ['megatron-pp-dp', 'vllm'] as const) {
      expect(groups(megatron, layout, 'pipeline')).toEqual([
        [0, 2, 4, 6],
        [1, 3, 5, 7],
        [8, 10, 12, 14],
        [9, 11, 13, 15],
      ]);
      expect(groups(megatron, layout, 'data')[0]).toEqual([0, 8]);
    }
  });

  test('experts: across data, context and data, or tensor and data', () => {
    const sizes = { tensor: 2, context: 2, data: 4, pipeline: 1, expert: 4 };
    expect(groups(sizes, 'megatron', 'expert')[0]).toEqual([0, 4, 8, 12]);
    expect(groups(sizes, 'mindspeed', 'expert')[0]).toEqual([0, 2, 4, 6]);
    const flat = { tensor: 2, context: 1, data: 4, pipeline: 1, expert: 4 };
    expect(groups(flat, 'vllm', 'expert')).toEqual([
      [0, 1, 2, 3],
      [4, 5, 6, 7],
    ]);
    // MOE_TP 2 is the fastest: ranks 0 and 1 hold the same experts together.
    expect(groups(flat, 'mindie', 'expert')).toEqual([
      [0, 2, 4, 6],
      [1, 3, 5, 7],
    ]);
  });

  test('every group of every layout holds each place of its dimension once', () => {
    const sizes = { tensor: 2, context: 2, data: 4, pipeline: 3, expert: 4 };
    for (const layout of PARALLEL_LAYOUTS) {
      expect(expertSpan(sizes, layout) % sizes.expert).toBe(0);
      for (const dimension of ['tensor', 'context', 'data', 'pipeline', 'expert'] as const) {
        for (const group of groups(sizes, layout, dimension)) {
          const places = group.map((rank) => placeOfRank(rank, sizes, layout)[dimension]).sort((a, b) => a - b);
          expect(places).toEqual(Array.from({ length: sizes[dimension] }, (_, at) => at));
        }
      }
    }
  });
});
