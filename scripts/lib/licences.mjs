import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StepError } from './project.mjs';

/**
 * @typedef {{ readonly place: string, readonly name: string, readonly version: string, readonly licence: string,
 *   readonly author: string | undefined, readonly texts: readonly string[] }} BundledPackage `licence` is its id of SPDX,
 *   `texts` what its files of licence and notice say
 */

/** What may be bundled: licences that ask for their text to go along, and no more. */
const allowed = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT'];

/** From here on such a file speaks of packages that are not bundled by us, or are named by themselves. */
const ofOthers = /^# Licenses of bundled dependencies/m;

/**
 * Name, version and licence of packages. Throws a `StepError` when one may not be bundled or its text is not known.
 *
 * @param {string} rootDir the folder that the places are in
 * @param {readonly string[]} places "node_modules/…"
 * @returns {Promise<readonly BundledPackage[]>}
 */
export function readPackages(rootDir, places) {
  return Promise.all(
    places.map(async (place) => {
      const dir = join(rootDir, place);
      const manifest = JSON.parse(await readFile(join(dir, 'package.json'), 'utf8'));
      const { name, version } = manifest;
      // Packages of long ago have a list; of one licence it says the same.
      const licence = manifest.license ?? (manifest.licenses?.length === 1 ? manifest.licenses[0].type : undefined);
      if (!allowed.includes(licence))
        throw new StepError(`${name} ${version} may not be bundled: its licence is ${licence}.`);
      const author = typeof manifest.author === 'string' ? manifest.author : manifest.author?.name;
      const texts = await licenceTexts(dir);
      if (texts.length > 0) return { place, name, version, licence, author, texts };
      if (licence !== 'MIT' || author === undefined)
        throw new StepError(`${name} ${version} has no text of its licence.`);
      return { place, name, version, licence, author, texts: [mitText(author)] };
    }),
  );
}

/**
 * The file that goes along with the program: each licence once, over it the packages that have it.
 *
 * @param {readonly BundledPackage[]} packages
 */
export function thirdPartyText(packages) {
  /** @type {Map<string, string[]>} */
  const names = new Map();
  for (const { name, version, licence, texts } of packages) {
    const text = texts.join('\n\n');
    names.set(text, [...(names.get(text) ?? []), `${name} ${version} (${licence})`]);
  }
  const line = '-'.repeat(78);
  const parts = [...names].map(([text, who]) => `${line}\n${[...new Set(who)].join('\n')}\n${line}\n\n${text}\n`);
  return `Tracelane contains parts of these packages, under these licences.\n\n${parts.join('\n')}`;
}

/** @param {string} dir */
async function licenceTexts(dir) {
  const names = (await readdir(dir)).filter((name) => /^(licen[sc]e|copying|notice)(\.(md|txt))?$/i.test(name)).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(dir, name), 'utf8')));
  return texts
    .map((text) => (text.replaceAll('\r\n', '\n').split(ofOthers, 1)[0] ?? '').trim())
    .filter((text) => text !== '');
}

/**
 * The text of the MIT licence (SPDX), for packages that name it without adding it.
 *
 * @param {string} holder
 */
function mitText(holder) {
  return `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
}
