import { describe, expect, test } from 'vitest';
import { endNsOf } from '../../../../../src-worker/index/columns/indexSlices';
import { pathLane } from '../../../../../src-worker/model/dependencies/pathLane';
import type { DumpContext } from '../../../../../src-worker/model/dumpContext';
import { FIRST_MADE_ID } from '../../../../../src-worker/model/madeLanes';
import { RankView } from '../../../../../src-worker/query/rankView';
import { querySearch } from '../../../../../src-worker/query/search';
import { querySlice } from '../../../../../src-worker/query/slice/sliceDetails';
import { sliceAtSource } from '../../../../../src-worker/query/slice/sliceSource';
import { drawTrace } from '../../../../fixtures/drawnTrace';
import { openContext, sharedContext } from '../../../../fixtures/dumpContext';
import { dumpPath, hasDumps } from '../../../../fixtures/dumps';
import { temporaryFile } from '../../../../fixtures/indexed';

/** One column is 1 µs. B waits for its launch, C for B. */
const picture = `
  Python / Thread 1           : [op a  ][op b      ]
  CANN / Thread 1             :    [la]       [lb]
  Ascend Hardware / Stream 2  :        [A ]       [B            ][C  ]
`;
const arrows = [
  { cat: 'HostToDevice', from: 'la', to: 'A' },
  { cat: 'HostToDevice', from: 'lb', to: 'B' },
];

async function shown(dump: DumpContext, firstId = FIRST_MADE_ID) {
  const made = await pathLane(dump, { rank: 0 }, firstId);
  const view = made && (await dump.timeline(made.rank));
  if (!made || !view) throw new Error('no path');
  // As threads have it: the same index, with one part more.
  const own = new RankView(view.rank, view.label, view.generation, view.indexes, view.offsetNs);
  const before = own.sliceCount;
  own.append(made.part.index);
  return {
    made,
    view: own,
    before,
    stretches: Array.from({ length: own.sliceCount - before }, (_, at) => before + at),
  };
}

describe('the critical path as a lane', () => {
  test('of a drawn step: its stretches, by what they are, each with the slice that it is of', async () => {
    const dump = await openContext(temporaryFile('trace_view.json', drawTrace(picture, { arrows })));
    const { view, stretches } = await shown(dump);
    const first = view.summary(stretches[0]).startNs;
    const details = await Promise.all(stretches.map((slice) => querySlice(view, slice)));
    const plain = details.map((own) => [
      own.name,
      own.onPath?.component,
      (own.startNs - first) / 1000,
      own.durationNs / 1000,
      own.standsFor && view.summary(own.standsFor.slice).name,
    ]);
    // The step begins with A, at 7, while op a goes on; B is launched at 14, waits until 17 + 1, then it and C run.
    expect(plain.at(-2)).toEqual(['B', 'compute', 11, 15, 'B']);
    expect(plain.at(-1)).toEqual(['C', 'compute', 26, 5, 'C']);
    expect(plain[0].slice(0, 3)).toEqual(['op a', 'host', 0]);
    expect(details.reduce((sum, { durationNs }) => sum + durationNs, 0)).toBe(31_000);
    for (const { standsFor } of details) expect(standsFor?.generation).toBe(view.generation);
  });

  test('it is not found by name, nor among the lanes of the model; two of them have ids of their own', async () => {
    const dump = await openContext(temporaryFile('trace_view.json', drawTrace(picture, { arrows })));
    const { view, before, stretches, made } = await shown(dump);
    const query = { dump: 'any' as never, text: 'B', maxResults: 9 };
    expect(querySearch(new Map([[0, view]]), query).slices.map(({ name }) => name)).toEqual(['op b', 'lb', 'B']);
    const second = await pathLane(dump, { rank: 0 }, 1);
    if (!second) throw new Error('no path');
    view.append(second.part.index);
    expect(view.parts.length).toBe(view.indexes.length);
    const ids = [made, second].map(({ part }) => part.lanes[0].localId);
    expect(new Set(ids).size).toBe(2);
    // What was numbered before keeps its number, and comes again by what it was made of.
    const source = (await querySlice(view, stretches[1])).source;
    expect(sliceAtSource(view, source)).toBe(stretches[1]);
    expect(view.summary(stretches[1]).lane).not.toBe(view.summary(before + stretches.length).lane);
  });

  test('a rank that is not there has none', async () => {
    const dump = await openContext(temporaryFile('trace_view.json', drawTrace(picture, { arrows })));
    expect(await pathLane(dump, { rank: 7 }, 0)).toBeUndefined();
  });

  test.skipIf(!hasDumps)('of text_level1_2ranks sums to the step, without a gap', async () => {
    const { made } = await shown(await sharedContext(dumpPath('ascend/text_level1_2ranks')));
    const { slices, startNs, endNs } = made.part.index;
    let sumNs = 0;
    let atNs = startNs;
    for (let slice = 0; slice < slices.startNs.length; slice++) {
      expect(slices.startNs[slice]).toBe(atNs);
      atNs = endNsOf(slices, slice);
      sumNs += atNs - slices.startNs[slice];
    }
    expect(atNs).toBe(endNs);
    // Computing, Not Overlapped and Free of step_trace_time.csv: 8873.756 + 101963.203 + 25744.050 µs.
    expect(Math.abs(sumNs - 136_581_009)).toBeLessThan(1000);
    expect(slices.startNs.length).toBeGreaterThan(100);
  });
});
