import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { projectDir } from './project.mjs';

const packageName = 'node-sqlite3-wasm';
const packageDir = join(projectDir, 'node_modules', packageName);
/** Beside the program, which finds it from its folder of chunks. */
const folder = 'sqlite';

/**
 * For vite: puts SQLite beside the program as the package has it, since its script looks for its WebAssembly in its own
 * folder, and reads it when it is loaded. Nothing of it is loaded before the first database is written.
 *
 * @returns {import('vite').Plugin}
 */
export function sqliteLibraryPlugin() {
  const virtualId = `\0${packageName}`;
  return {
    name: 'tracelane-sqlite-library',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id === packageName ? virtualId : undefined),
    load(id) {
      if (id !== virtualId) return undefined;
      // A chunk of its own, because it is imported when it is needed: it lies in `chunks`.
      const path = JSON.stringify(`../${folder}/${packageName}.cjs`);
      return `import { createRequire } from 'node:module';\nexport default createRequire(import.meta.url)(${path});\n`;
    },
    async writeBundle({ dir }) {
      if (dir === undefined) return;
      const target = join(dir, folder);
      await mkdir(target, { recursive: true });
      await copyFile(join(packageDir, 'dist', `${packageName}.js`), join(target, `${packageName}.cjs`));
      await copyFile(join(packageDir, 'dist', `${packageName}.wasm`), join(target, `${packageName}.wasm`));
    },
  };
}
