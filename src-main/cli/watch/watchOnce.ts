import { rankOfName } from '../../../src-watch/lines/rankOfName';
import { inTurn, JobSteps, type RankStep } from '../../../src-watch/rule/jobSteps';
import { ReportMaker } from '../../../src-watch/rule/report';
import { throughputOf } from '../../../src-watch/rule/throughput';
import { isTold, lengthOf, tellEvent } from '../../../src-watch/telling/tellEvent';
import { tellThroughput, tellWhy } from '../../../src-watch/telling/tellWhy';
import { whyNoAlarm } from '../../../src-watch/why/whyNoAlarm';
import { words } from '../../../src-watch/words/words';
import { CommandError } from '../../base/commandError';
import { pathOfArgument } from '../../host/openArgument';
import { readerOf } from '../../watch/readerOf';
import { readOnce } from '../../watch/readOnce';
import { MonitorDatabases } from '../../watch/sources/monitorDatabases';
import type { WatchArguments } from './watchArguments';

/** Exit codes: done; there is an alarm, and `--fail-on-alarm` asks for that. */
const DONE = 0;
const ALARM = 3;

/** The whole of the files through the rule of alarm; resolves with the exit code. */
export async function watchOnce(
  given: WatchArguments,
  print: (line: string) => void,
  printError: (line: string) => void,
): Promise<number> {
  const { isJson, failsOnAlarm, language, limits, work, why } = given;
  const { steps, ignoredLines, isOfSample } = await readFiles(given, printError);
  const job = new JobSteps();
  const maker = new ReportMaker(limits);
  for (const step of steps) for (const told of job.add(step, 0)) maker.add(told);
  for (const told of job.end()) maker.add(told);
  if (isOfSample) printError(words('of-sample', {}, language));
  const report = maker.report();
  const counts = { steps: report.steps, alarms: report.alarms.length, triggers: report.triggers.length };
  const missing = { missing: maker.missingSamples, skip: limits.skip, baseline: limits.baseline };
  const reason = why && whyNoAlarm(maker.series, limits, why.from, why.to);
  const document = {
    ...{ ...report, measure: isOfSample ? 'sample' : 'step', ignoredLines },
    ...(Object.keys(work).length > 0 &&
      report.baseline && { throughput: throughputOf(work, report.baseline.meanMs * 1e6) }),
    ...(reason && { why: reason }),
  };
  const told = isJson
    ? JSON.stringify(document, undefined, 2).split('\n')
    : [
        ...maker.events
          .filter(isTold)
          .map((event) => tellEvent(event, limits, language) + tellThroughput(work, lengthOf(event), language)),
        ...(report.baseline === null ? [words('baseline.none', missing, language)] : []),
        ...(why && reason ? tellWhy(reason, why.from, why.to, language) : []),
        words('summary', counts, language),
      ];
  for (const line of told) print(line);
  return failsOnAlarm && report.alarms.length > 0 ? ALARM : DONE;
}

interface FilesRead {
  readonly steps: readonly RankStep[];
  readonly ignoredLines: number;
  readonly isOfSample: boolean;
}

/** Of several files, a rank each, one step of each in turn: as they were written. */
async function readFiles({ files, form }: WatchArguments, printError: (line: string) => void): Promise<FilesRead> {
  if (form.kind === 'prometheus' || form.kind === 'dumps')
    throw new CommandError('Servers and folders of dumps are followed while the job runs, not once.');
  const ofFiles: RankStep[][] = [];
  let ignoredLines = 0;
  let isOfSample = false;
  for (const file of files) {
    const path = pathOfArgument(file, process.cwd());
    if (form.kind === 'monitor' && path.endsWith('.db')) {
      const { steps: told } = await new MonitorDatabases([path]).look();
      if (told.length === 0) throw new CommandError(`There is no marker of a step in ${path}.`);
      ofFiles.push(...told.map((own) => [...own]));
      continue;
    }
    const reader = readerOf(form);
    const rank = files.length > 1 ? rankOfName(path) : undefined;
    const steps: RankStep[] = [];
    let lineCount = 0;
    const { tooLongCount } = await readOnce(path, (lines) => {
      lineCount += lines.length;
      return reader.readAll(lines, (step) => void steps.push(step.rank === undefined ? { ...step, rank } : step));
    });
    if (reader.isKnown !== true) throw new CommandError(notKnown(path, form.kind, lineCount));
    ofFiles.push(steps);
    const left = reader.damagedCount + tooLongCount;
    ignoredLines += left;
    isOfSample ||= 'isOfSample' in reader && reader.isOfSample === true;
    if (left > 0)
      printError(
        `Left out ${left === 1 ? 'one line' : `${left} lines`} without a step time that makes sense: ${path}.`,
      );
  }
  return { steps: inTurn(ofFiles), ignoredLines, isOfSample };
}

function notKnown(path: string, kind: WatchArguments['form']['kind'], lineCount: number): string {
  if (kind === 'steps')
    return `There are no step times in ${path}: it needs a header with columns such as step,ms (or step,s; rank and time besides), or JSON lines with such members.`;
  const lines = lineCount === 1 ? 'the one line' : `any of the ${lineCount} lines`;
  if (kind === 'pattern') return `The pattern does not match ${lines} of ${path}.`;
  return `No pattern of a training framework matches ${lines} of ${path}. Give one of your own: --pattern '…(?<step>\\d+)…(?<ms>[\\d.]+)…'.`;
}
