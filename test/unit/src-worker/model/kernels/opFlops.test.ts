import { expect, test } from 'vitest';
import type { ArgEntry, ArgValue } from '../../../../../src-contract';
import { multiplies, opFlops } from '../../../../../src-worker/model/kernels/opFlops';
import { opTensors } from '../../../../../src-worker/model/kernels/opTensors';

type Dims = readonly (readonly number[] | readonly (readonly number[])[])[];

function argValue(value: unknown): ArgValue {
  if (Array.isArray(value)) return { kind: 'list', items: value.map(argValue) };
  return typeof value === 'number' ? { kind: 'number', digits: String(value) } : { kind: 'text', text: String(value) };
}

function argsOf(dims: Dims, values: readonly string[] = [], type = 'c10::BFloat16'): ArgEntry[] {
  return [
    { key: 'Input Dims', value: argValue(dims) },
    { key: 'Input type', value: argValue(dims.map((shape) => (shape.length > 0 ? type : 'Scalar'))) },
    { key: 'Concrete Inputs', value: argValue(values) },
  ];
}

function countOf(name: string, dims: Dims, values?: readonly string[]) {
  const { kernels, count } = opFlops(name, opTensors(argsOf(dims, values)));
  return count.kind === 'known' ? [kernels, count.flop] : count;
}

const attention = (causal: string, at: number) => [...new Array<string>(at).fill(''), causal];

test.each([
  [
    'aten::mm',
    [
      [3, 5],
      [5, 7],
    ],
    [],
    2 * 3 * 5 * 7,
  ],
  ['aten::addmm', [[7], [3, 5], [5, 7], [], []], [], 2 * 3 * 5 * 7],
  [
    'aten::bmm',
    [
      [2, 3, 5],
      [2, 5, 7],
    ],
    [],
    2 * 2 * 3 * 5 * 7,
  ],
  [
    'aten::baddbmm',
    [
      [2, 3, 7],
      [2, 3, 5],
      [2, 5, 7],
    ],
    [],
    2 * 2 * 3 * 5 * 7,
  ],
  ['aten::mv', [[3, 5], [5]], [], 2 * 3 * 5],
  ['aten::linear', [[2, 3, 5], [7, 5], [7]], [], 2 * 2 * 3 * 5 * 7],
  // 4 pictures of 3×9×9, 6 filters of 3×3×3, each second pixel, a border of one: 5×5 pixels come out.
  [
    'aten::convolution',
    [[4, 3, 9, 9], [6, 3, 3, 3], [6]],
    ['', '', '', '[2, 2]', '[1, 1]', '[1, 1]', 'False'],
    2 * 4 * 25 * 162,
  ],
  // Depthwise: each filter sees one channel. Dilated by 2, 3×3 reach over 5×5: 5×5 of 9×9 come out.
  [
    'aten::_convolution',
    [[1, 8, 9, 9], [8, 1, 3, 3], []],
    ['', '', '', '[1, 1]', '[0, 0]', '[2, 2]', 'False'],
    2 * 25 * 72,
  ],
  ['aten::convolution', [[2, 3, 10], [4, 3, 3], []], ['', '', '', '[1]', '[0]', '[1]', 'False'], 2 * 2 * 8 * 36],
  [
    'aten::convolution',
    [[2, 3, 5, 5], [3, 4, 2, 2], []],
    ['', '', '', '[2, 2]', '[0, 0]', '[1, 1]', 'True'],
    2 * 2 * 25 * 48,
  ],
  [
    'aten::scaled_dot_product_attention',
    [
      [2, 3, 5, 8],
      [2, 3, 7, 8],
      [2, 3, 7, 4],
    ],
    [],
    2 * 2 * 3 * 5 * 7 * 12,
  ],
  [
    'aten::_scaled_dot_product_flash_attention',
    [
      [2, 3, 6, 8],
      [2, 3, 6, 8],
      [2, 3, 6, 8],
    ],
    attention('True', 4),
    2 * 3 * 6 * 6 * 16,
  ],
  [
    'aten::_flash_attention_forward',
    [
      [2, 6, 3, 8],
      [2, 6, 3, 8],
      [2, 6, 3, 8],
    ],
    attention('False', 8),
    2 * 2 * 3 * 6 * 6 * 16,
  ],
  [
    'aten::_scaled_dot_product_efficient_attention_backward',
    [
      [2, 3, 6, 8],
      [2, 3, 6, 8],
      [2, 3, 6, 8],
      [2, 3, 6, 8],
    ],
    attention('True', 11),
    2 * 3 * 6 * 6 * (3 * 8 + 2 * 8),
  ],
] as const)('%s of %j', (name, dims, values, flop) => {
  expect(multiplies(name)).toBe(true);
  expect(countOf(name, dims, values)).toEqual([1, flop]);
});

test('the gradients of a convolution are one or two products', () => {
  const dims = [
    [4, 6, 5, 5],
    [4, 3, 9, 9],
    [6, 3, 3, 3],
  ];
  const values = (wanted: string) => [...new Array<string>(7).fill(''), 'False', '', '', wanted];
  expect(countOf('aten::convolution_backward', dims, values('[True, True, False]'))).toEqual([2, 2 * 4 * 25 * 162]);
  expect(countOf('aten::convolution_backward', dims, values('[False, True, True]'))).toEqual([1, 2 * 4 * 25 * 162]);
});

test('without shapes, or with such as do not fit, there is no number', () => {
  expect(opFlops('aten::mm', undefined).count).toEqual({ kind: 'unknown', reason: 'no-shapes' });
  expect(
    countOf('aten::mm', [
      [3, 5],
      [6, 7],
    ]),
  ).toEqual({ kind: 'unknown', reason: 'odd-shapes' });
  expect(
    countOf('aten::mm', [
      [3, 5],
      [[5, 7], [1]],
    ]),
  ).toEqual({ kind: 'unknown', reason: 'odd-shapes' });
  // PyTorch 1.x does not tell stride and padding.
  expect(countOf('aten::convolution', [[4, 3, 9, 9], [6, 3, 3, 3], [6]])).toEqual({
    kind: 'unknown',
    reason: 'odd-shapes',
  });
  expect(
    countOf('aten::_flash_attention_forward', [
      [10, 3, 8],
      [10, 3, 8],
      [10, 3, 8],
    ]),
  ).toEqual({
    kind: 'unknown',
    reason: 'variable-length',
  });
  expect(multiplies('aten::add')).toBe(false);
  expect(multiplies('aten::matmul')).toBe(false);
});

test('shapes as the tables write them, also of lists of tensors and by the older key', () => {
  const tensors = opTensors(argsOf([[2, 3], [[4], [5, 6]], [], []]));
  expect(tensors).toMatchObject({ shapesText: '2,3;4 5,6', typesText: 'c10::BFloat16;c10::BFloat16' });
  expect(opTensors([{ key: 'Input dims', value: argValue([[8]]) }])?.shapesText).toBe('8');
  expect(opTensors([{ key: 'Input Dims', value: { kind: 'text', text: '2, 3' } }])).toBeUndefined();
});

test.each([
  [
    'aten::mm',
    [
      [3, 5],
      [5, 7],
    ],
    [],
    15 + 35 + 21,
  ],
  // The bias is left out, as its additions are.
  ['aten::addmm', [[7], [3, 5], [5, 7], [], []], [], 15 + 35 + 21],
  [
    'aten::bmm',
    [
      [2, 3, 5],
      [2, 5, 7],
    ],
    [],
    2 * (15 + 35 + 21),
  ],
  ['aten::mv', [[3, 5], [5]], [], 15 + 5 + 3],
  ['aten::linear', [[2, 3, 5], [7, 5], [7]], [], 30 + 35 + 2 * 3 * 7],
  // 4 pictures of 3×9×9 become 4 of 6×5×5.
  [
    'aten::convolution',
    [[4, 3, 9, 9], [6, 3, 3, 3], [6], [], [], [], [], [], []],
    ['', '', '', '[2, 2]', '[1, 1]', '[1, 1]', 'False', '[0, 0]', '1'],
    4 * 3 * 81 + 6 * 27 + 4 * 6 * 25,
  ],
  // Heads of 16 in, of 8 out.
  [
    'aten::scaled_dot_product_attention',
    [
      [1, 2, 9, 16],
      [1, 2, 7, 16],
      [1, 2, 7, 8],
    ],
    [],
    2 * (144 + 112 + 56 + 72),
  ],
] as const)('%s %j moves each of its tensors once', (name, dims, values, expected) => {
  expect(opFlops(name, opTensors(argsOf(dims, values))).sizeBytes).toBe(2 * expected);
});
