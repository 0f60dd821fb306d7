import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { projectDir, run, StepError } from './project.mjs';

/** The AssemblyScript by the names of what is made of it. */
const sources = {
  tokenizer: join(projectDir, 'src-worker', 'tokenizer', 'assembly'),
  arranging: join(projectDir, 'src-worker', 'index', 'assembly'),
  pages: join(projectDir, 'src-worker', 'sqlite', 'assembly'),
  drawing: join(projectDir, 'src-worker', 'query', 'assembly'),
  csv: join(projectDir, 'src-worker', 'tables', 'assembly'),
  facts: join(projectDir, 'src-worker', 'parquet', 'assembly'),
};
/** @typedef {keyof typeof sources} WasmName */

/** What several of them use. */
const shared = join(projectDir, 'src-worker', 'base', 'assembly');

/** Outside dist/node, which vite empties. */
const cacheDir = join(projectDir, 'dist', '.wasm');

/**
 * How it is compiled. `minimal` is the smallest runtime whose allocator gives memory back; nothing in it
 * collects garbage, and no object is collected. Without `abort`, what can't go on is a trap.
 */
const options = [
  ...['--runtime', 'minimal', '--enable', 'simd', '--enable', 'bulk-memory', '--use', 'abort='],
  ...['-O3', '--converge', '--noAssert', '--uncheckedBehavior', 'always'],
];

/**
 * Compiles the sources to WebAssembly, unless they were compiled before as they are.
 *
 * @param {readonly string[]} [more] options: `--debug` keeps the names of functions
 * @returns {Promise<Record<WasmName, string>>} paths of the .wasm files
 */
export async function buildWasm(more = []) {
  const suffix = `-${await fingerprint(more)}.wasm`;
  const names = /** @type {WasmName[]} */ (Object.keys(sources));
  const pathOf = (/** @type {WasmName} */ name) => join(cacheDir, `${name}${suffix}`);
  const are = await Promise.all(names.map((name) => isReadable(pathOf(name))));
  const missing = names.filter((_, at) => !are[at]);
  if (missing.length > 0) {
    await mkdir(cacheDir, { recursive: true });
    // Two builds may run at once: each writes files of its own, and whoever is last renames the same bytes.
    const partialOf = (/** @type {WasmName} */ name) => `${pathOf(name)}.${process.pid}`;
    const compilations = missing.map((name) => {
      return [
        join(sources[name], 'index.ts'),
        '--baseDir',
        projectDir,
        '--outFile',
        partialOf(name),
        ...options,
        ...more,
      ];
    });
    const script = join(projectDir, 'scripts', 'lib', 'compileWasm.mjs');
    const { code, output } = await run(process.execPath, [script, JSON.stringify(compilations)], { isQuiet: true });
    if (code !== 0) throw new StepError(`The WebAssembly could not be compiled.\n${output}`);
    for (const name of missing) await rename(partialOf(name), pathOf(name));
  }
  return {
    tokenizer: pathOf('tokenizer'),
    arranging: pathOf('arranging'),
    pages: pathOf('pages'),
    drawing: pathOf('drawing'),
    csv: pathOf('csv'),
    facts: pathOf('facts'),
  };
}

/**
 * Of all sources, since they share some, the options and the compiler's version.
 *
 * @param {readonly string[]} more
 */
async function fingerprint(more) {
  const hash = createHash('sha256').update([...options, ...more].join(' '));
  for (const sourceDir of [...Object.values(sources), shared])
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
 * For vite: puts `tokenizer.wasm`, `arranging.wasm`, `pages.wasm`, `drawing.wasm`, `csv.wasm` and `facts.wasm` beside the program.
 *
 * @returns {import('vite').Plugin}
 */
export function wasmPlugin() {
  return {
    name: 'tracelane-wasm',
    apply: 'build',
    // Not as assets: vite drops those when it builds for Node.
    async writeBundle({ dir }) {
      if (dir === undefined) return;
      for (const [name, path] of Object.entries(await buildWasm())) await copyFile(path, join(dir, `${name}.wasm`));
    },
  };
}
