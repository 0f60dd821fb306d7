import { expect, test } from 'vitest';
import { jobGraph } from '../../../../../src-worker/model/dependencies/jobGraph';
import { likePeers } from '../../../../../src-worker/model/dependencies/likePeers';
import { whatIf } from '../../../../../src-worker/model/dependencies/predict';
import { durations } from '../../../../../src-worker/model/dependencies/replay';
import { whatIfChoices } from '../../../../../src-worker/model/dependencies/totals';
import { openContext, sharedContext } from '../../../../fixtures/dumpContext';
import { dumpPath, hasDumps } from '../../../../fixtures/dumps';
import { sharedJob } from '../../../../fixtures/sharedJob';

const path = 'ascend/text_level1_2ranks';

test.skipIf(!hasDumps)(
  'no kernel takes longer than the peers’ same call, and none of another rank changes',
  async () => {
    const dump = await sharedContext(dumpPath(path));
    const graph = await jobGraph(dump);
    if (!graph) throw new Error('no graph');
    const before = durations(graph);
    const after = durations(graph);
    const count = await likePeers(dump, graph, 0, after);
    // 187 kernels on each of two ranks, of the same names; with one peer the median is that one’s call.
    expect(count).toBeGreaterThan(150);
    let [shorter, savedNs] = [0, 0];
    for (const [node, ns] of before.entries()) {
      expect(after[node]).toBeLessThanOrEqual(ns);
      if (after[node] === ns) continue;
      expect(graph.ranks[graph.rank[node]].number).toBe(0);
      shorter++;
      savedNs += ns - after[node];
    }
    expect(shorter).toBeGreaterThan(20);
    const found = await whatIf(dump, [{ kind: 'like-peers', rank: 0 }]);
    expect(found?.changedCount).toBe(count);
    // A step is no shorter than by all that was saved.
    expect((found?.stepNs ?? Number.NaN) - (found?.predictedNs ?? 0)).toBeLessThanOrEqual(savedNs);
    expect(found?.predictedNs).toBeLessThanOrEqual(found?.stepNs ?? 0);
    expect(await likePeers(dump, graph, 7, after)).toBe(0);
  },
);

test.skipIf(!hasDumps)('a link that nothing in the graph is known to go over is no choice', async () => {
  const dump = await sharedContext(dumpPath(path));
  const graph = await jobGraph(dump);
  const choices = graph && (await whatIfChoices(dump, graph));
  // Six of rank 0's seven links lead to ranks that were not recorded, and the files do not name the members of the group.
  expect(choices?.links).toEqual([]);
});

test('a link with 0.3 of its bandwidth is the first choice, and the step is shorter at the others’', async () => {
  const faults = [{ kind: 'slow-link', between: [0, 1], factor: 0.3 } as const];
  const { folder } = await sharedJob({ ranks: 4, steps: 2, eventsPerRank: 20_000, seed: 5, faults });
  const dump = await openContext(folder);
  const graph = await jobGraph(dump);
  const [first] = (graph && (await whatIfChoices(dump, graph)))?.links ?? [];
  expect([first.source, first.target].sort()).toEqual([0, 1]);
  const factor = first.bandwidthGBps / first.usualGBps;
  expect(factor).toBeCloseTo(0.3, 2);
  const found = await whatIf(dump, [{ kind: 'link', source: first.source, target: first.target, factor }]);
  expect(found?.changedCount).toBeGreaterThan(0);
  expect(found?.predictedNs).toBeLessThan(found?.stepNs ?? 0);
});
