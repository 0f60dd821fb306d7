// biome-ignore-all lint/a11y/useSemanticElements: rows come and go while one scrolls; a <table> would lay itself out anew
import type { TFunction } from 'i18next';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ColumnTotals, Unit } from '../../../src-contract';
import { formatCount } from '../../base/format';
import { formatExactUnit } from '../../base/formatUnit';
import type { PlacedColumn } from './columnLayout';
import { type TotalKind, totalText } from './totals';
import type { DataTableModel } from './useDataTable';

interface TotalsRowProps {
  readonly model: DataTableModel;
  readonly width: number;
  readonly firstColumn: number;
  readonly endColumn: number;
}

/** Over all rows that the filters let pass: sums of amounts, means of rates; everything else is in the tooltip. */
export const TotalsRow = memo(function TotalsRow({ model, width, firstColumn, endColumn }: TotalsRowProps) {
  const { t } = useTranslation();
  const { placed, state } = model;
  const pinned = placed[0];
  const first = placed[firstColumn];
  return (
    <div role="row" tabIndex={-1} aria-rowindex={state.matchingRows + 2} className="table-totals" style={{ width }}>
      {pinned && <TotalCell model={model} placedColumn={pinned} fallback={t('ui.table.total')} />}
      {pinned && first && first.left > pinned.width && (
        <span className="table-gap" style={{ width: first.left - pinned.width }} />
      )}
      {placed.slice(firstColumn, endColumn).map((placedColumn) => (
        <TotalCell key={placedColumn.column.key} model={model} placedColumn={placedColumn} fallback="" />
      ))}
    </div>
  );
});

interface TotalCellProps {
  readonly model: DataTableModel;
  readonly placedColumn: PlacedColumn;
  readonly fallback: string;
}

function TotalCell({ model, placedColumn: { column, index, width, unit }, fallback }: TotalCellProps) {
  const { t } = useTranslation();
  const totals = column.kind === 'number' ? model.state.totals[column.key] : undefined;
  const kind = model.totalOf(column);
  return (
    <div
      role="gridcell"
      tabIndex={-1}
      aria-colindex={index + 1}
      className={`table-cell ${column.kind === 'number' ? 'is-number' : ''} ${index === 0 ? 'is-pinned' : ''}`}
      style={{ width }}
      title={totals && totals.valueCount > 0 ? totalsTitle(totals, column.unit, kind, t) : undefined}
    >
      {(kind && totalText(totals, column.unit, kind, unit)) || fallback}
    </div>
  );
}

function totalsTitle(totals: ColumnTotals, unit: Unit, kind: TotalKind | undefined, t: TFunction): string {
  const lines = [
    t('ui.table.totalMin', { value: formatExactUnit(totals.min, unit) }),
    t('ui.table.totalMean', { value: formatExactUnit(totals.sum / totals.valueCount, unit) }),
    t('ui.table.totalMax', { value: formatExactUnit(totals.max, unit) }),
    t('ui.table.totalValues', { n: formatCount(totals.valueCount) }),
  ];
  // The sum of instants, ids or ratios means nothing.
  if (kind === 'sum') {
    lines.unshift(t('ui.table.totalSum', { value: formatExactUnit(totals.sum, unit) }));
  }
  return lines.join('\n');
}
