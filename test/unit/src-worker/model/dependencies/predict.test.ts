import { expect, test } from 'vitest';
import type { WhatIfChange } from '../../../../../src-contract';
import { whatIf } from '../../../../../src-worker/model/dependencies/predict';
import { drawTrace } from '../../../../fixtures/drawnTrace';
import { openContext } from '../../../../fixtures/dumpContext';
import { describeDumps, dumpPath } from '../../../../fixtures/dumps';
import { temporaryFile } from '../../../../fixtures/indexed';

/** K is of no step; the step's first kernel A waits for it, its last one Z for its own launch. One column is 1 µs. */
const picture = `
  Python / Thread 1           : [k][ProfilerStep#1                ]
  Python / Thread 1           :      [a]              [z]
  Ascend Hardware / Stream 2  :   [K         ][A     ]    [Z     ]
`;
const arrows = ['a', 'k', 'z'].map((name) => ({ cat: 'HostToDevice', from: name, to: name.toUpperCase() }));

async function predicted(...changes: readonly WhatIfChange[]) {
  const dump = await openContext(temporaryFile('trace_view.json', drawTrace(picture, { arrows })));
  const found = await whatIf(dump, changes);
  if (!found) throw new Error('no graph');
  expect(found.ranks).toMatchObject([{ stepNs: found.stepNs, predictedNs: found.predictedNs }]);
  return { stepUs: found.stepNs / 1000, predictedUs: found.predictedNs / 1000, count: found.changedCount };
}

const kernels = (name: string, factor: number): WhatIfChange => ({ kind: 'kernels', name, factor });
/** From A's begin to Z's end. */
const step = '[A     ]    [Z     ]'.length;

test('a faster kernel before the step lets its first one begin earlier: the step ends when it did, and is no longer', async () => {
  expect(await predicted(kernels('K', 0))).toEqual({ stepUs: step, predictedUs: step, count: 1 });
});

test('a slower one makes the first one begin later: with the same end the step is no shorter', async () => {
  expect(await predicted(kernels('K', 1.25))).toEqual({ stepUs: step, predictedUs: step, count: 1 });
});

test('a step is shorter or longer by what its end is', async () => {
  expect(await predicted(kernels('Z', 0.5))).toEqual({ stepUs: step, predictedUs: step - 4, count: 1 });
  expect(await predicted(kernels('Z', 2))).toEqual({ stepUs: step, predictedUs: step + 8, count: 1 });
  // Z does not wait for A.
  expect(await predicted(kernels('A', 0.5))).toEqual({ stepUs: step, predictedUs: step, count: 1 });
});

describeDumps('real dumps', () => {
  test('without the lateness of a rank that saw a later one, which was not recorded, that one is waited for all the same', async () => {
    const dump = await openContext(dumpPath('ascend/text_level1_2ranks'));
    // Rank 5 comes 73 ms after rank 1, which saw it: taking out rank 1's own lateness made rank 0's 136.6 ms 45.1.
    const found = await whatIf(dump, [{ kind: 'lateness', rank: 1 }]);
    expect(found?.changedCount).toBeGreaterThan(0);
    for (const { stepNs, predictedNs } of found?.ranks ?? []) expect(stepNs - predictedNs).toBeLessThan(6e6);
    const withoutPeer = await whatIf(dump, [{ kind: 'lateness', rank: 5 }]);
    for (const { stepNs, predictedNs } of withoutPeer?.ranks ?? []) expect(stepNs - predictedNs).toBeGreaterThan(70e6);
  });
});
