/**
 * `node scripts/release-notes.mjs vX.Y.Z`: prints what CHANGELOG.md says of this version. Ends with an error where the tag is not
 * the version of package.json, or the changelog says nothing of it.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { helpIfAsked } from './lib/helpIfAsked.mjs';
import { projectDir, StepError } from './lib/project.mjs';
import { releaseNotes } from './lib/release.mjs';

helpIfAsked(import.meta.url);

try {
  const { version } = JSON.parse(await readFile(join(projectDir, 'package.json'), 'utf8'));
  console.log(releaseNotes(process.argv[2] ?? '', version, await readFile(join(projectDir, 'CHANGELOG.md'), 'utf8')));
} catch (error) {
  if (!(error instanceof StepError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
