/** What the last line of a table says of a column. Pure. */
import type { ColumnTotals, Unit } from '../../../src-contract';
import { type ColumnUnit, formatInColumn, unitOfSum } from '../../base/columnUnit';
import { formatUnit } from '../../base/formatUnit';

export type TotalKind = 'sum' | 'mean' | 'span';

/** What says something about many values of the unit; undefined: nothing does. */
export function totalKind(unit: Unit): TotalKind | undefined {
  switch (unit) {
    case 'duration':
    case 'bytes':
    case 'traffic':
    case 'count':
    case 'cycles':
    case 'FLOP':
      return 'sum';
    case 'percent':
    case 'ratio':
    case 'GB/s':
    case 'MB/s':
    case 'FLOP/s':
    case 'MHz':
      return 'mean';
    case 'time':
      return 'span';
    case 'clock':
    case 'rank':
    case 'id':
    case 'none':
      return undefined;
  }
}

/** Words of a header that make its values no parts of a whole: "Avg Time(us)", "max_size", "Ratio(%)", "HitRate". */
const NOT_SUMMABLE =
  /(?<![a-z])(avg|average|mean|median|min|minimum|least|max|maximum|most|peak|var|variance|std|stddev|deviation|percent|percentage|ratio|rate|share|p\d+|percentile)(?![a-z])/i;

/** Whether the sum over the rows of a column with that title can be anything. */
export function isSummable(title: string): boolean {
  const words = title.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ');
  return !NOT_SUMMABLE.test(words);
}

/** "Σ 1.2 ms", "⌀ 0.83"; '' where nothing is to be said. `kind`: where the unit alone does not tell. `own`: the column's. */
export function totalText(
  totals: ColumnTotals | undefined,
  unit: Unit,
  kind: TotalKind | undefined = totalKind(unit),
  own?: ColumnUnit,
): string {
  if (totals === undefined || totals.valueCount === 0 || kind === undefined) return '';
  switch (kind) {
    case 'sum':
      return `Σ ${formatInColumn(totals.sum, unit, unitOfSum(totals.sum, unit, own))}`;
    case 'mean':
      return `⌀ ${formatInColumn(totals.sum / totals.valueCount, unit, own)}`;
    case 'span':
      return `↔ ${formatUnit(totals.max - totals.min, 'duration')}`;
  }
}
