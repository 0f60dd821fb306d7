import { expect, test } from 'vitest';
import { kernelsOutsideSteps } from '../../../../../src-worker/model/steps/outsideSteps';
import { drawTrace } from '../../../../fixtures/drawnTrace';
import { indexText } from '../../../../fixtures/indexed';

/** P, Q, N and R are not launched in a step; Q runs within one, M is no kernel, L was launched between steps. */
async function outside(step: string) {
  const picture = `
    python / thread 1 : [${step}#10 ]          [${step}#11 ]
    python / thread 1 : [op a] [op b]       [op l]  [op c]
    GPU 0 / stream 7  :  [P] [M] [A] [Q] [B]  [N] [L]   [C]            [R ]
  `;
  const { view } = await indexText(
    drawTrace(picture, {
      categories: { GPU: 'kernel' },
      events: { M: { cat: 'gpu_memcpy' }, N: { name: 'ncclDevKernel_AllReduce_Sum_f32_RING_LL' } },
      arrows: ['a', 'b', 'c', 'l'].map((to) => ({ cat: 'ac2g', from: `op ${to}`, to: to.toUpperCase() })),
    }),
  );
  return kernelsOutsideSteps(view);
}

test('kernels without a recorded launch that run outside of all steps are counted, with the time they take', async () => {
  // A character is a µs: [P] and [N] have 3, [R ] has 4.
  expect(await outside('ProfilerStep')).toEqual({ count: 3, ns: 10_000 });
});

test('where no steps are marked nothing is outside of them', async () => {
  expect(await outside('OtherNames')).toBeUndefined();
});
