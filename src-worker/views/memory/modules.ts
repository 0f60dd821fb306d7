import type { RankIndex, RankMemory } from '../../../src-contract';
import type { DumpContext } from '../../model/dumpContext';
import { databaseMemory } from '../../model/memory/databaseMemory';
import { componentReader, readTimed, type TimedTable } from '../../model/memory/records';
import type { TableRank } from '../../model/tableRanks';
import {
  type ColumnTable,
  columnTable,
  concatTables,
  numberColumn,
  numbersOf,
  textColumn,
} from '../../tables/columnTable';

/** npu_module_mem.csv: what each component of the driver and the runtime has reserved; MB in one version, KB in another. */
export function readModules(dump: DumpContext, rank: TableRank): Promise<TimedTable | undefined> {
  return dump.memo(`module memory of rank ${rank.index}`, async () => {
    const paths = dump.paths(rank, 'module-memory');
    if (paths.length === 0) {
      const table = (await databaseMemory(dump, rank))?.modules;
      return table && table.rowCount > 0 ? { table, isTimeLost: false, notices: [] } : undefined;
    }
    const keys = {
      Component: 'component',
      'Timestamp(us)': 'timeNs',
      'Total Reserved(B)': 'reserved',
      'Total Reserved(KB)': 'reserved',
      'Total Reserved(MB)': 'reserved',
      Device: 'device',
    };
    const read = await readTimed(dump, paths, { keys, textKeys: new Set(['component', 'device']) });
    for (const own of read.notices) dump.note(own);
    if (read.error && read.table.rowCount === 0) throw read.error;
    return read;
  });
}

/** On the job's clock; undefined where no sample has a time. */
export async function modulesExtent(dump: DumpContext, rank: TableRank): Promise<RankMemory['extent']> {
  const read = await readModules(dump, rank);
  const times = read && !read.isTimeLost ? numbersOf(read.table, 'timeNs') : undefined;
  let [startNs, endNs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const ns of times ?? []) {
    if (ns < startNs) startNs = ns;
    if (ns > endNs) endNs = ns;
  }
  if (startNs > endNs) return undefined;
  return { startNs: dump.toJobNs(rank.index, startNs), endNs: dump.toJobNs(rank.index, endNs) };
}

/** By time; undefined where the rank has no such component, or no times to go by. */
export async function moduleSamples(
  dump: DumpContext,
  rank: TableRank,
  module: string,
): Promise<{ timeNs: Float64Array; bytes: Float64Array } | undefined> {
  const read = await readModules(dump, rank);
  if (!read || read.isTimeLost) return undefined;
  const { table } = read;
  const [times, reserved] = [numbersOf(table, 'timeNs'), numbersOf(table, 'reserved')];
  if (!times || !reserved) return undefined;
  const nameOf = componentReader(table);
  const rows: number[] = [];
  for (let row = 0; row < table.rowCount; row++)
    if (nameOf(row) === module && !Number.isNaN(times[row]) && !Number.isNaN(reserved[row])) rows.push(row);
  rows.sort((a, b) => times[a] - times[b]);
  return {
    timeNs: Float64Array.from(rows, (row) => times[row]),
    bytes: Float64Array.from(rows, (row) => reserved[row]),
  };
}

/** A row for each component of each rank: what it had reserved at most, first and last. */
export async function modulesTable(dump: DumpContext, ranks: readonly RankIndex[]): Promise<ColumnTable> {
  const tables: ColumnTable[] = [];
  for (const index of ranks) {
    const rank = dump.rankAt(index);
    const read = rank && (await readModules(dump, rank));
    if (read) tables.push(modulePeaks(rank, read));
  }
  return tables.length > 0 ? concatTables(tables) : { rowCount: 0, columns: [] };
}

interface ModulePeak {
  readonly module: string;
  peakBytes: number;
  /** By the rank's own clock, as in every table: what shows it puts it on the job's. */
  peakNs: number;
  firstNs: number;
  firstBytes: number;
  lastNs: number;
  lastBytes: number;
  sampleCount: number;
}

function modulePeaks(rank: TableRank, { table, isTimeLost }: TimedTable): ColumnTable {
  const times = numbersOf(table, 'timeNs');
  const reserved = numbersOf(table, 'reserved') ?? new Float64Array(table.rowCount).fill(Number.NaN);
  const nameOf = componentReader(table);
  const peaks = new Map<string, ModulePeak>();
  for (let row = 0; row < table.rowCount; row++) {
    const bytes = reserved[row];
    if (Number.isNaN(bytes)) continue;
    const ns = isTimeLost ? Number.NaN : (times?.[row] ?? Number.NaN);
    const module = nameOf(row);
    const known = peaks.get(module);
    if (!known) {
      const ends = { firstNs: ns, firstBytes: bytes, lastNs: ns, lastBytes: bytes };
      peaks.set(module, { module, peakBytes: bytes, peakNs: ns, ...ends, sampleCount: 1 });
      continue;
    }
    known.sampleCount++;
    // Rows need not be in order of time; where there are no times to compare, they are taken as they come.
    if (ns < known.firstNs) {
      known.firstNs = ns;
      known.firstBytes = bytes;
    }
    if (!(ns < known.lastNs)) {
      known.lastNs = ns;
      known.lastBytes = bytes;
    }
    if (bytes > known.peakBytes || (bytes === known.peakBytes && ns < known.peakNs)) {
      known.peakBytes = bytes;
      known.peakNs = ns;
    }
  }
  const own = [...peaks.values()];
  const numbers = (of: (peak: ModulePeak) => number) => own.map(of);
  return columnTable([
    numberColumn('rankIndex', 'id', new Float64Array(own.length).fill(rank.index), { isHidden: true }),
    textColumn('rankLabel', new Array<string>(own.length).fill(rank.label), { label: 'Rank' }),
    textColumn(
      'module',
      own.map(({ module }) => module),
      { label: 'Component' },
    ),
    numberColumn(
      'peakBytes',
      'bytes',
      numbers(({ peakBytes }) => peakBytes),
      { label: 'Peak reserved' },
    ),
    numberColumn(
      'peakNs',
      'time',
      numbers(({ peakNs }) => peakNs),
      { label: 'Peak at' },
    ),
    numberColumn(
      'firstBytes',
      'bytes',
      numbers(({ firstBytes }) => firstBytes),
      { label: 'At the start' },
    ),
    numberColumn(
      'lastBytes',
      'bytes',
      numbers(({ lastBytes }) => lastBytes),
      { label: 'At the end' },
    ),
    numberColumn(
      'growthBytes',
      'bytes',
      numbers((peak) => peak.lastBytes - peak.firstBytes),
      { label: 'Growth' },
    ),
    numberColumn(
      'sampleCount',
      'count',
      numbers(({ sampleCount }) => sampleCount),
      { label: 'Samples' },
    ),
  ]);
}
