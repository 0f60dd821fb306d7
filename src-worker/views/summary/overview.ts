import type { RankIndex, SplitOverSteps, StepSplit, SummaryOverview, SummaryStep } from '../../../src-contract';
import { maxOf, medianOf, minOf } from '../../base/aggregates';
import { groupBy } from '../../base/groupBy';
import type { DumpContext } from '../../model/dumpContext';
import { labelInJob } from '../../model/labelInJob';
import { jobSplits, type RankSplit } from '../../model/splits/rankSplits';
import { chooseStep, chooseValue, type SplitParts, splitColumns, splitParts } from '../../model/splits/stepRows';
import { freeInNextSteps } from '../../model/splits/timelineSplit';
import { type ColumnTable, columnTable, numberColumn, textColumn } from '../../tables/columnTable';

export async function summaryOverview(dump: DumpContext): Promise<SummaryOverview> {
  const { ranks } = await jobSplits(dump);
  const named = ranks.map(({ rank }) => ({ ...rank, label: labelInJob(dump, rank) }));
  return { ranks: named, steps: stepsOf(ranks), notices: dump.notices };
}

export async function splitOfStep(dump: DumpContext, step: SummaryStep): Promise<StepSplit> {
  const { ranks } = await jobSplits(dump);
  return splitColumns(ranks.map(({ rows }) => chooseStep(rows, step)));
}

export async function freeInNextStep(dump: DumpContext, step: SummaryStep): Promise<Float64Array> {
  const { ranks } = await jobSplits(dump);
  const rowsOf = new Map<RankIndex, Awaited<ReturnType<typeof freeInNextSteps>>>();
  await dump.overRanks(dump.ranks, async ({ index }) => {
    const rows = await dump.ofTimeline('free in next steps', index, freeInNextSteps);
    if (rows) rowsOf.set(index, rows);
  });
  const lines = groupBy(ranks, ({ rank }) => rank.index);
  return Float64Array.from(ranks, ({ rank }) => {
    // The timeline does not tell the devices of a rank apart.
    const isAlone = lines.get(rank.index)?.length === 1;
    const rows = rank.index === undefined || !isAlone ? undefined : rowsOf.get(rank.index);
    return rows ? chooseValue(rows, step) : Number.NaN;
  });
}

export async function splitOverSteps(dump: DumpContext): Promise<SplitOverSteps> {
  const { ranks } = await jobSplits(dump);
  const rowsOfStep = new Map<number, SplitParts[]>();
  for (const { step, parts } of ranks.flatMap(({ rows }) => rows)) {
    const known = rowsOfStep.get(step);
    if (known) known.push(parts);
    else rowsOfStep.set(step, [parts]);
  }
  const combined = (combine: (values: Iterable<number>) => number) =>
    splitColumns(
      stepsOf(ranks).map((step) => {
        const own = rowsOfStep.get(step) ?? [];
        return splitParts((part) => combine(own.map((parts) => parts[part])));
      }),
    );
  return { min: combined(minOf), median: combined(medianOf), max: combined(maxOf) };
}

/** Ascending; none where no step has a number. */
function stepsOf(ranks: readonly RankSplit[]): readonly number[] {
  const steps = new Set(ranks.flatMap(({ rows }) => rows.map(({ step }) => step)));
  return [...steps].filter((step) => !Number.isNaN(step)).sort((a, b) => a - b);
}

/** One row a rank. Shares are of computing + exposed communication + free, which are the whole step. */
export async function splitTable(dump: DumpContext, step: SummaryStep): Promise<ColumnTable> {
  const { ranks } = await jobSplits(dump);
  const split = splitColumns(ranks.map(({ rows }) => chooseStep(rows, step)));
  const whole = split.computing.map((ns, i) => ns + split.notOverlapped[i] + split.free[i]);
  const percent = (part: Float64Array, of: Float64Array) => part.map((ns, i) => (100 * ns) / of[i]);
  const duration = (key: string, label: string, values: Float64Array, isHidden = false) =>
    numberColumn(key, 'duration', values, { label, isHidden: isHidden || values.every(Number.isNaN) });
  const devices = ranks.map(({ rank }) => rank.device ?? Number.NaN);
  const hosts = ranks.map(({ rank }) => rank.hostName ?? '');
  const sources = ranks.map(({ rank }) => rank.splitSource ?? '');
  // Where the dump does not tell its ranks, they are known by the names of their files, and counted here.
  const labels = ranks.map(({ rank }) => labelInJob(dump, rank));
  const names = ranks.map(({ rank }, at) => (labels[at] === `Rank ${rank.rank}` ? '' : labels[at]));
  return columnTable([
    numberColumn(
      'splitRank',
      'rank',
      ranks.map(({ rank }) => rank.rank),
      { label: 'Rank' },
    ),
    numberColumn(
      'splitRankIndex',
      'id',
      ranks.map(({ rank }) => rank.index ?? Number.NaN),
      { isHidden: true },
    ),
    textColumn('splitName', names, { label: 'Name', isHidden: names.every((name) => name === '') }),
    textColumn('splitHost', hosts, { label: 'Host', isHidden: hosts.every((host) => host === '') }),
    numberColumn('splitDevice', 'id', devices, { label: 'Device', isHidden: devices.every(Number.isNaN) }),
    duration('splitStep', 'Step time', whole),
    duration('splitComputing', 'Computing', split.computing),
    duration('splitNotOverlapped', 'Communication(Not Overlapped)', split.notOverlapped),
    duration('splitOverlapped', 'Overlapped', split.overlapped),
    duration('splitCommunication', 'Communication', split.communication),
    duration('splitFree', 'Free', split.free),
    duration('splitStage', 'Stage', split.stage),
    duration('splitBubble', 'Bubble', split.bubble),
    duration(
      'splitExceptReceive',
      'Communication(Not Overlapped and Exclude Receive)',
      split.notOverlappedExceptReceive,
      true,
    ),
    duration('splitPreparing', 'Preparing', split.preparing),
    numberColumn('splitComputingShare', 'percent', percent(split.computing, whole), { label: 'Computing share' }),
    numberColumn('splitNotOverlappedShare', 'percent', percent(split.notOverlapped, whole), {
      label: 'Exposed communication share',
    }),
    numberColumn('splitFreeShare', 'percent', percent(split.free, whole), { label: 'Free share' }),
    numberColumn('splitOverlapShare', 'percent', percent(split.overlapped, split.communication), {
      label: 'Overlapped share of communication',
      isHidden: split.overlapped.every(Number.isNaN),
    }),
    // Of the ranks' cards each says it, too: what is the same in all rows would only take the room of figures.
    textColumn('splitSource', sources, { label: 'Source', isHidden: new Set(sources).size < 2 }),
  ]);
}
