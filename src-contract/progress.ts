/** How long questions are followed and stopped. */

/** Given by whoever asks, so that it can follow and stop the question; unique among all windows (a random UUID, say). */
export type QuestionId = string & { readonly __brand: 'QuestionId' };

/** How far a question is that goes over the ranks one by one. */
export interface QuestionProgress {
  readonly ranksDone: number;
  /** 0: it has not begun to, or goes over none. */
  readonly ranksTotal: number;
}
