import { expect, test } from 'vitest';
import { computingBesideHost } from '../../../../src-worker/model/besideHost';
import { drawTrace } from '../../../fixtures/drawnTrace';
import { sharedContext } from '../../../fixtures/dumpContext';
import { dumpPath, hasDumps } from '../../../fixtures/dumps';
import { indexText } from '../../../fixtures/indexed';

const options = { events: { frame: { cat: 'python_function' } }, categories: { CANN: '', Overlap: '' } };

test('computing while the host is in an op or a call counts once; waiting, frames and marks of steps do not', async () => {
  const picture = `
    Python / Thread 1           : [ProfilerStep#7                                              ]
    Python / Thread 1           :  [frame                                                     ]
    Python / Thread 1           :     [aten::mm ]          [aten::item         ]  [aten::add]
    CANN / Thread 1             :       [aclnnMatmul]
    CANN / Thread 1             :                            [aclrtSynchronizeStream]
    Ascend Hardware / Stream 2  :         [MatMul                                     ]
    Overlap Analysis / Computing:         [Computing                                  ]
  `;
  const { view } = await indexText(drawTrace(picture, options));
  // From the kernel’s begin to the end of the call that began before it, and from the last op’s begin to the kernel’s end.
  const [call, kernel, add] = ['[aclnnMatmul]', '[MatMul ', '[aten::add]'].map((text) => {
    const line = picture.split('\n').find((own) => own.includes(text)) ?? '';
    return line.indexOf(text);
  });
  const toNs = (columns: number) => columns * 1000;
  const kernelEnd = kernel + '[MatMul                                     ]'.length;
  const expected = toNs(call + '[aclnnMatmul]'.length - kernel) + toNs(kernelEnd - add);
  expect(computingBesideHost(view)).toBe(expected);
});

test('rows of a thread, each with work where there was none above, and threads at the same time: their union, whatever the rows before left', async () => {
  const picture = `
    Python / Thread 1           : [aten::mm] [frame                    ]  [frame        ]
    Python / Thread 1           :              [aten::add] [frame     ]    [aten::bmm]
    Python / Thread 1           :                            [aten::mul]
    Python / Thread 2           :     [aten::sum                      ]                   [aten::max]
    Ascend Hardware / Stream 2  : [MatMul                                                                    ]
    Overlap Analysis / Computing: [Computing                                                                 ]
  `;
  const { view } = await indexText(drawTrace(picture, options));
  const worked = new Set<number>();
  for (const line of picture.split('\n'))
    for (const { index, 0: drawn } of line.matchAll(/\[aten::[^\]]*\]/g))
      for (let at = index; at < index + drawn.length; at++) worked.add(at);
  expect(computingBesideHost(view)).toBe(worked.size * 1000);
});

test('what Kineto tells of itself is no work of the host', async () => {
  const picture = `
    Spans / PyTorch Profiler    : [PyTorch Profiler (0)                        ]
    Overhead / Thread -1        :                  [Activity Buffer Request ]
    Python / Thread 1           :     [aten::mm]
    Ascend Hardware / Stream 2  :       [MatMul                              ]
    Overlap Analysis / Computing:       [Computing                           ]
  `;
  const events = { 'PyTorch Profiler (0)': { cat: 'Trace' }, 'Activity Buffer Request': { cat: 'overhead' } };
  const { view } = await indexText(drawTrace(picture, { ...options, events: { ...options.events, ...events } }));
  expect(computingBesideHost(view)).toBe(1000 * '[mm]    '.length);
});

test.skipIf(!hasDumps)(
  'of a GPU’s trace, whose recording is a slice of its own, as a script of its own counts it',
  async () => {
    const dump = await sharedContext(dumpPath('kineto', 'h100_transformer'));
    const [rank] = dump.ranks;
    const view = await dump.timeline(rank.index);
    // 0.391 ms of computing, 2.503 of the steps: 0.10187774670395526.
    expect(view && computingBesideHost(view)).toBe(255_000);
  },
);

test('nothing is told where the host or the device is not recorded', async () => {
  const device = `
    Ascend Hardware / Stream 2  :  [MatMul]
    Overlap Analysis / Computing:  [Computing]
  `;
  expect(computingBesideHost((await indexText(drawTrace(device, options))).view)).toBeUndefined();
  const host = `
    Python / Thread 1           :  [aten::mm]
  `;
  expect(computingBesideHost((await indexText(drawTrace(host, options))).view)).toBeUndefined();
});
