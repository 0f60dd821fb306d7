import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { missingPackages } from '../../../scripts/lib/install.mjs';
import { projectDir } from '../../../scripts/lib/project.mjs';

const wanted = {
  '': { version: '0.1.0' },
  'node_modules/react': { version: '19.3.1' },
  'node_modules/only-on-windows': { version: '1.0.0', optional: true },
};

test('nothing is missing when every package is there in its version', () => {
  expect(missingPackages(wanted, { 'node_modules/react': { version: '19.3.1' } })).toEqual([]);
});

test('a package that is not there, or in another version', () => {
  expect(missingPackages(wanted, {})).toEqual(['node_modules/react']);
  expect(missingPackages(wanted, { 'node_modules/react': { version: '19.3.0' } })).toEqual(['node_modules/react']);
});

test('an optional package may be missing, but not be of another version', () => {
  const installed = {
    'node_modules/react': { version: '19.3.1' },
    'node_modules/only-on-windows': { version: '0.9.0' },
  };
  expect(missingPackages(wanted, installed)).toEqual(['node_modules/only-on-windows']);
});

test.each(['start', 'test'])('npm %s comes to installing where nothing is installed', async (name) => {
  const checkout = await mkdtemp(join(tmpdir(), 'tracelane-new-'));
  try {
    for (const part of ['package.json', 'scripts']) {
      await cp(join(projectDir, part), join(checkout, part), { recursive: true });
    }
    const ran = promisify(execFile)(process.execPath, [join(checkout, 'scripts', `${name}.mjs`)]);
    // It has loaded all that it imports, and now misses what tells it what to install.
    const { stdout, stderr } = await ran.catch((error: { stdout: string; stderr: string }) => error);
    expect(stdout + stderr).toContain('package-lock.json is missing');
  } finally {
    await rm(checkout, { recursive: true });
  }
});
