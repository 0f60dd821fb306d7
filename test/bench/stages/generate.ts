import { statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { generateDemo } from '../../../src-main/demo/generate';
import type { DemoTruth } from '../../../src-main/demo/truth';
import { sizeBelow } from '../inputFolder';
import { type Measurement, type Stopwatch, startStopwatch } from '../measurement';
import { slicesIn } from './openDatabase';

/** Writes an input; `options` are the demo's as JSON, but for the folder. Aside first, so that a folder there is whole. */
export async function measureGenerate(folder: string, options: string): Promise<Measurement> {
  const aside = `${folder}.${process.pid}.tmp`;
  await rm(aside, { recursive: true, force: true });
  const watch = startStopwatch();
  const truth = await generateDemo({ folder: aside, ...JSON.parse(options) });
  await rm(folder, { recursive: true, force: true });
  await rename(aside, folder);
  const details = { ranks: truth.ranks.length };
  // Of one rank the trace alone is read; several can only be told apart by their folders.
  const [rank] = truth.ranks;
  const output = join(folder, rank.folder, 'ASCEND_PROFILER_OUTPUT');
  if (rank.databases !== undefined) {
    const path = join(output, `ascend_pytorch_profiler_${rank.rank}.db`);
    return {
      ...watch.read(),
      sizeBytes: statSync(path).size,
      events: slicesIn(rank.databases.rows),
      details,
      ...{ path },
    };
  }
  if (JSON.parse(options).withTimeline === false) return tablesOf(folder, output, truth, watch.read());
  const trace = join(output, 'trace_view.json');
  const path = truth.ranks.length > 1 ? folder : trace;
  const sizeBytes = truth.ranks.reduce((sum, { traceBytes }) => sum + traceBytes, 0);
  const events = truth.ranks.reduce((sum, { eventCount }) => sum + eventCount, 0);
  return { ...watch.read(), sizeBytes, events, details, ...{ path } };
}

/** A rank's longest table, of which each row is an event; of a job all tables, of which collectives are. */
function tablesOf(
  folder: string,
  output: string,
  { ranks }: DemoTruth,
  measured: ReturnType<Stopwatch['read']>,
): Measurement {
  const details = { ranks: ranks.length };
  const collectives = ranks.reduce((sum, { collectiveCount }) => sum + collectiveCount, 0);
  if (ranks.length > 1)
    return { ...measured, sizeBytes: sizeBelow(folder), events: collectives, details, ...{ path: folder } };
  const path = join(output, 'kernel_details.csv');
  const events = collectives + ranks[0].kernelCount;
  return { ...measured, sizeBytes: statSync(path).size, events, details, ...{ path } };
}
