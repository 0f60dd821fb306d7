import type { TFunction } from 'i18next';
import type { DumpState, SideChoice } from '../../src-contract';

/** "Rank 0", or "Rank 0, step 13". */
export function sideText(t: TFunction, { rank, step }: SideChoice, { ranks }: Pick<DumpState, 'ranks'>): string {
  const label = ranks[rank]?.label ?? '';
  return step === 'all' ? label : t('compare.side', { rank: label, step });
}
