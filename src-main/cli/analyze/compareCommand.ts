import { writeFileSync } from 'node:fs';
import { version } from '../../../package.json';
import type { CompareSide, DumpId, DumpState, Engine, RankIndex } from '../../../src-contract';
import { compareDocument } from '../../../src-report/compare/compareDocument';
import { compareHtml } from '../../../src-report/compare/compareHtml';
import { compareJson } from '../../../src-report/compare/compareJson';
import { compareMarkdown } from '../../../src-report/compare/compareMarkdown';
import { compareLines } from '../../../src-report/compare/compareText';
import { compareWords } from '../../../src-report/compare/compareWords';
import { describeDump } from '../../host/describeDump';
import type { Installation } from '../../host/installation';
import { pathOfArgument } from '../../host/openArgument';
import { commandEngine } from '../commandEngine';
import { readDump } from '../readDump';
import type { AnalyzeArguments } from './analyzeArguments';
import { type CompareArguments, regressions, type Step } from './compareArguments';

/** Exit codes of `analyze`: done; a dump can’t be opened, or has no such side; a part has grown more than `--fail-on` allows. */
const DONE = 0;
const FAILED = 1;
const ABOVE_LIMIT = 3;

interface Opened {
  readonly dump: DumpId;
  readonly state: DumpState;
}

/** Holds two sides against each other without a window; resolves with the exit code. Progress goes to `printError`. */
export async function runCompare(
  { paths, isJson, markdown, html, language }: AnalyzeArguments,
  wanted: CompareArguments,
  installation: Installation,
  print: (line: string) => void,
  printError: (line: string) => void,
): Promise<number> {
  const { engine, dispose } = commandEngine(installation);
  const open = async (names: readonly string[]): Promise<Opened> => {
    const dump = await engine.open(names.map((path) => pathOfArgument(path, process.cwd())));
    const state = await readDump(engine, dump, 'all', printError);
    printError(describeDump(state));
    return { dump, state };
  };
  try {
    const first = await open(paths);
    const second = wanted.path === undefined ? first : await open([wanted.path]);
    if (first.state.status !== 'ready' || second.state.status !== 'ready') return FAILED;
    const found = await sidesOf(engine, first, second, wanted);
    if (typeof found === 'string') {
      printError(found);
      return FAILED;
    }
    const report = await engine.ask(first.dump, 'compare.report', found);
    const document = compareDocument([first.state.title, second.state.title], report, language);
    const titles = [first.state.title, second.state.title] as const;
    const { title } = compareWords[language];
    if (markdown !== undefined) writeFileSync(markdown, compareMarkdown(`${title}: ${titles.join(' · ')}`, document));
    if (html !== undefined) writeFileSync(html, compareHtml({ titles, report, language, version }));
    const lines = isJson
      ? JSON.stringify(compareJson(first.state, second.state, report), undefined, 2).split('\n')
      : markdown === undefined && html === undefined
        ? compareLines(document)
        : [];
    for (const line of lines) print(line);
    const above = regressions(report, wanted.failOn);
    for (const { part, share } of above)
      printError(`Above --fail-on: ${part} has grown by ${(100 * share).toFixed(1)} % of A’s step`);
    return above.length > 0 ? ABOVE_LIMIT : DONE;
  } finally {
    await dispose();
  }
}

/** A sentence where a side is not to be had. */
async function sidesOf(
  engine: Engine,
  first: Opened,
  second: Opened,
  { ranks, steps = ['all', 'all'] }: CompareArguments,
): Promise<{ readonly a: CompareSide; readonly b: CompareSide } | string> {
  const a = await sideOf(engine, first, ranks?.[0], steps[0]);
  if (typeof a === 'string') return a;
  const isKnown = ({ state }: Opened) => state.ranks.some((own) => numberOf(own) === a.rank);
  const b = await sideOf(engine, second, ranks?.[1] ?? (isKnown(second) ? a.rank : undefined), steps[1]);
  return typeof b === 'string' ? b : { a, b };
}

async function sideOf(
  engine: Engine,
  { dump, state }: Opened,
  wanted: number | undefined,
  step: Step,
): Promise<CompareSide | string> {
  const rank = wanted ?? (await longestRank(engine, dump)) ?? numberOf(state.ranks[0]);
  const own = state.ranks.find((one) => numberOf(one) === rank);
  const numbers = state.ranks.map(numberOf).join(', ');
  if (!own) return `${state.title} has no rank ${rank}; it has ${numbers}. Choose with --ranks A,B.`;
  const side = await engine.ask(dump, 'compare.side', { rank: own.index, step });
  if (side) return side;
  const all = step === 'all' ? undefined : await engine.ask(dump, 'compare.side', { rank: own.index, step: 'all' });
  return all
    ? `${own.label} of ${state.title} has no step ${step}; it has ${[...all.steps].join(', ')}. Choose with --steps A,B.`
    : `Nothing tells where the steps of ${own.label} of ${state.title} went: it has neither a step file nor a timeline with device tasks.`;
}

/** What everybody waits for. */
async function longestRank(engine: Engine, dump: DumpId): Promise<number | undefined> {
  const { ranks } = await engine.ask(dump, 'summary.overview', {});
  const { computing, notOverlapped, free } = await engine.ask(dump, 'summary.split', { step: 'all' });
  let longest: number | undefined;
  let mostNs = 0;
  for (const [at, { rank, index }] of ranks.entries()) {
    const ns = computing[at] + notOverlapped[at] + free[at];
    if (index === undefined || !(ns > mostNs)) continue;
    longest = rank;
    mostNs = ns;
  }
  return longest;
}

function numberOf(own: { readonly rank?: number; readonly index: RankIndex }): number {
  return own.rank ?? own.index;
}
