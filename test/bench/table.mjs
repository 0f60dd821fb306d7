/** @typedef {import('./measurement').Measurement} Measurement */
/** @typedef {{ readonly stage: string, readonly input: string, readonly runs: readonly Measurement[] }} Result */
/** @typedef {{ readonly median: number, readonly p95: number, readonly max: number }} Percentiles */
/**
 * What frames.mjs prints, and the input it was about. `interval`: from frame to frame by the screen's clock, `late` of them
 * longer than the screen's own; `ready`: from when the screen wants a frame until it is handed over; `work`: our part of it.
 *
 * `longestTaskMs`: the longest task of the window's thread over 50 ms, 0 if there was none.
 *
 * @typedef {{ readonly input: string, readonly window: string, readonly slices: number,
 *   readonly backend: string, readonly opening: { readonly startLongestTaskMs: number, readonly longestTaskMs: number }, readonly moves: readonly {
 *   readonly name: string, readonly frames: number, readonly late: number, readonly interval: Percentiles,
 *   readonly ready: Percentiles, readonly work: Percentiles, readonly longestTaskMs: number }[]
 * }} FrameResult
 */

/**
 * What opening.mjs prints, each round, and the input it was about.
 *
 * @typedef {{ readonly firstSlicesMs: number, readonly readyMs: number, readonly updates: number, readonly slices: number,
 *   readonly welcomeMs: number, readonly startLongestTaskMs: number, readonly longestTaskMs: number }} Opening
 * @typedef {{ readonly input: string, readonly runs: readonly Opening[] }} OpeningResult
 */

/**
 * What ranks.mjs prints, each round, and the input it was about.
 *
 * @typedef {{ readonly name: string, readonly frames: number, readonly late: number, readonly interval: Percentiles,
 *   readonly cpuMs: number, readonly longestTaskMs: number }} ScrolledList
 * @typedef {{ readonly ranks: number, readonly lists: readonly ScrolledList[], readonly opening: { readonly listedMs: number,
 *   readonly hostCpuMs: number, readonly longestTaskMs: number } }} RankList
 * @typedef {{ readonly input: string, readonly runs: readonly RankList[] }} RankResult
 */

/**
 * What findingsFrames.mjs prints, each round, and the input it was about.
 *
 * @typedef {{ readonly frames: number, readonly late: number, readonly interval: Percentiles, readonly ready: Percentiles,
 *   readonly work: Percentiles, readonly longestTaskMs: number }} MovedFrames
 * @typedef {{ readonly findingsMs: number, readonly beside: MovedFrames, readonly after: MovedFrames }} FindingsFrames
 * @typedef {{ readonly input: string, readonly runs: readonly FindingsFrames[] }} FindingsFrameResult
 */

/**
 * Ten thousand summaries reduced, each round, and what jobSummary.mjs prints of their job.
 *
 * @typedef {{ readonly lists: readonly ScrolledList[], readonly opening: { readonly openedMs: number, readonly ranksMs: number,
 *   readonly hostCpuMs: number, readonly longestTaskMs: number } }} JobWindow
 * @typedef {{ readonly reduced: readonly import('../../scripts/lib/measuringSummaries.mjs').Reduced[],
 *   readonly runs: readonly JobWindow[] }} SummariesResult
 */

/**
 * A job that was watched, and what the watcher took.
 *
 * @typedef {{ readonly ranks: number, readonly access: 'usual' | 'threads', readonly measured: Measurement }} WatchResult
 */

const MB = 1e6;

/**
 * One line a stage and input, medians over the rounds. MB are 10^6 bytes.
 *
 * @param {readonly Result[]} results
 * @param {Result | undefined} base JSON.parse, which the ratios are to: of MB/s, and of MB per second of processor time
 */
export function stageTable(results, base) {
  const speed = (/** @type {Result} */ result) => rate(result, 'wallMs');
  const rows = results
    .filter(({ stage }) => stage !== 'queries')
    .map((result) => [
      result.stage,
      result.input,
      (result.runs[0].sizeBytes / MB).toFixed(1),
      result.runs[0].events.toLocaleString('en'),
      seconds(median(result, (run) => run.wallMs)),
      seconds(median(result, (run) => run.cpuMs)),
      (median(result, (run) => run.peakBytes) / MB).toFixed(0),
      (median(result, (run) => run.peakBytes) / result.runs[0].sizeBytes).toFixed(2),
      speed(result).toFixed(0),
      rate(result, 'cpuMs').toFixed(0),
      (result.runs[0].events / median(result, (run) => run.wallMs) / 1000).toFixed(2),
      base ? (speed(result) / speed(base)).toFixed(2) : '–',
      base ? (rate(result, 'cpuMs') / rate(base, 'cpuMs')).toFixed(2) : '–',
      detailsOf(result),
    ]);
  const head = [
    'stage',
    'input',
    'MB',
    'events',
    'wall s',
    'CPU s',
    'peak MB',
    'peak/file',
    'MB/s',
    'MB/CPU s',
    'Mev/s',
    '× JSON.parse',
    '× by CPU',
    '',
  ];
  return aligned([head, ...rows], 2);
}

/**
 * What it takes to answer while one looks around; undefined if it was not measured.
 *
 * @param {readonly Result[]} results
 */
export function queryTable(results) {
  const queries = results.filter(({ stage }) => stage === 'queries');
  if (queries.length === 0) return undefined;
  const columns = [
    'lanes',
    'slices',
    'viewportP50Ms',
    'viewportP95Ms',
    'viewportMaxMs',
    'wholeP50Ms',
    'wholeP95Ms',
    'wholeQuads',
    'quadsMax',
    'quadsMaxKb',
    'arrowsAllMs',
    'arrowsNearMs',
    'searchFirstMs',
    'searchMs',
    'searchTypedMs',
    'searchSortedMs',
    'statisticsMs',
    'selectionMs',
    'overviewFirstMs',
    'overviewMs',
  ];
  const rows = queries.map((result) => [
    result.input,
    ...columns.map((name) => {
      const value = median(result, ({ details }) => details[name]);
      return name.endsWith('Ms') ? value.toFixed(2) : value.toFixed(0);
    }),
  ]);
  return aligned([['queries', ...columns], ...rows], 1);
}

/** @param {readonly FrameResult[]} results */
export function frameTable(results) {
  const head = [
    'frames, ms',
    'window',
    'move',
    'backend',
    'slices',
    'frames',
    'late',
    'p50',
    'p95',
    'max',
    'ready p50',
    'ready p95',
    'work p50',
    'work p95',
    'work max',
    'longest task',
  ];
  const rows = results.flatMap(({ input, window, slices, backend, moves }) =>
    moves.map(({ name, frames, late, interval, ready, work, longestTaskMs }) => [
      input,
      window,
      name,
      backend,
      slices.toLocaleString('en'),
      String(frames),
      String(late),
      ...[interval.median, interval.p95, interval.max].map((ms) => ms.toFixed(1)),
      ...[ready.median, ready.p95, work.median, work.p95, work.max].map((ms) => ms.toFixed(1)),
      longestTaskMs === 0 ? '< 50' : longestTaskMs.toFixed(0),
    ]),
  );
  return aligned([head, ...rows], 4);
}

/** @param {readonly OpeningResult[]} results */
export function openingTable(results) {
  const rows = results.map(({ input, runs }) => {
    const of = (/** @type {keyof Opening} */ name) => median({ runs }, (run) => run[name]);
    return [
      input,
      of('welcomeMs').toFixed(0),
      of('slices').toLocaleString('en'),
      of('firstSlicesMs').toFixed(0),
      of('updates').toFixed(0),
      of('readyMs').toFixed(0),
      ...[of('startLongestTaskMs'), of('longestTaskMs')].map((ms) => (ms === 0 ? '< 50' : ms.toFixed(0))),
    ];
  });
  const tasks = ['longest task, start', 'opening'];
  return aligned([['in the window, ms', 'welcome', 'slices', 'first slices', 'updates', 'all', ...tasks], ...rows], 1);
}

/** @param {readonly FindingsFrameResult[]} results */
export function findingsFrameTable(results) {
  const head = [
    'findings, ms',
    'frames',
    'until there',
    'frames',
    'late',
    'p50',
    'p95',
    'max',
    'ready p95',
    'work p95',
  ];
  const rows = results.flatMap((result) =>
    /** @type {const} */ (['beside', 'after']).map((when) => {
      const of = (/** @type {(frames: MovedFrames) => number} */ value) => median(result, (run) => value(run[when]));
      return [
        result.input,
        when === 'beside' ? 'beside them' : 'afterwards',
        median(result, (run) => run.findingsMs).toFixed(0),
        ...[of((own) => own.frames), of((own) => own.late)].map((count) => count.toFixed(0)),
        ...[of(({ interval }) => interval.median), of(({ interval }) => interval.p95)].map((ms) => ms.toFixed(1)),
        ...[of(({ interval }) => interval.max), of(({ ready }) => ready.p95)].map((ms) => ms.toFixed(1)),
        of(({ work }) => work.p95).toFixed(1),
      ];
    }),
  );
  return aligned([head, ...rows], 2);
}

/** @param {readonly RankResult[]} results */
export function rankTable(results) {
  const head = [
    'ranks, ms',
    'list',
    'ranks',
    'listed',
    'host CPU',
    'frames',
    'late',
    'p50',
    'p95',
    'max',
    'CPU a frame',
  ];
  const rows = results.flatMap((result) => {
    const of = (/** @type {'listedMs' | 'hostCpuMs'} */ name) =>
      median(result, ({ opening }) => opening[name]).toFixed(0);
    return result.runs[0].lists.map(({ name }, at) => {
      const list = (/** @type {(list: ScrolledList) => number} */ value) =>
        median(result, ({ lists }) => value(lists[at]));
      return [
        result.input,
        name,
        String(result.runs[0].ranks),
        of('listedMs'),
        of('hostCpuMs'),
        list(({ frames }) => frames).toFixed(0),
        list(({ late }) => late).toFixed(0),
        ...[list(({ interval }) => interval.median), list(({ interval }) => interval.p95)].map((ms) => ms.toFixed(1)),
        list(({ interval }) => interval.max).toFixed(1),
        list(({ cpuMs }) => cpuMs).toFixed(1),
      ];
    });
  });
  return aligned([head, ...rows], 2);
}

/**
 * Jobs that were watched.
 *
 * @param {readonly WatchResult[]} results
 */
export function watchTable(results) {
  const head = [
    'watched',
    'files read',
    'seconds',
    'steps',
    '% of a core',
    'peak MB',
    'told after ms, most',
    'open at once',
  ];
  const rows = results.map(({ ranks, access, measured: { wallMs, events, peakBytes, details } }) => [
    `${ranks} ranks`,
    access === 'usual' ? 'as they lie' : 'as if on a server',
    (wallMs / 1000).toFixed(0),
    String(events),
    details.corePercent.toFixed(2),
    (peakBytes / MB).toFixed(0),
    details.latestMs.toFixed(0),
    String(details.handles),
  ]);
  return aligned([head, ...rows], 2);
}

/** @param {SummariesResult} result */
export function summariesTable({ reduced, runs }) {
  const of = (/** @type {(run: import('../../scripts/lib/measuringSummaries.mjs').Reduced) => number} */ value) =>
    median({ runs: reduced }, value);
  const head = ['summaries', 'wall s', 'CPU s', 'peak MB'];
  const reduce = [
    `${reduced[0].ranks} ranks reduced`,
    seconds(of(({ wallMs }) => wallMs)),
    seconds(of(({ cpuMs }) => cpuMs)),
    (of(({ peakBytes }) => peakBytes) / MB).toFixed(0),
  ];
  if (runs.length === 0) return aligned([head, reduce], 1);
  const opened = (/** @type {'openedMs' | 'ranksMs' | 'hostCpuMs'} */ name) =>
    median({ runs }, ({ opening }) => opening[name]).toFixed(0);
  const lists = runs[0].lists.map(({ name }, at) => {
    const list = (/** @type {(list: ScrolledList) => number} */ value) =>
      median({ runs }, (run) => value(run.lists[at]));
    return [
      name,
      list(({ frames }) => frames).toFixed(0),
      list(({ late }) => late).toFixed(0),
      ...[list(({ interval }) => interval.median), list(({ interval }) => interval.p95)].map((ms) => ms.toFixed(1)),
      list(({ interval }) => interval.max).toFixed(1),
      list(({ cpuMs }) => cpuMs).toFixed(1),
    ];
  });
  return [
    aligned([head, reduce], 1),
    `opened after ${opened('openedMs')} ms (host CPU ${opened('hostCpuMs')} ms), ranks after ${opened('ranksMs')} ms`,
    aligned([['their job in the window', 'frames', 'late', 'p50', 'p95', 'max', 'CPU a frame'], ...lists], 1),
  ].join('\n\n');
}

/**
 * @param {Result} result
 * @param {'wallMs' | 'cpuMs'} time
 */
function rate(result, time) {
  return result.runs[0].sizeBytes / MB / (median(result, (run) => run[time]) / 1000);
}

/** Rows of the timeline's tables read in a second of wall time, millions. @param {Result} result */
export function rowRate(result) {
  return median(result, ({ details }) => details.rows) / median(result, (run) => run.wallMs) / 1000;
}

/** @param {Result} result */
function detailsOf(result) {
  if (result.stage === 'json-parse')
    return `reading the text, not counted: ${seconds(median(result, ({ details }) => details.readMs))} s`;
  if (result.stage === 'open' || result.stage === 'open-database') {
    const indexMb = median(result, ({ details }) => details.indexBytes) / MB;
    const first = seconds(median(result, ({ details }) => details.firstSlicesMs));
    const mainMs = median(result, ({ details }) => details.mainThreadMs).toFixed(0);
    const rows = result.stage === 'open-database' ? `${rowRate(result).toFixed(2)} M rows/s, ` : '';
    return `${rows}first slices ${first} s, index ${indexMb.toFixed(0)} MB, main thread busy ${mainMs} ms at most`;
  }
  if (result.stage === 'gzip') return `node:zlib alone: ${seconds(median(result, ({ details }) => details.zlibMs))} s`;
  if (result.stage === 'findings') {
    const of = (/** @type {string} */ name) => median(result, ({ details }) => details[name]);
    const views = `views beside it p95 ${of('besideViewP95Ms').toFixed(1)} ms (idle ${of('idleViewP95Ms').toFixed(1)}), ${of('lateViews')} of ${of('besideViews')} late`;
    const kept = `${seconds(of('keptFindingsMs'))} s once kept`;
    return `${of('findings')} findings ${seconds(of('findingsMs'))} s after reading, ${kept}, ${views}`;
  }
  if (result.stage === 'csv')
    return `folder looked through ${seconds(median(result, ({ details }) => details.openedMs))} s`;
  if (result.stage === 'communication') {
    const of = (/** @type {string} */ name) => seconds(median(result, ({ details }) => details[name]));
    return `opened ${of('openedMs')} s, overview ${of('overviewMs')} s, ranks ${of('ranksMs')} s, late ranks ${of('lateMs')} s`;
  }
  if (result.stage === 'reopen')
    return `cache ${(median(result, ({ details }) => details.cacheBytes) / MB).toFixed(0)} MB`;
  return '';
}

/**
 * The middle of the rounds.
 *
 * @template Run
 * @param {{ readonly runs: readonly Run[] }} result
 * @param {(run: Run) => number} of
 */
export function median({ runs }, of) {
  const values = runs.map(of).sort((a, b) => a - b);
  return values[Math.floor(values.length / 2)];
}

/** @param {number} ms */
function seconds(ms) {
  return (ms / 1000).toFixed(2);
}

/**
 * @param {readonly (readonly string[])[]} rows
 * @param {number} leftColumns columns of text; the others are numbers, and the last of a stage's row its remarks
 */
export function aligned(rows, leftColumns) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const isText = (/** @type {number} */ column) => column < leftColumns || rows[0][column] === '';
  const cell = (/** @type {string} */ text, /** @type {number} */ column) =>
    isText(column) ? text.padEnd(widths[column]) : text.padStart(widths[column]);
  return rows.map((row) => row.map(cell).join('  ').trimEnd()).join('\n');
}
