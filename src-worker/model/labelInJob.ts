import type { RankIndex } from '../../src-contract';
import type { DumpContext } from './dumpContext';

interface NumberedRank {
  readonly rank: number;
  readonly index?: RankIndex | undefined;
  readonly label: string;
}

/** Where one of several dumps is shown all ranks are of it: its name behind each would leave no room for the rank. */
export function labelInJob(dump: Pick<DumpContext, 'job' | 'rankAt'>, { rank, index, label }: NumberedRank): string {
  if (!dump.job) return label;
  const own = index === undefined ? undefined : dump.rankAt(index);
  if (own && own.rank === undefined) return label;
  // Devices of one rank are told apart behind its label.
  const behind = own && label.startsWith(own.label) ? label.slice(own.label.length) : '';
  return `Rank ${rank}${behind}`;
}
