import type { RankIndex, ReadingChange } from '../../../src-contract';

/** Reads ranks one after another, some at a time, in an order that can be changed. */
export class RankQueue {
  #waiting: RankIndex[] = [];
  readonly #underWay = new Set<RankIndex>();
  #isPaused = false;

  constructor(
    /** As many at a time as there are threads: more would only be in memory for longer. */
    readonly width: number,
    /** Never rejects. */
    readonly read: (rank: RankIndex) => Promise<void>,
    /** Those that may be asked for: not read yet. */
    readonly unread: () => readonly RankIndex[],
    readonly changed: () => void,
    /** Nothing is read any more, and nothing will be by itself. */
    readonly rested: () => void,
  ) {}

  get waiting(): readonly RankIndex[] {
    return this.#waiting;
  }

  isUnderWay(rank: RankIndex): boolean {
    return this.#underWay.has(rank);
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  get isAtRest(): boolean {
    return this.#underWay.size === 0 && (this.#isPaused || this.#waiting.length === 0);
  }

  change(change: ReadingChange): void {
    this.#apply(change);
    this.changed();
    this.#begin();
  }

  #apply(change: ReadingChange): void {
    const readable = new Set(this.unread().filter((rank) => !this.#underWay.has(rank)));
    switch (change.kind) {
      case 'next': {
        const wanted = [...new Set(change.ranks)].filter((rank) => readable.has(rank));
        this.#waiting = [...wanted, ...this.#waiting.filter((rank) => !wanted.includes(rank))];
        return;
      }
      case 'all': {
        const known = new Set(this.#waiting);
        this.#waiting.push(...[...readable].filter((rank) => !known.has(rank)));
        return;
      }
      case 'move': {
        if (!this.#waiting.includes(change.rank) || change.rank === change.before) return;
        const others = this.#waiting.filter((rank) => rank !== change.rank);
        const at = change.before === undefined ? -1 : others.indexOf(change.before);
        this.#waiting = others.toSpliced(at < 0 ? others.length : at, 0, change.rank);
        return;
      }
      case 'drop': {
        const dropped = change.ranks && new Set(change.ranks);
        this.#waiting = dropped ? this.#waiting.filter((rank) => !dropped.has(rank)) : [];
        return;
      }
      case 'pause':
      case 'resume':
        this.#isPaused = change.kind === 'pause';
        return;
    }
  }

  #begin(): void {
    while (!this.#isPaused && this.#underWay.size < this.width) {
      const rank = this.#waiting.shift();
      if (rank === undefined) return;
      this.#underWay.add(rank);
      void this.#readOne(rank);
    }
  }

  async #readOne(rank: RankIndex): Promise<void> {
    await this.read(rank);
    this.#underWay.delete(rank);
    this.#begin();
    if (this.isAtRest) this.rested();
  }
}
