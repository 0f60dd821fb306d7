/**
 * `npm run lock`: asks the registry for each integrity that package-lock.json lacks, writes those that it gives, and lists the
 * others. npm itself never adds one to an entry that is there.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { helpIfAsked } from './lib/helpIfAsked.mjs';
import { unverified } from './lib/lock.mjs';
import { projectDir, runNpm } from './lib/project.mjs';

helpIfAsked(import.meta.url);

const path = join(projectDir, 'package-lock.json');
const lock = JSON.parse(await readFile(path, 'utf8'));
for (const place of unverified(lock.packages)) {
  const name = place.replace(/^.*node_modules\//, '');
  const wanted = `${name}@${lock.packages[place].version}`;
  const { code, output } = await runNpm(['view', wanted, 'dist.integrity', '--loglevel=silent'], { isQuiet: true });
  const integrity = /^sha512-\S+$/m.exec(output)?.[0];
  if (code === 0 && integrity !== undefined) lock.packages[place].integrity = integrity;
  console.log(`${wanted}: ${integrity ?? 'this registry does not have it'}`);
}
await writeFile(path, `${JSON.stringify(lock, undefined, 2)}\n`);
