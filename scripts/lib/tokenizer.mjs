import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { projectDir, runModule, StepError } from './project.mjs';

const sourceDir = join(projectDir, 'src-worker', 'tokenizer', 'assembly');
/** Outside dist/node, which vite empties. */
const cacheDir = join(projectDir, 'dist', '.wasm');

/**
 * How the AssemblyScript is compiled. `minimal` is the smallest runtime whose allocator gives memory back; nothing in it
 * collects garbage, and no object is collected. Without `abort`, what can't go on is a trap.
 */
const options = [
  ...['--runtime', 'minimal', '--enable', 'simd', '--enable', 'bulk-memory', '--use', 'abort='],
  ...['-O3', '--converge', '--noAssert', '--uncheckedBehavior', 'always'],
];

/**
 * Compiles the tokenizer to WebAssembly, unless it was compiled from these very sources before.
 *
 * @returns {Promise<string>} path of the .wasm file
 */
export async function buildTokenizer() {
  const path = join(cacheDir, `tokenizer-${await fingerprint()}.wasm`);
  if (await isReadable(path)) return path;
  await mkdir(cacheDir, { recursive: true });
  // Two builds may run at once: each writes a file of its own, and whoever is last renames the same bytes.
  const partial = `${path}.${process.pid}`;
  const args = [join(sourceDir, 'index.ts'), '--baseDir', projectDir, '--outFile', partial, ...options];
  const { code, output } = await runModule('assemblyscript/bin/asc.js', args, { isQuiet: true });
  if (code !== 0) throw new StepError(`The tokenizer could not be compiled.\n${output}`);
  await rename(partial, path);
  return path;
}

/** Of the sources, the options and the compiler's version. */
async function fingerprint() {
  const hash = createHash('sha256').update(options.join(' '));
  for (const name of (await readdir(sourceDir)).filter((file) => file.endsWith('.ts')).sort())
    hash.update(`\0${name}\0`).update(await readFile(join(sourceDir, name)));
  hash.update(await readFile(join(projectDir, 'node_modules', 'assemblyscript', 'package.json')));
  return hash.digest('hex').slice(0, 16);
}

/** @param {string} path */
function isReadable(path) {
  return readFile(path).then(
    () => true,
    () => false,
  );
}

/**
 * For vite: puts `tokenizer.wasm` beside the program.
 *
 * @returns {import('vite').Plugin}
 */
export function tokenizerPlugin() {
  return {
    name: 'tracelane-tokenizer',
    apply: 'build',
    // Not as an asset: vite drops those when it builds for Node.
    async writeBundle({ dir }) {
      if (dir !== undefined) await copyFile(await buildTokenizer(), join(dir, 'tokenizer.wasm'));
    },
  };
}
