import type { OperatorOverview, RankIndex } from '../../../src-contract';
import type { ChosenChip } from './chipChoice';

/** What all parts of the view share. */
export interface OperatorContext {
  readonly ranks: readonly RankIndex[];
  readonly overview: OperatorOverview;
  readonly chip: ChosenChip | undefined;
  /** Changes when the same questions may have other answers. */
  readonly revision: string;
}
