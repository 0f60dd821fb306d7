import type {
  ColumnValues,
  Notice,
  QuestionName,
  TableColumn,
  TablePage,
  TableQuery,
  ViewSources,
} from '../../src-contract';
import { DumpContext, RanksWanted, type TableFiles, type TablePlace } from '../model/dumpContext';
import { missingTables } from '../model/missingTables';
import { UNWATCHED, type Work } from '../model/work';
import type { RankView } from '../query/rankView';
import type { ColumnTable } from '../tables/columnTable';
import { TableError } from '../tables/tableError';
import { chooseRows, csvOf, pageOf, totalsOf, valuesOf, wantedColumns } from '../tables/tableQuery';
import { answer, availability, makeTable } from './allViews';

/** An answer, the indexes that it takes first, or why it can't be had. */
export interface TableAnswer<T> {
  readonly outcome:
    | { readonly kind: 'done'; readonly value: T }
    | { readonly kind: 'ranks-wanted'; readonly ranks: readonly number[] }
    | { readonly kind: 'failed'; readonly notice: Notice };
  /** What the files turned out to be while it was made; each is told once. */
  readonly notices: readonly Notice[];
}

/** Orders of rows that are kept: a user scrolls through one, and goes back to the one before. */
const KEPT_ORDERS = 8;
const KEPT_TABLES = 16;
const MAX_DISTINCT_VALUES = 1000;

/** The engine brings what is wanted, and asks again. */
const ASKED_AGAIN: Work = { ...UNWATCHED, bring: (rank) => Promise.reject(new RanksWanted([rank])) };

type Chosen = Pick<TableQuery, 'source' | 'sort' | 'filters'>;

/** The tables and views of one dump, in the thread that answers for them. */
export class DumpTables {
  readonly #context: DumpContext;
  readonly #tables = new Recent<Promise<ColumnTable>>(KEPT_TABLES);
  readonly #orders = new Recent<Promise<Uint32Array>>(KEPT_ORDERS);

  constructor(files: TableFiles, baseNs: bigint | undefined, views: () => ReadonlyMap<number, RankView>) {
    this.#context = new DumpContext(files, baseNs, views, ASKED_AGAIN);
  }

  views(place: TablePlace): ViewSources {
    const dump = this.#context;
    dump.setPlace(place);
    return {
      operator: availability.operator(dump),
      memory: availability.memory(dump),
      summary: availability.summary(dump),
      communication: availability.communication(dump),
      missing: missingTables(dump.files),
    };
  }

  table(query: TableQuery, place: TablePlace): Promise<TableAnswer<TablePage>> {
    return this.#answered(place, async () => {
      const table = await this.#table(query);
      const rows = await this.#rows(query, table);
      const { offsetNs } = this.#context;
      const page = pageOf(table, rows, query, offsetNs);
      const totals: Record<string, NonNullable<ReturnType<typeof totalsOf>>> = {};
      for (const column of wantedColumns(table, query.columns)) {
        const total = totalsOf(column, rows, offsetNs);
        if (total) totals[column.key] = total;
      }
      return { ...page, totals };
    });
  }

  tableCsv(query: TableQuery, place: TablePlace): Promise<TableAnswer<string>> {
    return this.#answered(place, async () => {
      const table = await this.#table(query);
      return csvOf(table, await this.#rows(query, table), query, this.#context.baseNs);
    });
  }

  columnValues(query: TableQuery, column: TableColumn['key'], place: TablePlace): Promise<TableAnswer<ColumnValues>> {
    return this.#answered(place, async () => {
      const table = await this.#table(query);
      return valuesOf(table, column, await this.#rows(query, table), MAX_DISTINCT_VALUES);
    });
  }

  ask(name: QuestionName, question: unknown, place: TablePlace): Promise<TableAnswer<unknown>> {
    return this.#answered(place, () => answer(this.#context, name, question));
  }

  #table({ source }: Chosen): Promise<ColumnTable> {
    return this.#tables.get(this.#keyOf(source), () => makeTable(this.#context, source.table, source.of));
  }

  #rows({ source, sort, filters }: Chosen, table: ColumnTable): Promise<Uint32Array> {
    const key = this.#keyOf({ source, sort, filters });
    return this.#orders.get(key, async () => chooseRows(table, { sort, filters }, this.#context.offsetNs));
  }

  /** What is computed from timelines changes with them, and filters by time with the origin. */
  #keyOf(what: unknown): string {
    const generations = [...this.#context.views()].map(([rank, { generation }]) => `${rank}.${generation}`);
    return `${JSON.stringify(what)} ${this.#context.originNs} ${generations.sort().join()}`;
  }

  async #answered<T>(place: TablePlace, make: () => Promise<T>): Promise<TableAnswer<T>> {
    this.#context.setPlace(place);
    const outcome = await this.#outcomeOf(make);
    return { outcome, notices: this.#context.takeUntold() };
  }

  async #outcomeOf<T>(make: () => Promise<T>): Promise<TableAnswer<T>['outcome']> {
    try {
      return { kind: 'done', value: await make() };
    } catch (error) {
      if (error instanceof RanksWanted) return { kind: 'ranks-wanted', ranks: error.ranks };
      if (!(error instanceof TableError)) throw error;
      this.#context.note(error.notice);
      return { kind: 'failed', notice: error.notice };
    }
  }
}

/** The last few of something that is costly to make. What could not be made is not kept. */
class Recent<T extends Promise<unknown>> {
  readonly #kept = new Map<string, T>();

  constructor(readonly limit: number) {}

  get(key: string, make: () => T): T {
    const value = this.#kept.get(key) ?? make();
    // Behind all others: the first one is the one not used for longest.
    this.#kept.delete(key);
    this.#kept.set(key, value);
    value.catch(() => this.#kept.delete(key));
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.limit) break;
      this.#kept.delete(oldest);
    }
    return value;
  }
}
