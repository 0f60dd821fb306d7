import { expect, test } from 'vitest';
import { csvCell } from '../../../../src-contract/cells/csvCell';

test.each(['=1+1', '+1', '@SUM(A1)', '-2+3+cmd|calc', '\tx', '－1+1', '-cmd'])('%j is guarded', (text) => {
  expect(csvCell(text).replace(/^"/, '')[0]).toBe("'");
});

test.each(['-1', '-1.5', '-1e-9', '12', 'aten::mm', 'a-b', ''])('%j stays as it is', (text) => {
  expect(csvCell(text)).toBe(text);
});

test('quotes, commas and line breaks are quoted', () => {
  expect(csvCell('a,"b"\nc')).toBe('"a,""b""\nc"');
  expect(csvCell('=A1,"b"')).toBe('"\'=A1,""b"""');
});
