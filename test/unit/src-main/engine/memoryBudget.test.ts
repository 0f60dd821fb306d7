import { test } from 'vitest';
import { builtWorker } from '../../../fixtures/builtWorker';
import { expectWithinBudget } from './memoryBudgets';

const worker = builtWorker();

test('indexes kept on disk: many ranks stay within the budget, and answer as they would with room for all', () =>
  expectWithinBudget(worker.url, 20 * 2 ** 30));
