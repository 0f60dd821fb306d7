import type { QuestionId, Survey, SurveyExtent } from '../../../src-contract';
import { cells, type QuestionCells, questionCells } from '../../../src-worker/threadWork';
import { QuestionThread } from '../questions/questionThread';
import type { ThreadProgram } from '../threads/threadProgram';
import type { ThreadStart } from '../threads/threadStart';

/** Looks into folders that may be opened, in a thread of their own: a slow drive keeps nothing else waiting. */
export class Surveys {
  readonly #thread: QuestionThread;
  readonly #underWay = new Map<QuestionId, QuestionCells>();
  #lastNumber = 0;

  constructor(program: ThreadProgram, start: ThreadStart) {
    this.#thread = new QuestionThread(program, () => [], start);
  }

  /** One after another, in the order of asking; one that is stopped before its turn finds nothing. */
  async survey(paths: readonly string[], extent: SurveyExtent, id?: QuestionId): Promise<Survey> {
    const own = questionCells(++this.#lastNumber);
    if (id !== undefined) this.#underWay.set(id, own);
    try {
      return await this.#thread.ask('survey', paths, extent, own);
    } finally {
      if (id !== undefined) this.#underWay.delete(id);
    }
  }

  cancel(id: QuestionId): void {
    const own = this.#underWay.get(id);
    if (own) Atomics.store(own, cells.stop, 1);
  }

  async stop(): Promise<void> {
    for (const own of this.#underWay.values()) Atomics.store(own, cells.stop, 1);
    await this.#thread.stop();
  }
}
