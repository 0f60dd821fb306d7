import { expect, test } from 'vitest';
import type { DumpId } from '../../../../src-contract';
import { Stretching } from '../../../../src-main/engine/questions/stretching';

const dump = 'd' as DumpId;

/** Ranks that take so many steps each; rank 9 can't be made. */
function prepare(stepsOf: ReadonlyMap<number, number>) {
  const left = new Map(stepsOf);
  const done: string[] = [];
  const stretching = new Stretching(
    (_dump, rank) => (left.get(rank) ?? 0) > 0,
    async (_dump, rank) => {
      done.push(`${rank}`);
      if (rank === 9) throw new Error('the thread died of it');
      left.set(rank, (left.get(rank) ?? 0) - 1);
      return left.get(rank) === 0;
    },
    async () => {
      done.push('rest');
    },
  );
  return { stretching, done, left };
}

test('ranks are made one after another, each step after a rest, and once', async () => {
  const { stretching, done } = prepare(
    new Map([
      [1, 2],
      [2, 1],
    ]),
  );
  const all = stretching.want(dump, [1, 2, 3]);
  await Promise.all([all, stretching.want(dump, [1, 2])]);
  expect(done).toEqual(['rest', '1', 'rest', '1', 'rest', '2']);
  await stretching.want(dump, [1, 2]);
  expect(done).toHaveLength(6);
});

test('what is not there any more is left; what was dropped from memory is made again', async () => {
  const { stretching, done, left } = prepare(new Map([[1, 3]]));
  const all = stretching.want(dump, [1]);
  left.clear();
  await all;
  expect(done).toEqual(['rest']);
  left.set(1, 1);
  await stretching.want(dump, [1]);
  expect(done).toEqual(['rest', 'rest', '1']);
});

test('what can not be made is tried once, and holds up no other', async () => {
  const { stretching, done } = prepare(
    new Map([
      [9, 1],
      [1, 1],
    ]),
  );
  await stretching.want(dump, [9, 1]);
  await stretching.want(dump, [9, 1]);
  expect(done).toEqual(['rest', '9', 'rest', '1']);
  stretching.forget(dump);
  await stretching.want(dump, [9]);
  expect(done).toEqual(['rest', '9', 'rest', '1', 'rest', '9']);
});
