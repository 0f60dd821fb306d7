import { describe, expect, test } from 'vitest';
import type { LaneId, RankIndex } from '../../../../src-contract';
import { laneCopies } from '../../../../src-worker/model/laneCopies';
import { FIRST_MADE_ID } from '../../../../src-worker/model/madeLanes';
import { lanesOf } from '../../../../src-worker/query/laneSlices';
import { RankView } from '../../../../src-worker/query/rankView';
import { querySlice } from '../../../../src-worker/query/slice/sliceDetails';
import { drawTrace } from '../../../fixtures/drawnTrace';
import { openContext } from '../../../fixtures/dumpContext';
import { temporaryFile } from '../../../fixtures/indexed';

/** One column is 1 µs. */
const picture = `
  Python / Thread 1           : [op a     ][op b            ]
  Python / Thread 1           :  [in a]      [in b]
  Ascend Hardware / Stream 2  :    [A  ]        [B    ] [C  ]
  Ascend Hardware / Stream 3  : [D]
`;
const US = 1000;

async function copied(fromUs: number, toUs: number, byUs: number) {
  const dump = await openContext(temporaryFile('trace_view.json', drawTrace(picture)));
  const view = await dump.timeline(0);
  if (!view) throw new Error('no timeline');
  const rank = 0 as RankIndex;
  const lanes = lanesOf(view)
    .filter(({ name }) => !/Computing|Communication|Free/.test(name))
    .map(({ position }) => view.laneId(position));
  const first = view.summary(0).startNs;
  const startNs = Math.min(
    ...Array.from({ length: view.sliceCount }, (_, slice) => view.summary(slice).startNs),
    first,
  );
  const span = { startNs: startNs + fromUs * US, endNs: startNs + toUs * US, byNs: byUs * US };
  const made = await laneCopies(dump, { rank, step: 1, lanes, ...span }, FIRST_MADE_ID);
  if (!made) return undefined;
  const own = new RankView(view.rank, view.label, view.generation, view.indexes, view.offsetNs);
  const before = own.sliceCount;
  own.append(made.part.index);
  const details = [];
  for (let slice = before; slice < own.sliceCount; slice++) details.push(await querySlice(own, slice));
  return { made, view: own, details, lanes };
}

describe('slices of lanes once more at another time', () => {
  test('each in a lane of the same name, a row of the same number, as long as before, and with the slice that it is of', async () => {
    const found = await copied(10, 60, -10);
    expect(found?.made.of).toHaveLength(2);
    const { view, details } = found ?? { view: undefined, details: [] };
    expect(details.map(({ name }) => name).sort()).toEqual(['B', 'C', 'in b', 'op b']);
    for (const own of details) {
      if (!own.standsFor || !view) throw new Error(`${own.name} is of nothing`);
      const of = view.summary(own.standsFor.slice);
      expect(of.name).toBe(own.name);
      expect(own.startNs - of.startNs).toBe(-10 * US);
      expect(own.durationNs).toBe(of.durationNs);
      expect(own.row).toBe(of.row);
      expect(own.laneName).toBe((await querySlice(view, own.standsFor.slice)).laneName);
      expect(own.onPath).toBeUndefined();
    }
  });

  test('lanes of which nothing begins there are left out, and nothing is made of none', async () => {
    const found = await copied(0, 3, 100);
    expect(found?.details.map(({ name }) => name).sort()).toEqual(['D', 'in a', 'op a']);
    expect(await copied(500, 600, 100)).toBeUndefined();
  });

  test('of a lane or a rank that is not there nothing', async () => {
    const dump = await openContext(temporaryFile('trace_view.json', drawTrace(picture)));
    const question = { step: 1, lanes: [77_777 as LaneId], startNs: -1e9, endNs: 1e9, byNs: 0 };
    expect(await laneCopies(dump, { rank: 0 as RankIndex, ...question }, FIRST_MADE_ID)).toBeUndefined();
    expect(await laneCopies(dump, { rank: 9 as RankIndex, ...question }, FIRST_MADE_ID)).toBeUndefined();
  });
});
