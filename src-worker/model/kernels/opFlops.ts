/**
 * Floating point operations of a framework op of PyTorch by the shapes it was called with: a multiplication and an addition
 * count as two. Only of ops that multiply matrices, and of these the products alone, as in `flops.ts`:
 *
 * - mm, addmm, bmm, baddbmm: 2·b·m·k·n; linear: 2·m·k·n; mv, addmv: 2·m·k
 * - convolution of any number of dimensions: 2·N·(pixels of the output)·(values of the filter); transposed: of the input
 * - its gradients: as much for each of the two that is wanted
 * - attention: 2·b·n·sq·sk·(dq+dv), its gradient 2·b·n·sq·sk·(3·dq+2·dv); half of it where it is causal and sq = sk
 *
 * What such a product moves at least is each of its tensors once: operands and result. Bias, mask and statistics are left out, as
 * their operations are.
 *
 * Parameters: pytorch/aten/src/ATen/native/native_functions.yaml.
 */
import type { ComputeType, FlopUnknown } from '../../../src-contract';
import { bytesOfType } from '../../base/elementTypes';
import type { FlopCount } from './flops';
import type { OpTensors } from './opTensors';
import { type Shape, sizeOf } from './shapes';

interface OpRule {
  /** Of the first tensor of the product among the parameters. */
  readonly tensor: number;
  /** FLOPs of one product, and how many products of that size the op is. */
  readonly count: (op: OpTensors) => Product | FlopUnknown;
}

interface Product {
  readonly flop: number;
  /** Of the operands and the result of one of them; NaN: not known. */
  readonly values: number;
  readonly products: number;
}

const rules: ReadonlyMap<string, OpRule> = new Map([
  ...named(['aten::mm', 'aten::bmm', 'aten::mv', 'aten::_int_mm', 'aten::_scaled_mm'], 0, product(0)),
  ...named(['aten::addmm', 'aten::baddbmm', 'aten::addmv', 'aten::_addmm_activation'], 1, product(1)),
  ...named(['aten::linear'], 0, linear),
  ...named(['aten::convolution', 'aten::_convolution'], 0, convolution),
  ...named(['aten::convolution_backward'], 0, convolutionGradients),
  ...named(['aten::scaled_dot_product_attention'], 0, attention(0, 5, 'heads-first')),
  ...named(['aten::_scaled_dot_product_flash_attention'], 0, attention(0, 4, 'heads-first')),
  ...named(
    ['aten::_scaled_dot_product_efficient_attention', 'aten::_scaled_dot_product_cudnn_attention'],
    0,
    attention(0, 6, 'heads-first'),
  ),
  ...named(['aten::_flash_attention_forward'], 0, attention(0, 8, 'sequence-first')),
  ...named(
    ['aten::_scaled_dot_product_flash_attention_backward', 'aten::_scaled_dot_product_efficient_attention_backward'],
    1,
    attention(1, 11, 'heads-first'),
  ),
  ...named(['aten::_scaled_dot_product_cudnn_attention_backward'], 1, attention(1, 14, 'heads-first')),
  ...named(['aten::_flash_attention_backward'], 1, attention(1, 11, 'sequence-first')),
]);

function named(names: readonly string[], tensor: number, count: OpRule['count']): (readonly [string, OpRule])[] {
  return names.map((name) => [name, { tensor, count }] as const);
}

/** Whether the op is one of those above. */
export function multiplies(name: string): boolean {
  return rules.has(name);
}

/** Kernels of an op that have its products, and what each of them computes. */
export interface OpFlops {
  /** That many of its kernels multiply. */
  readonly kernels: number;
  /** Of each of them. */
  readonly count: FlopCount;
  /** That each of them moves at least; NaN: not known. */
  readonly sizeBytes: number;
}

/** Of an op that `multiplies`; without tensors, no shapes were recorded. */
export function opFlops(name: string, op: OpTensors | undefined): OpFlops {
  const rule = rules.get(name);
  const unknown = (reason: FlopUnknown): OpFlops => {
    return { kernels: 1, count: { kind: 'unknown', reason }, sizeBytes: Number.NaN };
  };
  if (!rule) return { kernels: 0, count: { kind: 'none' }, sizeBytes: Number.NaN };
  if (!op) return unknown('no-shapes');
  const counted = rule.count(op);
  if (typeof counted === 'string') return unknown(counted);
  const type = op.types[rule.tensor] ?? '';
  const { products, flop, values } = counted;
  return {
    kernels: products,
    count: { kind: 'known', flop, computeType: computeTypeOf(type) },
    sizeBytes: values * bytesOfType(type),
  };
}

/** By c10's names of types. Whether float is computed as TF32 only the kernel's name tells: `computesTf32`. */
function computeTypeOf(type: string): ComputeType | undefined {
  switch (type) {
    case 'c10::Half':
      return 'fp16';
    case 'c10::BFloat16':
      return 'bf16';
    case 'float':
      return 'fp32';
    case 'double':
      return 'fp64';
    case 'signed char':
      return 'int8';
    default:
      return type.startsWith('c10::Float8') ? 'fp8' : undefined;
  }
}

/** Kernels of cuBLAS and cuDNN ("…_tf32f32_…"), of CUTLASS (1688 is the tensor cores' shape for TF32), of hipBLASLt ("XF32"). */
export function computesTf32(kernelName: string): boolean {
  return /tf32|xf32|tensorop_s1688/i.test(kernelName);
}

/** (…,m,k) · (…,k,n), or · (k): the parameters at `at` and behind it. */
function product(at: number): OpRule['count'] {
  return ({ shapes }) => {
    const [a, b] = [shapes[at], shapes[at + 1]];
    const inner = a?.at(-1);
    if (!a || !b || a.length < 2 || inner === undefined) return 'odd-shapes';
    const rows = sizeOf(a) / inner || 0;
    if (b.length === 1) return b[0] === inner ? one(2 * sizeOf(a), sizeOf(a) + inner + rows) : 'odd-shapes';
    if (b.length !== a.length || b.at(-2) !== inner) return 'odd-shapes';
    const columns = b.at(-1) ?? 0;
    return one(2 * sizeOf(a) * columns, sizeOf(a) + sizeOf(b) + rows * columns);
  };
}

function one(flop: number, values: number): Product {
  return { flop, values, products: 1 };
}

/** (…,k) · (n,k). */
function linear({ shapes: [input, weight] }: OpTensors): Product | FlopUnknown {
  if (!input || weight?.length !== 2 || input.at(-1) !== weight[1]) return 'odd-shapes';
  const rows = sizeOf(input) / weight[1] || 0;
  return one(2 * sizeOf(input) * weight[0], sizeOf(input) + sizeOf(weight) + rows * weight[0]);
}

/** input, weight, bias, stride, padding, dilation, transposed, … The filter is (out, in / groups, …). */
function convolution({ shapes: [input, weight], values }: OpTensors): Product | FlopUnknown {
  if (!input || !weight || weight.length < 3 || input.length !== weight.length) return 'odd-shapes';
  const pixels = input.slice(2);
  // How large its result is takes more than the shapes.
  if (values[6] === 'True') return one(2 * input[0] * sizeOf(pixels) * sizeOf(weight), Number.NaN);
  const sides = weight.slice(2);
  const [stride, padding, dilation] = [3, 4, 5].map((at) => perSide(values[at], sides.length));
  if (!stride || !padding || !dilation) return 'odd-shapes';
  const output = sides.map((side, i) => {
    return Math.floor((pixels[i] + 2 * padding[i] - dilation[i] * (side - 1) - 1) / stride[i]) + 1;
  });
  const moved = sizeOf(input) + sizeOf(weight) + input[0] * weight[0] * sizeOf(output);
  return one(2 * input[0] * sizeOf(output) * sizeOf(weight), moved);
}

/** gradient of the output, input, weight, …, transposed at 7, which gradients are wanted at 10: of input, weight, bias. */
function convolutionGradients({ shapes: [output, input, weight], values }: OpTensors): Product | FlopUnknown {
  const [isTransposed, wanted] = [values[7], values[10]];
  if (!output || !input || !weight || weight.length < 3 || !isTransposed || !wanted) return 'odd-shapes';
  const wide = isTransposed === 'True' ? input : output;
  const products = wanted
    .split(',')
    .slice(0, 2)
    .filter((text) => text.includes('True')).length;
  const moved = sizeOf(output) + sizeOf(input) + sizeOf(weight);
  return { flop: 2 * wide[0] * sizeOf(wide.slice(2)) * sizeOf(weight), values: moved, products };
}

/** "[1, 2]", one number for each side; one alone is that of all. */
function perSide(text: string | undefined, sides: number): readonly number[] | undefined {
  const numbers = (text ?? '').match(/\d+/g)?.map(Number) ?? [];
  if (numbers.length === 1) return new Array<number>(sides).fill(numbers[0]);
  return numbers.length === sides ? numbers : undefined;
}

/**
 * Query, key and value at `at` and behind it, (b,n,s,d) or (b,s,n,d); behind a gradient's three its five products. Sequences
 * of different lengths one after another have one dimension less, and how long each is stands nowhere.
 */
function attention(at: number, causalAt: number, layout: 'heads-first' | 'sequence-first'): OpRule['count'] {
  const [sequence, heads] = layout === 'heads-first' ? [2, 1] : [1, 2];
  return ({ shapes, values }) => {
    const [query, key, value] = shapes.slice(at, at + 3);
    if (!query || !key || !value) return 'odd-shapes';
    if (query.length === 3 && layout === 'sequence-first') return 'variable-length';
    if (![query, key, value].every((shape) => shape.length === 4)) return 'odd-shapes';
    const [queries, keys] = [query[sequence], key[sequence]];
    const isCausal = values[causalAt] === 'True' && queries === keys;
    const pairs = (query[0] * query[heads] * queries * keys) / (isCausal ? 2 : 1);
    const [queryHead, valueHead] = [lastOf(query), lastOf(value)];
    const result = (sizeOf(query) / queryHead || 0) * valueHead;
    const moved = sizeOf(query) + sizeOf(key) + sizeOf(value) + result;
    // A gradient reads these and the result's gradient, and writes a gradient of each but the result.
    return at === 0
      ? one(2 * pairs * (queryHead + valueHead), moved)
      : one(2 * pairs * (3 * queryHead + 2 * valueHead), 2 * moved);
  };
}

function lastOf(shape: Shape): number {
  return shape[shape.length - 1];
}
