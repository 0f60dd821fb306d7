/** The few figures that the README has, of the reports that `npm run bench` has written. Pure. */
import { median, rowRate } from './table.mjs';

/** @typedef {import('./table.mjs').Result} Result */
/**
 * What of a report is looked at.
 *
 * @typedef {{ readonly date: string, readonly commit: string, readonly cpu: string, readonly cores: number, readonly node: string,
 *   readonly results: readonly Result[], readonly frames: readonly import('./table.mjs').FrameResult[],
 *   readonly openings: readonly import('./table.mjs').OpeningResult[] }} Report
 */

const MB = 1e6;

/**
 * The lines between the marks in the README: a table, and what it was measured on.
 *
 * @param {readonly Report[]} reports of one machine, in any order; of what several have measured the newest counts
 * @returns {string}
 */
export function figuresOf(reports) {
  const newestFirst = [...reports].sort((a, b) => (a.date < b.date ? 1 : -1));
  const [newest] = newestFirst;
  if (newest === undefined) throw new Error('There is no report of `npm run bench`.');
  /** @param {string} stage @param {string} input */
  const resultOf = (stage, input) => {
    for (const { results } of newestFirst) {
      const own = results.find((one) => one.stage === stage && one.input === input);
      // Speeds are to JSON.parse's in the same run.
      if (own) return { own, base: results.find((one) => one.stage === 'json-parse') };
    }
    return undefined;
  };
  const rows = [
    ...['50MB', '1GB', '2GB'].flatMap((input) => openRows(resultOf('open', input))),
    ...of(resultOf('reopen', '2GB'), ({ own }) => [
      ['the same 2 GB opened again', seconds(median(own, (run) => run.wallMs))],
    ]),
    ...of(resultOf('open-database', '1GB-database'), ({ own }) => [
      ['a SQLite database of 1 GB', `${rowRate(own).toFixed(2)} million rows a second`],
    ]),
    ...of(resultOf('queries', '4-ranks-10M-slices'), ({ own }) => queryRows(own)),
    ...of(resultOf('findings', '1GB'), ({ own }) => [
      ['findings of 1 GB, after reading', seconds(median(own, ({ details }) => details.findingsMs))],
    ]),
    ...of(resultOf('findings', '64-ranks'), ({ own }) => [
      ['findings of 64 ranks of 20 MB, from nothing', seconds(median(own, (run) => run.wallMs))],
    ]),
    ...of(
      newestFirst.flatMap(({ openings }) => openings).find(({ input }) => input === '1GB'),
      (opening) => [['first slices of 1 GB in the window', seconds(median(opening, (run) => run.firstSlicesMs))]],
    ),
    ...of(
      newestFirst.flatMap(({ frames }) => frames).find(({ input }) => input === '1M-slices'),
      ({ moves }) => [
        [
          'from frame to frame over a million slices, without a GPU, p95',
          `${Math.max(...moves.map(({ interval }) => interval.p95)).toFixed(1)} ms`,
        ],
      ],
    ),
  ];
  const commits = [...new Set(newestFirst.map(({ commit }) => commit))].join(', ');
  const { cpu, cores, node, date } = newest;
  return [
    '| | |',
    '|---|---|',
    ...rows.map(([what, value]) => `| ${what} | ${value} |`),
    '',
    `Medians, ${cores} cores (${cpu}), Node ${node}, ${date.slice(0, 10)}, ${commits}; what each means: [docs/performance.md](docs/performance.md).`,
  ].join('\n');
}

/** @param {{ own: Result, base: Result | undefined } | undefined} found */
function openRows(found) {
  return of(found, ({ own, base }) => {
    const clockMs = median(own, (run) => run.wallMs);
    const { sizeBytes, events } = own.runs[0];
    const rate = (/** @type {Result} */ one) => one.runs[0].sizeBytes / median(one, (run) => run.wallMs);
    const times = base ? `, ${(rate(own) / rate(base)).toFixed(1)} × as fast as \`JSON.parse\`` : '';
    const peakMb = (median(own, (run) => run.peakBytes) / MB).toFixed(0);
    const name = `a trace of ${(sizeBytes / MB).toFixed(0)} MB, ${(events / 1e6).toFixed(1)} million events`;
    return [[name, `${seconds(clockMs)}${times}, ${peakMb} MB of memory at most`]];
  });
}

/** @param {Result} own */
function queryRows(own) {
  const detail = (/** @type {string} */ name) => median(own, ({ details }) => details[name]);
  const slices = `${(detail('slices') / 1e6).toFixed(1)} million slices`;
  return [
    [`a view of 60 lanes anywhere in ${slices}, p95`, `${detail('viewportP95Ms').toFixed(1)} ms`],
    ['names searched in them, all hits counted', `${detail('searchMs').toFixed(0)} ms`],
    ['statistics of all of them', `${detail('statisticsMs').toFixed(0)} ms`],
  ];
}

/**
 * @template T
 * @param {T | undefined} found
 * @param {(found: T) => string[][]} rows
 */
function of(found, rows) {
  return found === undefined ? [] : rows(found);
}

/** @param {number} ms */
function seconds(ms) {
  return `${(ms / 1000).toFixed(2)} s`;
}

export const MARKS = ['<!-- npm run figures: begin -->', '<!-- npm run figures: end -->'];

/**
 * @param {string} text of the README
 * @param {string} figures what stands between the marks from now on
 */
export function withFigures(text, figures) {
  const [from, to] = MARKS.map((mark) => text.indexOf(mark));
  if (from < 0 || to < from) throw new Error(`The README has no lines "${MARKS.join('" and "')}".`);
  return `${text.slice(0, from + MARKS[0].length)}\n${figures}\n${text.slice(to)}`;
}
