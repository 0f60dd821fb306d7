/**
 * `npm run bench [-- --quick] [-- --only STAGE] [-- --rounds N]`: measures the program on generated dumps and prints a
 * table; the same as JSON goes to dist/bench/. What the numbers mean: docs/performance.md.
 *
 * Inputs are made once, in `TRACELANE_BENCH_DIR` or the user's cache folder. Every measurement is a fresh process, with
 * the file in the file cache; in each round all stages run one after another, so that what disturbs the machine disturbs
 * all of them, and the median of the rounds counts.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createReadStream, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { cpus, homedir, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import {
  findingsInputsOf,
  frameInputsOf,
  inputs,
  inputsOf,
  openingInputsOf,
  rankInputsOf,
  rounds,
  stages,
} from '../test/bench/plan.mjs';
import {
  findingsFrameTable,
  frameTable,
  openingTable,
  queryTable,
  rankTable,
  stageTable,
} from '../test/bench/table.mjs';
import { measuredTargets, targetTable } from '../test/bench/targets.mjs';
import { buildIfStale } from './lib/build.mjs';
import { findChromium } from './lib/chromium.mjs';
import { projectDir, requireNode, runModule, StepError } from './lib/project.mjs';

/** @typedef {import('../test/bench/measurement').Measurement} Measurement */
/** @typedef {{ readonly path: string, readonly sizeBytes: number, readonly events: number }} Input */
/** @typedef {{ readonly stage: string, readonly input: string, readonly runs: readonly Measurement[] }} Result */

const outDir = join(projectDir, 'dist', 'bench');
const program = join(outDir, 'code', 'measure.js');
const args = process.argv.slice(2);
const isQuick = args.includes('--quick');
const only = optionValue('--only');
const roundCount = Number(optionValue('--rounds') ?? rounds);

try {
  requireNode([20, 19]);
  await bench();
} catch (error) {
  if (!(error instanceof StepError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function bench() {
  await build();
  const chosen = inputsOf(isQuick);
  /** @type {Map<string, Input>} */
  const files = new Map();
  for (const name of chosen) files.set(name, await inputFile(name));
  const results = await measureAll(chosen, files);
  const wanted = (/** @type {string} */ name) => only === undefined || only === name;
  const frames = wanted('frames') ? await measureFrames(frameInputsOf(isQuick), files) : [];
  const openings = wanted('window') ? await measureRounds('opening.mjs', openingInputsOf(isQuick), files) : [];
  const rankLists = wanted('ranks') ? await measureRounds('ranks.mjs', rankInputsOf(isQuick), files) : [];
  const besideFindings = wanted('findings')
    ? await measureRounds('findingsFrames.mjs', findingsInputsOf(isQuick), files)
    : [];
  const base = results.find(({ stage }) => stage === 'json-parse');
  const targets = measuredTargets(results, base, frames, openings, rankLists, besideFindings);
  const report = { ...aboutThisRun(), results, frames, openings, rankLists, besideFindings, targets };
  console.log(
    `\n${report.cpu}, ${report.cores} cores, Node ${report.node}, load ${report.load.toFixed(1)}, ${report.commit}\n`,
  );
  if (results.length > 0) console.log(stageTable(results, base));
  const queries = queryTable(results);
  if (queries) console.log(`\n${queries}`);
  if (frames.length > 0) console.log(`\n${frameTable(frames)}`);
  if (openings.length > 0) console.log(`\n${openingTable(openings)}`);
  if (rankLists.length > 0) console.log(`\n${rankTable(rankLists)}`);
  if (besideFindings.length > 0) console.log(`\n${findingsFrameTable(besideFindings)}`);
  if (targets.length > 0) console.log(`\n${targetTable(targets)}`);
  const file = join(outDir, `${report.date.replace(/[:.]/g, '-')}.json`);
  writeFileSync(file, `${JSON.stringify(report, undefined, 2)}\n`);
  console.log(`\n${file}`);
}

async function build() {
  const config = join('test', 'bench', 'vite.config.ts');
  const { code, output } = await runModule('vite/bin/vite.js', ['build', '-c', config, '--logLevel', 'warn'], {
    isQuiet: true,
  });
  if (code !== 0) throw new StepError(`The benchmark could not be built.\n${output}`);
}

/**
 * @param {readonly string[]} chosen names of inputs
 * @param {ReadonlyMap<string, Input>} files
 */
async function measureAll(chosen, files) {
  /** @type {Map<string, { stage: string, input: string, runs: Measurement[] }>} */
  const results = new Map();
  for (let round = 0; round < roundCount; round++) {
    for (const input of chosen) {
      const file = files.get(input);
      if (!file) continue;
      for (const stage of stages.filter(({ runsOn }) => runsOn(input, isQuick))) {
        if (
          only !== undefined &&
          stage.name !== only &&
          (stage.name !== 'json-parse' || only === 'frames' || only === 'window' || only === 'ranks')
        )
          continue;
        if (round >= (stage.rounds ?? roundCount)) continue;
        process.stderr.write(`\rround ${round + 1}: ${stage.name} ${input}`.padEnd(60));
        await warm(file.path);
        const measured = measure(stage.name, file.path);
        // A benchmark of a program that loses events would be worth nothing.
        if (measured.events !== file.events)
          throw new StepError(`${stage.name} found ${measured.events} events in ${input}, which has ${file.events}`);
        const key = `${stage.name} ${input}`;
        const result = results.get(key) ?? { stage: stage.name, input, runs: [] };
        result.runs.push(measured);
        results.set(key, result);
      }
    }
  }
  process.stderr.write(`\r${''.padEnd(60)}\r`);
  return [...results.values()];
}

/**
 * Panning and zooming in a real Chromium, with the built program.
 *
 * @param {readonly string[]} chosen
 * @param {ReadonlyMap<string, Input>} files
 * @returns {Promise<import('../test/bench/table.mjs').FrameResult[]>}
 */
async function measureFrames(chosen, files) {
  if (!(await isWindowThere('Frames'))) return [];
  return chosen.flatMap((input) => {
    const file = files.get(input);
    return file ? [{ input, ...measureInChromium('frames.mjs', input, file.path) }] : [];
  });
}

/**
 * Opening dumps in a window that is there, and what the script does then, each of them in all rounds.
 *
 * @param {string} script in test/bench
 * @param {readonly string[]} chosen
 * @param {ReadonlyMap<string, Input>} files
 * @returns {Promise<{ input: string, runs: any[] }[]>}
 */
async function measureRounds(script, chosen, files) {
  if (chosen.length === 0 || !(await isWindowThere('Openings in the window'))) return [];
  const results = [];
  for (const input of chosen) {
    const file = files.get(input);
    if (!file) continue;
    const runs = [];
    for (let round = 0; round < roundCount; round++) {
      await warm(file.path);
      runs.push(measureInChromium(script, input, file.path));
    }
    results.push({ input, runs });
  }
  return results;
}

/** @param {string} what is not measured otherwise */
async function isWindowThere(what) {
  if (!findChromium()) {
    console.error(`${what} are not measured: there is no Chromium on this machine.`);
    return false;
  }
  await buildIfStale();
  return true;
}

/**
 * @param {string} script in test/bench
 * @param {string} input
 * @param {string} path of its trace
 */
function measureInChromium(script, input, path) {
  process.stderr.write(`\r${script} ${input}`.padEnd(60));
  const { status, stdout } = spawnSync(process.execPath, [join('test', 'bench', script), path], {
    cwd: projectDir,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.stderr.write(`\r${''.padEnd(60)}\r`);
  if (status !== 0) throw new StepError(`${script} could not measure ${input}.`);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

/**
 * Runs a stage in a process of its own.
 *
 * @param {string} stage
 * @param {readonly string[]} rest
 * @returns {Measurement & { readonly path?: string }}
 */
function measure(stage, ...rest) {
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
async function inputFile(name) {
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
  const { path, sizeBytes, events } = measure('generate', folder, wanted);
  if (path === undefined) throw new StepError('The generator named no file.');
  writeFileSync(noteFile, JSON.stringify({ path, sizeBytes, events, options }));
  return { path, sizeBytes, events };
}

function inputDir() {
  return (
    process.env.TRACELANE_BENCH_DIR ??
    join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'tracelane', 'bench')
  );
}

/**
 * Reads a trace, or all of a folder, once, so that what is measured does not wait for a disk.
 *
 * @param {string} path
 */
async function warm(path) {
  const traces = statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('trace_view.json'))
        .map((name) => join(path, name))
    : [path];
  for (const trace of traces) for await (const _ of createReadStream(trace, { highWaterMark: 8 << 20 }));
}

function aboutThisRun() {
  const git = (/** @type {string[]} */ ...rest) =>
    execFileSync('git', rest, { cwd: projectDir, encoding: 'utf8' }).trim();
  const commit = existsSync(join(projectDir, '.git'))
    ? `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain', 'src-worker', 'src-main') ? ' + changes' : ''}`
    : 'no checkout';
  return {
    date: new Date().toISOString(),
    commit,
    node: process.versions.node,
    cpu: cpus()[0]?.model.trim() ?? 'unknown processor',
    cores: cpus().length,
    memoryBytes: totalmem(),
    load: loadavg()[0],
    rounds: roundCount,
  };
}

/** @param {string} option */
function optionValue(option) {
  const at = args.indexOf(option);
  return at < 0 ? undefined : args[at + 1];
}
