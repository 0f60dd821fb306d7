/** What the benchmark runs on what. A new input or stage is a line here (and a file in stages/). */

/**
 * Options of the demo generator, by the name of the input. The same options give the same bytes; changed ones a new file.
 *
 * @type {Readonly<Record<string, Readonly<Record<string, unknown>>>>}
 */
export const inputs = {
  // A small trace, of which most time is starting.
  '5MB': { ranks: 1, steps: 1, eventsPerRank: 21_500, seed: 1 },
  '50MB': { ranks: 1, steps: 3, eventsPerRank: 215_000, seed: 1 },
  '200MB': { ranks: 1, steps: 6, eventsPerRank: 855_000, seed: 1 },
  // A million slices: what the timeline has to draw, and searches to look through. Not the other stages': it is between two of theirs.
  '1M-slices': { ranks: 1, steps: 8, eventsPerRank: 1_560_000, seed: 1 },
  '1GB': { ranks: 1, steps: 20, eventsPerRank: 4_270_000, seed: 1 },
  '2GB': { ranks: 1, steps: 40, eventsPerRank: 8_540_000, seed: 1 },
  // As a SQLite database: 70 bytes for what is an event of a trace.
  '1GB-database': { ranks: 1, steps: 60, eventsPerRank: 15_000_000, seed: 1, form: 'db' },
  // Every operator with its call stack: args of some kB.
  stacks: { ranks: 1, steps: 4, eventsPerRank: 600_000, seed: 1, callStackShare: 1 },
  // No call stacks: as many arrows per byte as there can be.
  flows: { ranks: 1, steps: 8, eventsPerRank: 1_300_000, seed: 1, callStackShare: 0 },
  // Ten million slices: what queries have to look through. Of several ranks, since one has 27 lanes.
  '4-ranks-10M-slices': { ranks: 4, steps: 27, eventsPerRank: 6_450_000, seed: 1 },
  // A job whose findings are worked out from nothing: 20 MB a rank.
  '64-ranks': { ranks: 64, steps: 4, eventsPerRank: 83_000, seed: 2 },
  // What is listed before any timeline is read; 1.8 GB in 14,000 files.
  '1000-ranks': { ranks: 1000, steps: 1, eventsPerRank: 1000, seed: 3 },
  // A table of a million rows and 47 columns, without a timeline.
  '1M-kernels': { ranks: 1, steps: 20, kernelRows: 1_000_000, seed: 1, withTimeline: false },
  // What a job tells of its communication: some 290 MB of tables, without a timeline.
  '256-ranks-tables': {
    ...{ ranks: 256, steps: 3, seed: 1, withTimeline: false },
    ...{ parallel: { tensor: 8, pipeline: 4, data: 8 }, model: { layersPerStage: 1, microBatches: 8 } },
  },
};

/** @param {boolean} isQuick */
export function inputsOf(isQuick) {
  return isQuick ? ['5MB', '50MB'] : Object.keys(inputs);
}

/**
 * Inputs on which panning and zooming is measured, in Chromium.
 *
 * @param {boolean} isQuick
 */
export function frameInputsOf(isQuick) {
  return isQuick ? ['50MB'] : ['1M-slices'];
}

/**
 * Inputs on which the same is measured in a window as large as a large screen.
 *
 * @param {boolean} isQuick
 */
export function largeFrameInputsOf(isQuick) {
  return isQuick ? [] : ['4-ranks-10M-slices'];
}

/**
 * Inputs that are opened in a window, in Chromium.
 *
 * @param {boolean} isQuick
 */
export function openingInputsOf(isQuick) {
  return isQuick ? ['50MB'] : ['50MB', '1GB', '2GB', '4-ranks-10M-slices'];
}

/**
 * Inputs whose findings are waited for in a window that moves, in Chromium.
 *
 * @param {boolean} isQuick
 */
export function findingsInputsOf(isQuick) {
  return isQuick ? [] : ['1GB', '64-ranks'];
}

const LISTED_JOB = '1000-ranks';
const SMALL_INPUT = '5MB';

/**
 * Jobs whose ranks are listed and scrolled, in Chromium.
 *
 * @param {boolean} isQuick
 */
export function rankInputsOf(isQuick) {
  return isQuick ? [] : [LISTED_JOB];
}

/**
 * Jobs that are watched while they run, by the number of their ranks, each with a log; "threads" reads as if these lay on a server.
 *
 * @param {boolean} isQuick
 * @returns {readonly { readonly ranks: number, readonly access: 'usual' | 'threads' }[]}
 */
export function watchedJobsOf(isQuick) {
  const one = { ranks: 1000, access: /** @type {const} */ ('usual') };
  return isQuick ? [one] : [one, { ranks: 1000, access: 'threads' }, { ranks: 10_000, access: 'usual' }];
}

export const rounds = 3;

/** @param {string} input */
function isOfFileSize(input) {
  return isForQueries(input) && !input.endsWith('-slices');
}

/** @param {string} input */
function isForQueries(input) {
  return input !== SMALL_INPUT && hasTimeline(input) && !isJob(input) && !isDatabase(input);
}

/** @param {string} input */
function hasTimeline(input) {
  return inputs[input].withTimeline !== false;
}

/** @param {string} input @param {boolean} isQuick */
function isForFindings(input, isQuick) {
  return isQuick ? input === '50MB' : input === '1GB' || (isJob(input) && input !== LISTED_JOB);
}

/** Its ranks are the point. @param {string} input */
function isJob(input) {
  return input.endsWith('-ranks');
}

/** @param {string} input */
function isDatabase(input) {
  return input.endsWith('-database');
}

/**
 * In the order in which they run, on each input. `ofProgram`: what is measured is the program as it is built, which a stage can be
 * told the place of. `json-parse` is what the others are compared with: a JavaScript string
 * holds at most 512 MB, so it has its figure on the 200 MB file. So has `gzip`, which first has to pack it.
 *
 * @type {readonly { readonly name: string, readonly rounds?: number, readonly ofProgram?: boolean,
 *   readonly runsOn: (input: string, isQuick: boolean) => boolean }[]}
 */
export const stages = [
  { name: 'json-parse', runsOn: (input, isQuick) => input === (isQuick ? '50MB' : '200MB') },
  { name: 'tokenizer-plain', rounds: 2, runsOn: (input) => isOfFileSize(input) && input !== '2GB' },
  { name: 'tokenizer-wasm', runsOn: isOfFileSize },
  { name: 'gzip', runsOn: (input, isQuick) => input === (isQuick ? '50MB' : '200MB') },
  { name: 'open', runsOn: isOfFileSize },
  { name: 'open-running', runsOn: (input) => input === SMALL_INPUT || input === '50MB' },
  { name: 'open-database', runsOn: isDatabase },
  { name: 'reopen', runsOn: isOfFileSize },
  { name: 'cancel', runsOn: (input, isQuick) => input === (isQuick ? '50MB' : '200MB') },
  { name: 'queries', rounds: 1, runsOn: isForQueries },
  { name: 'findings', runsOn: isForFindings },
  { name: 'csv', runsOn: (input) => input === '1M-kernels' },
  { name: 'communication', runsOn: (input) => input === '256-ranks-tables' },
  { name: 'info', ofProgram: true, runsOn: (input) => input === SMALL_INPUT },
];
