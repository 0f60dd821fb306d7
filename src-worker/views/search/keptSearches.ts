/** What the last searches of a dump have found: all that is asked about them is answered from it. */
import type { RankIndex, SliceSearch } from '../../../src-contract';
import { TimeLimitError } from '../../base/timeLimit';
import type { DumpContext } from '../../model/dumpContext';
import type { TableRank } from '../../model/tableRanks';
import { countWithoutName, type FoundSlices, foundSlices } from '../../query/search/foundSlices';

/** The one that is shown, and one that is typed: each can be as long as the dump. */
const KEPT_SEARCHES = 2;

/** Of one rank. */
export interface FoundInRank {
  readonly generation: number;
  found: FoundSlices;
  /** Slices whose args have been looked at, */
  argsRead: number;
  /** and all whose are to be: 0 where none are asked for. */
  readonly argsTotal: number;
}

export class KeptSearch {
  readonly ranks = new Map<number, FoundInRank>();
  /** A pattern that takes too long for one rank is not tried on the next one. */
  isTooSlow = false;
  /** What is made of what has been found; another number: more has been. */
  version = 0;
  readonly made = new Map<string, { readonly version: number; readonly value: unknown }>();

  /** Made once for each version, of the last few. */
  async of<T>(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.made.get(key);
    if (known?.version === this.version) return known.value as T;
    const { version } = this;
    const value = await make();
    this.made.delete(key);
    this.made.set(key, { version, value });
    for (const oldest of this.made.keys()) {
      if (this.made.size <= 4) break;
      this.made.delete(oldest);
    }
    return value;
  }

  lengthOf(rank: number): number {
    return this.ranks.get(rank)?.found.reduce((sum, { count }) => sum + count, 0) ?? 0;
  }
}

/** The search as it is kept with the dump. */
export function keptSearch(dump: DumpContext, search: SliceSearch): KeptSearch {
  const searches = dump.memo('searches', () => new Map<string, KeptSearch>());
  // A region is by the clock that is shown.
  const key = `${JSON.stringify(search)} ${search.region ? dump.clockRevision : ''}`;
  const kept = searches.get(key) ?? new KeptSearch();
  searches.delete(key);
  searches.set(key, kept);
  for (const oldest of searches.keys()) {
    if (searches.size <= KEPT_SEARCHES) break;
    searches.delete(oldest);
  }
  return kept;
}

/** The slices of one rank; undefined where it has no timeline (yet). Throws a `TimeLimitError`. */
export async function foundInRank(
  dump: DumpContext,
  search: SliceSearch,
  kept: KeptSearch,
  rank: RankIndex,
): Promise<FoundInRank | undefined> {
  const known = kept.ranks.get(rank);
  if (known && known.generation === dump.generation(rank)) return known;
  if (kept.isTooSlow) throw new TimeLimitError();
  const view = await dump.timeline(rank);
  if (!view) return undefined;
  const meanwhile = kept.ranks.get(rank);
  if (meanwhile?.generation === view.generation) return meanwhile;
  try {
    const found = foundSlices(view, search);
    const argsTotal = search.inArgs ? countWithoutName(view, search, found) : 0;
    const own = { generation: view.generation, found, argsRead: 0, argsTotal };
    kept.ranks.set(rank, own);
    kept.version++;
    return own;
  } catch (error) {
    if (error instanceof TimeLimitError) kept.isTooSlow = true;
    throw error;
  }
}

/** Those with a timeline in which the search looks, in the order of the dump. */
export function searchedRanks(dump: DumpContext, { ranks }: SliceSearch): readonly RankIndex[] {
  const known = dump.ranks.filter(({ index }) => dump.generation(index) !== undefined);
  return (ranks.length === 0 ? known : known.filter((rank) => isWantedRank(rank, ranks))).map(({ index }) => index);
}

function isWantedRank({ index, rank, label }: TableRank, wanted: SliceSearch['ranks']): boolean {
  const number = rank ?? index;
  const own = label.toLowerCase();
  return wanted.some((one) => {
    if (one.kind === 'numbers') return number >= one.first && number <= one.last;
    const text = one.text.toLowerCase();
    return one.isExact ? own === text : own.includes(text);
  });
}
