import type { CounterSeries } from '../api';
import type { Chunks } from './chunks';
import type { SAMPLE_COLUMNS } from './eventStore';
import { COUNTER_BLOCK, type IndexedSeries } from './rankIndex';
import { radixOrder } from './sortLane';

/** A counter lane as found: its process and its name, ids as in the samples. */
export interface CounterLaneKey {
  readonly pid: number;
  readonly name: number;
}

interface Growing {
  readonly key: number;
  readonly accelerator: number;
  count: number;
}

export interface CounterLaneResult {
  readonly lane: CounterLaneKey;
  readonly infos: readonly CounterSeries[];
  readonly series: readonly Omit<IndexedSeries, 'laneLocalId'>[];
}

/**
 * Sorts samples into lanes (process, counter name) and series (arg, accelerator), each by time. Of two samples at the
 * same instant the later in the file comes later.
 */
export function buildCounters(
  samples: Chunks<typeof SAMPLE_COLUMNS>,
  pidOf: (lane: number) => number,
  textOf: (name: number) => string,
): CounterLaneResult[] {
  const lanes = new Map<string, { key: CounterLaneKey; series: Map<string, Growing> }>();
  const seriesOf: Growing[] = [];
  const indexOf = new Map<Growing, number>();
  const assigned: Uint32Array[] = [];

  // First pass: which series each sample belongs to, and how many each has.
  for (const { columns, count } of samples.list) {
    const of = new Uint32Array(count);
    for (let i = 0; i < count; i++) {
      const pid = pidOf(columns.lane[i]);
      const laneKey = `${pid} ${columns.name[i]}`;
      let lane = lanes.get(laneKey);
      if (!lane) {
        lane = { key: { pid, name: columns.name[i] }, series: new Map() };
        lanes.set(laneKey, lane);
      }
      const seriesKey = `${columns.key[i]} ${columns.accelerator[i]}`;
      let series = lane.series.get(seriesKey);
      if (!series) {
        series = { key: columns.key[i], accelerator: columns.accelerator[i], count: 0 };
        lane.series.set(seriesKey, series);
        indexOf.set(series, seriesOf.length);
        seriesOf.push(series);
      }
      series.count++;
      of[i] = indexOf.get(series) ?? 0;
    }
    assigned.push(of);
  }

  // Second pass: the samples into one array per series, then by time.
  const times = seriesOf.map((series) => new Float64Array(series.count));
  const values = seriesOf.map((series) => new Float64Array(series.count));
  const filled = new Uint32Array(seriesOf.length);
  samples.list.forEach(({ columns, count }, chunk) => {
    for (let i = 0; i < count; i++) {
      const series = assigned[chunk][i];
      const at = filled[series]++;
      times[series][at] = columns.timeNs[i];
      values[series][at] = columns.value[i];
    }
  });

  return [...lanes.values()].map(({ key, series }) => {
    const own = [...series.values()].sort((a, b) => a.accelerator - b.accelerator);
    const built = own.map((one, index) => {
      const at = indexOf.get(one) ?? 0;
      return sortedSeries(times[at], values[at], index);
    });
    const infos = own.map((one, index): CounterSeries => {
      const name = textOf(one.key);
      const { blockMin, blockMax } = built[index];
      return {
        name: one.accelerator < 0 ? name : `${name}, acc_id ${one.accelerator}`,
        unit: unitOf(name),
        sampleCount: one.count,
        minValue: minOf(blockMin),
        maxValue: maxOf(blockMax),
      };
    });
    return { lane: key, infos, series: built };
  });
}

function sortedSeries(times: Float64Array, values: Float64Array, series: number): Omit<IndexedSeries, 'laneLocalId'> {
  const count = times.length;
  const order = radixOrder(times, 0, count);
  const timeNs = new Float64Array(new SharedArrayBuffer(8 * count));
  const value = new Float64Array(new SharedArrayBuffer(8 * count));
  for (let i = 0; i < count; i++) {
    timeNs[i] = times[order[i]];
    value[i] = values[order[i]];
  }
  const blocks = Math.ceil(count / COUNTER_BLOCK);
  const blockMin = new Float64Array(new SharedArrayBuffer(8 * blocks));
  const blockMax = new Float64Array(new SharedArrayBuffer(8 * blocks));
  for (let block = 0; block < blocks; block++) {
    const part = value.subarray(block * COUNTER_BLOCK, (block + 1) * COUNTER_BLOCK);
    blockMin[block] = minOf(part);
    blockMax[block] = maxOf(part);
  }
  return { series, timeNs, value, blockMin, blockMax };
}

function minOf(values: Float64Array): number {
  return values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
}

function maxOf(values: Float64Array): number {
  return values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
}

/** `Read(MB/s)` → "MB/s"; `KB` → "KB"; `value` → "". */
export function unitOf(argName: string): string {
  const inBrackets = /\(([^()]+)\)\s*$/.exec(argName);
  if (inBrackets) return inBrackets[1];
  return /^([KMGT]?i?B(\/s)?|[MGk]?Hz|%|ns|us|ms|s|W|V|mV|℃|C)$/.test(argName) ? argName : '';
}
