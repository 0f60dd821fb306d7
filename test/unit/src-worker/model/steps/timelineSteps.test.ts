import { expect, test } from 'vitest';
import { placeInSteps, stepText, timelineSteps } from '../../../../../src-worker/model/steps/timelineSteps';
import { type DrawnOptions, drawTrace } from '../../../../fixtures/drawnTrace';
import { indexText, listSlices } from '../../../../fixtures/indexed';

async function stepsOf(picture: string, options?: DrawnOptions) {
  const indexed = await indexText(drawTrace(picture, options));
  const own = timelineSteps(indexed.view);
  const { index } = indexed.view;
  const placeOf = (name: string) => {
    const slice = listSlices(indexed).find((listed) => listed.name === name)?.slice ?? -1;
    return stepText(placeInSteps(own, index.slices.startNs[slice]));
  };
  return { own, placeOf };
}

test('the host is ahead: a kernel belongs to the step that launched it, and what starts between two is in the gap', async () => {
  const { own, placeOf } = await stepsOf(
    `
    Python / Thread 1          : [ProfilerStep#10 ]  [ProfilerStep#11 ]
    Python / Thread 1          :   [op a] [op b]        [op c]
    Ascend Hardware / Stream 2 :  [P]      [A]   [B] [Q]      [C]     [R]
  `,
    {
      arrows: [
        { cat: 'async_npu', from: 'op a', to: 'A' },
        { cat: 'async_npu', from: 'op b', to: 'B' },
        { cat: 'async_npu', from: 'op c', to: 'C' },
      ],
    },
  );
  expect(own.from).toBe('host');
  // Step 10: from the start of A to the end of B, which is after the host's; step 11 from the start of C.
  expect(own.steps.map(({ number, startNs, endNs }) => [number, startNs / 1000, endNs / 1000])).toEqual([
    [10, 10, 19],
    [11, 29, 38],
  ]);
  expect(['P', 'A', 'B', 'Q', 'C', 'R'].map(placeOf)).toEqual(['–10', '10', '10', '10–11', '11', '11']);
});

test('marks on the device win over the marks of the host; several streams make one step', async () => {
  const { own, placeOf } = await stepsOf(
    `
    python / thread 1 : [ProfilerStep#1]  [ProfilerStep#2]
    GPU 0 / stream 7  :      [s1        ]        [s2     ]
    GPU 0 / stream 7  :      [a] [b]         [g]   [c]        [z]
    GPU 0 / stream 8  :          [s1b      ]
  `,
    {
      categories: { GPU: 'kernel' },
      events: {
        s1: { cat: 'gpu_user_annotation', name: 'ProfilerStep#1' },
        s1b: { cat: 'gpu_user_annotation', name: 'ProfilerStep#1' },
        s2: { cat: 'gpu_user_annotation', name: 'ProfilerStep#2' },
      },
    },
  );
  expect(own.from).toBe('device');
  expect(own.steps.map(({ number, startNs, hostStartNs }) => [number, startNs / 1000, hostStartNs / 1000])).toEqual([
    [1, 5, 0],
    [2, 25, 18],
  ]);
  expect(['a', 'b', 'g', 'c', 'z'].map(placeOf)).toEqual(['1', '1', '1–2', '2', '2–']);
});

test('a mark on the device that ends too early is not the step’s end: other threads launch within the host’s step as well', async () => {
  const { own, placeOf } = await stepsOf(
    `
    python / thread 1 : [ProfilerStep#1         ] [ProfilerStep#2 ]
    python / thread 1 :  [op a]                    [op b]
    python / thread 2 :           [op z]  [op y]
    GPU 0 / stream 7  :    [s1 ]                     [s2  ]
    GPU 0 / stream 7  :    [a ]     [z]               [b]
    GPU 0 / stream 8  :                             [y              ]
  `,
    {
      categories: { GPU: 'kernel' },
      events: {
        s1: { cat: 'gpu_user_annotation', name: 'ProfilerStep#1' },
        s2: { cat: 'gpu_user_annotation', name: 'ProfilerStep#2' },
      },
      arrows: ['a', 'b', 'y', 'z'].map((to) => ({ cat: 'ac2g', from: `op ${to}`, to })),
    },
  );
  // Of step 1 up to the begin of step 2: y, which starts before it, has no end of its own there.
  expect(own.steps.map(({ startNs, endNs }) => [startNs / 1000, Math.round(endNs / 1000)])).toEqual([
    [3, 29],
    [29, 35],
  ]);
  expect(['a', 'z', 'b'].map(placeOf)).toEqual(['1', '1', '2']);
});

test('without marks the whole recording is one step, without a number', async () => {
  const { own, placeOf } = await stepsOf(`
    Python / Thread 1          : [op a]
    Ascend Hardware / Stream 2 :    [A]  [B]
  `);
  expect(own).toMatchObject({ from: 'none', steps: [{ number: Number.NaN }] });
  expect([placeOf('A'), placeOf('B')]).toEqual(['', '']);
});

test('a step that launched nothing keeps the times of the host, and steps never overlap on the device', async () => {
  const { own } = await stepsOf(
    `
    Python / Thread 1          : [ProfilerStep#1][ProfilerStep#2][ProfilerStep#3]
    Python / Thread 1          :   [op a]                           [op c]
    Ascend Hardware / Stream 2 :          [A                                        ] [C]
  `,
    {
      arrows: [
        { cat: 'async_npu', from: 'op a', to: 'A' },
        { cat: 'async_npu', from: 'op c', to: 'C' },
      ],
    },
  );
  const spans = own.steps.map(({ startNs, endNs }) => [startNs / 1000, endNs / 1000]);
  expect(spans).toEqual([
    [9, 16],
    [16, 32],
    [53, 56],
  ]);
});
