import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';

let scratch = '';

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'tracelane-demo-'));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Runs the generator in a process of its own and tells what it wrote and the most memory it held. */
const program = `
import { generateDemo } from './generate.mjs';
const truth = await generateDemo(JSON.parse(process.argv[2]));
console.log(JSON.stringify({
  bytes: truth.ranks.reduce((sum, { traceBytes }) => sum + traceBytes, 0),
  peakBytes: process.resourceUsage().maxRSS * 1024,
}));
`;

it('holds less than 300 MB while it writes 200 MB', async () => {
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: 'src-main/demo/generate.ts',
      outDir: scratch,
      emptyOutDir: false,
      rollupOptions: { output: { entryFileNames: 'generate.mjs' } },
    },
  });
  writeFileSync(join(scratch, 'run.mjs'), program);
  const options = { folder: join(scratch, 'job'), ranks: 2, steps: 10, eventsPerRank: 420_000, seed: 1 };
  const { stdout } = await promisify(execFile)(process.execPath, [join(scratch, 'run.mjs'), JSON.stringify(options)]);
  const { bytes, peakBytes } = JSON.parse(stdout) as { bytes: number; peakBytes: number };
  expect(bytes).toBeGreaterThan(170e6);
  expect(peakBytes).toBeLessThan(300e6);
}, 60_000);
