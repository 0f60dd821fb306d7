import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll } from 'vitest';
import { originSecond } from '../../../../../src-main/demo/facts/rankFacts';
import { generateDemo } from '../../../../../src-main/demo/generate';
import type { DemoOptions } from '../../../../../src-main/demo/options';
import { clockOf } from '../../../../../src-worker/model/clock/jobClock';
import { openContext } from '../../../../fixtures/dumpContext';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tracelane-clock-'));
  return () => rmSync(folder, { recursive: true, force: true });
});

const eightRanks: Omit<DemoOptions, 'folder'> = {
  ranks: 8,
  steps: 2,
  eventsPerRank: 3000,
  seed: 4,
  clockOffsetMs: 10_000,
};

/** A job whose clocks are up to ten seconds wrong, and what is found of them. In a folder of its own for each test file. */
export async function generated(name: string, options: Partial<DemoOptions>) {
  const path = join(folder, name);
  const truth = await generateDemo({ ...eightRanks, ...options, folder: path });
  const context = await openContext(path);
  // What the dump's times count from, in the job's: both begin at a whole second.
  const fromNs = Number(context.originNs - BigInt(originSecond(truth.seed)) * 1_000_000_000n);
  return { truth, fromNs, context, clock: await clockOf(context) };
}
