import type { CounterSeries } from '../../src-contract';
import { type Chunk, type Chunks, type Columns, createColumns } from './chunks';
import type { IdMaps } from './mergeTables';
import { COUNTER_BLOCK, type IndexedSeries } from './rankIndex';
import type { SAMPLE_COLUMNS } from './segmentEvents';
import { orderByKey } from './sortLane';

export interface SampleSource {
  readonly samples: Chunks<typeof SAMPLE_COLUMNS>;
  readonly maps: Pick<IdMaps, 'name' | 'lane'>;
}

/** A counter lane: its process and its name, and the series in it. */
export interface BuiltCounterLane {
  /** Position among the pids given to `buildCounters`. */
  readonly pid: number;
  readonly name: number;
  readonly infos: readonly CounterSeries[];
  readonly series: readonly Omit<IndexedSeries, 'laneLocalId'>[];
}

/**
 * Sorts samples into lanes (process, counter name) and series (arg, accelerator), each by time. Of two samples at the
 * same instant the later in the file comes later. `pidOf` takes a common lane to its process.
 */
export function buildCounters(
  sources: readonly SampleSource[],
  pidOf: Uint32Array,
  textOf: (name: number) => string,
): BuiltCounterLane[] {
  const table = new SeriesTable();
  const seriesOfSample: Uint32Array[] = [];
  for (const { samples, maps } of sources)
    for (const chunk of samples) seriesOfSample.push(seriesOf(chunk, maps, pidOf, table));
  const columns = table.series.map(({ count }) => createColumns(SERIES_COLUMNS, count));
  const filled = new Uint32Array(columns.length);
  let next = 0;
  for (const { samples } of sources)
    for (const chunk of samples) distribute(chunk, seriesOfSample[next++], columns, filled);
  return table.lanes().map(({ pid, name, own }) => {
    const series = own.map((id, index) => finishSeries(columns[id], index));
    const infos = own.map((id, index) => infoOf(table.series[id], series[index], textOf));
    return { pid, name, infos, series };
  });
}

/** The series of each sample. */
function seriesOf(
  { columns, count }: Chunk<typeof SAMPLE_COLUMNS>,
  maps: Pick<IdMaps, 'name' | 'lane'>,
  pidOf: Uint32Array,
  table: SeriesTable,
): Uint32Array {
  const { lane, name, key, accelerator } = columns;
  const series = new Uint32Array(count);
  for (let i = 0; i < count; i++)
    series[i] = table.add(pidOf[maps.lane[lane[i]]], maps.name[name[i]], maps.name[key[i]], accelerator[i]);
  return series;
}

/** Puts each sample behind those of its series that are there, `filled` of them. */
function distribute(
  { columns: { timeNs, value }, count }: Chunk<typeof SAMPLE_COLUMNS>,
  seriesOfSample: Uint32Array,
  columns: readonly SeriesColumns[],
  filled: Uint32Array,
): void {
  for (let i = 0; i < count; i++) {
    const series = seriesOfSample[i];
    const to = columns[series];
    const at = filled[series]++;
    to.timeNs[at] = timeNs[i];
    to.value[at] = value[i];
  }
}

interface SeriesKey {
  readonly pid: number;
  readonly name: number;
  readonly key: number;
  readonly accelerator: number;
  count: number;
}

/** Numbers distinct (pid, name, key, accelerator): open addressing, since there are millions of samples to look up. */
class SeriesTable {
  readonly series: SeriesKey[] = [];
  /** Series id + 1, 0 = free. */
  #slots = new Uint32Array(256);

  add(pid: number, name: number, key: number, accelerator: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hashOf(pid, name, key, accelerator) & mask; ; slot = (slot + 1) & mask) {
      const id = this.#slots[slot] - 1;
      if (id < 0) return this.#insert({ pid, name, key, accelerator, count: 1 }, slot);
      const one = this.series[id];
      if (one.name === name && one.accelerator === accelerator && one.key === key && one.pid === pid) {
        one.count++;
        return id;
      }
    }
  }

  #insert(one: SeriesKey, slot: number): number {
    const id = this.series.push(one) - 1;
    this.#slots[slot] = id + 1;
    if (this.series.length * 2 > this.#slots.length) {
      this.#slots = new Uint32Array(this.#slots.length * 2);
      this.series.forEach(({ pid, name, key, accelerator }, known) => {
        const mask = this.#slots.length - 1;
        let at = hashOf(pid, name, key, accelerator) & mask;
        while (this.#slots[at] !== 0) at = (at + 1) & mask;
        this.#slots[at] = known + 1;
      });
    }
    return id;
  }

  /** Series ids by lane, lanes in order of first sight, accelerators ascending. */
  lanes(): { pid: number; name: number; own: number[] }[] {
    const lanes = new Map<string, { pid: number; name: number; own: number[] }>();
    this.series.forEach(({ pid, name }, id) => {
      const lane = lanes.get(`${pid} ${name}`);
      if (lane) lane.own.push(id);
      else lanes.set(`${pid} ${name}`, { pid, name, own: [id] });
    });
    for (const { own } of lanes.values())
      own.sort((a, b) => this.series[a].accelerator - this.series[b].accelerator || a - b);
    return [...lanes.values()];
  }
}

function hashOf(pid: number, name: number, key: number, accelerator: number): number {
  const hash = Math.imul(name + 1, 0x9e3779b1) ^ Math.imul(accelerator + 2, 0x85ebca6b);
  return hash ^ Math.imul(key + 3, 0xc2b2ae35) ^ Math.imul(pid + 5, 0x27d4eb2f) ^ (hash >>> 15);
}

function infoOf(
  { key, accelerator, count }: SeriesKey,
  { blockMin, blockMax }: Omit<IndexedSeries, 'laneLocalId'>,
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

const SERIES_COLUMNS = { timeNs: Float64Array, value: Float64Array } as const;
type SeriesColumns = Columns<typeof SERIES_COLUMNS>;

function finishSeries(samples: SeriesColumns, series: number): Omit<IndexedSeries, 'laneLocalId'> {
  const { timeNs, value } = isAscending(samples.timeNs) ? samples : sortedByTime(samples);
  const blocks = Math.ceil(timeNs.length / COUNTER_BLOCK);
  const { blockMin, blockMax } = createColumns(BLOCK_COLUMNS, blocks);
  for (let block = 0; block < blocks; block++) {
    const part = value.subarray(block * COUNTER_BLOCK, (block + 1) * COUNTER_BLOCK);
    blockMin[block] = minOf(part);
    blockMax[block] = maxOf(part);
  }
  return { series, timeNs, value, blockMin, blockMax };
}

const BLOCK_COLUMNS = { blockMin: Float64Array, blockMax: Float64Array } as const;

function sortedByTime({ timeNs, value }: SeriesColumns): SeriesColumns {
  const order = orderByKey(timeNs, 0, timeNs.length);
  const sorted = createColumns(SERIES_COLUMNS, timeNs.length);
  for (let i = 0; i < order.length; i++) {
    sorted.timeNs[i] = timeNs[order[i]];
    sorted.value[i] = value[order[i]];
  }
  return sorted;
}

function isAscending(values: Float64Array): boolean {
  for (let i = 1; i < values.length; i++) if (values[i] < values[i - 1]) return false;
  return true;
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
