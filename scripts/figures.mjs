/**
 * `npm run figures [-- REPORT…]`: writes the README's table of figures from what `npm run bench` has measured: the reports that are
 * named, else the newest one of a whole run in dist/bench.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { figuresOf, withFigures } from '../test/bench/figures.mjs';
import { helpIfAsked } from './lib/helpIfAsked.mjs';
import { projectDir } from './lib/project.mjs';

helpIfAsked(import.meta.url);

const folder = join(projectDir, 'dist', 'bench');
const named = process.argv.slice(2);
const files = named.length > 0 ? named : newestWhole();
if (files.length === 0) {
  console.error('dist/bench has no report of a whole run. Run `npm run bench` first, or name the reports.');
  process.exit(1);
}
const readme = join(projectDir, 'README.md');
const figures = figuresOf(files.map((file) => JSON.parse(readFileSync(file, 'utf8'))));
writeFileSync(readme, withFigures(readFileSync(readme, 'utf8'), figures));
console.log(figures);

/** @returns {string[]} */
function newestWhole() {
  const all = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  const newest = all
    .sort()
    .reverse()
    .map((name) => join(folder, name))
    .find((file) => {
      const { results = [], openings = [] } = JSON.parse(readFileSync(file, 'utf8'));
      return openings.length > 0 && results.some((/** @type {{ input: string }} */ { input }) => input === '2GB');
    });
  return newest === undefined ? [] : [newest];
}
