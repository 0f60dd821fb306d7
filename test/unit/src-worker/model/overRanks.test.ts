import { beforeAll, expect, test } from 'vitest';
import type { RankIndex as RankNumber } from '../../../../src-contract';
import type { RankIndex } from '../../../../src-worker/index/rankIndex';
import { DumpContext } from '../../../../src-worker/model/dumpContext';
import { QuestionStopped, UNWATCHED, type Work } from '../../../../src-worker/model/work';
import { RankView } from '../../../../src-worker/query/rankView';
import { indexText } from '../../../fixtures/indexed';

const RANKS = 5;
const ranks = Array.from({ length: RANKS }, (_, rank) => rank);
let index: RankIndex;

beforeAll(async () => {
  index = (await indexText('[{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1}]')).index;
});

/** A dump in whose thread there is room for one index; `brought` are those that questions had to wait for. */
function prepare() {
  const views = new Map<number, RankView>();
  const generations = new Map(ranks.map((rank) => [rank, 1]));
  const brought: number[] = [];
  const walks: string[] = [];
  const dump = new DumpContext({ ranks: [], clusterFiles: [] }, 0n, () => views);
  dump.setPlace({ names: new Map(), originNs: 0n, shifts: [], clockRevision: 0, generations });
  const put = (rank: number) => {
    const view = new RankView(rank as RankNumber, `Rank ${rank}`, generations.get(rank) ?? 0, [index], 0);
    views.clear();
    views.set(rank, view);
  };
  const question = () => {
    const work = {
      isStopped: false,
      bring: async (rank: number) => {
        brought.push(rank);
        await later();
        put(rank);
      },
      begin: (count: number) => {
        walks.push(`of ${count}`);
        return { step: () => walks.push('step'), end: () => walks.push('end') };
      },
    };
    return { work, dump: dump.during(work satisfies Work) };
  };
  return { dump, views, generations, brought, walks, put, question };
}

const later = () => new Promise((resolve) => setImmediate(resolve));
const nameOf = ({ rank, generation }: RankView) => `${rank}.${generation}`;

test('each rank comes into memory once, and what was made of it stays', async () => {
  const { question, brought, walks } = prepare();
  const { dump } = question();
  const answer = () =>
    dump.overRanks(ranks, async (rank) => {
      const [name, twice] = [await dump.ofTimeline('name', rank, nameOf), await dump.ofTimeline('twice', rank, nameOf)];
      return `${name} ${twice}`;
    });
  expect(await answer()).toEqual(['0.1 0.1', '1.1 1.1', '2.1 2.1', '3.1 3.1', '4.1 4.1']);
  expect(brought).toEqual(ranks);
  expect(walks).toEqual(['of 5', ...ranks.map(() => 'step'), 'end']);
  expect(await answer()).toHaveLength(RANKS);
  expect(brought).toEqual(ranks);
});

test('what is made by a promise is not brought again either, and a failed one is made again', async () => {
  const { question, brought } = prepare();
  const { dump } = question();
  const slow = async (view: RankView) => {
    await later();
    return nameOf(view);
  };
  await dump.overRanks(ranks, (rank) => dump.ofTimeline('slow', rank, slow));
  expect(await dump.ofTimeline('slow', 1, slow)).toBe('1.1');
  expect(brought).toEqual(ranks);
  await expect(dump.ofTimeline('fails', 1, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await dump.ofTimeline('fails', 1, slow)).toBe('1.1');
});

test('those in memory are taken first; the answers stand in the order asked', async () => {
  const { question, brought, put } = prepare();
  put(3);
  const { dump } = question();
  expect(await dump.overRanks(ranks, (rank) => dump.ofTimeline('name', rank, nameOf))).toEqual(
    ranks.map((rank) => `${rank}.1`),
  );
  expect(brought).toEqual([0, 1, 2, 4]);
});

test('a replaced index is brought and asked anew; a rank without one has no answer', async () => {
  const { question, brought, views, generations } = prepare();
  const { dump } = question();
  await dump.ofTimeline('name', 2, nameOf);
  generations.set(2, 2);
  views.clear();
  expect(await dump.ofTimeline('name', 2, nameOf)).toBe('2.2');
  expect(brought).toEqual([2, 2]);
  generations.delete(4);
  expect(await dump.ofTimeline('name', 4, nameOf)).toBeUndefined();
});

test('an index that does not come is said, not left out', async () => {
  const { dump } = prepare();
  const asked = dump.during({ ...UNWATCHED, bring: later as () => Promise<void> });
  await expect(asked.ofTimeline('name', 1, nameOf)).rejects.toThrow('can’t be read again');
});

test('a question that nobody waits for stops between two ranks', async () => {
  const { question, brought, walks } = prepare();
  const { dump, work } = question();
  const answered = dump.overRanks(ranks, async (rank) => {
    await dump.ofTimeline('name', rank, nameOf);
    if (rank === 1) work.isStopped = true;
  });
  await expect(answered).rejects.toThrow(QuestionStopped);
  expect(brought).toEqual([0, 1]);
  expect(walks.at(-1)).toBe('end');
});

test('what one question has begun when it is stopped, another that waits for it makes itself', async () => {
  const { question, brought } = prepare();
  const [first, second] = [question(), question()];
  const whole = ({ dump }: typeof first) =>
    dump.memo('whole', () => dump.overRanks(ranks, (rank) => dump.ofTimeline('name', rank, nameOf)));
  const [stopped, waiting] = [whole(first), whole(second)];
  await later();
  first.work.isStopped = true;
  await expect(stopped).rejects.toThrow(QuestionStopped);
  expect(await waiting).toEqual(ranks.map((rank) => `${rank}.1`));
  // What the first had done is not done again.
  expect(new Set(brought).size).toBe(brought.length);
});

test('others get their turn while a question goes over many ranks', async () => {
  const { question, put } = prepare();
  const { dump } = question();
  put(0);
  let isDone = false;
  const busy = dump.overRanks(Array(40).fill(0), () => {
    const untilMs = performance.now() + 5;
    while (performance.now() < untilMs);
  });
  void busy.then(() => {
    isDone = true;
  });
  await later();
  await later();
  expect(isDone).toBe(false);
  await busy;
});

test('a question that came by itself rests between ranks as long as it is told to, given how long it has worked', async () => {
  const { dump, question } = prepare();
  const worked: number[] = [];
  const { work } = question();
  const pauseMs = (workedMs: number) => {
    worked.push(workedMs);
    return 40;
  };
  const paused = dump.during({ ...work, pauseMs } satisfies Work);
  const began: number[] = [];
  await paused.overRanks(ranks.slice(0, 3), () => {
    const startMs = performance.now();
    began.push(startMs);
    while (performance.now() < startMs + 12);
  });
  expect(worked.length).toBe(3);
  for (const ms of worked) expect(ms).toBeGreaterThanOrEqual(12);
  for (const [at, ms] of began.slice(1).entries()) expect(ms - began[at]).toBeGreaterThanOrEqual(12 + 35);
});
