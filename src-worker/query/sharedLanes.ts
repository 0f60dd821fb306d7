import { columnsIn, QUAD_COLUMNS, type QuadColumns, type QuadCounts } from './quadColumns';
import type { QuadPacker } from './quadPacker';

/**
 * The lanes of a query that two threads draw at once: each takes the next ones from its own side until they have met, some at
 * a time as long as there are many. So both are done at about the same time, whatever the lanes cost, and a thread that is late leaves them to the other. The
 * second one's quads go through shared memory to the first one, which answers with all: the engine's thread has nothing to
 * put together, and half the garbage.
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
  /** Whether the second thread has left its quads in the room: see `Left`. */
  left,
  /** From here on: how long its columns are, in the order of `QUAD_COLUMNS`. */
  counts,
}

/** A thread takes this share of the lanes that are left, and one at least: of each part that it takes there is more to copy. */
const TAKEN_SHARE = 1 / 8;

const CELLS = LaneCell.counts + QUAD_COLUMNS.length;

enum Left {
  notYet,
  quads,
  /** It has died, or the room is too small. */
  nothing,
}

/** What a thread is told of it. */
export interface LaneShare {
  readonly cells: LaneCells;
  /** Where the second thread leaves its quads for the first one, which answers with all of them. */
  readonly room: SharedArrayBuffer;
  readonly isSecond: boolean;
}

/** Of the engine, which asks both. */
export class SharedLanes {
  readonly #cells: LaneCells = new Int32Array(new SharedArrayBuffer(4 * CELLS));

  /** Until both have answered, nobody else may use the room. */
  constructor(
    readonly laneCount: number,
    readonly room: SharedArrayBuffer,
  ) {}

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

  /** The first thread was alone: nothing has been left for the other one. */
  get isFirstAll(): boolean {
    return this.#drawn(LaneCell.ofFirst) === this.laneCount;
  }

  /** False where a thread has died of lanes that it had begun, or had no room for their quads. */
  get isAll(): boolean {
    if (this.isFirstAll) return true;
    const isLeft = Atomics.load(this.#cells, LaneCell.left) === Left.quads;
    return isLeft && this.#drawn(LaneCell.ofFirst) + this.#drawn(LaneCell.ofSecond) === this.laneCount;
  }

  /** How long the columns are that the second thread has left. */
  get counts(): QuadCounts {
    return countsIn(this.#cells);
  }

  #drawn(cell: LaneCell): number {
    return Atomics.load(this.#cells, cell);
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

/** Of the second thread: it has packed all of its lanes. */
export function leaveQuads({ cells, room }: LaneShare, quads: QuadPacker): void {
  const counts = quads.leaveIn(room);
  if (counts) for (const [at, name] of QUAD_COLUMNS.entries()) Atomics.store(cells, LaneCell.counts + at, counts[name]);
  Atomics.store(cells, LaneCell.left, counts ? Left.quads : Left.nothing);
  Atomics.notify(cells, LaneCell.left);
}

/**
 * Of the first thread, once no lane is left: the quads of the other one, which are waited for, since it draws its last lane
 * at this moment. Undefined if it has drawn none, or if they are not to be had.
 */
export function quadsLeft({ cells, room }: LaneShare, laneCount: number): QuadColumns | undefined {
  if (Atomics.load(cells, LaneCell.ofFirst) === laneCount) return undefined;
  while (Atomics.load(cells, LaneCell.left) === Left.notYet) Atomics.wait(cells, LaneCell.left, Left.notYet);
  if (Atomics.load(cells, LaneCell.left) !== Left.quads) return undefined;
  return columnsIn(room, countsIn(cells));
}

function countsIn(cells: LaneCells): QuadCounts {
  const counts = QUAD_COLUMNS.map((name, at) => [name, Atomics.load(cells, LaneCell.counts + at)] as const);
  return Object.fromEntries(counts) as unknown as QuadCounts;
}
