import { csvCell, spreadsheetText } from '../../../src-contract/cells/csvCell';
import { canonicalUnit, plainDigits } from '../../base/formatUnit';
import type { ChartData } from './chartProps';

/** Tab-separated for a spreadsheet: titles with their unit, then all digits. */
export function chartTsv(data: ChartData): string {
  return cellsOf(data)
    .map((cells) => cells.map((cell) => spreadsheetText(cell.replace(/[\t\r\n]+/g, ' '))).join('\t'))
    .join('\n');
}

/** The same as a csv file (RFC 4180), with a byte order mark: without it some spreadsheet programs take UTF-8 for the system's code page. */
export function chartCsv(data: ChartData): string {
  const lines = cellsOf(data).map((cells) => `${cells.map(csvCell).join(',')}\r\n`);
  return `\ufeff${lines.join('')}`;
}

function cellsOf(data: ChartData): readonly (readonly string[])[] {
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
  return lines;
}
