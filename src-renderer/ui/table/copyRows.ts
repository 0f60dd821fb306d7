/** Rows as text for a spreadsheet (tab-separated), or as csv. */
import type { TableColumn } from '../../../src-contract';
import { csvCell, spreadsheetText } from '../../../src-contract/cells/csvCell';
import { canonicalUnit, plainDigits } from '../../base/formatUnit';
import { type RowSelection, selectedCount } from './rowSelection';
import type { DataQuery } from './tableData';
import { rowOfPage } from './tableData';
import type { TableLoader, TableRow } from './tableLoader';

/** A clipboard with more than this stops many programs. */
export const MAX_COPIED_ROWS = 100_000;
const CHUNK_ROWS = 20_000;

export type CopyForm = 'tsv' | 'csv';

/** How a line of each form is made of its cells. */
const forms: Readonly<Record<CopyForm, { readonly separator: string; readonly cell: (text: string) => string }>> = {
  tsv: { separator: '\t', cell: spreadsheetText },
  csv: { separator: ',', cell: csvCell },
};

/** What one cell holds, to be pasted: all digits, no grouping, no unit. */
export function plainCell(row: TableRow, column: TableColumn): string {
  const text = column.kind === 'number' ? plainDigits(row.number(column.key)) : row.text(column.key);
  return text.replace(/[\t\r\n]+/g, ' ');
}

/** Titles with the unit that the digits are in: "Duration (ns)". */
export function headerLine(
  columns: readonly TableColumn[],
  titleOf: (column: TableColumn) => string,
  form: CopyForm,
): string {
  const { cell, separator } = forms[form];
  return columns
    .map((column) => {
      const unit = column.kind === 'number' ? canonicalUnit(column.unit) : '';
      return cell((unit ? `${titleOf(column)} (${unit})` : titleOf(column)).replace(/[\t\r\n]+/g, ' '));
    })
    .join(separator);
}

/**
 * The selected rows, with a header line; the first `MAX_COPIED_ROWS` of them. What a spreadsheet would run is guarded, as in
 * a csv file. Rejects as the loader does.
 */
export async function selectedRowsText(
  loader: TableLoader,
  query: DataQuery,
  selection: RowSelection,
  columns: readonly TableColumn[],
  titleOf: (column: TableColumn) => string,
  form: CopyForm,
): Promise<{ readonly text: string; readonly copiedRows: number }> {
  const { cell, separator } = forms[form];
  const lines = [headerLine(columns, titleOf, form)];
  const wanted = Math.min(MAX_COPIED_ROWS, selectedCount(selection));
  for (const [first, last] of selection) {
    for (let at = first; at <= last && lines.length <= wanted; at += CHUNK_ROWS) {
      const rowCount = Math.min(CHUNK_ROWS, last - at + 1, wanted + 1 - lines.length);
      const page = await loader.load({ ...query, firstRow: at, rowCount });
      for (let offset = 0; offset < page.rowIds.length; offset++) {
        const row = rowOfPage(page, offset);
        lines.push(columns.map((column) => cell(plainCell(row, column))).join(separator));
      }
    }
  }
  return { text: lines.join('\n'), copiedRows: lines.length - 1 };
}
