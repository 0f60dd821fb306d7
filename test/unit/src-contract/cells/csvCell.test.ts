import { expect, test } from 'vitest';
import { csvCell } from '../../../../src-contract/cells/csvCell';

test.each(['=1+1', '+1', '@SUM(A1)', '-2+3+cmd|calc', '\tx', '\r=1', '\n=1', '－1+1', '-cmd', '-', '-5.2e', '-1 2'])(
  '%j is guarded',
  (text) => {
    expect(csvCell(text).replace(/^"/, '')[0]).toBe("'");
  },
);

test.each(['-1', '-5.2', '-.5', '-1.5', '-1e-9', '12', 'aten::mm', 'a-b', ''])('%j stays as it is', (text) => {
  expect(csvCell(text)).toBe(text);
});

test('quotes, commas and line breaks are quoted', () => {
  expect(csvCell('a,"b"\nc')).toBe('"a,""b""\nc"');
  expect(csvCell('=A1,"b"')).toBe('"\'=A1,""b"""');
});
