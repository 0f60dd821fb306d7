// biome-ignore-all lint/a11y/useSemanticElements: rows come and go while one scrolls; a <table> would lay itself out anew
import { memo } from 'react';
import { formatInColumn } from '../../base/columnUnit';
import { MiddleCut, SHORT_NAME } from '../MiddleCut';
import { mayOverflow, type PlacedColumn } from './columnLayout';
import type { DataTableProps } from './dataTableProps';
import type { TableRow } from './tableLoader';

interface TableRowViewProps {
  readonly gridId: string;
  readonly position: number;
  /** Undefined: not there yet. */
  readonly row: TableRow | undefined;
  readonly top: number;
  readonly height: number;
  readonly width: number;
  readonly placed: readonly PlacedColumn[];
  readonly firstColumn: number;
  readonly endColumn: number;
  readonly isSelected: boolean;
  /** The row that the rest of the window is about. */
  readonly isCurrent: boolean;
  /** -1: the cursor is in another row. */
  readonly cursorColumn: number;
  readonly rowClass: DataTableProps['rowClass'];
  readonly renderCell: DataTableProps['renderCell'];
}

export const cellId = (gridId: string, row: number, column: number) => `${gridId}-${row}-${column}`;

/** The text of a cell as it is shown. */
export function shownCell(row: TableRow, { column, unit }: PlacedColumn): string {
  return column.kind === 'number' ? formatInColumn(row.number(column.key), column.unit, unit) : row.text(column.key);
}

/** One row: its first cell, which stays in sight, and those between `firstColumn` and `endColumn`. */
export const TableRowView = memo(function TableRowView(props: TableRowViewProps) {
  const { row, placed, firstColumn, endColumn, position } = props;
  const extraClass = row && props.rowClass?.(row);
  const pinned = placed[0];
  const first = placed[firstColumn];
  return (
    // Keys and clicks are the grid's.
    <div
      role="row"
      tabIndex={-1}
      aria-rowindex={position + 2}
      aria-selected={props.isSelected}
      aria-busy={row === undefined}
      data-row={position}
      className={`table-row ${props.isCurrent ? 'is-current' : ''} ${extraClass ?? ''}`}
      style={{ height: props.height, lineHeight: `${props.height - 1}px`, width: props.width, top: props.top }}
    >
      {pinned && <Cell {...props} placedColumn={pinned} />}
      {pinned && first && first.left > pinned.width && (
        <span className="table-gap" style={{ width: first.left - pinned.width }} />
      )}
      {placed.slice(firstColumn, endColumn).map((placedColumn) => (
        <Cell key={placedColumn.column.key} {...props} placedColumn={placedColumn} />
      ))}
    </div>
  );
});

function Cell({
  gridId,
  row,
  position,
  placedColumn,
  cursorColumn,
  renderCell,
}: TableRowViewProps & { readonly placedColumn: PlacedColumn }) {
  const { column, index, width } = placedColumn;
  const text = row ? shownCell(row, placedColumn) : '';
  const render = row && renderCell?.[column.key];
  return (
    <div
      id={cellId(gridId, position, index)}
      role="gridcell"
      tabIndex={-1}
      aria-colindex={index + 1}
      data-column={index}
      className={`table-cell ${column.kind === 'number' ? 'is-number' : ''} ${index === 0 ? 'is-pinned' : ''} ${
        index === cursorColumn ? 'has-cursor' : ''
      } ${render ? 'is-drawn' : ''}`}
      style={{ width }}
    >
      {/* Cutting costs: hundreds of cells are put up while one scrolls, and most have room enough. */}
      {render ? (
        render(row, text)
      ) : mayOverflow(text, placedColumn) ? (
        <CutText text={text} isName={column.kind === 'text'} />
      ) : (
        text
      )}
    </div>
  );
}

interface CutTextProps {
  readonly text: string;
  readonly isName: boolean;
}

/** Names are told apart by their ends, too; a number or a sentence is read from its beginning. */
function CutText({ text, isName }: CutTextProps) {
  const isCutInMiddle = isName && text.length > SHORT_NAME && !/[.。]$/.test(text);
  return isCutInMiddle ? <MiddleCut text={text} /> : <span className="table-cell-text">{text}</span>;
}
