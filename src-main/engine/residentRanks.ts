import type { Remote } from 'comlink';
import type { DumpId } from '../../src-contract';
import type { LoadedRank } from '../../src-worker/workerApi';
import type { QuestionThread } from './questionThread';
import type { ThreadApi } from './workerMain';

/** Reads a rank's index again, from the cache or the files; undefined if it is not there any more. */
export type RankReader = () => Promise<LoadedRank['index'] | undefined>;

interface Resident {
  readonly dump: DumpId;
  readonly place: Omit<LoadedRank, 'index'>;
  /** The memory that the threads have it in; undefined while it is not in memory. */
  readonly index: LoadedRank['index'] | undefined;
  readonly sizeBytes: number;
  /** Absent until the index is complete, and saved if it is to be: only then can it be read again. */
  readonly reader: RankReader | undefined;
  usedAt: number;
}

/**
 * The indexes that the query threads hold. Together they stay within a budget: those not used for longest are dropped
 * where they can be read again, and come back when they are asked about. What changes is noted here and sent to the
 * threads in the same turn of the event loop, so that a thread that begins is sent neither too much nor too little.
 */
export class ResidentRanks {
  readonly #ranks = new Map<string, Resident>();
  /** Comings and goings, one after another. */
  #last: Promise<unknown> = Promise.resolve();
  #clock = 0;
  /** Queries under way, by the rank they are about. */
  readonly #queries = new Map<string, number>();
  /** Something was to be dropped, but is being asked about. */
  #isDropOwed = false;
  #budgetBytes = Number.POSITIVE_INFINITY;

  constructor(readonly threads: () => readonly Pick<QuestionThread, 'tell'>[]) {}

  setBudget(budgetBytes: number): Promise<void> {
    this.#budgetBytes = budgetBytes;
    return this.#inTurn(() => this.#dropUnused(new Set(), undefined));
  }

  get residentBytes(): number {
    let sum = 0;
    for (const { index, sizeBytes } of this.#ranks.values()) if (index) sum += sizeBytes;
    return sum;
  }

  /** What a thread has to hold at this moment. */
  *loaded(): Generator<{ readonly dump: DumpId; readonly rank: LoadedRank }> {
    for (const { dump, place, index } of this.#ranks.values()) if (index) yield { dump, rank: { ...place, index } };
  }

  /** Takes an index in, in the place of an older one of the same rank. */
  load(dump: DumpId, { index, ...place }: LoadedRank): Promise<void> {
    return this.#inTurn(async () => {
      const usedAt = ++this.#clock;
      const sizeBytes = sharedBytes(index);
      this.#ranks.set(keyOf(dump, place.rank), { dump, place, index, sizeBytes, reader: undefined, usedAt });
      await this.#tell((api) => api.loadRank(dump, { ...place, index }));
      await this.#dropUnused(new Set([place.rank]), dump);
    });
  }

  /** From now on the rank's index can be read again. */
  setReader(dump: DumpId, rank: number, generation: number, reader: RankReader): Promise<void> {
    return this.#inTurn(async () => {
      const known = this.#ranks.get(keyOf(dump, rank));
      if (known?.place.generation !== generation) return;
      this.#ranks.set(keyOf(dump, rank), { ...known, reader });
      await this.#dropUnused(new Set(), dump);
    });
  }

  /** Runs a query while the indexes of these ranks are in the threads, as far as they exist; nothing drops them meanwhile. */
  async using<T>(dump: DumpId, ranks: ReadonlySet<number>, query: () => Promise<T>): Promise<T> {
    const keys = [...ranks].map((rank) => keyOf(dump, rank));
    for (const key of keys) this.#queries.set(key, (this.#queries.get(key) ?? 0) + 1);
    try {
      await this.#ensure(dump, ranks);
      return await query();
    } finally {
      for (const key of keys) this.#release(key);
    }
  }

  #release(key: string): void {
    const left = (this.#queries.get(key) ?? 1) - 1;
    if (left > 0) {
      this.#queries.set(key, left);
      return;
    }
    this.#queries.delete(key);
    if (!this.#isDropOwed) return;
    this.#isDropOwed = false;
    // Nobody waits for it, and there is nobody to tell.
    this.#inTurn(() => this.#dropUnused(new Set(), undefined)).catch(() => {});
  }

  async #ensure(dump: DumpId, ranks: ReadonlySet<number>): Promise<void> {
    let isComplete = true;
    for (const rank of ranks) {
      const known = this.#ranks.get(keyOf(dump, rank));
      if (!known) continue;
      known.usedAt = ++this.#clock;
      if (!known.index) isComplete = false;
    }
    // Nearly always; nothing waits then.
    if (isComplete) return;
    await this.#inTurn(async () => {
      for (const rank of ranks) await this.#readAgain(dump, rank);
      await this.#dropUnused(ranks, dump);
    });
  }

  /** By their place in the dump. */
  ranksOf(dump: DumpId): number[] {
    const own = [...this.#ranks.values()].filter((known) => known.dump === dump);
    return own.map(({ place }) => place.rank as number).sort((a, b) => a - b);
  }

  /** Generations of the dump's indexes, in memory or not, by their place in the dump. */
  generationsOf(dump: DumpId): ReadonlyMap<number, number> {
    const own = [...this.#ranks.values()].filter((known) => known.dump === dump);
    return new Map(own.map(({ place }) => [place.rank, place.generation]));
  }

  /** The dump's times count from an instant `byNs` later; every rank's generation grows by one. */
  moveOrigin(dump: DumpId, byNs: number): Promise<void> {
    return this.#inTurn(async () => {
      for (const [key, known] of this.#ranks) {
        if (known.dump !== dump) continue;
        const { offsetNs, generation } = known.place;
        const place = { ...known.place, offsetNs: offsetNs - byNs, generation: generation + 1 };
        this.#ranks.set(key, { ...known, place });
      }
      await this.#tell((api) => api.moveOrigin(dump, byNs));
    });
  }

  unloadDump(dump: DumpId): Promise<void> {
    return this.#inTurn(async () => {
      for (const [key, known] of this.#ranks) if (known.dump === dump) this.#ranks.delete(key);
      await this.#tell((api) => api.unloadDump(dump));
    });
  }

  async #readAgain(dump: DumpId, rank: number): Promise<void> {
    const known = this.#ranks.get(keyOf(dump, rank));
    if (!known || known.index) return;
    const index = await known.reader?.();
    if (!index) return;
    this.#ranks.set(keyOf(dump, rank), { ...known, index, usedAt: ++this.#clock });
    await this.#tell((api) => api.loadRank(dump, { ...known.place, index }));
  }

  /** Drops what was used longest ago until the budget holds; never the ranks that are `wanted` right now. */
  async #dropUnused(wanted: ReadonlySet<number>, dump: DumpId | undefined): Promise<void> {
    const candidates = [...this.#ranks.entries()]
      .filter(([, known]) => known.index && known.reader && !(known.dump === dump && wanted.has(known.place.rank)))
      .sort(([, a], [, b]) => a.usedAt - b.usedAt);
    for (const [key, known] of candidates) {
      if (this.residentBytes <= this.#budgetBytes) return;
      if (this.#queries.has(key)) {
        this.#isDropOwed = true;
        continue;
      }
      this.#ranks.set(key, { ...known, index: undefined });
      const { rank } = known.place;
      await this.#tell((api) => api.unloadRank(known.dump, rank));
    }
  }

  async #tell(change: (api: Remote<ThreadApi>) => Promise<void>): Promise<void> {
    await Promise.all(this.threads().map((thread) => thread.tell(change)));
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }
}

function keyOf(dump: DumpId, rank: number): string {
  return `${dump} ${rank}`;
}

/** Bytes of all shared arrays in an index. */
export function sharedBytes(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, part) => sum + sharedBytes(part), 0);
}
