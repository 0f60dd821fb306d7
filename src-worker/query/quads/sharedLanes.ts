import type { CounterCurve, FoldedBusy, LaneId, RankIndex as RankNumber } from '../../../src-contract';
import { aligned } from '../gatherMemory';
import { columnBytes, type QuadColumns } from './quadColumns';
import type { QuadPacker } from './quadPacker';

/**
 * The lanes of a query that two threads draw at once: each takes the next ones from its own side until they have met, some at
 * a time as long as there are many. So both are done at about the same time, whatever the lanes cost, and a thread that is late leaves them to the other. The
 * second one leaves all that it has drawn in shared memory to the first one, which answers with everything: the engine's thread
 * is given one answer, and has nothing to put together.
 *
 *     lanes    0  1  2  3  4  5  6  7  8  9 …  n-1
 *     first    ────────────────►│◄───────────────   second
 */

/** In shared memory: its places are `LaneCell`s. */
export type LaneCells = Int32Array<SharedArrayBuffer>;

export enum LaneCell {
  /** Lanes that have been taken; more than there are once there are no more. */
  taken,
  /** Lanes that each thread has drawn, once all of its own are. */
  ofFirst,
  ofSecond,
  /** Whether the second thread has left what it has drawn in the room: see `Left`. */
  left,
  /** How long its columns are: see `QuadCounts`. */
  rows,
  quads,
  names,
  large,
  /** How many cells there are. */
  count,
}

/** A thread takes this share of the lanes that are left, and one at least: of each part that it takes there is more to copy. */
const TAKEN_SHARE = 1 / 8;

enum Left {
  notYet,
  all,
  /** It has died, or the room is too small. */
  nothing,
}

/** What a thread is told of it. */
export interface LaneShare {
  readonly cells: LaneCells;
  /** Where the second thread leaves what it has drawn. */
  readonly room: SharedArrayBuffer;
  readonly isSecond: boolean;
}

/** Of the engine, which asks both; for one view after the other, since shared memory costs something to make. */
export class SharedLanes {
  readonly #cells: LaneCells = new Int32Array(new SharedArrayBuffer(4 * LaneCell.count));

  constructor(readonly room: SharedArrayBuffer) {}

  /** Begins a view. Until both have answered, nobody else may. */
  begin(): this {
    this.#cells.fill(0);
    return this;
  }

  get first(): LaneShare {
    return { cells: this.#cells, room: this.room, isSecond: false };
  }

  get second(): LaneShare {
    return { cells: this.#cells, room: this.room, isSecond: true };
  }

  /** The second thread leaves nothing any more: the first need not wait for it. */
  endSecond(): void {
    if (Atomics.compareExchange(this.#cells, LaneCell.left, Left.notYet, Left.nothing) === Left.notYet)
      Atomics.notify(this.#cells, LaneCell.left);
  }
}

/** Lanes [first, end) of a query. */
export interface LaneRange {
  readonly first: number;
  readonly end: number;
}

/** The lanes that a thread is to draw, of so many: all of them, or those that it takes of shared ones, of which the second takes the last first. */
export function* lanesToDraw(laneCount: number, share?: LaneShare): Generator<LaneRange> {
  if (!share) {
    yield { first: 0, end: laneCount };
    return;
  }
  const { cells, isSecond } = share;
  let drawn = 0;
  for (;;) {
    const wanted = Math.max(1, Math.floor((laneCount - Atomics.load(cells, LaneCell.taken)) * TAKEN_SHARE));
    const before = Atomics.add(cells, LaneCell.taken, wanted);
    // The other one may have taken some in between.
    const count = Math.min(wanted, laneCount - before);
    if (count <= 0) break;
    const first = isSecond ? laneCount - drawn - count : drawn;
    yield { first, end: first + count };
    drawn += count;
  }
  Atomics.add(cells, isSecond ? LaneCell.ofSecond : LaneCell.ofFirst, drawn);
}

/** A lane that has been drawn, before it is known what lies before it. */
export interface DrawnLane {
  readonly lane: LaneId;
  readonly rank: RankNumber;
  readonly generation: number;
  readonly laneRow: number;
  readonly quadCount: number;
  readonly rowCount: number;
}

/** What a thread has drawn beside quads. */
export interface DrawnParts {
  readonly lanes: readonly DrawnLane[];
  readonly counters: readonly CounterCurve[];
  readonly folded: readonly FoldedBusy[];
  /** Ids of names that are shown, by rank. */
  readonly labels: ReadonlyMap<RankNumber, ReadonlySet<number>>;
}

/** Of the second thread: all of its lanes are packed. */
export function leaveDrawn({ cells, room }: LaneShare, quads: QuadPacker, parts: DrawnParts): void {
  const counts = quads.leaveIn(room);
  const isLeft = counts && leaveParts(room, aligned(columnBytes(counts)), parts);
  if (isLeft) {
    Atomics.store(cells, LaneCell.rows, counts.rows);
    Atomics.store(cells, LaneCell.quads, counts.quads);
    Atomics.store(cells, LaneCell.names, counts.names);
    Atomics.store(cells, LaneCell.large, counts.large);
  }
  Atomics.store(cells, LaneCell.left, isLeft ? Left.all : Left.nothing);
  Atomics.notify(cells, LaneCell.left);
}

/** What the second thread has left. */
export interface LeftDrawn extends DrawnParts {
  readonly quads: QuadColumns;
}

/**
 * Of the first thread, once no lane is left: what the other one has drawn, which is waited for, since it draws its last lane
 * at this moment. 'none' if that is nothing; undefined where it is not to be had: the thread has died of lanes that it had
 * begun, or had no room for what it has drawn.
 */
export function drawnLeft(
  { cells, room }: LaneShare,
  quads: QuadPacker,
  laneCount: number,
): LeftDrawn | 'none' | undefined {
  const ofFirst = Atomics.load(cells, LaneCell.ofFirst);
  if (ofFirst === laneCount) return 'none';
  while (Atomics.load(cells, LaneCell.left) === Left.notYet) Atomics.wait(cells, LaneCell.left, Left.notYet);
  const isLeft = Atomics.load(cells, LaneCell.left) === Left.all;
  if (!isLeft || ofFirst + Atomics.load(cells, LaneCell.ofSecond) !== laneCount) return undefined;
  const counts = {
    rows: Atomics.load(cells, LaneCell.rows),
    quads: Atomics.load(cells, LaneCell.quads),
    names: Atomics.load(cells, LaneCell.names),
    large: Atomics.load(cells, LaneCell.large),
  };
  return { quads: quads.taken(room, counts), ...partsLeft(room, aligned(columnBytes(counts))) };
}

/** Writes and reads numbers one behind the other, in the room behind the quads. */
class Numbers {
  readonly #numbers: Float64Array;
  #at = 0;

  constructor(room: SharedArrayBuffer, at: number) {
    this.#numbers = new Float64Array(room, at, Math.floor((room.byteLength - at) / 8));
  }

  /** All that has been put had room. */
  get isWithin(): boolean {
    return this.#at <= this.#numbers.length;
  }

  put(number: number): void {
    this.#numbers[this.#at++] = number;
  }

  putAll(column: ArrayLike<number>): void {
    if (this.#at + column.length <= this.#numbers.length) this.#numbers.set(column, this.#at);
    this.#at += column.length;
  }

  next(): number {
    return this.#numbers[this.#at++];
  }

  /** A copy of the next ones. */
  nextAll(count: number): Float64Array {
    this.#at += count;
    return new Float64Array(this.#numbers.subarray(this.#at - count, this.#at));
  }
}

/** False where there is no room. */
function leaveParts(room: SharedArrayBuffer, at: number, { lanes, counters, folded, labels }: DrawnParts): boolean {
  if (at > room.byteLength) return false;
  const numbers = new Numbers(room, at);
  numbers.put(lanes.length);
  for (const { lane, rank, generation, laneRow, quadCount, rowCount } of lanes) {
    numbers.put(lane);
    numbers.put(rank);
    numbers.put(generation);
    numbers.put(laneRow);
    numbers.put(quadCount);
    numbers.put(rowCount);
  }
  numbers.put(labels.size);
  for (const [rank, ids] of labels) {
    numbers.put(rank);
    numbers.put(ids.size);
    for (const id of ids) numbers.put(id);
  }
  numbers.put(counters.length);
  for (const { lane, series, startNs, minValue, maxValue, lastValue } of counters) {
    numbers.put(lane);
    numbers.put(series);
    numbers.put(startNs.length);
    for (const column of [startNs, minValue, maxValue, lastValue]) numbers.putAll(column);
  }
  numbers.put(folded.length);
  for (const { lane, startNs, nsPerPixel, busy, colour } of folded) {
    numbers.put(lane);
    numbers.put(startNs);
    numbers.put(nsPerPixel);
    numbers.put(busy.length);
    for (const column of [busy, colour]) numbers.putAll(column);
  }
  return numbers.isWithin;
}

/** As they were left. */
function partsLeft(room: SharedArrayBuffer, at: number): DrawnParts {
  const numbers = new Numbers(room, at);
  const lanes: DrawnLane[] = [];
  for (let left = numbers.next(); left > 0; left--) {
    lanes.push({
      lane: numbers.next() as LaneId,
      rank: numbers.next() as RankNumber,
      generation: numbers.next(),
      laneRow: numbers.next(),
      quadCount: numbers.next(),
      rowCount: numbers.next(),
    });
  }
  const labels = new Map<RankNumber, Set<number>>();
  for (let left = numbers.next(); left > 0; left--) {
    const ids = new Set<number>();
    labels.set(numbers.next() as RankNumber, ids);
    for (let own = numbers.next(); own > 0; own--) ids.add(numbers.next());
  }
  const counters: CounterCurve[] = [];
  for (let left = numbers.next(); left > 0; left--) {
    const [lane, series, count] = [numbers.next() as LaneId, numbers.next(), numbers.next()];
    const [startNs, minValue] = [numbers.nextAll(count), numbers.nextAll(count)];
    const [maxValue, lastValue] = [numbers.nextAll(count), numbers.nextAll(count)];
    counters.push({ lane, series, startNs, minValue, maxValue, lastValue });
  }
  const folded: FoldedBusy[] = [];
  for (let left = numbers.next(); left > 0; left--) {
    const [lane, startNs] = [numbers.next() as LaneId, numbers.next()];
    const [nsPerPixel, count] = [numbers.next(), numbers.next()];
    const [busy, colour] = [Uint8Array.from(numbers.nextAll(count)), Uint8Array.from(numbers.nextAll(count))];
    folded.push({ lane, startNs, nsPerPixel, busy, colour });
  }
  return { lanes, counters, folded, labels };
}
