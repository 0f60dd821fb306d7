import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { profileLevels } from '../../../src-contract/profiling/levels';
import { aicMetrics } from '../../../src-contract/profiling/metrics';
import { levelLine, metricsLine } from '../../../src-contract/profiling/words';
import { recipeQuestions } from '../../../src-report/recipe/choices';
import { collectors } from '../../../src-report/recipe/collectors';
import { type Recipe, recipeOf } from '../../../src-report/recipe/recipe';
import { type RecipeLanguage, recipeWords } from '../../../src-report/recipe/words';
import { fileOutput } from '../export/outputFile';
import { UsageError } from '../usageError';
import type { RecipeArguments } from './recipeArguments';

/**
 * `write`: the texts, as they are to be run; `printNote`: what is to be known, beside them. Resolves with the exit code; rejects
 * with a `UsageError` where a file is there already.
 */
export async function runRecipe(
  { choice, folder, isJson, language }: RecipeArguments,
  write: (text: string) => void,
  print: (line: string) => void,
  printNote: (line: string) => void,
): Promise<number> {
  if (!choice) {
    const lists = listed(language);
    if (isJson) write(`${JSON.stringify(lists, undefined, 2)}\n`);
    else for (const line of listedLines(lists)) print(line);
    return 0;
  }
  const recipe = recipeOf(choice, language);
  if (folder !== undefined) for (const path of save(recipe, folder)) print(path);
  else if (isJson) write(`${JSON.stringify(recipe, undefined, 2)}\n`);
  else write(textOf(recipe));
  if (!isJson || folder !== undefined) for (const note of recipe.notes) printNote(note);
  return 0;
}

/** One file as it is; of several, each below its name. */
function textOf({ files }: Recipe): string {
  const [only, second] = files;
  if (only && !second) return only.text;
  return files.map(({ name, text }) => `===== ${name} =====\n${text}`).join('\n');
}

/** Nothing that is there is written over: a `profiler_config.json` that changes makes a running job take a profile. */
function save({ files }: Recipe, folder: string): readonly string[] {
  const paths = files.map(({ name }) => join(folder, name));
  const taken = paths.find((path) => existsSync(path));
  if (taken !== undefined) throw new UsageError(`${taken} is there already. Choose another folder: --out DIR.`);
  for (const [at, { text }] of files.entries()) {
    const output = fileOutput(paths[at] ?? '');
    output.write(text);
    output.finish();
  }
  return paths;
}

interface Lists {
  readonly questions: readonly Entry[];
  readonly collectors: readonly Entry[];
  readonly levels: readonly Entry[];
  readonly metrics: readonly Entry[];
}

interface Entry {
  readonly id: string;
  readonly about: string;
}

function listed(language: RecipeLanguage): Lists {
  return {
    questions: recipeQuestions.map((id) => ({ id, about: recipeWords(`question.${id}`, language) })),
    collectors: collectors.map((id) => ({ id, about: recipeWords(`about.${id}`, language) })),
    levels: profileLevels.map((id) => ({ id, about: levelLine(id, language) })),
    metrics: aicMetrics.map((id) => ({ id, about: metricsLine(id, language) })),
  };
}

function listedLines(lists: Lists): readonly string[] {
  const part = (title: string, entries: readonly Entry[]) => [
    title,
    ...entries.map(({ id, about }) => `  ${id.padEnd(22)}${about}`),
    '',
  ];
  return [
    'tracelane recipe QUESTION --for COLLECTOR',
    '',
    ...part('QUESTION', lists.questions),
    ...part('COLLECTOR', lists.collectors),
    ...part('--level', lists.levels),
    ...part('--metrics', lists.metrics),
  ].slice(0, -1);
}
