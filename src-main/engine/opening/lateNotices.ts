import type { Notice, RankState } from '../../../src-contract';

/** Of a dump: what its files turned out to be when a view first read them, which is after the dump was opened. */
export class LateNotices {
  readonly #known = new Set<string>();
  readonly #ofRanks = new Map<number, Notice[]>();
  readonly #ofDump: Notice[] = [];

  /** Those of the dump as a whole, and of files that belong to no rank. */
  get ofDump(): readonly Notice[] {
    return this.#ofDump;
  }

  get all(): readonly Notice[] {
    return [...this.#ofDump, ...[...this.#ofRanks.values()].flat()];
  }

  ofRank(rank: number): readonly Notice[] {
    return this.#ofRanks.get(rank) ?? [];
  }

  /**
   * Takes in what is not known yet; answers the ranks that have more now, and undefined for the dump itself. Several views
   * read the same file: what they say of it is said once.
   */
  add(notices: readonly Notice[], ranks: readonly RankState[]): ReadonlySet<number | undefined> {
    const changed = new Set<number | undefined>();
    for (const own of notices) {
      const key = `${own.code} ${own.path} ${own.message}`;
      if (this.#known.has(key)) continue;
      this.#known.add(key);
      const rank = ranks.find(({ files }) => files.some(({ path }) => path === own.path))?.index;
      if (rank === undefined) this.#ofDump.push(own);
      else this.#ofRanks.set(rank, [...this.ofRank(rank), own]);
      changed.add(rank);
    }
    return changed;
  }
}
