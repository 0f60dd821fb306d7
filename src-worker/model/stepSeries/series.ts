/** Series of steps of a job, whatever tells them: long dumps, several dumps of one job, a file of step times. */
import type { RankIndex } from '../../../src-contract';
import { groupBy } from '../../base/groupBy';
import type { FileMeasure } from './stepFile';

/** A step, and how long it took. */
export interface StepLength {
  readonly number: number;
  readonly ns: number;
  /** By the rank's own clock; undefined without a timeline. */
  readonly span?: { readonly startNs: number; readonly endNs: number };
}

export interface SeriesStep extends StepLength {
  /** Position in `StepSeries.parts`. */
  readonly part: number;
  /** When it ended, from the end of the first step on; of all steps, or of none. */
  readonly timeNs?: number;
}

/** Where steps of a series stand. */
export interface SeriesPart {
  /** Of a rank of a dump, or of a file. */
  readonly label: string;
  /** Undefined: nothing of it is in a timeline. */
  readonly index: RankIndex | undefined;
}

export interface StepSeries {
  /** The same for the same series of the same dump. */
  readonly key: string;
  readonly label: string;
  /** Number in the job; undefined: the file does not tell. */
  readonly rank: number | undefined;
  /** In the order of time; more than one where it goes over several dumps. */
  readonly parts: readonly SeriesPart[];
  /** In the order of time; two or more. */
  readonly steps: readonly SeriesStep[];
  /** Of a file: what the lengths are made of. */
  readonly file?: SeriesFile;
}

/** Whether its values are times of steps; those by the throughput are times of a sample. */
export function isOfTime({ file }: StepSeries): boolean {
  return file?.measure !== 'throughput';
}

export interface SeriesFile {
  readonly path: string;
  readonly measure: FileMeasure;
  readonly column: string;
  readonly isUnitTold: boolean;
}

/** What one dump tells of the steps of a rank. */
export interface RankSteps {
  readonly rank: number;
  readonly label: string;
  readonly index: RankIndex | undefined;
  /** When the profile was begun, as far as names tell; ms since the epoch. */
  readonly startedMs: number | undefined;
  /** Host and process that was profiled, as far as names tell. */
  readonly process: string | undefined;
  readonly steps: readonly StepLength[];
}

/**
 * A series a rank; several dumps that have the same rank are one, in the order of time, where each goes on behind the one before:
 * none lies beside the other in time, and they are of one process or their steps' numbers go on. Runs that are held against each
 * other stay apart.
 */
export function rankSeries(ranks: readonly RankSteps[]): StepSeries[] {
  return [...groupBy(ranks, ({ rank }) => rank).values()].flatMap((own) => {
    const known = own.filter(({ steps }) => steps.length > 0);
    const inTime = [...known].sort((a, b) => whenOf(a) - whenOf(b) || a.steps[0].number - b.steps[0].number);
    if (inTime.length > 1 && inTime.every((one, at) => at === 0 || goesOnBehind(inTime[at - 1], one)))
      return [overDumps(inTime)];
    return known.filter(({ steps }) => steps.length > 1).map((one) => overDumps([one]));
  });
}

/** A dump has one or more steps: what is put together may be of single ones. */
function overDumps(dumps: readonly RankSteps[]): StepSeries {
  const [{ rank, label }] = dumps;
  const isTimed = dumps.every(({ steps }) => steps.every(({ span }) => span !== undefined));
  const firstNs = dumps[0].steps[0].span?.endNs ?? 0;
  return {
    key: dumps.length === 1 ? label : `rank ${rank}`,
    label: dumps.length === 1 ? label : `Rank ${rank}`,
    rank,
    parts: dumps.map((one) => ({ label: one.label, index: one.index })),
    steps: dumps.flatMap(({ steps }, part) =>
      steps.map(
        (own): SeriesStep => ({ ...own, part, ...(isTimed && own.span && { timeNs: own.span.endNs - firstNs }) }),
      ),
    ),
  };
}

/** By its first step, else by its name; without both all are alike, and their steps' numbers decide. */
function whenOf({ steps, startedMs }: RankSteps): number {
  return steps[0]?.span?.startNs ?? (startedMs === undefined ? 0 : startedMs * 1e6);
}

function goesOnBehind(before: RankSteps, after: RankSteps): boolean {
  const [last, first] = [before.steps[before.steps.length - 1], after.steps[0]];
  // A profile of a process that goes on may number its steps anew.
  const isOneProcess = before.process !== undefined && before.process === after.process;
  if (!isOneProcess && !(first.number > last.number)) return false;
  return !last.span || !first.span || first.span.startNs >= last.span.endNs;
}
