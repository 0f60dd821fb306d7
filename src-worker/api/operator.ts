/** What the Operator view may ask. */
import type { RankIndex } from '../api';

export interface OperatorTables {
  /** Every kernel of these ranks, with every column that their files have. */
  'operator.kernels': { readonly ranks: readonly RankIndex[] };
}

// biome-ignore lint/suspicious/noEmptyInterface: filled as the view grows
export interface OperatorQuestions {}
