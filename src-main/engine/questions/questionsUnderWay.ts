import type { DumpId, QuestionId, QuestionProgress, RankIndex } from '../../../src-contract';
import { errorNames, NamedError } from '../../../src-contract/wire/errors';
import type { FoundRecord, KeptRecord, RecordOf } from '../../../src-worker/model/work';
import {
  cells,
  type PartClaim,
  type QuestionCells,
  questionCells,
  type RankBringer,
} from '../../../src-worker/threadWork';
import type { TableAnswer } from '../../../src-worker/views/dumpTables';
import type { RankHolder, ResidentRanks } from './residentRanks';

interface UnderWay {
  readonly dump: DumpId;
  /** Of a part that another thread makes: the question that it is part of. */
  readonly whole: UnderWay | undefined;
  /** It came by itself: while a view is moved there are pauses in it. */
  readonly isUnasked: boolean;
  readonly cells: QuestionCells;
  /** The rank whose index is kept in a thread for it. */
  heldRank: number | undefined;
}

/** Has a part of a question made by another thread, of one rank. */
export type AskPart = (
  dump: DumpId,
  part: string,
  rank: RankIndex,
  own: QuestionCells,
  claim: PartClaim,
) => Promise<TableAnswer<unknown>>;

/** What was found out about a dump, from one opening to the next: see `RecordStore`. */
export interface DumpRecords {
  load(dump: DumpId, of: RecordOf): Promise<FoundRecord>;
  save(dump: DumpId, of: RecordOf, record: KeptRecord): void;
}

const MAX_ID_LENGTH = 64;
const STOPPED: TableAnswer<unknown> = { outcome: { kind: 'stopped' }, notices: [] };

/** Questions that may take long: how far each is, that it can be stopped, and which index is kept in memory for it. */
export class QuestionsUnderWay {
  readonly #byNumber = new Map<number, UnderWay>();
  readonly #byId = new Map<QuestionId, UnderWay>();
  #pauses = false;
  #lastNumber = 0;

  constructor(readonly resident: ResidentRanks) {}

  /** `id` is how the window calls it; without one it is neither watched nor stopped before its dump is closed. */
  async run<T>(
    dump: DumpId,
    id: QuestionId | undefined,
    ask: (own: QuestionCells) => Promise<T>,
    isUnasked = false,
  ): Promise<T> {
    if (id !== undefined && (typeof id !== 'string' || id.length > MAX_ID_LENGTH)) {
      throw new RangeError('The id of a question is a text of at most 64 characters');
    }
    return this.#run({ dump, whole: undefined, isUnasked }, id, ask);
  }

  async #run<T>(
    of: Pick<UnderWay, 'dump' | 'whole' | 'isUnasked'>,
    id: QuestionId | undefined,
    ask: (own: QuestionCells) => Promise<T>,
  ): Promise<T> {
    const number = ++this.#lastNumber;
    const own: UnderWay = { ...of, cells: questionCells(number), heldRank: undefined };
    this.#tellPauses(own);
    this.#byNumber.set(number, own);
    if (id !== undefined) this.#byId.set(id, own);
    try {
      return await ask(own.cells);
    } finally {
      this.#byNumber.delete(number);
      if (id !== undefined && this.#byId.get(id) === own) this.#byId.delete(id);
      this.#letGo(own);
      // Parts that nobody waits for any more: it has failed.
      this.#stopWhere(({ whole }) => whole === own);
    }
  }

  /** Whether what came by itself is to make pauses: see `Work.pauseMs`. */
  setPauses(pauses: boolean): void {
    if (this.#pauses === pauses) return;
    this.#pauses = pauses;
    for (const own of this.#byNumber.values()) this.#tellPauses(own);
  }

  #tellPauses({ isUnasked, cells: own }: UnderWay): void {
    Atomics.store(own, cells.pauses, this.#pauses && isUnasked ? 1 : 0);
  }

  /** Undefined: it has been answered, or was never asked. */
  progress(id: QuestionId): QuestionProgress | undefined {
    const own = this.#byId.get(id)?.cells;
    if (!own) return undefined;
    return { ranksDone: Atomics.load(own, cells.ranksDone), ranksTotal: Atomics.load(own, cells.ranksTotal) };
  }

  stop(id: QuestionId): void {
    const own = this.#byId.get(id);
    if (own) this.#stopWhere((other) => other === own || other.whole === own);
  }

  stopAll(dump: DumpId): void {
    this.#stopWhere((own) => own.dump === dump);
  }

  #stopWhere(isWanted: (own: UnderWay) => boolean): void {
    for (const own of this.#byNumber.values()) if (isWanted(own)) Atomics.store(own.cells, cells.stop, 1);
  }

  /** What a thread calls to have indexes brought, parts of its answers made by another one, and what it found out kept. */
  bringer(thread: () => RankHolder, askPart: AskPart, records: DumpRecords): RankBringer {
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
      part: async (number, part, rank, claim) => {
        const whole = this.#byNumber.get(number);
        if (!whole || isStopped(whole.cells)) return STOPPED;
        const { dump, isUnasked } = whole;
        return this.#run({ dump, whole, isUnasked }, undefined, (own) =>
          askPart(dump, part, rank as RankIndex, own, claim),
        );
      },
      record: async (number, of) => {
        const own = this.#byNumber.get(number);
        return own ? records.load(own.dump, of) : { record: undefined, isKept: false };
      },
      keepRecord: async (number, of, record) => {
        const own = this.#byNumber.get(number);
        if (own) records.save(own.dump, of, record);
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
