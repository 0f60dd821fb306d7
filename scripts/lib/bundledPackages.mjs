import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectDir } from './project.mjs';

/** Outside of what vite empties. */
const recordDir = join(projectDir, 'dist', 'bundled');

/** Parts of the program as the records are called. */
export const bundledParts = ['renderer', 'renderer-threads', 'node', 'threads', 'info', 'preload'];

/** What the makers of bundles put into them of their own. */
const ownHelpers = [
  { prefix: '\0vite/', place: 'node_modules/vite' },
  { prefix: '\0rolldown/', place: 'node_modules/rolldown' },
];

/**
 * For vite: notes which packages are in what it writes, as their places "node_modules/…", one file for each part of the
 * program. Licences and the bill of materials are made from that (scripts/licences.mjs), not from what is installed.
 *
 * @param {string} part one of `bundledParts`
 * @param {readonly string[]} [besides] packages of which something gets in without being imported
 * @returns {import('vite').Plugin}
 */
export function bundledPackagesPlugin(part, besides = []) {
  return {
    name: 'tracelane-bundled-packages',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const places = new Set(besides);
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        for (const id of chunk.moduleIds) {
          const place = packagePlace(id);
          if (place !== undefined) places.add(place);
        }
      }
      await mkdir(recordDir, { recursive: true });
      await writeFile(join(recordDir, `${part}.json`), `${JSON.stringify([...places].sort(), undefined, 2)}\n`);
    },
  };
}

/**
 * Place of the package that a module is from, as package-lock.json names it; undefined for our own.
 *
 * @param {string} moduleId its path, as vite has it
 * @returns {string | undefined}
 */
export function packagePlace(moduleId) {
  const helper = ownHelpers.find(({ prefix }) => moduleId.startsWith(prefix));
  if (helper !== undefined) return helper.place;
  const path = moduleId.replaceAll('\\', '/').replace(projectDir.replaceAll('\\', '/'), '');
  return /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
}

/**
 * What has been noted, of all parts.
 *
 * @returns {Promise<readonly string[]>} places "node_modules/…", sorted
 */
export async function readBundledPackages() {
  const noted = new Set(await readdir(recordDir));
  const missing = bundledParts.filter((part) => !noted.has(`${part}.json`));
  if (missing.length > 0) throw new Error(`Not noted what is bundled into ${missing.join(', ')}; build anew.`);
  const lists = await Promise.all(
    bundledParts.map(async (part) => JSON.parse(await readFile(join(recordDir, `${part}.json`), 'utf8'))),
  );
  return [...new Set(lists.flat())].sort();
}
