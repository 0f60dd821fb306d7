/** Tables of a dump for queries: those that the window shows, with all their columns, asked for in pages. */
import { randomUUID } from 'node:crypto';
import type {
  Cells,
  DumpId,
  DumpState,
  Engine,
  Finding,
  QuestionId,
  RankState,
  TableColumn,
  TablePage,
  TableSource,
} from '../../src-contract';
import { groupsWith } from '../../src-report/trace/traceFile';
import type { QueriedRows, QueriedTable } from './database';
import { factTables } from './factTables';
import { QueryError } from './queryError';

export interface TablesDump {
  readonly engine: Engine;
  readonly dump: DumpId;
  readonly state: DumpState;
}

/** How a table is made. */
type Maker = (own: TablesDump) => Promise<QueriedTable>;

const PAGE_ROWS = 50_000;
const patternClasses = ['compute', 'memory', 'communication', 'runtime', 'python'] as const;

const ranksOf = ({ state }: TablesDump) => state.ranks.map(({ index }) => index);

export const dumpTables: Readonly<Record<string, Maker>> = {
  slices: (own) => united(own, [{ source: { table: 'timeline.events', of: { ranks: ranksOf(own) } } }], ofRows),
  flows: (own) => united(own, [{ source: { table: 'timeline.arrows', of: { ranks: ranksOf(own) } } }], ofRows),
  counters: async (own) => ({ columns: counterColumns, parts: counters(own) }),
  kernels: (own) => united(own, [{ source: { table: 'operator.kernels', of: { ranks: ranksOf(own) } } }], ofRows),
  collectives: (own) => united(own, [{ source: { table: 'communication.ops', of: {} } }], ofRows),
  links: (own) => united(own, [{ source: { table: 'communication.links', of: {} } }]),
  memory: (own) => united(own, [{ source: { table: 'memory.allocations', of: { ranks: ranksOf(own) } } }], ofRows),
  steps: async (own) => {
    const { steps } = await own.engine.ask(own.dump, 'summary.overview', {}, question());
    return united(
      own,
      steps.map((step) => ({ source: { table: 'summary.split', of: { step } }, with: ['step', step] })),
      { index: 'splitRankIndex', number: 'splitRank' },
    );
  },
  patterns: (own) =>
    united(
      own,
      patternClasses.map((name) => ({
        source: { table: 'findings.functions', of: { class: name } },
        with: ['class', name],
      })),
    ),
  findings: async (own) => ({ columns: findingColumns, parts: findings(own) }),
};

/**
 * Whose a row is, by the same two columns in every table whose rows are of one rank: `rank_index`, the rank's place in the dump, which
 * no other rank has, and `rank_number`, its number in the job. The tables' own columns of ranks (`rank`, which is a label in some and a
 * number in others, `rank_label`, `split_rank`) are those of the window.
 */
const rankColumns = [
  { name: 'rank_index', kind: 'number' },
  { name: 'rank_number', kind: 'number' },
] as const;

/** Keys of a table's columns that tell whose a row is. */
interface RankKeys {
  readonly index: string;
  /** A column of numbers in the job, for ranks that the dump has no files of: such as are in a summary of the job alone. */
  readonly number: string;
}

const ofRows: RankKeys = { index: 'rankIndex', number: 'rank' };

function question(): QuestionId {
  return randomUUID() as string as QuestionId;
}

interface Part {
  readonly source: TableSource;
  /** A column that tells it from the others. */
  readonly with?: readonly [string, number | string];
}

/** One table of several that have the same columns; with `keys`, its rows are of ranks. */
async function united(own: TablesDump, parts: readonly Part[], keys?: RankKeys): Promise<QueriedTable> {
  const [first] = parts;
  if (!first) return { columns: [], parts: none() };
  const { columns } = await pageOf(own, first.source, 0, 0);
  const names = sqlNames(columns);
  const told = first.with;
  const added = keys ? rankColumns.filter(({ name }) => !names.includes(name)) : [];
  return {
    columns: [
      ...(told ? [{ name: told[0], kind: typeof told[1] === 'number' ? ('number' as const) : ('text' as const) }] : []),
      ...columns.map(({ kind }, at) => ({ name: names[at] as string, kind })),
      ...added,
    ],
    parts: rowsOf(own, parts, columns, (cells) => {
      const { rank_index, rank_number } = keys ? ranksOfRows(own, cells, keys) : noRanks;
      return added.map(({ name }) => ({ at: name === 'rank_index' ? rank_index : rank_number }));
    }),
  };
}

async function* none(): AsyncIterable<QueriedRows> {}

async function* rowsOf(
  own: TablesDump,
  parts: readonly Part[],
  columns: readonly TableColumn[],
  addedTo: (cells: TablePage['cells']) => QueriedRows['columns'],
): AsyncIterable<QueriedRows> {
  for (const part of parts) {
    for (let firstRow = 0; ; firstRow += PAGE_ROWS) {
      const { cells, totalRows } = await pageOf(own, part.source, firstRow, PAGE_ROWS);
      const told = part.with;
      yield {
        count: Math.max(0, Math.min(PAGE_ROWS, totalRows - firstRow)),
        columns: [
          ...(told ? [{ at: () => told[1] }] : []),
          ...columns.map(({ key }) => columnOf(cells[key])),
          ...addedTo(cells),
        ],
      };
      if (firstRow + PAGE_ROWS >= totalRows) break;
    }
  }
}

type NumberOfRow = (row: number) => number | undefined;

const noRanks = { rank_index: () => undefined, rank_number: () => undefined };

/** `rank_index` and `rank_number` of a page's rows. */
function ranksOfRows({ state }: TablesDump, cells: TablePage['cells'], keys: RankKeys) {
  const numbers = new Map<number, number | undefined>(state.ranks.map(({ index, rank }) => [index, rank]));
  const [index, number] = [keys.index, keys.number].map((key): NumberOfRow => {
    const own = cells[key];
    return own?.kind === 'number' ? (row) => own.values[row] : () => undefined;
  }) as [NumberOfRow, NumberOfRow];
  const isOfDump = (at: number | undefined): at is number => at !== undefined && numbers.has(at);
  return {
    rank_index: (row: number) => {
      const at = index(row);
      return isOfDump(at) ? at : undefined;
    },
    rank_number: (row: number) => {
      const at = index(row);
      return isOfDump(at) ? numbers.get(at) : number(row);
    },
  };
}

function pageOf(
  { engine, dump }: TablesDump,
  source: TableSource,
  firstRow: number,
  rowCount: number,
): Promise<TablePage> {
  return engine.table({ dump, source, sort: [], filters: [], firstRow, rowCount });
}

function columnOf(cells: Cells | undefined): QueriedRows['columns'][number] {
  if (cells === undefined) return { at: () => undefined };
  const { values } = cells;
  if (cells.kind === 'number') return { at: (row) => values[row] };
  const { texts } = cells;
  return { at: (row) => texts[values[row] as number] };
}

/** `startNs` is start_ns in SQL, `SDMA size` sdma_size: words that need no quotes, each once. */
export function sqlNames(columns: readonly { readonly key: string }[]): readonly string[] {
  const taken = new Set<string>();
  return columns.map(({ key }) => {
    const plain = key
      .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '_')
      .replace(/^_+|_+$/g, '');
    const wanted = /^\p{L}/u.test(plain) ? plain : `c_${plain}`;
    let name = wanted;
    for (let at = 2; taken.has(name); at++) name = `${wanted}_${at}`;
    taken.add(name);
    return name;
  });
}

const findingColumns = [
  { name: 'id', kind: 'text' },
  { name: 'rule', kind: 'text' },
  { name: 'class', kind: 'text' },
  { name: 'rank', kind: 'number' },
  { name: 'lost_ns_per_step', kind: 'number' },
  { name: 'share_of_step', kind: 'number' },
  { name: 'cause', kind: 'text' },
  { name: 'confidence', kind: 'text' },
  ...rankColumns,
] as const;

async function* findings({ engine, dump, state }: TablesDump): AsyncIterable<QueriedRows> {
  const { findings: all } = await engine.ask(dump, 'findings.report', {}, question());
  // Ranks whose numbers the dump does not tell are counted in findings; where it tells them, a finding may be of a rank without files.
  const isCounted = state.ranks.some(({ rank }) => rank === undefined);
  const column = (of: (own: (typeof all)[number]) => number | string | undefined) => ({
    at: (row: number) => {
      const own = all[row];
      return own && of(own);
    },
  });
  yield {
    count: all.length,
    columns: [
      column(({ id }) => id),
      column(({ rule }) => rule),
      column((own) => own.class),
      column(({ rank }) => rank),
      column(({ lostNsPerStep }) => lostNsPerStep),
      column(({ shareOfStep }) => shareOfStep),
      column(({ cause }) => cause.id),
      column(({ confidence }) => confidence),
      column((own) => rankOfFinding(state, own)?.index),
      column((own) => (isCounted ? rankOfFinding(state, own)?.rank : own.rank)),
    ],
  };
}

/** Undefined: it is of no single rank, or of one that the dump has no files of. */
function rankOfFinding({ ranks }: DumpState, { rank, job, place: { label } }: Finding): RankState | undefined {
  const found = ranks.filter((own) => {
    return (
      own.rank === rank && (job === undefined || own.job?.key === job) && (label === undefined || own.label === label)
    );
  });
  return rank !== undefined && found.length === 1 ? found[0] : undefined;
}

const counterColumns = [
  { name: 'rank', kind: 'number' },
  { name: 'process', kind: 'text' },
  { name: 'counter', kind: 'text' },
  { name: 'series', kind: 'text' },
  { name: 'epoch_us', kind: 'number' },
  { name: 'value', kind: 'number' },
  ...rankColumns,
] as const;

/** By the rank's own clock, as its trace has them. */
async function* counters({ engine, dump, state }: TablesDump): AsyncIterable<QueriedRows> {
  for (const rank of state.ranks) {
    if (rank.status !== 'ready') continue;
    for (const { group, lanes } of groupsWith(rank, ({ kind }) => kind === 'counter')) {
      const asked = lanes.map(({ lane, pid, tid, series }) => ({ lane, pid, tid, series }));
      for (let first: number | undefined = 0; first !== undefined; ) {
        const wish = { rank: rank.index, lanes: asked, count: PAGE_ROWS, first };
        const page: Awaited<ReturnType<typeof tracePage>> = await tracePage(engine, dump, wish);
        if (!page) break;
        const rows = page.text.split('\n').flatMap((line) => counterRows(line));
        yield {
          count: rows.length,
          columns: [
            { at: () => rank.rank ?? rank.index },
            { at: () => group.name },
            { at: (row) => rows[row]?.counter },
            { at: (row) => rows[row]?.series },
            { at: (row) => rows[row]?.epochUs },
            { at: (row) => rows[row]?.value },
            { at: () => rank.index },
            { at: () => rank.rank },
          ],
        };
        first = page.next;
      }
    }
  }
}

function tracePage(engine: Engine, dump: DumpId, wish: Parameters<typeof engine.ask<'job.trace'>>[2]) {
  return engine.ask(dump, 'job.trace', wish, question());
}

interface CounterRow {
  readonly counter: string;
  readonly series: string;
  readonly epochUs: number;
  readonly value: number;
}

/** A line of the trace that it becomes: an object, and a comma. */
function counterRows(line: string): readonly CounterRow[] {
  if (line === '') return [];
  const event = JSON.parse(line.replace(/,$/, '')) as {
    ph: string;
    name: string;
    ts: number;
    args: Record<string, number>;
  };
  if (event.ph !== 'C') return [];
  return Object.entries(event.args).map(([series, value]) => ({
    counter: event.name,
    series,
    epochUs: event.ts,
    value,
  }));
}

/** Throws a `QueryError` for a table that no dump has. */
export function knownTable(name: string): Maker {
  const maker = Object.hasOwn(dumpTables, name) ? dumpTables[name] : undefined;
  if (maker) return maker;
  const tables = `${Object.keys(dumpTables).join(', ')}, and of summaries facts, ${Object.keys(factTables).join(', ')}`;
  throw new QueryError('no-table', { table: name, tables });
}
