import type { RankIndex, SearchCount, SearchPage, SearchQuestions, SliceSearch } from '../../../src-contract';
import { TimeLimitError } from '../../base/timeLimit';
import type { DumpContext } from '../../model/dumpContext';
import { LANES_PER_RANK } from '../../query/rankView';
import { foundArgs } from '../../query/search/foundArgs';
import { ListedSlices } from '../../query/search/foundOfPart';
import { foundOnMade } from '../../query/search/foundOnMade';
import { FoundPicture } from '../../query/search/foundPicture';
import { type FoundOfRank, slicesWithoutName } from '../../query/search/foundSlices';
import { valuesOf } from '../../tables/tableQuery';
import { RowRuns } from '../rowRuns';
import { type ChosenRows, type RowTable, rowNumbers, rowPage, rowsCsv, rowsOf } from '../rowTable';
import type { ViewWorker } from '../viewWorker';
import { type FoundRun, foundTable } from './foundTable';
import { foundInRank, type KeptSearch, keptSearch, searchedRanks } from './keptSearches';

const MAX_DISTINCT_VALUES = 1000;

/** Slices found by their names, args and whatever else is known of them: it has no tab of its own. */
export const searchWorker: ViewWorker<Record<never, never>, SearchQuestions> = {
  isAvailable: () => true,
  tables: {},
  answers: {
    'search.count': (dump, { search }) => countOf(dump, search),
    'search.args': async (dump, { search }) => {
      await orTooSlow(searchArgs(dump, search), undefined);
      return countOf(dump, search);
    },
    'search.page': async (dump, page) => {
      const found = await chosenOf(dump, page);
      return rowPage(dump, found.table, found.chosen, page);
    },
    'search.csv': async (dump, page) => {
      const found = await chosenOf(dump, page);
      return rowsCsv(dump, found.table, found.chosen, page);
    },
    'search.values': async (dump, page) => {
      const { table, chosen } = await chosenOf(dump, page);
      const columns = await table.at(dump, undefined, [page.column], 'job');
      return valuesOf(columns, page.column, rowNumbers(chosen), MAX_DISTINCT_VALUES);
    },
    'search.picture': async (dump, { search, window }) => {
      const shown = new Set([...window.lanes, ...window.folded].map((lane) => Math.floor(lane / LANES_PER_RANK)));
      const found = new Map<RankIndex, FoundOfRank>();
      for (const rank of searchedRanks(dump, search)) {
        const own = shown.has(rank) ? await foundOfRank(dump, search, rank) : undefined;
        if (own) found.set(rank, own);
      }
      const picture = new FoundPicture(
        window,
        foundOnMade(search, (rank) => found.get(rank)),
      );
      for (const own of found.values()) picture.add(own);
      const { startNs, endNs, nsPerPixel } = window;
      const { lanes, folded, names } = picture;
      return { startNs, endNs, nsPerPixel, lanes, folded, names, quads: picture.quads(), counters: [] };
    },
  },
};

/** Undefined where the rank has no timeline (yet), or a pattern takes too long. */
async function foundOfRank(dump: DumpContext, search: SliceSearch, rank: RankIndex): Promise<FoundOfRank | undefined> {
  const own = await orTooSlow(foundInRank(dump, search, keptSearch(dump, search), rank), undefined);
  const view = own && (await dump.timeline(rank));
  return own && view?.generation === own.generation ? { view, found: own.found } : undefined;
}

async function countOf(dump: DumpContext, search: SliceSearch): Promise<SearchCount> {
  const kept = keptSearch(dump, search);
  const ranks = searchedRanks(dump, search);
  let isTooSlow = false;
  const counts = await dump.overRanks(ranks, async (rank) => {
    try {
      await foundInRank(dump, search, kept, rank);
      return { rank, count: kept.lengthOf(rank) };
    } catch (error) {
      if (!(error instanceof TimeLimitError)) throw error;
      kept.isTooSlow = true;
      isTooSlow = true;
      return { rank, count: 0 };
    }
  });
  const found = ranks.flatMap((rank) => kept.ranks.get(rank) ?? []);
  return {
    total: counts.reduce((sum, { count }) => sum + count, 0),
    ranks: counts.filter(({ count }) => count > 0),
    argsRead: found.reduce((sum, { argsRead }) => sum + argsRead, 0),
    argsTotal: found.reduce((sum, { argsTotal }) => sum + argsTotal, 0),
    ...(isTooSlow ? { isTooSlow: true } : {}),
  };
}

/** Goes on where an earlier question was stopped. */
async function searchArgs(dump: DumpContext, search: SliceSearch): Promise<void> {
  const kept = keptSearch(dump, search);
  await dump.overRanks(searchedRanks(dump, search), async (rank) => {
    const own = await foundInRank(dump, search, kept, rank);
    const view = await dump.timeline(rank);
    if (!own || view?.generation !== own.generation) return;
    if (own.argsRead === own.argsTotal) return;
    for await (const { part, slices, read } of foundArgs(view, search, slicesWithoutName(view, search), own.argsRead)) {
      // Before it counts: once the question has been stopped, what is told of the search stays as it is.
      dump.stopIfUnwanted();
      // Another question may read the same args.
      own.argsRead = Math.max(own.argsRead, read);
      if (slices.length > 0) {
        own.found = own.found.map((found, at) => (at === part ? new ListedSlices(merged(found.all(), slices)) : found));
        kept.version++;
      }
      // Others' questions in between.
      await new Promise((resolve) => setImmediate(resolve));
    }
  });
}

function merged(found: Uint32Array, slices: readonly number[]): Uint32Array {
  const sorted = Uint32Array.from(slices).sort();
  const all = new Uint32Array(found.length + sorted.length);
  let [at, from, count] = [0, 0, 0];
  while (at < found.length || from < sorted.length) {
    const next =
      from === sorted.length || (at < found.length && found[at] <= sorted[from]) ? found[at++] : sorted[from++];
    // Found before an earlier question was stopped, too.
    if (count === 0 || all[count - 1] !== next) all[count++] = next;
  }
  return all.slice(0, count);
}

interface ChosenOfTable {
  readonly table: RowTable;
  readonly chosen: ChosenRows;
}

/** Which rows in which order is worked out once for all pages, as long as no more is found. */
async function chosenOf(dump: DumpContext, { search, sort, filters }: SearchPage): Promise<ChosenOfTable> {
  const kept = keptSearch(dump, search);
  const table = await tableOf(dump, search, kept);
  // Ranks that have come since begin other rows.
  const key = `${JSON.stringify({ sort, filters })} ${table.rowCount} ${dump.clockRevision}`;
  return { table, chosen: await kept.of(key, () => rowsOf(dump, table, { sort, filters })) };
}

async function tableOf(dump: DumpContext, search: SliceSearch, kept: KeptSearch): Promise<RowTable> {
  const ranks = searchedRanks(dump, search);
  const found = await dump.overRanks(ranks, (rank) => orTooSlow(foundInRank(dump, search, kept, rank), undefined));
  const runs = found.flatMap((own, at): FoundRun[] =>
    own ? [{ rank: ranks[at], own: { ...own }, count: kept.lengthOf(ranks[at]) }] : [],
  );
  return foundTable(new RowRuns(runs));
}

/** Nothing is found by a pattern that takes too long; that it does, the count says. */
async function orTooSlow<T, E>(answer: Promise<T>, otherwise: E): Promise<T | E> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof TimeLimitError) return otherwise;
    throw error;
  }
}
