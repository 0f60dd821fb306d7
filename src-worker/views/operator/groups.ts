/** Kernels put together by what they share: the tables `operator.groups` and `operator.comparison`. */
import type { GroupChoice, KernelGrouping, KernelKind, PeakRates, RankIndex, Unit } from '../../../src-contract';
import { maxOf, meanOf } from '../../base/aggregates';
import type { DumpContext } from '../../model/dumpContext';
import { comparePeers } from '../../model/job/peers';
import { stagesOfRanks } from '../../model/job/places';
import { keysOfGrouping } from '../../model/kernels/groupings';
import { peakReader } from '../../model/kernels/kernelColumns';
import { kernelTable } from '../../model/kernels/kernels';
import {
  type Column,
  type ColumnTable,
  columnTable,
  findColumn,
  type NumberColumn,
  numberColumn,
  numbersOf,
  type TextColumn,
} from '../../tables/columnTable';
import { groupRows, type RowGroups, type Spread, spreadByGroup, sumByGroup } from '../../tables/groupRows';

/** Collectives are grouped apart from compute: their time is mostly waiting, and would bury everything else. */
export function kindsOfGrouping(by: KernelGrouping): readonly KernelKind[] {
  return by === 'collective' || by === 'collective-type' ? ['communication'] : ['compute', 'memory'];
}

export function needsLaunch(by: KernelGrouping): boolean {
  return by === 'scope' || by === 'launched-by';
}

/** Of these steps, the rows that the grouping is about. */
export function rowsToGroup(table: ColumnTable, by: KernelGrouping, steps: readonly string[] | undefined): Uint32Array {
  const kinds: readonly string[] = kindsOfGrouping(by);
  const kind = findColumn(table, 'kind');
  const step = steps && findColumn(table, 'step');
  const isKind = kind?.kind === 'text' ? kind.texts.map((text) => kinds.includes(text)) : undefined;
  const isStep = step?.kind === 'text' ? step.texts.map((text) => steps?.includes(text)) : undefined;
  const kindCodes = kind?.kind === 'text' ? kind.codes : undefined;
  const stepCodes = step?.kind === 'text' ? step.codes : undefined;
  const rows = new Uint32Array(table.rowCount);
  let count = 0;
  for (let row = 0; row < table.rowCount; row++) {
    if (isKind && kindCodes && !isKind[kindCodes[row]]) continue;
    if (isStep && stepCodes && !isStep[stepCodes[row]]) continue;
    rows[count++] = row;
  }
  return rows.subarray(0, count);
}

export async function groupTable(dump: DumpContext, choice: GroupChoice): Promise<ColumnTable> {
  const table = await kernelTable(dump, { ranks: choice.ranks, withLaunch: needsLaunch(choice.by) });
  return groupsOf(table, choice);
}

const PERCENTILES = [0.5, 0.9, 0.99] as const;

/** Pure; `table` is one of kernels. */
export function groupsOf(table: ColumnTable, choice: Omit<GroupChoice, 'ranks'>): ColumnTable {
  const rows = rowsToGroup(table, choice.by, choice.steps);
  const keys = [...(choice.isPerRank ? ['rank', 'rankIndex'] : []), ...keysOfGrouping[choice.by]];
  const groups = groupRows(table, keys, rows);
  const duration = numbersOf(table, 'durationNs');
  if (!duration) return columnTable([]);
  const spread = spreadByGroup(duration, rows, groups, PERCENTILES);
  const total = spread.sum.reduce((sum, value) => sum + value, 0);
  // Of kernels of which none has a duration (N/A) nothing is known: 0 would be a measured one.
  const sums = spread.sum.map((sum, group) => (spread.valueCount[group] > 0 ? sum : Number.NaN));
  const [p50, p90, p99] = spread.percentiles;
  const wait = numbersOf(table, 'waitNs');
  return columnTable([
    ...keys.flatMap((key) => keyColumn(table, key, groups)),
    numberColumn('count', 'count', Float64Array.from(groups.count), { label: 'Count' }),
    numberColumn('totalNs', 'duration', sums, { label: 'Total Time(us)' }),
    numberColumn(
      'share',
      'percent',
      sums.map((sum) => (100 * sum) / total),
      { label: 'Ratio(%)' },
    ),
    numberColumn('averageNs', 'duration', averages(spread), { label: 'Avg Time(us)' }),
    ...flopColumns(table, rows, groups, choice.peaks),
    numberColumn('minNs', 'duration', spread.min, { label: 'Min Time(us)' }),
    numberColumn('p50Ns', 'duration', p50, { label: 'p50(us)' }),
    numberColumn('p90Ns', 'duration', p90, { label: 'p90(us)' }),
    numberColumn('p99Ns', 'duration', p99, { label: 'p99(us)' }),
    numberColumn('maxNs', 'duration', spread.max, { label: 'Max Time(us)' }),
    ...(wait
      ? [
          numberColumn('waitTotalNs', 'duration', sumByGroup(wait, rows, groups), {
            label: 'Wait Time(us)',
            isHidden: true,
          }),
        ]
      : []),
    ...dynamicColumn(table, rows, groups),
    ...meanColumns(table, rows, groups, duration),
  ]);
}

function averages({ sum, valueCount }: Spread): Float64Array {
  return sum.map((value, group) => value / valueCount[group]);
}

/** The value that all rows of each group share. */
function keyColumn(table: ColumnTable, key: string, { firstRow }: RowGroups): Column[] {
  const column = findColumn(table, key);
  if (!column) return [];
  const isEmpty = key === 'core' && column.isHidden === true;
  const isHidden = isEmpty || key === 'rankIndex' || /Formats$|outputTypes/.test(key);
  if (column.kind === 'number')
    return [{ ...column, isHidden, values: Float64Array.from(firstRow, (row) => column.values[row]) }];
  return [{ ...column, isHidden, codes: firstRow.map((row) => column.codes[row]) } satisfies TextColumn];
}

/** Of the kernels whose FLOPs are known; NaN for a group without one. */
function flopColumns(table: ColumnTable, rows: Uint32Array, groups: RowGroups, peaks: PeakRates | undefined): Column[] {
  const flop = numbersOf(table, 'flop');
  const duration = numbersOf(table, 'durationNs');
  if (!flop || !duration) return [];
  const peakOf = peaks && peakReader(table, peaks);
  const groupCount = groups.count.length;
  const sum = new Float64Array(groupCount);
  const knownNs = new Float64Array(groupCount);
  /** FLOPs of kernels with a known peak, and those that the peak would have allowed in their time. */
  const rated = new Float64Array(groupCount);
  const possible = new Float64Array(groupCount);
  for (let i = 0; i < rows.length; i++) {
    const own = flop[rows[i]];
    if (Number.isNaN(own)) continue;
    const group = groups.groupOf[i];
    const ns = duration[rows[i]];
    sum[group] += own;
    knownNs[group] += ns;
    const peak = peakOf?.(rows[i]) ?? Number.NaN;
    if (Number.isNaN(peak)) continue;
    rated[group] += own;
    possible[group] += peak * ns * 1e-9;
  }
  const known = sum.map((value, group) => (knownNs[group] > 0 ? value : Number.NaN));
  return [
    numberColumn('flop', 'FLOP', known, { label: 'FLOPs' }),
    numberColumn(
      'flopRate',
      'FLOP/s',
      known.map((value, group) => value / (knownNs[group] * 1e-9)),
      {
        label: 'Achieved FLOP/s',
      },
    ),
    ...(peakOf
      ? [
          numberColumn(
            'utilisation',
            'percent',
            rated.map((value, group) => (possible[group] > 0 ? (100 * value) / possible[group] : Number.NaN)),
            { label: 'FLOP/s utilisation' },
          ),
        ]
      : []),
  ];
}

/** Kernels whose OP State is dynamic. */
function dynamicColumn(table: ColumnTable, rows: Uint32Array, { groupOf, count }: RowGroups): Column[] {
  const state = findColumn(table, 'opState');
  if (state?.kind !== 'text') return [];
  const isDynamic = state.texts.map((text) => text.toLowerCase() === 'dynamic');
  const counts = new Float64Array(count.length);
  for (let i = 0; i < rows.length; i++) if (isDynamic[state.codes[rows[i]]]) counts[groupOf[i]]++;
  return [numberColumn('dynamicCount', 'count', counts, { label: 'Dynamic', isHidden: true })];
}

/** Of each of the file's own ratios (mac_ratio, cube_utilization…): its mean, each kernel weighted by its duration. */
function meanColumns(table: ColumnTable, rows: Uint32Array, groups: RowGroups, duration: Float64Array): Column[] {
  return table.columns.flatMap((column) => {
    const isRatio = column.kind === 'number' && (column.unit === 'ratio' || column.unit === 'percent');
    return isRatio && column.key !== 'utilisation' ? [new MeanColumn(column, rows, groups, duration)] : [];
  });
}

/** Made when somebody looks at it: there are a dozen of them, and nearly always nobody does. */
class MeanColumn implements NumberColumn {
  readonly key: string;
  readonly label: string;
  readonly kind = 'number';
  readonly unit: Unit;
  readonly isHidden = true;
  #values: Float64Array | undefined;

  constructor(
    readonly source: NumberColumn,
    readonly rows: Uint32Array,
    readonly groups: RowGroups,
    readonly duration: Float64Array,
  ) {
    this.key = `mean:${source.key}`;
    this.label = `Mean of ${source.label}`;
    this.unit = source.unit;
  }

  get values(): Float64Array {
    this.#values ??= this.#means();
    return this.#values;
  }

  #means(): Float64Array {
    const { rows, duration, source } = this;
    const { groupOf, count } = this.groups;
    const sum = new Float64Array(count.length);
    const weight = new Float64Array(count.length);
    for (let i = 0; i < rows.length; i++) {
      const value = source.values[rows[i]];
      if (Number.isNaN(value)) continue;
      const ns = duration[rows[i]];
      sum[groupOf[i]] += value * ns;
      weight[groupOf[i]] += ns;
    }
    return sum.map((value, group) => value / weight[group]);
  }
}

/**
 * Total time of each group on each rank, side by side, and how much longer its slowest rank takes for one call than its
 * peers do. A rank that has no such kernel has no value, and is in no mean.
 */
export async function comparisonTable(dump: DumpContext, choice: Omit<GroupChoice, 'isPerRank'>): Promise<ColumnTable> {
  const table = await kernelTable(dump, { ranks: choice.ranks, withLaunch: needsLaunch(choice.by) });
  const stageOf = await stagesOfRanks(dump);
  const ranks = choice.ranks.map((index): ComparedRank => {
    const { label = '', job } = dump.rankAt(index) ?? {};
    return { index, label, stage: stageOf(index), job: job?.key };
  });
  return comparisonOf(table, choice, ranks);
}

/** A rank to compare, and its pipeline stage; undefined: that is not known. */
export interface ComparedRank {
  readonly index: RankIndex;
  readonly label: string;
  readonly stage: number | undefined;
  /** Of several jobs the one that it is of: ranks of others are no peers. */
  readonly job?: string | undefined;
}

/** Pure; `compared` in the order of the columns. */
export function comparisonOf(
  table: ColumnTable,
  { by, steps }: Pick<GroupChoice, 'by' | 'steps'>,
  compared: readonly ComparedRank[],
): ColumnTable {
  const rows = rowsToGroup(table, by, steps);
  const keys = keysOfGrouping[by];
  const groups = groupRows(table, keys, rows);
  const duration = numbersOf(table, 'durationNs');
  const rankOf = numbersOf(table, 'rankIndex');
  if (!duration || !rankOf) return columnTable([]);
  const groupCount = groups.count.length;
  const present = new Set(rankOf);
  const ranks = compared.filter(({ index }) => present.has(index));
  const placeOf = new Map<number, number>(ranks.map(({ index }, at) => [index, at]));
  const totals = ranks.map(() => new Float64Array(groupCount).fill(Number.NaN));
  const counts = ranks.map(() => new Uint32Array(groupCount));
  for (let i = 0; i < rows.length; i++) {
    const at = placeOf.get(rankOf[rows[i]]);
    if (at === undefined) continue;
    const group = groups.groupOf[i];
    if (counts[at][group]++ === 0) totals[at][group] = 0;
    totals[at][group] += duration[rows[i]];
  }
  const peers = ranks.map(({ stage, job }) => (stage === undefined ? undefined : `stage ${stage} of ${job ?? ''}`));
  const across = Array.from({ length: groupCount }, (_, group) => {
    const perCallNs = Float64Array.from(ranks, (__, at) => totals[at][group] / counts[at][group]);
    return slowestOf(perCallNs, (at) => peers[at]);
  });
  const texts = ['', ...ranks.map(({ label }) => label)];
  return columnTable([
    ...keys.flatMap((key) => keyColumn(table, key, groups)),
    numberColumn('count', 'count', Float64Array.from(groups.count), { label: 'Count' }),
    numberColumn(
      'meanNs',
      'duration',
      across.map((_, group) => meanOf(totals.map((own) => own[group]))),
      { label: 'Mean over ranks(us)' },
    ),
    numberColumn(
      'peerExcess',
      'percent',
      across.map(({ excess }) => 100 * excess),
      { label: 'Slowest over its peers(%)' },
    ),
    {
      key: 'slowestRank',
      label: 'Slowest rank',
      kind: 'text',
      unit: 'none',
      isHidden: false,
      codes: Uint32Array.from(across, ({ slowest }) => slowest + 1),
      texts,
    } satisfies TextColumn,
    ...ranks.map(({ index, label }, at) => numberColumn(`total:${index}`, 'duration', totals[at], { label })),
  ]);
}

/** The rank that takes longest for a call, by its peers' time; −1 and NaN where no rank has a peer. */
function slowestOf(
  perCallNs: Float64Array,
  peersOf: (at: number) => string | undefined,
): { readonly slowest: number; readonly excess: number } {
  const { relative } = comparePeers(perCallNs, peersOf);
  const greatest = maxOf(relative);
  return { slowest: relative.indexOf(greatest), excess: greatest - 1 };
}
