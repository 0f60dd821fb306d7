import type { DumpState, DumpUpdate, RankState } from '../../../src-contract';
import { deferred } from './deferred';

/** A state is answered at most this often. */
const WATCH_EVERY_MS = 100;
/** Lanes, files and notices of the ranks in one answer: as many as a window decodes in a few ms. */
const MAX_ANSWER_ITEMS = 1_000;

/** Counts the changes of a dump and of its ranks, and answers those who watch it: not too often, not too much at once. */
export class Revisions {
  #current = 1;
  /** Of each rank: the revision that it changed with last. */
  readonly #ofRanks: number[] = [];
  #changed = deferred();
  #hurried = deferred();
  #lastAnswerMs = Number.NEGATIVE_INFINITY;
  /** Revision of the last answer that was only a part. */
  #partRevision: number | undefined;
  #isClosed = false;

  constructor(
    /** Resolves when the dump has been read, or has been cancelled: that is told at once. */
    readonly finished: Promise<void>,
    readonly maxAnswerItems = MAX_ANSWER_ITEMS,
  ) {}

  get current(): number {
    return this.#current;
  }

  /** The dump has changed, and these of its ranks. Each has a revision of its own: an answer may end between two of them. */
  touch(...ranks: readonly number[]): void {
    if (ranks.length === 0) this.#current++;
    for (const rank of ranks) this.#ofRanks[rank] = ++this.#current;
    this.#changed.resolve();
    this.#changed = deferred();
  }

  /** Who waits for the end of the 100 ms is answered now. */
  tellNow(): void {
    this.#lastAnswerMs = Number.NEGATIVE_INFINITY;
    this.#hurried.resolve();
    this.#hurried = deferred();
  }

  /** Who waits is answered. */
  close(): void {
    this.#isClosed = true;
    this.touch();
  }

  /** What `state` has that is newer than `seenRevision`, as soon as there is something. */
  async watch(seenRevision: number, state: () => DumpState): Promise<DumpUpdate> {
    while (this.#current <= seenRevision && !this.#isClosed) await this.#changed.promise;
    const waitMs = this.#lastAnswerMs + WATCH_EVERY_MS - performance.now();
    // The rest of an answer is not waited for.
    const isFirst = seenRevision > 0 && seenRevision !== this.#partRevision;
    if (isFirst && waitMs > 0)
      await Promise.race([new Promise((resolve) => setTimeout(resolve, waitMs)), this.finished, this.#hurried.promise]);
    this.#lastAnswerMs = performance.now();
    return this.#since(seenRevision, state());
  }

  #since(seenRevision: number, { ranks, ...state }: DumpState): DumpUpdate {
    const revisionOf = (rank: RankState) => this.#ofRanks[rank.index];
    const changed = ranks
      .filter((rank) => revisionOf(rank) > seenRevision)
      .sort((a, b) => revisionOf(a) - revisionOf(b));
    const changedRanks = firstItems(changed, this.maxAnswerItems);
    const isPart = changedRanks.length < changed.length;
    if (!isPart) return { ...state, changedRanks, isPart };
    const revision = revisionOf(changedRanks[changedRanks.length - 1]);
    this.#partRevision = revision;
    return { ...state, revision, changedRanks, isPart };
  }
}

/** As many of the first ranks as hold `maxItems`; at least one, if there is one. */
function firstItems(ranks: readonly RankState[], maxItems: number): readonly RankState[] {
  let items = 0;
  const end = ranks.findIndex((rank, i) => {
    const lanes = rank.groups.reduce((sum, group) => sum + group.lanes.length, 0);
    items += 1 + lanes + rank.files.length + rank.notices.length + rank.skipped.length;
    return i > 0 && items > maxItems;
  });
  return end < 0 ? ranks : ranks.slice(0, end);
}
