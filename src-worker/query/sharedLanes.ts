/**
 * The lanes of a query that two threads draw at once: each takes the next one from its own side until they have met. So
 * both are done at about the same time, whatever the lanes cost, and a thread that is late leaves them to the other.
 *
 *     lanes    0  1  2  3  4  5  6  7  8  9 …  n-1
 *     first    ────────────────►│◄───────────────   second
 */

/** In shared memory: its places are `LaneCell`s. */
export type LaneCells = Int32Array<SharedArrayBuffer>;

export enum LaneCell {
  /** Lanes that have been begun. */
  taken,
  /** Lanes that each thread has drawn, once all of its own are. */
  ofFirst,
  ofSecond,
  length,
}

/** What a thread is told of it. */
export interface LaneShare {
  readonly cells: LaneCells;
  readonly isSecond: boolean;
}

/** Of the engine, which asks both. */
export class SharedLanes {
  readonly #cells: LaneCells = new Int32Array(new SharedArrayBuffer(4 * LaneCell.length));

  constructor(readonly laneCount: number) {}

  get first(): LaneShare {
    return { cells: this.#cells, isSecond: false };
  }

  get second(): LaneShare {
    return { cells: this.#cells, isSecond: true };
  }

  /** The first thread was alone: nothing has been left for the other one. */
  get isFirstAll(): boolean {
    return this.#drawn(LaneCell.ofFirst) === this.laneCount;
  }

  /** False where a thread has died of lanes that it had begun. */
  get isAll(): boolean {
    return this.#drawn(LaneCell.ofFirst) + this.#drawn(LaneCell.ofSecond) === this.laneCount;
  }

  #drawn(cell: LaneCell): number {
    return Atomics.load(this.#cells, cell);
  }
}

/** Places of the lanes that a thread is to draw, of so many: all of them, or those that it takes of shared ones. */
export function* lanesToDraw(laneCount: number, share?: LaneShare): Generator<number> {
  if (!share) {
    for (let lane = 0; lane < laneCount; lane++) yield lane;
    return;
  }
  const { cells, isSecond } = share;
  let drawn = 0;
  while (Atomics.add(cells, LaneCell.taken, 1) < laneCount) {
    yield isSecond ? laneCount - 1 - drawn : drawn;
    drawn++;
  }
  Atomics.add(cells, isSecond ? LaneCell.ofSecond : LaneCell.ofFirst, drawn);
}
