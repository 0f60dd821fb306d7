import type { DumpId, QuestionId, QuestionProgress } from '../../../src-contract';
import { errorNames, NamedError } from '../../../src-contract/wire/errors';
import { cells, type QuestionCells, questionCells, type RankBringer } from '../../../src-worker/threadWork';
import type { RankHolder, ResidentRanks } from './residentRanks';

interface UnderWay {
  readonly dump: DumpId;
  readonly cells: QuestionCells;
  /** The rank whose index is kept in a thread for it. */
  heldRank: number | undefined;
}

const MAX_ID_LENGTH = 64;

/** Questions that may take long: how far each is, that it can be stopped, and which index is kept in memory for it. */
export class QuestionsUnderWay {
  readonly #byNumber = new Map<number, UnderWay>();
  readonly #byId = new Map<QuestionId, UnderWay>();
  #lastNumber = 0;

  constructor(readonly resident: ResidentRanks) {}

  /** `id` is how the window calls it; without one it is neither watched nor stopped before its dump is closed. */
  async run<T>(dump: DumpId, id: QuestionId | undefined, ask: (own: QuestionCells) => Promise<T>): Promise<T> {
    if (id !== undefined && (typeof id !== 'string' || id.length > MAX_ID_LENGTH)) {
      throw new RangeError('The id of a question is a text of at most 64 characters');
    }
    const number = ++this.#lastNumber;
    const own: UnderWay = { dump, cells: questionCells(number), heldRank: undefined };
    this.#byNumber.set(number, own);
    if (id !== undefined) this.#byId.set(id, own);
    try {
      return await ask(own.cells);
    } finally {
      this.#byNumber.delete(number);
      if (id !== undefined && this.#byId.get(id) === own) this.#byId.delete(id);
      this.#letGo(own);
    }
  }

  /** Undefined: it has been answered, or was never asked. */
  progress(id: QuestionId): QuestionProgress | undefined {
    const own = this.#byId.get(id)?.cells;
    if (!own) return undefined;
    return { ranksDone: Atomics.load(own, cells.ranksDone), ranksTotal: Atomics.load(own, cells.ranksTotal) };
  }

  stop(id: QuestionId): void {
    const own = this.#byId.get(id);
    if (own) Atomics.store(own.cells, cells.stop, 1);
  }

  stopAll(dump: DumpId): void {
    for (const own of this.#byNumber.values()) if (own.dump === dump) Atomics.store(own.cells, cells.stop, 1);
  }

  /** What a thread calls to have indexes brought. */
  bringer(thread: () => RankHolder): RankBringer {
    return {
      bring: async (number, rank) => {
        const own = this.#byNumber.get(number);
        if (!own || isStopped(own.cells)) return;
        this.#letGo(own);
        await this.resident.hold(thread(), own.dump, rank);
        // Its thread may have died meanwhile, and what it is asked again has brought another; or it is over.
        this.#letGo(own);
        if (this.#byNumber.get(number) === own) own.heldRank = rank;
        else this.resident.letGo(own.dump, rank);
      },
    };
  }

  #letGo(own: UnderWay): void {
    if (own.heldRank !== undefined) this.resident.letGo(own.dump, own.heldRank);
    own.heldRank = undefined;
  }
}

export function isStopped(own: QuestionCells): boolean {
  return Atomics.load(own, cells.stop) !== 0;
}

/** What who asked gets to hear, if it still listens. */
export function stoppedError(): NamedError {
  return new NamedError(errorNames.stopped, 'The question was stopped');
}
