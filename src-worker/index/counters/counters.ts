import type { CounterSeries } from '../../../src-contract';
import type { Chunks } from '../columns/chunks';
import type { SAMPLE_COLUMNS } from '../columns/segmentColumns';
import type { DraftMaps } from '../draft/indexDraft';
import type { LaneFilter } from '../draft/laneChoice';
import type { SampleGroup } from '../segmentEvents';
import { addGroups, GroupedSeries } from './groupedSeries';
import { hitRatesInPercent } from './hitRates';
import { columnsFor, distribute, distributeGroup, finishSeries, type PlainSeries, timeOrders } from './packedSeries';
import { SampleTurn, seriesOf } from './sampleTurn';
import { type SeriesKey, SeriesTable } from './seriesTable';

/** Counters that a rank has as lanes, series of one of them, and of all: those beyond are counted, not drawn. */
export const MAX_COUNTERS = 1000;
export const MAX_SERIES_PER_COUNTER = 200;
const MAX_SERIES = 5000;

export interface SampleSource {
  readonly samples: Chunks<typeof SAMPLE_COLUMNS>;
  readonly sampleGroups: readonly SampleGroup[];
  readonly maps: Pick<DraftMaps, 'name' | 'process'>;
}

/** A counter lane: its process and its name, and the series in it. */
export interface BuiltCounterLane {
  /** Position among the draft's processes. */
  readonly process: number;
  readonly name: number;
  readonly infos: readonly CounterSeries[];
  readonly series: readonly PlainSeries[];
}

export interface BuiltCounters {
  readonly lanes: readonly BuiltCounterLane[];
  /** Counters without a lane, and series that the lanes lack. */
  readonly foldedCounters: number;
  readonly foldedSeries: number;
}

export interface CounterNames {
  /** Text of a name by its common id. */
  readonly textOf: (name: number) => string;
  /** Only the processes before this one are shown by themselves. */
  readonly processCount: number;
  /** Where there are too many, only counters with this in their name, or in that of a series, if there are such. */
  readonly filter?: LaneFilter;
}

/**
 * Sorts samples into lanes (process, counter name) and series (arg, accelerator), each by time. Of two samples at the
 * same instant the later in the file comes later.
 */
export function buildCounters(sources: readonly SampleSource[], names: CounterNames): BuiltCounters {
  const table = new SeriesTable();
  const seriesOfSample: Uint32Array[] = [];
  const grouped = new GroupedSeries();
  for (const { samples, sampleGroups, maps } of sources) {
    addGroups(sampleGroups, maps, table, grouped);
    const turn = new SampleTurn(maps, table);
    for (const chunk of samples) seriesOfSample.push(seriesOf(chunk, turn));
    turn.end();
  }
  const { lanes, foldedCounters, foldedSeries } = chooseSeries(table, names);
  const columns = columnsFor(table, lanes, grouped);
  let next = 0;
  for (const { samples, sampleGroups } of sources) {
    for (const group of sampleGroups) distributeGroup(group, grouped.seriesOf(group), columns);
    for (const chunk of samples) distribute(chunk, seriesOfSample[next++], columns);
  }
  const shown = lanes.flatMap(({ process, own }) => own.map((id) => ({ process, id })));
  hitRatesInPercent(
    shown.map(({ process, id }) => ({ process, key: names.textOf(table.series[id].key), value: columns.of(id).value })),
  );
  const orderOf = timeOrders(columns);
  return {
    lanes: lanes.map(({ process, name, own }) => {
      const series = own.map((id, index) => finishSeries(columns.of(id), orderOf(id), index));
      const infos = own.map((id, index) => infoOf(table.series[id], series[index], names.textOf));
      return { process, name, infos, series };
    }),
    foldedCounters,
    foldedSeries,
  };
}

interface CounterSeriesIds {
  readonly process: number;
  readonly name: number;
  readonly own: readonly number[];
}

/** The first counters and series of the file, where there are more than can be shown; or those that are wanted. */
function chooseSeries(table: SeriesTable, { textOf, processCount, filter = '' }: CounterNames) {
  const all = table.lanes();
  const wanted = filter.toLowerCase();
  const has = (name: number) => wanted !== '' && textOf(name).toLowerCase().includes(wanted);
  const isWanted = ({ name, own }: CounterSeriesIds) => has(name) || own.some((id) => has(table.series[id].key));
  const shown = all.filter(({ process }) => process < processCount);
  const ordered = shown.length > MAX_COUNTERS ? wantedOf(shown, isWanted) : shown;
  let left = MAX_SERIES;
  let foldedSeries = 0;
  const lanes: CounterSeriesIds[] = [];
  for (const lane of ordered.slice(0, MAX_COUNTERS)) {
    const { own } = lane;
    const max = Math.min(MAX_SERIES_PER_COUNTER, left);
    const chosen = own.length > max ? wantedOf(own, (id) => has(table.series[id].key)).slice(0, max) : own;
    left -= chosen.length;
    foldedSeries += chosen.length > 0 ? own.length - chosen.length : 0;
    if (chosen.length > 0) lanes.push({ ...lane, own: chosen });
  }
  return { lanes, foldedCounters: all.length - lanes.length, foldedSeries };
}

/** The wanted ones, if there are any. */
function wantedOf<T>(all: readonly T[], isWanted: (one: T) => boolean): readonly T[] {
  const wanted = all.filter(isWanted);
  return wanted.length > 0 ? wanted : all;
}

function infoOf(
  { key, accelerator, count }: SeriesKey,
  { blockMin, blockMax }: PlainSeries,
  textOf: (name: number) => string,
): CounterSeries {
  const name = textOf(key);
  return {
    name: accelerator < 0 ? name : `${name}, acc_id ${accelerator}`,
    unit: unitOf(name),
    sampleCount: count,
    minValue: minOf(blockMin),
    maxValue: maxOf(blockMax),
  };
}

function minOf(values: Float64Array): number {
  let min = Number.POSITIVE_INFINITY;
  for (let i = 0; i < values.length; i++) min = Math.min(min, values[i]);
  return min;
}

function maxOf(values: Float64Array): number {
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) max = Math.max(max, values[i]);
  return max;
}

/** `Read(MB/s)` → "MB/s"; `KB` → "KB"; `value` → "". */
export function unitOf(argName: string): string {
  const inBrackets = /\(([^()]+)\)\s*$/.exec(argName);
  if (inBrackets) return inBrackets[1];
  return /^([KMGT]?i?B(\/s)?|[MGk]?Hz|%|ns|us|ms|s|W|V|mV|℃|C)$/.test(argName) ? argName : '';
}
