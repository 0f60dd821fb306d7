/**
 * `npm run profile [-- STAGE INPUT]` (open 1GB): where the processor time of a stage of the benchmark goes, by kinds of work, by
 * threads and by functions, and what the machine's memory and files give. With Linux's perf (linux-perf). The flame graph goes to
 * dist/bench/profile-STAGE-INPUT.svg. With the names of functions V8 takes no code that was kept, and sampling takes time:
 * parsing and compiling are more than usual, and times are those of `npm run bench`.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, copyFileSync, cpSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { flameGraph } from '../test/bench/flameGraph.mjs';
import { countSamples, kinds } from '../test/bench/samples.mjs';
import { helpIfAsked } from './lib/helpIfAsked.mjs';
import { buildMeasuring, inputFile, warm } from './lib/measuring.mjs';
import { projectDir, requireNode, StepError } from './lib/project.mjs';
import { buildWasm } from './lib/wasm.mjs';

helpIfAsked(import.meta.url);

const SAMPLES_PER_SECOND = 2000;
const TOP_FUNCTIONS = 20;
const COPIED_BYTES = 256 << 20;

try {
  requireNode([20, 19]);
  await profile(process.argv[2] ?? 'open', process.argv[3] ?? '1GB');
} catch (error) {
  if (!(error instanceof StepError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/**
 * @param {string} stage
 * @param {string} input
 */
async function profile(stage, input) {
  await buildMeasuring();
  const scratch = mkdtempSync(join(tmpdir(), 'tracelane-profile-'));
  try {
    const code = join(scratch, 'code');
    cpSync(join(projectDir, 'dist', 'bench', 'code'), code, { recursive: true });
    for (const [name, path] of Object.entries(await buildWasm(['--debug'])))
      copyFileSync(path, join(code, `${name}.wasm`));
    const { path, sizeBytes } = await inputFile(input);
    await warm(path);
    const samples = sampled([join(code, 'measure.js'), stage, path], scratch);
    const { byKind, byThread, byFunction, stacks } = countSamples(samples);
    const total = [...byKind.values()].reduce((sum, count) => sum + count, 0);
    const line = (/** @type {string} */ name, /** @type {number} */ count) =>
      `  ${((100 * count) / total).toFixed(1).padStart(5)} %  ${((1000 * count) / SAMPLES_PER_SECOND).toFixed(0).padStart(6)} ms  ${name}`;
    const table = (/** @type {ReadonlyMap<string, number>} */ counts, most = Number.POSITIVE_INFINITY) =>
      [...counts]
        .sort(([, a], [, b]) => b - a)
        .slice(0, most)
        .map(([name, count]) => line(name, count));
    const [cpu] = cpus();
    console.log(
      [
        `${stage} ${input} (${(sizeBytes / 1e6).toFixed(0)} MB): ${total} samples, ${(total / SAMPLES_PER_SECOND).toFixed(2)} s of processor time with Node's start; ${cpu?.model.trim()}, load ${loadavg()[0]?.toFixed(1)}`,
        '',
        ...kinds.flatMap(({ name }) => (byKind.has(name) ? [line(name, byKind.get(name) ?? 0)] : [])),
        '',
        'Threads',
        ...table(byThread, 12),
        '',
        'Functions',
        ...table(byFunction, TOP_FUNCTIONS),
        '',
        `The machine: memory is copied at ${copiedGBps().toFixed(1)} GB/s by one core, a file that is in the file cache read at ${readGBps(path).toFixed(1)} GB/s.`,
      ].join('\n'),
    );
    const svg = join(projectDir, 'dist', 'bench', `profile-${stage}-${input}.svg`);
    writeFileSync(svg, flameGraph(stacks, `${stage} ${input}`));
    console.log(svg);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/**
 * What `perf script` says of a run.
 *
 * @param {readonly string[]} args of Node
 * @param {string} scratch
 */
function sampled(args, scratch) {
  const data = join(scratch, 'perf.data');
  const record = [
    'record',
    '-q',
    '-e',
    'cpu-clock',
    '-F',
    String(SAMPLES_PER_SECOND),
    '-g',
    '-k',
    '1',
    '-o',
    data,
    '--',
  ];
  const ran = spawnSync(
    'perf',
    [...record, process.execPath, '--perf-basic-prof', '--max-old-space-size=16000', ...args],
    {
      cwd: scratch,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  if (ran.error) throw new StepError(`perf cannot be started: ${ran.error.message}. Debian has it as linux-perf.`);
  if (ran.status !== 0) throw new StepError(`The stage failed (exit code ${ran.status}).`);
  const script = spawnSync('perf', ['script', '-i', data, '-F', 'comm,tid,ip,sym,dso'], {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (script.status !== 0) throw new StepError('perf could not read what it has recorded.');
  return script.stdout;
}

function copiedGBps() {
  const from = Buffer.alloc(COPIED_BYTES, 1);
  const to = Buffer.alloc(COPIED_BYTES, 2);
  const begunMs = performance.now();
  from.copy(to);
  return COPIED_BYTES / 1e6 / (performance.now() - begunMs);
}

/** @param {string} path */
function readGBps(path) {
  const block = Buffer.alloc(4 << 20, 1);
  const handle = openSync(path, 'r');
  try {
    let bytes = 0;
    const begunMs = performance.now();
    for (let read = 1; read > 0 && bytes < 1e9; bytes += read) read = readSync(handle, block);
    return bytes / 1e6 / (performance.now() - begunMs);
  } finally {
    closeSync(handle);
  }
}
