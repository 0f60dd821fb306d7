import { expect, test } from 'vitest';
import { dumpTitle } from '../../../../src-main/engine/opening/dumpTitle';

test.each([
  [['/data/job'], 'job'],
  [['/data/job/'], 'job'],
  [['/data/rank0/trace_view.json', '/data/rank1/trace_view.json', '/data/rank2'], 'trace_view.json + 2'],
  [['/'], '/'],
  [[], ''],
])('%j is called %j', (paths, title) => {
  expect(dumpTitle(paths)).toBe(title);
});
