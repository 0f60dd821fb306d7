/** `npm run fuzz`: see scripts/fuzz.mjs for its options. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { allFormats } from '../formats/allFormats';
import { fuzz } from './fuzz';
import { failureList, reportTable } from './table';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string' },
    count: { type: 'string' },
    seed: { type: 'string' },
    from: { type: 'string', default: '0' },
    format: { type: 'string', multiple: true },
    processes: { type: 'string', default: '2' },
  },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const formats = allFormats(new URL('tokenizer.wasm', import.meta.url));
const chosen = values.format ? formats.filter(({ name }) => values.format?.includes(name)) : formats;
if (chosen.length === 0) throw new Error(`There are the formats ${formats.map(({ name }) => name).join(', ')}`);
const failuresFolder = join(tmpdir(), `tracelane-fuzz-failures-${seed}`);
const count = values.count === undefined ? undefined : Number(values.count);
const seconds = values.seconds === undefined ? (count === undefined ? 60 : undefined) : Number(values.seconds);

let lastMs = 0;
console.log(`seed ${seed}`);
const report = await fuzz({
  formats: chosen,
  ...(count !== undefined && { count }),
  ...(seconds !== undefined && { seconds }),
  seed,
  from: Number(values.from),
  processes: Number(values.processes),
  childPath: fileURLToPath(new URL('child.js', import.meta.url)),
  failuresFolder,
  onProgress: (format, done, failures) => {
    const everyMs = process.stdout.isTTY ? 200 : 15_000;
    if (performance.now() - lastMs < everyMs) return;
    lastMs = performance.now();
    const text = `${format}: ${done.toLocaleString('en')} mutants, ${failures} failures`;
    process.stdout.write(process.stdout.isTTY ? `\r${text.padEnd(60)}` : `${text}\n`);
  },
});
const failed = report.failures.all().length;
console.log(`\n${failed > 0 ? `${failureList(report)}\n\n` : ''}${reportTable(report)}\n`);
console.log(
  failed > 0 ? `${failed} failures, seed ${seed}; what shows them is in ${failuresFolder}` : `0 failures, seed ${seed}`,
);
process.exitCode = failed > 0 ? 1 : 0;
