import type { Notice } from '../../src-contract';

/** Nobody waits for the answer any more: something newer was asked, the tab was left, the dump was closed. */
export class QuestionStopped extends Error {
  override readonly name = 'QuestionStopped';
  constructor() {
    super('The question was stopped');
  }
}

/** What a record was made of, beside the dump's files. */
export interface RecordOf {
  /** Of all that it depends on and no file has. */
  readonly version: string;
  /** Of the ranks' indexes, by their places in the dump. */
  readonly generations: ReadonlyMap<number, number>;
}

/** What was found out about a dump, as it is kept on disk. */
export interface KeptRecord {
  readonly bytes: Uint8Array;
  /** What the files turned out to be while it was made: nobody looks at them again. */
  readonly notices: readonly Notice[];
}

/** What there is of a record. */
export interface FoundRecord {
  /** Undefined: there is none, or it is of other files or indexes. */
  readonly record: KeptRecord | undefined;
  /** A new one would be kept. */
  readonly isKept: boolean;
}

/** Where what was found out about the question's dump is kept from one opening to the next. */
export interface RecordStore {
  /** Never rejects. */
  load(of: RecordOf): Promise<FoundRecord>;
  /** Resolves when it is known that it is to be written, before who asked hears the answer and may close the dump. Never rejects. */
  save(of: RecordOf, record: KeptRecord): Promise<void>;
}

/** A question under way, as that sees it which answers it. */
export interface Work {
  /** Nobody waits for the answer any more. */
  readonly isStopped: boolean;
  /**
   * Brings the rank's index into this thread; resolves when it is there, or can't be had. It stays until the next one is
   * brought: one rank at a time, so that a job larger than the memory comes through.
   */
  bring(rank: number): Promise<void>;
  /** Has another thread make that part of this question's answer, of that rank; absent: there is no other thread. */
  readonly elsewhere?: (part: string, rank: number) => PartElsewhere;
  /** Absent: nothing is kept. */
  readonly records?: RecordStore;
  /** How long it is to rest now, having worked for so long since it did last; absent: never. */
  pauseMs?(workedMs: number): number;
  /** A walk over so many ranks begins. Of several at a time only the first counts for whoever watches. */
  begin(rankCount: number): Walk;
}

/** A part of an answer that another thread is to make, one after another. */
export interface PartElsewhere {
  /** Rejects as the question itself would. */
  readonly made: Promise<unknown>;
  /** True: the other thread has not begun, and will not; who asked makes it. */
  takeBack(): boolean;
}

export interface Walk {
  /** One more rank is done. */
  step(): void;
  end(): void;
}

/** Of a question that nobody watches, about ranks that are all in the thread. */
export const UNWATCHED: Work = {
  isStopped: false,
  bring: async () => {},
  begin: () => ({ step: () => {}, end: () => {} }),
};
