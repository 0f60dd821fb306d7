/**
 * The faults that findings are held against: each planted by `tracelane demo`, looked for by `tracelane analyze --json`, and
 * compared with the generator's `truth.json`. Used by `scripts/planted-faults.mjs` and by the tests.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectDir } from './project.mjs';

/**
 * @typedef {object} Expected
 * @property {string} fault As `--fault` has it.
 * @property {readonly string[]} rules Rules that name it.
 * @property {number} [rank] Of the finding; absent: the fault has none.
 * @property {readonly [number, number]} [link]
 * @property {number} [stage] Of the pipeline.
 * @property {'time' | 'memory' | 'packets' | 'balance' | 'calls'} measure What the finding and the truth are compared by.
 *
 * @typedef {object} Job
 * @property {string} name
 * @property {string} args Of `tracelane demo`.
 * @property {'text' | 'db'} form
 * @property {readonly Expected[]} faults
 *
 * @typedef {object} Verdict
 * @property {string} job
 * @property {string} fault
 * @property {string} found Rule and place; empty: not found.
 * @property {number} value ms, MB or MB of packets a step; calls in all steps.
 * @property {number} truth
 * @property {string} unit
 * @property {readonly string[]} problems Empty: as it must be.
 *
 * @typedef {object} HealthyJob Without faults.
 * @property {string} name
 * @property {string} shape
 * @property {string} args
 *
 * @typedef {object} Health
 * @property {string} shape
 * @property {number} free Share of the step, on the rank that has most.
 * @property {number} exposed The same of exposed communication.
 * @property {readonly string[]} problems Empty: it is healthy.
 */

/** Relative. */
const TOLERANCE = 0.1;
const MOST_ABOVE = 2;
/** A finding of this share of the step beside those of the faults names one cause twice. */
const LEAST_SHARE = 0.02;
/** A healthy job has no more on any rank. */
const MOST_FREE = 0.08;
const MOST_EXPOSED = 0.1;
/** What the same job without faults has as well, by so much of it, is no victim of theirs. */
const HEALTHY_PART = 0.5;

const small = '--steps 5 --layers 1 --micro-batches 1';
const eight = `--ranks 8 --tp 4 --dp 2 --ranks-per-host 4 ${small}`;

/** @type {Readonly<Record<string, Expected>>} */
export const faults = {
  'slow-rank': { fault: 'slow-rank:rank=3', rules: ['D2'], rank: 3, measure: 'time' },
  'down-clock': { fault: 'down-clock:rank=2', rules: ['B6'], rank: 2, measure: 'time' },
  'late-dataloader': { fault: 'late-dataloader:rank=1', rules: ['B9'], rank: 1, measure: 'time' },
  'gc-pause': { fault: 'gc-pause:rank=5', rules: ['B9'], rank: 5, measure: 'time' },
  'jit-compile': { fault: 'jit-compile:rank=4,ms=4', rules: ['B3'], rank: 4, measure: 'time' },
  'slow-link': { fault: 'slow-link:ranks=1-2', rules: ['C6'], link: [1, 2], measure: 'time' },
  'absent-link': { fault: 'absent-link:ranks=1-2,steps=12-12', rules: ['C6'], link: [1, 2], measure: 'time' },
  'flapping-link': { fault: 'flapping-link:ranks=1-2', rules: ['C6'], link: [1, 2], measure: 'time' },
  drift: { fault: 'drift:rank=3', rules: ['E2'], rank: 3, measure: 'time' },
  'small-packets': { fault: 'small-packets:group=dp', rules: ['C2'], measure: 'time' },
  unaligned: { fault: 'unaligned:group=tp', rules: ['C3'], measure: 'packets' },
  mismatch: { fault: 'mismatch:rank=3,group=tp,call=1', rules: ['H2'], rank: 3, measure: 'calls' },
  leak: { fault: 'leak:rank=6', rules: ['F1'], rank: 6, measure: 'memory' },
  hang: { fault: 'hang:rank=3,group=tp,call=2', rules: ['H1'], rank: 3, measure: 'time' },
};

const pairs = [
  ['slow-rank', 'late-dataloader'],
  ['slow-rank', 'slow-link'],
  ['late-dataloader', 'gc-pause'],
  ['down-clock', 'leak'],
  ['jit-compile', 'unaligned'],
  ['drift', 'small-packets'],
];

/** Two pipeline stages that never wait for each other: a pause on either is masked by sends and receives under way. */
const stages = '--ranks 8 --tp 2 --pp 2 --dp 2 --steps 3 --layers 1 --micro-batches 4';

/** Slow rank, link and dataloader in jobs of other sizes: the ranks that they have. */
const sizes = [
  { ranks: 2, args: `--ranks 2 --tp 2 --dp 1 ${small}`, rank: 1, link: [0, 1] },
  { ranks: 4, args: `--ranks 4 --tp 4 --dp 1 ${small}`, rank: 3, link: [1, 2] },
  { ranks: 64, args: '--ranks 64 --tp 4 --dp 16 --steps 2 --layers 1 --micro-batches 1', rank: 37, link: [21, 22] },
];

/** @returns {readonly Job[]} */
export function plantedJobs() {
  /** @type {Job[]} */
  const jobs = [];
  for (const form of /** @type {const} */ (['text', 'db']))
    for (const [kind, expected] of Object.entries(faults))
      jobs.push({ name: `${kind}, 8 ranks, ${form}`, args: eight, form, faults: [expected] });
  // Others end the step: what hangs is in none of their groups.
  for (const form of /** @type {const} */ (['text', 'db']))
    jobs.push({
      name: `hang of two, 8 ranks, ${form}`,
      args: eight,
      form,
      faults: [{ fault: 'hang:rank=5,group=dp,call=1', rules: ['H1'], rank: 5, measure: 'time' }],
    });
  for (const kinds of pairs)
    jobs.push({
      name: `${kinds.join(' and ')}, 8 ranks, text`,
      args: eight,
      form: 'text',
      faults: kinds.map((kind) => /** @type {Expected} */ (faults[kind])),
    });
  for (const rank of [1, 5]) {
    // In the first step the second stage waits for the first anyway, and the pause costs nothing.
    const steps = rank < 4 ? '' : ',steps=11-12';
    /** @type {Expected} */
    const expected = { fault: `gc-pause:rank=${rank}${steps}`, rules: ['B9'], rank, measure: 'time' };
    jobs.push({
      name: `gc-pause in stage ${rank >> 2}, 8 ranks, text`,
      args: stages,
      form: 'text',
      faults: [expected],
    });
  }
  // Stages wait for each other because one of their ranks is slow or late: the bubble is no finding beside it. Steps as above.
  for (const [fault, rule] of [
    ['slow-rank:rank=6', 'D2'],
    ['late-dataloader:rank=6,steps=11-12', 'B9'],
  ])
    jobs.push({
      name: `${fault.slice(0, fault.indexOf(':'))} in stage 1, 8 ranks, text`,
      args: stages,
      form: 'text',
      faults: [{ fault, rules: [rule], rank: 6, measure: 'time' }],
    });
  for (const form of /** @type {const} */ (['text', 'db']))
    jobs.push({
      name: `heavy-stage, 8 ranks, ${form}`,
      args: stages,
      form,
      faults: [{ fault: 'heavy-stage:stage=1', rules: ['D2'], stage: 1, measure: 'balance' }],
    });
  for (const { ranks, args, rank, link } of sizes) {
    const [a, b] = /** @type {[number, number]} */ (link);
    /** @type {readonly Expected[]} */
    const own = [
      { fault: `slow-rank:rank=${rank}`, rules: ['D2'], rank, measure: 'time' },
      { fault: `slow-link:ranks=${a}-${b}`, rules: ['C6', 'C1'], ...(ranks > 2 && { link: [a, b] }), measure: 'time' },
      { fault: `late-dataloader:rank=${rank}`, rules: ['B9'], rank, measure: 'time' },
    ];
    for (const expected of own) {
      const kind = expected.fault.slice(0, expected.fault.indexOf(':'));
      jobs.push({ name: `${kind}, ${ranks} ranks, text`, args, form: 'text', faults: [expected] });
    }
  }
  return jobs;
}

/**
 * Plants, analyses, compares. Needs the built program.
 *
 * @param {Job} job
 * @param {Map<string, Promise<any>>} healthyReports What has been said of jobs without faults, by how they are made: most
 *   jobs are the same one with another fault, and its healthy one is made once for all calls that share the map.
 * @returns {Promise<readonly Verdict[]>} one of each fault
 */
export async function verdictsOf(job, healthyReports) {
  const { truth, report } = await planted(job);
  const verdicts = compare(job, truth, report);
  if (victimsIn(job, report).length === 0) return verdicts;
  // Some rank of every job is late by chance: only what the faults have brought about is their victim.
  const key = `${job.form} ${job.args}`;
  const healthy = healthyReports.get(key) ?? planted({ ...job, faults: [] }).then((own) => own.report);
  healthyReports.set(key, healthy);
  return compare(job, truth, report, await healthy);
}

/** @returns {readonly HealthyJob[]} */
export function healthyJobs() {
  /** @type {readonly (readonly [string, string])[]} */
  const shapes = [
    ['2 ranks, tensor 2', '--ranks 2 --tp 2 --dp 1'],
    ['4 ranks, tensor 2 × data 2', '--ranks 4 --tp 2 --dp 2'],
    ['4 ranks, data 4', '--ranks 4 --tp 1 --dp 4'],
    ['8 ranks, tensor 4 × data 2, on two hosts', '--ranks 8 --tp 4 --dp 2 --ranks-per-host 4'],
    ['8 ranks, tensor 2 × pipeline 2 × data 2', '--ranks 8 --tp 2 --pp 2 --dp 2'],
    ['8 ranks, tensor 2 × data 4, 4 expert-parallel, 16 experts', '--ranks 8 --tp 2 --dp 4 --ep 4 --experts 16'],
    ['8 ranks, tensor 2 × context 2 × data 2', '--ranks 8 --tp 2 --cp 2 --dp 2'],
    [
      '64 ranks, tensor 4 × pipeline 2 × data 8',
      '--ranks 64 --tp 4 --pp 2 --dp 8 --steps 2 --layers 1 --micro-batches 8',
    ],
  ];
  return shapes.map(([shape, args]) => ({ name: `healthy, ${shape}`, shape, args }));
}

/**
 * Analyses a job without faults. Needs the built program.
 *
 * @param {HealthyJob} job
 * @returns {Promise<Health>}
 */
export async function healthOf({ name, shape, args }) {
  const { report } = await planted({ name, args, form: 'text', faults: [] });
  /** @param {(rank: any) => number} msOf */
  const most = (msOf) =>
    Math.max(
      ...report.split.map((/** @type {any} */ own) => {
        return msOf(own) / (own.computingMs + own.notOverlappedMs + own.freeMs);
      }),
    );
  const [free, exposed] = [most(({ freeMs }) => freeMs), most(({ notOverlappedMs }) => notOverlappedMs)];
  const findings = report.findings.filter((/** @type {any} */ own) => own.shareOfStep > LEAST_SHARE);
  const problems = [
    ...(free <= MOST_FREE ? [] : [`Free is ${percent(free)}`]),
    ...(exposed <= MOST_EXPOSED ? [] : [`exposed is ${percent(exposed)}`]),
    ...findings.map((/** @type {any} */ { id, shareOfStep }) => `${id} (${percent(shareOfStep)})`),
  ];
  return { shape, free, exposed, problems };
}

/** @param {Job} job */
async function planted({ args, form, faults }) {
  const cli = join(projectDir, 'dist', 'node', 'cli.js');
  const folder = await mkdtemp(join(tmpdir(), 'tracelane-planted-'));
  try {
    const options = faults.flatMap(({ fault }) => ['--fault', fault]);
    await run(cli, ['demo', join(folder, 'job'), ...args.split(' '), '--form', form, ...options]);
    const truth = JSON.parse(await readFile(join(folder, 'job', 'truth.json'), 'utf8'));
    const report = JSON.parse(await run(cli, ['analyze', join(folder, 'job'), '--json']));
    return { truth, report };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Findings of any size that name a rank or a link that no fault was planted on: who waited for it, named as a cause.
 *
 * @param {Job} job
 * @param {any} report `analyze --json`
 * @param {any} [healthy] The same of the job without faults.
 * @returns {any[]}
 */
function victimsIn(job, report, healthy) {
  const own = job.faults.map((expected) => report.findings.find((/** @type {any} */ one) => isOf(one, expected)));
  return report.findings.filter((/** @type {any} */ finding) => {
    const { id, place, lostMsPerStep } = finding;
    if (own.includes(finding) || (place.ranks.length !== 1 && place.link === undefined)) return false;
    if (job.faults.some(({ rank }) => rank !== undefined && rank === place.ranks[0])) return false;
    const before = healthy?.findings.find((/** @type {any} */ one) => one.id === id);
    return before === undefined || before.lostMsPerStep < HEALTHY_PART * lostMsPerStep;
  });
}

/** @param {string} cli @param {readonly string[]} args */
async function run(cli, args) {
  const { stdout } = await promisify(execFile)(process.execPath, [cli, ...args], { maxBuffer: 1 << 28 });
  return stdout;
}

/**
 * @param {Job} job
 * @param {any} truth `truth.json`
 * @param {any} report `analyze --json`
 * @param {any} [healthy] The same of the job without faults.
 * @returns {readonly Verdict[]}
 */
export function compare(job, truth, report, healthy) {
  /** @type {any[]} */
  const findings = report.findings;
  const own = job.faults.map((expected) => findings.find((finding) => isOf(finding, expected)));
  const strangers = new Set([
    ...findings.filter((finding) => !own.includes(finding) && finding.shareOfStep > LEAST_SHARE),
    ...victimsIn(job, report, healthy),
  ]);
  return job.faults.map((expected, at) => {
    const finding = own[at];
    const { value: trueValue, unit } = truthOf(expected, truth, at);
    if (finding === undefined)
      return {
        job: job.name,
        fault: expected.fault,
        found: '',
        value: Number.NaN,
        truth: trueValue,
        unit,
        problems: ['not found'],
      };
    const value = measured(finding, expected);
    const above = findings.filter(
      (other) => other.class === finding.class && other.lostMsPerStep > finding.lostMsPerStep,
    );
    const problems = [
      ...(Math.abs(value - trueValue) <= TOLERANCE * trueValue ? [] : ['more than 10 % off']),
      ...(above.length <= MOST_ABOVE ? [] : [`number ${above.length + 1} of its kind`]),
      ...[...strangers].map(
        ({ rule, rank, shareOfStep }) => `${rule} ${rank ?? 'job'} besides (${percent(shareOfStep)})`,
      ),
    ];
    return { job: job.name, fault: expected.fault, found: foundAs(finding), value, truth: trueValue, unit, problems };
  });
}

/** @param {any} finding @param {Expected} expected */
function isOf(finding, { rules, rank, link, stage }) {
  if (!rules.includes(finding.rule)) return false;
  if (stage !== undefined) return finding.place.stages?.join() === `${stage}`;
  if (link !== undefined) {
    const { source, target } = finding.place.link ?? {};
    return [...link].sort().join() === [source, target].sort().join();
  }
  return rank === undefined || (finding.rank === rank && finding.place.ranks.length === 1);
}

/** @param {any} finding @param {Expected} expected */
function measured({ lostMsPerStep, values }, { measure }) {
  switch (measure) {
    case 'time':
    case 'balance':
      return lostMsPerStep;
    case 'memory':
      return values.growth / 1e6;
    case 'packets':
      return (values.size * values.count) / 1e6;
    case 'calls':
      return values.count;
  }
}

/**
 * A step, on the mean over the steps. What a group or a link has to bear, all its ranks bear at the same time: that of the
 * rank with the median of them that it touches. What a stage has to do more is there still when it is shared out evenly among all:
 * what it costs is how much more that is than each one's part.
 *
 * @param {Expected} expected
 * @param {any} truth
 * @param {number} fault Position among those planted.
 */
function truthOf({ measure }, truth, fault) {
  // Ranks that hang have one less than those that do not.
  const steps = Math.max(...truth.ranks.map((/** @type {any} */ own) => own.steps.length));
  if (measure === 'calls') {
    const effects = truth.ranks.flatMap((/** @type {any} */ own) => own.effects);
    const met = effects.filter((/** @type {any} */ one) => one.fault === fault);
    return {
      value: met.reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + one.count, 0),
      unit: 'calls',
    };
  }
  const isTime = measure === 'time' || measure === 'balance';
  /** @type {number[]} */
  const sums = truth.ranks
    .map((/** @type {any} */ { effects }) => effects.filter((/** @type {any} */ one) => one.fault === fault))
    .filter((/** @type {any[]} */ effects) => effects.length > 0)
    .map((/** @type {any[]} */ effects) =>
      effects.reduce((sum, { extraNs, bytes }) => sum + (isTime ? extraNs : bytes), 0),
    )
    .sort((/** @type {number} */ a, /** @type {number} */ b) => a - b);
  const middle = sums[sums.length >> 1] ?? Number.NaN;
  const part = measure === 'balance' ? 1 - sums.length / truth.ranks.length : 1;
  return { value: (part * middle) / steps / 1e6, unit: isTime ? 'ms' : 'MB' };
}

/** @param {any} finding */
function foundAs({ rule, place }) {
  const { link, ranks, stages } = place;
  if (stages?.length === 1) return `${rule}, stage ${stages[0]}`;
  if (link) return `${rule}, link ${link.source} → ${link.target}`;
  return ranks.length === 1 ? `${rule}, Rank ${ranks[0]}` : rule;
}

/** @param {number} share */
function percent(share) {
  return `${(100 * share).toFixed(1)} %`;
}

/** Markdown. @param {readonly Verdict[]} verdicts */
export function verdictTable(verdicts) {
  const rows = verdicts.map(({ job, fault, found, value, truth, unit, problems }) => {
    const cells = [job, `\`${fault}\``, found || '–', amount(value, unit), amount(truth, unit), problems.join('; ')];
    return `| ${cells.join(' | ')} |`;
  });
  return ['| job | fault | found as | lost | true | |', '| --- | ----- | -------- | ---: | ---: | - |', ...rows].join(
    '\n',
  );
}

/** Markdown. @param {readonly Health[]} all */
export function healthTable(all) {
  const rows = all.map(({ shape, free, exposed, problems }) => {
    return `| ${[shape, percent(free), percent(exposed), problems.join('; ')].join(' | ')} |`;
  });
  return ['| job | Free | exposed | |', '| --- | ---: | ------: | - |', ...rows].join('\n');
}

/**
 * A table with the rows of another one in place of those of the same jobs: their first cells. Rows of jobs that there are no more go.
 *
 * @param {string} before
 * @param {string} table
 * @param {readonly string[]} order Of the jobs.
 */
export function mergedTable(before, table, order) {
  /** @param {string} row */
  const jobOf = (row) => row.split(' | ')[0].replace(/^\| /, '');
  const [head, rule, ...rows] = table.split('\n');
  const isNew = new Set(rows.map(jobOf));
  const kept = before
    .split('\n')
    .slice(2)
    .filter((row) => !isNew.has(jobOf(row)));
  const byJob = order.flatMap((job) => [...kept, ...rows].filter((row) => jobOf(row) === job));
  return [head, rule, ...byJob].join('\n');
}

/** @param {number} value @param {string} unit */
function amount(value, unit) {
  if (Number.isNaN(value)) return '–';
  if (unit === 'calls') return `${value} ${unit}`;
  return `${value < 1000 ? value.toPrecision(3) : Math.round(value)} ${unit}`;
}
