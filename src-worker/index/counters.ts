import type { CounterSeries } from '../../src-contract';
import { type Chunk, type Chunks, type Columns, createColumns, rowCount } from './chunks';
import { groupNumbers } from './groupNumbers';
import { hitRatesInPercent } from './hitRates';
import type { DraftMaps } from './indexDraft';
import type { LaneFilter } from './laneChoice';
import { passingFloats, passingWords } from './largeArrays';
import { COUNTER_BLOCK, type IndexedSeries } from './rankIndex';
import type { SAMPLE_COLUMNS, SampleGroup } from './segmentEvents';
import { orderByKey } from './sortLane';

/** Counters that a rank has as lanes, series of one of them, and of all: those beyond are counted, not drawn. */
export const MAX_COUNTERS = 1000;
export const MAX_SERIES_PER_COUNTER = 200;
const MAX_SERIES = 5000;

/** A series before its lane is known. */
type PlainSeries = Omit<IndexedSeries, 'laneLocalId' | 'counter'>;

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
    for (const chunk of samples) seriesOfSample.push(seriesOf(chunk, maps, table));
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

/** The columns of all series one behind the other: a buffer for each would cost more than what is in it. */
interface PackedSeries {
  /** Of each series: where its next sample goes; `NOWHERE` where it is not shown. */
  readonly next: Float64Array;
  /** Of each series the one whose instants are its own as well: mostly itself, and then they stand where its values do. */
  readonly timesOf: Uint32Array;
  readonly all: SeriesColumns;
  of(series: number): SeriesColumns & { readonly blocks: BlockColumns };
}

const NOWHERE = -1;

function columnsFor(table: SeriesTable, lanes: readonly CounterSeriesIds[], grouped: GroupedSeries): PackedSeries {
  const shown = lanes.flatMap(({ own }) => own);
  const timesOf = grouped.timesOf(table, shown);
  const withTimes = shown.filter((id) => timesOf[id] === id);
  const ids = [...withTimes, ...shown.filter((id) => timesOf[id] !== id)];
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
  const timeCount = withTimes.reduce((sum, id) => sum + table.series[id].count, 0);
  const all = {
    ...createColumns({ timeNs: Float64Array }, timeCount),
    ...createColumns({ value: Float64Array }, samples),
  };
  const allBlocks = createColumns(BLOCK_COLUMNS, blocks);
  const of = (id: number) => {
    const { count } = table.series[id];
    const [from, to] = [first[id], first[id] + count];
    const [fromBlock, toBlock] = [firstBlock[id], firstBlock[id] + blocksOf(count)];
    return {
      timeNs: all.timeNs.subarray(first[timesOf[id]], first[timesOf[id]] + count),
      value: all.value.subarray(from, to),
      blocks: {
        blockMin: allBlocks.blockMin.subarray(fromBlock, toBlock),
        blockMax: allBlocks.blockMax.subarray(fromBlock, toBlock),
      },
    };
  };
  return { next, timesOf, all, of };
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
  const series = passingWords(count);
  for (let i = 0; i < count; i++)
    series[i] = table.add(maps.process[lane[i]], maps.name[name[i]], maps.name[key[i]], accelerator[i], 1);
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

/** Series whose samples come in groups: see `SampleGroup`. */
class GroupedSeries {
  /** Of each group the numbers of its series; `NO_SERIES` where it has no sample of it. */
  readonly #seriesOf = new Map<SampleGroup, readonly number[]>();
  readonly #groupsOf = new Map<number, SampleGroup[]>();

  add(group: SampleGroup, series: readonly number[]): void {
    this.#seriesOf.set(group, series);
    for (const id of series) {
      if (id === NO_SERIES) continue;
      const known = this.#groupsOf.get(id);
      if (known) known.push(group);
      else this.#groupsOf.set(id, [group]);
    }
  }

  seriesOf(group: SampleGroup): readonly number[] {
    return this.#seriesOf.get(group) ?? [];
  }

  /** For each of `shown` the first of them that has its samples in the same rows: their instants are kept once. */
  timesOf(table: SeriesTable, shown: readonly number[]): Uint32Array {
    const of = Uint32Array.from(table.series, (_, id) => id);
    const firstOf = new Map<SampleGroup, number[]>();
    for (const id of shown) {
      const groups = this.#groupsOf.get(id);
      if (!groups || groups.reduce((sum, group) => sum + rowCount(group.chunks), 0) !== table.series[id].count)
        continue;
      const others = firstOf.get(groups[0]) ?? [];
      const same = others.find((other) => areSame(this.#groupsOf.get(other) ?? [], groups));
      if (same === undefined) firstOf.set(groups[0], [...others, id]);
      else of[id] = same;
    }
    return of;
  }
}

const NO_SERIES = -1;

function areSame(some: readonly SampleGroup[], others: readonly SampleGroup[]): boolean {
  return some.length === others.length && some.every((group, i) => group === others[i]);
}

/** Numbers the series of a segment's groups, in the order in which the segment has their first samples. */
function addGroups(
  groups: readonly SampleGroup[],
  maps: SampleSource['maps'],
  table: SeriesTable,
  grouped: GroupedSeries,
): void {
  const numbers = groups.map(({ series }) => series.map(() => NO_SERIES));
  const found = groups.flatMap(({ series }, g) => series.map((own, s) => ({ ...own, g, s })));
  for (const { name, key, sampleCount, g, s } of found.sort((a, b) => a.firstSeen - b.firstSeen)) {
    const { lane, accelerator } = groups[g];
    if (sampleCount > 0)
      numbers[g][s] = table.add(maps.process[lane], maps.name[name], maps.name[key], accelerator, sampleCount);
  }
  groups.forEach((group, g) => void grouped.add(group, numbers[g]));
}

/** Puts the samples of a group behind those of its series that are there. */
function distributeGroup(
  { series, chunks }: SampleGroup,
  ids: readonly number[],
  { next, timesOf, all }: PackedSeries,
): void {
  const rows = rowCount(chunks);
  series.forEach(({ sampleCount }, s) => {
    const id = ids[s];
    if (id === NO_SERIES || next[id] === NOWHERE) return;
    for (const { count, timeNs, values } of chunks) {
      const at = next[id];
      if (sampleCount < rows) next[id] = putPresent(timeNs, values[s], all, at);
      else {
        all.value.set(values[s], at);
        if (timesOf[id] === id) all.timeNs.set(timeNs, at);
        next[id] = at + count;
      }
    }
  });
}

/** Those that are values; answers the place behind them. */
function putPresent(timeNs: Float64Array, values: Float64Array, into: SeriesColumns, first: number): number {
  let at = first;
  for (let row = 0; row < values.length; row++) {
    if (Number.isNaN(values[row])) continue;
    into.timeNs[at] = timeNs[row];
    into.value[at++] = values[row];
  }
  return at;
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

  /** Answers the number of the series, which has `count` samples more. */
  add(process: number, name: number, key: number, accelerator: number, count: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hashOf(process, name, key, accelerator) & mask; ; slot = (slot + 1) & mask) {
      const id = this.#slots[slot] - 1;
      if (id < 0) return this.#insert({ process, name, key, accelerator, count }, slot);
      const one = this.series[id];
      if (one.name === name && one.accelerator === accelerator && one.key === key && one.process === process) {
        one.count += count;
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

interface SeriesColumns {
  readonly timeNs: Float64Array;
  readonly value: Float64Array;
}

/** `order`: of its samples by time, undefined where they have it already; its times are sorted. */
function finishSeries(
  { timeNs, value, blocks: { blockMin, blockMax } }: SeriesColumns & { readonly blocks: BlockColumns },
  order: Uint32Array | undefined,
  series: number,
): PlainSeries {
  if (order) permute(value, order);
  for (let block = 0; block < blockMin.length; block++) {
    const part = value.subarray(block * COUNTER_BLOCK, (block + 1) * COUNTER_BLOCK);
    blockMin[block] = minOf(part);
    blockMax[block] = maxOf(part);
  }
  return { series, timeNs, value, blockMin, blockMax };
}

const BLOCK_COLUMNS = { blockMin: Float64Array, blockMax: Float64Array } as const;
type BlockColumns = Columns<typeof BLOCK_COLUMNS>;

/** Sorts the times of series when they are first asked about: several can have the same. */
function timeOrders(columns: PackedSeries): (series: number) => Uint32Array | undefined {
  const orders = new Map<number, Uint32Array | undefined>();
  return (series) => {
    const of = columns.timesOf[series];
    if (!orders.has(of)) orders.set(of, sortTimes(columns.of(of).timeNs));
    return orders.get(of);
  };
}

/** Answers the order; undefined where they ascend. */
function sortTimes(timeNs: Float64Array): Uint32Array | undefined {
  if (isAscending(timeNs)) return undefined;
  const order = orderByKey(timeNs, 0, timeNs.length);
  permute(timeNs, order);
  return order;
}

function permute(column: Float64Array, order: Uint32Array): void {
  const before = passingFloats(column.length);
  before.set(column);
  for (let i = 0; i < order.length; i++) column[i] = before[order[i]];
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
