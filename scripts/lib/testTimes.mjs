/** Where the time of a test run went, as text. */

/** @typedef {{ readonly name: string, readonly seconds: number, readonly budgetSeconds: number }} PartTime */
/** @typedef {import('./testReports.mjs').TestTime} TestTime */

const fileCount = 15;
const testCount = 25;

/**
 * What each part took and may take. A part over its budget is no failure: the machine may do other things too.
 *
 * @param {readonly PartTime[]} parts
 */
export function partsTable(parts) {
  const sum = (/** @type {(part: PartTime) => number} */ of) => parts.reduce((total, part) => total + of(part), 0);
  const rows = [
    ...parts,
    {
      name: 'All',
      seconds: sum(({ seconds }) => seconds),
      budgetSeconds: sum(({ budgetSeconds }) => budgetSeconds),
    },
  ];
  return rows
    .map(({ name, seconds, budgetSeconds }) => {
      const over = seconds > budgetSeconds ? `  over its budget of ${budgetSeconds} s` : `  of ${budgetSeconds} s`;
      return `${name.padEnd(22)}${seconds.toFixed(1).padStart(7)} s${over}`;
    })
    .join('\n');
}

/**
 * The files and the tests that took longest, of both runners.
 *
 * @param {readonly TestTime[]} times
 */
export function slowestTable(times) {
  /** @type {Map<string, number>} */
  const files = new Map();
  for (const { file, ms } of times) files.set(file, (files.get(file) ?? 0) + ms);
  const slowestFiles = [...files].sort(([, a], [, b]) => b - a).slice(0, fileCount);
  const slowestTests = [...times].sort((a, b) => b.ms - a.ms).slice(0, testCount);
  return [
    'Slowest files',
    ...slowestFiles.map(([file, ms]) => `${seconds(ms)}  ${file}`),
    'Slowest tests',
    ...slowestTests.map(({ file, title, ms }) => `${seconds(ms)}  ${file}: ${title}`),
  ].join('\n');
}

/** @param {number} ms */
function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`.padStart(9);
}
