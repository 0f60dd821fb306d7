/** What can be chosen of a profile that is taken by hand: first what one wants to know, then with what it is collected. */
import { MOST_PROFILE_STEPS } from '../../src-contract/profiling/costs';
import { hasCounters, type ProfileLevel, profileLevels } from '../../src-contract/profiling/levels';
import { type AicMetrics, aicMetrics } from '../../src-contract/profiling/metrics';
import { type CollectorId, collectorFacts, collectors } from './collectors';

export const recipeQuestions = ['step', 'kernel', 'memory', 'communication', 'host', 'light'] as const;
export type RecipeQuestion = (typeof recipeQuestions)[number];

export interface RecipeChoice {
  readonly question: RecipeQuestion;
  readonly collector: CollectorId;
  readonly level: ProfileLevel;
  /** Counts from level 1 on. */
  readonly metrics: AicMetrics;
  readonly hasMemory: boolean;
  readonly hasStack: boolean;
  /** Steps, or epochs, that are collected. */
  readonly count: number;
  /** Before these: steps, or epochs, that pass first. */
  readonly skipped: number;
  /** Only MindSpore counts epochs: with data sinking, a step cannot be told. */
  readonly unit: 'step' | 'epoch';
  /** Only these ranks; empty: all. */
  readonly ranks: readonly number[];
  /** Folder on the machines of the job. */
  readonly output: string;
}

type OfQuestion = Pick<RecipeChoice, 'level' | 'hasMemory' | 'hasStack' | 'count'>;

/** The least that answers it. */
const ofQuestions: Readonly<Record<RecipeQuestion, OfQuestion>> = {
  step: { level: '1', hasMemory: false, hasStack: false, count: 3 },
  kernel: { level: '1', hasMemory: false, hasStack: false, count: 1 },
  memory: { level: '0', hasMemory: true, hasStack: false, count: 2 },
  communication: { level: '1', hasMemory: false, hasStack: false, count: 3 },
  host: { level: '2', hasMemory: false, hasStack: true, count: 1 },
  light: { level: '0', hasMemory: false, hasStack: false, count: 1 },
};

/** Steps that pass first: compiling and filling of caches; torch_npu’s documentation names ten. */
const SKIPPED = 10;

export function usualChoice(question: RecipeQuestion, collector: CollectorId): RecipeChoice {
  return {
    ...{ question, collector, ...ofQuestions[question] },
    ...{ metrics: 'PipeUtilization', skipped: SKIPPED, unit: 'step', ranks: [], output: './profile' },
  };
}

/** Why a choice cannot be written; undefined: it can. */
export type ChoiceProblem =
  | { readonly kind: 'no-output' }
  /** NUL: no path has it. */
  | { readonly kind: 'nul-in-output' }
  | { readonly kind: 'count'; readonly most: number }
  | { readonly kind: 'skipped' }
  | { readonly kind: 'ranks' };

export const MOST_SKIPPED = 1_000_000_000;

export function choiceProblem({ output, count, skipped, ranks }: RecipeChoice): ChoiceProblem | undefined {
  if (output === '') return { kind: 'no-output' };
  if (output.includes('\0')) return { kind: 'nul-in-output' };
  if (!Number.isInteger(count) || count < 1 || count > MOST_PROFILE_STEPS)
    return { kind: 'count', most: MOST_PROFILE_STEPS };
  if (!Number.isInteger(skipped) || skipped < 0 || skipped > MOST_SKIPPED) return { kind: 'skipped' };
  if (ranks.some((rank) => !Number.isInteger(rank) || rank < 0 || rank > 1_000_000)) return { kind: 'ranks' };
  return undefined;
}

/** "0,3,5-7"; undefined where it is no such list. Empty: all. */
export function parseRanks(text: string): readonly number[] | undefined {
  const ranks = new Set<number>();
  for (const part of text.split(',').map((own) => own.trim())) {
    if (part === '') {
      if (text.trim() === '') return [];
      return undefined;
    }
    const match = /^(\d{1,7})(?:-(\d{1,7}))?$/.exec(part);
    if (!match) return undefined;
    const from = Number(match[1]);
    const to = Number(match[2] ?? match[1]);
    if (to < from || to - from > 100_000) return undefined;
    for (let rank = from; rank <= to; rank++) ranks.add(rank);
  }
  return [...ranks].sort((a, b) => a - b);
}

/** As `parseRanks` reads them, short: "0,3-5". */
export function ranksText(ranks: readonly number[]): string {
  const parts: string[] = [];
  for (let at = 0; at < ranks.length; ) {
    let end = at;
    while (ranks[end + 1] === ranks[end] + 1) end++;
    parts.push(end === at ? String(ranks[at]) : `${ranks[at]}-${ranks[end]}`);
    at = end + 1;
  }
  return parts.join(',');
}

/** The set of counters that is collected; undefined: none is. */
export function collectedMetrics({ collector, level, metrics }: RecipeChoice): AicMetrics | undefined {
  return collectorFacts[collector].takes.has('metrics') && hasCounters(level) ? metrics : undefined;
}

export function isQuestion(text: string): text is RecipeQuestion {
  return (recipeQuestions as readonly string[]).includes(text);
}
export function isCollector(text: string): text is CollectorId {
  return (collectors as readonly string[]).includes(text);
}
export function isLevel(text: string): text is ProfileLevel {
  return (profileLevels as readonly string[]).includes(text);
}
export function isMetrics(text: string): text is AicMetrics {
  return (aicMetrics as readonly string[]).includes(text);
}
