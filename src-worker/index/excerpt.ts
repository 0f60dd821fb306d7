import { type Chunks, GrowingTable, rowCount, type Schema, takeRows } from './columns/chunks';
import { areWide, durationsIn, type SliceChunks, takeSlices } from './columns/narrowSlices';
import { MARK_COLUMNS, SAMPLE_COLUMNS, type SLICE_COLUMNS } from './columns/segmentColumns';
import { completePairs } from './pairEvents';
import type { SampleGroup, SegmentEvents } from './segmentEvents';

/**
 * The part of a segment that is shown while others are still read: about `maxSlices` slices that tell most of how it
 * looks from afar, for a hundredth of what arranging all of them costs.
 *
 * - the longest slices of the whole segment. Whatever encloses a slice is longer than it, so that what is chosen comes
 *   with all that is above it, and stands in its final row;
 * - of every so many that stand one after another in the file, the longest, and the first, whatever it is: so lanes of
 *   short slices show too.
 *
 * Nothing in it is provisional: no begin without its end, no arrows, whose other end may not have been read, and no ids,
 * which are for joining what is whole.
 */
export function excerptOf(
  events: SegmentEvents,
  maxSlices: number,
  choose: typeof chosenRows = chosenRows,
): SegmentEvents {
  const slices = chosenOf(events.slices, maxSlices, choose);
  const paired = takeRows(MARK_COLUMNS, events.paired, chosenMarks(events.paired, maxSlices));
  const ownSamples = takeChosen(SAMPLE_COLUMNS, events.samples, maxSlices, () => {
    return chosenSamples(rowCount(events.samples), maxSlices);
  });
  const samples = [...chosenOfGroups(events.sampleGroups, maxSlices), ...ownSamples];
  const excerpt = { ...events, slices, paired: [paired], samples, sampleGroups: [], flowEnds: [], ids: [] };
  if (slices === events.slices && ownSamples === events.samples && events.sampleGroups.length === 0) return excerpt;
  const slicesPerLane = new Uint32Array(events.slicesPerLane.length);
  for (const { columns } of slices) for (const lane of columns.lane) slicesPerLane[lane]++;
  return { ...withoutUnusedNames(excerpt), slicesPerLane };
}

/** The very same chunks where all of them fit. */
function takeChosen<S extends Schema>(schema: S, chunks: Chunks<S>, max: number, choose: () => Uint32Array): Chunks<S> {
  return rowCount(chunks) <= max ? chunks : [takeRows(schema, chunks, choose())];
}

/** The same of slices, in wide columns. */
function chosenOf(slices: SliceChunks, max: number, choose: typeof chosenRows): Chunks<typeof SLICE_COLUMNS> {
  const count = rowCount(slices);
  if (count > max) return [takeSlices(slices, ascending(new Set(choose(slices, max))))];
  return areWide(slices) ? slices : [takeSlices(slices, allRows(count))];
}

function allRows(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, row) => row);
}

/** Of so many slices in a row one is taken, whatever it is. */
export function runLengthOf(slices: SliceChunks, max: number): number {
  return Math.ceil(rowCount(slices) / (max / 4));
}

/** Rows, at most about `max`, some of them twice. */
export function chosenRows(slices: SliceChunks, max: number): Iterable<number> {
  const longest = new Longest(max / 2);
  const others: number[] = [];
  const runLength = runLengthOf(slices, max);
  const long = new Uint32Array(runLength + 1);
  let first = 0;
  const durationNs = new Float64Array(slices.reduce((most, { count }) => Math.max(most, count), 0));
  for (const chunk of slices) {
    const { count } = chunk;
    durationsIn(chunk, durationNs);
    for (let from = 0; from < count; from += runLength) {
      const to = Math.min(from + runLength, count);
      const longCount = longOnes(durationNs, from, to, longest.leastNs, long);
      others.push(first + from, first + long[longCount]);
      for (let i = 0; i < longCount; i++) longest.offer(first + long[i], durationNs[long[i]]);
    }
    first += count;
  }
  return [...longest.rows(), ...others];
}

/**
 * Puts those of rows [from, to) that are at least so long into `into`, and behind them the longest of all, which may be one
 * of them; answers how many stand in front of it. Nothing but the loop: see arranging/arrange.ts.
 */
function longOnes(durationNs: Float64Array, from: number, to: number, leastNs: number, into: Uint32Array): number {
  let count = 0;
  let longest = from;
  let longestNs = -1;
  for (let row = from; row < to; row++) {
    const ns = durationNs[row];
    if (ns >= leastNs) into[count++] = row;
    if (ns > longestNs) {
      longestNs = ns;
      longest = row;
    }
  }
  into[count] = longest;
  return count;
}

/** All that are at least so long that there are no more than `max` of them; how long that is, is found on the way. */
class Longest {
  /** A power of two. */
  leastNs = 1;
  #rows: number[] = [];
  #durationsNs: number[] = [];

  constructor(readonly max: number) {}

  offer(row: number, durationNs: number): void {
    if (durationNs < this.leastNs) return;
    this.#rows.push(row);
    this.#durationsNs.push(durationNs);
    if (this.#rows.length > this.max) this.#letGo();
  }

  /** Rarely, and so apart: V8 compiles the rest with whatever offers a row. */
  #letGo(): void {
    while (this.#rows.length > this.max) {
      this.leastNs *= 2;
      this.#rows = this.#rows.filter((_, i) => this.#durationsNs[i] >= this.leastNs);
      this.#durationsNs = this.#durationsNs.filter((ns) => ns >= this.leastNs);
    }
  }

  rows(): readonly number[] {
    return this.#rows;
  }
}

/** Of the slices that both begin and end here the longest, as the rows of their two marks. */
function chosenMarks(paired: Chunks<typeof MARK_COLUMNS>, maxSlices: number): Uint32Array {
  if (rowCount(paired) === 0) return new Uint32Array(0);
  const timeNs = new Float64Array(rowCount(paired));
  let at = 0;
  for (const { columns, count } of paired) {
    timeNs.set(columns.timeNs, at);
    at += count;
  }
  const pairs = completePairs(paired);
  const longest = new Longest(maxSlices);
  const chosen: number[] = [];
  pairs.forEach(({ begin, end }, pair) => {
    if (begin === end) return;
    longest.offer(pair, timeNs[end] - timeNs[begin]);
  });
  for (const pair of longest.rows()) chosen.push(pairs[pair].begin, pairs[pair].end);
  return ascending(chosen);
}

/** Samples next to each other, as many as a counter event of many values or several counters in turn have. */
const SAMPLE_RUN = 64;

/** Runs of samples from evenly spaced places: mostly some of every series. */
function chosenSamples(total: number, max: number): Uint32Array {
  const runs = Math.max(1, Math.floor(max / SAMPLE_RUN));
  const rows: number[] = [];
  for (let run = 0; run < runs; run++) {
    const from = Math.floor((run * (total - SAMPLE_RUN)) / Math.max(1, runs - 1));
    for (let i = 0; i < SAMPLE_RUN; i++) rows.push(from + i);
  }
  return ascending(new Set(rows.filter((row) => row >= 0 && row < total)));
}

/** Of each group some evenly spaced rows, at most about `max` samples in all but one of each series. */
function chosenOfGroups(groups: readonly SampleGroup[], max: number): Chunks<typeof SAMPLE_COLUMNS> {
  if (groups.length === 0) return [];
  const totalCount = groups.reduce((sum, { series }) => series.reduce((own, one) => own + one.sampleCount, sum), 0);
  const step = Math.max(1, totalCount / max);
  const taken = new GrowingTable(SAMPLE_COLUMNS);
  for (const { lane, accelerator, series, chunks } of groups) {
    let next = 0;
    let first = 0;
    for (const { count, timeNs, values } of chunks) {
      for (; next < first + count; next += step) {
        const row = Math.floor(next) - first;
        series.forEach(({ name, key }, s) => {
          if (Number.isNaN(values[s][row])) return;
          const into = taken.room(1);
          const at = taken.count++;
          into.timeNs[at] = timeNs[row];
          into.lane[at] = lane;
          into.name[at] = name;
          into.key[at] = key;
          into.accelerator[at] = accelerator;
          into.value[at] = values[s][row];
        });
      }
      first += count;
    }
  }
  return taken.chunks();
}

function ascending(rows: Iterable<number>): Uint32Array {
  return Uint32Array.from(rows).sort();
}

/** Rewrites the numbers of names in columns of its own, and leaves out the names that nothing has. */
function withoutUnusedNames(
  excerpt: Omit<SegmentEvents, 'slices'> & { readonly slices: Chunks<typeof SLICE_COLUMNS> },
): SegmentEvents {
  const { bytes, ends } = excerpt.tables.names;
  /** New number + 1 of each name; 0 = not used. */
  const numbers = new Uint32Array(ends.length);
  const kept: number[] = [];
  const renumbered = (column: Uint32Array) =>
    column.map((name) => {
      if (numbers[name] === 0) numbers[name] = kept.push(name);
      return numbers[name] - 1;
    });
  const slices = excerpt.slices.map(({ columns, count }) => {
    return { count, columns: { ...columns, name: renumbered(columns.name) } };
  });
  const paired = excerpt.paired.map(({ columns, count }) => {
    return { count, columns: { ...columns, name: renumbered(columns.name) } };
  });
  const samples = excerpt.samples.map(({ columns, count }) => {
    return { count, columns: { ...columns, name: renumbered(columns.name), key: renumbered(columns.key) } };
  });
  const startOf = (name: number) => (name === 0 ? 0 : ends[name - 1]);
  const length = kept.reduce((sum, name) => sum + ends[name] - startOf(name), 0);
  const keptBytes = new Uint8Array(new SharedArrayBuffer(length));
  const keptEnds = new Uint32Array(new SharedArrayBuffer(4 * kept.length));
  let end = 0;
  kept.forEach((name, i) => {
    keptBytes.set(bytes.subarray(startOf(name), ends[name]), end);
    end += ends[name] - startOf(name);
    keptEnds[i] = end;
  });
  const names = { bytes: keptBytes, ends: keptEnds };
  return { ...excerpt, slices, paired, samples, tables: { ...excerpt.tables, names } };
}
