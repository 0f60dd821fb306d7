/** Our sources against another commit's, in pairs: what became slower by more than its noise. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pairTable, quantitiesOf } from '../../test/bench/pairs.mjs';
import { inputDir, inputFile, measure, measureInChromium, measuringConfig, warm } from './measuring.mjs';
import { otherTree } from './otherTree.mjs';
import { projectDir } from './project.mjs';

/** @typedef {import('../../test/bench/pairs.mjs').PairedQuantity} PairedQuantity */
/**
 * A stage of measure.ts, or a script that runs in Chromium, on an input. `ofProgram`: see plan.mjs.
 *
 * @typedef {{ readonly what: string, readonly isWindow: boolean, readonly ofProgram?: boolean | undefined, readonly input: string }} Measured
 */

/**
 * Each pair is two fresh processes one after the other; who is first changes from pair to pair, so that what grows warm or
 * busy meanwhile is on both sides alike.
 *
 * @param {string} commit
 * @param {readonly Measured[]} wanted
 * @param {number} pairCount
 * @returns {Promise<{ readonly base: string, readonly quantities: readonly PairedQuantity[], readonly text: string }>}
 */
export async function measureAgainst(commit, wanted, pairCount) {
  const base = otherTree(commit, join(inputDir(), 'trees'), [measuringConfig]);
  /** @type {Map<string, { what: string, unit: 'ms' | 'MB', pairs: { base: number, now: number }[] }>} */
  const quantities = new Map();
  const theirs = await import(pathToFileURL(join(base.root, 'test', 'bench', 'plan.mjs')).href);
  const isTheirs = (/** @type {string} */ stage) =>
    theirs.stages.some((/** @type {{ name: string }} */ { name }) => name === stage);
  for (const one of wanted) {
    if (!one.isWindow && !one.ofProgram && !isTheirs(one.what)) {
      console.error(`${one.what} ${one.input} is not compared: ${base.name} has no such stage.`);
      continue;
    }
    const { path } = await inputFile(one.input);
    for (let pair = 0; pair < pairCount; pair++) {
      process.stderr.write(`\r${one.what} ${one.input}: pair ${pair + 1} of ${pairCount}`.padEnd(60));
      const roots = [base.root, projectDir];
      if (pair % 2 === 1) roots.reverse();
      /** @type {Map<string, ReadonlyMap<string, ReturnType<typeof quantitiesOf>[number]>>} */
      const measured = new Map();
      for (const root of roots) {
        await warm(path);
        const answer = one.isWindow
          ? measureInChromium(one.what, one.input, path, root)
          : one.ofProgram
            ? measure(one.what, [path, join(root, 'dist', 'node', 'cli.js')])
            : measure(one.what, [path], root);
        measured.set(root, new Map(quantitiesOf(answer).map((own) => [own.name, own])));
      }
      for (const [name, { unit, value }] of measured.get(projectDir) ?? []) {
        const before = measured.get(base.root)?.get(name)?.value;
        // What that commit did not measure, and what it needed none of.
        if (before === undefined || before === 0) continue;
        const what = `${one.what} ${one.input}: ${name}`;
        const quantity = quantities.get(what) ?? { what, unit, pairs: [] };
        quantity.pairs.push({ base: before, now: value });
        quantities.set(what, quantity);
      }
    }
  }
  process.stderr.write(`\r${''.padEnd(60)}\r`);
  const list = [...quantities.values()];
  return { base: base.name, quantities: list, text: pairTable(list) };
}
