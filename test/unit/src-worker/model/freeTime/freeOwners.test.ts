import { expect, test } from 'vitest';
import { type FreeOwners, freeAndHeld, freeOwners } from '../../../../../src-worker/model/freeTime/freeOwners';
import { drawTrace } from '../../../../fixtures/drawnTrace';
import { dumpPath, hasDumps } from '../../../../fixtures/dumps';
import { indexFiles, indexText } from '../../../../fixtures/indexed';

/** Of each owner in µs. */
async function partsOf(trace: string): Promise<Record<string, number> & { total?: number }> {
  const { view } = await indexText(trace);
  return microseconds(freeOwners(view));
}

function microseconds(found: FreeOwners | undefined): Record<string, number> {
  return Object.fromEntries((found?.parts ?? []).map(({ owner, ns }) => [owner, ns / 1000]));
}

const arrows = [{ cat: 'HostToDevice', from: 'launch', to: 'MatMul' }];

test('each µs goes to what the launching thread did; from the call on the launch is under way', async () => {
  // Device idle from 10 to 40: 5 compiling, 4 in an op around it, 10 in Python, 5 nothing, 6 after the call.
  const picture = `
    Python / Thread 1           :      [frame          ]
    CANN / Thread 2             :                      [AscendCL@opCompile ][launch ]
    Ascend Hardware / Stream 2  : [Add     ]                                     [MatMul ]
    Overlap Analysis / Computing: [Computing]                                     [Computing ]
    Overlap Analysis / Free     :           [Free                               ]
  `;
  const { view } = await indexText(
    drawTrace(picture, { arrows, events: { frame: { cat: 'python_function' } }, categories: { CANN: '' } }),
  );
  const found = freeOwners(view);
  const total = (found?.parts ?? []).reduce((sum, { ns }) => sum + ns, 0);
  expect(total).toBe(found?.freeNs);
  const parts = microseconds(found);
  // The arrow leaves at the launch's begin.
  expect(parts.compile).toBe('[AscendCL@opCompile ]'.length);
  expect(Object.keys(parts)).toContain('launch');
  expect(parts.launch).toBeLessThan('[launch ]'.length);
  expect(Object.keys(parts).sort()).toEqual(['compile', 'launch', 'unrecorded']);
});

test('calls of CANN are within what Python does on their thread, whichever lane the file tells of first', async () => {
  const parts = await partsOf(
    drawTrace(
      `
    CANN / Thread 1             :              [AscendCL@opCompile ][launch]
    Python / Thread 1           :            [frame                           ]
    Ascend Hardware / Stream 2  : [Add     ]                               [MatMul ]
    Overlap Analysis / Computing: [Computing]                               [Computing ]
    Overlap Analysis / Free     :            [Free                         ]
  `,
      { arrows, events: { frame: { cat: 'python_function' } }, categories: { CANN: '' } },
    ),
  );
  expect(parts.compile).toBe('[AscendCL@opCompile ]'.length);
});

test('the mark of a step tells nothing of what its thread did', async () => {
  const picture = `
    Python / Thread 1           : [ProfilerStep#7                            ]
    CANN / Thread 1             :   [first]             [aten::mm]    [launch]
    Ascend Hardware / Stream 2  :           [Add     ]                  [MatMul  ]
    Overlap Analysis / Computing:           [Compute ]                  [Compute ]
    Overlap Analysis / Free     :                     [Free            ]
  `;
  const both = [...arrows, { cat: 'HostToDevice', from: 'first', to: 'Add' }];
  const parts = await partsOf(drawTrace(picture, { arrows: both, categories: { CANN: '' } }));
  // Idle from 20 to 38: 2 within the mark alone, 10 in the op, 4 within the mark again, and 2 from the launch on.
  expect(parts).toEqual({ op: 10, unrecorded: 6, launch: 2 });
});

test('garbage collection stops all other threads', async () => {
  const parts = await partsOf(
    drawTrace(
      `
    Python GC / GC              :                [GC      ]
    CANN / Thread 2             :           [AscendCL@opCompile      ][launch]
    Ascend Hardware / Stream 2  : [Add     ]                               [MatMul ]
    Overlap Analysis / Computing: [Computing]                               [Computing ]
    Overlap Analysis / Free     :            [Free                         ]
  `,
      { arrows },
    ),
  );
  expect(parts['garbage-collection']).toBe('[GC      ]'.length);
  expect(parts.compile).toBe('[AscendCL@opCompile      ]'.length - '[GC      ]'.length - 1);
});

/** Columns of 10 ms; the device is free for 30 of them. */
async function quietIn(host: string, collector = '') {
  const lanes = [
    ['Python / Thread 2', host],
    ['Python GC / GC', collector],
    ['CANN / Thread 2', '[query]                                  [launch]'],
    ['Ascend Hardware / Stream 2', '[Add     ]                               [MatMul ]'],
    ['Overlap Analysis / Computing', '[Computing]                              [Computing ]'],
    ['Overlap Analysis / Free', '           [Free                        ]'],
  ];
  const picture = lanes.map(([name, row]) => `${name.padEnd(50)}: ${row}`).join('\n');
  const events = { frame: { cat: 'python_function' } };
  const { view } = await indexText(
    drawTrace(picture, { arrows, events, categories: { CANN: '' }, usPerColumn: 10_000 }),
  );
  return freeOwners(view)?.quiet;
}

test('a long gap in which the host hardly calls its runtime is quiet, what it was in is told', async () => {
  const quiet = await quietIn('           [frame                     ]');
  expect(quiet).toMatchObject({ count: 1, name: 'frame' });
  expect(quiet?.ns).toBe('[Free                        ]'.length * 10_000_000);
  expect(quiet?.longestNs).toBe(quiet?.ns);
});

test('it is not where calls are made, where the gap has an owner with a name, or collections are recorded', async () => {
  expect(await quietIn('           [DataLoader.__next__       ]')).toBeUndefined();
  expect(await quietIn('           [frame                     ]', '                  [GC]')).toBeUndefined();
  const calling = `
    Python / Thread 1           :            [frame                     ]
    CANN / Thread 2             :            [call]  [call]  [call]  [call][launch]
    Ascend Hardware / Stream 2  : [Add     ]                               [MatMul ]
    Overlap Analysis / Computing: [Computing]                              [Computing ]
    Overlap Analysis / Free     :            [Free                        ]
  `;
  const { view } = await indexText(drawTrace(calling, { arrows, categories: { CANN: '' }, usPerColumn: 10_000 }));
  expect(freeOwners(view)?.freeNs).toBeGreaterThan(200e6);
  expect(freeOwners(view)?.quiet).toBeUndefined();
});

/** µs held by each owner, at least and at most, of a rank whose collector runs while receives are in flight; next to nothing is Free. */
async function heldIn(receives: string): Promise<Record<string, readonly [number, number]>> {
  const lanes = [
    ['Python GC / GC', '           [GC              ]'],
    ['CANN / Thread 2', '                             [launch]'],
    ['Ascend Hardware / Stream 2', '[Add      ]                           [MatMul  ]'],
    ['Communication / Group 0 Communication', receives],
    ['Overlap Analysis / Computing', '[Computing]                           [Computing ]'],
    ['Overlap Analysis / Communication(Not Overlapped)', '           [Communication(NotOverlap)]'],
    ['Overlap Analysis / Free', '[F]'],
  ];
  const picture = lanes.map(([name, row]) => `${name.padEnd(50)}: ${row}`).join('\n');
  const { view } = await indexText(drawTrace(picture, { arrows, categories: { CANN: '' } }));
  const held = freeAndHeld(view)?.held ?? [];
  return Object.fromEntries(held.map(({ owner, ns, mostNs }) => [owner, [ns / 1000, mostNs / 1000]]));
}

test('a pause beside receives that the next kernel does not wait for holds the device up, though nothing is Free', async () => {
  const pause = '[GC              ]'.length;
  const held = await heldIn('           [receive                             ]');
  expect(held['garbage-collection']).toEqual([pause, pause]);
});

test('… at least behind the last receive that has ended, at most in full; nothing where the kernel waits for one', async () => {
  const one = await heldIn('           [first ][second                      ]');
  expect(one['garbage-collection']).toEqual([
    '[GC              ]'.length - '[first ]'.length,
    '[GC              ]'.length,
  ]);
  expect(await heldIn('           [first                    ][second ]')).toEqual({});
});

test('without a Free lane nothing is said', async () => {
  const { view } = await indexText(drawTrace('Python / Thread 1 : [op ]'));
  expect(freeOwners(view)).toBeUndefined();
});

test.skipIf(!hasDumps)('of a real rank the parts sum to Free, to the ns', async () => {
  const path = dumpPath('ascend/text_level1_2ranks/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json');
  const found = freeOwners((await indexFiles([path])).view);
  expect(found?.freeNs).toBe(25_744_050);
  expect(found?.parts.reduce((sum, { ns }) => sum + ns, 0)).toBe(25_744_050);
  expect(found?.unlinkedCount).toBe(0);
});

test('the longest gaps of an owner, the one with the longest stretch first', async () => {
  const picture = `
    Overlap Analysis / Computing: [x]       [x]    [x]              [x]  [x]   [x]        [x]
    Overlap Analysis / Free     :    [Free ]   [F ]   [Free        ]   []   [F]   [Free  ]
  `;
  const { view } = await indexText(drawTrace(picture, { categories: { Overlap: '' } }));
  const [own] = freeOwners(view)?.parts ?? [];
  expect(own.owner).toBe('unrecorded');
  expect(own.gaps.map(({ startNs, endNs }) => (endNs - startNs) / 1000)).toEqual([14, 8, 7, 4, 3]);
  expect(own.gaps[0]).toBe(own.gap);
});
