import type {
  FlopUnknown,
  KernelChoice,
  KernelGrouping,
  KernelTotals,
  OperatorOverview,
  StepKernels,
} from '../../../src-contract';
import type { DumpContext } from '../../model/dumpContext';
import { deviceFacts } from '../../model/kernels/device';
import { keysOfGrouping } from '../../model/kernels/groupings';
import { peakReader } from '../../model/kernels/kernelColumns';
import { kernelsOf, kernelTable } from '../../model/kernels/kernels';
import { type ColumnTable, findColumn, numbersOf, textReader } from '../../tables/columnTable';
import { kindsOfGrouping } from './groups';

const NAME_SCOPES = [
  'name-scope-1',
  'name-scope-2',
  'name-scope-3',
  'name-scope-4',
  'name-scope-5',
  'name-scope-6',
] as const satisfies readonly KernelGrouping[];

const COLLATOR = new Intl.Collator('en', { numeric: true });

export async function operatorOverview(dump: DumpContext, choice: KernelChoice): Promise<OperatorOverview> {
  const ranks = await kernelsOf(dump, choice.ranks);
  const table = await kernelTable(dump, { ranks: choice.ranks });
  const device = await deviceFacts(dump, ranks);
  return {
    ranks: ranks.map(({ rank, source, table: own, notices }) => ({
      rank: rank.index,
      ...(source ? { source } : {}),
      kernelCount: own.rowCount,
      notices,
    })),
    steps: stepsOf(table),
    ...(device ? { device } : {}),
    groupings: groupingsOf(dump, choice, table).map((by) => ({
      by,
      keys: keysOfGrouping[by],
      kinds: kindsOfGrouping(by),
    })),
    totals: {
      ...totalsOf(table, choice),
      ...streamsAndTasks(table),
      computeBusyNs: ranks.reduce((sum, { table: own }) => sum + busyNs(own), 0),
    },
    unknownFlops: unknownFlops(table),
  };
}

function groupingsOf(dump: DumpContext, { ranks }: KernelChoice, table: ColumnTable): KernelGrouping[] {
  const isText = (key: string) => {
    const column = findColumn(table, key);
    return column?.kind === 'text' && column.texts.some((text) => text !== '');
  };
  const kind = findColumn(table, 'kind');
  const communication = kind?.kind === 'text' ? kind.texts.indexOf('communication') : -1;
  const hasCollectives = kind?.kind === 'text' && communication >= 0 && kind.codes.includes(communication);
  const hasTimeline = ranks.some((index) => dump.rankAt(index)?.files.some(({ role }) => role === 'timeline'));
  return [
    'type',
    'name',
    ...(isText('inputShapes') ? (['name-shapes'] as const) : []),
    ...(isText('core') ? (['core'] as const) : []),
    ...(findColumn(table, 'modelId') ? (['model'] as const) : []),
    ...NAME_SCOPES.filter((_, at) => isText(`nameScope${at + 1}`)),
    ...(hasTimeline ? (['scope', 'launched-by'] as const) : []),
    ...(hasCollectives ? (['collective-type', 'collective'] as const) : []),
  ];
}

function stepsOf(table: ColumnTable): StepKernels[] {
  const step = textReader(table, 'step');
  const kind = textReader(table, 'kind');
  const duration = numbersOf(table, 'durationNs');
  if (!kind || !duration) return [];
  const steps = new Map<string, { kernelCount: number; computeNs: number; communicationNs: number }>();
  for (let row = 0; row < table.rowCount; row++) {
    const name = step?.(row) ?? '';
    let own = steps.get(name);
    if (!own) {
      own = { kernelCount: 0, computeNs: 0, communicationNs: 0 };
      steps.set(name, own);
    }
    own.kernelCount++;
    const ns = Number.isNaN(duration[row]) ? 0 : duration[row];
    if (kind(row) === 'compute') own.computeNs += ns;
    else if (kind(row) === 'communication') own.communicationNs += ns;
  }
  return [...steps]
    .map(([name, own]) => ({ step: name, ...own }))
    .sort((a, b) => Number(a.step === '') - Number(b.step === '') || COLLATOR.compare(a.step, b.step));
}

/** Of each rank its own streams; by their number in files, by their lane in a timeline. */
function streamsAndTasks(table: ColumnTable): Pick<KernelTotals, 'streamCount' | 'taskCount'> {
  const streamOf = textReader(table, 'streamId') ?? textReader(table, 'lane');
  const rankOf = textReader(table, 'rankIndex');
  const streams = new Set<string>();
  for (let row = 0; streamOf && row < table.rowCount; row++) {
    const stream = streamOf(row);
    if (stream !== '') streams.add(`${rankOf?.(row)} ${stream}`);
  }
  return { streamCount: streams.size, taskCount: table.rowCount };
}

/** Sums over the table; `computeBusyNs` is not one and is left out. */
function totalsOf(
  table: ColumnTable,
  { peaks }: KernelChoice,
): Omit<KernelTotals, 'computeBusyNs' | 'streamCount' | 'taskCount'> {
  const totals = {
    computeCount: 0,
    computeNs: 0,
    communicationCount: 0,
    communicationNs: 0,
    dynamicCount: 0,
    staticCount: 0,
    aiCpuCount: 0,
    aiCpuNs: 0,
    flop: 0,
    flopNs: 0,
    utilisation: Number.NaN,
  };
  const kind = textReader(table, 'kind');
  const core = textReader(table, 'core');
  const state = textReader(table, 'opState');
  const duration = numbersOf(table, 'durationNs');
  const flop = numbersOf(table, 'flop');
  const peakOf = peaks && peakReader(table, peaks);
  if (!kind || !duration) return totals;
  let [rated, possible] = [0, 0];
  for (let row = 0; row < table.rowCount; row++) {
    const ns = Number.isNaN(duration[row]) ? 0 : duration[row];
    const own = kind(row);
    if (own === 'communication') {
      totals.communicationCount++;
      totals.communicationNs += ns;
    }
    if (own !== 'compute') continue;
    totals.computeCount++;
    totals.computeNs += ns;
    const ownState = state?.(row);
    if (ownState === 'dynamic') totals.dynamicCount++;
    else if (ownState === 'static') totals.staticCount++;
    if (core?.(row) === 'AI_CPU') {
      totals.aiCpuCount++;
      totals.aiCpuNs += ns;
    }
    if (!flop || Number.isNaN(flop[row])) continue;
    totals.flop += flop[row];
    totals.flopNs += ns;
    const peak = peakOf?.(row) ?? Number.NaN;
    if (Number.isNaN(peak)) continue;
    rated += flop[row];
    possible += peak * ns * 1e-9;
  }
  return { ...totals, utilisation: possible > 0 ? (100 * rated) / possible : Number.NaN };
}

/** Time during which at least one compute kernel of one rank ran. */
function busyNs(table: ColumnTable): number {
  const kind = textReader(table, 'kind');
  const start = numbersOf(table, 'startNs');
  const duration = numbersOf(table, 'durationNs');
  if (!kind || !start || !duration) return 0;
  const rows: number[] = [];
  let isAscending = true;
  for (let row = 0; row < table.rowCount; row++) {
    if (kind(row) !== 'compute' || Number.isNaN(start[row]) || !(duration[row] > 0)) continue;
    if (rows.length > 0 && start[row] < start[rows[rows.length - 1]]) isAscending = false;
    rows.push(row);
  }
  // The profilers write them by their start.
  if (!isAscending) rows.sort((a, b) => start[a] - start[b]);
  let busy = 0;
  let reached = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    const end = start[row] + duration[row];
    if (end > reached) busy += end - Math.max(start[row], reached);
    reached = Math.max(reached, end);
  }
  return busy;
}

function unknownFlops(table: ColumnTable): OperatorOverview['unknownFlops'] {
  const reason = textReader(table, 'flopUnknown');
  const duration = numbersOf(table, 'durationNs');
  if (!reason || !duration) return [];
  const found = new Map<FlopUnknown, { count: number; totalNs: number }>();
  for (let row = 0; row < table.rowCount; row++) {
    const own = reason(row);
    if (own === '') continue;
    const { count, totalNs } = found.get(own as FlopUnknown) ?? { count: 0, totalNs: 0 };
    found.set(own as FlopUnknown, { count: count + 1, totalNs: totalNs + (duration[row] || 0) });
  }
  return [...found].map(([own, sums]) => ({ reason: own, ...sums })).sort((a, b) => b.totalNs - a.totalNs);
}
