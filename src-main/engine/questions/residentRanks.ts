import type { Remote } from 'comlink';
import type { DumpId } from '../../../src-contract';
import type { ClockShift } from '../../../src-worker/base/clockShift';
import type { RankIndex } from '../../../src-worker/index/rankIndex';
import type { RankStretches } from '../../../src-worker/query/quads/makeStretches';
import type { LoadedRank } from '../../../src-worker/workerApi';
import type { ThreadApi } from '../threads/workerMain';
import type { QuestionThread } from './questionThread';

/** Reads a rank's index again, from the cache or the files; undefined if it is not there any more. */
export type RankReader = () => Promise<LoadedRank['parts'] | undefined>;

/** A thread that answers about indexes. */
export type RankHolder = Pick<QuestionThread, 'tell'>;

interface Resident {
  readonly dump: DumpId;
  readonly place: Omit<LoadedRank, 'parts' | 'appended' | 'stretches'>;
  /** The memory that the threads have it in; undefined while it is not in memory. */
  readonly parts: LoadedRank['parts'] | undefined;
  /** They stay in memory: nothing else has them. */
  readonly appended: readonly RankIndex[];
  /** How the parts look from afar, once that has been made. It goes with them. */
  readonly stretches: RankStretches | undefined;
  /** Of the parts. */
  readonly sizeBytes: number;
  /** Absent until the index is complete, and saved if it is to be: only then can it be read again. */
  readonly reader: RankReader | undefined;
  /** Below 0: only a question that goes over all ranks has used it since it was read. */
  usedAt: number;
}

/**
 * The indexes in memory. Together they stay within a budget: those not used for longest are dropped where they can be read
 * again, and come back when they are asked about.
 *
 * A thread is given an index (memory that it shares) when it is first asked about it, and told when that is dropped. Nobody
 * waits for a thread to hear of it: a message comes before the question that is sent after it, and a thread that is busy
 * for long holds up nothing but its own questions. What changes is noted here and sent in the same turn of the event loop,
 * so that a thread that begins is sent neither too much nor too little.
 */
export class ResidentRanks {
  readonly #ranks = new Map<string, Resident>();
  /** What each thread has, by key; resolved when it has heard of it. */
  readonly #given = new Map<RankHolder, Map<string, Promise<void>>>();
  /** Being read again. */
  readonly #reading = new Map<string, Promise<void>>();
  #clock = 0;
  /** Queries under way, by the rank they are about. */
  readonly #queries = new Map<string, number>();
  /** Something was to be dropped, but is being asked about. */
  #isDropOwed = false;
  #budgetBytes = Number.POSITIVE_INFINITY;

  /** `onDropped`: threads have been told to let go of an index; its memory is free when they have collected their garbage. */
  constructor(readonly onDropped: () => void = () => {}) {}

  setBudget(budgetBytes: number): void {
    this.#budgetBytes = budgetBytes;
    this.#dropUnused(new Set());
  }

  /** Those that can be dropped are: what is still too much cannot be read again yet, or is being asked about. */
  get isFull(): boolean {
    return this.residentBytes > this.#budgetBytes;
  }

  get residentBytes(): number {
    let sum = 0;
    for (const { parts, sizeBytes, stretches } of this.#ranks.values())
      if (parts) sum += sizeBytes + sharedBytes(stretches);
    return sum;
  }

  /** What this thread has to hold at this moment. */
  *heldBy(thread: RankHolder): Generator<{ readonly dump: DumpId; readonly rank: LoadedRank }> {
    for (const key of this.#given.get(thread)?.keys() ?? []) {
      const { dump, place, parts, appended = [], stretches } = this.#ranks.get(key) ?? {};
      if (dump && place && parts) yield { dump, rank: { ...place, parts, appended, stretches } };
    }
  }

  /** Takes an index in, in the place of an older one of the same rank. */
  load(dump: DumpId, { parts, ...place }: LoadedRank): void {
    const key = keyOf(dump, place.rank);
    this.#withdraw(key, dump, place.rank);
    const usedAt = ++this.#clock;
    const sizeBytes = sharedBytes(parts);
    this.#ranks.set(key, {
      dump,
      place,
      parts,
      appended: [],
      stretches: undefined,
      sizeBytes,
      reader: undefined,
      usedAt,
    });
    this.#dropUnused(new Set([key]));
  }

  /** Shows one more part of the rank, see `RankView.append`; false where its index has been replaced meanwhile. */
  append(dump: DumpId, rank: number, generation: number, part: RankIndex): boolean {
    const key = keyOf(dump, rank);
    const known = this.#ranks.get(key);
    if (known?.place.generation !== generation) return false;
    this.#ranks.set(key, { ...known, appended: [...known.appended, part] });
    for (const [thread, given] of this.#given)
      if (given.has(key)) tell(thread, (api) => api.appendPart(dump, rank, generation, part));
    return true;
  }

  /** It is in memory, and how it looks from afar has not been made. */
  lacksStretches(dump: DumpId, rank: number): boolean {
    const known = this.#ranks.get(keyOf(dump, rank));
    return known?.parts !== undefined && !known.stretches;
  }

  /** How the rank looks from afar, as long as its index is the one that it was made of and stays in memory. */
  setStretches(dump: DumpId, rank: number, generation: number, stretches: RankStretches): void {
    const key = keyOf(dump, rank);
    const known = this.#ranks.get(key);
    if (known?.place.generation !== generation || !known.parts) return;
    this.#ranks.set(key, { ...known, stretches });
    for (const [thread, given] of this.#given)
      if (given.has(key)) tell(thread, (api) => api.setStretches(dump, rank, generation, stretches));
    this.#dropUnused(new Set([key]));
  }

  /** From now on the rank's index can be read again. */
  setReader(dump: DumpId, rank: number, generation: number, reader: RankReader): void {
    const known = this.#ranks.get(keyOf(dump, rank));
    if (known?.place.generation !== generation) return;
    this.#ranks.set(keyOf(dump, rank), { ...known, reader });
    this.#dropUnused(new Set());
  }

  /** Runs a query of `thread` that has the indexes of these ranks, as far as they exist; nothing drops them meanwhile. */
  async using<T>(thread: RankHolder, dump: DumpId, ranks: ReadonlySet<number>, query: () => Promise<T>): Promise<T> {
    const keys = [...ranks].map((rank) => keyOf(dump, rank));
    for (const key of keys) this.#pin(key);
    try {
      for (const key of keys) this.#touch(key);
      // Nearly always nothing is missing; nothing waits then.
      if (keys.some((key) => this.#isMissing(key))) await this.#readAll(keys);
      const given = keys.map((key) => this.#give(thread, key));
      const [answer] = await Promise.all([query(), ...given]);
      return answer;
    } finally {
      for (const key of keys) this.#release(key);
    }
  }

  /**
   * Brings the rank's index into the thread, where it stays until `letGo`. For questions that go over all ranks: what is
   * read again for them is the first to be dropped, not what is on screen.
   */
  async hold(thread: RankHolder, dump: DumpId, rank: number): Promise<void> {
    const key = keyOf(dump, rank);
    this.#pin(key);
    try {
      const known = this.#ranks.get(key);
      if (known && !known.parts) {
        known.usedAt = -++this.#clock;
        await this.#readAll([key]);
      }
      await this.#give(thread, key);
    } catch (error) {
      this.#release(key);
      throw error;
    }
  }

  letGo(dump: DumpId, rank: number): void {
    this.#release(keyOf(dump, rank));
  }

  /** Gives the thread all of the dump that is in memory. */
  giveLoaded(thread: RankHolder, dump: DumpId): void {
    for (const [key, known] of this.#ranks) {
      // The question that is sent next finds out what is wrong with a thread.
      if (known.dump === dump) this.#give(thread, key).catch(() => {});
    }
  }

  /** All of these ranks have indexes that nobody has to read. */
  areInMemory(dump: DumpId, ranks: ReadonlySet<number>): boolean {
    return [...ranks].every((rank) => this.#ranks.get(keyOf(dump, rank))?.parts !== undefined);
  }

  /** Of the dump's largest index, in memory or not; 0: there is none. */
  largestBytes(dump: DumpId): number {
    let most = 0;
    for (const known of this.#ranks.values()) if (known.dump === dump) most = Math.max(most, known.sizeBytes);
    return most;
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

  /** From now on the dump's ranks are shown by these clocks. */
  setClocks(dump: DumpId, shifts: readonly ClockShift[]): void {
    for (const [key, known] of this.#ranks) {
      if (known.dump !== dump) continue;
      const shift = shifts[known.place.rank] ?? known.place.shift;
      this.#ranks.set(key, { ...known, place: { ...known.place, shift } });
    }
    for (const thread of this.#given.keys()) tell(thread, (api) => api.setClocks(dump, shifts));
  }

  /** Threads are told of the dump's end by whoever told them of the dump. */
  forget(dump: DumpId): void {
    for (const [key, known] of this.#ranks) {
      if (known.dump !== dump) continue;
      this.#withdraw(key, dump, known.place.rank);
      this.#ranks.delete(key);
    }
  }

  #pin(key: string): void {
    this.#queries.set(key, (this.#queries.get(key) ?? 0) + 1);
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
    this.#dropUnused(new Set());
  }

  #touch(key: string): void {
    const known = this.#ranks.get(key);
    if (known) known.usedAt = ++this.#clock;
  }

  #isMissing(key: string): boolean {
    const known = this.#ranks.get(key);
    return known !== undefined && !known.parts;
  }

  async #readAll(keys: readonly string[]): Promise<void> {
    await Promise.all(keys.map((key) => this.#isMissing(key) && this.#readAgain(key)));
    this.#dropUnused(new Set(keys));
  }

  #readAgain(key: string): Promise<void> {
    const known = this.#reading.get(key);
    if (known) return known;
    const reading = this.#readFrom(key).finally(() => this.#reading.delete(key));
    this.#reading.set(key, reading);
    return reading;
  }

  async #readFrom(key: string): Promise<void> {
    const reader = this.#ranks.get(key)?.reader;
    const parts = await reader?.();
    // Meanwhile it may have been closed, moved, or replaced by a newer one.
    const known = this.#ranks.get(key);
    if (parts && known && !known.parts && known.reader === reader) this.#ranks.set(key, { ...known, parts });
  }

  /** Resolves when the thread has it. */
  async #give(thread: RankHolder, key: string): Promise<void> {
    const { dump, place, parts, appended = [], stretches } = this.#ranks.get(key) ?? {};
    const given = this.#given.get(thread) ?? new Map<string, Promise<void>>();
    if (!dump || !place || !parts) return;
    if (!given.has(key))
      given.set(
        key,
        thread.tell((api) => api.loadRank(dump, { ...place, parts, appended, stretches })),
      );
    this.#given.set(thread, given);
    await given.get(key);
  }

  #withdraw(key: string, dump: DumpId, rank: number): void {
    for (const [thread, given] of this.#given) {
      if (given.delete(key)) tell(thread, (api) => api.unloadRank(dump, rank));
    }
  }

  /** Drops what was used longest ago until the budget holds; never what is `wanted` right now. */
  #dropUnused(wanted: ReadonlySet<string>): void {
    const candidates = [...this.#ranks.entries()]
      .filter(([key, known]) => known.parts && known.reader && !wanted.has(key))
      .sort(([, a], [, b]) => a.usedAt - b.usedAt);
    for (const [key, known] of candidates) {
      if (this.residentBytes <= this.#budgetBytes) return;
      if (this.#queries.has(key)) {
        this.#isDropOwed = true;
        continue;
      }
      this.#ranks.set(key, { ...known, parts: undefined, stretches: undefined });
      this.#withdraw(key, known.dump, known.place.rank);
      this.onDropped();
    }
  }
}

/** Of what leaves nothing to do where it fails. */
function tell(thread: RankHolder, change: (api: Remote<ThreadApi>) => Promise<void>): void {
  thread.tell(change).catch(() => {});
}

function keyOf(dump: DumpId, rank: number): string {
  return `${dump} ${rank}`;
}

/** Bytes of all shared arrays in an index; those that several parts of it have in common count once. */
export function sharedBytes(value: unknown): number {
  const counted = new Map<ArrayBufferLike, Set<string>>();
  const isNew = ({ buffer, byteOffset, byteLength }: ArrayBufferView) => {
    const known = counted.get(buffer) ?? new Set();
    counted.set(buffer, known);
    const before = known.size;
    return known.add(`${byteOffset} ${byteLength}`).size > before;
  };
  const bytesOf = (part: unknown): number => {
    if (ArrayBuffer.isView(part)) return isNew(part) ? part.byteLength : 0;
    if (typeof part !== 'object' || part === null) return 0;
    return Object.values(part).reduce((sum: number, own) => sum + bytesOf(own), 0);
  };
  return bytesOf(value);
}
