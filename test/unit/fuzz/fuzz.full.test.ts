import { beforeAll, expect, test } from 'vitest';
import { buildIfStale } from '../../../scripts/lib/build.mjs';
import { knownFailures } from '../../fuzz/knownFailures';
import { shortRun } from './shortRun';

beforeAll(() => buildIfStale(['fuzz']), 120_000);

// A minute of it.
test('damaged files of every kind, wrong calls and frames end nothing, and lose nothing without a word', async () => {
  const { mutants, unknown, found } = await shortRun(2, 240, 2);
  expect(unknown.join('\n\n')).toBe('');
  expect(mutants).toBe(10 * 240);
  const paid = knownFailures.filter((known) => !found.has(known)).map(({ owed }) => owed);
  expect(paid, 'no longer owed: take it out of knownFailures.ts').toEqual([]);
}, 600_000);
