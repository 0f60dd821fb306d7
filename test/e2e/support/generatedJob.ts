import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectDir } from './dumps';

export interface GeneratedJob {
  readonly folder: string;
  remove(): Promise<void>;
}

/** What `tracelane demo` makes with these arguments, in a folder of its own. */
export async function generateJob(args: readonly string[]): Promise<GeneratedJob> {
  const folder = await mkdtemp(join(tmpdir(), 'tracelane-job-'));
  const program = join(projectDir, 'dist', 'node', 'cli.js');
  await promisify(execFile)(process.execPath, [program, 'demo', folder, ...args]);
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
