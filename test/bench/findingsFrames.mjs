/**
 * How smoothly the timeline moves while the findings of a large dump, or of a job with all its ranks, are worked out: it is moved from
 * when it has been read until they are there, and once more for as long. Run by scripts/bench.mjs in a process of its own: `node
 * findingsFrames.mjs DUMP`; prints one line of JSON. `findingsMs` is from when the window knows that all has been read, with the
 * moment that it waits before it asks; while the timeline is moved they make pauses.
 */
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { framesOf, hold } from './heldKeys.mjs';
import { chooseDump, hasFindings, isAllRead, measureBareWindow, readAllTimelines } from './window.mjs';

const [path] = process.argv.slice(2);
const isJob = statSync(path).isDirectory();
const TURN_MS = 600;
const MOST_MS = 120_000;

await measureBareWindow(['--root', dirname(path)], async (page) => {
  await chooseDump(page, path);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => window.__tracelane?.session.store.getState().dump.status === 'ready', undefined, {
    timeout: 300_000,
  });
  if (isJob) await page.evaluate(readAllTimelines);
  await page.waitForFunction(isAllRead, undefined, { timeout: 300_000 });
  const fromMs = Date.now();
  const box = await page.evaluate(() => window.__tracelane.probe());
  await page.mouse.move(box.left + box.width / 2, box.top + box.height / 2);
  await hold(page, 'KeyW', 250);
  const beside = await framesOf(page, async () => {
    for (let turn = 0; !(await page.evaluate(hasFindings)) && Date.now() - fromMs < MOST_MS; turn++)
      await move(page, turn);
  });
  const findingsMs = Date.now() - fromMs;
  const after = await framesOf(page, async () => {
    const toMs = Date.now() + findingsMs;
    for (let turn = 0; Date.now() < toMs; turn++) await move(page, turn);
  });
  return { findingsMs, beside, after };
});

/** There and back, so that it never comes to an end. @param {import('./bareWindow.mjs').BareWindow} page @param {number} turn */
function move(page, turn) {
  return hold(page, turn % 2 === 0 ? 'KeyD' : 'KeyA', TURN_MS);
}
