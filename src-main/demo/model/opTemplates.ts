import type { ParallelSizes } from '../parallel';
import {
  cubeFlopsPerNs,
  kernelOf,
  layerParameters,
  matmul,
  matmulGrad,
  modelDims,
  type OpTemplate,
  op,
  type Shape,
  vector,
  vectorNs,
} from './opSpec';
import type { Workload } from './workload';

/**
 * The ops of one step of a decoder-only transformer as an Ascend device runs them: host names, kernel, shapes and
 * typical times, for one rank's part of the model and of the batch.
 */
export function buildOps(sizes: ParallelSizes, workload: Workload, hasExperts: boolean) {
  const { tensor: tensorSize } = sizes;
  const { hidden, vocabulary } = modelDims;
  const { tokens, contextTokens } = workload;
  const heads = Math.max(1, modelDims.heads / tensorSize);
  const inner = hidden / tensorSize;
  const ffn = Math.round(modelDims.ffn / tensorSize);
  const x: Shape = [tokens, 1, hidden];
  const flat: Shape = [tokens, hidden];
  const headed: Shape = [tokens, 1, heads, hidden / modelDims.heads];
  const attentionNs = 12_000 + (2 * tokens * contextTokens * inner) / (cubeFlopsPerNs * 0.62);
  const replicas = sizes.data * sizes.context;
  const shard = Math.round(layerParameters(tensorSize, hasExperts) / replicas / 4);
  const parameter: Shape = [shard];
  const zeroFill = kernelOf({
    host: [],
    api: 'aclnnInplaceZero',
    type: 'ZerosLike',
    core: 'AI_VECTOR_CORE',
    inputs: [headed],
    outputs: [headed],
    meanNs: vectorNs([headed]),
  });
  const backwardOf = (node: string, ...ops: string[]): string[] => [
    `autograd::engine::evaluate_function: ${node}`,
    node,
    ...ops,
  ];
  return {
    embedding: vector(['aten::embedding'], 'aclnnEmbedding', 'GatherV2', [[vocabulary, hidden], [tokens]], [x], {
      leaf: ['torch/nn/functional.py(2233): embedding', '<built-in method embedding>'],
      lifetime: 'until-backward',
    }),
    norm: vector(['npu::npu_rms_norm'], 'aclnnRmsNorm', 'RmsNorm', [x, [hidden]], [x, [tokens, 1, 1]], {
      leaf: ['model/norm.py(31): forward', '<built-in method npu_rms_norm>'],
      lifetime: 'until-backward',
    }),
    qkv: matmul(tokens, hidden, 3 * inner, {}),
    rotary: vector(
      ['npu::npu_rotary_mul'],
      'aclnnRotaryPositionEmbedding',
      'RotaryPositionEmbedding',
      [headed, headed],
      [headed],
      { leaf: ['model/rotary.py(58): apply_rotary', '<built-in method npu_rotary_mul>'], lifetime: 'temporary' },
    ),
    transpose: vector(
      ['aten::contiguous', 'aten::clone', 'aten::copy_'],
      'aclnnInplaceCopy',
      'Transpose',
      [headed],
      [headed],
      { leaf: ['<built-in method contiguous of Tensor object at 0xffff8c2a41f0>'], lifetime: 'temporary' },
    ),
    attention: attentionOf(workload, headed, attentionNs, inner),
    /** Serving keeps the keys and values for the tokens to come. */
    cacheKeys: workload.phase === 'training' ? undefined : cacheKeysOf(tokens, inner),
    project: matmul(tokens, inner, hidden, {}),
    add: vector(['aten::add'], 'aclnnAdd', 'Add', [x, x], [x], { lifetime: 'temporary', hostNs: 38_000 }),
    gateUp: matmul(tokens, hidden, 2 * ffn, {}),
    swiglu: vector(['npu::npu_swiglu'], 'aclnnSwiGlu', 'SwiGlu', [[tokens, 1, 2 * ffn]], [[tokens, 1, ffn]], {
      leaf: ['model/mlp.py(47): activation', '<built-in method npu_swiglu>'],
      lifetime: 'until-backward',
    }),
    down: matmul(tokens, ffn, hidden, {}),
    head: matmul(tokens, hidden, Math.round(vocabulary / tensorSize), {}),
    loss: vector(
      ['aten::cross_entropy_loss', 'aten::log_softmax', 'aten::_log_softmax'],
      'aclnnLogSoftmax',
      'LogSoftmaxV2',
      [[tokens, Math.round(vocabulary / tensorSize)]],
      [[tokens, Math.round(vocabulary / tensorSize)]],
      { leaf: ['torch/nn/functional.py(3053): cross_entropy'], dataType: 'FLOAT', lifetime: 'until-backward' },
    ),
    lossGrad: vector(
      backwardOf('LogSoftmaxBackward0', 'aten::_log_softmax_backward_data'),
      'aclnnLogSoftmaxBackward',
      'LogSoftmaxGrad',
      [[tokens, Math.round(vocabulary / tensorSize)]],
      [[tokens, Math.round(vocabulary / tensorSize)]],
      { dataType: 'FLOAT', lifetime: 'temporary' },
    ),
    headDataGrad: matmulGrad(backwardOf('MmBackward0', 'aten::mm'), tokens, vocabulary / tensorSize, hidden),
    headWeightGrad: matmulGrad(['aten::mm'], hidden, tokens, vocabulary / tensorSize),
    addGrad: vector(backwardOf('AddBackward0', 'aten::add_'), 'aclnnInplaceAdd', 'Add', [x, x], [x], {
      hostNs: 34_000,
    }),
    downDataGrad: matmulGrad(backwardOf('MmBackward0', 'aten::mm'), tokens, hidden, ffn),
    downWeightGrad: matmulGrad(['aten::mm'], ffn, tokens, hidden),
    swigluGrad: vector(
      backwardOf('SwigluBackward0', 'npu::npu_swiglu_backward'),
      'aclnnSwiGluGrad',
      'SwiGluGrad',
      [
        [tokens, 1, ffn],
        [tokens, 1, 2 * ffn],
      ],
      [[tokens, 1, 2 * ffn]],
      { lifetime: 'temporary' },
    ),
    gateUpDataGrad: matmulGrad(backwardOf('MmBackward0', 'aten::mm'), tokens, 2 * ffn, hidden),
    gateUpWeightGrad: matmulGrad(['aten::mm'], hidden, tokens, 2 * ffn),
    normGrad: vector(
      backwardOf('NpuRmsNormBackward0', 'npu::npu_rms_norm_backward'),
      'aclnnRmsNormGrad',
      'RmsNormGrad',
      [x, x, [tokens, 1, 1], [hidden]],
      [x, [hidden]],
      { lifetime: 'temporary' },
    ),
    projectDataGrad: matmulGrad(backwardOf('MmBackward0', 'aten::mm'), tokens, hidden, inner),
    projectWeightGrad: matmulGrad(['aten::mm'], inner, tokens, hidden),
    attentionGrad: op({
      host: backwardOf('NpuFusionAttentionBackward0', 'npu::npu_fusion_attention_grad'),
      api: 'aclnnFlashAttentionScoreGrad',
      type: 'FlashAttentionScoreGrad',
      core: 'MIX_AIC',
      inputs: [headed, headed, headed, headed],
      outputs: [headed, headed, headed],
      meanNs: attentionNs * 2.4,
      hostNs: 110_000,
      lifetime: 'temporary',
      second: zeroFill,
    }),
    rotaryGrad: vector(
      backwardOf('NpuRotaryMulBackward0', 'npu::npu_rotary_mul_backward'),
      'aclnnRotaryPositionEmbeddingGrad',
      'RotaryPositionEmbeddingGrad',
      [headed, headed],
      [headed],
      { lifetime: 'temporary' },
    ),
    transposeGrad: vector(
      backwardOf('CloneBackward0', 'aten::copy_'),
      'aclnnInplaceCopy',
      'Transpose',
      [headed],
      [headed],
      { hostNs: 40_000 },
    ),
    qkvDataGrad: matmulGrad(backwardOf('MmBackward0', 'aten::mm'), tokens, 3 * inner, hidden),
    qkvWeightGrad: matmulGrad(['aten::mm'], hidden, tokens, 3 * inner),
    embeddingGrad: vector(
      backwardOf('EmbeddingBackward0', 'aten::embedding_dense_backward'),
      'aclnnEmbeddingDenseBackward',
      'EmbeddingDenseGradV2',
      [flat, [tokens]],
      [[vocabulary, hidden]],
      { lifetime: 'temporary' },
    ),
    gradNorm: vector(
      ['aten::_foreach_norm', 'aten::linalg_vector_norm'],
      'aclnnForeachNorm',
      'ForeachNorm',
      [parameter, parameter, parameter, parameter],
      [[4]],
      { leaf: ['model/clip_grad.py(22): clip_grad_norm_'], hostNs: 70_000 },
    ),
    gradScale: vector(
      ['aten::_foreach_mul_'],
      'aclnnForeachMulScalarV2',
      'ForeachMulScalar',
      [parameter, parameter],
      [parameter, parameter],
      { leaf: ['model/clip_grad.py(39): scale'], hostNs: 52_000 },
    ),
    adamW: vector(
      ['npu::npu_apply_adam_w', 'aten::copy_'],
      'aclnnApplyAdamWV2',
      'ApplyAdamWV2',
      [parameter, parameter, parameter, parameter],
      [parameter, parameter, parameter],
      { dataType: 'FLOAT', leaf: ['model/optimizer.py(88): _single_tensor_adamw'], hostNs: 48_000 },
    ),
    cast: vector(['aten::to', 'aten::_to_copy', 'aten::copy_'], 'aclnnInplaceCopy', 'Cast', [parameter], [parameter], {
      leaf: ['model/optimizer.py(104): copy_to_model'],
      hostNs: 30_000,
    }),
  } as const satisfies Record<string, OpTemplate | undefined>;
}

function attentionOf({ phase, tokens, contextTokens }: Workload, headed: Shape, meanNs: number, inner: number) {
  const common = { core: 'MIX_AIC', outputs: [headed], hostNs: 96_000, lifetime: 'until-backward' } as const;
  switch (phase) {
    case 'training':
      return op({
        ...common,
        host: ['npu::npu_fusion_attention'],
        api: 'aclnnFlashAttentionScore',
        type: 'FlashAttentionScore',
        inputs: [headed, headed, headed],
        meanNs,
        leaf: ['model/attention.py(143): core_attention', '<built-in method npu_fusion_attention>'],
      });
    case 'prefill':
      return op({
        ...common,
        host: ['npu::npu_prompt_flash_attention'],
        api: 'aclnnPromptFlashAttentionV3',
        type: 'PromptFlashAttention',
        inputs: [headed, headed, headed],
        meanNs,
        leaf: ['model/attention.py(171): prefill_attention', '<built-in method npu_prompt_flash_attention>'],
      });
    case 'decode': {
      // Every sequence reads all its keys and values.
      const cached: Shape = [tokens, contextTokens, inner];
      return op({
        ...common,
        host: ['npu::npu_incre_flash_attention'],
        api: 'aclnnIncreFlashAttentionV4',
        type: 'IncreFlashAttention',
        inputs: [headed, cached, cached],
        meanNs: vectorNs([cached, cached]),
        leaf: ['model/attention.py(186): decode_attention', '<built-in method npu_incre_flash_attention>'],
      });
    }
  }
}

function cacheKeysOf(tokens: number, inner: number): OpTemplate {
  const both: Shape = [2, tokens, inner];
  return vector(['npu::npu_reshape_and_cache'], 'aclnnReshapeAndCache', 'ReshapeAndCache', [both], [both], {
    leaf: ['model/kv_cache.py(33): append'],
    lifetime: 'sequence',
  });
}

export type Ops = ReturnType<typeof buildOps>;
