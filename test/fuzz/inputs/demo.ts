import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { generateDemo } from '../../../src-main/demo/generate';
import { once } from '../../../src-worker/base/once';
import { quickTemporaryFolder } from '../program/program';

/** The files of a small generated job, by their paths in it: what there is where the real dumps are absent. */
export const demoFiles = once(async (): Promise<ReadonlyMap<string, Buffer>> => {
  const folder = mkdtempSync(join(quickTemporaryFolder(), 'tracelane-fuzz-demo-'));
  try {
    await generateDemo({ folder: join(folder, 'job'), ranks: 2, steps: 2, seed: 7, eventsPerRank: 600 });
    const job = join(folder, 'job');
    const paths = readdirSync(job, { recursive: true, encoding: 'utf8' }).sort();
    return new Map(
      paths.filter((path) => statSync(join(job, path)).isFile()).map((path) => [path, readFileSync(join(job, path))]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
