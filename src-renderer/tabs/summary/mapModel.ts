/** The parallel map as rows and columns of cells. Pure. */
import type { ParallelDimension, ParallelMap, StepSplit } from '../../../src-contract';
import { stepTimes } from './splitParts';
import type { MapMetric } from './summaryStore';

export const parallelDimensions: readonly ParallelDimension[] = ['tensor', 'context', 'expert', 'data', 'pipeline'];

/** Cells of ranks that the dump lacks are drawn only in jobs up to this size. */
const MAX_CELLS = 4096;

/** One stage: a row for each place in data, columns for context and within it tensor. */
export interface StageBlock {
  readonly stage: number;
  readonly columnCount: number;
  /** Positions in `SummaryOverview.ranks`, row after row; undefined: the dump lacks the rank. */
  readonly cells: readonly (number | undefined)[];
}

export function stageBlocks({ sizes, coordinates }: ParallelMap): readonly StageBlock[] {
  const columnCount = sizes.tensor * sizes.context;
  const perStage = columnCount * sizes.data;
  const isWhole = perStage * sizes.pipeline <= MAX_CELLS;
  const cells = new Map<number, (number | undefined)[]>();
  if (isWhole) for (let stage = 0; stage < sizes.pipeline; stage++) cells.set(stage, Array(perStage).fill(undefined));
  coordinates.pipeline.forEach((stage, position) => {
    const own = cells.get(stage) ?? [];
    const { tensor, context, data } = coordinates;
    const at = (data[position]! * sizes.context + context[position]!) * sizes.tensor + tensor[position]!;
    if (isWhole) own[at] = position;
    else own.push(position);
    cells.set(stage, own);
  });
  return [...cells].sort(([a], [b]) => a - b).map(([stage, own]) => ({ stage, columnCount, cells: own }));
}

/** More ranks are one picture: so many buttons would take seconds to lay out. */
export const MOST_BUTTONS = 1024;

/** All stages in one grid: a row for each place in pipeline, context and tensor, a column for each in data. */
export interface PlaceGrid {
  readonly rows: readonly Readonly<Record<'pipeline' | 'context' | 'tensor', number>>[];
  readonly columnCount: number;
  /** Positions in `SummaryOverview.ranks`, row after row; −1: the dump lacks the rank. */
  readonly cells: Int32Array;
}

export function placeGrid({ sizes, coordinates }: ParallelMap): PlaceGrid {
  const { tensor, context, data, pipeline } = sizes;
  const rows = Array.from({ length: pipeline * context * tensor }, (_, at) => ({
    pipeline: Math.floor(at / (context * tensor)),
    context: Math.floor(at / tensor) % context,
    tensor: at % tensor,
  }));
  const cells = new Int32Array(rows.length * data).fill(-1);
  coordinates.data.forEach((column, position) => {
    const [stage, second, first] = [coordinates.pipeline, coordinates.context, coordinates.tensor].map(
      (own) => own[position]!,
    );
    cells[((stage! * context + second!) * tensor + first!) * data + column] = position;
  });
  return { rows, columnCount: data, cells };
}

/** Of each position: which group of the dimension it is in, by its place in `ParallelMap.groups`; -1: none. */
export function groupsByPosition(map: ParallelMap, rankCount: number): Readonly<Record<ParallelDimension, Int32Array>> {
  const found = Object.fromEntries(
    parallelDimensions.map((dimension) => [dimension, new Int32Array(rankCount).fill(-1)]),
  ) as Record<ParallelDimension, Int32Array>;
  map.groups.forEach(({ dimension, ranks }, at) => {
    for (const position of ranks) found[dimension][position] = at;
  });
  return found;
}

export function metricValues(map: ParallelMap, split: StepSplit, metric: MapMetric): Float64Array {
  if (metric === 'relative') return map.relativeComputing.map((ratio) => 100 * ratio);
  return metric === 'step' ? stepTimes(split) : split[metric];
}

export function metricUnit(metric: MapMetric): 'percent' | 'duration' {
  return metric === 'relative' ? 'percent' : 'duration';
}

/** Ranks that differ by less are alike, and look alike: noise must not be painted as a difference. */
const LEAST_SPREAD = 0.05;

/** 0…1 from the least value to the greatest, or to 5 % more if that is further; NaN where there is no value. */
export function heatOf(values: Float64Array): Float64Array {
  const known = values.filter((value) => !Number.isNaN(value));
  const min = known.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const max = known.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  const spread = Math.max(max - min, LEAST_SPREAD * Math.abs(min));
  return values.map((value) => (spread > 0 || Number.isNaN(value) ? (value - min) / spread : 0));
}
