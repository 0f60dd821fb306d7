import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfStale, endToEndParts } from './build.mjs';

/** Before all specs: builds what is stale, and makes room for the generated jobs that all of them share. */
export default async function setup() {
  await buildIfStale(endToEndParts);
  const folder = await mkdtemp(join(tmpdir(), 'tracelane-e2e-jobs-'));
  process.env.TRACELANE_E2E_JOBS = folder;
  return () => rm(folder, { recursive: true, force: true });
}
