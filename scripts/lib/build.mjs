import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectDir, runModule, StepError } from './project.mjs';

const stampDir = join(projectDir, 'dist', '.stamps');
const common = ['src-worker', 'src-contract', 'package.json', 'package-lock.json', 'resources'];

/**
 * Parts of the build: what each is made from, what it writes, and the configurations of vite that make it.
 *
 * @type {readonly { readonly name: string, readonly inputs: readonly string[], readonly output: string,
 *   readonly configs: readonly string[] }[]}
 */
const parts = [
  {
    name: 'renderer',
    inputs: [...common, 'src-renderer', 'vite.config.ts'],
    output: 'dist/renderer/index.html',
    configs: ['vite.config.ts'],
  },
  {
    name: 'node',
    inputs: [...common, 'src-main', 'scripts/lib/tokenizer.mjs', 'vite.node.config.ts', 'vite.preload.config.ts'],
    output: 'dist/node/cli.js',
    configs: ['vite.node.config.ts', 'vite.preload.config.ts'],
  },
];

/** Builds the parts whose sources changed since they were built. */
export async function buildIfStale() {
  await mkdir(stampDir, { recursive: true });
  for (const part of parts) {
    const fingerprint = await fingerprintOf(part.inputs);
    const stampPath = join(stampDir, part.name);
    const isBuilt = (await exists(join(projectDir, part.output))) && (await readText(stampPath)) === fingerprint;
    if (isBuilt) continue;
    console.log(`Building ${part.name}…`);
    for (const config of part.configs) {
      const args = ['build', '-c', config, '--logLevel', 'warn'];
      const { code, output } = await runModule('vite/bin/vite.js', args, { isQuiet: true });
      if (code !== 0) throw new StepError(`The ${part.name} could not be built.\n${output}`);
    }
    await writeFile(stampPath, fingerprint);
  }
}

/**
 * Names, sizes and times of all files below the inputs.
 *
 * @param {readonly string[]} inputs
 */
async function fingerprintOf(inputs) {
  const hash = createHash('sha256');
  for (const input of inputs) {
    for (const path of await filesBelow(join(projectDir, input))) {
      const { size, mtimeMs } = await stat(path);
      hash.update(`${path}\0${size}\0${mtimeMs}\n`);
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
