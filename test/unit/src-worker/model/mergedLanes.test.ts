import { describe, expect, test } from 'vitest';
import type { LaneId, LaneMergeKind, RankIndex } from '../../../../src-contract';
import { FIRST_MADE_ID } from '../../../../src-worker/model/madeLanes';
import { mergedLanes } from '../../../../src-worker/model/mergedLanes';
import { lanesOf } from '../../../../src-worker/query/laneSlices';
import { RankView } from '../../../../src-worker/query/rankView';
import { querySlice } from '../../../../src-worker/query/slice/sliceDetails';
import { drawTrace } from '../../../fixtures/drawnTrace';
import { openContext } from '../../../fixtures/dumpContext';
import { describeDumps, dumpPath } from '../../../fixtures/dumps';
import { temporaryFile } from '../../../fixtures/indexed';

/** One column is 1 µs. */
const picture = `
  Python / Thread 1           : [op a     ][op b            ]
  Python / Thread 1           :  [in a]      [in b]
  Ascend Hardware / Stream 2  :    [A  ]        [B    ] [C  ]
  Ascend Hardware / Stream 3  : [D]   [E   ]
  Ascend Hardware / Stream 4  :            [MEMCPY_ASYNC]
  Ascend Hardware / Stream 5  :            [hcom_allReduce__1]
`;

async function merged(path: string, isWanted: (name: string) => boolean, into: LaneMergeKind, byNs = 0) {
  const dump = await openContext(path);
  const view = await dump.timeline(0);
  if (!view) throw new Error('no timeline');
  const rank = 0 as RankIndex;
  const lanes = lanesOf(view)
    .filter(({ name }) => isWanted(name))
    .map(({ position }) => view.laneId(position));
  const made = await mergedLanes(dump, { rank, lanes, into, byNs }, FIRST_MADE_ID);
  if (!made) return { details: [], names: [], before: [], shown: undefined };
  const shown = new RankView(view.rank, view.label, view.generation, view.indexes, view.offsetNs);
  const first = shown.sliceCount;
  shown.append(made.part.index);
  const details = [];
  for (let slice = first; slice < shown.sliceCount; slice++) details.push(await querySlice(shown, slice));
  const before = Array.from({ length: first }, (_, slice) => view.summary(slice)).filter(({ lane }) =>
    lanes.includes(lane),
  );
  return { details, names: made.part.lanes.map(({ name }) => name), before, shown };
}

type Merged = Awaited<ReturnType<typeof merged>>;

/** What is wrong with them: another time or name than what they are of, two on one row at one time, or above what is around them. */
function wrongOf({ details, before, shown }: Merged, byNs: number): string[] {
  const wrong: string[] = [];
  const rowOf = new Map<string, number>();
  for (const own of details) {
    const of = own.standsFor && shown?.summary(own.standsFor.slice);
    if (!of) wrong.push(`${own.name} is of nothing`);
    else if (own.startNs - of.startNs !== byNs || own.durationNs !== of.durationNs || own.name !== of.name)
      wrong.push(`${own.name} at ${own.startNs} is not ${of.name} at ${of.startNs}`);
    if (of) rowOf.set(`${of.lane} ${of.ref.slice}`, own.row);
  }
  const ends = new Map<string, number>();
  for (const { lane, row, startNs, durationNs, name } of [...details].sort((a, b) => a.startNs - b.startNs)) {
    const key = `${lane} ${row}`;
    if ((ends.get(key) ?? Number.NEGATIVE_INFINITY) > startNs) wrong.push(`${name} at ${startNs} is over another`);
    ends.set(key, startNs + durationNs);
  }
  for (const inner of before)
    for (const outer of before) {
      const isIn =
        inner.lane === outer.lane &&
        inner.row === outer.row + 1 &&
        inner.startNs >= outer.startNs &&
        inner.startNs + inner.durationNs <= outer.startNs + outer.durationNs;
      const [below, above] = [inner, outer].map((own) => rowOf.get(`${own.lane} ${own.ref.slice}`) ?? 0);
      if (isIn && below <= above) wrong.push(`${inner.name} is not below ${outer.name}`);
    }
  return wrong;
}

describe('lanes of a rank together', () => {
  const file = () => temporaryFile('trace_view.json', drawTrace(picture));
  const isOfFile = (name: string) => /Thread|Stream/.test(name);

  test('in one lane: all of their slices, none over another, each below what is around it', async () => {
    for (const byNs of [0, 2500]) {
      const found = await merged(file(), isOfFile, 'one', byNs);
      expect(wrongOf(found, byNs)).toEqual([]);
      expect(found.details.length).toBe(found.before.length);
      expect(found.names).toHaveLength(1);
      expect(new Set(found.details.map(({ lane }) => lane)).size).toBe(1);
    }
  });

  test('by kind of work: a lane for computing, for each type of collectives and for memory', async () => {
    const found = await merged(file(), (name) => /Stream/.test(name), 'work');
    expect(wrongOf(found, 0)).toEqual([]);
    expect(found.names).toEqual(['compute', 'communication allReduce', 'memory']);
    const inLane = (at: number) =>
      found.details
        .filter(({ laneName }) => laneName === found.names[at])
        .map(({ name }) => name)
        .sort();
    expect([0, 1, 2].map(inLane)).toEqual([['A', 'B', 'C', 'D', 'E'], ['hcom_allReduce__1'], ['MEMCPY_ASYNC']]);
  });

  test('of none there is none', async () => {
    expect((await merged(file(), () => false, 'one')).shown).toBeUndefined();
    const dump = await openContext(file());
    const question = { rank: 0 as RankIndex, lanes: [999_999 as LaneId], into: 'one', byNs: 0 } as const;
    expect(await mergedLanes(dump, question, FIRST_MADE_ID)).toBeUndefined();
  });
});

describeDumps('lanes of a real rank together', () => {
  test('all of its streams in one lane, and by kind of work: every slice, none over another', async () => {
    const path = `${dumpPath('ascend', 'text_level1_2ranks')}/rank0_ascend_pt`;
    for (const into of ['one', 'work'] as const) {
      const found = await merged(path, (name) => /^Stream/.test(name), into);
      expect(found.before.length).toBeGreaterThan(500);
      expect(found.details.length).toBe(found.before.length);
      // Of streams nothing is within anything: the pairs need not be looked at.
      expect(wrongOf({ ...found, before: [] }, 0)).toEqual([]);
    }
  });
});
