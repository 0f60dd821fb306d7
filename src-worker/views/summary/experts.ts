import type { ExpertLoad, SummaryStep } from '../../../src-contract';
import { maxOf, meanOf } from '../../base/aggregates';
import type { DumpContext } from '../../model/dumpContext';
import { groupedRows, isGroupedMatmul } from '../../model/kernels/groupedMatmul';
import { kernelTable } from '../../model/kernels/kernels';
import { jobSplits } from '../../model/splits/rankSplits';
import { numberOf } from '../../model/splits/stepFiles';
import type { TableRank } from '../../model/tableRanks';
import { type ColumnTable, concatTables, textReader } from '../../tables/columnTable';
import { TableError } from '../../tables/tableError';

/** Kernel tables are read up to this size; the ranks behind are left out. */
const MAX_KERNEL_BYTES = 256 << 20;
/** Calls beyond these are not drawn. */
const MAX_CALLS = 512;

/**
 * Tokens of each expert, from expert_load.csv (Step, Layer, Expert, Tokens; one file a rank, which are added up). Without
 * one: rows of the matrix of each GroupedMatmul, which is how many tokens the rank's experts were given.
 */
export async function expertLoad(dump: DumpContext, step: SummaryStep): Promise<ExpertLoad | undefined> {
  if (dump.has('expert-load')) {
    const table = await loadTable(dump);
    const load = table && fromLoadTable(table, step);
    if (load) return load;
  }
  return fromGroupedMatmul(dump, step);
}

const keys = { Step: 'step', Layer: 'layer', Expert: 'expert', Tokens: 'tokens' };
const textKeys = new Set(['step', 'layer', 'expert']);
const numberKeys = new Set(['tokens']);

async function loadTable(dump: DumpContext): Promise<ColumnTable | undefined> {
  const tables = await readEach(
    dump,
    dump.ranks.flatMap((rank) => dump.paths(rank, 'expert-load')),
    (path) =>
      dump.memo(`expert load ${path}`, async () => {
        const table = await dump.csv(path, { keys, textKeys, numberKeys });
        for (const own of table.notices) dump.note(own);
        return table;
      }),
  );
  return tables.length === 0 ? undefined : concatTables(tables);
}

/** What can't be read is noted and left out. */
async function readEach<T, R>(dump: DumpContext, all: readonly T[], read: (one: T) => Promise<R>): Promise<R[]> {
  const found: R[] = [];
  for (const one of all) {
    try {
      found.push(await read(one));
    } catch (error) {
      if (!(error instanceof TableError)) throw error;
      dump.note(error.notice);
    }
  }
  return found;
}

function fromLoadTable(table: ColumnTable, step: SummaryStep): ExpertLoad | undefined {
  const [stepOf, layerOf, expertOf, tokensOf] = ['step', 'layer', 'expert', 'tokens'].map(
    (key) => textReader(table, key) ?? (() => ''),
  );
  const cells: Cell[] = [];
  const steps = new Set<string>();
  for (let row = 0; row < table.rowCount; row++) {
    if (typeof step === 'number' && numberOf(stepOf(row)) !== step) continue;
    steps.add(stepOf(row));
    cells.push({ row: layerOf(row), column: expertOf(row), value: numberOf(tokensOf(row)) });
  }
  // The usual step is what is meant by the median; that of each cell would not add up.
  return asMatrix('expert-load', cells, step === 'median' ? Math.max(1, steps.size) : 1);
}

async function fromGroupedMatmul(dump: DumpContext, step: SummaryStep): Promise<ExpertLoad | undefined> {
  const all = dump.ranks.filter((rank) => dump.paths(rank, 'kernels').length > 0);
  const withKernels = withinSize(all, MAX_KERNEL_BYTES);
  const calls = await readEach(dump, withKernels, (rank) => groupedCalls(dump, rank));
  const { ranks } = await jobSplits(dump);
  const cells = withKernels.flatMap((rank, at) =>
    (calls[at] ?? [])
      .filter((call) => typeof step !== 'number' || call.step === step || Number.isNaN(call.step))
      .slice(0, MAX_CALLS)
      .map(({ tokens }, call): Cell => {
        const number = ranks.find((known) => known.rank.index === rank.index)?.rank.rank ?? rank.index;
        return { row: String(call), column: String(number), value: tokens };
      }),
  );
  const load = asMatrix('grouped-matmul', cells, 1);
  return load && { ...load, leftOutRanks: all.length - withKernels.length };
}

/** The first ranks whose kernel tables together are not larger; at least one. */
function withinSize(ranks: readonly TableRank[], maxBytes: number): readonly TableRank[] {
  let bytes = 0;
  const end = ranks.findIndex(({ files }, at) => {
    bytes += files.reduce((sum, { table, sizeBytes }) => sum + (table === 'kernels' ? sizeBytes : 0), 0);
    return at > 0 && bytes > maxBytes;
  });
  return end < 0 ? ranks : ranks.slice(0, end);
}

interface GroupedCall {
  readonly step: number;
  readonly tokens: number;
}

function groupedCalls(dump: DumpContext, rank: TableRank): Promise<readonly GroupedCall[]> {
  return dump.memo(`grouped matmul of rank ${rank.index}`, async () => {
    const table = await kernelTable(dump, { ranks: [rank.index] });
    const typeOf = textReader(table, 'type') ?? textReader(table, 'name') ?? (() => '');
    const shapesOf = textReader(table, 'inputShapes') ?? (() => '');
    const stepOf = textReader(table, 'step') ?? (() => '');
    const calls: GroupedCall[] = [];
    for (let row = 0; row < table.rowCount; row++) {
      if (!isGroupedMatmul(typeOf(row))) continue;
      const tokens = groupedRows(shapesOf(row));
      if (!Number.isNaN(tokens)) calls.push({ step: numberOf(stepOf(row)), tokens });
    }
    return calls;
  });
}

interface Cell {
  readonly row: string;
  readonly column: string;
  readonly value: number;
}

const COLLATOR = new Intl.Collator('en', { numeric: true });

/** Cells of the same place are added up, then divided by `divisor`. Undefined without any. */
function asMatrix(source: ExpertLoad['source'], cells: readonly Cell[], divisor: number): ExpertLoad | undefined {
  if (cells.length === 0) return undefined;
  const rows = [...new Set(cells.map(({ row }) => row))].sort(COLLATOR.compare);
  const columns = [...new Set(cells.map(({ column }) => column))].sort(COLLATOR.compare);
  const rowAt = new Map(rows.map((row, at) => [row, at]));
  const columnAt = new Map(columns.map((column, at) => [column, at]));
  const tokens = new Float64Array(rows.length * columns.length).fill(Number.NaN);
  for (const { row, column, value } of cells) {
    if (Number.isNaN(value)) continue;
    const at = (rowAt.get(row) ?? 0) * columns.length + (columnAt.get(column) ?? 0);
    tokens[at] = (Number.isNaN(tokens[at]) ? 0 : tokens[at]) + value / divisor;
  }
  const imbalance = Float64Array.from(rows, (_, row) => {
    const own = tokens.subarray(row * columns.length, (row + 1) * columns.length);
    return maxOf(own) / meanOf(own);
  });
  return { source, rows, columns, tokens, imbalance, leftOutRanks: 0 };
}
