import {
  type FoundRecord,
  type KeptRecord,
  type PartElsewhere,
  QuestionStopped,
  type RecordOf,
  type RecordStore,
  type Walk,
  type Work,
} from './model/work';
import { TableError } from './tables/tableError';
import type { TableAnswer } from './views/dumpTables';

/** A question under way, in shared memory: the engine stops it there, and looks how far it is. See `cells`. */
export type QuestionCells = Int32Array<SharedArrayBuffer>;

/** Places in `QuestionCells`. */
export const cells = {
  /** Of the question, among all that the engine has asked. */
  number: 0,
  /** Other than 0: nobody waits for the answer any more. */
  stop: 1,
  ranksDone: 2,
  ranksTotal: 3,
  /** Other than 0: a view is being moved, and nobody has asked the question. */
  pauses: 4,
} as const;

/** While a view is moved, what nobody has asked for rests as long as it works, and never longer than this at a time. */
const MOST_PAUSE_MS = 100;

export function questionCells(number: number): QuestionCells {
  const own = new Int32Array(new SharedArrayBuffer(Object.keys(cells).length * 4));
  own[cells.number] = number;
  return own;
}

/** Who makes a part of an answer: whoever is the first to claim it, in shared memory. */
export type PartClaim = Int32Array<SharedArrayBuffer>;

/** False: the other thread has it. */
export function claimPart(claim: PartClaim): boolean {
  return Atomics.exchange(claim, 0, 1) === 0;
}

/** Brings indexes into a thread, and has others help it: the engine, as the thread calls it. */
export interface RankBringer {
  /** Resolves when the rank's index is in the thread, or can't be had. The one brought before it may go. */
  bring(question: number, rank: number): Promise<void>;
  /** Has another thread make that part of the question's answer, of that rank, if nobody else begins with it before. */
  part(question: number, part: string, rank: number, claim: PartClaim): Promise<TableAnswer<unknown>>;
  /** See `RecordStore`, of the question's dump. */
  record(question: number, of: RecordOf): Promise<FoundRecord>;
  keepRecord(question: number, of: RecordOf, record: KeptRecord): Promise<void>;
}

/** A question in the thread that answers it. */
export class ThreadWork implements Work {
  #isWalking = false;
  /** One after another: the one brought last stays only until the next. */
  #last: Promise<void> = Promise.resolve();

  constructor(
    readonly own: QuestionCells,
    readonly bringer: RankBringer,
  ) {}

  get isStopped(): boolean {
    return Atomics.load(this.own, cells.stop) !== 0;
  }

  pauseMs(workedMs: number): number {
    return Atomics.load(this.own, cells.pauses) === 0 ? 0 : Math.min(workedMs, MOST_PAUSE_MS);
  }

  bring(rank: number): Promise<void> {
    const brought = this.#last.then(() => this.bringer.bring(this.own[cells.number], rank));
    this.#last = brought.catch(() => {});
    return brought;
  }

  readonly records: RecordStore = {
    load: (of) => this.bringer.record(this.own[cells.number], of),
    // What can't be written is said by the engine.
    save: (of, record) => this.bringer.keepRecord(this.own[cells.number], of, record),
  };

  elsewhere(part: string, rank: number): PartElsewhere {
    const claim: PartClaim = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    return { made: this.#made(part, rank, claim), takeBack: () => claimPart(claim) };
  }

  async #made(part: string, rank: number, claim: PartClaim): Promise<unknown> {
    const { outcome } = await this.bringer.part(this.own[cells.number], part, rank, claim);
    if (outcome.kind === 'done') return outcome.value;
    throw outcome.kind === 'failed' ? new TableError(outcome.notice) : new QuestionStopped();
  }

  begin(rankCount: number): Walk {
    if (this.#isWalking) return { step: () => {}, end: () => {} };
    this.#isWalking = true;
    Atomics.store(this.own, cells.ranksDone, 0);
    Atomics.store(this.own, cells.ranksTotal, rankCount);
    return {
      step: () => void Atomics.add(this.own, cells.ranksDone, 1),
      end: () => {
        this.#isWalking = false;
      },
    };
  }
}
