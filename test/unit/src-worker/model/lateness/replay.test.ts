import { expect, test } from 'vitest';
import { type Arrived, Replay } from '../../../../../src-worker/model/lateness/replay';

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
