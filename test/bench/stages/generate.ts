import { statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { generateDemo } from '../../../src-main/demo/generate';
import { type Measurement, startStopwatch } from '../measurement';
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
  const trace = join(output, 'trace_view.json');
  const path = truth.ranks.length > 1 ? folder : trace;
  const sizeBytes = truth.ranks.reduce((sum, { traceBytes }) => sum + traceBytes, 0);
  const events = truth.ranks.reduce((sum, { eventCount }) => sum + eventCount, 0);
  return { ...watch.read(), sizeBytes, events, details, ...{ path } };
}
