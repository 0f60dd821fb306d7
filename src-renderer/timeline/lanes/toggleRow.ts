import type { DumpSession } from '../../session/session';
import type { TimelineRow } from '../rows/rows';

/** Folds or unfolds a row. */
export function toggleRow({ actions }: DumpSession, row: TimelineRow): void {
  if (!row.isFoldable) return;
  if (row.kind === 'kind') actions.toggleKindFold(row.groupKind);
  else if (row.kind === 'rank') actions.toggleRankFold(row.rank.index);
  else actions.toggleFold(row.kind === 'group' ? row.group.id : row.lane.id);
}
