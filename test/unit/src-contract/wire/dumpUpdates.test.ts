import { describe, expect, it } from 'vitest';
import type { DumpUpdate } from '../../../../src-contract';
import { nextDumpState } from '../../../../src-contract/wire/dumpUpdates';
import { dumpState, rankState, wholeUpdate } from '../../../fixtures/dumpState';

/** Answers one after another; remembers which revision each was asked after. */
function answers(...updates: readonly DumpUpdate[]) {
  const rest = [...updates];
  const asked: number[] = [];
  const watch = async (_dump: string, seenRevision: number) => {
    asked.push(seenRevision);
    const update = rest.shift();
    if (!update) throw new Error('asked too often');
    return update;
  };
  return { engine: { watch }, asked };
}

const update = (revision: number, ranks: readonly ReturnType<typeof rankState>[], isPart = false): DumpUpdate => ({
  ...wholeUpdate(dumpState({ revision, ranks })),
  isPart,
});

describe('the next state of a dump', () => {
  const before = dumpState({ revision: 4, ranks: [rankState(0), rankState(1), rankState(2)] });

  it('is all there is, when nothing was known', async () => {
    const { engine, asked } = answers(wholeUpdate(before));
    expect(await nextDumpState(engine, before.id)).toEqual(before);
    expect(asked).toEqual([0]);
  });

  it('keeps the ranks that did not change, as the same objects', async () => {
    const { engine, asked } = answers(update(9, [rankState(1, { generation: 2 })]));
    const after = await nextDumpState(engine, before.id, before);
    expect(asked).toEqual([4]);
    expect(after.revision).toBe(9);
    expect(after.ranks.map(({ generation }) => generation)).toEqual([1, 2, 1]);
    expect(after.ranks[0]).toBe(before.ranks[0]);
    expect(after.ranks[2]).toBe(before.ranks[2]);
    expect(before.ranks[1]!.generation).toBe(1);
    expect(Object.keys(after)).toEqual(expect.not.arrayContaining(['changedRanks', 'isPart']));
  });

  it('has the same list of ranks when none changed', async () => {
    const { engine } = answers(update(5, []));
    expect((await nextDumpState(engine, before.id, before)).ranks).toBe(before.ranks);
  });

  it('is put together from parts; the later state of a rank counts', async () => {
    const { engine, asked } = answers(
      update(6, [rankState(2, { generation: 2 })], true),
      update(7, [rankState(0, { generation: 2 })], true),
      update(9, [rankState(2, { generation: 3 }), rankState(3)]),
    );
    const after = await nextDumpState(engine, before.id, before);
    expect(asked).toEqual([4, 6, 7]);
    expect(after.revision).toBe(9);
    expect(after.ranks.map(({ index, generation }) => [index, generation])).toEqual([
      [0, 2],
      [1, 1],
      [2, 3],
      [3, 1],
    ]);
  });

  it('is asked for again from where it was when a part fails', async () => {
    const { engine, asked } = answers(update(6, [rankState(2, { generation: 2 })], true));
    await expect(nextDumpState(engine, before.id, before)).rejects.toThrow('asked too often');
    await expect(nextDumpState(engine, before.id, before)).rejects.toThrow();
    expect(asked).toEqual([4, 6, 4]);
  });
});
