import { expect, test } from 'vitest';
import { type Arrived, type Passing, Replay } from '../../../../../src-worker/model/lateness/replay';

const MS = 1e6;

/** A collective: ms at which each rank came, and for how long it computed in it. */
function comings(...ranks: readonly (readonly [rank: number, at: number, computed?: number])[]): Arrived[] {
  return ranks.map(([rank, at, computed = 0]) => {
    return { rank, isGlobal: true, atNs: at * MS, errorNs: 0, computedNs: computed * MS };
  });
}

/** Who is charged in each of the collectives, in their order, and ms. */
function charged(...collectives: readonly Arrived[][]): (readonly [number, number] | undefined)[] {
  const replay = new Replay();
  return collectives.map((own) => {
    const late = replay.next(own);
    return late && [late.coming.rank, late.lateNs / MS];
  });
}

test('who waited for a late rank is late in its next group by that one’s fault', () => {
  expect(charged(comings([1, 0], [0, 60]), comings([2, 0], [1, 60]))).toEqual([[0, 60], undefined]);
});

test('ranks that compute beside a collective are held up by nobody: the late rank is not charged again, nor is who waited for it', () => {
  // Ranks 0 and 1 share a group, 0 is late. 2 and 3 are beside them: buckets of gradients, one after the other, while they compute.
  const late = comings([1, 0], [0, 60]);
  const first = comings([2, 0, 60], [0, 60]);
  const second = comings([2, 0], [0, 60]);
  expect(charged(late, first, second)).toEqual([[0, 60], undefined, undefined]);
  // Had 2 not computed, it would have left with 0, 60 ms late: what 0 is late by then is its own doing.
  expect(charged(late, comings([2, 0], [0, 60]), second)).toEqual([[0, 60], undefined, [0, 60]]);
});

test('what the last to come computes while the data moves, the others need not compute later either', () => {
  // 1 computes for 26 ms beside the wait and stands still then; 0 for 4 ms beside the transfer, and for 22 behind it.
  expect(charged(comings([1, 0, 26], [0, 60, 4]), comings([1, 0], [0, 22]))).toEqual([[0, 60], undefined]);
  // A ms longer than that is late.
  expect(charged(comings([1, 0, 26], [0, 60, 4]), comings([1, 0], [0, 23]))).toEqual([
    [0, 60],
    [0, 1],
  ]);
});

type End = readonly [rank: number, at: number, beside?: 'beside'];

/** Both ends of a transfer; `beside`: it goes on computing. */
function passing(first: End, last: End): [Passing, Passing] {
  const end = ([rank, at, beside]: End) => ({ ...comings([rank, at])[0], isHeld: beside === undefined });
  return [end(first), end(last)];
}

test('who sends late because of something before makes the next stage late, and is charged once', () => {
  // 0 is late in its group, sends 60 ms late to 2, which comes late to its own group.
  const replay = new Replay();
  expect(replay.next(comings([1, 0], [0, 60]))).toMatchObject({ coming: { rank: 0 } });
  expect(replay.pass(...passing([2, 0], [0, 70]))).toEqual({ firstNs: 60 * MS });
  expect(replay.next(comings([3, 0], [2, 60]))).toBeUndefined();
});

test('a stage that comes to its receive before the other sends is no late one’s fault: that is the pipeline’s design', () => {
  const replay = new Replay();
  expect(replay.pass(...passing([2, 0], [0, 70]))).toEqual({ firstNs: 0 });
  expect(replay.next(comings([3, 0], [2, 60]))).toMatchObject({ coming: { rank: 2 }, lateNs: 60 * MS });
});

test('a receive posted beforehand does not make up for what its rank is behind by; one that it stands still for does', () => {
  for (const [beside, charged] of [
    ['beside', undefined],
    [undefined, { coming: { rank: 0 } }],
  ] as const) {
    const replay = new Replay();
    replay.next(comings([1, 0], [0, 60]));
    // What 2 sends is on time.
    replay.pass(...passing(beside ? [0, 0, beside] : [0, 0], [2, 50]));
    const late = replay.next(comings([3, 0], [0, 60]));
    if (charged) expect(late).toMatchObject(charged);
    else expect(late).toBeUndefined();
  }
});

test('what is waited for anyhow is of all ranks, those of other groups beside them too', () => {
  const replay = new Replay();
  // Rank 2 is 10 ms after the next to last, which is not waited for alone: 0 waits on for 20, in its pair 3 for none.
  replay.next(comings([0, 0], [1, 20], [2, 30]));
  replay.next(comings([3, 5], [4, 5]));
  expect([replay.leftOfAllNs, [...replay.ranks]]).toEqual([20 * MS, [0, 1, 2, 3, 4]]);
});
