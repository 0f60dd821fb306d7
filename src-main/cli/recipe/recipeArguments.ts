import { MOST_PROFILE_STEPS } from '../../../src-contract/profiling/costs';
import { profileLevels } from '../../../src-contract/profiling/levels';
import { aicMetrics } from '../../../src-contract/profiling/metrics';
import {
  type ChoiceProblem,
  choiceProblem,
  isCollector,
  isLevel,
  isMetrics,
  isQuestion,
  MOST_SKIPPED,
  parseRanks,
  type RecipeChoice,
  recipeQuestions,
  usualChoice,
} from '../../../src-report/recipe/choices';
import { collectorFacts, collectors } from '../../../src-report/recipe/collectors';
import { wholeNumber } from '../numbers';
import { UsageError } from '../usageError';

export interface RecipeArguments {
  /** Undefined: what can be asked for is listed. */
  readonly choice: RecipeChoice | undefined;
  /** Folder that the files are written to; undefined: they are printed. */
  readonly folder: string | undefined;
  readonly isJson: boolean;
  readonly language: 'en' | 'zh';
}

export const recipeOptions = {
  for: { type: 'string' },
  output: { type: 'string' },
  steps: { type: 'string' },
  epochs: { type: 'string' },
  skip: { type: 'string' },
  level: { type: 'string' },
  metrics: { type: 'string' },
  memory: { type: 'boolean' },
  stack: { type: 'boolean' },
  ranks: { type: 'string' },
  out: { type: 'string' },
  json: { type: 'boolean' },
  lang: { type: 'string' },
} as const;

type Values = Readonly<Record<string, unknown>>;

/** Throws a `UsageError`. */
export function recipeArguments(positionals: readonly string[], values: Values): RecipeArguments {
  const [question, extra] = positionals;
  const { lang = 'en', out, json } = values;
  if (extra !== undefined) throw new UsageError(`recipe takes one question; "${extra}" is one too many.`);
  if (lang !== 'en' && lang !== 'zh') throw new UsageError(`--lang is en or zh, not "${String(lang)}".`);
  const common = { isJson: json === true, language: lang } as const;
  if (question === undefined && values.for === undefined) {
    const [given] = Object.keys(values).filter((name) => name !== 'lang' && name !== 'json');
    if (given !== undefined) throw new UsageError(`--${given} needs a question and --for.`);
    return { choice: undefined, folder: undefined, ...common };
  }
  return { choice: choiceOf(question, values), folder: typeof out === 'string' ? out : undefined, ...common };
}

function choiceOf(question: string | undefined, values: Values): RecipeChoice {
  if (question === undefined || !isQuestion(question))
    throw new UsageError(
      `The question is one of ${recipeQuestions.join(', ')}${question === undefined ? '' : `, not "${question}"`}.`,
    );
  const collector = String(values.for ?? '').replaceAll('-', '_');
  if (!isCollector(collector))
    throw new UsageError(
      `--for is one of ${collectors.join(', ')}${values.for === undefined ? '' : `, not "${String(values.for)}"`}.`,
    );
  const usual = usualChoice(question, collector);
  const { level = usual.level, metrics = usual.metrics, steps, epochs, output = usual.output } = values;
  if (!isLevel(String(level))) throw new UsageError(`--level is ${profileLevels.join(', ')}, not "${String(level)}".`);
  if (!isMetrics(String(metrics)))
    throw new UsageError(`--metrics is one of ${aicMetrics.join(', ')}, not "${String(metrics)}".`);
  if (steps !== undefined && epochs !== undefined) throw new UsageError('It is --steps or --epochs, not both.');
  if (epochs !== undefined && !collectorFacts[collector].takes.has('epochs'))
    throw new UsageError('--epochs is for mindspore.');
  const ranks = parseRanks(String(values.ranks ?? ''));
  if (!ranks) throw new UsageError(`--ranks is a list such as 0,3,5-7, not "${String(values.ranks)}".`);
  const choice: RecipeChoice = {
    ...usual,
    ...{ level: String(level) as RecipeChoice['level'], metrics: String(metrics) as RecipeChoice['metrics'] },
    hasMemory: usual.hasMemory || values.memory === true,
    hasStack: usual.hasStack || values.stack === true,
    unit: epochs === undefined ? 'step' : 'epoch',
    count: wholeNumber(
      epochs === undefined ? '--steps' : '--epochs',
      epochs ?? steps,
      usual.count,
      1,
      MOST_PROFILE_STEPS,
    ),
    skipped: wholeNumber('--skip', values.skip, usual.skipped, 0, MOST_SKIPPED),
    ...{ ranks, output: String(output) },
  };
  const problem = choiceProblem(choice);
  if (problem) throw new UsageError(problemText(problem));
  return choice;
}

function problemText(problem: ChoiceProblem): string {
  switch (problem.kind) {
    case 'no-output':
      return 'A profile needs a folder: --output DIR.';
    case 'nul-in-output':
      return 'No folder has such a name: --output.';
    case 'count':
      return `--steps is from 1 to ${problem.most}.`;
    case 'skipped':
      return `--skip is from 0 to ${MOST_SKIPPED}.`;
    case 'ranks':
      return '--ranks is a list such as 0,3,5-7.';
  }
}
