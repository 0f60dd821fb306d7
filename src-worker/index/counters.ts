import type { CounterSeries } from '../../src-contract';
import { type Chunk, type Chunks, type Columns, createColumns } from './chunks';
import { groupNumbers } from './groupNumbers';
import { hitRatesInPercent } from './hitRates';
import type { DraftMaps } from './indexDraft';
import type { LaneFilter } from './laneChoice';
import { COUNTER_BLOCK, type IndexedSeries } from './rankIndex';
import type { SAMPLE_COLUMNS } from './segmentEvents';
import { orderByKey } from './sortLane';

/** Counters that a rank has as lanes, series of one of them, and of all: those beyond are counted, not drawn. */
export const MAX_COUNTERS = 1000;
export const MAX_SERIES_PER_COUNTER = 200;
const MAX_SERIES = 5000;

/** A series before its lane is known. */
type PlainSeries = Omit<IndexedSeries, 'laneLocalId' | 'counter'>;

export interface SampleSource {
  readonly samples: Chunks<typeof SAMPLE_COLUMNS>;
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
  for (const { samples, maps } of sources)
    for (const chunk of samples) seriesOfSample.push(seriesOf(chunk, maps, table));
  const { lanes, foldedCounters, foldedSeries } = chooseSeries(table, names);
  const columns = columnsFor(table, lanes);
  let next = 0;
  for (const { samples } of sources) for (const chunk of samples) distribute(chunk, seriesOfSample[next++], columns);
  const shown = lanes.flatMap(({ process, own }) => own.map((id) => ({ process, id })));
  hitRatesInPercent(
    shown.map(({ process, id }) => ({ process, key: names.textOf(table.series[id].key), value: columns.of(id).value })),
  );
  return {
    lanes: lanes.map(({ process, name, own }) => {
      const series = own.map((id, index) => finishSeries(columns.of(id), index));
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

/** The columns of all series one behind the other: a buffer for each would cost more than what is in it. */
interface PackedSeries {
  /** Of each series: where its next sample goes; `NOWHERE` where it is not shown. */
  readonly next: Float64Array;
  readonly all: SeriesColumns;
  of(series: number): SeriesColumns & { readonly blocks: BlockColumns };
}

const NOWHERE = -1;

function columnsFor(table: SeriesTable, lanes: readonly CounterSeriesIds[]): PackedSeries {
  const ids = lanes.flatMap(({ own }) => own);
  const next = new Float64Array(table.series.length).fill(NOWHERE);
  const first = new Float64Array(table.series.length);
  const firstBlock = new Float64Array(table.series.length);
  let samples = 0;
  let blocks = 0;
  for (const id of ids) {
    next[id] = samples;
    first[id] = samples;
    firstBlock[id] = blocks;
    samples += table.series[id].count;
    blocks += blocksOf(table.series[id].count);
  }
  const all = createColumns(SERIES_COLUMNS, samples);
  const allBlocks = createColumns(BLOCK_COLUMNS, blocks);
  const of = (id: number) => {
    const { count } = table.series[id];
    const [from, to] = [first[id], first[id] + count];
    const [fromBlock, toBlock] = [firstBlock[id], firstBlock[id] + blocksOf(count)];
    return {
      timeNs: all.timeNs.subarray(from, to),
      value: all.value.subarray(from, to),
      blocks: {
        blockMin: allBlocks.blockMin.subarray(fromBlock, toBlock),
        blockMax: allBlocks.blockMax.subarray(fromBlock, toBlock),
      },
    };
  };
  return { next, all, of };
}

function blocksOf(sampleCount: number): number {
  return Math.ceil(sampleCount / COUNTER_BLOCK);
}

/** The series of each sample. */
function seriesOf(
  { columns, count }: Chunk<typeof SAMPLE_COLUMNS>,
  maps: SampleSource['maps'],
  table: SeriesTable,
): Uint32Array {
  const { lane, name, key, accelerator } = columns;
  const series = new Uint32Array(count);
  for (let i = 0; i < count; i++)
    series[i] = table.add(maps.process[lane[i]], maps.name[name[i]], maps.name[key[i]], accelerator[i]);
  return series;
}

/** Puts each sample behind those of its series that are there. */
function distribute(
  { columns: { timeNs, value }, count }: Chunk<typeof SAMPLE_COLUMNS>,
  seriesOfSample: Uint32Array,
  { next, all }: PackedSeries,
): void {
  for (let i = 0; i < count; i++) {
    const at = next[seriesOfSample[i]];
    if (at === NOWHERE) continue;
    all.timeNs[at] = timeNs[i];
    all.value[at] = value[i];
    next[seriesOfSample[i]] = at + 1;
  }
}

interface SeriesKey {
  readonly process: number;
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

  add(process: number, name: number, key: number, accelerator: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hashOf(process, name, key, accelerator) & mask; ; slot = (slot + 1) & mask) {
      const id = this.#slots[slot] - 1;
      if (id < 0) return this.#insert({ process, name, key, accelerator, count: 1 }, slot);
      const one = this.series[id];
      if (one.name === name && one.accelerator === accelerator && one.key === key && one.process === process) {
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
      this.series.forEach(({ process, name, key, accelerator }, known) => {
        const mask = this.#slots.length - 1;
        let at = hashOf(process, name, key, accelerator) & mask;
        while (this.#slots[at] !== 0) at = (at + 1) & mask;
        this.#slots[at] = known + 1;
      });
    }
    return id;
  }

  /** Series ids by lane, lanes in order of first sight, accelerators ascending. */
  lanes(): { process: number; name: number; own: number[] }[] {
    const { of, count } = groupNumbers([this.#column('process'), this.#column('name')], this.series.length);
    const lanes: { process: number; name: number; own: number[] }[] = new Array(count);
    this.series.forEach(({ process, name }, id) => {
      const lane = lanes[of[id]];
      if (lane) lane.own.push(id);
      else lanes[of[id]] = { process, name, own: [id] };
    });
    for (const { own } of lanes) own.sort((a, b) => this.series[a].accelerator - this.series[b].accelerator || a - b);
    return lanes;
  }

  #column(key: 'process' | 'name'): Uint32Array {
    return Uint32Array.from(this.series, (one) => one[key]);
  }
}

function hashOf(process: number, name: number, key: number, accelerator: number): number {
  const hash = Math.imul(name + 1, 0x9e3779b1) ^ Math.imul(accelerator + 2, 0x85ebca6b);
  return hash ^ Math.imul(key + 3, 0xc2b2ae35) ^ Math.imul(process + 5, 0x27d4eb2f) ^ (hash >>> 15);
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

const SERIES_COLUMNS = { timeNs: Float64Array, value: Float64Array } as const;
type SeriesColumns = Columns<typeof SERIES_COLUMNS>;

function finishSeries(
  { timeNs, value, blocks: { blockMin, blockMax } }: SeriesColumns & { readonly blocks: BlockColumns },
  series: number,
): PlainSeries {
  if (!isAscending(timeNs)) sortByTime(timeNs, value);
  for (let block = 0; block < blockMin.length; block++) {
    const part = value.subarray(block * COUNTER_BLOCK, (block + 1) * COUNTER_BLOCK);
    blockMin[block] = minOf(part);
    blockMax[block] = maxOf(part);
  }
  return { series, timeNs, value, blockMin, blockMax };
}

const BLOCK_COLUMNS = { blockMin: Float64Array, blockMax: Float64Array } as const;
type BlockColumns = Columns<typeof BLOCK_COLUMNS>;

function sortByTime(timeNs: Float64Array, value: Float64Array): void {
  const order = orderByKey(timeNs, 0, timeNs.length);
  const [times, values] = [new Float64Array(timeNs), new Float64Array(value)];
  for (let i = 0; i < order.length; i++) {
    timeNs[i] = times[order[i]];
    value[i] = values[order[i]];
  }
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
