/**
 * `npm run bench [-- --quick] [-- --only STAGE] [-- --rounds N] [-- --against COMMIT]`: measures the program on generated dumps
 * and prints a table; the same as JSON goes to dist/bench/. What the numbers mean: docs/performance.md.
 *
 * Inputs are made once, in `TRACELANE_BENCH_DIR` or the user's cache folder. Every measurement is a fresh process, with
 * the file in the file cache; in each round all stages run one after another, so that what disturbs the machine disturbs
 * all of them, and the median of the rounds counts.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { comparedPairs } from '../test/bench/pairs.mjs';
import {
  findingsInputsOf,
  frameInputsOf,
  inputsOf,
  largeFrameInputsOf,
  openingInputsOf,
  rankInputsOf,
  rounds,
  stages,
  watchedJobsOf,
} from '../test/bench/plan.mjs';
import {
  findingsFrameTable,
  frameTable,
  openingTable,
  queryTable,
  rankTable,
  stageTable,
  summariesTable,
  watchTable,
} from '../test/bench/table.mjs';
import { measuredTargets, summaryTargets, targetTable } from '../test/bench/targets.mjs';
import { measureAgainst } from './lib/againstCommit.mjs';
import { buildIfStale } from './lib/build.mjs';
import { findChromium } from './lib/chromium.mjs';
import { buildMeasuring, inputFile, measure, measureInChromium, warm } from './lib/measuring.mjs';
import { measureReduce, summariesFolder } from './lib/measuringSummaries.mjs';
import { projectDir, requireNode, StepError } from './lib/project.mjs';

/** @typedef {import('../test/bench/measurement').Measurement} Measurement */
/** @typedef {import('./lib/measuring.mjs').Input} Input */
/** @typedef {{ readonly stage: string, readonly input: string, readonly runs: readonly Measurement[] }} Result */

/** Six are the fewest from which an interval of 95 % can be told. */
const PAIRS = 6;

/** What is measured in Chromium: scripts of test/bench. */
const windows = [
  { name: 'frames', script: 'frames.mjs', inputsOf: frameInputsOf },
  { name: 'frames', script: 'largeFrames.mjs', inputsOf: largeFrameInputsOf },
  { name: 'window', script: 'opening.mjs', inputsOf: openingInputsOf },
  { name: 'ranks', script: 'ranks.mjs', inputsOf: rankInputsOf },
  { name: 'findings', script: 'findingsFrames.mjs', inputsOf: findingsInputsOf },
];
const parts = [...new Set([...stages, ...windows, { name: 'watch' }, { name: 'summaries' }].map(({ name }) => name))];

const help = `npm run bench [-- OPTION…]
  --quick           a file of 50 MB only
  --only STAGE      one of ${parts.join(', ')}
  --rounds N        rounds, ${rounds} unless told; of --against pairs, ${PAIRS}
  --against COMMIT  that commit and these sources in pairs; ends with 1 where something became slower by more than its noise`;

const outDir = join(projectDir, 'dist', 'bench');
const wanted = options();
const isQuick = wanted.quick;
const only = wanted.only;
const roundCount = wanted.rounds ?? rounds;

try {
  requireNode([20, 19]);
  if (wanted.against === undefined) await bench();
  else await benchAgainst(wanted.against, wanted.rounds ?? PAIRS);
} catch (error) {
  if (!(error instanceof StepError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** Those of the command line; whoever asks for help, or for what there is not, gets it and no measurement. */
function options() {
  try {
    const { values } = parseArgs({
      options: {
        quick: { type: 'boolean', default: false },
        only: { type: 'string' },
        rounds: { type: 'string' },
        against: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help) {
      console.log(help);
      process.exit(0);
    }
    const count = values.rounds === undefined ? undefined : Number(values.rounds);
    if (count !== undefined && !(Number.isInteger(count) && count > 0))
      throw new Error(`--rounds wants a number from 1, not "${values.rounds}".`);
    if (values.only !== undefined && !parts.includes(values.only))
      throw new Error(`There is no stage "${values.only}": ${parts.join(', ')}.`);
    return { ...values, rounds: count };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${help}`);
    process.exit(2);
  }
}

/**
 * @param {string} commit
 * @param {number} pairs
 */
async function benchAgainst(commit, pairs) {
  await buildMeasuring();
  await buildIfStale();
  const inNode = stages
    // What does not depend on the program.
    .filter(({ name }) => name !== 'json-parse' && (only === undefined || only === name))
    .flatMap(({ name, runsOn, ofProgram }) =>
      inputsOf(isQuick)
        .filter((input) => runsOn(input, isQuick))
        .map((input) => ({ what: name, isWindow: false, ofProgram, input })),
    );
  const inWindow = windows.flatMap(({ name, script, inputsOf: of }) =>
    only === undefined || only === name ? of(isQuick).map((input) => ({ what: script, isWindow: true, input })) : [],
  );
  const isWindow = inWindow.length > 0 && (await isWindowThere('Windows'));
  const { base, quantities, text } = await measureAgainst(commit, [...inNode, ...(isWindow ? inWindow : [])], pairs);
  const about = { ...aboutThisRun(), rounds: pairs, base };
  if (quantities.length === 0) throw new StepError(`Nothing of ${only} can be measured against another commit.`);
  console.log(
    `\n${about.cpu}, ${about.cores} cores, load ${about.load.toFixed(1)}: ${base} → ${about.commit}\n\n${text}`,
  );
  const file = join(outDir, `${about.date.replace(/[:.]/g, '-')}-against-${base}.json`);
  writeFileSync(file, `${JSON.stringify({ ...about, quantities }, undefined, 2)}\n`);
  console.log(`\n${file}`);
  const slower = quantities.filter((quantity) => comparedPairs(quantity).verdict === 'slower');
  if (slower.length > 0) process.exitCode = 1;
  if (pairs < PAIRS) console.log(`Of ${pairs} pairs the intervals are less sure than 95 %.`);
  console.log(
    slower.length > 0
      ? `${slower.length} of ${quantities.length} became slower, or larger, by more than their noise.`
      : `None of ${quantities.length} became slower, or larger, by more than its noise.`,
  );
}

async function bench() {
  await buildMeasuring();
  const isWanted = (/** @type {string} */ name) => only === undefined || only === name;
  const chosen = inputsOf(isQuick).filter((input) => stagesOn(input).length > 0);
  /** @type {Map<string, Input>} */
  const files = new Map();
  const inWindows = windows.flatMap((own) => (isWanted(own.name) ? own.inputsOf(isQuick) : []));
  for (const name of new Set([...chosen, ...inWindows])) files.set(name, await inputFile(name));
  if (stages.some((stage) => stage.ofProgram && isWanted(stage.name))) await buildIfStale();
  const results = await measureAll(chosen, files);
  const frames = isWanted('frames')
    ? [
        ...(await measureFrames('frames.mjs', frameInputsOf(isQuick), files)),
        ...(await measureFrames('largeFrames.mjs', largeFrameInputsOf(isQuick), files)),
      ]
    : [];
  const openings = isWanted('window') ? await measureRounds('opening.mjs', openingInputsOf(isQuick), files) : [];
  const rankLists = isWanted('ranks') ? await measureRounds('ranks.mjs', rankInputsOf(isQuick), files) : [];
  const besideFindings = isWanted('findings')
    ? await measureRounds('findingsFrames.mjs', findingsInputsOf(isQuick), files)
    : [];
  // What is watched with is the program as it is built.
  if (isWanted('watch')) await buildIfStale();
  const watched = isWanted('watch')
    ? watchedJobsOf(isQuick).map((job) => ({ ...job, measured: measure('watch', [String(job.ranks), job.access]) }))
    : [];
  const summaries = isWanted('summaries') && !isQuick ? await measureSummaries() : undefined;
  const base = results.find(({ stage }) => stage === 'json-parse');
  const targets = [
    ...measuredTargets(results, base, frames, openings, rankLists, besideFindings, watched),
    ...(summaries ? summaryTargets(summaries) : []),
  ];
  const report = {
    ...aboutThisRun(),
    results,
    frames,
    openings,
    rankLists,
    besideFindings,
    watched,
    summaries,
    targets,
  };
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
  if (watched.length > 0) console.log(`\n${watchTable(watched)}`);
  if (summaries) console.log(`\n${summariesTable(summaries)}`);
  if (targets.length > 0) console.log(`\n${targetTable(targets)}`);
  const file = join(outDir, `${report.date.replace(/[:.]/g, '-')}.json`);
  writeFileSync(file, `${JSON.stringify(report, undefined, 2)}\n`);
  console.log(`\n${file}`);
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
      for (const stage of stagesOn(input)) {
        if (round >= (stage.rounds ?? roundCount)) continue;
        process.stderr.write(`\rround ${round + 1}: ${stage.name} ${input}`.padEnd(60));
        await warm(file.path);
        const measured = measure(stage.name, [file.path]);
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
 * What is measured of an input: beside a stage JSON.parse, to compare with.
 *
 * @param {string} input
 */
function stagesOn(input) {
  const isStage = stages.some(({ name }) => name === only);
  return stages.filter(
    ({ name, runsOn }) =>
      runsOn(input, isQuick) && (only === undefined || only === name || (isStage && name === 'json-parse')),
  );
}

/**
 * Panning and zooming in a real Chromium, with the built program.
 *
 * @param {string} script in test/bench
 * @param {readonly string[]} chosen
 * @param {ReadonlyMap<string, Input>} files
 * @returns {Promise<import('../test/bench/table.mjs').FrameResult[]>}
 */
async function measureFrames(script, chosen, files) {
  if (chosen.length === 0 || !(await isWindowThere('Frames'))) return [];
  return chosen.flatMap((input) => {
    const file = files.get(input);
    return file ? [{ input, ...measureInChromium(script, input, file.path) }] : [];
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

/**
 * Ten thousand summaries reduced, and their job in a window.
 *
 * @returns {Promise<import('../test/bench/table.mjs').SummariesResult>}
 */
async function measureSummaries() {
  await buildIfStale();
  const folder = summariesFolder();
  const job = `${folder}.job.parquet`;
  const hasWindow = await isWindowThere('Jobs of summaries');
  const reduced = [];
  const windowRuns = [];
  for (let round = 0; round < roundCount; round++) {
    process.stderr.write(`\rround ${round + 1}: reduce`.padEnd(60));
    reduced.push(measureReduce(folder, job));
    if (hasWindow) windowRuns.push(measureInChromium('jobSummary.mjs', 'a job of summaries', job));
  }
  return { reduced, runs: windowRuns };
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
