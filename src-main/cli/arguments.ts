import type { AnalyzeArguments } from './analyze/analyzeArguments';
import { compareArguments } from './analyze/compareArguments';
import { parseFailOn } from './analyze/failOn';
import { type DemoSetup, demoOptions, demoSetup } from './demoArguments';
import { type ExportArguments, exportArguments, exportOptions } from './export/exportArguments';
import { type InfoArguments, infoArguments } from './infoArguments';
import { type LiveSetup, liveOptions, liveSetup } from './liveArguments';
import { wholeNumber } from './numbers';
import { parsedOptions as parse } from './parsedOptions';
import { type QueryArguments, queryArguments, queryOptions } from './query/queryArguments';
import { type RecipeArguments, recipeArguments, recipeOptions } from './recipe/recipeArguments';
import { type ScaleArguments, scaleArguments, scaleOptions } from './scale/scaleArguments';
import {
  type ReduceArguments,
  reduceArguments,
  reduceOptions,
  type SummarizeArguments,
  summarizeArguments,
  summarizeOptions,
  type TaskArguments,
  taskArguments,
} from './summaries/summaryArguments';
import { UsageError } from './usageError';
import { type DiagnoseArguments, diagnoseArguments } from './watch/diagnoseArguments';
import { type WatchArguments, watchArguments, watchOptions } from './watch/watchArguments';
import type { HostChoice } from './window/chooseHost';
import type { ServeArguments } from './window/serveHost';

export type Command =
  | { readonly kind: 'help'; readonly topic: CommandName | undefined }
  | { readonly kind: 'version' }
  | {
      readonly kind: 'open';
      readonly paths: readonly string[];
      readonly isDemo: boolean;
      readonly host: HostChoice;
      readonly port: number | undefined;
      /** Times of the start are printed. */
      readonly isTimed: boolean;
    }
  | ({ readonly kind: 'serve' } & ServeArguments)
  | ({ readonly kind: 'demo'; readonly folder: string } & DemoSetup)
  | { readonly kind: 'demo-live'; readonly folder: string; readonly setup: LiveSetup }
  | ({ readonly kind: 'info' } & InfoArguments)
  | ({ readonly kind: 'analyze' } & AnalyzeArguments)
  | ({ readonly kind: 'summarize' } & SummarizeArguments)
  | ({ readonly kind: 'summarize-task' } & TaskArguments)
  | ({ readonly kind: 'reduce' } & ReduceArguments)
  | ({ readonly kind: 'scale' } & ScaleArguments)
  | ({ readonly kind: 'export' } & ExportArguments)
  | ({ readonly kind: 'query' } & QueryArguments)
  | ({ readonly kind: 'watch' } & WatchArguments)
  | ({ readonly kind: 'diagnose' } & DiagnoseArguments)
  | ({ readonly kind: 'recipe' } & RecipeArguments)
  | { readonly kind: 'mcp' }
  | { readonly kind: 'cache'; readonly action: 'ls' | 'clear' };

export const commandNames = [
  'open',
  'serve',
  'info',
  'analyze',
  'summarize',
  'reduce',
  'scale',
  'export',
  'query',
  'watch',
  'recipe',
  'mcp',
  'demo',
  'cache',
] as const;
export type CommandName = (typeof commandNames)[number];

/**
 * Understands the arguments after `tracelane`. A first word that is no command is a path to open. Throws a `UsageError`
 * for an unknown option or a value that is none.
 */
export function parseCommand(args: readonly string[]): Command {
  const [first, ...rest] = args;
  if (first === undefined) return parseOpen([]);
  if (first === 'help') return { kind: 'help', topic: rest[0] === undefined ? undefined : commandName(rest[0]) };
  if (first === '--help' || first === '-h') return { kind: 'help', topic: undefined };
  if (first === '--version' || first === '-v') return { kind: 'version' };
  if (!isCommandName(first)) return parseOpen(args);
  if (rest.includes('--help') || rest.includes('-h')) return { kind: 'help', topic: first };
  switch (first) {
    case 'open':
      return parseOpen(rest);
    case 'serve':
      return parseServe(rest);
    case 'info':
      return { kind: 'info', ...infoArguments(rest) };
    case 'analyze':
      return parseAnalyze(rest);
    case 'summarize': {
      const { values, positionals } = parse(rest, summarizeOptions);
      if (values.list !== undefined)
        return { kind: 'summarize-task', ...taskArguments(positionals, values, process.env) };
      return { kind: 'summarize', ...summarizeArguments(positionals, values) };
    }
    case 'scale': {
      const { values, positionals } = parse(rest, scaleOptions);
      return { kind: 'scale', ...scaleArguments(positionals, values) };
    }
    case 'reduce': {
      const { values, positionals } = parse(rest, reduceOptions);
      return { kind: 'reduce', ...reduceArguments(positionals, values) };
    }
    case 'export': {
      const { values, positionals } = parse(rest, exportOptions);
      return { kind: 'export', ...exportArguments(positionals, values) };
    }
    case 'query': {
      const { values, positionals } = parse(rest, queryOptions);
      return { kind: 'query', ...queryArguments(positionals, values) };
    }
    case 'watch': {
      const { values, positionals } = parse(rest, watchOptions);
      if (values['diagnose-now'] === true && positionals.length === 0)
        return { kind: 'diagnose', ...diagnoseArguments(values, process.env) };
      return { kind: 'watch', ...watchArguments(positionals, values, process.env) };
    }
    case 'recipe': {
      const { values, positionals } = parse(rest, recipeOptions);
      return { kind: 'recipe', ...recipeArguments(positionals, values) };
    }
    case 'mcp':
      if (rest.length > 0) throw new UsageError(`mcp takes no arguments; "${rest[0]}" is one too many.`);
      return { kind: 'mcp' };
    case 'demo':
      return parseDemo(rest);
    case 'cache':
      return parseCache(rest);
  }
}

function parseOpen(args: readonly string[]): Command {
  const { values, positionals } = parse(args, {
    demo: { type: 'boolean' },
    host: { type: 'string' },
    port: { type: 'string' },
    time: { type: 'boolean' },
  });
  return {
    kind: 'open',
    paths: positionals,
    isDemo: values.demo === true,
    host: hostChoice(values.host),
    port: portNumber(values.port),
    isTimed: values.time === true,
  };
}

function parseServe(args: readonly string[]): Command {
  const { values, positionals } = parse(args, {
    demo: { type: 'boolean' },
    root: { type: 'string', multiple: true },
    port: { type: 'string' },
    'no-open': { type: 'boolean' },
    time: { type: 'boolean' },
  });
  return {
    kind: 'serve',
    paths: positionals,
    isDemo: values.demo === true,
    roots: Array.isArray(values.root) ? values.root.map(String) : [],
    port: portNumber(values.port),
    opensBrowser: values['no-open'] !== true,
    isTimed: values.time === true,
  };
}

function parseAnalyze(args: readonly string[]): Command {
  const { values, positionals } = parse(args, {
    json: { type: 'boolean' },
    md: { type: 'string' },
    html: { type: 'string' },
    lang: { type: 'string' },
    perftracker: { type: 'string' },
    'fail-on': { type: 'string', multiple: true },
    compare: { type: 'string' },
    ranks: { type: 'string' },
    steps: { type: 'string' },
  });
  if (positionals.length === 0) throw new UsageError('analyze needs the path of a dump.');
  const { lang = 'en', md, html, perftracker } = values;
  if (lang !== 'en' && lang !== 'zh') throw new UsageError(`--lang is en or zh, not "${String(lang)}".`);
  const failOn = Array.isArray(values['fail-on']) ? values['fail-on'].map(String) : [];
  const compare = compareArguments({ compare: values.compare, ranks: values.ranks, steps: values.steps, failOn });
  if (compare && perftracker !== undefined)
    throw new UsageError('--perftracker is the report of one dump; leave it out to compare.');
  return {
    kind: 'analyze',
    paths: positionals,
    isJson: values.json === true,
    markdown: typeof md === 'string' ? md : undefined,
    html: typeof html === 'string' ? html : undefined,
    perftracker: typeof perftracker === 'string' ? perftracker : undefined,
    language: lang,
    failOn: compare ? [] : failOn.map(parseFailOn),
    ...(compare && { compare }),
  };
}

function parseDemo(args: readonly string[]): Command {
  const { values, positionals } = parse(args, { ...demoOptions, ...liveOptions });
  const [folder, extra] = positionals;
  if (folder === undefined) throw new UsageError('demo needs the folder to write to.');
  if (extra !== undefined) throw new UsageError(`demo writes to one folder; "${extra}" is one too many.`);
  const setup = liveSetup(values);
  if (setup) return { kind: 'demo-live', folder, setup };
  return { kind: 'demo', folder, ...demoSetup(values) };
}

function parseCache(args: readonly string[]): Command {
  const [action, extra] = parse(args, {}).positionals;
  if ((action !== 'ls' && action !== 'clear') || extra !== undefined)
    throw new UsageError('cache needs one word: ls or clear.');
  return { kind: 'cache', action };
}

function isCommandName(word: string): word is CommandName {
  return (commandNames as readonly string[]).includes(word);
}

function commandName(word: string): CommandName {
  if (isCommandName(word)) return word;
  throw new UsageError(`There is no command "${word}"; the commands are ${commandNames.join(', ')}.`);
}

function hostChoice(value: unknown): HostChoice {
  if (value === undefined || value === 'auto') return 'auto';
  if (value === 'electron' || value === 'browser') return value;
  throw new UsageError(`--host is electron, browser or auto, not "${String(value)}".`);
}

function portNumber(value: unknown): number | undefined {
  return value === undefined ? undefined : wholeNumber('--port', value, 0, 0, 65_535);
}
