import { describe, expect, test, vi } from 'vitest';
import type { DumpUpdate } from '../../../../src-contract';
import { deferred } from '../../../../src-main/engine/opening/deferred';
import { Revisions } from '../../../../src-main/engine/opening/revisions';
import { dumpState, rankState } from '../../../fixtures/dumpState';

/** Of so many ranks, each of which counts for three (itself and two lanes). */
function prepare(rankCount: number, maxAnswerItems?: number) {
  const finished = deferred();
  const revisions = new Revisions(finished.promise, maxAnswerItems);
  const ranks = Array.from({ length: rankCount }, (_, i) => rankState(i));
  const watch = (seen: number) => revisions.watch(seen, () => dumpState({ revision: revisions.current, ranks }));
  return { revisions, watch, finished };
}

const changed = ({ changedRanks }: DumpUpdate) => changedRanks.map(({ index }) => index);

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let isDone = false;
  void promise.then(() => {
    isDone = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  return isDone;
}

describe('what has changed', () => {
  test('of the ranks, those that were touched since, the last one last', async () => {
    const { revisions, watch } = prepare(4);
    revisions.touch(0, 1, 2, 3);
    const first = await watch(0);
    expect([changed(first), first.isPart]).toEqual([[0, 1, 2, 3], false]);
    revisions.touch(3);
    revisions.touch(1);
    const second = await watch(first.revision);
    expect([changed(second), second.revision]).toEqual([[3, 1], revisions.current]);
    revisions.touch();
    expect(changed(await watch(second.revision))).toEqual([]);
  });

  test('many come in parts, also those that changed at once: each rank in one of them', async () => {
    const { revisions, watch } = prepare(7, 6);
    revisions.touch(0, 1, 2, 3, 4, 5, 6);
    const answers = [await watch(0)];
    while (answers.at(-1)?.isPart) answers.push(await watch(answers.at(-1)!.revision));
    expect(answers.map(changed)).toEqual([[0, 1], [2, 3], [4, 5], [6]]);
    expect(answers.at(-1)?.revision).toBe(revisions.current);
  });

  test('a rank that is more than an answer holds comes alone', async () => {
    const { revisions, watch } = prepare(2, 1);
    revisions.touch(0, 1);
    const first = await watch(0);
    expect([changed(first), first.isPart]).toEqual([[0], true]);
    expect(changed(await watch(first.revision))).toEqual([1]);
  });
});

describe('when it is answered', () => {
  test('who has seen all waits for a change, or the end', async () => {
    const { revisions, watch } = prepare(1);
    revisions.touch(0);
    const waiting = watch(revisions.current);
    expect(await isSettled(waiting)).toBe(false);
    revisions.close();
    expect(changed(await waiting)).toEqual([]);
  });

  test('not again within 100 ms, unless nothing more is to come', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    try {
      const { revisions, watch, finished } = prepare(1);
      revisions.touch(0);
      const { revision } = await watch(0);
      revisions.touch(0);
      const second = watch(revision);
      vi.advanceTimersByTime(99);
      expect(await isSettled(second)).toBe(false);
      vi.advanceTimersByTime(1);
      expect(await isSettled(second)).toBe(true);
      revisions.touch(0);
      const third = watch((await second).revision);
      expect(await isSettled(third)).toBe(false);
      finished.resolve();
      expect(await isSettled(third)).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  test('what is to be told at once does not wait for the end of the 100 ms, the next answer does again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    try {
      const { revisions, watch } = prepare(1);
      revisions.touch(0);
      const { revision } = await watch(0);
      revisions.touch(0);
      const second = watch(revision);
      expect(await isSettled(second)).toBe(false);
      revisions.tellNow();
      expect(await isSettled(second)).toBe(true);
      revisions.touch(0);
      expect(await isSettled(watch((await second).revision))).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });

  test('the rest of an answer is not waited for', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    try {
      const { revisions, watch } = prepare(2, 1);
      revisions.touch(0, 1);
      const { revision, isPart } = await watch(0);
      expect([isPart, await isSettled(watch(revision))]).toEqual([true, true]);
    } finally {
      vi.useRealTimers();
    }
  });
});
