import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { version } from '../../../package.json';
import type { DumpId, DumpState, Engine, FindingsReport, QuestionId } from '../../../src-contract';
import { nextDumpState } from '../../../src-contract/wire/dumpUpdates';
import { reportHtml } from '../../../src-report/html/reportHtml';
import { reportJson } from '../../../src-report/reportJson';
import { reportMarkdown } from '../../../src-report/reportMarkdown';
import { reportLines } from '../../../src-report/reportText';
import { describeDump } from '../../host/describeDump';
import type { Installation } from '../../host/installation';
import { pathOfArgument } from '../../host/openArgument';
import { commandEngine } from '../commandEngine';
import { type FailOn, failing } from './failOn';

export interface AnalyzeArguments {
  readonly paths: readonly string[];
  readonly isJson: boolean;
  /** Files to write. */
  readonly markdown: string | undefined;
  readonly html: string | undefined;
  readonly language: 'en' | 'zh';
  readonly failOn: readonly FailOn[];
}

/** Exit codes: done; the dump can't be opened; a finding is above what `--fail-on` allows. (2 is for wrong arguments.) */
const DONE = 0;
const FAILED = 1;
const ABOVE_LIMIT = 3;

/** Opens the dump without a window and prints what is found; resolves with the exit code. Progress goes to `printError`. */
export async function runAnalyze(
  { paths, isJson, markdown, html, language, failOn }: AnalyzeArguments,
  installation: Installation,
  print: (line: string) => void,
  printError: (line: string) => void,
): Promise<number> {
  const { engine, dispose } = commandEngine(installation);
  try {
    const dump = await engine.open(paths.map((path) => pathOfArgument(path, process.cwd())));
    const opened = await readState(engine, dump, printError);
    printError(describeDump(opened));
    if (opened.status !== 'ready') return FAILED;
    const report = await askReport(engine, dump, printError);
    // Ranks that were read only for the report have their lanes now.
    const state = await nextDumpState(engine, dump);
    if (markdown !== undefined) writeFileSync(markdown, reportMarkdown(state.title, report, language));
    if (html !== undefined) {
      const job = await engine.ask(dump, 'summary.job', {});
      writeFileSync(html, reportHtml({ state, report, job, language, version }));
    }
    const lines = isJson
      ? JSON.stringify(reportJson(state, report), undefined, 2).split('\n')
      : markdown === undefined && html === undefined
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

/** Waits until the dump is read, with all its timelines; says how far that is in steps of a tenth. */
async function readState(engine: Engine, dump: DumpId, printError: (line: string) => void): Promise<DumpState> {
  let state = await nextDumpState(engine, dump);
  const say = tenths('Reading', printError);
  let isAllAsked = false;
  for (;;) {
    const isOpening = state.status === 'discovering' || state.status === 'indexing';
    if (!isOpening && !isAllAsked && state.ranks.some(({ status }) => status === 'unread')) {
      // Of a large job only the first timelines are read when it is opened.
      isAllAsked = true;
      await engine.readTimelines(dump, { kind: 'all' });
    }
    const isComing = isOpening || (state.status === 'ready' && state.ranks.some(({ status }) => COMING.has(status)));
    if (!isComing) return state;
    const [done, total] = state.ranks.reduce(
      ([doneBytes, totalBytes], { progress }) => [doneBytes + progress.bytesDone, totalBytes + progress.bytesTotal],
      [0, 0],
    );
    say(done, total);
    state = await nextDumpState(engine, dump, state);
  }
}

const COMING: ReadonlySet<string> = new Set(['unread', 'waiting', 'indexing']);

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

/** Walks over the ranks come one after another: a line for each tenth that is new. */
function tenths(what: string, printError: (line: string) => void): (done: number, total: number) => void {
  let last = 0;
  return (done, total) => {
    const tenth = total > 0 ? Math.floor((10 * done) / total) : 0;
    if (tenth <= last || tenth >= 10) return;
    last = tenth;
    printError(`${what}: ${tenth * 10} %`);
  };
}
