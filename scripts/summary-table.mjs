/**
 * `npm run summary-table [-- WORD…] [-- --write]`: summarizes each rank of each dump in `TRACELANE_DUMPS` (../shared/dumps) whose path has
 * every WORD, and prints what a summary comes to: its size, and the time and memory that it takes. `--write` puts the table into
 * docs/summary-format.md. Exits with 1 where a summary is larger than it may be.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { buildIfStale } from './lib/build.mjs';
import { helpIfAsked } from './lib/helpIfAsked.mjs';
import { projectDir, requireNode } from './lib/project.mjs';
import { MOST_BYTES, summarizedDumps, summaryTable } from './lib/summaryTable.mjs';

helpIfAsked(import.meta.url);

const BEGIN = '<!-- npm run summary-table: begin -->';
const END = '<!-- npm run summary-table: end -->';

const args = process.argv.slice(2);
const words = args.filter((arg) => !arg.startsWith('--'));
requireNode([20, 19]);
const dumps = resolve(process.env.TRACELANE_DUMPS ?? join(projectDir, '..', 'shared', 'dumps'));
await buildIfStale(['node']);

const found = await summarizedDumps(dumps, words, (line) => process.stderr.write(`${line}\n`));
if (found.length === 0) {
  console.error(`There is no dump in ${dumps} with ${words.join(' and ') || 'a rank'} in its path.`);
  process.exit(1);
}
const table = summaryTable(found);
console.log(table);
if (args.includes('--write')) {
  const path = join(projectDir, 'docs', 'summary-format.md');
  const text = await readFile(path, 'utf8');
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`${path} has no place for the table: ${BEGIN} … ${END}`);
  const about = `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}.`;
  await writeFile(path, `${text.slice(0, begin + BEGIN.length)}\n${table}\n\n${about}\n${text.slice(end)}`);
}
const largest = Math.max(...found.flatMap(({ ranks }) => ranks.map(({ summaryBytes }) => summaryBytes)));
if (largest > MOST_BYTES) {
  console.error(`A summary has ${largest} bytes, more than ${MOST_BYTES}.`);
  process.exitCode = 1;
}
