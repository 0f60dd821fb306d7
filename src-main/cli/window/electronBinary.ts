import { constants } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export type ElectronBinary =
  | { readonly isThere: true; readonly path: string }
  | { readonly isThere: false; readonly reason: string };

/**
 * Looks for the binary that the `electron` package fetches at first use. `require('electron')` would throw, or start a
 * download, where it is missing; two file reads tell.
 */
export async function findElectron(appDir: string, platform: NodeJS.Platform): Promise<ElectronBinary> {
  const packageDir = join(appDir, 'node_modules', 'electron');
  const manifest = await readText(join(packageDir, 'package.json'));
  if (manifest === undefined) return { isThere: false, reason: 'the electron package is not installed' };
  const wanted = versionOf(manifest);
  if (wanted === undefined) return { isThere: false, reason: 'the electron package is damaged' };
  const found = (await readText(join(packageDir, 'dist', 'version')))?.trim().replace(/^v/, '');
  if (found === undefined) return { isThere: false, reason: "Electron's binary is not installed" };
  if (found !== wanted) return { isThere: false, reason: `Electron's binary is ${found}, not ${wanted}` };
  const path = join(packageDir, 'dist', executableName(platform));
  const canRun = await access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
  return canRun ? { isThere: true, path } : { isThere: false, reason: "Electron's binary cannot be executed" };
}

function executableName(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return join('Electron.app', 'Contents', 'MacOS', 'Electron');
  return platform === 'win32' ? 'electron.exe' : 'electron';
}

function readText(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}

function versionOf(manifest: string): string | undefined {
  try {
    return (JSON.parse(manifest) as { readonly version?: string }).version;
  } catch {
    return undefined;
  }
}
