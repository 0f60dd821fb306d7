/**
 * Speed of both tokenizers: node test/bench/tokenizer.mjs [--only wasm] [TRACE…]
 *
 * Without files it makes its own, ordinary and worst cases. Each measurement is a process of its own that reads the file
 * in blocks of 4 MB, as the program does, several times: the first pass has everything to warm up, the best is what the
 * machine gives. On a busy machine, look at the time of the processor. MB are 10^6 bytes.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, fstatSync, mkdirSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildWasm } from '../../scripts/lib/wasm.mjs';
import { writeTokenizerInputs } from './tokenizerInputs.mjs';

const BLOCK_BYTES = 4 << 20;
const PASSES = 5;
const KINDS = /** @type {const} */ (['plain', 'wasm']);

/**
 * @typedef {{ readonly events: number, readonly names: number, readonly firstMs: number, readonly bestMs: number,
 *   readonly cpuMs: number, readonly peakMb: number }} Measurement
 */

const [mode, ...rest] = process.argv.slice(2);
if (mode === '--measure') await measure(...rest);
else await compare(process.argv.slice(2));

/** @param {readonly string[]} args */
async function compare(args) {
  const scratch = mkdtempSync(join(tmpdir(), 'tracelane-bench-'));
  try {
    const only = args[0] === '--only' ? args[1] : undefined;
    const given = only === undefined ? args : args.slice(2);
    const files = given.length > 0 ? given : writeTokenizerInputs(join(scratch, 'inputs'));
    await bundle(join(scratch, 'code'));
    const { tokenizer: wasm } = await buildWasm();
    for (const file of files) {
      const fd = openSync(file, 'r');
      const megabytes = fstatSync(fd).size / 1e6;
      closeSync(fd);
      console.log(`${basename(file)}: ${megabytes.toFixed(0)} MB`);
      /** @type {number[]} */
      const cpuMs = [];
      for (const kind of KINDS.filter((each) => only === undefined || each === only)) {
        const self = fileURLToPath(import.meta.url);
        const child = spawnSync(process.execPath, [self, '--measure', kind, file, join(scratch, 'code'), wasm], {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        if (child.status !== 0) throw new Error(`The ${kind} tokenizer failed on ${file}`);
        /** @type {Measurement} */
        const result = JSON.parse(child.stdout);
        cpuMs.push(result.cpuMs);
        const speed = (/** @type {number} */ ms) => `${((megabytes / ms) * 1000).toFixed(0)} MB/s`.padStart(10);
        console.log(
          `  ${kind.padEnd(6)}${speed(result.bestMs)} best ${speed(result.firstMs)} first ${speed(result.cpuMs)} of CPU  ` +
            `${((result.cpuMs * 1e6) / result.events).toFixed(0)} ns/event  ${result.events} events  ` +
            `${result.names} names  ${result.peakMb.toFixed(0)} MB peak`,
        );
      }
      if (cpuMs.length === 2) console.log(`  ${(cpuMs[0] / cpuMs[1]).toFixed(1)} × by CPU time`);
    }
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/**
 * TypeScript to modules that Node runs.
 *
 * @param {string} outDir
 */
async function bundle(outDir) {
  const { build } = await import('vite');
  const source = (/** @type {string} */ name) =>
    fileURLToPath(new URL(`../../src-worker/tokenizer/${name}.ts`, import.meta.url));
  mkdirSync(outDir, { recursive: true });
  await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      minify: false,
      rollupOptions: {
        input: { plain: source('plainTokenizer'), wasm: source('wasmTokenizer'), wasmModule: source('wasmModule') },
        output: { format: 'es', entryFileNames: '[name].mjs' },
      },
    },
  });
}

/**
 * One tokenizer on one file.
 *
 * @param {string[]} args
 */
async function measure(...[kind, file, codeDir, wasm]) {
  const load = (/** @type {string} */ name) => import(pathToFileURL(join(codeDir, `${name}.mjs`)).href);
  const { PlainTokenizer } = await load('plain');
  const { WasmTokenizer } = await load('wasm');
  const { loadWasmModule } = await load('wasmModule');
  const module = kind === 'wasm' ? loadWasmModule(wasm) : undefined;
  /** @type {number[]} */
  const passesMs = [];
  /** @type {number[]} */
  const cpuMs = [];
  let last = { events: 0, names: 0 };
  for (let pass = 0; pass < PASSES; pass++) {
    const start = performance.now();
    const startCpu = process.cpuUsage();
    last = readAll(kind === 'wasm' ? new WasmTokenizer(module) : new PlainTokenizer(), file);
    passesMs.push(performance.now() - start);
    const { user, system } = process.cpuUsage(startCpu);
    cpuMs.push((user + system) / 1000);
  }
  /** @type {Measurement} */
  const result = {
    ...last,
    firstMs: passesMs[0],
    bestMs: Math.min(...passesMs),
    cpuMs: Math.min(...cpuMs),
    peakMb: process.resourceUsage().maxRSS / 1024,
  };
  console.log(JSON.stringify(result));
}

/**
 * @param {import('../../src-worker/tokenizer/batch').Tokenizer} tokenizer
 * @param {string} file
 */
function readAll(tokenizer, file) {
  const fd = openSync(file, 'r');
  tokenizer.reserve(2 * BLOCK_BYTES);
  let fileOffset = 0;
  let end = readSync(fd, tokenizer.bytes, 0, BLOCK_BYTES, 0);
  let at = tokenizer.bytes.indexOf(0x5b) + 1;
  let events = 0;
  for (;;) {
    const stop = tokenizer.parse(at, end, fileOffset);
    events += tokenizer.batch.count;
    tokenizer.batch.count = 0;
    tokenizer.batch.sampleCount = 0;
    tokenizer.batch.idCount = 0;
    at = tokenizer.position;
    if (stop === 'array-end') break;
    if (stop === 'bad-byte') throw new Error(`bad byte at ${fileOffset + at}`);
    if (stop === 'batch-full') continue;
    tokenizer.bytes.copyWithin(0, at, end);
    fileOffset += at;
    end -= at;
    at = 0;
    tokenizer.reserve(end + BLOCK_BYTES);
    const read = readSync(fd, tokenizer.bytes, end, BLOCK_BYTES, fileOffset + end);
    if (read === 0) throw new Error('the event list has no end');
    end += read;
  }
  closeSync(fd);
  return { events, names: tokenizer.names.size };
}
