/**
 * `npm run licences`: writes what goes along with the built program about what it contains, from what the build noted —
 * `dist/THIRD-PARTY.txt` (licences), `dist/sbom.cdx.json` (bill of materials), and for the desktop program, which has
 * Electron besides, `dist/sbom-desktop.cdx.json`. Builds what is stale first.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildIfStale } from './lib/build.mjs';
import { readBundledPackages } from './lib/bundledPackages.mjs';
import { helpIfAsked } from './lib/helpIfAsked.mjs';
import { readPackages, thirdPartyText } from './lib/licences.mjs';
import { projectDir, StepError } from './lib/project.mjs';
import { sbomOf } from './lib/sbom.mjs';

helpIfAsked(import.meta.url);

try {
  await buildIfStale();
  const program = await readJson('package.json');
  const { packages: locked } = await readJson('package-lock.json');
  const packages = await readPackages(projectDir, await readBundledPackages());
  const electron = await readPackages(projectDir, ['node_modules/electron']);
  await writeFile(join(projectDir, 'dist', 'THIRD-PARTY.txt'), thirdPartyText(packages));
  await writeJson('dist/sbom.cdx.json', sbomOf(program, packages, locked));
  await writeJson('dist/sbom-desktop.cdx.json', sbomOf(program, [...packages, ...electron], locked));
  // To stderr: `npm pack --json` answers on stdout.
  console.error(`Licences of ${packages.length} packages: dist/THIRD-PARTY.txt, dist/sbom.cdx.json`);
} catch (error) {
  if (!(error instanceof StepError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** @param {string} path */
async function readJson(path) {
  return JSON.parse(await readFile(join(projectDir, path), 'utf8'));
}

/**
 * @param {string} path
 * @param {object} value
 */
async function writeJson(path, value) {
  await writeFile(join(projectDir, path), `${JSON.stringify(value, undefined, 2)}\n`);
}
