import type { MoeOptions } from '../options';
import type { ParallelSizes } from '../parallel';
import { expertParameters, matmul, matmulNs, modelDims, type OpTemplate, op, type Shape, vector } from './opSpec';
import type { ExpertWork } from './program';
import type { Workload } from './workload';

/** The ops of a layer that sends its tokens to experts, for one rank's part of them. */
export function buildMoeOps(moe: Required<MoeOptions>, sizes: ParallelSizes, { tokens }: Workload) {
  const { hidden, expertFfn } = modelDims;
  const ffn = Math.round(expertFfn / sizes.tensor);
  const localExperts = moe.experts / sizes.expert;
  const flat: Shape = [tokens, hidden];
  const routed: Shape = [tokens * moe.topK, hidden];
  const backwardOf = (node: string, name: string): string[] => [
    `autograd::engine::evaluate_function: ${node}`,
    node,
    name,
  ];
  const grouped = (rows: number, inner: number, outer: number, host: readonly string[], leaf: readonly string[]) =>
    op({
      host,
      api: 'aclnnGroupedMatmulV4',
      type: 'GroupedMatmul',
      core: 'AI_CORE',
      inputs: [
        [rows, inner],
        [localExperts, inner, outer],
      ],
      outputs: [[rows, outer]],
      meanNs: 14_000 + matmulNs(rows, inner, outer),
      leaf,
      hostNs: 74_000,
      lifetime: leaf.length === 0 ? 'temporary' : 'until-backward',
    });
  const forwardHost = ['npu::npu_grouped_matmul'];
  const backwardHost = backwardOf('NpuGroupedMatmulBackward0', 'npu::npu_grouped_matmul');
  const swigluGrad = (rows: number): OpTemplate =>
    vector(
      backwardOf('SwigluBackward0', 'npu::npu_swiglu_backward'),
      'aclnnSwiGluGrad',
      'SwiGluGrad',
      [
        [rows, ffn],
        [rows, 2 * ffn],
      ],
      [[rows, 2 * ffn]],
      { lifetime: 'temporary' },
    );
  const parameters = Math.round(expertParameters(moe.experts, sizes) / (sizes.context * sizes.data) / 4);
  const shard: Shape = [Math.max(1, Math.round(parameters * sizes.expert))];
  return {
    gate: matmul(tokens, hidden, moe.experts, {
      leaf: ['model/moe.py(58): gate', '<built-in function linear>'],
      hostNs: 50_000,
    }),
    topK: vector(
      ['npu::npu_moe_gating_top_k_softmax'],
      'aclnnMoeGatingTopKSoftmax',
      'MoeGatingTopKSoftmax',
      [[tokens, moe.experts]],
      [
        [tokens, moe.topK],
        [tokens, moe.topK],
      ],
      { leaf: ['model/moe.py(64): route'], lifetime: 'until-backward' },
    ),
    permute: vector(
      ['npu::npu_moe_init_routing'],
      'aclnnMoeInitRouting',
      'MoeInitRouting',
      [flat, [tokens, moe.topK]],
      [routed],
      {
        leaf: ['model/moe.py(81): permute'],
        lifetime: 'until-backward',
      },
    ),
    expertGateUp: (rows: number) => grouped(rows, hidden, 2 * ffn, forwardHost, ['model/experts.py(37): forward']),
    expertSwiglu: (rows: number) =>
      vector(['npu::npu_swiglu'], 'aclnnSwiGlu', 'SwiGlu', [[rows, 2 * ffn]], [[rows, ffn]], {
        leaf: ['model/experts.py(38): activation', '<built-in method npu_swiglu>'],
        lifetime: 'until-backward',
      }),
    expertDown: (rows: number) => grouped(rows, ffn, hidden, forwardHost, ['model/experts.py(39): forward']),
    unpermute: vector(
      ['npu::npu_moe_finalize_routing'],
      'aclnnMoeFinalizeRoutingV2',
      'MoeFinalizeRoutingV2',
      [routed, [tokens, moe.topK]],
      [flat],
      { leaf: ['model/moe.py(97): unpermute'], lifetime: 'until-backward' },
    ),
    unpermuteGrad: vector(
      backwardOf('NpuMoeFinalizeRoutingBackward0', 'npu::npu_moe_finalize_routing_grad'),
      'aclnnMoeFinalizeRoutingV2Grad',
      'MoeFinalizeRoutingV2Grad',
      [flat, routed],
      [routed],
      { lifetime: 'temporary' },
    ),
    expertDownDataGrad: (rows: number) => grouped(rows, hidden, ffn, backwardHost, []),
    expertDownWeightGrad: (rows: number) => grouped(rows, ffn, hidden, forwardHost, []),
    expertSwigluGrad: swigluGrad,
    expertGateUpDataGrad: (rows: number) => grouped(rows, 2 * ffn, hidden, backwardHost, []),
    expertGateUpWeightGrad: (rows: number) => grouped(rows, hidden, 2 * ffn, forwardHost, []),
    permuteGrad: vector(
      backwardOf('NpuMoeInitRoutingBackward0', 'npu::npu_moe_init_routing_grad'),
      'aclnnMoeInitRoutingV2Grad',
      'MoeInitRoutingV2Grad',
      [routed],
      [flat],
      { lifetime: 'temporary' },
    ),
    topKGrad: vector(
      backwardOf('NpuMoeGatingTopKSoftmaxBackward0', 'npu::npu_moe_gating_top_k_softmax_grad'),
      'aclnnSoftmaxBackward',
      'SoftmaxGrad',
      [[tokens, moe.experts]],
      [[tokens, moe.experts]],
      { lifetime: 'temporary' },
    ),
    gateDataGrad: matmul(tokens, moe.experts, hidden, {
      host: backwardOf('MmBackward0', 'aten::mm'),
      leaf: [],
      lifetime: 'temporary',
      hostNs: 52_000,
    }),
    adamW: vector(
      ['npu::npu_apply_adam_w', 'aten::copy_'],
      'aclnnApplyAdamWV2',
      'ApplyAdamWV2',
      [shard, shard, shard, shard],
      [shard, shard, shard],
      { dataType: 'FLOAT', leaf: ['model/optimizer.py(88): _single_tensor_adamw'], hostNs: 48_000 },
    ),
  } as const satisfies Record<string, OpTemplate | ExpertWork['opFor']>;
}

export type MoeOps = ReturnType<typeof buildMoeOps>;
