import { describe, expect, test } from 'vitest';
import { countFlop, type KernelShapes } from '../../../../../src-worker/model/kernels/flops';
import { kernelTable } from '../../../../../src-worker/model/kernels/kernels';
import { RealShapes } from '../../../../../src-worker/model/kernels/shapes';
import { numbersOf, textReader } from '../../../../../src-worker/tables/columnTable';
import { describeDumps, dumpPath } from '../../../../fixtures/dumps';
import { contextOf, ranksOf } from '../../views/operator/context';

const nothing = new RealShapes([]);

function kernel(
  type: string,
  inputShapes: string,
  outputShapes: string,
  own: Partial<KernelShapes> = {},
): KernelShapes {
  const formats = (shapes: string) => shapes.replace(/[^;]+/g, 'ND');
  return {
    type,
    inputShapes,
    outputShapes,
    inputTypes: 'DT_BF16;DT_BF16',
    inputFormats: formats(inputShapes),
    outputFormats: formats(outputShapes),
    isHf32: false,
    ...own,
  };
}

const flopOf = (own: KernelShapes, real = nothing) => {
  const count = countFlop(own, real);
  return count.kind === 'known' ? count.flop : count.kind === 'unknown' ? count.reason : count.kind;
};

describe('by the shapes', () => {
  test('a matrix product, whichever operand is transposed, with a bias or in a batch', () => {
    const flop = 2 * 32 * 4096 * 9216;
    expect(flopOf(kernel('MatMulV2', '32,9216;4096,9216;4096', '32,4096'))).toBe(flop);
    expect(flopOf(kernel('MatMulV3', '9216,32;9216,4096', '32,4096'))).toBe(flop);
    expect(flopOf(kernel('BatchMatMul', '12,1024,512;12,512,256', '12,1024,256'))).toBe(2 * 12 * 1024 * 512 * 256);
    expect(flopOf(kernel('BatchMatMulV2', '12,1024,512;512,256', '12,1024,256'))).toBe(2 * 12 * 1024 * 512 * 256);
  });

  test('a grouped one: each row once; its gradient', () => {
    expect(flopOf(kernel('GroupedMatmul', '4096,512;8,512,1024', '4096,1024'))).toBe(2 * 4096 * 512 * 1024);
    expect(flopOf(kernel('GroupedMatmul', '512,4096;4096,1024', '8,512,1024'))).toBe(2 * 4096 * 512 * 1024);
  });

  test('padded shapes count once the real ones are known, and only if they are not ambiguous', () => {
    const padded = kernel('MatMulV2', '4,2,16,16;2,4,16,16', '2,2,16,16', {
      inputFormats: 'FRACTAL_NZ;FRACTAL_NZ',
      outputFormats: 'FRACTAL_NZ',
    });
    expect(flopOf(padded)).toBe('fractal-shape');
    const learnt = [
      { fromFormat: 'ND', from: [30, 60], toFormat: 'FRACTAL_NZ', to: [4, 2, 16, 16] },
      { fromFormat: 'ND', from: [60, 20], toFormat: 'FRACTAL_NZ', to: [2, 4, 16, 16] },
      { fromFormat: 'FRACTAL_NZ', from: [2, 2, 16, 16], toFormat: 'ND', to: [30, 20] },
    ];
    expect(flopOf(padded, new RealShapes(learnt))).toBe(2 * 30 * 60 * 20);
    const other = { fromFormat: 'ND', from: [29, 60], toFormat: 'FRACTAL_NZ', to: [4, 2, 16, 16] };
    expect(flopOf(padded, new RealShapes([...learnt, other]))).toBe('fractal-shape');
  });

  test('a convolution and its two gradients, through the padded filter', () => {
    const real = new RealShapes([
      { fromFormat: 'NCHW', from: [64, 3, 11, 11], toFormat: 'FRACTAL_Z', to: [121, 4, 16, 8] },
    ]);
    const flop = 2 * 32 * 55 * 55 * 64 * 3 * 11 * 11;
    const forward = kernel('Conv2D', '32,1,224,224,8;121,4,16,8;64', '32,8,55,55,8', {
      inputFormats: 'NC1HWC0;FRACTAL_Z;NCHW',
      outputFormats: 'NC1HWC0',
    });
    const filter = kernel('Conv2DBackpropFilter', '32,1,224,224,8;4;32,8,55,55,8', '121,4,16,8', {
      inputFormats: 'NC1HWC0;NCHW;NC1HWC0',
      outputFormats: 'FRACTAL_Z',
    });
    const input = kernel('Conv2DBackpropInput', '4;121,4,16,8;32,8,55,55,8', '32,1,224,224,8', {
      inputFormats: 'NCHW;FRACTAL_Z;NC1HWC0',
      outputFormats: 'NC1HWC0',
    });
    for (const own of [forward, filter, input]) {
      expect(flopOf(own, real)).toBe(flop);
      expect(flopOf(own)).toBe('fractal-shape');
    }
  });

  test('attention: grouped heads, half for the compressed causal mask, 2.5 times for the gradient', () => {
    const full = 2 * 16 * 4096 * 4096 * 256;
    const output = '1,16,4096,8;1,16,4096,8;;4096,1,2048';
    const inputs = '4096,1,2048;4096,1,1024;4096,1,1024;;;;';
    expect(flopOf(kernel('FlashAttentionScore', inputs, output))).toBe(full);
    expect(flopOf(kernel('FlashAttentionScore', `${inputs}2048,2048`, output))).toBe(full / 2);
    const gradient = '4096,1,2048;4096,1,1024;4096,1,1024;4096,1,2048;2048,2048;1,16,4096,8;1,16,4096,8';
    expect(flopOf(kernel('FlashAttentionScoreGrad', gradient, '4096,1,2048;4096,1,1024;4096,1,1024'))).toBe(
      (2.5 * full) / 2,
    );
    // Sequences one after another in one tensor: how long each is stands nowhere.
    const packed = kernel('FlashAttentionScore', '8192,16,128;8192,16,128;8192,16,128', '8192,16,8;8192,16,8');
    expect(flopOf(packed)).toBe('variable-length');
  });

  test('what is no product has none; what does not fit is not known', () => {
    expect(flopOf(kernel('Add', '4,4;4,4', '4,4'))).toBe('none');
    expect(flopOf(kernel('MatMulV3', '', ''))).toBe('no-shapes');
    expect(flopOf(kernel('MatMulV3', 'DT_BF16;DT_BF16', '4,4'))).toBe('odd-shapes');
    expect(flopOf(kernel('MatMulV3', '4,5;6,7', '4,7'))).toBe('odd-shapes');
  });

  test('the type that it computes in', () => {
    const typeOf = (inputTypes: string, isHf32 = false) => {
      const count = countFlop(kernel('MatMulV3', '4,4;4,4', '4,4', { inputTypes, isHf32 }), nothing);
      return count.kind === 'known' ? count.computeType : count;
    };
    expect([typeOf('DT_BF16;DT_BF16'), typeOf('FLOAT16'), typeOf('FLOAT'), typeOf('FLOAT', true)]).toEqual([
      'bf16',
      'fp16',
      'fp32',
      'hf32',
    ]);
  });
});

describeDumps('against what the device counted', () => {
  test('msprof_analyze_2024: within a tenth of aic_cube_fops, which counts padding too', async () => {
    const dump = contextOf([dumpPath('ascend', 'msprof_analyze_2024')]);
    const table = await kernelTable(dump, { ranks: ranksOf(dump) });
    const [flop, counted] = ['flop', 'aic_cube_fops'].map((key) => numbersOf(table, key) as Float64Array);
    const type = textReader(table, 'type') as (row: number) => string;
    const products = Array.from(flop.keys()).filter((row) => /MatMul/.test(type(row)));
    expect(products).toHaveLength(13);
    for (const row of products) {
      expect(counted[row] / flop[row]).toBeGreaterThan(1);
      expect(counted[row] / flop[row]).toBeLessThan(1.1);
    }
  });

  test('pp2_dp2: no product faster than its matrix unit was busy', async () => {
    const folder = dumpPath('ascend', 'pp2_dp2_4ranks_no_timeline', 'rank_0_ascend_pt', 'ASCEND_PROFILER_OUTPUT');
    const dump = contextOf([folder]);
    // 20 cores at 1.65 GHz, as the cycles of the same file tell.
    const table = await kernelTable(dump, { ranks: ranksOf(dump), peaks: { bf16: 20 * 1.65e9 * 8192 } });
    const [share, busy] = ['utilisation', 'aic_mac_ratio'].map((key) => numbersOf(table, key) as Float64Array);
    const rows = Array.from(share.keys()).filter((row) => share[row] > 0);
    expect(rows.length).toBe(336 + 56);
    for (const row of rows) expect(share[row] / 100).toBeLessThan(busy[row] + 0.02);
  });
});
