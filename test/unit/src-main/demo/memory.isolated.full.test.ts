import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { DemoTruth } from '../../../../src-main/demo/truth';
import { builtWorker } from '../../../fixtures/builtWorker';
import { temporaryFolder } from '../../../fixtures/indexed';

const { programPath } = builtWorker();

/** Imported before the program: tells the most memory it held when it ends. */
const teller = "process.on('exit', () => console.error('peak', process.resourceUsage().maxRSS * 1024));";

it('holds less than 300 MB while it writes 200 MB', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'teller.mjs'), teller);
  const job = join(folder, 'job');
  const options = ['--ranks', '2', '--steps', '10', '--events', '520000', '--seed', '1'];
  const args = ['--import', join(folder, 'teller.mjs'), programPath, 'demo', job, ...options];
  const { stderr } = await promisify(execFile)(process.execPath, args);
  const truth = JSON.parse(readFileSync(join(job, 'truth.json'), 'utf8')) as DemoTruth;
  expect(truth.ranks.reduce((sum, { traceBytes }) => sum + traceBytes, 0)).toBeGreaterThan(170e6);
  expect(Number(/^peak (\d+)$/m.exec(stderr)?.[1])).toBeLessThan(300e6);
}, 60_000);
