import type { ParallelDimension, ParallelLayout, ParallelSizes } from '../../../src-contract';

/** Where a rank stands in each dimension. */
export interface RankPlace extends Readonly<Record<ParallelDimension, number>> {
  /** Number of the group of ranks that together hold all experts of its layers. */
  readonly expertGroup: number;
}

type RankDimension = Exclude<ParallelDimension, 'expert'>;

/**
 * Fastest dimension first. Sources: Megatron-Core `RankGenerator` (default order "tp-cp-ep-dp-pp", and "tp-cp-pp-ep-dp");
 * vLLM `initialize_model_parallel` ("ExternalDP x DP x PP x TP"); MindSpeed and MindIE-LLM as MindStudio Insight's manual
 * gives them.
 */
const orders: Readonly<Record<ParallelLayout, readonly RankDimension[]>> = {
  megatron: ['tensor', 'context', 'data', 'pipeline'],
  'megatron-pp-dp': ['tensor', 'context', 'pipeline', 'data'],
  mindspeed: ['tensor', 'context', 'data', 'pipeline'],
  mindie: ['tensor', 'context', 'data', 'pipeline'],
  vllm: ['tensor', 'context', 'pipeline', 'data'],
};

export const PARALLEL_LAYOUTS = Object.keys(orders) as readonly ParallelLayout[];

export function worldSizeOf({ tensor, context, data, pipeline }: ParallelSizes): number {
  return tensor * context * data * pipeline;
}

/** How many ranks of a stage the experts are spread over: `expert` must divide it. */
export function expertSpan(sizes: ParallelSizes, layout: ParallelLayout): number {
  switch (layout) {
    case 'megatron':
    case 'megatron-pp-dp':
      return sizes.data;
    // Also how Megatron-Core does it since it has a rank generator of its own for experts.
    case 'mindspeed':
      return sizes.context * sizes.data;
    case 'mindie':
    case 'vllm':
      return sizes.tensor * sizes.data;
  }
}

export function placeOfRank(rank: number, sizes: ParallelSizes, layout: ParallelLayout): RankPlace {
  const at: Record<RankDimension, number> = { tensor: 0, context: 0, data: 0, pipeline: 0 };
  let rest = rank;
  for (const dimension of orders[layout]) {
    at[dimension] = rest % sizes[dimension];
    rest = Math.floor(rest / sizes[dimension]);
  }
  return { ...at, ...expertPlace(at, sizes, layout) };
}

/** `within`: place among the ranks that the experts are spread over; `beside`: which of the ranks that hold the same. */
function expertPlace(
  at: Readonly<Record<RankDimension, number>>,
  sizes: ParallelSizes,
  layout: ParallelLayout,
): { expert: number; expertGroup: number } {
  const span = expertSpan(sizes, layout);
  const groupsOfSpan = span / sizes.expert;
  const numbered = (within: number, beside: number, besideCount: number) => ({
    expert: within % sizes.expert,
    expertGroup: Math.floor(within / sizes.expert) + groupsOfSpan * (beside + besideCount * at.pipeline),
  });
  switch (layout) {
    case 'megatron':
    case 'megatron-pp-dp':
      return numbered(at.data, at.tensor + sizes.tensor * at.context, sizes.tensor * sizes.context);
    case 'mindspeed':
      return numbered(at.data * sizes.context + at.context, at.tensor, sizes.tensor);
    case 'vllm':
      return numbered(at.data * sizes.tensor + at.tensor, at.context, sizes.context);
    case 'mindie': {
      // MOE_TP is the fastest, then the experts.
      const within = at.data * sizes.tensor + at.tensor;
      return {
        expert: Math.floor(within / groupsOfSpan),
        expertGroup: (within % groupsOfSpan) + groupsOfSpan * (at.context + sizes.context * at.pipeline),
      };
    }
  }
}

/**
 * Ranks whose whole steps can be compared: those of a pipeline stage, and with the same experts. What tokens the router
 * sends to which experts is not the rank's doing.
 */
export function peersKeyOf({ pipeline, expert }: RankPlace): string {
  return `${pipeline} ${expert}`;
}

/** The same number for all ranks that differ in this dimension alone. */
export function groupKeyOf(place: RankPlace, dimension: ParallelDimension): string {
  if (dimension === 'expert') return String(place.expertGroup);
  const others = (['tensor', 'context', 'data', 'pipeline'] as const).filter((other) => other !== dimension);
  return others.map((other) => place[other]).join();
}
