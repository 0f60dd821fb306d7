import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { generateDemo } from '../../../src-main/demo/generate';
import { type Measurement, startStopwatch } from '../measurement';

/** Writes an input; `options` are the demo's as JSON, but for the folder. Aside first, so that a folder there is whole. */
export async function measureGenerate(folder: string, options: string): Promise<Measurement> {
  const aside = `${folder}.${process.pid}.tmp`;
  await rm(aside, { recursive: true, force: true });
  const watch = startStopwatch();
  const truth = await generateDemo({ folder: aside, ...JSON.parse(options) });
  // The benchmark reads the trace alone.
  const [rank] = truth.ranks;
  await rm(folder, { recursive: true, force: true });
  await rename(aside, folder);
  const details = { ranks: truth.ranks.length };
  const path = join(folder, rank.folder, 'ASCEND_PROFILER_OUTPUT', 'trace_view.json');
  return { ...watch.read(), sizeBytes: rank.traceBytes, events: rank.eventCount, details, ...{ path } };
}
