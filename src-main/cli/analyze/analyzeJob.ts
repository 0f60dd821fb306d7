import { writeFileSync } from 'node:fs';
import type { FindingsReport } from '../../../src-contract';
import { reportJson } from '../../../src-report/reportJson';
import { reportMarkdown } from '../../../src-report/reportMarkdown';
import { reportLines } from '../../../src-report/reportText';
import { jobPartsLines } from '../../../src-report/summaryText';
import type { ReadJob } from '../../engine/summaries/summaryFiles';
import { UsageError } from '../usageError';
import type { AnalyzeArguments } from './analyzeArguments';

/** Prints, or writes, what was found in a job of summaries. Throws a `UsageError` for what needs the timelines. */
export function tellJob(job: ReadJob, given: AnalyzeArguments, print: (line: string) => void): FindingsReport {
  const { isJson, markdown, html, perftracker, language, compare, paths } = given;
  const needsTimelines = [
    html !== undefined && '--html',
    perftracker !== undefined && '--perftracker',
    compare && '--compare',
  ];
  const option = needsTimelines.find((own) => typeof own === 'string');
  if (option !== undefined)
    throw new UsageError(`${paths[0]} is a job made of summaries: ${option} needs the ranks’ own files.`);
  const { report, title } = job;
  const name = title === '' ? paths[0] : title;
  if (markdown !== undefined) writeFileSync(markdown, reportMarkdown(name, report, language, {}));
  if (isJson) {
    const { ranks, missing, leftOut } = job;
    const plain = { ...reportJson({ title: name, paths, ranks: [] }, report), summaries: { ranks, missing, leftOut } };
    for (const line of JSON.stringify(plain, undefined, 2).split('\n')) print(line);
  } else if (markdown === undefined) {
    for (const line of [...jobPartsLines(job, language), '', ...reportLines(report, language)]) print(line);
  }
  return report;
}
