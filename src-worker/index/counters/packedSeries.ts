import { orderByKey } from '../arranging/sortLane';
import { type Chunk, type Columns, createColumns, rowCount } from '../columns/chunks';
import { passingFloats } from '../columns/largeArrays';
import type { SAMPLE_COLUMNS } from '../columns/segmentColumns';
import { COUNTER_BLOCK, type IndexedSeries } from '../rankIndex';
import type { SampleGroup } from '../segmentEvents';
import { type GroupedSeries, NO_SERIES } from './groupedSeries';
import type { SeriesTable } from './seriesTable';

/** A series before its lane is known. */
export type PlainSeries = Omit<IndexedSeries, 'laneLocalId' | 'counter' | 'seriesName' | 'unit'>;

/** The columns of all series one behind the other: a buffer for each would cost more than what is in it. */
export interface PackedSeries {
  /** Of each series: where its next sample goes; `NOWHERE` where it is not shown. */
  readonly next: Float64Array;
  /** Of each series the one whose instants are its own as well: mostly itself, and then they stand where its values do. */
  readonly timesOf: Uint32Array;
  readonly all: SeriesColumns;
  of(series: number): SeriesColumns & { readonly blocks: BlockColumns };
}

const NOWHERE = -1;

export function columnsFor(
  table: SeriesTable,
  lanes: readonly { readonly own: readonly number[] }[],
  grouped: GroupedSeries,
): PackedSeries {
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

/** Puts each sample behind those of its series that are there. */
export function distribute(
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

/** Puts the samples of a group behind those of its series that are there. */
export function distributeGroup(
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

interface SeriesColumns {
  readonly timeNs: Float64Array;
  readonly value: Float64Array;
}

/** `order`: of its samples by time, undefined where they have it already; its times are sorted. */
export function finishSeries(
  { timeNs, value, blocks: { blockMin, blockMax } }: SeriesColumns & { readonly blocks: BlockColumns },
  order: Uint32Array | undefined,
  series: number,
): PlainSeries {
  if (order) permute(value, order);
  putExtremes(value, blockMin, blockMax);
  return { series, timeNs, value, blockMin, blockMax };
}

/** Of each block. Nothing but the loop: see arranging/arrange.ts. */
function putExtremes(value: Float64Array, blockMin: Float64Array, blockMax: Float64Array): void {
  for (let block = 0; block < blockMin.length; block++) {
    const end = Math.min((block + 1) * COUNTER_BLOCK, value.length);
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    for (let i = block * COUNTER_BLOCK; i < end; i++) {
      min = Math.min(min, value[i]);
      max = Math.max(max, value[i]);
    }
    blockMin[block] = min;
    blockMax[block] = max;
  }
}

const BLOCK_COLUMNS = { blockMin: Float64Array, blockMax: Float64Array } as const;
type BlockColumns = Columns<typeof BLOCK_COLUMNS>;

/** Sorts the times of series when they are first asked about: several can have the same. */
export function timeOrders(columns: PackedSeries): (series: number) => Uint32Array | undefined {
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
