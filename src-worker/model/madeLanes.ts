import type { RankIndex as RankNumber } from '../../src-contract';
import type { ComputedPart } from '../index/computed/computedPart';
import { LANES_PER_RANK } from '../query/rankView';

/** Lanes that one asks for: a part for their rank's `RankView`, which no file has. */
export interface MadeLanes {
  /** The rank's place in the dump, and the index that the part is of. */
  readonly rank: RankNumber;
  readonly generation: number;
  /** From the part's times to the rank's own. */
  readonly offsetNs: number;
  readonly part: ComputedPart;
}

/** Local ids from here on: no lane of a file has one, they are counted from 0. */
export const FIRST_MADE_ID = LANES_PER_RANK / 2;

/** Lanes of kinds of work that are made at most, which are hue classes and types of collectives; ids are taken for so many. */
export const MOST_WORK_LANES = 64;

/** As `LaneRegistry` gives them out: one for a group, and those that follow for its lanes. */
export function madeIds(first: number): { group(): number; computed(): number } {
  let next = first;
  return { group: () => next++, computed: () => next++ };
}
