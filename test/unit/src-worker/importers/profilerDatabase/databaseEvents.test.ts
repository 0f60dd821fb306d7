import { expect, test } from 'vitest';
import { isTime } from '../../../../../src-worker/importers/profilerDatabase/databaseEvents';

test('between any two times lies less than the 292 years that 63 bits of ns hold', () => {
  const most = 4_503_599_627_370_496_000;
  expect(isTime(most - 1024)).toBe(true);
  expect(isTime(most)).toBe(false);
  expect(isTime(1024 - most)).toBe(true);
  expect(isTime(-most)).toBe(false);
  expect(2 * most).toBeLessThanOrEqual(2 ** 63);
  expect(isTime(Number.NaN)).toBe(false);
  // Clocks that count from the boot and from 1970 may stand in one file.
  expect(isTime(-1.7e18)).toBe(true);
});
