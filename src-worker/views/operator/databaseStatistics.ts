/** What op_statistic.csv and api_statistic.csv hold, of ranks that have a database in their place. */
import type { StatisticsKind } from '../../../src-contract';
import type { DumpContext } from '../../model/dumpContext';
import { databaseKernels } from '../../model/kernels/kernelDatabase';
import type { TableRank } from '../../model/tableRanks';
import { numbers, since } from '../../sqlite/columns';
import type { Database } from '../../sqlite/database';
import { codedTexts, enumNames, textsOfIds } from '../../sqlite/stringIds';
import {
  type Column,
  type ColumnTable,
  codedColumn,
  columnTable,
  numberColumn,
  numbersOf,
  textReader,
} from '../../tables/columnTable';

const kinds = ['op-statistic', 'api-statistic'] as const satisfies readonly StatisticsKind[];
export type DatabaseKind = (typeof kinds)[number];

export function isDatabaseKind(kind: StatisticsKind): kind is DatabaseKind {
  return kinds.some((own) => own === kind);
}

/** A table for each database of the rank, with the columns that the file's reader gives. Throws a `TableError`. */
export function databaseStatistics(dump: DumpContext, rank: TableRank, kind: DatabaseKind): readonly ColumnTable[] {
  const paths = dump.paths(rank, 'profiler-db');
  if (paths.length === 0) return [];
  if (kind === 'op-statistic') return [opStatistic(databaseKernels(dump, rank).table)];
  // A program's calls are no device's where it drives several.
  if (dump.device(rank) !== undefined) return [];
  return paths.map((path) => dump.database(path, (database) => apiStatistic(database, dump.baseNs)));
}

/** Kernels that compute, by type and core. */
function opStatistic(kernels: ColumnTable): ColumnTable {
  const [type, core] = [textReader(kernels, 'type'), textReader(kernels, 'core')];
  const durations = numbersOf(kernels, 'durationNs');
  const groups = new Groups();
  if (type && core && durations)
    for (let row = 0; row < kernels.rowCount; row++)
      if (core(row) !== 'COMMUNICATION') groups.add(type(row), core(row), durations[row]);
  const totalNs = groups.all.reduce((sum, own) => sum + own.totalNs, 0);
  return groups.table(['type', 'OP Type'], ['core', 'Core Type'], (column) => [
    numberColumn(
      'share',
      'percent',
      column(({ totalNs: own }) => (100 * own) / totalNs),
      { label: 'Ratio' },
    ),
  ]);
}

/** Calls of CANN by level and name. */
function apiStatistic(database: Database, baseNs: bigint): ColumnTable {
  const { rowCount, columns } = database.readColumns('CANN_API', {
    startNs: since(baseNs, 'startNs'),
    endNs: since(baseNs, 'endNs'),
    type: numbers('type'),
    name: numbers('name'),
  });
  const { name } = textsOfIds(database, { name: columns.name });
  const level = codedTexts(columns.type, enumNames(database, 'ENUM_API_TYPE'));
  const groups = new Groups();
  for (let row = 0; row < rowCount; row++)
    groups.add(level.texts[level.codes[row]], name.texts[name.codes[row]], columns.endNs[row] - columns.startNs[row]);
  return groups.table(['level', 'Level'], ['api', 'API Name'], (column) => [
    // The file's, of µs.
    numberColumn('variance', 'none', column(varianceUs2), { label: 'Variance' }),
  ]);
}

interface Group {
  readonly first: string;
  readonly second: string;
  count: number;
  totalNs: number;
  minNs: number;
  maxNs: number;
  meanNs: number;
  /** Sum of the squares of the distances from the mean so far. */
  squares: number;
}

/** Of the whole population, as the profiler has it. */
function varianceUs2({ squares, count }: Group): number {
  return squares / count / 1e6;
}

/** Durations by two texts. */
class Groups {
  readonly #groups = new Map<string, Map<string, Group>>();
  readonly all: Group[] = [];

  /** Mean and variance in one pass: Welford, 1962. */
  add(first: string, second: string, durationNs: number): void {
    if (Number.isNaN(durationNs)) return;
    const own = this.#of(first, second);
    own.count++;
    own.totalNs += durationNs;
    own.minNs = Math.min(own.minNs, durationNs);
    own.maxNs = Math.max(own.maxNs, durationNs);
    const distance = durationNs - own.meanNs;
    own.meanNs += distance / own.count;
    own.squares += distance * (durationNs - own.meanNs);
  }

  #of(first: string, second: string): Group {
    const bySecond = this.#groups.get(first) ?? new Map<string, Group>();
    this.#groups.set(first, bySecond);
    let own = bySecond.get(second);
    if (own) return own;
    own = { first, second, count: 0, totalNs: 0, minNs: Infinity, maxNs: -Infinity, meanNs: 0, squares: 0 };
    bySecond.set(second, own);
    this.all.push(own);
    return own;
  }

  table(
    first: readonly [key: string, label: string],
    second: readonly [key: string, label: string],
    more: (column: (of: (group: Group) => number) => Float64Array) => readonly Column[],
  ): ColumnTable {
    const column = (of: (group: Group) => number) => Float64Array.from(this.all, of);
    const text = ([key, label]: readonly [string, string], of: (group: Group) => string) => {
      const names = [...new Set(this.all.map(of))];
      const codeOf = new Map(names.map((name, code) => [name, code]));
      return codedColumn(
        key,
        Uint32Array.from(this.all, (own) => codeOf.get(of(own)) ?? 0),
        names,
        { label },
      );
    };
    const duration = (key: string, label: string, of: (group: Group) => number) =>
      numberColumn(key, 'duration', column(of), { label });
    return columnTable([
      text(first, (own) => own.first),
      text(second, (own) => own.second),
      numberColumn(
        'count',
        'count',
        column((own) => own.count),
        { label: 'Count' },
      ),
      duration('totalNs', 'Total Time', (own) => own.totalNs),
      duration('minNs', 'Min', (own) => own.minNs),
      duration('averageNs', 'Avg', (own) => own.totalNs / own.count),
      duration('maxNs', 'Max', (own) => own.maxNs),
      ...more(column),
    ]);
  }
}
