import { test } from 'vitest';
import { builtWorker } from '../../../fixtures/builtWorker';
import { expectWithinBudget } from './memoryBudgets';

const worker = builtWorker();

test.each([
  ['kept on disk', 20 * 2 ** 30],
  ['not kept on disk at all', 0],
])('indexes %s: many ranks stay within the budget, and answer as they would with room for all', (_, cacheBytes) =>
  expectWithinBudget(worker.url, cacheBytes),
);
