import type { OperatorOverview, RankIndex } from '../../../src-contract';
import type { ChosenChip } from './chipChoice';
import type { OperatorMode, TableChoice } from './operatorState';

/** What all parts of the view share. */
export interface OperatorContext {
  readonly ranks: readonly RankIndex[];
  readonly overview: OperatorOverview;
  readonly chip: ChosenChip | undefined;
  readonly modes: readonly OperatorMode[];
  readonly mode: OperatorMode;
  /** The profiler's tables that any rank of the dump has, and the one that is chosen. */
  readonly statistics: { readonly kinds: readonly TableChoice[]; readonly kind: TableChoice | undefined };
  /** Changes when the same questions may have other answers. */
  readonly revision: string;
}
