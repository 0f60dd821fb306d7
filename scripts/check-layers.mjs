/** Part of `npm run lint`: holds the table of layers (lib/layers.mjs) against the imports of all sources. */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { findViolations } from './lib/importGraph.mjs';
import { projectDir } from './lib/project.mjs';

const folders = ['src-main', 'src-renderer', 'src-contract', 'src-report', 'src-watch', 'src-worker'];

/** @type {Map<string, string>} */
const texts = new Map();
for (const folder of folders) {
  for (const entry of await readdir(join(projectDir, folder), { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !/\.tsx?$/.test(path)) continue;
    texts.set(relative(projectDir, path).split(sep).join('/'), await readFile(path, 'utf8'));
  }
}
const violations = findViolations(texts);
for (const violation of violations) console.error(violation);
console.log(`${texts.size} files, ${violations.length} violations of the layers`);
process.exitCode = violations.length > 0 ? 1 : 0;
