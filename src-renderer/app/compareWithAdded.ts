/** Another dump beside the open one, held against it. */
import type { DumpState, RankState, SideChoice, Sides } from '../../src-contract';
import type { DumpSession } from '../session/session';

/** What was there before the other dump came. */
export interface ComparedBefore {
  /** `RankState.place` of A, and its step. */
  readonly place: string;
  readonly step: SideChoice['step'];
  /** Of all ranks. */
  readonly places: ReadonlySet<string>;
}

/** A of what is compared; else the rank that is selected, or the first. Undefined: the dump has no rank. */
export function comparedBefore({ store }: DumpSession): ComparedBefore | undefined {
  const { dump, comparison, selectedSlice } = store.getState();
  const index = comparison?.a.rank ?? selectedSlice?.rank ?? dump.ranks[0]?.index;
  const rank = index === undefined ? undefined : dump.ranks[index];
  const places = new Set(dump.ranks.map(({ place }) => place));
  // Steps of two runs have nothing to do with each other.
  return rank && { place: rank.place, step: 'all', places };
}

/** Of the added ranks the one of the same number, else the first. Undefined while one of the two is not there. */
export function sidesWithAdded({ ranks }: Pick<DumpState, 'ranks'>, before: ComparedBefore): Sides | undefined {
  const a = ranks.find(({ place }) => place === before.place);
  const added = ranks.filter(({ place }) => !before.places.has(place));
  const isLike = (own: RankState) => own.rank !== undefined && own.rank === a?.rank;
  const b = added.find(isLike) ?? added[0];
  return a && b && { a: { rank: a.index, step: before.step }, b: { rank: b.index, step: 'all' } };
}

/** As soon as the added ranks are known. */
export function compareWithAdded({ store, actions }: DumpSession, before: ComparedBefore): void {
  const compare = (dump: DumpState) => {
    const sides = dump.status === 'discovering' ? undefined : sidesWithAdded(dump, before);
    if (sides) actions.compare(sides);
    return sides !== undefined || dump.status === 'failed' || dump.status === 'ready';
  };
  if (compare(store.getState().dump)) return;
  const stop = store.subscribe(({ dump }) => {
    if (compare(dump)) stop();
  });
}
