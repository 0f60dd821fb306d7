import type { PatternTables, Thresholds } from '../../../src-contract';
import { type JobFunction, jobFunctions } from '../../analysis/patterns/jobFunctions';
import { onRank } from '../../analysis/patterns/patternReport';
import type { JobRecord } from '../../analysis/record/jobRecord';
import type { FunctionRecord } from '../../analysis/record/patternsRecord';
import { maxOf, medianOf, sumOf } from '../../base/aggregates';
import { type Column, type ColumnTable, columnTable, numberColumn, textColumn } from '../../tables/columnTable';

/** One row a function of the class, with its longest execution on any rank. */
export function functionsTable(
  job: JobRecord,
  limits: Thresholds,
  { class: ofClass }: PatternTables['findings.functions'],
): ColumnTable {
  const rows = jobFunctions(job, limits).filter((own) => own.class === ofClass);
  const rankCount = job.ranks.filter(({ patterns }) => patterns).length;
  const isCollective = ofClass === 'communication';
  const most = (own: JobFunction) => own.beta.indexOf(maxOf(own.beta));
  return columnTable([
    ...nameColumns(rows, ofClass),
    percentColumn(
      'meanBeta',
      'Mean bottleneck ratio',
      rows.map((own) => sumOf(own.beta) / rankCount),
    ),
    percentColumn(
      'maxBeta',
      'Highest bottleneck ratio',
      rows.map((own) => maxOf(own.beta)),
    ),
    numberColumn(
      'maxRank',
      'rank',
      rows.map((own) => job.ranks[own.positions[most(own)]].rank),
      { label: 'On rank' },
    ),
    numberColumn(
      'difference',
      'ratio',
      rows.map((own) => maxOf(own.difference)),
      { label: 'Largest difference' },
    ),
    numberColumn(
      'ranks',
      'count',
      rows.map((own) => own.positions.length),
      { label: 'Ranks' },
    ),
    numberColumn(
      'count',
      'count',
      rows.map((own) => sumOf(own.own.map(({ count }) => count))),
      { label: 'Executions' },
    ),
    numberColumn(
      'medianNs',
      'duration',
      rows.map((own) => medianOf(own.own.map(({ medianNs }) => medianNs))),
      {
        label: 'Median cost',
        isHidden: ofClass === 'python',
      },
    ),
    numberColumn('meanNs', 'duration', rows.map(meanNs), { label: 'Mean execution time' }),
    numberColumn(
      'throughput',
      'GB/s',
      rows.map((own) => medianOf(own.own.map((one) => one.throughputGBps))),
      {
        label: 'Throughput',
        isHidden: !isCollective,
      },
    ),
    ...longestColumns(rows.map(({ own }) => longestOf(own))),
    textColumn(
      'key',
      rows.map(({ key }) => key),
      { label: 'Key', isHidden: true },
    ),
  ]);
}

/** One row a rank that has the function. */
export function functionRanksTable(
  job: JobRecord,
  limits: Thresholds,
  { class: ofClass, key }: PatternTables['findings.functionRanks'],
): ColumnTable {
  const own = jobFunctions(job, limits).find((one) => one.key === key && one.class === ofClass);
  const rows = (own?.positions ?? []).map((_, at) => onRank(job, own as JobFunction, at));
  const isCollective = ofClass === 'communication';
  return columnTable([
    numberColumn(
      'rank',
      'rank',
      rows.map(({ rank }) => rank),
      { label: 'Rank' },
    ),
    textColumn(
      'abnormal',
      rows.map((_, at) => (own?.isAbnormal[at] ? '●' : '')),
      { label: 'Abnormal' },
    ),
    percentColumn(
      'beta',
      'Bottleneck ratio',
      rows.map(({ beta }) => beta),
    ),
    numberColumn(
      'difference',
      'ratio',
      rows.map(({ difference }) => difference),
      { label: 'Difference' },
    ),
    numberColumn(
      'count',
      'count',
      rows.map(({ count }) => count),
      { label: 'Executions' },
    ),
    numberColumn(
      'meanNs',
      'duration',
      rows.map((one) => one.meanNs),
      { label: 'Mean execution time' },
    ),
    numberColumn(
      'deviationNs',
      'duration',
      rows.map((_, at) => own?.own[at].deviationNs ?? Number.NaN),
      {
        label: 'Deviation',
      },
    ),
    percentColumn(
      'relative',
      'Of the peers',
      rows.map(({ relative }) => relative),
    ),
    numberColumn(
      'throughput',
      'GB/s',
      rows.map(({ throughputGBps }) => throughputGBps),
      {
        label: 'Throughput',
        isHidden: !isCollective,
      },
    ),
    numberColumn(
      'throughputDeviation',
      'GB/s',
      rows.map((one) => one.throughputDeviation),
      {
        label: 'Deviation of the throughput',
        isHidden: !isCollective,
      },
    ),
    ...longestColumns(rows.map(({ longest }) => longest)),
  ]);
}

function nameColumns(rows: readonly JobFunction[], ofClass: JobFunction['class']): Column[] {
  const isCollective = ofClass === 'communication';
  const texts = (key: string, label: string, of: (own: JobFunction) => string, isHidden: boolean) =>
    textColumn(key, rows.map(of), { label, isHidden });
  return [
    // Paths begin alike: the frame that the time is spent in tells them apart.
    texts('name', 'Function', ({ name }) => (ofClass === 'python' ? lastFrame(name) : name), false),
    // The verdict beside the name: shapes and paths take most of a small window.
    numberColumn(
      'abnormal',
      'count',
      rows.map((own) => own.isAbnormal.filter(Boolean).length),
      { label: 'Abnormal ranks' },
    ),
    texts('path', 'Path', ({ name }) => (ofClass === 'python' ? name : ''), ofClass !== 'python'),
    texts('detail', 'Shapes or launch', ({ detail }) => detail, ofClass !== 'compute'),
    texts('transport', 'Transport', ({ transport }) => transport, !isCollective),
    texts('direction', 'Direction', ({ direction }) => direction ?? '', !isCollective),
  ];
}

function lastFrame(path: string): string {
  return path.slice(path.lastIndexOf('|') + 1);
}

function percentColumn(key: string, label: string, shares: readonly number[]): Column {
  return numberColumn(
    key,
    'percent',
    shares.map((share) => 100 * share),
    { label },
  );
}

function meanNs({ own }: JobFunction): number {
  return sumOf(own.map((one) => one.count * one.meanNs)) / sumOf(own.map(({ count }) => count));
}

/** Of all ranks. */
function longestOf(own: readonly FunctionRecord[]): FunctionRecord['longest'] {
  const durationOf = (one: FunctionRecord['longest']) => (one?.kind === 'slice' ? one.durationNs : -1);
  return own.reduce<FunctionRecord['longest']>(
    (most, { longest }) => (durationOf(longest) > durationOf(most) ? longest : most),
    undefined,
  );
}

/** What a row leads to. */
function longestColumns(longest: readonly FunctionRecord['longest'][]): Column[] {
  const slices = longest.map((own) => (own?.kind === 'slice' ? own : undefined));
  const numbers = (of: (own: NonNullable<(typeof slices)[number]>) => number) =>
    slices.map((own) => (own ? of(own) : Number.NaN));
  return [
    numberColumn(
      'longestNs',
      'duration',
      numbers(({ durationNs }) => durationNs),
      { label: 'Longest execution' },
    ),
    numberColumn(
      'rankIndex',
      'id',
      numbers(({ ref }) => ref.rank),
      { isHidden: true },
    ),
    numberColumn(
      'slice',
      'id',
      numbers(({ ref }) => ref.slice),
      { isHidden: true },
    ),
    numberColumn(
      'generation',
      'id',
      numbers(({ ref }) => ref.generation),
      { isHidden: true },
    ),
  ];
}
