import { besideComputingLimits } from '../../../src-contract/findings/limits';
import { isLater } from './commonStarts';

/** When a rank came to a collective, by the clock that all those of this collective are told by. */
export interface Arrived {
  readonly rank: number;
  readonly isGlobal: boolean;
  readonly atNs: number;
  readonly errorNs: number;
  /** It computed for so long while it was in the collective; 0: not at all, or not known. */
  readonly computedNs: number;
}

/** One end of a send and its receive. */
export interface Passing extends Arrived {
  /** The rank stands still for its end; others go on: a receive that is posted beforehand, a send that nothing waits for. */
  readonly isHeld: boolean;
}

/**
 * The collectives once more, as they would have gone without what was late before. All ranks of a collective leave it
 * together; who waited in it for a late rank comes that much later to its next one, in other groups as well:
 *
 *     rank 5   ── 60 ms late ──┤tp├──┤dp├      charged once, at the first
 *     rank 4   ··· waits ······┤tp├──┤dp├      60 ms late at its dp, by rank 5's fault
 *     rank 0         ┤tp├·· waits ···┤dp├
 *
 * `#behind` is how much later than in that replay each rank is. Who would be the last there, and by how much, is charged.
 * A send and its receive are passed through as well (`pass`): the stages of a pipeline come to them one after the other, which is its
 * design and nobody's fault, but who sends late because of something before makes its receiver late.
 * A collective that runs beside computing holds nobody up: what a rank computes in one, above what the last to come does, it
 * need not compute behind it, and is later by that much less. Who waited in one and comes to the next as early as ranks that did
 * not would not have come earlier without.
 */
export class Replay {
  readonly #behind = new Map<number, number>();
  /** How long ranks would still wait in collectives, all of them together: groups wait side by side. */
  leftOfAllNs = 0;

  /** Keys of the ranks that came to collectives. */
  readonly ranks = new Set<number>();

  /** How long a rank would still wait in collectives, on average over those that came to any. */
  get leftNs(): number {
    return this.leftOfAllNs / Math.max(1, this.ranks.size);
  }

  /** A collective of these profiled ranks of which nobody can tell who came when: so long they wait in it, on average. */
  untold(ranks: readonly number[], meanNs: number): void {
    this.leftOfAllNs += meanNs * ranks.length;
    for (const rank of ranks) this.ranks.add(keyOfRank({ rank, isGlobal: true }));
  }

  /**
   * `comings` by time. Undefined: nobody was late who would have been late there. Nobody is charged for more than they were
   * late: of a rank that was not profiled only some collectives are seen, and not how long it waited in the others.
   */
  next<T extends Arrived>(comings: readonly T[]): { readonly coming: T; readonly lateNs: number } | undefined {
    const behind: number[] = [];
    for (const coming of comings) behind.push(this.#behindOf(coming));
    let leastNs = Number.POSITIVE_INFINITY;
    for (const ns of behind) leastNs = Math.min(leastNs, ns);
    const earliestNs = comings[0].atNs - leastNs;
    const atNs: number[] = [];
    for (let i = 0; i < comings.length; i++) atNs.push(Math.max(earliestNs, comings[i].atNs - behind[i]));
    const order = [...atNs.keys()].sort((a, b) => atNs[a] - atNs[b]);
    const [beforeAt, lastAt] = [order[order.length - 2], order[order.length - 1]];
    const before = { atNs: atNs[beforeAt], errorNs: comings[beforeAt].errorNs };
    const last = { atNs: atNs[lastAt], errorNs: comings[lastAt].errorNs };
    const [actualBefore, actualLast] = [comings[comings.length - 2], comings[comings.length - 1]];
    const isLate = comings[lastAt] === actualLast && isLater(actualLast, actualBefore) && isLater(last, before);
    const lateNs = isLate ? Math.min(last.atNs - before.atNs, actualLast.atNs - actualBefore.atNs) : 0;
    const replayedNs = last.atNs - lateNs;
    const behindNs = actualLast.atNs - replayedNs;
    for (const i of order) this.leftOfAllNs += Math.max(0, replayedNs - atNs[i]);
    for (let i = 0; i < comings.length; i++) {
      const coming = comings[i];
      this.ranks.add(keyOfRank(coming));
      const waitNs = actualLast.atNs - coming.atNs;
      const aheadNs = coming.computedNs - actualLast.computedNs;
      // A kernel or two that end while a rank begins to wait are no computing beside the wait.
      const hiddenNs = aheadNs > besideComputingLimits.aloneUpTo * waitNs ? Math.min(aheadNs, waitNs) : 0;
      this.#behind.set(keyOfRank(coming), Math.max(Math.min(behind[i], behindNs), behindNs - hiddenNs));
    }
    return isLate ? { coming: actualLast, lateNs } : undefined;
  }

  /**
   * Both ends of a transfer, by time. `firstNs`: how much less the first would wait in it without what was late before. Who does not stand still
   * for it was ready before, whenever its stream came to it, and is not put where the other one is.
   */
  pass(first: Passing, last: Passing): { readonly firstNs: number } {
    const firstAtNs = first.isHeld ? first.atNs - this.#behindOf(first) : Number.NEGATIVE_INFINITY;
    const lastAtNs = last.atNs - this.#behindOf(last);
    const behindNs = last.atNs - Math.max(firstAtNs, lastAtNs);
    if (last.isHeld) this.#behind.set(keyOfRank(last), behindNs);
    if (!first.isHeld) return { firstNs: 0 };
    this.#behind.set(keyOfRank(first), behindNs);
    return { firstNs: Math.max(0, last.atNs - first.atNs - Math.max(0, lastAtNs - firstAtNs)) };
  }

  #behindOf(coming: Arrived): number {
    return this.#behind.get(keyOfRank(coming)) ?? 0;
  }
}

/** A place in a group is not the rank with that number: it is below 0. */
export function keyOfRank({ rank, isGlobal }: Pick<Arrived, 'rank' | 'isGlobal'>): number {
  return isGlobal ? rank : -1 - rank;
}
