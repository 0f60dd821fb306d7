import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { version } from '../../../package.json';
import type { DumpId, Engine, FindingsReport, QuestionId } from '../../../src-contract';
import { nextDumpState } from '../../../src-contract/wire/dumpUpdates';
import { reportHtml } from '../../../src-report/html/reportHtml';
import { perftrackerJson } from '../../../src-report/perftrackerJson';
import type { Replayed } from '../../../src-report/replayTables';
import { reportJson } from '../../../src-report/reportJson';
import { reportMarkdown } from '../../../src-report/reportMarkdown';
import { reportLines } from '../../../src-report/reportText';
import { describeDump } from '../../host/describeDump';
import type { Installation } from '../../host/installation';
import { pathOfArgument } from '../../host/openArgument';
import { commandEngine } from '../commandEngine';
import { readDump, tenths } from '../readDump';
import type { CompareArguments } from './compareArguments';
import { runCompare } from './compareCommand';
import { type FailOn, failing } from './failOn';

export interface AnalyzeArguments {
  readonly paths: readonly string[];
  readonly isJson: boolean;
  /** Files to write. */
  readonly markdown: string | undefined;
  readonly html: string | undefined;
  /** PerfTracker’s report, as JSON. */
  readonly perftracker: string | undefined;
  readonly language: 'en' | 'zh';
  readonly failOn: readonly FailOn[];
  /** Undefined: the dump is looked at by itself. */
  readonly compare?: CompareArguments;
}

/** Exit codes: done; the dump can't be opened; a finding is above what `--fail-on` allows. (2 is for wrong arguments.) */
const DONE = 0;
const FAILED = 1;
const ABOVE_LIMIT = 3;

/** Opens the dump without a window and prints what is found; resolves with the exit code. Progress goes to `printError`. */
export async function runAnalyze(
  given: AnalyzeArguments,
  installation: Installation,
  print: (line: string) => void,
  printError: (line: string) => void,
): Promise<number> {
  if (given.compare) return runCompare(given, given.compare, installation, print, printError);
  const { paths, isJson, markdown, html, perftracker, language, failOn } = given;
  const { engine, dispose } = commandEngine(installation);
  try {
    const dump = await engine.open(paths.map((path) => pathOfArgument(path, process.cwd())));
    const opened = await readDump(engine, dump, 'all', printError);
    printError(describeDump(opened));
    if (opened.status !== 'ready') return FAILED;
    const report = await askReport(engine, dump, printError);
    // Ranks that were read only for the report have their lanes now.
    const state = await nextDumpState(engine, dump);
    const isWhole = isJson || markdown !== undefined || html !== undefined;
    const replay = isWhole ? await askReplay(engine, dump) : {};
    if (markdown !== undefined) writeFileSync(markdown, reportMarkdown(state.title, report, language, replay));
    if (html !== undefined) {
      const job = await engine.ask(dump, 'summary.job', {});
      writeFileSync(html, reportHtml({ state, report, job, language, version, replay }));
    }
    if (perftracker !== undefined) {
      const patterns = await engine.ask(dump, 'findings.patterns', {});
      writeFileSync(perftracker, `${JSON.stringify(perftrackerJson(state, patterns), undefined, 2)}\n`);
    }
    const lines = isJson
      ? JSON.stringify(reportJson(state, report, replay), undefined, 2).split('\n')
      : markdown === undefined && html === undefined && perftracker === undefined
        ? reportLines(report, language)
        : [];
    for (const line of lines) print(line);
    const above = failing(report.findings, failOn);
    for (const own of above)
      printError(`Above --fail-on: ${own.id}, ${(100 * own.shareOfStep).toFixed(1)} % of the step`);
    return above.length > 0 ? ABOVE_LIMIT : DONE;
  } finally {
    await dispose();
  }
}

async function askReplay(engine: Engine, dump: DumpId): Promise<Replayed> {
  return {
    path: await engine.ask(dump, 'findings.path', {}),
    predictions: await engine.ask(dump, 'findings.predictions', {}),
    patterns: await engine.ask(dump, 'findings.patterns', {}),
  };
}

const PROGRESS_MS = 200;

async function askReport(engine: Engine, dump: DumpId, printError: (line: string) => void): Promise<FindingsReport> {
  const id = randomUUID() as string as QuestionId;
  const say = tenths('Analysing', printError);
  const timer = setInterval(() => {
    void engine.questionProgress(id).then((progress) => progress && say(progress.ranksDone, progress.ranksTotal));
  }, PROGRESS_MS);
  try {
    return await engine.ask(dump, 'findings.report', {}, id);
  } finally {
    clearInterval(timer);
  }
}
