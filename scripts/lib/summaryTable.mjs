/** What summaries of real dumps come to, rank by rank, by the built command. Used by `scripts/summary-table.mjs`. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { projectDir } from './project.mjs';
import { USAGE, usageIn } from './usage.mjs';

/**
 * @typedef {object} SummarizedRank
 * @property {string} place
 * @property {number} dumpBytes
 * @property {number} summaryBytes
 * @property {number} processorMs Of all threads, from the start of the command to its end.
 * @property {number} peakBytes
 *
 * @typedef {object} SummarizedDump
 * @property {string} name Below the folder of dumps.
 * @property {readonly SummarizedRank[]} ranks
 * @property {readonly string[]} without Sentences about what has no summary, each once.
 * @property {number} withoutCount How many files or ranks these are about.
 */

/** A rank's summary may have. */
export const MOST_BYTES = 50_000;

const cli = join(projectDir, 'dist', 'node', 'cli.js');
/**
 * @param {string} dumps
 * @param {readonly string[]} words
 * @param {(line: string) => void} say
 * @returns {Promise<readonly SummarizedDump[]>}
 */
export async function summarizedDumps(dumps, words, say) {
  const home = await mkdtemp(join(tmpdir(), 'tracelane-summaries-'));
  const found = [];
  try {
    for (const path of await dumpsIn(dumps)) {
      const name = relative(dumps, path);
      if (!words.every((word) => name.includes(word))) continue;
      const own = await summarized(path, home);
      say(`${name}: ${own.ranks.length} ranks`);
      found.push({ name, ...own });
    }
  } finally {
    await rm(home, { recursive: true });
  }
  return found;
}

/** Each folder has some: a dump is a file or a folder of it. @param {string} dumps */
async function dumpsIn(dumps) {
  const paths = [];
  for (const entry of await readdir(dumps, { withFileTypes: true }))
    if (entry.isDirectory() && entry.name !== 'licences')
      for (const name of await readdir(join(dumps, entry.name))) paths.push(join(dumps, entry.name, name));
  return paths.sort();
}

/**
 * @param {string} path
 * @param {string} home
 * @returns {Promise<Omit<SummarizedDump, 'name'>>}
 */
async function summarized(path, home) {
  const { places, sentence } = await placesIn(path, home);
  if (places.length === 0) {
    // Recordings of several jobs side by side: each by itself.
    const parts = sentence.includes('several jobs') ? await readdir(path) : [];
    const own = [];
    for (const name of parts.sort()) own.push(await summarized(join(path, name), home));
    if (own.length === 0) return { ranks: [], without: [sentence], withoutCount: 1 };
    return {
      ranks: own.flatMap(({ ranks }) => ranks),
      without: [...new Set(own.flatMap(({ without }) => without))],
      withoutCount: own.reduce((sum, { withoutCount }) => sum + withoutCount, 0),
    };
  }
  const ranks = [];
  const without = [];
  for (const place of places) {
    const own = await summarizedRank(place, home);
    if (typeof own === 'string') without.push(own);
    else ranks.push(own);
  }
  return { ranks, without: [...new Set(without)], withoutCount: without.length };
}

/** What opens each rank, as `tracelane scale` finds them. @param {string} path @param {string} home */
async function placesIn(path, home) {
  const out = join(home, 'scaled');
  const { stdout, stderr } = await tracelane(home, 'scale', path, '--local', '--out', out, '--dry-run');
  const places = stdout.split('\n').flatMap((line) => /^rank-[\w-]+\.parquet: (.*)$/.exec(line)?.[1] ?? []);
  return { places, sentence: lastLine(stderr) };
}

/** A sentence where there is none. @param {string} place @param {string} home */
async function summarizedRank(place, home) {
  const out = join(home, 'summary.parquet');
  await rm(out, { force: true });
  const { stderr } = await tracelane(home, 'summarize', place, '--out', out);
  const summary = await stat(out).catch(() => undefined);
  if (!summary) return lastLine(stderr);
  return { place, dumpBytes: await sizeOf(place), summaryBytes: summary.size, ...usageIn(join(home, 'usage.json')) };
}

/** @param {string} home @param {...string} args @returns {Promise<{ stdout: string, stderr: string }>} */
async function tracelane(home, ...args) {
  // No index that an earlier run has saved makes it quicker.
  await rm(join(home, 'cache'), { recursive: true, force: true });
  const env = {
    ...process.env,
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_CONFIG_HOME: join(home, 'config'),
    TRACELANE_USAGE: join(home, 'usage.json'),
  };
  const run = promisify(execFile)(process.execPath, ['--import', USAGE, cli, ...args], { env, maxBuffer: 64 << 20 });
  return run.catch((/** @type {{ stdout: string, stderr: string }} */ { stdout, stderr }) => ({ stdout, stderr }));
}

/** @param {string} text */
function lastLine(text) {
  return text.trim().split('\n').at(-1) ?? '';
}

/** @param {string} path @returns {Promise<number>} */
async function sizeOf(path) {
  const { size } = await stat(path);
  if (!(await stat(path)).isDirectory()) return size;
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  );
  return sizes.reduce((sum, own) => sum + own, 0);
}

/** Markdown; of several ranks their mean, and the largest summary. @param {readonly SummarizedDump[]} dumps */
export function summaryTable(dumps) {
  const rows = dumps.map(({ name, ranks, without, withoutCount }) => {
    const mean = (/** @type {(rank: SummarizedRank) => number} */ of) =>
      ranks.length === 0 ? Number.NaN : ranks.reduce((sum, rank) => sum + of(rank), 0) / ranks.length;
    const most = (/** @type {(rank: SummarizedRank) => number} */ of) => Math.max(...ranks.map(of));
    const cells =
      ranks.length === 0
        ? ['–', '–', '–', '–', '–', '–']
        : [
            String(ranks.length),
            amount(mean(({ dumpBytes }) => dumpBytes) / 1e6),
            amount(mean(({ summaryBytes }) => summaryBytes) / 1e3),
            amount(most(({ summaryBytes }) => summaryBytes) / 1e3),
            amount(mean(({ processorMs }) => processorMs) / 1e3),
            amount(most(({ peakBytes }) => peakBytes) / 1e6),
          ];
    const why = without.map((own) => own.replaceAll('|', '\\|').replaceAll(/\/\S*\//g, '')).join(' ');
    return `| \`${name}\` | ${cells.join(' | ')} | ${withoutCount > 0 ? `${withoutCount}: ${why}` : ''} |`;
  });
  return [
    '| dump | ranks | MB a rank | summary, kB | largest, kB | processor time, s | memory, MB | without a summary |',
    '|---|---:|---:|---:|---:|---:|---:|---|',
    ...rows,
  ].join('\n');
}

/** @param {number} value */
function amount(value) {
  return value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}
