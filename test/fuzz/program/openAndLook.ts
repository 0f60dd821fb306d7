import type {
  DumpId,
  DumpState,
  Engine,
  Notice,
  QuestionName,
  SliceRef,
  TableName,
  TablePage,
} from '../../../src-contract';
import { nextDumpState } from '../../../src-contract/wire/dumpUpdates';
import { everyQuestion, everyTable, factsOf } from './everyView';

/** A dump as its user has seen it. */
export interface Seen {
  readonly state: DumpState;
  /** All that was said: notices, and what calls were rejected with. */
  readonly notices: readonly Notice[];
  readonly rejections: readonly { readonly call: string; readonly error: unknown }[];
  /** Of each table that could be had: its first page; of those asked for in several ways, the longest. */
  readonly pages: ReadonlyMap<TableName, TablePage>;
  readonly answers: ReadonlyMap<QuestionName, unknown>;
}

const PIXELS = 1000;

/** Opens it as the window does, and looks at everything: timeline, search, details of some slices, every tab. */
export async function openAndLook(engine: Engine, path: string): Promise<Seen> {
  const look = new Look(engine, await engine.open([path]));
  try {
    return await look.atEverything();
  } finally {
    await engine.close(look.dump);
  }
}

class Look {
  readonly #rejections: { call: string; error: unknown }[] = [];

  constructor(
    readonly engine: Engine,
    readonly dump: DumpId,
  ) {}

  async atEverything(): Promise<Seen> {
    const { engine, dump } = this;
    let state = await nextDumpState(engine, dump);
    while (state.status === 'discovering' || state.status === 'indexing')
      state = await nextDumpState(engine, dump, state);
    const [slices] = await Promise.all([this.#atTimeline(state), this.#or('views', engine.views(dump))]);
    const facts = factsOf(state, slices[0]);
    const pages = new Map<TableName, TablePage>();
    const answers = new Map<QuestionName, unknown>();
    // A view at a time: that is how they are looked at, and what they share is read once.
    for (const view of ['job', 'operator', 'memory', 'summary', 'communication']) {
      const ofView = (name: string) => name.startsWith(`${view}.`);
      const work: Promise<unknown>[] = [];
      for (const name of (Object.keys(everyQuestion) as QuestionName[]).filter(ofView))
        for (const question of everyQuestion[name](facts))
          work.push(this.#or(name, engine.ask(dump, name, question as never)).then((one) => answers.set(name, one)));
      for (const name of (Object.keys(everyTable) as TableName[]).filter(ofView))
        for (const of of everyTable[name](facts))
          work.push(this.#atTable(name, of).then((page) => page && pages.set(name, longer(page, pages.get(name)))));
      await Promise.all(work);
    }
    // What the tables turned out to be is told late.
    state = await nextDumpState(engine, dump);
    const notices = [
      ...state.notices,
      ...state.ranks.flatMap((rank) => [...rank.notices, ...rank.skipped.map(({ notice }) => notice)]),
      ...[...answers.values()].flatMap(noticesIn),
    ];
    return { state, notices, rejections: this.#rejections, pages, answers };
  }

  async #or<T>(call: string, answer: Promise<T>): Promise<T | undefined> {
    try {
      return await answer;
    } catch (error) {
      this.#rejections.push({ call, error });
      return undefined;
    }
  }

  /** Answers the first few slices. */
  async #atTimeline({ startNs, endNs, ranks }: DumpState): Promise<SliceRef[]> {
    const { engine, dump } = this;
    const groups = ranks.flatMap((rank) => rank.groups);
    const lanes = groups.flatMap((group) => group.lanes.map(({ id }) => id)).slice(0, 200);
    if (lanes.length === 0) return [];
    const nsPerPixel = Math.max(1, (endNs - startNs) / PIXELS);
    const window = { dump, startNs, endNs, nsPerPixel, lanes };
    const categories = [...new Set(ranks.flatMap((rank) => rank.flowCategories.map(({ name }) => name)))].slice(0, 50);
    const folded = groups.map(({ id }) => id).slice(0, 50);
    const middleNs = (startNs + endNs) / 2;
    const zoomed = { ...window, startNs: middleNs, endNs: middleNs + nsPerPixel * 10, nsPerPixel: nsPerPixel / 100 };
    const [found] = await Promise.all([
      this.#or('search', engine.search({ dump, text: '', maxResults: 20 })),
      this.#or('search', engine.search({ dump, text: 'a', maxResults: 20 })),
      this.#or('viewport', engine.viewport({ ...window, folded: [], labelMinPixels: 20 })),
      this.#or('viewport', engine.viewport({ ...zoomed, folded, labelMinPixels: 0 })),
      this.#or('flows', engine.flows({ ...window, categories, maxArrows: 1000 })),
      this.#or('statistics', engine.statistics({ dump, startNs, endNs, lanes, maxRows: 100 })),
    ]);
    const refs = (found?.slices ?? []).slice(0, 4).map(({ ref }) => ref);
    await Promise.all(refs.map((ref) => this.#atSlice(ref)));
    return refs;
  }

  async #atSlice(ref: SliceRef): Promise<void> {
    const { engine, dump } = this;
    const details = await this.#or('slice', engine.slice(dump, ref));
    await this.#or('neighbour', engine.neighbour(dump, ref, 'next'));
    if (details) await this.#or('sliceAtSource', engine.sliceAtSource(dump, ref.rank, details.source));
  }

  async #atTable(name: TableName, of: unknown): Promise<TablePage | undefined> {
    const { engine, dump } = this;
    const source = { table: name, of } as never;
    const query = { dump, source, sort: [], filters: [], firstRow: 0, rowCount: 100 };
    const page = await this.#or(name, engine.table(query));
    if (!page || page.columns.length === 0) return page;
    const number = page.columns.find(({ kind }) => kind === 'number')?.key;
    const text = page.columns.find(({ kind }) => kind === 'text')?.key;
    const sort = number === undefined ? [] : [{ column: number, isDescending: true }];
    const filters = text === undefined ? [] : [{ kind: 'contains', column: text, text: 'a' } as const];
    await this.#or(`${name} as csv`, engine.tableCsv({ ...query, sort, rowCount: 20 }));
    await this.#or(`${name} filtered`, engine.table({ ...query, sort, filters, rowCount: 10 }));
    if (text !== undefined) await this.#or(`values of ${name}`, engine.columnValues(query, text));
    return page;
  }
}

/** A table that is asked for in several ways is known by what had most. */
function longer(page: TablePage, other: TablePage | undefined): TablePage {
  return other !== undefined && other.totalRows > page.totalRows ? other : page;
}

/** Notices stand in some answers, at their top or one level below it. */
function noticesIn(answer: unknown): readonly Notice[] {
  const ofOne = (value: unknown): readonly Notice[] =>
    typeof value === 'object' && value !== null && 'notices' in value && Array.isArray(value.notices)
      ? value.notices
      : [];
  return [...ofOne(answer), ...(Array.isArray(answer) ? answer.flatMap(ofOne) : [])];
}
