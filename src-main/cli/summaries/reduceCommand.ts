import { jobPartsLines, leftOutLines } from '../../../src-report/summaryText';
import { reduceFolder } from '../../engine/summaries/folderReduction';
import type { Installation } from '../../host/installation';
import { pathOfArgument } from '../../host/openArgument';
import { writeWhole } from '../export/outputFile';
import type { ReduceArguments } from './summaryArguments';

/** Makes one job of the summaries in a folder; resolves with the exit code. */
export async function runReduce(
  { folder, out, isJson, language }: ReduceArguments,
  { workerUrl }: Installation,
  print: (line: string) => void,
  printError: (line: string) => void,
): Promise<number> {
  const target = pathOfArgument(out, process.cwd());
  const made = await reduceFolder(pathOfArgument(folder, process.cwd()), target, workerUrl);
  const { bytes, ranks, missing, leftOut } = made;
  const findings = made.findings.map(({ id, rank, lostNsPerStep }) => {
    return { id, rank: rank ?? null, lostMsPerStep: lostNsPerStep / 1e6 };
  });
  if (bytes) writeWhole(target, bytes);
  if (isJson) printJson({ ranks, missing, leftOut, findings }, print);
  if (!bytes) {
    if (!isJson) for (const line of leftOutLines(leftOut, language)) printError(line);
    printError(`${folder} has no summary of a rank. tracelane summarize makes them.`);
    return 1;
  }
  if (isJson) return 0;
  for (const line of jobPartsLines(made, language)) print(line);
  print(`${out}: ${(bytes.length / 1000).toFixed(1)} kB`);
  return 0;
}

function printJson(value: object, print: (line: string) => void): void {
  for (const line of JSON.stringify(value, undefined, 2).split('\n')) print(line);
}
