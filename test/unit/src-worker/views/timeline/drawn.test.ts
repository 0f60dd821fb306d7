import { expect, test } from 'vitest';
import type { SliceChain, SliceIndex, SliceRef } from '../../../../../src-contract';
import type { DumpContext } from '../../../../../src-worker/model/dumpContext';
import { answer } from '../../../../../src-worker/views/dumpTables';
import { drawTrace } from '../../../../fixtures/drawnTrace';
import { openContext } from '../../../../fixtures/dumpContext';
import { temporaryFile } from '../../../../fixtures/indexed';

async function sliceNamed(dump: DumpContext, name: string, nth = 0): Promise<SliceRef> {
  const view = (await dump.timeline(0))!;
  const { slices } = view.index;
  const found = Array.from(slices.name, (own, slice) => ({ own: view.nameText(own), slice })).filter(
    ({ own }) => own === name,
  );
  return { rank: view.rank, slice: found[nth]!.slice as SliceIndex, generation: view.generation };
}

async function chainOf(dump: DumpContext, name: string): Promise<string[]> {
  const chain = (await answer(dump, 'timeline.chain', { slice: await sliceNamed(dump, name) })) as SliceChain;
  expect(chain.isCut).toBe(false);
  return chain.items.map(
    ({ role, slice, laneName, category, delayNs }) =>
      `${role}: ${slice.name} on ${laneName}${category === undefined ? '' : ` by ${category}, ${delayNs! / 1000} µs`}`,
  );
}

const picture = `
  Python / Thread 1          : [train                 ]
  Python / Thread 1          :  [linear  ]   [other]
  Python / Thread 1          :   [mm  ]
  Python / Thread 2          :                           [backward  ]
  Python / Thread 2          :                            [mm_back]
  CANN / Thread 3            :     [launch]
  Ascend Hardware / Stream 2 :         [MatMul ]                 [Grad ]
`;
const arrows = [
  { cat: 'async_npu', from: 'mm', to: 'MatMul' },
  { cat: 'HostToDevice', from: 'launch', to: 'MatMul' },
  { cat: 'async_npu', from: 'mm_back', to: 'Grad' },
  { cat: 'fwdbwd', from: 'linear', to: 'backward' },
];

test('a kernel: from Python to the device, and on to its backward op and what that put on the device', async () => {
  const dump = await openContext(temporaryFile('trace_view.json', drawTrace(picture, { arrows })));
  expect(await chainOf(dump, 'MatMul')).toEqual([
    'around: train on Thread 1',
    'around: linear on Thread 1',
    'before: mm on Thread 1 by async_npu, 6 µs',
    'before: launch on Thread 3 by HostToDevice, 4 µs',
    'self: MatMul on Stream 2',
    'partner: backward on Thread 2 by fwdbwd, 25 µs',
    'partner-after: Grad on Stream 2 by async_npu, 7 µs',
  ]);
  expect(await chainOf(dump, 'Grad')).toEqual([
    'around: backward on Thread 2',
    'before: mm_back on Thread 2 by async_npu, 7 µs',
    'self: Grad on Stream 2',
    'partner: linear on Thread 1 by fwdbwd, 25 µs',
    'partner-after: MatMul on Stream 2 by async_npu, 6 µs',
  ]);
  // Of a call on the host: what calls within it put on the device.
  expect(await chainOf(dump, 'linear')).toEqual([
    'around: train on Thread 1',
    'self: linear on Thread 1',
    'after: MatMul on Stream 2 by async_npu, 6 µs',
    'partner: backward on Thread 2 by fwdbwd, 25 µs',
    'partner-after: Grad on Stream 2 by async_npu, 7 µs',
  ]);
});

test('a collective, its tasks on planes and streams, and back', async () => {
  const trace = drawTrace(
    `
      CANN / Thread 3                : [launch]
      Ascend Hardware / Stream 4     :    [wait] [sdma]    [late]
      HCCL / Group 0 Communication   :    [hcom_allReduce_]
      HCCL / Plane 0                 :    [Notify_Wait]
      HCCL / Plane 1                 :      [Memcpy]         [behind]
      HCCL / Group 1 Communication   :   [hcom_broadcast_  ]
      HCCL / Plane 2                 :    [elsewhere]
    `,
    {
      events: Object.fromEntries(
        ['launch', 'wait', 'sdma', 'hcom_allReduce_'].map((name) => [name, { args: { connection_id: 7 } }]),
      ),
      arrows: [{ cat: 'HostToDevice', from: 'launch', to: 'hcom_allReduce_' }],
    },
  ).replace('"late"', '"late","args":{"connection_id":8}');
  const dump = await openContext(temporaryFile('trace_view.json', trace));
  expect(await chainOf(dump, 'hcom_allReduce_')).toEqual([
    'before: launch on Thread 3 by HostToDevice, 3 µs',
    'self: hcom_allReduce_ on Group 0 Communication',
    'tasks: Notify_Wait on Plane 0',
    'tasks: wait on Stream 4',
    'tasks: Memcpy on Plane 1',
    'tasks: sdma on Stream 4',
  ]);
  for (const task of ['sdma', 'Memcpy'])
    expect(await chainOf(dump, task)).toEqual([
      'before: launch on Thread 3 by HostToDevice, 3 µs',
      `self: ${task} on ${task === 'sdma' ? 'Stream 4' : 'Plane 1'}`,
      'collective: hcom_allReduce_ on Group 0 Communication',
    ]);
  expect(await chainOf(dump, 'elsewhere')).toContain('collective: hcom_broadcast_ on Group 1 Communication');
  expect(await chainOf(dump, 'behind')).toEqual(['self: behind on Plane 1']);
});
