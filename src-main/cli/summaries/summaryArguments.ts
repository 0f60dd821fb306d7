import { wholeNumber } from '../numbers';
import { UsageError } from '../usageError';

/** A task of `tracelane scale`. */
export interface TaskArguments {
  /** Its file of tasks. */
  readonly list: string;
  /** Number of the task in it. */
  readonly task: number;
}

export interface SummarizeArguments {
  readonly paths: readonly string[];
  /** The file to write. */
  readonly out: string;
  /** '': it has none. */
  readonly jobName: string;
  readonly isInsideDump: boolean;
}

export interface ReduceArguments {
  readonly folder: string;
  /** The file to write. */
  readonly out: string;
  readonly isJson: boolean;
  readonly language: 'en' | 'zh';
}

export const summarizeOptions = {
  out: { type: 'string' },
  job: { type: 'string' },
  'inside-dump': { type: 'boolean' },
  list: { type: 'string' },
  task: { type: 'string' },
  from: { type: 'string' },
} as const;

export const reduceOptions = {
  out: { type: 'string' },
  json: { type: 'boolean' },
  lang: { type: 'string' },
} as const;

type Values = Readonly<Record<string, unknown>>;

/** Throws a `UsageError` for what is missing. */
export function summarizeArguments(paths: readonly string[], { out, job, ...values }: Values): SummarizeArguments {
  if (values.task !== undefined || values.from !== undefined) throw new UsageError('--task and --from go with --list.');
  if (paths.length === 0) throw new UsageError('summarize needs the path of a rank.');
  if (typeof out !== 'string') throw new UsageError('summarize needs --out FILE, the summary to write.');
  return { paths, out, jobName: typeof job === 'string' ? job : '', isInsideDump: values['inside-dump'] === true };
}

const mostTasks = 100_000_000;

/** Of what `--list` is given for. Throws a `UsageError` for what does not go with it. */
export function taskArguments(
  paths: readonly string[],
  values: Values,
  env: Readonly<Record<string, string | undefined>>,
): TaskArguments {
  if (paths.length > 0 || values.out !== undefined || values.job !== undefined)
    throw new UsageError('With --list the ranks, --out and --job stand in the list.');
  if (typeof values.task !== 'string')
    throw new UsageError('--list needs --task, a number or the variable that has it.');
  const isNumber = /^\d+$/.test(values.task);
  const value = isNumber ? values.task : (env[values.task] ?? '');
  const index = wholeNumber(isNumber ? '--task' : values.task, value, 0, 0, mostTasks);
  return { list: String(values.list), task: index + wholeNumber('--from', values.from, 0, 0, mostTasks) };
}

/** Throws a `UsageError` for what is missing, or one too many. */
export function reduceArguments(
  [folder, extra]: readonly string[],
  { out, json, lang = 'en' }: Values,
): ReduceArguments {
  if (folder === undefined) throw new UsageError('reduce needs the folder of the summaries.');
  if (extra !== undefined) throw new UsageError(`reduce takes one folder; "${extra}" is one too many.`);
  if (typeof out !== 'string') throw new UsageError('reduce needs --out FILE, the job to write.');
  if (lang !== 'en' && lang !== 'zh') throw new UsageError(`--lang is en or zh, not "${String(lang)}".`);
  return { folder, out, isJson: json === true, language: lang };
}
