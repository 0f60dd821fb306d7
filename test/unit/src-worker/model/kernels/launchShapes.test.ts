import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { kernelTable } from '../../../../../src-worker/model/kernels/kernels';
import { drawTrace } from '../../../../fixtures/drawnTrace';
import { openContext, records, sharedContext } from '../../../../fixtures/dumpContext';
import { describeDumps, dumpPath } from '../../../../fixtures/dumps';
import { temporaryFile } from '../../../../fixtures/indexed';

const categories = { GPU: 'kernel', Python: 'cpu_op' };
const dims = (...shapes: readonly (readonly number[])[]) => ({
  args: { 'Input Dims': shapes, 'Input type': ['float'] },
});

async function kernelsOf(text: string) {
  const dump = await openContext(temporaryFile('trace.json', text));
  const rows = records(await kernelTable(dump, { ranks: dump.ranks.map(({ index }) => index) }));
  return rows.map(({ name, inputShapes, flop, flopUnknown }) => ({ name, inputShapes, flop, flopUnknown }));
}

describe('drawn traces', () => {
  test('the longest of an op’s kernels multiplies, the others prepare', async () => {
    const trace = drawTrace(
      `
      Python / Thread 1 : [aten::linear        ] [aten::add]
      Python / Thread 1 :  [aten::addmm       ]
      Python / Thread 1 :   [a]  [b]              [c]
      GPU / stream 7    :     [pad]  [gemm    ]     [plus]
      `,
      {
        categories,
        events: {
          'aten::addmm': dims([7], [3, 5], [5, 7]),
          'aten::add': dims([2, 2], [2, 2]),
          a: { cat: 'cuda_runtime' },
          b: { cat: 'cuda_runtime' },
          c: { cat: 'cuda_runtime' },
        },
        arrows: [
          { cat: 'ac2g', from: 'a', to: 'pad' },
          { cat: 'ac2g', from: 'b', to: 'gemm' },
          { cat: 'ac2g', from: 'c', to: 'plus' },
        ],
      },
    );
    expect(await kernelsOf(trace)).toEqual([
      { name: 'pad', inputShapes: '7;3,5;5,7', flopUnknown: '' },
      { name: 'gemm', inputShapes: '7;3,5;5,7', flop: 210, flopUnknown: '' },
      { name: 'plus', inputShapes: '2,2;2,2', flopUnknown: '' },
    ]);
  });

  test('shapes that were not recorded are no number, and are told', async () => {
    const trace = drawTrace(
      `
      Python / Thread 1 : [aten::mm ]
      Python / Thread 1 :   [a]
      GPU / stream 7    :     [gemm]
      `,
      { categories, events: { a: { cat: 'cuda_runtime' } }, arrows: [{ cat: 'ac2g', from: 'a', to: 'gemm' }] },
    );
    expect(await kernelsOf(trace)).toEqual([{ name: 'gemm', inputShapes: '', flopUnknown: 'no-shapes' }]);
  });
});

/** By nothing but JSON.parse: the ops of a trace that multiply matrices, summed over all of them. */
function opSums(path: string): { flop: number; ops: number } {
  const bytes = readFileSync(path);
  const trace = JSON.parse(String(path.endsWith('.gz') ? gunzipSync(bytes) : bytes)) as {
    traceEvents: { cat?: string; name: string; args?: { 'Input Dims'?: number[][]; 'Concrete Inputs'?: string[] } }[];
  };
  let [flop, ops] = [0, 0];
  for (const { cat, name, args = {} } of trace.traceEvents) {
    const [a, b, c] = args['Input Dims'] ?? [];
    if (cat !== 'cpu_op') continue;
    const own =
      name === 'aten::mm'
        ? 2 * a[0] * a[1] * b[1]
        : name === 'aten::addmm'
          ? 2 * b[0] * b[1] * c[1]
          : name === 'aten::bmm'
            ? 2 * a[0] * a[1] * a[2] * b[2]
            : name === 'aten::_convolution'
              ? // The only one there is has filters as wide as their stride: 16×16.
                2 * a[0] * (a[2] / 16) * (a[3] / 16) * b[0] * b[1] * 256
              : name === 'aten::_scaled_dot_product_flash_attention'
                ? 4 * a[0] * a[1] * a[2] * a[2] * a[3]
                : 0;
    if (own > 0) ops++;
    flop += own;
  }
  return { flop, ops };
}

describeDumps('real traces', () => {
  test.each([
    ['tracelens/h100/Falconsai_nsfw_image_detection__1016002.json.gz', 'bf16', 86],
    ['tracelens/mi300/Falconsai_nsfw_image_detection__1016002.json.gz', 'bf16', 86],
    ['tracelens/h100/gaunernst_bert-small-uncased__1016001.json.gz', 'bf16', 30],
    ['tracelens/mi300/gaunernst_bert-small-uncased__1016001.json.gz', 'bf16', 30],
    // Tensors of float, multiplied as TF32: 161 TFLOP/s are 2.5 times what the device can do in FP32.
    ['h100_transformer/dcb0aa1a78e7_4399.1752181589621105859.pt.trace.json', 'hf32', 18],
  ])('kineto/%s: the kernels have the FLOPs of the ops, each once', async (name, type, ops) => {
    const path = dumpPath('kineto', name);
    const dump = await sharedContext(path);
    const rows = records(await kernelTable(dump, { ranks: dump.ranks.map(({ index }) => index) }));
    const counted = rows.filter(({ flop }) => flop !== undefined);
    const sum = counted.reduce((total, { flop }) => total + Number(flop), 0);
    expect({ flop: sum, ops: counted.length }).toEqual(opSums(path));
    expect(counted).toHaveLength(ops);
    expect(new Set(counted.map(({ computeType }) => computeType))).toEqual(new Set([type]));
    expect(rows.filter(({ flopUnknown }) => flopUnknown !== '')).toEqual([]);
  });
});
