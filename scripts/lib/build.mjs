import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { nodeBuildFiles } from './nodeBuild.mjs';
import { projectDir, runModule, StepError } from './project.mjs';
import { buildWasm } from './wasm.mjs';

/** @typedef {'renderer' | 'node' | 'harness' | 'standIn' | 'trial' | 'fuzz'} PartName */

const stampDir = join(projectDir, 'dist', '.stamps');
const common = [
  'scripts/lib/bundledPackages.mjs',
  'scripts/lib/chunkCircles.mjs',
  'scripts/lib/importGraph.mjs',
  'src-worker',
  'src-contract',
  'src-report',
  'package.json',
  'package-lock.json',
  'resources',
];
/** Of what runs in Node. */
const inNode = [...common, 'src-main', 'src-watch', ...nodeBuildFiles];

/**
 * Parts of the build: what each is made from, what it writes, and the configurations of vite that make it.
 *
 * @type {Readonly<Record<PartName, { readonly inputs: readonly string[], readonly output: string,
 *   readonly configs: readonly string[] }>>}
 */
const parts = {
  renderer: {
    inputs: [...common, 'src-renderer', 'scripts/lib/startChunks.mjs', 'vite.config.ts'],
    output: 'dist/renderer/index.html',
    configs: ['vite.config.ts'],
  },
  node: {
    inputs: [...inNode, 'vite.node.config.ts', 'vite.preload.config.ts'],
    output: 'dist/node/cli.js',
    configs: ['vite.node.config.ts', 'vite.preload.config.ts'],
  },
  harness: {
    inputs: [...common, 'src-renderer', 'test/fixtures', 'test/e2e/harness'],
    output: 'dist/harness/parts.html',
    configs: ['test/e2e/harness/vite.config.ts'],
  },
  standIn: {
    inputs: ['src-contract/wire', 'package.json', 'package-lock.json', 'test/e2e/electronStandIn'],
    output: 'dist/standIn/page.js',
    configs: ['test/e2e/electronStandIn/vite.config.ts', 'test/e2e/electronStandIn/vite.page.config.ts'],
  },
  trial: {
    inputs: [...inNode, 'test/fixtures/trialWorker.ts', 'test/fixtures/vite.config.ts'],
    output: 'dist/trial/worker.cjs',
    configs: ['test/fixtures/vite.config.ts'],
  },
  fuzz: {
    inputs: [...inNode, 'test/fuzz', 'test/fixtures'],
    output: 'dist/fuzz/main.js',
    configs: ['test/fuzz/vite.config.ts'],
  },
};

/** @type {readonly PartName[]} */
export const programParts = ['renderer', 'node'];
/** @type {readonly PartName[]} */
export const endToEndParts = ['renderer', 'node', 'harness', 'standIn'];
/**
 * The program, the pages on which end-to-end tests show parts of the window, and for unit tests worker threads that are put
 * on trial and the processes that fuzz.
 *
 * @type {readonly PartName[]}
 */
export const allParts = ['renderer', 'node', 'harness', 'standIn', 'trial', 'fuzz'];

/**
 * Builds the parts whose sources changed since they were built. Whoever else builds at the same time is waited for.
 *
 * @param {readonly PartName[]} [names]
 */
export async function buildIfStale(names = programParts) {
  await mkdir(stampDir, { recursive: true });
  if ((await staleParts(names)).length === 0) return;
  await inTurn(async () => {
    const stale = await staleParts(names);
    const forPages = stale.filter(({ name }) => !isForNode(name));
    const forTests = stale.filter(({ name }) => isForNode(name) && name !== 'node');
    // On two cores, side by side: the WebAssembly, which all that runs in Node has, takes half of the time.
    const wasm = stale.length > forPages.length ? buildWasm() : undefined;
    const ended = await Promise.allSettled([
      Promise.resolve(wasm).then(() => buildEach(forTests)),
      buildEach(forPages)
        .then(() => wasm)
        .then(() => buildEach(stale.filter(({ name }) => name === 'node'))),
    ]);
    for (const one of ended) if (one.status === 'rejected') throw one.reason;
  });
}

/** @param {PartName} name */
function isForNode(name) {
  return parts[name].inputs.includes('src-main');
}

/** @param {readonly StalePart[]} stale */
async function buildEach(stale) {
  for (const { name, fingerprint } of stale) {
    // To stderr: a program's own output may be read by another one.
    console.error(`Building ${name}…`);
    await rm(join(stampDir, name), { force: true });
    for (const config of parts[name].configs) {
      const args = ['build', '-c', config, '--logLevel', 'warn'];
      const { code, output } = await runModule('vite/bin/vite.js', args, { isQuiet: true });
      if (code !== 0) throw new StepError(`The ${name} could not be built.\n${output}`);
    }
    await writeFile(join(stampDir, name), fingerprint);
  }
}

/** @typedef {{ readonly name: PartName, readonly fingerprint: string }} StalePart */

/**
 * @param {readonly PartName[]} names
 * @returns {Promise<StalePart[]>}
 */
async function staleParts(names) {
  const stale = [];
  for (const name of names) {
    const { inputs, output } = parts[name];
    const fingerprint = await fingerprintOf(inputs);
    const isBuilt = (await exists(join(projectDir, output))) && (await readText(join(stampDir, name))) === fingerprint;
    if (!isBuilt) stale.push({ name, fingerprint });
  }
  return stale;
}

/**
 * One process at a time. What a process left behind that was killed is not waited for.
 *
 * @param {() => Promise<void>} work
 */
async function inTurn(work) {
  const path = join(stampDir, 'building');
  for (;;) {
    const file = await open(path, 'wx').catch(() => undefined);
    if (file !== undefined) {
      await file.writeFile(String(process.pid));
      await file.close();
      break;
    }
    const holder = Number(await readText(path));
    if (holder > 0 && !isRunning(holder)) await rm(path, { force: true });
    else await setTimeout(100);
  }
  try {
    await work();
  } finally {
    await rm(path, { force: true });
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * Names and contents of all files below the inputs.
 *
 * @param {readonly string[]} inputs
 */
async function fingerprintOf(inputs) {
  const hash = createHash('sha256');
  for (const input of inputs) {
    for (const path of await filesBelow(join(projectDir, input))) {
      hash.update(`\0${relative(projectDir, path)}\0`).update(await readFile(path));
    }
  }
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @returns {Promise<readonly string[]>} sorted; the path itself if it is a file, nothing if it does not exist
 */
async function filesBelow(path) {
  if (!(await exists(path))) return [];
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** @param {string} path */
function exists(path) {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** @param {string} path */
function readText(path) {
  return readFile(path, 'utf8').catch(() => undefined);
}
