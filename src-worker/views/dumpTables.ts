import type {
  ColumnTotals,
  ColumnValues,
  LaneCopyQuestion,
  LaneFileReading,
  LaneFileReport,
  LaneMergeQuestion,
  Notice,
  PathQuestion,
  QuestionName,
  RankIndex,
  TableColumn,
  TableName,
  TablePage,
  TableQuery,
  ViewSources,
} from '../../src-contract';
import { makePart } from '../analysis/record/recordParts';
import { type PathLane, pathLane } from '../model/dependencies/pathLane';
import { DumpContext } from '../model/dumpContext';
import { orAgain } from '../model/kept';
import { type LaneCopies, laneCopies } from '../model/laneCopies';
import type { MadeLanes } from '../model/madeLanes';
import { mergedLanes } from '../model/mergedLanes';
import { missingTables } from '../model/missingTables';
import { columnOptions, fileRecording, unrecorded } from '../model/recording';
import type { TableFiles, TablePlace } from '../model/tableRanks';
import { QuestionStopped, type Work } from '../model/work';
import type { CollectiveNames } from '../names/collectiveNames';
import type { RankView } from '../query/rankView';
import { type ColumnTable, numbersOf } from '../tables/columnTable';
import type { CsvMemories } from '../tables/csvMemory';
import { TableError } from '../tables/tableError';
import { chooseRows, csvOf, pageOf, totalsOf, valuesOf, wantedColumns } from '../tables/tableQuery';
import { answers, availability, tables } from './allViews';
import { giveRanksOfSummaries } from './ranks/summarisedRanks';
import { type ChosenRows, isRowTable, type RowTable, rowNumbers, rowPage, rowsCsv, rowsOf } from './rowTable';
import { laneFileReport } from './search/fileLanes';
import { type OwnLanesMade, ownLanes, type WantedOwnLanes } from './search/ownLanes';

/** An answer, or why it can't be had. */
export interface TableAnswer<T> {
  readonly outcome:
    | { readonly kind: 'done'; readonly value: T }
    /** Nobody waits for it any more. */
    | { readonly kind: 'stopped' }
    | { readonly kind: 'failed'; readonly notice: Notice };
  /** What the files turned out to be while it was made; each is told once. */
  readonly notices: readonly Notice[];
}

/** Orders of rows that are kept: a user scrolls through one, and goes back to the one before. */
const KEPT_ORDERS = 8;
/** The same of tables with millions of rows: 4 bytes each. */
const KEPT_LONG_ORDERS = 3;
const KEPT_TABLES = 16;
const MAX_DISTINCT_VALUES = 1000;

type Chosen = Pick<TableQuery, 'source' | 'sort' | 'filters'>;

/** The tables and views of one dump, in the thread that answers for them. */
export class DumpTables {
  readonly #context: DumpContext;
  readonly #tables = new Recent<Promise<ColumnTable | RowTable>>(KEPT_TABLES);
  readonly #shown = new Recent<Promise<ColumnTable>>(KEPT_TABLES);
  readonly #orders = new Recent<Promise<Uint32Array>>(KEPT_ORDERS);
  readonly #longOrders = new Recent<Promise<ChosenRows>>(KEPT_LONG_ORDERS);

  constructor(
    files: TableFiles,
    baseNs: bigint | undefined,
    views: () => ReadonlyMap<number, RankView>,
    collectives?: CollectiveNames,
    csvMemories?: CsvMemories,
  ) {
    this.#context = new DumpContext(files, baseNs, views, undefined, undefined, collectives, csvMemories);
  }

  views(place: TablePlace): ViewSources {
    const dump = this.#context;
    dump.setPlace(place);
    giveRanksOfSummaries(dump);
    const available = {
      operator: availability.operator(dump),
      memory: availability.memory(dump),
      summary: availability.summary(dump),
      communication: availability.communication(dump),
      findings: availability.findings(dump),
      ranks: availability.ranks(dump),
    };
    const missing = missingTables(dump.files).map((own) => {
      const recording = fileRecording(dump, own.table, own.ranks);
      return { ...own, ...(recording && { recording }) };
    });
    return {
      ...available,
      missing,
      unrecorded: unrecorded(dump, available),
      columnOptions: columnOptions(dump),
    };
  }

  table(query: TableQuery, place: TablePlace, work: Work): Promise<TableAnswer<TablePage>> {
    return this.#answered(place, work, async (dump) => {
      const own = await this.#ownTable(dump, query);
      if (isRowTable(own)) return rowPage(dump, own, await this.#chosen(dump, query, own), query);
      const table = await this.#shownTable(dump, query, own);
      const rows = await this.#rows(dump, query, table);
      const { offsetNs } = dump;
      const page = pageOf(table, rows, query, offsetNs);
      const totals = wantedColumns(table, query.columns).flatMap((column): [string, ColumnTotals][] => {
        const total = totalsOf(column, rows, offsetNs);
        return total ? [[column.key, total]] : [];
      });
      return { ...page, totals: Object.fromEntries(totals) };
    });
  }

  tableCsv(query: TableQuery, place: TablePlace, work: Work): Promise<TableAnswer<string>> {
    return this.#answered(place, work, async (dump) => {
      const own = await this.#ownTable(dump, query);
      if (isRowTable(own)) return rowsCsv(dump, own, await this.#chosen(dump, query, own), query);
      const table = await this.#shownTable(dump, query, own);
      return csvOf(own, await this.#rows(dump, query, table), query, dump.baseNs);
    });
  }

  columnValues(
    query: TableQuery,
    column: TableColumn['key'],
    place: TablePlace,
    work: Work,
  ): Promise<TableAnswer<ColumnValues>> {
    return this.#answered(place, work, async (dump) => {
      const own = await this.#ownTable(dump, query);
      if (isRowTable(own)) {
        const rows = rowNumbers(await this.#chosen(dump, query, own));
        return valuesOf(await own.at(dump, undefined, [column], 'job'), column, rows, MAX_DISTINCT_VALUES);
      }
      const table = await this.#shownTable(dump, query, own);
      return valuesOf(table, column, await this.#rows(dump, query, table), MAX_DISTINCT_VALUES);
    });
  }

  ask(name: QuestionName, question: unknown, place: TablePlace, work: Work): Promise<TableAnswer<unknown>> {
    return this.#answered(place, work, (dump) => answer(dump, name, question));
  }

  /** What another thread has asked to be made for one of its own answers: see `DumpContext.elsewhere`. */
  part(part: string, rank: RankIndex, place: TablePlace, work: Work): Promise<TableAnswer<unknown>> {
    return this.#answered(place, work, (dump) => makePart(dump, part, rank));
  }

  /** See `pathLane`. */
  pathLane(
    question: PathQuestion,
    firstId: number,
    place: TablePlace,
    work: Work,
  ): Promise<TableAnswer<PathLane | undefined>> {
    return this.#answered(place, work, (dump) => pathLane(dump, question, firstId));
  }

  /** See `laneCopies`. */
  laneCopies(
    question: LaneCopyQuestion,
    firstId: number,
    place: TablePlace,
    work: Work,
  ): Promise<TableAnswer<LaneCopies | undefined>> {
    return this.#answered(place, work, (dump) => laneCopies(dump, question, firstId));
  }

  /** See `mergedLanes`. */
  mergedLanes(
    question: LaneMergeQuestion,
    firstId: number,
    place: TablePlace,
    work: Work,
  ): Promise<TableAnswer<MadeLanes | undefined>> {
    return this.#answered(place, work, (dump) => mergedLanes(dump, question, firstId));
  }

  /** See `ownLanes`. */
  ownLanes(wanted: WantedOwnLanes, firstId: number, place: TablePlace, work: Work): Promise<TableAnswer<OwnLanesMade>> {
    return this.#answered(place, work, (dump) => ownLanes(dump, wanted, firstId));
  }

  /** See `laneFileReport`. */
  laneFile(
    path: string,
    rank: RankIndex,
    reading: LaneFileReading | undefined,
    place: TablePlace,
    work: Work,
  ): Promise<TableAnswer<LaneFileReport>> {
    return this.#answered(place, work, (dump) => laneFileReport(dump, path, rank, reading));
  }

  /** By the clock that the job is shown by. */
  #shownTable(dump: DumpContext, chosen: Chosen, own: ColumnTable): Promise<ColumnTable> {
    const shown = async () => inJobTimes(dump, own, rankOf(chosen));
    return this.#shown.get(keyOf(dump, chosen.source), shown, dump.work);
  }

  /** By the ranks' own clocks. */
  #ownTable(dump: DumpContext, { source }: Chosen): Promise<ColumnTable | RowTable> {
    return this.#tables.get(keyOf(dump, source), () => madeTable(dump, source.table, source.of), dump.work);
  }

  #rows(dump: DumpContext, { source, sort, filters }: Chosen, table: ColumnTable): Promise<Uint32Array> {
    const key = keyOf(dump, { source, sort, filters });
    return this.#orders.get(key, async () => chooseRows(table, { sort, filters }, dump.offsetNs), dump.work);
  }

  #chosen(dump: DumpContext, { source, sort, filters }: Chosen, table: RowTable): Promise<ChosenRows> {
    const key = keyOf(dump, { source, sort, filters });
    return this.#longOrders.get(key, () => rowsOf(dump, table, { sort, filters }), dump.work);
  }

  async #answered<T>(place: TablePlace, work: Work, make: (dump: DumpContext) => Promise<T>): Promise<TableAnswer<T>> {
    this.#context.setPlace(place);
    giveRanksOfSummaries(this.#context);
    const outcome = await this.#outcomeOf(() => make(this.#context.during(work)));
    return { outcome, notices: this.#context.takeUntold() };
  }

  async #outcomeOf<T>(make: () => Promise<T>): Promise<TableAnswer<T>['outcome']> {
    try {
      return { kind: 'done', value: await make() };
    } catch (error) {
      if (error instanceof QuestionStopped) return { kind: 'stopped' };
      if (!(error instanceof TableError)) throw error;
      this.#context.note(error.notice);
      return { kind: 'failed', notice: error.notice };
    }
  }
}

/** What the view of that name makes. Throws a `RangeError` for a name that is none. */
async function madeTable(dump: DumpContext, name: TableName, of: unknown): Promise<ColumnTable | RowTable> {
  const make = own(tables, name) as
    | ((dump: DumpContext, of: unknown) => ColumnTable | RowTable | Promise<ColumnTable | RowTable>)
    | undefined;
  if (!make) throw new RangeError(`There is no table ${name}`);
  return make(dump, of);
}

/** The same with all its columns, by the ranks' own clocks. */
export async function makeTable(dump: DumpContext, name: TableName, of: unknown): Promise<ColumnTable> {
  const made = await madeTable(dump, name, of);
  if (!isRowTable(made)) return made;
  const keys = made.columns.map(({ key }) => key);
  return made.at(dump, undefined, keys, 'own');
}

/** The same of questions. */
export async function answer(dump: DumpContext, name: QuestionName, question: unknown): Promise<unknown> {
  const reply = own(answers, name) as ((dump: DumpContext, question: unknown) => unknown) | undefined;
  if (!reply) throw new RangeError(`There is no question ${name}`);
  return reply(dump, question);
}

function own(record: object, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name as keyof typeof record] : undefined;
}

/**
 * The table with its instants by the clock that the job is shown by, still counted from the dump's base: what is sorted,
 * filtered and shown. A row's rank stands in its column `rankIndex`, else it is the one that the table is about.
 */
function inJobTimes(dump: DumpContext, table: ColumnTable, ofRank: number | undefined): ColumnTable {
  const ranks = numbersOf(table, 'rankIndex');
  const { offsetNs } = dump;
  const columns = table.columns.map((column) => {
    if (column.kind !== 'number' || column.unit !== 'time') return column;
    const values = column.values.map((ns, row) => {
      const rank = ranks ? ranks[row] : ofRank;
      return dump.toJobNs(Number.isNaN(rank) ? undefined : rank, ns) - offsetNs;
    });
    return { ...column, values };
  });
  return { rowCount: table.rowCount, columns };
}

/** The rank that a table of one rank is about. */
function rankOf({ source: { of } }: Chosen): number | undefined {
  return 'rank' in of && typeof of.rank === 'number' ? of.rank : undefined;
}

/** What is computed from timelines changes with them, and filters by time with the clocks. */
function keyOf(dump: DumpContext, what: unknown): string {
  return `${JSON.stringify(what)} ${dump.clockRevision} ${dump.allGenerations}`;
}

/** The last few of something that is costly to make. What could not be made is not kept. */
class Recent<T extends Promise<unknown>> {
  readonly #kept = new Map<string, T>();

  constructor(readonly limit: number) {}

  get(key: string, make: () => T, work: Work): T {
    const known = this.#kept.get(key);
    const value = known ?? make();
    // Behind all others: the first one is the one not used for longest.
    this.#kept.delete(key);
    this.#kept.set(key, value);
    value.catch(() => {
      if (this.#kept.get(key) === value) this.#kept.delete(key);
    });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.limit) break;
      this.#kept.delete(oldest);
    }
    return known ? (orAgain(known, () => this.get(key, make, work), work) as T) : value;
  }
}
