import { beforeAll, describe, expect, test } from 'vitest';
import type { DumpId, LaneId, NeighbourDirection, RankIndex as RankNumber } from '../../../../src-contract';
import type { RankIndex } from '../../../../src-worker/index/rankIndex';
import { chosenLanes, ownStretch } from '../../../../src-worker/query/chosenLanes';
import { queryFlows } from '../../../../src-worker/query/flowArrows';
import { queryViewport } from '../../../../src-worker/query/quads/viewport';
import { laneIdOf, type RankView } from '../../../../src-worker/query/rankView';
import { querySearch } from '../../../../src-worker/query/search';
import { findSlice } from '../../../../src-worker/query/slice/findSlice';
import { queryNeighbour, querySlice } from '../../../../src-worker/query/slice/sliceDetails';
import { StackTreeBuilder } from '../../../../src-worker/query/sums/stackTree';
import { queryStatistics } from '../../../../src-worker/query/sums/statistics';
import { indexText, viewOf } from '../../../fixtures/indexed';
import { microseconds } from '../../../fixtures/madeUpLanes';

const dump = 'd' as DumpId;
const GROUP = 10;
const LEAF_NS = 100;

interface Counted {
  readonly view: RankView;
  readonly lanes: readonly LaneId[];
  /** Slices near the middle, by name; `root` is the one around all. */
  readonly slices: Readonly<Record<string, number>>;
  /** ns from the rank's base to where the windows begin. */
  readonly middleNs: number;
  readonly spanNs: number;
  /** How many numbers of the index are read meanwhile. */
  reads(work: () => unknown): Promise<number>;
}

/**
 * The same pattern over and over; only its length depends on `leafCount`:
 *
 *     thread 1   root ───────────────────────────────  …
 *                group ────────────  group ──────────  …
 *                leaf leaf … leaf    leaf leaf …       …       a counter with two series changes with each
 *     thread 2   other other other   other other       …       an arrow from each leaf, and one from end to end
 */
async function counted(leafCount: number): Promise<Counted> {
  const spanNs = leafCount * LEAF_NS;
  const slice = (tid: number, name: string, startNs: number, durationNs: number) =>
    `{"ph":"X","pid":1,"tid":${tid},"name":"${name}","ts":${microseconds(startNs)},"dur":${microseconds(durationNs)}}`;
  const arrow = (id: number, fromNs: number, toNs: number) =>
    `{"ph":"s","cat":"c","id":${id},"pid":1,"tid":1,"ts":${microseconds(fromNs)}},` +
    `{"ph":"f","bp":"e","cat":"c","id":${id},"pid":1,"tid":2,"ts":${microseconds(toNs)}}`;
  const events = [slice(1, 'root', 0, spanNs), arrow(leafCount, 0, spanNs - 20)];
  for (let leaf = 0; leaf < leafCount; leaf++) {
    const ns = leaf * LEAF_NS;
    if (leaf % GROUP === 0) events.push(slice(1, 'group', ns, GROUP * LEAF_NS - 10));
    events.push(slice(1, 'leaf', ns, 70), slice(2, 'other', ns + 20, 60), arrow(leaf, ns, ns + 20));
    events.push(`{"ph":"C","pid":1,"name":"k","ts":${microseconds(ns)},"args":{"a":${leaf % 7},"b":${leaf % 5}}}`);
  }
  const { index, summary } = await indexText(`[${events.join(',\n')}]`);
  const counter = { reads: 0 };
  const view = viewOf(countingReads(index, counter));
  const middleNs = Math.floor(leafCount / GROUP / 2) * GROUP * LEAF_NS;
  const slices = Object.fromEntries(
    ['root', 'group', 'leaf'].map((name, row) => {
      const from = index.rowFirstSlice[row];
      const starts = index.slices.startNs.subarray(from, index.rowFirstSlice[row + 1]);
      return [name, from + (name === 'root' ? 0 : starts.indexOf(middleNs))];
    }),
  );
  const lanes = summary.lanes.map(({ localId }) => laneIdOf(0, localId));
  return {
    view,
    lanes,
    slices,
    middleNs,
    spanNs,
    async reads(work) {
      // What is made once, when it is first asked for, is no part of an answer.
      await work();
      counter.reads = 0;
      await work();
      return counter.reads;
    },
  };
}

/** The same index, with every column telling when a number of it is read. */
function countingReads(index: RankIndex, counter: { reads: number }): RankIndex {
  const wrap = (value: unknown): unknown => {
    if (ArrayBuffer.isView(value)) return new Proxy(value, { get: readOf(counter) });
    if (Array.isArray(value)) return value.map(wrap);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, wrap(part)]));
  };
  // Names are texts, and not of the lanes.
  return { ...(wrap({ ...index, names: undefined }) as RankIndex), names: index.names };
}

function readOf(counter: { reads: number }) {
  return (column: ArrayBufferView, key: string | symbol): unknown => {
    const value: unknown = Reflect.get(column, key, column);
    if (typeof value === 'number' && key !== 'length') counter.reads++;
    if (typeof value !== 'function') return value;
    // A method looks at everything, as far as can be told from here.
    return (...args: unknown[]) => {
      counter.reads += (column as Uint8Array).length;
      return Reflect.apply(value, column, args);
    };
  };
}

const directions: readonly NeighbourDirection[] = ['previous', 'next', 'parent', 'child'];

const windowOf = ({ middleNs, lanes }: Counted) => {
  const [startNs, endNs] = [middleNs + 130, middleNs + 3130];
  return { dump, startNs, endNs, nsPerPixel: 5, lanes, labelMinPixels: 4 };
};
const ranksOf = ({ view }: Counted) => new Map([[0, view]]);

const questions: Readonly<Record<string, (about: Counted) => unknown>> = {
  'a viewport with counters': (about) => queryViewport(ranksOf(about), { ...windowOf(about), folded: [] }),
  'a viewport, folded': (about) => {
    return queryViewport(ranksOf(about), { ...windowOf(about), lanes: [], folded: about.lanes });
  },
  'arrows of a category': (about) => {
    return queryFlows(ranksOf(about), { ...windowOf(about), categories: ['c'], maxArrows: 1000 });
  },
  'statistics of a range': (about) => queryStatistics(ranksOf(about), { ...windowOf(about), maxRows: 10 }),
  'stacks of a range': (about) => {
    const builder = new StackTreeBuilder();
    const stretch = ownStretch(about.view, windowOf(about));
    for (const lane of chosenLanes(about.view, { lanes: about.lanes })) builder.addLane(lane, stretch);
    return builder.tree(100);
  },
  'the first results of a search': (about) => querySearch(ranksOf(about), { dump, text: 'EA', maxResults: 20 }),
  'the slice that starts at': ({ view, middleNs }) => {
    return findSlice(view, { dump, rank: 0 as RankNumber, startNs: middleNs, toleranceNs: 50, name: 'leaf' });
  },
  ...Object.fromEntries(
    ['root', 'group', 'leaf'].flatMap((name) => [
      [`${name}: details and arrows`, ({ view, slices }: Counted) => querySlice(view, slices[name])],
      ...directions.map((direction) => [
        `${name}: ${direction}`,
        ({ view, slices }: Counted) => queryNeighbour(view, slices[name], direction),
      ]),
    ]),
  ),
};

describe('what an answer costs does not grow with the lanes, only with what is asked about', () => {
  let small: Counted;
  let large: Counted;
  beforeAll(async () => {
    small = await counted(2_000);
    large = await counted(50_000);
  });

  test.each(Object.entries(questions))('%s', async (_, ask) => {
    const [few, many] = [await small.reads(() => ask(small)), await large.reads(() => ask(large))];
    expect(few).toBeGreaterThan(0);
    // A tree with 25 times the leaves is deeper by one or two levels of eight, a binary search longer by four or five.
    expect(many).toBeLessThan(few * 1.1 + 60);
  });

  test('the index does tell when all of it is looked at', async () => {
    const all = (about: Counted) =>
      queryStatistics(ranksOf(about), { dump, startNs: 0, endNs: about.spanNs, lanes: about.lanes, maxRows: 10 });
    expect(await large.reads(() => all(large))).toBeGreaterThan(5 * (await small.reads(() => all(small))));
  });
});
