/** Which timelines the user is looking for: those of ranks on screen that are not read yet. */
import type { RankIndex, RankState } from '../../../src-contract';
import type { RowModel, RowSpan } from './rows';

/** Ranks that are scrolled past are not meant. */
const REST_MS = 250;

export function unreadRanks({ rows }: RowModel, { first, end }: RowSpan): readonly RankIndex[] {
  const found: RankIndex[] = [];
  for (let at = first; at < end; at++) {
    const row = rows[at];
    if (row.kind === 'rank' && isUnread(row.rank)) found.push(row.rank.index);
  }
  return found;
}

function isUnread({ status }: RankState): boolean {
  return status === 'unread';
}

/** Asks for ranks that have been on screen for a moment. Each set of them once: who takes one out of the queue means it. */
export class NeededRanks {
  #timer = 0;
  #key = '';

  constructor(
    readonly window: Pick<Window, 'setTimeout' | 'clearTimeout'>,
    readonly ask: (ranks: readonly RankIndex[]) => void,
  ) {}

  /** Call it with what is on screen, as often as that may have changed. */
  show(ranks: readonly RankIndex[]): void {
    const key = ranks.join();
    if (key === this.#key) return;
    this.#key = key;
    this.window.clearTimeout(this.#timer);
    if (ranks.length > 0) this.#timer = this.window.setTimeout(() => this.ask(ranks), REST_MS);
  }

  dispose(): void {
    this.window.clearTimeout(this.#timer);
  }
}
