/** What the program has to reach, on two cores with the file in the file cache, and what a run of the bench has found. */
import { aligned, median, rowRate } from './table.mjs';

/** @typedef {import('./table.mjs').Result} Result */
/** @typedef {import('./table.mjs').FrameResult} FrameResult */
/** @typedef {import('./table.mjs').OpeningResult} OpeningResult */
/** @typedef {import('./table.mjs').RankResult} RankResult */
/** @typedef {import('./table.mjs').FindingsFrameResult} FindingsFrameResult */
/**
 * @typedef {{ readonly name: string, readonly value: number, readonly unit: string, readonly atLeast?: number,
 *   readonly atMost?: number, readonly isMet: boolean }} Target
 */

const MB = 1e6;
const GB = 1e9;
const LARGE_INPUTS = ['1GB', '2GB'];
/** Of such a file, in relation to JSON.parse's speed, and processor time a GB. */
const OPEN_SPEED = 10;
const OPEN_CPU_MS_PER_GB = 1300;
/** Until there is something to look at, whatever the size. */
const FIRST_SLICES_MS = 300;
/** Peak memory, and what is kept of a trace on disk: shares of the file. */
const PEAK_SHARE = 0.3;
const PEAK_BESIDE_MB = 200;
const KEPT_SHARE = 0.08;
const REOPEN_MS = 250;
/** Until the browser has drawn the welcome page. */
const WELCOME_MS = 500;
/** Processor time of a table of a million rows and 47 columns. */
const CSV_CPU_MS = 2000;
/** Until a job of 256 ranks with 288 MB of tables has its Communication. */
const COMMUNICATION_MS = 2000;
/** A command on a small dump, from its start to its end. */
const COMMAND_MS = 250;
/** Input that queries are held against: see plan.mjs. */
const QUERY_INPUT = '4-ranks-10M-slices';
/** A tenth of that: what is typed and selected is answered at once. */
const SMALL_QUERY_INPUT = '1M-slices';
const AT_ONCE_MS = 100;
const QUERY_LANES = 60;
const QUERY_SLICES = 1e7;
/** The interval of a 60 Hz screen. */
const FRAME_MS = 16.7;
/** Until a job of a thousand ranks is listed. */
const LIST_MS = 2000;
/** Until the findings are there: of a dump that has been read, and of a job from nothing. */
const FINDINGS_MS = 2000;
const JOB_FINDINGS_MS = 20_000;
/** Until a small file is open in a program that is running. @type {Readonly<Record<string, number>>} */
const RUNNING_MS = { '5MB': 100, '50MB': 200 };
/** A task this long is felt. */
const TASK_MS = 50;

/** What watching a job of a thousand ranks may take, and how late a line may be told. */
const WATCHED_RANKS = 1000;
const WATCH_CORE_PERCENT = 2;
const WATCH_PEAK_MB = 150;
const TOLD_MS = 2000;

/**
 * Those for which there are figures in the results.
 *
 * @param {readonly Result[]} results
 * @param {Result | undefined} base JSON.parse
 * @param {readonly FrameResult[]} frames
 * @param {readonly OpeningResult[]} openings
 * @param {readonly RankResult[]} rankLists
 * @param {readonly FindingsFrameResult[]} besideFindings
 * @param {readonly import('./table.mjs').WatchResult[]} watched
 * @returns {Target[]}
 */
export function measuredTargets(results, base, frames, openings, rankLists, besideFindings, watched) {
  /** @param {string} stage @param {string} [input] */
  const of = (stage, input) => results.filter((one) => one.stage === stage && (input ?? one.input) === one.input);
  return [
    ...LARGE_INPUTS.flatMap((input) => of('open', input)).flatMap((open) => openTargets(open, base)),
    ...[...of('open'), ...of('open-database')].map((open) =>
      atMost(`first slices, ${open.input}`, detail(open, 'firstSlicesMs'), FIRST_SLICES_MS, 'ms'),
    ),
    ...of('open').map((open) =>
      atMost(`longest task, main thread, ${open.input}`, detail(open, 'mainThreadMs'), TASK_MS, 'ms'),
    ),
    ...of('open-running').map((open) =>
      atMost(
        `open, ${open.input}, in a running program`,
        median(open, (run) => run.wallMs),
        RUNNING_MS[open.input],
        'ms',
      ),
    ),
    ...of('open-database').flatMap(databaseTargets),
    ...of('reopen', '2GB').map((reopen) =>
      atMost(
        'reopen, 2GB',
        median(reopen, (run) => run.wallMs),
        REOPEN_MS,
        'ms',
      ),
    ),
    ...of('reopen').map((reopen) =>
      atMost(
        `cache file, share of the trace, ${reopen.input}`,
        detail(reopen, 'cacheBytes') / reopen.runs[0].sizeBytes,
        KEPT_SHARE,
        '',
      ),
    ),
    ...of('gzip').map((gzip) =>
      atLeast('gzip, speed of node:zlib', detail(gzip, 'zlibMs') / median(gzip, (run) => run.wallMs), 0.95, '×'),
    ),
    ...of('cancel').map((cancel) => atMost(`cancelling, ${cancel.input}`, detail(cancel, 'cancelMs'), 200, 'ms')),
    ...of('queries', QUERY_INPUT).flatMap(queryTargets),
    ...of('queries', SMALL_QUERY_INPUT).flatMap(smallQueryTargets),
    ...of('findings').flatMap(findingsTargets),
    ...of('csv').map((csv) =>
      atMost(
        `csv of ${(csv.runs[0].events / 1e6).toFixed(2)} million rows × 47 columns, processor time`,
        median(csv, (run) => run.cpuMs),
        CSV_CPU_MS,
        'ms',
      ),
    ),
    ...of('communication').map((communication) =>
      atMost(
        `Communication, ${communication.input}, from opening`,
        median(communication, (run) => run.wallMs),
        COMMUNICATION_MS,
        'ms',
      ),
    ),
    ...of('info').map((info) =>
      atMost(
        `tracelane info, ${info.input}, from start to end`,
        median(info, (run) => run.wallMs),
        COMMAND_MS,
        'ms',
      ),
    ),
    ...frames.flatMap(frameTargets),
    ...rankLists.flatMap(rankTargets),
    ...watched.filter(({ ranks, access }) => ranks === WATCHED_RANKS && access === 'usual').flatMap(watchTargets),
    ...besideFindings.flatMap((result) => [
      atMost(
        `frames beside findings, p95 from frame to frame, ${result.input}`,
        median(result, ({ beside }) => beside.interval.p95),
        FRAME_MS,
        'ms',
      ),
      atMost(
        `frames beside findings that are late, ${result.input}`,
        median(result, ({ beside }) => beside.late),
        0,
        '',
      ),
    ]),
    ...welcomeTargets(openings),
    ...openings.flatMap((opening) => [
      atMost(
        `first slices in the window, ${opening.input}`,
        median(opening, (run) => run.firstSlicesMs),
        FIRST_SLICES_MS,
        'ms',
      ),
      atMost(
        `longest task, window, at start, before ${opening.input}`,
        median(opening, (run) => run.startLongestTaskMs),
        TASK_MS,
        'ms',
      ),
      atMost(
        `longest task, window, while ${opening.input} opens`,
        median(opening, (run) => run.longestTaskMs),
        TASK_MS,
        'ms',
      ),
    ]),
  ];
}

/** @param {Result} open @param {Result | undefined} base @returns {Target[]} */
function openTargets(open, base) {
  const { sizeBytes } = open.runs[0];
  const speed = (/** @type {Result} */ one) => one.runs[0].sizeBytes / median(one, (run) => run.wallMs);
  const cpuMs = median(open, (run) => run.cpuMs);
  return [
    ...(base ? [atLeast(`open, ${open.input}, JSON.parse's speed`, speed(open) / speed(base), OPEN_SPEED, '×')] : []),
    atMost(`open, ${open.input}, processor time a GB`, (cpuMs * GB) / sizeBytes, OPEN_CPU_MS_PER_GB, 'ms'),
    peakTarget(open),
  ];
}

/** @param {Result} open @returns {Target[]} */
function databaseTargets(open) {
  return [atLeast(`open, ${open.input}, million rows a second`, rowRate(open), 1.5, ''), peakTarget(open)];
}

/** @param {Result} open @returns {Target} */
function peakTarget(open) {
  const limitMb = (PEAK_SHARE * open.runs[0].sizeBytes) / MB + PEAK_BESIDE_MB;
  return atMost(`peak memory, ${open.input}`, median(open, (run) => run.peakBytes) / MB, limitMb, 'MB');
}

/** Each window that was opened had one, whatever was opened in it then. @param {readonly OpeningResult[]} openings @returns {Target[]} */
function welcomeTargets(openings) {
  const runs = openings.flatMap((opening) => opening.runs);
  if (runs.length === 0) return [];
  return [
    atMost(
      'welcome page in the browser',
      median({ runs }, (run) => run.welcomeMs),
      WELCOME_MS,
      'ms',
    ),
  ];
}

/** @param {Result} queries @returns {Target[]} */
function queryTargets(queries) {
  return [
    atLeast('lanes of the viewport', detail(queries, 'lanes'), QUERY_LANES, ''),
    atLeast('slices looked through', detail(queries, 'slices'), QUERY_SLICES, ''),
    atMost('viewport of them × 2000 px, anywhere, median', detail(queries, 'viewportP50Ms'), 8, 'ms'),
    atMost('viewport of them × 2000 px, anywhere, p95', detail(queries, 'viewportP95Ms'), 8, 'ms'),
    atMost('viewport of everything in them, p95', detail(queries, 'wholeP95Ms'), 8, 'ms'),
    atMost('viewport of everything in them, quads', detail(queries, 'wholeQuads'), 20_000, ''),
    atMost('search', detail(queries, 'searchMs'), 150, 'ms'),
    atMost('search, the first', detail(queries, 'searchFirstMs'), 150, 'ms'),
    atMost('search, of what nearly every name has', detail(queries, 'searchTypedMs'), 500, 'ms'),
    atMost('statistics of everything', detail(queries, 'statisticsMs'), 500, 'ms'),
    atMost('statistics of half the time', detail(queries, 'selectionMs'), 500, 'ms'),
  ];
}

/** @param {Result} queries @returns {Target[]} */
function smallQueryTargets(queries) {
  return /** @type {const} */ ([
    ['search', 'searchMs'],
    ['search, of what nearly every name has', 'searchTypedMs'],
    ['statistics of everything', 'statisticsMs'],
    ['statistics of half the time', 'selectionMs'],
  ]).map(([name, key]) => atMost(`${name}, ${SMALL_QUERY_INPUT}`, detail(queries, key), AT_ONCE_MS, 'ms'));
}

/** Of one rank, from when it has been read; of a job, from nothing. @param {Result} findings @returns {Target[]} */
function findingsTargets(findings) {
  const { input } = findings;
  const isJob = input.endsWith('-ranks');
  return [
    isJob
      ? atMost(
          `opened, with findings, ${input}`,
          median(findings, (run) => run.wallMs),
          JOB_FINDINGS_MS,
          'ms',
        )
      : atMost(`findings, ${input}`, detail(findings, 'findingsMs'), FINDINGS_MS, 'ms'),
    atMost(`views beside findings, p95, ${input}`, detail(findings, 'besideViewP95Ms'), FRAME_MS, 'ms'),
  ];
}

/** @param {FrameResult} result @returns {Target[]} */
function frameTargets({ input, window, opening, moves }) {
  const where = `${input}, ${window}`;
  const longest = Math.max(...moves.map(({ longestTaskMs }) => longestTaskMs));
  return [
    ...moves.flatMap(({ name, interval, ready }) => [
      atMost(`${name}, p95 from frame to frame, ${where}`, interval.p95, FRAME_MS, 'ms'),
      atMost(`${name}, p95 until a frame is ready, ${where}`, ready.p95, FRAME_MS, 'ms'),
    ]),
    atMost(`longest task, window, at start while ${where} is read`, opening.startLongestTaskMs, TASK_MS, 'ms'),
    atMost(`longest task, window, while opening, ${where}`, opening.longestTaskMs, TASK_MS, 'ms'),
    atMost(`longest task, window, while moving, ${where}`, longest, TASK_MS, 'ms'),
  ];
}

/** @param {RankResult} result @returns {Target[]} */
function rankTargets(result) {
  const { input, runs } = result;
  return [
    atMost(
      `listed in the window, ${input}`,
      median(result, ({ opening }) => opening.listedMs),
      LIST_MS,
      'ms',
    ),
    ...runs[0].lists.map(({ name }, at) =>
      atMost(
        `${name} scrolled, p95 from frame to frame, ${input}`,
        median(result, ({ lists }) => lists[at].interval.p95),
        FRAME_MS,
        'ms',
      ),
    ),
  ];
}

/** A job of ten thousand ranks: until its summaries are one, and what that takes; until it is in the window. */
const REDUCE_MS = 10_000;
const REDUCE_MB = 1000;
const JOB_OPENED_MS = 3000;

/** @param {import('./table.mjs').SummariesResult} result @returns {Target[]} */
export function summaryTargets({ reduced, runs }) {
  const job = `${reduced[0].ranks} summaries`;
  const ofReduce = { runs: reduced };
  return [
    atMost(
      `reduce, ${job}`,
      median(ofReduce, ({ wallMs }) => wallMs),
      REDUCE_MS,
      'ms',
    ),
    atMost(`reduce, ${job}, peak memory`, median(ofReduce, ({ peakBytes }) => peakBytes) / MB, REDUCE_MB, 'MB'),
    ...(runs.length === 0
      ? []
      : [
          atMost(
            `their job opened in the window`,
            median({ runs }, ({ opening }) => opening.openedMs),
            JOB_OPENED_MS,
            'ms',
          ),
          ...runs[0].lists.map(({ name }, at) =>
            atMost(
              `${name} of it, p95 from frame to frame`,
              median({ runs }, ({ lists }) => lists[at].interval.p95),
              FRAME_MS,
              'ms',
            ),
          ),
        ]),
  ];
}

/** @param {Result} result @param {string} name */
function detail(result, name) {
  return median(result, ({ details }) => details[name]);
}

/** @param {string} name @param {number} value @param {number} limit @param {string} unit @returns {Target} */
function atMost(name, value, limit, unit) {
  return { name, value, unit, atMost: limit, isMet: value <= limit };
}

/** @param {string} name @param {number} value @param {number} limit @param {string} unit @returns {Target} */
function atLeast(name, value, limit, unit) {
  return { name, value, unit, atLeast: limit, isMet: value >= limit };
}

/** @param {readonly Target[]} targets */
export function targetTable(targets) {
  const number = (/** @type {number} */ value) =>
    value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 2 : 0 });
  const rows = targets.map((target) => [
    target.name,
    target.atMost === undefined ? `≥ ${number(target.atLeast ?? 0)}` : `≤ ${number(target.atMost)}`,
    number(target.value),
    target.unit,
    target.isMet ? '' : 'missed',
  ]);
  return aligned([['target', 'wanted', 'measured', '', ''], ...rows], 1);
}

/** @param {import('./table.mjs').WatchResult} result */
function watchTargets({ measured }) {
  const { corePercent, latestMs } = measured.details;
  const job = `a job of ${WATCHED_RANKS} ranks`;
  return [
    atMost(`watching ${job}`, corePercent, WATCH_CORE_PERCENT, '% of a core'),
    atMost(`watching ${job}, peak memory`, measured.peakBytes / MB, WATCH_PEAK_MB, 'MB'),
    atMost(`watching ${job}, a step is told after at most`, latestMs, TOLD_MS, 'ms'),
  ];
}
