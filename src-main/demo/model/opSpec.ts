/** What an op is made of, and how its parts follow from its shapes. */

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
  /** Compiled for shapes that were not known before; the others are there beforehand. */
  readonly isDynamic?: boolean;
}

/**
 * How long the output of an op stays allocated. `sequence`: until the next prefill, as the cached keys and values do.
 */
export type OutputLifetime = 'none' | 'temporary' | 'until-backward' | 'sequence' | 'forever';

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

/**
 * The model and what it is given: `tokens` of a micro-batch, packed sequences of `sequence` each; `ffn` of a dense layer,
 * `expertFfn` of one expert. Large enough that the host stays ahead of the device and gradients are a small part of the
 * traffic; the vocabulary is an audio codec's, so that a pipeline's last stage has no more to do than the others.
 */
export const modelDims = {
  tokens: 32_768,
  sequence: 4_096,
  hidden: 4_096,
  heads: 32,
  ffn: 32_768,
  expertFfn: 8_192,
  vocabulary: 1_024,
} as const;

/** Parameters of one layer on one rank, without those of experts. */
export function layerParameters(tensorSize: number, hasExperts: boolean): number {
  const { hidden, ffn } = modelDims;
  return Math.round((4 * hidden * hidden + (hasExperts ? 0 : 3 * hidden * ffn)) / tensorSize);
}

/** Parameters of one layer's experts on one rank. */
export function expertParameters(experts: number, sizes: { readonly tensor: number; readonly expert: number }): number {
  const { hidden, expertFfn } = modelDims;
  return Math.round(((experts / sizes.expert) * 3 * hidden * expertFfn) / sizes.tensor);
}

/** What the matrix units reach in practice. */
export const cubeFlopsPerNs = 280_000;
const memoryBytesPerNs = 1_150;
const cubeCores = 24;
const vectorCores = 48;
const bf16Bytes = 2;

export type Shape = readonly number[];

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

/** The kernel of an op, with shapes, types and formats as the tables show them. */
export function kernelOf(spec: Spec): KernelTemplate {
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

export function op(spec: Spec): OpTemplate {
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

/** Time of a kernel that only moves data. */
export function vectorNs(shapes: readonly Shape[], bytesPerElement = bf16Bytes): number {
  return 4_000 + (sizeOf(shapes) * bytesPerElement) / memoryBytesPerNs;
}

/** A matrix product takes as long as its sums or, with few rows, as reading the weights. */
export function matmulNs(m: number, k: number, n: number): number {
  return Math.max((2 * m * k * n) / cubeFlopsPerNs, (bf16Bytes * (m * k + k * n + m * n)) / memoryBytesPerNs);
}

/** A matrix product of m × k by k × n. */
export function matmul(m: number, k: number, n: number, extra: Partial<Spec>): OpTemplate {
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
    meanNs: 9_000 + matmulNs(m, k, n),
    leaf: ['torch/nn/modules/linear.py(114): forward', '<built-in function linear>'],
    lifetime: 'until-backward',
    ...extra,
  });
}

/** An elementwise op or reduction: bound by the memory. */
export function vector(
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

/** A matrix product of the backward pass; takes the names of its host ops. */
export function matmulGrad(host: readonly string[], m: number, k: number, n: number): OpTemplate {
  return matmul(Math.round(m), Math.round(k), Math.round(n), { host, leaf: [], lifetime: 'temporary', hostNs: 56_000 });
}
