/**
 * Floating point operations of a kernel by its shapes: a multiplication and an addition count as two. Only of kernels that
 * multiply matrices; what these do besides (bias, softmax) is not counted, and elementwise kernels are not either.
 *
 * Matmul 2·m·n·k, convolution 2·N·OH·OW·(filter), attention 2·b·n·sq·sk·(dq+dv), its gradient 2·b·n·sq·sk·(3·dq+2·dv)
 * (five products instead of two), half of it where the mask is causal for sure.
 */
import type { ComputeType, FlopUnknown } from '../../../src-contract';
import { parseNames, parseShapes, type RealShapes, type Shape, sizeOf } from './shapes';

export interface KernelShapes {
  /** Op type: "MatMulV3". */
  readonly type: string;
  readonly inputShapes: string;
  readonly inputTypes: string;
  readonly inputFormats: string;
  readonly outputShapes: string;
  readonly outputFormats: string;
  /** Column "HF32 Eligible". */
  readonly isHf32: boolean;
}

export type FlopCount =
  | { readonly kind: 'known'; readonly flop: number; readonly computeType: ComputeType | undefined }
  | { readonly kind: 'unknown'; readonly reason: FlopUnknown }
  /** No kernel that multiplies matrices. */
  | { readonly kind: 'none' };

interface Tensors {
  readonly inputs: readonly Shape[];
  readonly inputFormats: readonly string[];
  readonly outputs: readonly Shape[];
  readonly outputFormats: readonly string[];
  readonly real: RealShapes;
}

type Rule = (tensors: Tensors) => number | FlopUnknown;

const rules: readonly (readonly [RegExp, Rule])[] = [
  [/^(GroupedMatmul|GroupedMatMul)(?!.*(SwigluQuant|FinalizeRouting))/, groupedMatmul],
  [/^(Batch)?(MatMul|Matmul)(V\d+)?$|^GEMM$|^Gemm$/, matmul],
  [/^Conv2DBackpropInput/, convolutionInputGradient],
  [/^Conv2DBackpropFilter/, convolutionFilterGradient],
  [/^Conv2D(V\d+)?$|^Conv2DTranspose/, convolution],
  [/^FlashAttentionScoreGrad|^FlashAttentionGrad|^FlashAttentionUnpaddingScoreGrad/, attentionGradient],
  [/^FlashAttentionScore|^PromptFlashAttention|^FusedInferAttentionScore/, attention],
];

/** Formulas as above; `real` knows the shapes behind padded ones. */
export function countFlop(kernel: KernelShapes, real: RealShapes): FlopCount {
  const rule = rules.find(([pattern]) => pattern.test(kernel.type))?.[1];
  if (!rule) return { kind: 'none' };
  const inputs = parseShapes(kernel.inputShapes);
  const outputs = parseShapes(kernel.outputShapes);
  if (!inputs || !outputs) {
    const isAbsent = kernel.inputShapes === '' || kernel.outputShapes === '';
    return { kind: 'unknown', reason: isAbsent ? 'no-shapes' : 'odd-shapes' };
  }
  const inputFormats = parseNames(kernel.inputFormats);
  const outputFormats = parseNames(kernel.outputFormats);
  const flop = rule({ inputs, inputFormats, outputs, outputFormats, real });
  if (typeof flop === 'string') return { kind: 'unknown', reason: flop };
  return { kind: 'known', flop, computeType: computeTypeOf(kernel) };
}

/** The type that the matrix unit computes in: that of the first tensor of the product. */
function computeTypeOf({ inputTypes, isHf32 }: KernelShapes): ComputeType | undefined {
  const product = parseNames(inputTypes).find((name) => !/^(INT(16|32|64)|UINT\d+|BOOL)$/.test(name));
  switch (product) {
    case 'FLOAT16':
    case 'FP16':
    case 'HALF':
      return 'fp16';
    case 'BF16':
    case 'BFLOAT16':
      return 'bf16';
    case 'FLOAT':
    case 'FLOAT32':
      return isHf32 ? 'hf32' : 'fp32';
    case 'DOUBLE':
      return 'fp64';
    case 'INT8':
      return 'int8';
    case 'FLOAT8_E4M3FN':
    case 'FLOAT8_E5M2':
    case 'HIFLOAT8':
      return 'fp8';
    default:
      return undefined;
  }
}

function realInput({ inputs, inputFormats, real }: Tensors, at: number): Shape | undefined {
  const shape = inputs[at];
  return shape === undefined ? undefined : real.of(inputFormats[at] ?? '', shape);
}

function realOutput({ outputs, outputFormats, real }: Tensors, at: number): Shape | undefined {
  const shape = outputs[at];
  return shape === undefined ? undefined : real.of(outputFormats[at] ?? '', shape);
}

/**
 * Which operands are transposed does not stand in the table, and need not: of (m,k)·(k,n) → (m,n) the three areas give
 * k² = |a|·|b| / |c|.
 */
function matmul(tensors: Tensors): number | FlopUnknown {
  const [a, b, c] = [realInput(tensors, 0), realInput(tensors, 1), realOutput(tensors, 0)];
  if (!a || !b || !c) return 'fractal-shape';
  if (a.length < 2 || b.length < 2 || c.length < 2) return 'odd-shapes';
  const [areaA, areaB, areaC] = [a, b, c].map((shape) => sizeOf(shape.slice(-2)));
  const k = Math.sqrt((areaA * areaB) / areaC);
  const hasK = (shape: Shape) => shape.slice(-2).includes(k);
  if (!Number.isInteger(k) || !hasK(a) || !hasK(b)) return 'odd-shapes';
  return 2 * sizeOf(c) * k;
}

/** Rows of one matrix, each multiplied by the weights of its expert: each row once, however they are spread. */
function groupedMatmul(tensors: Tensors): number | FlopUnknown {
  const [rows, weights, result] = [realInput(tensors, 0), realInput(tensors, 1), realOutput(tensors, 0)];
  if (!rows || !weights || !result) return 'fractal-shape';
  const isOneList = tensors.outputs.filter((shape) => shape.length > 0).length === 1;
  if (!isOneList || rows.length !== 2) return 'odd-shapes';
  // (m,k) · (experts,k,n) → (m,n)
  if (result.length === 2 && weights.length === 3 && result[0] === rows[0] && weights.includes(rows[1]))
    return 2 * sizeOf(result) * rows[1];
  // Gradient of the weights: (k,m) · (m,n) → (experts,k,n)
  if (result.length === 3 && weights.length === 2 && rows.includes(result[1]) && weights.includes(result[2]))
    return 2 * sizeOf(rows) * result[2];
  return 'odd-shapes';
}

/** N·H·W of an activation: none of them is padded, in whatever format. */
function pixelsOf(format: string, shape: Shape): number | undefined {
  if (shape.length === 5 && format.startsWith('NC1HWC0')) return shape[0] * shape[2] * shape[3];
  if (shape.length !== 4) return undefined;
  return format === 'NHWC' ? shape[0] * shape[1] * shape[2] : shape[0] * shape[2] * shape[3];
}

function convolutionFlop(format: string | undefined, output: Shape | undefined, filter: Shape | undefined) {
  if (!filter) return 'fractal-shape';
  const pixels = output && pixelsOf(format ?? '', output);
  return pixels === undefined || filter.length !== 4 ? 'odd-shapes' : 2 * pixels * sizeOf(filter);
}

function convolution(tensors: Tensors): number | FlopUnknown {
  return convolutionFlop(tensors.outputFormats[0], tensors.outputs[0], realInput(tensors, 1));
}

/** Inputs: size of x (a list), filter, gradient of the output. */
function convolutionInputGradient(tensors: Tensors): number | FlopUnknown {
  return convolutionFlop(tensors.inputFormats[2], tensors.inputs[2], realInput(tensors, 1));
}

/** Inputs: x, size of the filter (a list), gradient of the output. Output: gradient of the filter. */
function convolutionFilterGradient(tensors: Tensors): number | FlopUnknown {
  return convolutionFlop(tensors.inputFormats[2], tensors.inputs[2], realOutput(tensors, 0));
}

interface Attention {
  /** b·n·sq·sk, halved where the mask is causal for sure. */
  readonly pairs: number;
  readonly queryHead: number;
  readonly valueHead: number;
}

/** Side of the compressed mask that the sparse modes (causal, band) take instead of a full one. */
const COMPRESSED_MASK = 2048;

/**
 * Layout is not in the table. The softmax's maximum has the shape (b, n, sq, 8) whatever the layout: it gives the head's
 * width and, by comparison, where the sequence stands in the query's shape.
 */
function attentionOf({ inputs }: Tensors, candidates: readonly Shape[]): Attention | FlopUnknown {
  const [query, key, value] = inputs;
  if (!query || !key || !value || query.length !== key.length || key.length !== value.length) return 'odd-shapes';
  const maximum = candidates.find((shape) => shape.length === 4 && shape[3] === 8);
  // (t, n, 8): sequences of different lengths, one after another; which, stands nowhere.
  if (!maximum && candidates.some((shape) => shape.length === 3 && shape[2] === 8)) return 'variable-length';
  if (!maximum) return 'odd-shapes';
  const [batch, heads, queries] = maximum;
  const queryHead = sizeOf(query) / (batch * heads * queries);
  const place = sequencePlace(query, batch, heads, queries);
  if (place === undefined || !Number.isInteger(queryHead)) return 'odd-shapes';
  const keys = key[place];
  const keyHeads = sizeOf(key) / (batch * keys * queryHead);
  const valueHead = sizeOf(value) / (batch * keys * keyHeads);
  if (!Number.isInteger(keyHeads) || !Number.isInteger(valueHead)) return 'odd-shapes';
  const isCausal =
    keys === queries &&
    queries !== COMPRESSED_MASK &&
    inputs.slice(3).some((shape) => shape.length === 2 && shape.every((side) => side === COMPRESSED_MASK));
  return { pairs: (batch * heads * queries * keys) / (isCausal ? 2 : 1), queryHead, valueHead };
}

/** (s,b,h), (b,s,h), (b,n,s,d) or (b,s,n,d): the place of s; undefined where it can't be told. */
function sequencePlace(query: Shape, batch: number, heads: number, queries: number): number | undefined {
  if (query.length === 3) {
    if (query[1] === batch && query[0] === queries) return batch === queries ? undefined : 0;
    return query[0] === batch && query[1] === queries ? 1 : undefined;
  }
  if (query.length !== 4 || query[0] !== batch) return undefined;
  if (query[1] === heads && query[2] === queries) return heads === queries ? undefined : 2;
  return query[1] === queries && query[2] === heads ? 1 : undefined;
}

function attention(tensors: Tensors): number | FlopUnknown {
  const found = attentionOf(tensors, tensors.outputs);
  return typeof found === 'string' ? found : 2 * found.pairs * (found.queryHead + found.valueHead);
}

function attentionGradient(tensors: Tensors): number | FlopUnknown {
  const found = attentionOf(tensors, tensors.inputs.slice(3));
  return typeof found === 'string' ? found : 2 * found.pairs * (3 * found.queryHead + 2 * found.valueHead);
}
