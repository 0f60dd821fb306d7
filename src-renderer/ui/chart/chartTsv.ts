import { spreadsheetText } from '../../../src-contract/cells/csvCell';
import { canonicalUnit, plainDigits } from '../../base/formatUnit';
import type { ChartData } from './chartProps';

/** Tab-separated for a spreadsheet: titles with their unit, then all digits. */
export function chartTsv(data: ChartData): string {
  const titles = data.columns.map(({ title, unit }) => {
    const written = canonicalUnit(unit);
    return written ? `${title} (${written})` : title;
  });
  const lines = [titles];
  for (let row = 0; row < data.rowCount; row++) {
    lines.push(
      data.columns.map((_, column) => {
        const value = data.cell(row, column);
        return typeof value === 'number' ? plainDigits(value) : value;
      }),
    );
  }
  return lines
    .map((cells) => cells.map((cell) => spreadsheetText(cell.replace(/[\t\r\n]+/g, ' '))).join('\t'))
    .join('\n');
}
