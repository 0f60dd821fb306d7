import { describe, expect, test } from 'vitest';
import { LogLines } from '../../../../src-watch/lines/logLines';
import { isLogPreset, type LogPresetId, logPresets } from '../../../../src-watch/lines/logPresets';
import { rankOfName } from '../../../../src-watch/lines/rankOfName';

/** Whatever a reader has to know of the lines before survives as data. */
function read(lines: readonly string[], preset?: LogPresetId) {
  const patterns = preset && logPresets[preset].patterns;
  let reader = new LogLines(patterns);
  return lines.flatMap((line) => {
    const step = reader.read(line);
    reader = new LogLines(patterns, JSON.parse(JSON.stringify(reader.save())));
    return step ? [[step.step, step.durationNs / 1e6, step.rank, step.timeNs && step.timeNs / 1e6]] : [];
  });
}

const noise = ['', 'loading checkpoint from /data/iteration 5', 'step time is not told here: 12 ms', '{"loss": 2}'];

/** Lines as the frameworks print them; step, ms, rank, ms since the first date. */
const samples: Readonly<
  Record<LogPresetId, { readonly lines: readonly string[]; readonly steps: readonly unknown[] }>
> = {
  megatron: {
    lines: [
      ' [2024-04-06 02:59:36] iteration       43/     100 | consumed samples:         5504 | elapsed time per iteration (ms): 5444.9 | throughput per GPU (TFLOP/s/GPU): 239.8 | learning rate: 8.600000E-06 | global batch size:   128 | lm loss: 1.825991E+00 |',
      ' [2024-04-06 02:59:41] iteration       44/     100 | consumed samples:         5632 | elapsed time per iteration (ms): 5533.8 | throughput per GPU (TFLOP/s/GPU): 236.0 |',
    ],
    steps: [
      [43, 5444.9, undefined, 0],
      [44, 5533.8, undefined, 5000],
    ],
  },
  mindspeed: {
    lines: [
      '[rank7]:  iteration      122/  250000 | consumed samples:       124928 | elapsed time per iteration (ms): 86545.2 | learning rate: 9.150E-06 |',
    ],
    steps: [[122, 86545.2, 7, undefined]],
  },
  deepspeed: {
    lines: [
      'steps: 10 loss: 1.2345 iter time (s): 0.520 samples/sec: 61.538',
      'steps: 20 loss: 1.1 iter time (s): 0.525 samples/sec: 60.952',
    ],
    steps: [
      [10, 520, undefined, undefined],
      [20, 525, undefined, undefined],
    ],
  },
  huggingface: {
    lines: [
      'Loading checkpoint shards: 100%|██████████| 2/2 [00:01<00:00,  1.52it/s]',
      '  0%|          | 0/500 [00:00<?, ?it/s]',
      '  0%|          | 1/500 [00:02<18:42,  2.25s/it]',
      '  0%|          | 1/500 [00:02<18:42,  2.25s/it]',
      "{'loss': 1.23, 'grad_norm': 0.5, 'learning_rate': 5e-05, 'epoch': 0.1}",
      '  2%|▏         | 12/500 [00:10<07:10,  1.25it/s]',
      ' 20%|██        | 2/10 [00:01<00:04,  8.00it/s]',
      '\u001b[A  3%|▎         | 13/500 [00:11<07:10,  1.00it/s]',
    ],
    steps: [
      [1, 2250, undefined, undefined],
      [12, 800, undefined, undefined],
      [13, 1000, undefined, undefined],
    ],
  },
  lightning: {
    lines: [
      'Epoch 0:  12%|█▏        | 12/100 [00:10<01:10,  1.25it/s, v_num=0, loss=2.3]',
      'Validation DataLoader 0:  50%|█████     | 5/10 [00:01<00:01,  5.00it/s]',
      'Epoch 1:   3%|▎         | 3/100 [00:03<01:10,  2.00s/it, v_num=0]',
      'Epoch 2/9 ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ 12/100 0:00:10 • 0:01:10 0.50it/s v_num: 0.000',
    ],
    steps: [
      [12, 800, undefined, undefined],
      [103, 2000, undefined, undefined],
    ],
  },
  mindspore: {
    lines: [
      '2024-05-01 10:00:00,250 - mindformers[callback.py:311] - INFO - { Epoch:[  1/  2], step:[   10/ 1000], loss: 10.628, per_step_time: 444ms, lr: 1e-05, overflow cond: False, loss_scale: 1.0, global_norm: [1.2], train_throughput_per_npu: 123.4T',
      '2024-05-01 10:00:01,250 - mindformers[callback.py:311] - INFO - { Epoch:[  2/  2], step:[    1/ 1000], loss: 9.1, per_step_time: 450ms, lr: 1e-05, overflow cond: False, loss_scale: 1.0',
    ],
    steps: [
      [10, 444, undefined, 0],
      [1001, 450, undefined, 1000],
    ],
  },
};

describe.each(Object.entries(samples))('%s', (preset, { lines, steps }) => {
  test('by its name, and among all of them', () => {
    if (!isLogPreset(preset)) throw new Error(preset);
    expect(read([...noise, ...lines], preset)).toEqual(steps);
    expect(read([...noise, ...lines])).toEqual(steps);
  });
});

test('other forms of the same frameworks', () => {
  const deepspeed = new LogLines();
  const line =
    '[2023-05-01 10:00:00,123] [INFO] [timer.py:197:stop] epoch=0/micro_step=10/global_step=10, RunningAvgSamplesPerSec=12.3, CurrSamplesPerSec=12.5, MemAllocated=4.21GB, MaxMemAllocated=9.9GB';
  expect(deepspeed.read(line)).toMatchObject({ step: 10, durationNs: 80e6 });
  expect(deepspeed.isOfSample).toBe(true);
  expect(
    read(['Train epoch time: 1234.567 ms, per step time: 12.345 ms', 'epoch time: 1300.0 ms, per step time: 13 ms']),
  ).toEqual([
    [1, 12.345, undefined, undefined],
    [2, 13, undefined, undefined],
  ]);
  const rich = 'Epoch 2/9 ━━━━━━━━━━━━━━━━━━━━ 12/100 0:00:10 • 0:01:10 0.50it/s v_num: 0.000';
  expect(read([rich])).toEqual([[212, 2000, undefined, undefined]]);
});

describe('forms that sources and public logs have', () => {
  test('DeepSpeed’s pipelines with more losses than one, and rates that are told by their exponent', () => {
    expect(
      read(['steps: 30 loss: 1.2345 lm_loss: 1.1 moe_loss: 0.1 iter time (s): 0.520 samples/sec: 61.538']),
    ).toEqual([[30, 520, undefined, undefined]]);
    expect(read(['step:    31 /  5000 loss: 1.2 iter time (s): 0.5 samples/sec: 64 eta: 1h'])).toEqual([
      [31, 500, undefined, undefined],
    ]);
    const line = (rate: string) =>
      `[timer.py:260:stop] epoch=0/micro_step=4/global_step=4, RunningAvgSamplesPerSec=1e-02, CurrSamplesPerSec=${rate}, MemAllocated=1GB`;
    expect(read([line('8e-02')])).toEqual([[4, 12_500, undefined, undefined]]);
  });

  test('a bar behind the name that torchrun gives a rank', () => {
    expect(read(['[rank3]:   2%|▏         | 12/500 [00:10<07:10,  1.25it/s]'])).toEqual([[12, 800, 3, undefined]]);
    expect(read(['[default0]:  2%|▏         | 12/500 [00:10<07:10, 132.00s/it]{"loss": 2}'])).toEqual([
      [12, 132_000, undefined, undefined],
    ]);
    expect(read(['Map: 2%|▏         | 12/500 [00:10<07:10,  1.25it/s]'])).toEqual([]);
  });

  test('Lightning: an epoch that is said to be shorter than the ones before, and one without an end', () => {
    expect(
      read([
        'Epoch 0:   2%|▏         | 3744/150000 [3:12:36<125:24:04,  0.32it/s, v_num=35a4, ...]           ',
        'Epoch 1:   0%|          | 0/146256 [00:00<?, ?it/s, v_num=35a4, ...]',
        'Epoch 1:   0%|          | 7/146256 [00:10<01:10,  0.50it/s, v_num=35a4, ...]',
      ]).map(([step]) => step),
    ).toEqual([3744, 150_007]);
    expect(
      read([
        'Epoch 0: |          | 1/? [00:01<00:00,  1.00it/s, v_num=0]',
        'Epoch 0: |          | 43/? [00:26<00:00,  2.00it/s, v_num=0]',
        'Epoch 1: |          | 1/? [00:01<00:00,  2.00it/s, v_num=0]',
        'Epoch 1: |          | 2/? [00:01<00:00,  4.00it/s, v_num=0]',
        'Epoch 0: |          | 1/? [00:01<00:00,  4.00it/s, v_num=0]',
      ]).map(([step, ms]) => [step, ms]),
    ).toEqual([
      [1, 1000],
      [43, 500],
      [44, 500],
      [45, 250],
      [1, 250],
    ]);
  });

  test('MindFormers without an epoch, and padded; MindYOLO', () => {
    expect(
      read([
        '{ step:[   10/ 1000], loss:  10.628123, per_step_time:    444ms, lr: 1.000000e-05, grad_norm:   1.200000 }',
        '{ step:[   11/ 1000], loss: N/A (non-last PP stage, refer to last stage for real loss), per_step_time:    450ms }',
      ]),
    ).toEqual([
      [10, 444, undefined, undefined],
      [11, 450, undefined, undefined],
    ]);
    expect(
      read(['2024-12-25 09:59:48,241 [INFO] Epoch 2/200, Step 200/3995, step time: 654.40 ms'], 'mindspore'),
    ).toEqual([[4195, 654.4, undefined, 0]]);
  });
});

test('times that are none are counted', () => {
  const reader = new LogLines();
  const line = (ms: string) => ` iteration 1/ 10 | elapsed time per iteration (ms): ${ms} |`;
  expect(reader.read(line('1.2.3'))).toBeUndefined();
  expect(reader.read(line('nan'))).toBeUndefined();
  expect(reader.damagedCount).toBe(1);
});

test('lines made to be slow cost nothing, and escape sequences are no text', () => {
  const patterns = Object.values(logPresets).flatMap((own) => own.patterns);
  const hints = patterns.map(({ hint }) => hint).join(' ');
  const hostile = [
    ' iteration 1/1 |'.repeat(4000),
    ' iteration'.padEnd(60_000, ' '),
    `Epoch 1/1 ${'━'.repeat(60_000)}`,
    `${'Epoch:[1/1], step:[1/1],'.repeat(2500)}`,
    `1%|${'|'.repeat(60_000)}`,
    `${'\u001b]'.repeat(20_000)}`,
    `${'\u001b['.repeat(20_000)}`,
  ].map((line) => `${hints} ${line} ${hints}`);
  const start = performance.now();
  for (let again = 0; again < 20; again++) expect(read(hostile)).toEqual([]);
  // 140 lines through ten patterns each; where one of them goes back and forth it is minutes.
  expect(performance.now() - start).toBeLessThan(5_000);
  const coloured =
    '\u001b]0;title\u0007\u001b[32m iteration\u001b[0m        5/     100 | elapsed time per iteration (ms): \u001b[1;31m444.2\u001b[0m |';
  expect(read([coloured])).toEqual([[5, 444.2, undefined, undefined]]);
});

test('the rank of a file by its name', () => {
  expect(['a/rank_3.log', 'rank12/train.log', 'rank1/rank-2.csv', 'a/frank.log', 'a/3.log'].map(rankOfName)).toEqual([
    ...[3, 12, 2, undefined, undefined],
  ]);
  const others = ['msrun_log/worker_7.log', 'log/rank_5/info.log', 'logs/x1/attempt_0/11/stderr.log', 'coworker_3.log'];
  expect(others.map(rankOfName)).toEqual([7, 5, 11, undefined]);
});
