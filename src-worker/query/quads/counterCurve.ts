import type { CounterCurve, LaneId, ViewportQuery } from '../../../src-contract';
import { COUNTER_BLOCK, type IndexedSeries } from '../../index/rankIndex';
import { type RankView, upperBound } from '../rankView';

/**
 * A counter series over the window: one step per pixel column that has samples, with their minimum, maximum and last
 * value, after the value that holds at the window's start. Whole blocks of 64 samples are not looked into.
 */
export function counterCurve(rank: RankView, series: IndexedSeries, lane: LaneId, query: ViewportQuery): CounterCurve {
  const { timeNs, value } = series;
  const fromNs = rank.time.first(query.startNs);
  const toNs = rank.time.last(query.endNs);
  const starts: number[] = [];
  const mins: number[] = [];
  const maxs: number[] = [];
  const lasts: number[] = [];
  const last = upperBound(timeNs, toNs);
  // From the sample that holds when the window begins.
  for (let at = Math.max(0, upperBound(timeNs, fromNs) - 1); at < last; ) {
    const columnEndNs = (Math.floor(timeNs[at] / query.nsPerPixel) + 1) * query.nsPerPixel;
    const end = Math.max(at + 1, endOfColumn(timeNs, columnEndNs, at, last));
    const [min, max] = extremes(series, at, end);
    starts.push(rank.time.toJob(timeNs[at]));
    mins.push(min);
    maxs.push(max);
    lasts.push(value[end - 1]);
    at = end;
  }
  return {
    lane,
    series: series.series,
    startNs: Float64Array.from(starts),
    minValue: Float64Array.from(mins),
    maxValue: Float64Array.from(maxs),
    lastValue: Float64Array.from(lasts),
  };
}

/** First sample not before `columnEndNs`: by growing steps, since it is mostly near. */
function endOfColumn(timeNs: Float64Array, columnEndNs: number, from: number, to: number): number {
  let step = 1;
  let low = from;
  while (low + step < to && timeNs[low + step] < columnEndNs) {
    low += step;
    step *= 2;
  }
  return upperBoundBefore(timeNs, columnEndNs, low, Math.min(to, low + step));
}

function upperBoundBefore(timeNs: Float64Array, limitNs: number, from: number, to: number): number {
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (timeNs[middle] < limitNs) from = middle + 1;
    else to = middle;
  }
  return from;
}

function extremes(series: IndexedSeries, from: number, to: number): [number, number] {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let at = from; at < to; ) {
    const block = at / COUNTER_BLOCK;
    if (Number.isInteger(block) && at + COUNTER_BLOCK <= to) {
      min = Math.min(min, series.blockMin[block]);
      max = Math.max(max, series.blockMax[block]);
      at += COUNTER_BLOCK;
    } else {
      min = Math.min(min, series.value[at]);
      max = Math.max(max, series.value[at]);
      at++;
    }
  }
  return [min, max];
}
