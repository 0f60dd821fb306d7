import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DemoTruth } from '../../../src-main/demo/truth';
import { projectDir } from './dumps';

export interface GeneratedJob {
  readonly folder: string;
  readonly truth: DemoTruth;
}

/** What `tracelane demo` makes with these arguments: made once for all specs of the run, so only to be read. */
export async function generatedJob(args: readonly string[]): Promise<GeneratedJob> {
  const jobs = process.env.TRACELANE_E2E_JOBS;
  if (jobs === undefined) throw new Error('scripts/lib/endToEndSetup.mjs has not run');
  const folder = join(jobs, `job-${createHash('sha256').update(args.join('\0')).digest('hex').slice(0, 12)}`);
  if (!existsSync(folder)) {
    const aside = await mkdtemp(join(jobs, 'new-'));
    await promisify(execFile)(process.execPath, [join(projectDir, 'dist', 'node', 'cli.js'), 'demo', aside, ...args]);
    try {
      await rename(aside, folder);
    } catch (error) {
      // The other worker has made the same meanwhile.
      if (!existsSync(folder)) throw error;
      await rm(aside, { recursive: true });
    }
  }
  return { folder, truth: JSON.parse(await readFile(join(folder, 'truth.json'), 'utf8')) as DemoTruth };
}
