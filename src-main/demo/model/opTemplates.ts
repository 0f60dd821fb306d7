/** Ops of a decoder-only transformer as an Ascend device runs them: host names, kernel, shapes and typical times. */

export type AcceleratorCore = 'AI_CORE' | 'AI_VECTOR_CORE' | 'MIX_AIC';

export interface KernelTemplate {
  readonly name: string;
  readonly type: string;
  readonly core: AcceleratorCore;
  readonly blockDim: number;
  /** Shapes as kernel_details.csv has them: dims by `,`, tensors by `;`. */
  readonly inputShapes: string;
  readonly inputTypes: string;
  readonly inputFormats: string;
  readonly outputShapes: string;
  readonly outputTypes: string;
  readonly outputFormats: string;
  readonly meanNs: number;
}

/** How long the output of an op stays allocated. */
export type OutputLifetime = 'none' | 'temporary' | 'until-backward';

export interface OpTemplate {
  /** Framework ops on the launching thread, outermost first. */
  readonly hostOps: readonly string[];
  /** `Input Dims` and `Input type` of the trace: tensors separated by `;\r\n`, escaped for JSON. */
  readonly inputDims: string;
  readonly inputTypes: string;
  /** Name of the operator's C function; `Dequeue@<api>` and `AscendCL@<api>` carry it. */
  readonly api: string;
  /** The C function asked first, for the memory the operator needs. */
  readonly workspaceApi: string;
  readonly kernel: KernelTemplate;
  /** A second device task of the same launch (one arrow from the host, two ends). */
  readonly secondKernel?: KernelTemplate;
  /** Python frames just around the op, outermost first. */
  readonly leafFrames: readonly string[];
  readonly hostMeanNs: number;
  readonly outputBytes: number;
  readonly outputLifetime: OutputLifetime;
}

export interface ModelDims {
  readonly tokens: number;
  readonly hidden: number;
  readonly heads: number;
  readonly ffn: number;
  readonly vocabulary: number;
}

export const modelDims: ModelDims = { tokens: 2048, hidden: 4096, heads: 32, ffn: 11008, vocabulary: 32000 };

/** Parameters of one layer on one rank. */
export function layerParameters(tensorSize: number, dims: ModelDims = modelDims): number {
  return Math.round((4 * dims.hidden * dims.hidden + 3 * dims.hidden * dims.ffn) / tensorSize);
}

const cubeFlopsPerNs = 280_000;
const memoryBytesPerNs = 1_150;
const cubeCores = 24;
const vectorCores = 48;
const bf16Bytes = 2;

type Shape = readonly number[];

interface Spec {
  readonly host: readonly string[];
  readonly api: string;
  readonly type: string;
  readonly core: AcceleratorCore;
  readonly inputs: readonly Shape[];
  readonly outputs: readonly Shape[];
  readonly dataType?: string;
  readonly meanNs: number;
  readonly leaf?: readonly string[];
  readonly hostNs?: number;
  readonly lifetime?: OutputLifetime;
  readonly second?: KernelTemplate;
}

function sizeOf(shapes: readonly Shape[]): number {
  return shapes.reduce((sum, shape) => sum + shape.reduce((product, dim) => product * dim, 1), 0);
}

function kernelOf(spec: Spec): KernelTemplate {
  const dataType = spec.dataType ?? 'DT_BF16';
  const list = (shapes: readonly Shape[]): string => shapes.map((shape) => shape.join(',')).join(';');
  const repeat = (shapes: readonly Shape[], word: string): string => shapes.map(() => word).join(';');
  return {
    name: `${spec.api}_${spec.type}AiCore_${spec.type}`,
    type: spec.type,
    core: spec.core,
    blockDim: spec.core === 'AI_VECTOR_CORE' ? vectorCores : cubeCores,
    inputShapes: list(spec.inputs),
    inputTypes: repeat(spec.inputs, dataType),
    inputFormats: repeat(spec.inputs, 'ND'),
    outputShapes: list(spec.outputs),
    outputTypes: repeat(spec.outputs, dataType),
    outputFormats: repeat(spec.outputs, 'ND'),
    meanNs: spec.meanNs,
  };
}

function op(spec: Spec): OpTemplate {
  const escapedBreak = ';\\r\\n';
  const isFloat = (spec.dataType ?? 'DT_BF16') === 'FLOAT';
  const lifetime = spec.lifetime ?? 'none';
  return {
    hostOps: spec.host,
    inputDims: spec.inputs.map((shape) => shape.join(', ')).join(escapedBreak),
    inputTypes: spec.inputs.map(() => (isFloat ? 'float' : 'c10::BFloat16')).join(escapedBreak),
    api: spec.api,
    workspaceApi: `${spec.api}GetWorkspaceSize`,
    kernel: kernelOf(spec),
    ...(spec.second === undefined ? {} : { secondKernel: spec.second }),
    leafFrames: spec.leaf ?? [],
    hostMeanNs: spec.hostNs ?? 62_000,
    outputBytes: lifetime === 'none' ? 0 : sizeOf(spec.outputs) * (isFloat ? 4 : bf16Bytes),
    outputLifetime: lifetime,
  };
}

function vectorNs(shapes: readonly Shape[], bytesPerElement = bf16Bytes): number {
  return 4_000 + (sizeOf(shapes) * bytesPerElement) / memoryBytesPerNs;
}

function matmul(m: number, k: number, n: number, extra: Partial<Spec>): OpTemplate {
  return op({
    host: ['aten::linear', 'aten::matmul', 'aten::mm'],
    api: 'aclnnMatmul',
    type: 'MatMulV2',
    core: 'AI_CORE',
    inputs: [
      [m, k],
      [k, n],
    ],
    outputs: [[m, n]],
    meanNs: 9_000 + (2 * m * k * n) / cubeFlopsPerNs,
    leaf: ['torch/nn/modules/linear.py(114): forward', '<built-in function linear>'],
    lifetime: 'until-backward',
    ...extra,
  });
}

function vector(
  host: readonly string[],
  api: string,
  type: string,
  inputs: readonly Shape[],
  outputs: readonly Shape[],
  extra: Partial<Spec> = {},
): OpTemplate {
  const bytes = extra.dataType === 'FLOAT' ? 4 : bf16Bytes;
  return op({
    host,
    api,
    type,
    core: 'AI_VECTOR_CORE',
    inputs,
    outputs,
    meanNs: vectorNs([...inputs, ...outputs], bytes),
    ...extra,
  });
}

/** All the ops of one step for a given tensor-parallel size. */
export function buildOps(tensorSize: number, dataSize: number, dims: ModelDims = modelDims) {
  const { tokens, hidden, vocabulary } = dims;
  const heads = Math.max(1, dims.heads / tensorSize);
  const inner = hidden / tensorSize;
  const ffn = Math.round(dims.ffn / tensorSize);
  const x: Shape = [tokens, 1, hidden];
  const flat: Shape = [tokens, hidden];
  const headed: Shape = [tokens, 1, heads, hidden / dims.heads];
  const attentionNs = 12_000 + (2 * tokens * tokens * inner) / (cubeFlopsPerNs * 0.62);
  const shard = Math.round(layerParameters(tensorSize, dims) / dataSize / 4);
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
    attention: op({
      host: ['npu::npu_fusion_attention'],
      api: 'aclnnFlashAttentionScore',
      type: 'FlashAttentionScore',
      core: 'MIX_AIC',
      inputs: [headed, headed, headed],
      outputs: [headed],
      meanNs: attentionNs,
      leaf: ['model/attention.py(143): core_attention', '<built-in method npu_fusion_attention>'],
      hostNs: 96_000,
      lifetime: 'until-backward',
    }),
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
  } as const satisfies Record<string, OpTemplate>;
}

function matmulGrad(host: readonly string[], m: number, k: number, n: number): OpTemplate {
  return matmul(Math.round(m), Math.round(k), Math.round(n), { host, leaf: [], lifetime: 'temporary', hostNs: 56_000 });
}

export type Ops = ReturnType<typeof buildOps>;
