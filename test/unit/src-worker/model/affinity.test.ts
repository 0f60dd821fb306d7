import { expect, test } from 'vitest';
import { unfusedOps } from '../../../../src-worker/model/affinity';
import { AffinityMatcher } from '../../../../src-worker/names/affinityOps';
import { type DrawnOptions, drawTrace } from '../../../fixtures/drawnTrace';
import { indexText } from '../../../fixtures/indexed';

const found = (ops: string) =>
  new AffinityMatcher().find(ops.split(' ').map((op) => `aten::${op}`)).map(({ fused }) => fused);

test('each fused operator is known by the ops that programs spell it with', () => {
  expect(found('to pow mean add rsqrt mul to mul')).toEqual(['torch_npu.npu_rms_norm']);
  expect(found('mul slice slice neg cat mul add mul slice slice neg cat mul add')).toEqual(
    Array(2).fill('torch_npu.npu_rotary_mul'),
  );
  expect(found('chunk silu mul linear')).toEqual(['torch_npu.npu_swiglu']);
  expect(found('linear silu linear mul linear')).toEqual(['torch_npu.npu_swiglu']);
  expect(found('chunk gelu mul')).toEqual(['torch_npu.npu_geglu']);
  expect(found('matmul div add softmax to dropout matmul')).toEqual(['torch_npu.npu_fusion_attention']);
  expect(found('bmm softmax bmm')).toEqual(['torch_npu.npu_fusion_attention']);
  expect(found('div masked_fill softmax sum')).toEqual(['torch_npu.npu_scaled_masked_softmax']);
  expect(found('mean sub pow mean add sqrt div mul add')).toEqual(['torch.nn.functional.layer_norm']);
});

test('ops that are fused already, or stand in another order, are none of these', () => {
  expect(found('linear npu_fusion_attention linear add layer_norm linear gelu linear add')).toEqual([]);
  expect(found('silu chunk mul')).toEqual([]);
  expect(found('pow mean add mul rsqrt mul')).toEqual([]);
});

const arrows = [
  { cat: 'async_npu', from: 'aten::pow', to: 'Pow' },
  { cat: 'async_npu', from: 'aten::mean', to: 'ReduceMean' },
  { cat: 'async_npu', from: 'aten::rsqrt', to: 'Rsqrt' },
  { cat: 'async_npu', from: 'inner', to: 'Mul' },
  { cat: 'async_npu', from: 'Optimizer.step#AdamW.step', to: 'Sqrt' },
  { cat: 'async_npu', from: 'aten::lerp', to: 'Lerp' },
] as const;

async function unfused(picture: string) {
  const options: DrawnOptions = {
    arrows,
    categories: { Hardware: 'kernel' },
    events: { inner: { name: 'aten::mul' } },
  };
  const { view } = await indexText(drawTrace(picture, options));
  return unfusedOps(view);
}

test('kernels of a sequence less the longest; of an optimizer the time between its kernels', async () => {
  const own = await unfused(`
    Python / Thread 1          : [ProfilerStep#1                                                                                                              ]
    Python / Thread 1          :  [model.py(12): forward                                                      ]
    Python / Thread 1          :   [aten::pow][aten::mean][aten::add][aten::rsqrt][aten::mul ][aten::mul ]       [Optimizer.step#AdamW.step         ]
    Python / Thread 1          :                                                   [inner]                           [aten::lerp]
    Ascend Hardware / Stream 2 :         [Pow    ][ReduceMean][Rsqrt            ]                  [Mul ]               [Sqrt]              [Lerp]
  `);
  expect(own.map(({ fused, count, kernelCount, ops }) => [fused, count, kernelCount, ops.length])).toEqual([
    ['torch_npu.npu_rms_norm', 1, 4, 6],
    ['torch_npu.optim.NpuFusedAdamW', 1, 2, 1],
  ]);
  // 9 + 12 + 19 + 6 µs, less the 19 of Rsqrt; 14 µs between Sqrt and Lerp.
  expect(own.map(({ lostNs }) => lostNs)).toEqual([27_000, 14_000]);
  expect(own.map(({ frame }) => frame)).toEqual(['model.py(12): forward', '']);
});

test('without arrows nothing is known of what it costs', async () => {
  const { view } = await indexText(
    drawTrace(`
    Python / Thread 1          : [ProfilerStep#1                                                          ]
    Python / Thread 1          :  [aten::chunk][aten::silu][aten::mul]
    Ascend Hardware / Stream 2 :              [Silu]      [Mul]
  `),
  );
  expect(unfusedOps(view)).toEqual([]);
});
