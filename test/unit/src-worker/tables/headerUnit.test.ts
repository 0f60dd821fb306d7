import { expect, test } from 'vitest';
import { headerUnit } from '../../../../src-worker/tables/columnTable';

test.each([
  ['aic_mac_ratio', 'ratio'],
  ['Large Packet Ratio', 'ratio'],
  ['hit_rate', 'ratio'],
  ['Ratio(%)', 'percent'],
  // These only contain the letters of "ratio".
  ['Duration', 'none'],
  ['Operation', 'none'],
  ['Iteration', 'none'],
  ['Duration(us)', 'duration'],
] as const)('the unit of "%s" is %s', (header, unit) => {
  expect(headerUnit(header).unit).toBe(unit);
});
