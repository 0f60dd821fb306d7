/** What `npm run bench` measures, one run at a time: its inputs, and a stage or a window in a process of its own. */
import { spawnSync } from 'node:child_process';
import { createReadStream, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { inputs } from '../../test/bench/plan.mjs';
import { projectDir, runModule, StepError } from './project.mjs';

/** @typedef {import('../../test/bench/measurement').Measurement} Measurement */
/** @typedef {{ readonly path: string, readonly sizeBytes: number, readonly events: number }} Input */

/** How the measuring process is bundled. */
export const measuringConfig = join('test', 'bench', 'vite.config.ts');

/** Bundles it, to dist/bench/code. */
export async function buildMeasuring() {
  const { code, output } = await runModule('vite/bin/vite.js', ['build', '-c', measuringConfig, '--logLevel', 'warn'], {
    isQuiet: true,
  });
  if (code !== 0) throw new StepError(`The benchmark could not be built.\n${output}`);
}

/**
 * @param {string} script in test/bench
 * @param {string} input
 * @param {string} path of its trace
 * @param {string} [root] of the sources that are measured
 * @returns {any} what the script prints
 */
export function measureInChromium(script, input, path, root = projectDir) {
  process.stderr.write(`\r${script} ${input}`.padEnd(60));
  // The program is the other sources', and so is the script; one that they have not is ours.
  const own = join(root, 'test', 'bench', script);
  const { status, stdout } = spawnSync(
    process.execPath,
    [existsSync(own) ? own : join(projectDir, 'test', 'bench', script), path],
    {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  process.stderr.write(`\r${''.padEnd(60)}\r`);
  if (status !== 0) throw new StepError(`${script} could not measure ${input}.`);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

/**
 * Runs a stage in a process of its own.
 *
 * @param {string} stage
 * @param {readonly string[]} rest
 * @param {string} [root] of the sources that are measured
 * @returns {Measurement & { readonly path?: string }}
 */
export function measure(stage, rest, root = projectDir) {
  const program = join(root, 'dist', 'bench', 'code', 'measure.js');
  const { status, stdout, signal } = spawnSync(
    process.execPath,
    ['--max-old-space-size=16000', program, stage, ...rest],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      maxBuffer: 1 << 28,
    },
  );
  if (status !== 0) throw new StepError(`The stage ${stage} failed (${signal ?? `exit code ${status}`}).`);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

/**
 * The file of an input, generated if it is not there as it should be.
 *
 * @param {string} name
 * @returns {Promise<Input>}
 */
export async function inputFile(name) {
  const options = inputs[name];
  const folder = join(inputDir(), name);
  const noteFile = `${folder}.json`;
  const wanted = JSON.stringify(options);
  if (existsSync(noteFile) && existsSync(folder)) {
    const note = JSON.parse(readFileSync(noteFile, 'utf8'));
    if (JSON.stringify(note.options) === wanted && existsSync(note.path)) return note;
  }
  console.error(`Generating ${name}…`);
  mkdirSync(inputDir(), { recursive: true });
  const { path, sizeBytes, events } = measure('generate', [folder, wanted]);
  if (path === undefined) throw new StepError('The generator named no file.');
  writeFileSync(noteFile, JSON.stringify({ path, sizeBytes, events, options }));
  return { path, sizeBytes, events };
}

/** Where inputs are kept. */
export function inputDir() {
  return (
    process.env.TRACELANE_BENCH_DIR ??
    join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'tracelane', 'bench')
  );
}

/**
 * Reads a file once, of a folder the traces or, where there are none, all that there is, so that what is measured does not
 * wait for a disk.
 *
 * @param {string} path
 */
export async function warm(path) {
  for (const file of statSync(path).isDirectory() ? filesOf(path) : [path])
    for await (const _ of createReadStream(file, { highWaterMark: 8 << 20 }));
}

/** @param {string} folder */
function filesOf(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const traces = files.filter(({ name }) => name === 'trace_view.json');
  return (traces.length > 0 ? traces : files).map(({ parentPath, name }) => join(parentPath, name));
}
