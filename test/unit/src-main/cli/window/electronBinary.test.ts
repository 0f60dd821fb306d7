import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findElectron } from '../../../../../src-main/cli/window/electronBinary';

let dir = '';
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tracelane-electron-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function install(packageVersion: string, binaryVersion?: string, mode = 0o755): Promise<void> {
  const packageDir = join(dir, 'node_modules', 'electron');
  await mkdir(join(packageDir, 'dist'), { recursive: true });
  await writeFile(join(packageDir, 'package.json'), JSON.stringify({ version: packageVersion }));
  if (binaryVersion === undefined) return;
  await writeFile(join(packageDir, 'dist', 'version'), binaryVersion);
  await writeFile(join(packageDir, 'dist', 'electron'), '');
  await chmod(join(packageDir, 'dist', 'electron'), mode);
}

test('a binary of the package’s version', async () => {
  await install('45.4.1', 'v45.4.1\n');
  const path = join(dir, 'node_modules', 'electron', 'dist', 'electron');
  expect(await findElectron(dir, 'linux')).toEqual({ isThere: true, path });
});

test('no package, no binary, another version, not executable', async () => {
  const reason = async (): Promise<unknown> => findElectron(dir, 'linux');
  expect(await reason()).toEqual({ isThere: false, reason: 'the electron package is not installed' });
  await install('45.4.1');
  expect(await reason()).toEqual({ isThere: false, reason: "Electron's binary is not installed" });
  await install('45.4.1', '44.0.0');
  expect(await reason()).toEqual({ isThere: false, reason: "Electron's binary is 44.0.0, not 45.4.1" });
});

test.skipIf(process.platform === 'win32')('a binary that cannot be executed', async () => {
  await install('45.4.1', '45.4.1', 0o644);
  expect(await findElectron(dir, 'linux')).toEqual({ isThere: false, reason: "Electron's binary cannot be executed" });
});
