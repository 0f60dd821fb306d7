import { expect, test } from 'vitest';
import { withExactNumbers } from '../../../../src-worker/tables/exactNumbers';

test('numbers of the key are texts with their digits; those of other keys stay, and so do texts', () => {
  const text = '[{"ts":1754300001002873.123,"dur":1.5},{"ts" : -7e3},{"ts":"8.001"},{"ts":null},{"tsx":9}]';
  expect(JSON.parse(withExactNumbers(text, 'ts'))).toEqual([
    { ts: '1754300001002873.123', dur: 1.5 },
    { ts: '-7e3' },
    { ts: '8.001' },
    { ts: null },
    { tsx: 9 },
  ]);
});

test('a key within a text is none, and a text without the key is the same', () => {
  const quoted = JSON.stringify({ told: '{"ts": 5}', ts: 6 });
  expect(JSON.parse(withExactNumbers(quoted, 'ts'))).toEqual({ told: '{"ts": 5}', ts: '6' });
  const other = '{"dur": 5}';
  expect(withExactNumbers(other, 'ts')).toBe(other);
});

test('a key may have signs that a pattern would take for its own', () => {
  expect(withExactNumbers('{"Start Timestamp(us)": 1.25}', 'Start Timestamp(us)')).toBe(
    '{"Start Timestamp(us)": "1.25"}',
  );
});
