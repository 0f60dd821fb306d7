/** Summaries made as `tracelane summarize` makes them: of each rank by itself. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Finding, FindingsReport } from '../../../../../src-contract';
import { limitsWith } from '../../../../../src-worker/analysis/report';
import {
  type ReducedJob,
  reduceSummaries,
  type SummarySource,
  type ThreadBeside,
} from '../../../../../src-worker/analysis/summary/reduce';
import { summariesOf } from '../../../../../src-worker/analysis/summary/summarise';
import { factsOfBytes, summaryFile } from '../../../../../src-worker/analysis/summary/summaryFile';
import { openContext } from '../../../../fixtures/dumpContext';

export interface SummaryBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export async function summaryOf(path: string, jobName = ''): Promise<SummaryBytes> {
  return { name: path, bytes: summaryFile(await summariesOf(await openContext(path), jobName)) };
}

/** Of each rank below the folder, opened by itself. */
export async function summariesIn(folder: string): Promise<SummaryBytes[]> {
  const files: SummaryBytes[] = [];
  for (const name of readdirSync(folder).sort())
    if (/_ascend_(pt|ms)$|\.pt\.trace\.json(\.gz)?$/.test(name)) files.push(await summaryOf(join(folder, name)));
  return files;
}

export function sourceOf({ name, bytes }: SummaryBytes): SummarySource {
  return { name, read: (texts) => factsOfBytes(bytes, 'ranks', texts) };
}

export async function reduceFiles(files: readonly SummaryBytes[], beside?: ThreadBeside): Promise<ReducedJob> {
  const job = await reduceSummaries(files.map(sourceOf), limitsWith(), beside);
  if (!('report' in job)) throw new Error(`Nothing is left of ${JSON.stringify(job.leftOut)}`);
  return job;
}

function identity({ id, rank, place, title, cause }: Finding) {
  return { id, rank, ranks: place.ranks, title: title.id, cause: cause.id };
}

/** Of the sentence, what names something: the numbers in it are those of the finding. */
function named({ cause }: Finding) {
  return Object.entries(cause.values).filter(([, value]) => typeof value !== 'number');
}

/** The same findings with the same causes, and each loses the same to 1 %; what is told besides is the same, too. */
export function expectSame(own: FindingsReport, direct: FindingsReport): void {
  expect(own.findings.map(identity)).toEqual(direct.findings.map(identity));
  expect(own.findings.map(named)).toEqual(direct.findings.map(named));
  for (const [at, { lostNsPerStep }] of direct.findings.entries())
    expect(Math.abs(own.findings[at].lostNsPerStep - lostNsPerStep)).toBeLessThanOrEqual(0.01 * lostNsPerStep);
  expect(own.stepNs).toBeCloseTo(direct.stepNs, 0);
  expect(own.trust.map(({ sentence }) => sentence.id)).toEqual(direct.trust.map(({ sentence }) => sentence.id));
  expect(own.notRun).toEqual(direct.notRun);
  expect(own.notReported.map(({ title }) => title.id)).toEqual(direct.notReported.map(({ title }) => title.id));
  expect(own.split).toEqual(direct.split);
  expect(own.clocks.map(({ method }) => method)).toEqual(direct.clocks.map(({ method }) => method));
  for (const [at, { offsetNs }] of direct.clocks.entries())
    if (!Number.isNaN(offsetNs)) expect(Math.abs(own.clocks[at].offsetNs - offsetNs)).toBeLessThan(1000);
}
