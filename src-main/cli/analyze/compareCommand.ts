import { writeFileSync } from 'node:fs';
import { version } from '../../../package.json';
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
import { type CompareArguments, regressions } from './compareArguments';
import { type SideOf, sidesOf } from './compareSides';

/** Exit codes of `analyze`: done; a dump can’t be opened, or has no such side; a part has grown more than `--fail-on` allows. */
const DONE = 0;
const FAILED = 1;
const ABOVE_LIMIT = 3;

/** Holds two sides against each other without a window; resolves with the exit code. Progress goes to `printError`. */
export async function runCompare(
  { paths, isJson, markdown, html, language }: AnalyzeArguments,
  wanted: CompareArguments,
  installation: Installation,
  print: (line: string) => void,
  printError: (line: string) => void,
): Promise<number> {
  const { engine, dispose } = commandEngine(installation);
  const open = async (names: readonly string[]): Promise<SideOf> => {
    const dump = await engine.open(names.map((path) => pathOfArgument(path, process.cwd())));
    const state = await readDump(engine, dump, 'all', printError);
    printError(describeDump(state));
    return { dump, state };
  };
  try {
    const first = await open(paths);
    const second = wanted.path === undefined ? first : await open([wanted.path]);
    if (first.state.status !== 'ready' || second.state.status !== 'ready') return FAILED;
    const found = await sidesOf(engine, first, second, {
      ...wanted,
      words: { ranks: '--ranks A,B', steps: '--steps A,B' },
    });
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
