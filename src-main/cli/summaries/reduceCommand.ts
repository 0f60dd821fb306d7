import { jobPartsLines, leftOutLines } from '../../../src-report/summaryText';
import { reduceFolder } from '../../engine/summaries/summaryFiles';
import { pathOfArgument } from '../../host/openArgument';
import { writeWhole } from '../export/outputFile';
import type { ReduceArguments } from './summaryArguments';

/** Makes one job of the summaries in a folder; resolves with the exit code. */
export async function runReduce(
  { folder, out, isJson, language }: ReduceArguments,
  print: (line: string) => void,
  printError: (line: string) => void,
): Promise<number> {
  const target = pathOfArgument(out, process.cwd());
  const made = await reduceFolder(pathOfArgument(folder, process.cwd()), target);
  if (!('job' in made)) {
    if (isJson) printJson({ ranks: [], missing: [], leftOut: made.leftOut, findings: [] }, print);
    else for (const line of leftOutLines(made.leftOut, language)) printError(line);
    printError(`${folder} has no summary of a rank. tracelane summarize makes them.`);
    return 1;
  }
  const { job, bytes } = made;
  writeWhole(target, bytes);
  const { ranks, missing, leftOut, report } = job;
  if (isJson) {
    const findings = report.findings.map(({ id, rank, lostNsPerStep }) => {
      return { id, rank: rank ?? null, lostMsPerStep: lostNsPerStep / 1e6 };
    });
    printJson({ ranks, missing, leftOut, findings }, print);
    return 0;
  }
  for (const line of jobPartsLines(job, language)) print(line);
  print(`${out}: ${(bytes.length / 1000).toFixed(1)} kB`);
  return 0;
}

function printJson(value: object, print: (line: string) => void): void {
  for (const line of JSON.stringify(value, undefined, 2).split('\n')) print(line);
}
