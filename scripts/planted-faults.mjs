/**
 * `node scripts/planted-faults.mjs [WORD…] [--write]`: plants the faults of which the job's name has every WORD (all of them
 * without), analyses, and prints how what is found compares with what was planted. `--write` puts the table of all of them into
 * docs/findings.md. Exits with 1 where one is not as it must be.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildIfStale } from './lib/build.mjs';
import { plantedJobs, verdictsOf, verdictTable } from './lib/plantedFaults.mjs';
import { projectDir, requireNode } from './lib/project.mjs';

const BEGIN = '<!-- planted faults: written by scripts/planted-faults.mjs -->';
const END = '<!-- end of planted faults -->';

const args = process.argv.slice(2);
const words = args.filter((arg) => !arg.startsWith('--'));
const isWritten = args.includes('--write');
requireNode([20, 19]);
await buildIfStale(['node']);

const verdicts = [];
for (const job of plantedJobs()) {
  if (!words.every((word) => job.name.includes(word))) continue;
  const from = performance.now();
  const own = await verdictsOf(job);
  const problems = own.reduce((sum, { problems }) => sum + problems.length, 0);
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  process.stderr.write(`${job.name}: ${problems === 0 ? 'as it must be' : `${problems} problems`}, ${seconds} s\n`);
  verdicts.push(...own);
}
const table = verdictTable(verdicts);
console.log(table);
if (isWritten) {
  const path = join(projectDir, 'docs', 'findings.md');
  const text = await readFile(path, 'utf8');
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`${path} has no place for the table: ${BEGIN} … ${END}`);
  await writeFile(path, `${text.slice(0, begin + BEGIN.length)}\n\n${table}\n\n${text.slice(end)}`);
}
process.exitCode = verdicts.some(({ problems }) => problems.length > 0) ? 1 : 0;
