import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectDir, runModule } from './project.mjs';

const probeUrl = 'https://github.com/electron/electron/releases';
const probeLimitMs = 5_000;
const downloadLimitMs = 5 * 60_000;
const retryAfterMs = 7 * 24 * 60 * 60_000;
const failurePath = join(projectDir, 'node_modules', '.tracelane-electron-failed');

/**
 * Fetches Electron's binary if it is missing, a window can be shown, and fetching has not failed lately. Tracelane works
 * without it, so failing is told in one line and remembered for a week.
 *
 * @param {{ readonly hasDisplay: boolean }} facts
 */
export async function fetchElectronIfMissing({ hasDisplay }) {
  const packageDir = join(projectDir, 'node_modules', 'electron');
  const version = jsonOf(await readText(join(packageDir, 'package.json')))?.version;
  if (version === undefined) return;
  const found = (await readText(join(packageDir, 'dist', 'version')))?.trim().replace(/^v/, '');
  if (found === version || !hasDisplay || (await hasFailedLately(version))) return;
  const problem = await fetchElectron();
  if (problem === undefined) return;
  console.log(`Electron ${version} could not be fetched (${problem}); it is tried again in a week.`);
  // Where that can't be noted it is tried again at the next start.
  await writeFile(failurePath, JSON.stringify({ version, failedMs: Date.now() })).catch(() => undefined);
}

/** @returns {Promise<string | undefined>} why not, or undefined when it is there */
async function fetchElectron() {
  // A mirror is set on purpose: no need to ask whether it is there.
  const hasMirror = Boolean(process.env.ELECTRON_MIRROR ?? process.env.npm_config_electron_mirror);
  if (!hasMirror && !(await isReachable(probeUrl))) return 'its server cannot be reached';
  console.log('Fetching Electron, about 110 MB…');
  const { code, output } = await runModule('electron/install.js', [], { isQuiet: true, timeoutMs: downloadLimitMs });
  return code === 0 ? undefined : (output.trim().split('\n', 1)[0] ?? `exit code ${code}`);
}

/** @param {string} url */
async function isReachable(url) {
  try {
    return (await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(probeLimitMs) })).ok;
  } catch {
    return false;
  }
}

/** @param {string} version */
async function hasFailedLately(version) {
  const failure = jsonOf(await readText(failurePath));
  return failure?.version === version && Date.now() - failure.failedMs < retryAfterMs;
}

/** @param {string} path */
function readText(path) {
  return readFile(path, 'utf8').catch(() => undefined);
}

/**
 * @param {string | undefined} text
 * @returns {any} undefined when it is no JSON
 */
function jsonOf(text) {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
