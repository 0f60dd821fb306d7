/** What is found on lanes that are made on demand: they belong to no search, and are drawn like all others. */
import type { RankIndex, SliceSearch } from '../../../src-contract';
import { TimeLimitError } from '../../base/timeLimit';
import type { PartView } from '../partView';
import type { SliceRange } from '../touching';
import { type FoundOfPart, ListedSlices } from './foundOfPart';
import { type FoundOfRank, foundInPart } from './foundSlices';

type FoundOfMade = Pick<FoundOfPart, 'has' | 'within'>;

/** Of a part that is not among `RankView.parts`. */
export type FoundOnMade = (part: PartView) => FoundOfMade;

type FoundOf = (rank: RankIndex) => FoundOfRank | undefined;

/**
 * A slice that stands for another is found where that one is, of which `foundOf` answers what is found in its rank; others, as those of
 * files beside the dump, are searched like the dump's.
 */
export function foundOnMade(search: SliceSearch, foundOf: FoundOf): FoundOnMade {
  const known = new Map<PartView, FoundOfMade>();
  const onMade: FoundOnMade = (part) => {
    let found = known.get(part);
    found ??= part.index.standIns ? new FoundStandIns(part, foundOf, onMade) : foundIn(part, search);
    known.set(part, found);
    return found;
  };
  return onMade;
}

class FoundStandIns implements FoundOfMade {
  constructor(
    readonly part: PartView,
    readonly foundOf: FoundOf,
    readonly onMade: FoundOnMade,
  ) {}

  within({ first, end }: SliceRange): Uint32Array {
    const found = new Uint32Array(end - first);
    let count = 0;
    for (let slice = first; slice < end; slice++) if (this.has(slice)) found[count++] = slice;
    return found.subarray(0, count);
  }

  has(own: number): boolean {
    const { standIns } = this.part.index;
    const rank = standIns?.rank[own] as RankIndex | undefined;
    const of = rank === undefined ? undefined : this.foundOf(rank);
    if (!standIns || !of || standIns.generations.get(of.view.rank) !== of.view.generation) return false;
    const { part, slice } = of.view.sliceAt(standIns.slice[own]);
    return (of.found[of.view.parts.indexOf(part)] ?? this.onMade(part)).has(slice);
  }
}

/** By a pattern that takes too long nothing is found, as on the dump's own lanes. */
function foundIn(part: PartView, search: SliceSearch): FoundOfMade {
  try {
    return foundInPart(part, search);
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error;
    return new ListedSlices(new Uint32Array(0));
  }
}
