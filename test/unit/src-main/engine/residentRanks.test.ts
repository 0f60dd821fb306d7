import type { Remote } from 'comlink';
import { beforeAll, expect, test, vi } from 'vitest';
import type { DumpId, LaneId, RankIndex as RankNumber, SliceRef } from '../../../../src-contract';
import {
  type RankHolder,
  type RankReader,
  ResidentRanks,
  sharedBytes,
} from '../../../../src-main/engine/questions/residentRanks';
import type { ThreadApi } from '../../../../src-main/engine/threads/workerMain';
import { unpackQuads } from '../../../../src-renderer/timeline/data/quads';
import { NO_SHIFT } from '../../../../src-worker/base/clockShift';
import type { RankIndex } from '../../../../src-worker/index/rankIndex';
import { viewportOf } from '../../../../src-worker/query/quads/quadColumns';
import { LANES_PER_RANK } from '../../../../src-worker/query/rankView';
import { PlainTokenizer } from '../../../../src-worker/tokenizer/plainTokenizer';
import { WorkerApi } from '../../../../src-worker/workerApi';
import { indexText } from '../../../fixtures/indexed';
import { planSlices, traceOf } from '../../../fixtures/madeUpLanes';
import { Random } from '../../../fixtures/random';

const RANKS = 8;
const dump = 'dump' as DumpId;
/** One of each rank, all of about the same size; every one has other slices. */
const indexes: RankIndex[] = [];

beforeAll(async () => {
  for (let rank = 0; rank < RANKS; rank++) {
    const shape = { laneCount: 2, sliceCount: 300, spanNs: 100_000, maxDurationNs: 1000, zeroShare: 0 };
    indexes.push((await indexText(traceOf(planSlices(new Random(rank + 1), shape)))).index);
  }
});

/** A thread as far as its messages go: they come in the order they were sent, and later. */
class LocalThread implements RankHolder {
  readonly api = new WorkerApi((baseUs) => new PlainTokenizer(baseUs));
  #last: Promise<unknown> = Promise.resolve();

  call<T>(run: (api: Remote<ThreadApi>) => Promise<T>): Promise<T> {
    const done = this.#last.then(later).then(() => run(this.api as unknown as Remote<ThreadApi>));
    this.#last = done.catch(() => {});
    return done;
  }

  async tell(change: (api: Remote<ThreadApi>) => Promise<unknown>): Promise<void> {
    await this.call(change);
  }
}

function ranksIn({ api }: LocalThread): number[] {
  const query = { dump, text: 'n', maxResults: 1 };
  return indexes.map((_, rank) => rank).filter((rank) => api.search(query, rank).totalCount > 0);
}

function later(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function prepare() {
  const threads = [new LocalThread(), new LocalThread()];
  let dropped = 0;
  const resident = new ResidentRanks(() => dropped++);
  const reads: number[] = [];
  const reader =
    (rank: number): RankReader =>
    async () => {
      reads.push(rank);
      await later();
      return [indexes[rank]];
    };
  const load = (rank: number) =>
    resident.load(dump, {
      rank: rank as RankNumber,
      label: `Rank ${rank}`,
      generation: 1,
      parts: [indexes[rank]],
      offsetNs: 0,
      shift: NO_SHIFT,
    });
  const use = <T>(ranks: readonly number[], ask: (api: Remote<ThreadApi>) => Promise<T>) =>
    resident.using(threads[0], dump, new Set(ranks), () => threads[0].call(ask));
  return {
    resident,
    threads,
    /** How often it has said that it dropped one. */
    dropped: () => dropped,
    /** Ranks read again, in that order. */
    reads,
    load,
    loadSaved(...ranks: number[]) {
      for (const rank of ranks) {
        load(rank);
        resident.setReader(dump, rank, 1, reader(rank));
      }
    },
    reader,
    /** Names of all slices of these ranks' lanes, as drawing would get them; empty for a rank that is not in the thread. */
    async draw(...ranks: number[]) {
      const lanes = ranks.flatMap((rank) =>
        indexes[rank].lanes.map(({ localId }) => (rank * LANES_PER_RANK + localId) as LaneId),
      );
      const query = { dump, startNs: -1e15, endNs: 1e15, nsPerPixel: 1e-3, lanes, folded: [], labelMinPixels: 0 };
      const drawn = await use(ranks, (api) => api.viewport(query));
      const answer = viewportOf(query, drawn ?? expect.fail('Nothing has been drawn'));
      const { startNs } = unpackQuads(answer.quads);
      return ranks.map((rank) => ({
        quads: answer.lanes.filter((lane) => lane.rank === rank).reduce((sum, { quadCount }) => sum + quadCount, 0),
        generation: answer.lanes.find((lane) => lane.rank === rank)?.generation,
        starts: answer.lanes
          .filter((lane) => lane.rank === rank)
          .flatMap(({ firstQuad, quadCount }) => [...startNs.slice(firstQuad, firstQuad + quadCount)]),
      }));
    },
    /** Ranks in memory, by what a thread itself can answer about that is given all of them. */
    async inThread() {
      const thread = new LocalThread();
      resident.giveLoaded(thread, dump);
      await thread.call(later as () => Promise<void>);
      const found = ranksIn(thread);
      // A thread that has long been asked about others holds none that has been dropped.
      for (const known of threads) {
        await known.call(later as () => Promise<void>);
        expect(found).toEqual(expect.arrayContaining(ranksIn(known)));
      }
      return found;
    },
  };
}

const sizeOf = (...ranks: number[]) => ranks.reduce((sum, rank) => sum + sharedBytes(indexes[rank]), 0);
/** Room for `count` ranks, but not for one more. */
const roomFor = (count: number) => Math.max(...indexes.map(sharedBytes)) * count + 10;

test('many ranks stay within the budget: those not used for longest are dropped, from every thread', async () => {
  const { resident, loadSaved, draw, inThread, dropped } = prepare();
  resident.setBudget(roomFor(3));
  loadSaved(0, 1, 2);
  await draw(0);
  expect(dropped()).toBe(0);
  loadSaved(3);
  expect(await inThread()).toEqual([0, 2, 3]);
  expect(dropped()).toBe(1);
  loadSaved(4, 5, 6, 7);
  expect(await inThread()).toEqual([5, 6, 7]);
  expect(resident.residentBytes).toBe(sizeOf(5, 6, 7));
  expect(resident.ranksOf(dump)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test('what was dropped comes back when it is asked about, with the same answers', async () => {
  const { resident, loadSaved, draw, reads } = prepare();
  loadSaved(0, 1, 2, 3, 4, 5, 6, 7);
  const all = [0, 1, 2, 3, 4, 5, 6, 7];
  const before = await draw(...all);
  expect(before.every(({ quads }) => quads > 250)).toBe(true);
  resident.setBudget(roomFor(2));
  const random = new Random(4);
  for (let i = 0; i < 60; i++) {
    const rank = random.integer(0, RANKS - 1);
    expect(await draw(rank)).toEqual([before[rank]]);
    expect(resident.residentBytes).toBeLessThanOrEqual(roomFor(2));
  }
  expect(reads.length).toBeGreaterThan(20);
});

test('a budget that is changed holds at once; a larger one brings nothing back by itself', async () => {
  const { resident, loadSaved, draw, inThread, reads } = prepare();
  loadSaved(0, 1, 2, 3, 4, 5);
  expect(await inThread()).toHaveLength(6);
  resident.setBudget(roomFor(2));
  expect(await inThread()).toEqual([4, 5]);
  resident.setBudget(0);
  expect(resident.residentBytes).toBe(0);
  resident.setBudget(roomFor(4));
  expect(await inThread()).toEqual([]);
  expect(reads).toEqual([]);
  await draw(1, 2, 3);
  expect(await inThread()).toEqual([1, 2, 3]);
});

test('a rank that can’t be read again is not dropped; as soon as it can, it is', async () => {
  const { resident, load, reader, inThread } = prepare();
  resident.setBudget(roomFor(1));
  load(0);
  load(1);
  expect(await inThread()).toEqual([0, 1]);
  resident.setReader(dump, 0, 1, reader(0));
  expect(await inThread()).toEqual([1]);
  // Of an index that has been replaced meanwhile it says nothing.
  resident.setReader(dump, 1, 7, reader(1));
  expect(await inThread()).toEqual([1]);
});

test('more than the budget is in memory only until something else is asked about', async () => {
  const { resident, loadSaved, draw, reads } = prepare();
  resident.setBudget(roomFor(2));
  loadSaved(0, 1, 2, 3, 4, 5);
  await draw(3, 4);
  const answers = await draw(0, 1, 2, 3, 4);
  expect(answers.every(({ quads }) => quads > 250)).toBe(true);
  // All on screen at once is not read again with every frame.
  await draw(0, 1, 2, 3, 4);
  expect(reads).toEqual([3, 0, 1, 2]);
  await draw(5);
  expect(resident.residentBytes).toBeLessThanOrEqual(roomFor(2));
});

test('a dropped rank comes back by the clock that was chosen meanwhile', async () => {
  const { resident, loadSaved, draw, inThread } = prepare();
  loadSaved(0, 1);
  const [before] = await draw(0);
  resident.setBudget(0);
  resident.setClocks(dump, [{ ...NO_SHIFT, offsetNs: 500 }]);
  expect(await inThread()).toEqual([]);
  const [after] = await draw(0);
  expect(after.generation).toBe(1);
  expect(after.starts).toEqual(before.starts.map((ns) => ns - 500));
});

test('one that can’t be had any more leaves the others alone', async () => {
  const { resident, load, loadSaved, draw } = prepare();
  loadSaved(0, 1);
  load(2);
  resident.setReader(dump, 2, 1, async () => undefined);
  load(3);
  resident.setReader(dump, 3, 1, () => Promise.reject(new Error('the disk is gone')));
  resident.setBudget(0);
  expect((await draw(0, 1, 2)).map(({ quads }) => quads > 0)).toEqual([true, true, false]);
  await expect(draw(3)).rejects.toThrow('the disk is gone');
  expect((await draw(1))[0].quads).toBeGreaterThan(250);
});

test('closing the dump forgets all of it, also what is on its way', async () => {
  const { resident, loadSaved, draw, inThread } = prepare();
  loadSaved(0, 1, 2);
  resident.setBudget(0);
  const drawing = draw(0, 1);
  resident.forget(dump);
  await drawing;
  expect(await inThread()).toEqual([]);
  expect(resident.residentBytes).toBe(0);
  expect(resident.ranksOf(dump)).toEqual([]);
});

test.each([1, 2, 3, 4, 5])('whatever happens at the same time, an answer is whole (seed %i)', async (seed) => {
  const { resident, loadSaved, draw, load, reader } = prepare();
  loadSaved(0, 1, 2, 3, 4, 5, 6, 7);
  const expected = await draw(0, 1, 2, 3, 4, 5, 6, 7);
  const random = new Random(seed);
  const ongoing: Promise<unknown>[] = [];
  for (let i = 0; i < 300; i++) {
    const rank = random.integer(0, RANKS - 1);
    const other = (rank + random.integer(1, RANKS - 1)) % RANKS;
    switch (random.integer(0, 5)) {
      case 0:
        resident.setBudget(random.chance(0.5) ? 0 : roomFor(random.integer(1, 3)));
        break;
      case 1:
        load(rank);
        resident.setReader(dump, rank, 1, reader(rank));
        break;
      default:
        ongoing.push(draw(rank, other).then((answer) => expect(answer).toEqual([expected[rank], expected[other]])));
    }
    for (let turns = random.integer(0, 3); turns > 0; turns--) await (random.chance(0.5) ? later() : undefined);
  }
  await Promise.all(ongoing);
  resident.setBudget(roomFor(2));
  expect(resident.residentBytes).toBeLessThanOrEqual(roomFor(2));
});

test('a question that goes over all ranks reads each once, and drops none that is on screen for it', async () => {
  const { resident, threads, loadSaved, draw, reads, inThread } = prepare();
  loadSaved(0, 1, 2, 3, 4, 5, 6, 7);
  resident.setBudget(roomFor(3));
  await draw(0, 1);
  reads.length = 0;
  for (let rank = 0; rank < RANKS; rank++) {
    await resident.hold(threads[1], dump, rank);
    expect(ranksIn(threads[1])).toContain(rank);
    expect(resident.residentBytes).toBeLessThanOrEqual(roomFor(3));
    resident.letGo(dump, rank);
  }
  expect(reads).toEqual([2, 3, 4, 5, 6, 7]);
  await draw(0, 1);
  expect(reads).toEqual([2, 3, 4, 5, 6, 7]);
  expect(await inThread()).toEqual(expect.arrayContaining([0, 1]));
});

test('what a question holds is not dropped; it is as soon as it is let go', async () => {
  const { resident, threads, loadSaved } = prepare();
  loadSaved(0, 1);
  resident.setBudget(0);
  await resident.hold(threads[0], dump, 1);
  expect(resident.residentBytes).toBe(sizeOf(1));
  resident.setBudget(0);
  expect(resident.residentBytes).toBe(sizeOf(1));
  resident.letGo(dump, 1);
  expect(resident.residentBytes).toBe(0);
});

test('a thread that does not answer holds nobody else up', async () => {
  const { resident, loadSaved, draw } = prepare();
  const silent: RankHolder = { tell: () => new Promise(() => {}) };
  loadSaved(0, 1, 2);
  void resident.hold(silent, dump, 0);
  resident.giveLoaded(silent, dump);
  resident.setBudget(roomFor(1));
  expect((await draw(1, 2)).map(({ quads }) => quads > 250)).toEqual([true, true]);
  resident.setClocks(
    dump,
    [0, 1, 2].map((offsetNs) => ({ ...NO_SHIFT, offsetNs })),
  );
  expect((await draw(2))[0].quads).toBeGreaterThan(250);
});

test('a thread that begins anew holds what the one before did', async () => {
  const { resident, threads, loadSaved, draw } = prepare();
  loadSaved(0, 1, 2);
  await draw(0, 2);
  await resident.hold(threads[1], dump, 1);
  const heldBy = (at: number) => [...resident.heldBy(threads[at])].map(({ rank }) => rank.rank);
  expect([heldBy(0), heldBy(1)]).toEqual([[0, 2], [1]]);
  resident.letGo(dump, 1);
  resident.setBudget(0);
  expect([heldBy(0), heldBy(1)]).toEqual([[], []]);
});

test('how a rank looks from afar is in every thread that has the rank, counts as memory, and goes with it', async () => {
  const { resident, threads, loadSaved, draw } = prepare();
  loadSaved(0, 1);
  await draw(0);
  const given = threads.map((thread) => vi.spyOn(thread.api, 'setStretches'));
  const loaded = threads.map((thread) => vi.spyOn(thread.api, 'loadRank'));
  const made = [
    {
      rows: new Uint32Array(0),
      firstZoom: new Uint32Array(1),
      pixelNs: new Float64Array(0),
      firstRecord: new Uint32Array(1),
      records: new Float64Array(new SharedArrayBuffer(8000)),
      nameColours: new Uint8Array(0),
    },
    undefined,
  ];
  expect(resident.lacksStretches(dump, 0)).toBe(true);
  resident.setStretches(dump, 0, 0, made);
  expect(resident.lacksStretches(dump, 0)).toBe(true);
  resident.setStretches(dump, 0, 1, made);
  expect(resident.lacksStretches(dump, 0)).toBe(false);
  expect(resident.residentBytes).toBe(sizeOf(0, 1) + 8008);
  await draw(0);
  expect(given.map(({ mock }) => mock.calls)).toEqual([[[dump, 0, 1, made]], []]);
  // A thread that comes later gets it with the rank.
  await resident.using(threads[1], dump, new Set([0]), () => threads[1].call(async () => {}));
  expect(loaded[1].mock.calls).toMatchObject([[dump, { stretches: made }]]);
  expect([...resident.heldBy(threads[1])]).toMatchObject([{ rank: { stretches: made } }]);
  resident.setBudget(0);
  expect(resident.residentBytes).toBe(0);
  expect(resident.lacksStretches(dump, 0)).toBe(false);
  await draw(0);
  expect(resident.lacksStretches(dump, 0)).toBe(true);
});

test('a part that is appended is in every thread that has the rank, or gets it, and comes back with the rank', async () => {
  const { resident, threads, loadSaved, draw } = prepare();
  loadSaved(0, 1);
  const sliceCount = indexes[0].slices.startNs.length;
  const ref = { rank: 0, slice: sliceCount, generation: 1 } as SliceRef;
  const askFor = (thread: LocalThread) =>
    resident.using(thread, dump, new Set([0]), () => thread.call((api) => api.slice(dump, ref)));
  expect(await askFor(threads[0])).toBeUndefined();
  expect(resident.append(dump, 0, 1, indexes[1])).toBe(true);
  // One had it before, one is given it now, and both after it has been dropped and read again.
  expect(await askFor(threads[0])).toMatchObject({ ref });
  expect(await askFor(threads[1])).toMatchObject({ ref });
  resident.setBudget(0);
  await draw(1);
  expect(ranksIn(threads[0])).toEqual([1]);
  expect(await askFor(threads[0])).toMatchObject({ ref });
  // Of an index that is not there any more it is not.
  expect(resident.append(dump, 0, 0, indexes[1])).toBe(false);
});
