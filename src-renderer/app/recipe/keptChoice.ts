import type { StoreApi } from 'zustand/vanilla';
import {
  choiceProblem,
  isCollector,
  isLevel,
  isMetrics,
  isQuestion,
  type RecipeChoice,
  usualChoice,
} from '../../../src-report/recipe/choices';
import { createKeptValue, type KeptStorage, type Stored } from '../../base/keptValue';

/** What was chosen the last time, as far as it is a choice. */
export function readChoice(stored: Stored): RecipeChoice {
  const question = text(stored.question, isQuestion) ?? 'step';
  const collector = text(stored.collector, isCollector) ?? 'torch_npu';
  const usual = usualChoice(question, collector);
  const choice: RecipeChoice = {
    ...usual,
    level: text(stored.level, isLevel) ?? usual.level,
    metrics: text(stored.metrics, isMetrics) ?? usual.metrics,
    hasMemory: typeof stored.hasMemory === 'boolean' ? stored.hasMemory : usual.hasMemory,
    hasStack: typeof stored.hasStack === 'boolean' ? stored.hasStack : usual.hasStack,
    count: typeof stored.count === 'number' ? stored.count : usual.count,
    skipped: typeof stored.skipped === 'number' ? stored.skipped : usual.skipped,
    unit: stored.unit === 'epoch' ? 'epoch' : 'step',
    ranks: Array.isArray(stored.ranks) ? stored.ranks.map(Number) : usual.ranks,
    output: typeof stored.output === 'string' ? stored.output : usual.output,
  };
  return choiceProblem(choice) ? usual : choice;
}

export function keptChoice(storage: KeptStorage): StoreApi<RecipeChoice> {
  return createKeptValue(storage, 'tracelane.recipe', readChoice);
}

function text<T extends string>(value: unknown, is: (own: string) => own is T): T | undefined {
  return typeof value === 'string' && is(value) ? value : undefined;
}
