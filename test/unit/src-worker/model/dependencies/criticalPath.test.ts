import { describe, expect, test } from 'vitest';
import { pathOfStep, stepPath } from '../../../../../src-worker/model/dependencies/pathOfStep';
import { drawTrace } from '../../../../fixtures/drawnTrace';
import { openContext, sharedContext } from '../../../../fixtures/dumpContext';
import { dumpPath, hasDumps } from '../../../../fixtures/dumps';
import { temporaryFile } from '../../../../fixtures/indexed';

/** One column is 1 µs. The device waits for the launch of B; the collective waits for B, and D for the collective. */
const picture = `
  Python / Thread 1           : [op a  ][op b      ][op c ]
  CANN / Thread 1             :    [la]       [lb]    [lc]
  Ascend Hardware / Stream 2  :        [A ]       [B            ]             [D ]
  HCCL / Group 0 Communication:                                  [hcom_all   ]
`;
const arrows = [
  { cat: 'HostToDevice', from: 'la', to: 'A' },
  { cat: 'HostToDevice', from: 'lb', to: 'B' },
  { cat: 'HostToDevice', from: 'lc', to: 'hcom_all' },
];

describe('critical path', () => {
  test('of a drawn step, by hand', async () => {
    const dump = await openContext(temporaryFile('trace_view.json', drawTrace(picture, { arrows })));
    const found = await stepPath(dump, {});
    const pieces = found?.pieces.map(({ component, name, startNs, endNs }) => [
      component,
      name,
      (endNs - startNs) / 1000,
    ]);
    expect(pieces).toEqual([
      // From the first task of the device, at 7.
      ['host', 'op a', 1],
      ['host', 'op b', 6],
      ['launch', 'B', 4],
      ['compute', 'B', 15],
      ['moving', 'hcom_all', 13],
      ['compute', 'D', 4],
    ]);
    const path = await pathOfStep(dump, {});
    expect(path).toMatchObject({ rank: 0, step: undefined, ranksJoined: 1, ranks: [{ rank: 0, ns: 43_000 }] });
    expect(path?.components[0]).toEqual({ component: 'compute', ns: 19_000, share: 19 / 43 });
    expect(path?.ops.find(({ name }) => name === 'op b')?.longest).toMatchObject({ durationNs: 12_000 });
  });

  test('a step goes up to the next one, or, where that was not recorded, to the end of what it did', async () => {
    const recording = `
      Python / Thread 1           : [ProfilerStep#1 ][ProfilerStep#2 ]                    [ProfilerStep#10]
      Ascend Hardware / Stream 2  :  [A   ]           [B     ]                             [C       ]
    `;
    const dump = await openContext(temporaryFile('trace_view.json', drawTrace(recording)));
    const path = await pathOfStep(dump, {});
    expect(path?.steps).toEqual([
      { position: 0, number: 1, ns: 17_000 },
      { position: 1, number: 2, ns: 8_000 },
      { position: 2, number: 10, ns: 10_000 },
    ]);
    expect(path).toMatchObject({ position: 2, step: 10 });
  });

  test('a dump without tasks of a device has none', async () => {
    const host = drawTrace('Python / Thread 1 : [op a  ]');
    expect(await pathOfStep(await openContext(temporaryFile('trace_view.json', host)), {})).toBeUndefined();
  });

  test('a rank or a step that is not there has none', async () => {
    const dump = await openContext(temporaryFile('trace_view.json', drawTrace(picture, { arrows })));
    expect(await pathOfStep(dump, { rank: 7 })).toBeUndefined();
    expect(await pathOfStep(dump, { step: 1 })).toBeUndefined();
  });

  test.skipIf(!hasDumps)('of text_level1_2ranks goes through the ranks that were not profiled', async () => {
    const path = await pathOfStep(await sharedContext(dumpPath('ascend/text_level1_2ranks')), { rank: 0 });
    if (!path) throw new Error('no path');
    const sumNs = (parts: readonly { readonly ns: number }[]) => parts.reduce((sum, { ns }) => sum + ns, 0);
    // Computing, Not Overlapped and Free of step_trace_time.csv: 8873.756 + 101963.203 + 25744.050 µs.
    expect(Math.abs(path.endNs - path.startNs - 136_581_009)).toBeLessThan(1);
    for (const parts of [path.components, path.ranks, [...path.ops, ...path.others]])
      expect(Math.abs(sumNs(parts) - (path.endNs - path.startNs))).toBeLessThan(1000);
    // What is too little for a row of its own keeps its component and its rank.
    const all = [...path.ops, ...path.others];
    for (const { component, ns } of path.components)
      expect([component, sumNs(all.filter((own) => own.component === component))]).toEqual([component, ns]);
    for (const { rank, ns } of path.ranks) expect(sumNs(all.filter((own) => own.rank === rank))).toBeCloseTo(ns, 3);
    // Peer 5 comes after rank 1, the later one of the two, by 73.162 ms to the first allreduce and by 22.0 to the fourth
    // (analyses.md, 7), and by less to the others.
    const late = path.ops.filter(({ component }) => component === 'peer');
    expect(late.map(({ name, count }) => [name, count])).toEqual([['Rank 5', 4]]);
    expect(late[0].ns / 1e6).toBeGreaterThan(73.162 + 22.0);
    expect(late[0].ns / 1e6).toBeLessThan(73.162 + 22.0 + 1.1);
  });
});
