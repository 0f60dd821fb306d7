import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { DumpState, Engine, LaneId, OwnLane, SliceIndex } from '../../../../src-contract';
import { nextDumpState } from '../../../../src-contract/wire/dumpUpdates';
import { unpackQuads } from '../../../../src-renderer/timeline/data/quads';
import { builtWorker } from '../../../fixtures/builtWorker';
import { drawTrace } from '../../../fixtures/drawnTrace';
import { temporaryFile } from '../../../fixtures/indexed';
import { opened, startEngine, until } from './startedEngine';

/** One column is 1 µs. B waits for its launch, C for B: op a, the launch of B, B and C are the path. */
const picture = `
  Python / Thread 1           : [op a  ][op b      ]
  CANN / Thread 1             :    [la]       [lb]
  Ascend Hardware / Stream 2  :        [A ]       [B            ][C  ]
`;
const arrows = [
  { cat: 'HostToDevice', from: 'la', to: 'A' },
  { cat: 'HostToDevice', from: 'lb', to: 'B' },
];
const worker = builtWorker();

const pathsOf = ({ ranks }: DumpState) => ranks.flatMap(({ groups }) => groups.filter(({ path }) => path));

async function drawn(engine: Engine, { id, startNs, endNs }: DumpState, lane: LaneId) {
  const what = { dump: id, startNs, endNs, nsPerPixel: 1, lanes: [lane], folded: [], labelMinPixels: 0 };
  const answer = await engine.viewport(what);
  return { lanes: answer.lanes, quads: unpackQuads(answer.quads) };
}

test('a path is a lane of its rank from when it is asked for until it is removed; nothing else changes', async () => {
  const { engine } = startEngine(worker.url);
  const before = await opened(engine, temporaryFile('trace_view.json', drawTrace(picture, { arrows })));
  const lane = await engine.showPath(before.id, {});
  if (lane === undefined) throw new Error('no path');
  const shown = await until(engine, before.id, (state) => pathsOf(state).length > 0);
  const [{ groups, ...rank }] = shown.ranks;
  expect([{ ...rank, groups: groups.slice(1) }]).toEqual(before.ranks);
  expect(groups[0]).toMatchObject({ path: {}, lanes: [{ id: lane, isComputed: true, rowCount: 1 }] });

  // What is drawn of it are its slices, which are no gap apart; each leads to a slice of the file.
  const { quads, lanes } = await drawn(engine, shown, lane);
  expect(lanes).toMatchObject([{ lane, rank: 0, generation: rank.generation, rowCount: 1 }]);
  expect(lanes[0].quadCount).toBe(groups[0].lanes[0].kind === 'slices' ? groups[0].lanes[0].sliceCount : Number.NaN);
  const first = quads.slice[0];
  const ref = { rank: rank.index, slice: first as SliceIndex, generation: rank.generation };
  const details = await engine.slice(before.id, ref);
  expect(details).toMatchObject({ lane, name: 'op a', onPath: { component: 'host' } });
  expect(details?.standsFor && (await engine.slice(before.id, details.standsFor))).toMatchObject({ name: 'op a' });

  // Shown again it takes the other's place; both ids were its own.
  const again = await engine.showPath(before.id, {});
  expect(again).not.toBe(lane);
  const replaced = await until(engine, before.id, (state) => pathsOf(state)[0]?.lanes[0].id === again);
  expect(pathsOf(replaced)).toHaveLength(1);
  await engine.removePaths(before.id);
  const removed = await until(engine, before.id, (state) => pathsOf(state).length === 0);
  expect(removed.ranks).toEqual(before.ranks);
});

test('a rank that is not there has none', async () => {
  const { engine } = startEngine(worker.url);
  const { id } = await opened(engine, temporaryFile('trace_view.json', drawTrace(picture, { arrows })));
  expect(await engine.showPath(id, { rank: 9 })).toBeUndefined();
});

test('copies of lanes stand as a group of their own, drawn at their time; new ones take their place', async () => {
  const { engine } = startEngine(worker.url);
  const before = await opened(engine, temporaryFile('trace_view.json', drawTrace(picture, { arrows })));
  const [rank] = before.ranks;
  const [device] = rank.groups.flatMap(({ kind, lanes }) => (kind === 'hardware' ? lanes : []));
  const copy = { rank: rank.index, step: 2, lanes: [device.id], startNs: before.startNs, endNs: before.endNs };
  const copies = await engine.copyLanes(before.id, { ...copy, byNs: 500 });
  const lane = copies?.[0].lane;
  expect(copies).toEqual([{ lane, of: device.id }]);
  const copiesOf = ({ ranks }: DumpState) => ranks.flatMap(({ groups }) => groups.filter((group) => group.copy));
  const shown = await until(engine, before.id, (state) => copiesOf(state).length > 0);
  expect(copiesOf(shown)).toMatchObject([{ copy: { step: 2, byNs: 500, of: [device.id] }, lanes: [{ id: lane }] }]);

  if (lane === undefined) throw new Error('no copy');
  const startsOf = async (own: LaneId) => (await drawn(engine, shown, own)).quads.startNs;
  expect([...(await startsOf(lane))].map((ns) => ns - 500)).toEqual([...(await startsOf(device.id))]);

  const again = await engine.copyLanes(before.id, { ...copy, byNs: 700 });
  const replaced = await until(engine, before.id, (state) => copiesOf(state)[0]?.lanes[0].id === again?.[0].lane);
  expect(copiesOf(replaced)).toHaveLength(1);
  expect(again?.[0].lane).not.toBe(lane);
  await engine.removeCopies(before.id);
  const removed = await until(engine, before.id, (state) => copiesOf(state).length === 0);
  expect(removed.ranks).toEqual(before.ranks);
});

test('of lanes asked for one after the other the last are shown and kept, whatever the ones before wait for', async () => {
  const { engine, folder } = startEngine(worker.url);
  const dump = temporaryFile('trace_view.json', drawTrace(picture, { arrows }));
  const { id } = await opened(engine, dump);
  // As a file that was dropped into a window, which is copied first.
  mkdirSync(join(folder, 'tmp'), { recursive: true });
  const path = join(folder, 'tmp', 'load.csv');
  writeFileSync(path, `time,name,value\n${'0,load,1\n'.repeat(100_000)}`);
  const lane: OwnLane = { id: 'a', name: 'load.csv', kind: 'file', path, reading: { origin: 'start', byNs: 0 } };
  const [first, last] = await Promise.all([engine.showOwnLanes(id, [lane]), engine.showOwnLanes(id, [])]);
  expect(first.lanes).toHaveLength(1);
  expect(last.lanes).toEqual([]);
  const { ranks } = await nextDumpState(engine, id);
  expect(ranks.flatMap(({ groups }) => groups.filter(({ isOwn }) => isOwn))).toEqual([]);
  expect(await engine.ownLanes(id)).toEqual([]);
});
