import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectDir, runNpm, StepError } from './project.mjs';

/** @typedef {{ readonly version?: string, readonly optional?: boolean, readonly link?: boolean }} LockedPackage */
/** @typedef {Readonly<Record<string, LockedPackage>>} LockedPackages */

/**
 * What node_modules lacks or has in another version. Optional packages (binaries for other platforms) may be missing.
 *
 * @param {LockedPackages} wanted `packages` of package-lock.json
 * @param {LockedPackages} installed `packages` of node_modules/.package-lock.json, where npm notes what it installed
 * @returns {readonly string[]} their places, "node_modules/…"
 */
export function missingPackages(wanted, installed) {
  return Object.entries(wanted)
    .filter(([place, { version, optional, link }]) => {
      if (place === '' || link) return false;
      const found = installed[place];
      return found === undefined ? !optional : found.version !== version;
    })
    .map(([place]) => place);
}

/** Installs what the lock file asks for, if anything of it is missing. */
export async function installIfMissing() {
  const wanted = await readPackages(join(projectDir, 'package-lock.json'));
  if (wanted === undefined) throw new StepError('package-lock.json is missing; this checkout is not complete.');
  const installed = (await readPackages(join(projectDir, 'node_modules', '.package-lock.json'))) ?? {};
  const missing = missingPackages(wanted, installed);
  if (missing.length === 0) return;
  console.log(`Installing ${missing.length} packages…`);
  // Electron's binary (100 MB, from another server) is fetched when it is needed, and not waited for here.
  const env = { ELECTRON_SKIP_BINARY_DOWNLOAD: '1' };
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  if ((await runNpm(args, { env })).code === 0) return;
  console.log('Trying again without install scripts of packages…');
  const { code } = await runNpm([...args, '--ignore-scripts'], { env });
  if (code !== 0) throw new StepError('The packages could not be installed; see the messages of npm above.');
}

/**
 * @param {string} path
 * @returns {Promise<LockedPackages | undefined>} undefined when the file is not there or no JSON
 */
async function readPackages(path) {
  try {
    return JSON.parse(await readFile(path, 'utf8')).packages;
  } catch {
    return undefined;
  }
}
