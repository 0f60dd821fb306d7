/** What a search finds on lanes that are made on demand is drawn there too. */
import { expect, test } from 'vitest';
import type { LaneId, RankIndex } from '../../../../../src-contract';
import { parseSearch, plainSearch } from '../../../../../src-contract/search/parseSearch';
import type { DumpContext } from '../../../../../src-worker/model/dumpContext';
import { FIRST_MADE_ID } from '../../../../../src-worker/model/madeLanes';
import { mergedLanes } from '../../../../../src-worker/model/mergedLanes';
import { lanesOf } from '../../../../../src-worker/query/laneSlices';
import { laneIdOf } from '../../../../../src-worker/query/rankView';
import { searchWorker } from '../../../../../src-worker/views/search';
import { ownLanes } from '../../../../../src-worker/views/search/ownLanes';
import { drawTrace } from '../../../../fixtures/drawnTrace';
import { openContext } from '../../../../fixtures/dumpContext';
import { temporaryFile } from '../../../../fixtures/indexed';

const rank = 0 as RankIndex;

/** One column is 1 µs. */
const picture = `
  Python / Thread 1           : [A         ] [op b]
  Ascend Hardware / Stream 2  :   [A  ][B ]    [A ]
  Ascend Hardware / Stream 3  :     [Zz      ]      [A]
`;

function searchOf(text: string) {
  const { search } = parseSearch(text, plainSearch);
  if (!search) throw new Error(`${text} asks for nothing`);
  return search;
}

/** Names of what is found on the lanes, by lane and start. */
async function foundOn(dump: DumpContext, lanes: readonly LaneId[], text: string): Promise<readonly string[]> {
  const view = (await dump.timeline(rank))!;
  const zero = view.summary(0).startNs;
  const window = { startNs: zero - 1, endNs: zero + 1e5, nsPerPixel: 1, labelMinPixels: 1, lanes, folded: [] };
  const { quads } = await searchWorker.answers['search.picture'](dump, { search: searchOf(text), window });
  return Array.from(quads.slice, (slice) => {
    const { name, startNs } = view.summary(slice);
    return `${name} ${(startNs - zero) / 1000}`;
  });
}

test('merged slices are found where those are that they stand for, also on lanes that were merged before', async () => {
  const dump = await openContext(temporaryFile('trace_view.json', drawTrace(picture)));
  const view = (await dump.timeline(rank))!;
  const streams = lanesOf(view).filter(({ name }) => name.startsWith('Stream'));
  const lanes = streams.map(({ position }) => view.laneId(position));
  const merge = async (of: readonly LaneId[], firstId: number) => {
    const made = await mergedLanes(dump, { rank, lanes: of, into: 'one', byNs: 0 }, firstId);
    view.append(made!.part.index);
    return made!.part.lanes.map(({ localId }) => laneIdOf(rank, localId));
  };
  const once = await merge(lanes, FIRST_MADE_ID);
  const twice = await merge(once, FIRST_MADE_ID + 10);
  expect(await foundOn(dump, lanes, 'A')).toEqual(['A 2', 'A 15', 'A 20']);
  expect(await foundOn(dump, once, 'A')).toEqual(['A 2', 'A 15', 'A 20']);
  expect(await foundOn(dump, twice, 'A')).toEqual(['A 2', 'A 15', 'A 20']);
  // Of the lanes, times and names that the search is limited to.
  expect(await foundOn(dump, once, 'A lane:"Stream 3"')).toEqual(['A 20']);
  expect(await foundOn(dump, twice, 'B')).toEqual(['B 7']);
  expect(await foundOn(dump, once, 'op')).toEqual([]);
});

test('stretches of a lane of one’s own are found by their name', async () => {
  const dump = await openContext(temporaryFile('trace_view.json', drawTrace(picture)));
  const view = (await dump.timeline(rank))!;
  const search = searchOf('Zz');
  const lane = { id: 'Zz', name: 'Zz', kind: 'union', search } as const;
  const { made } = await ownLanes(dump, { rank, lanes: [lane], takesRest: [] }, FIRST_MADE_ID);
  view.append(made!.part.index);
  const lanes = made!.part.lanes.map(({ localId }) => laneIdOf(rank, localId));
  expect(await foundOn(dump, lanes, 'Zz')).toEqual(['Zz 4']);
  expect(await foundOn(dump, lanes, 'A')).toEqual([]);
  expect(await foundOn(dump, lanes, 'Zz dur>1s')).toEqual([]);
});
