import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { version } from '../../../package.json';
import type { DumpId, Engine, FindingsReport, QuestionId } from '../../../src-contract';
import { nextDumpState } from '../../../src-contract/wire/dumpUpdates';
import { withDamagedFiles } from '../../../src-report/damagedFiles';
import { reportHtml } from '../../../src-report/html/reportHtml';
import { perftrackerJson } from '../../../src-report/perftrackerJson';
import type { Replayed } from '../../../src-report/replayTables';
import { reportJson } from '../../../src-report/reportJson';
import { reportMarkdown } from '../../../src-report/reportMarkdown';
import { reportLines } from '../../../src-report/reportText';
import { isParquetFile } from '../../engine/summaries/parquetFile';
import { describeDump } from '../../host/describeDump';
import type { Installation } from '../../host/installation';
import { pathOfArgument } from '../../host/openArgument';
import { commandEngine } from '../commandEngine';
import { readDump, tenths } from '../readDump';
import type { AnalyzeArguments } from './analyzeArguments';
import { tellJob } from './analyzeJob';
import { askCommunication } from './askCommunication';
import { runCompare } from './compareCommand';
import { type FailOn, failing } from './failOn';

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
  const [first, ...others] = given.paths.map((path) => pathOfArgument(path, process.cwd()));
  if (others.length === 0 && isParquetFile(first)) {
    const { jobOfPath } = await import('../../engine/summaries/summaryFiles');
    return exitCode(tellJob(jobOfPath(first), given, print), given.failOn, printError);
  }
  if (given.compare) return runCompare(given, given.compare, installation, print, printError);
  const { paths, isJson, markdown, html, perftracker, language, failOn } = given;
  const { engine, dispose } = commandEngine(installation);
  try {
    const dump = await engine.open(paths.map((path) => pathOfArgument(path, process.cwd())));
    const opened = await readDump(engine, dump, 'all', printError);
    printError(describeDump(opened));
    if (opened.status !== 'ready') return FAILED;
    const found = await askReport(engine, dump, printError);
    // Ranks that were read only for the report have their lanes now, and what is wrong with their files is known.
    const state = await nextDumpState(engine, dump);
    const report = withDamagedFiles(found, state);
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
      ? JSON.stringify(
          reportJson(state, report, replay, await askCommunication(engine, state, report)),
          undefined,
          2,
        ).split('\n')
      : markdown === undefined && html === undefined && perftracker === undefined
        ? reportLines(report, language)
        : [];
    for (const line of lines) print(line);
    return exitCode(report, failOn, printError);
  } finally {
    await dispose();
  }
}

function exitCode({ findings }: FindingsReport, failOn: readonly FailOn[], printError: (line: string) => void): number {
  const above = failing(findings, failOn);
  for (const own of above)
    printError(`Above --fail-on: ${own.id}, ${(100 * own.shareOfStep).toFixed(1)} % of the step`);
  return above.length > 0 ? ABOVE_LIMIT : DONE;
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
