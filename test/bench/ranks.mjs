/**
 * What a user waits for who opens a job of many ranks in a window that is there, and how smoothly its lists scroll: the tree,
 * the timeline's lanes, the queue of timelines. Run by scripts/bench.mjs in a process of its own: `node ranks.mjs FOLDER`;
 * prints one line of JSON.
 *
 * `listedMs`: from the key that opens it until the tree has a row for each rank and shows the first; `hostCpuMs`: what the
 * program took of all processors meanwhile (NaN where the system doesn't tell). Of each list while a wheel turns over it:
 * `interval` from frame to frame by the screen's clock, `cpu` the time of the window's thread in each of them, on average.
 */
import { dirname } from 'node:path';
import { scrolled, timedSession } from './scrolling.mjs';
import { chosenDump, longestTaskMs, measureWindow } from './window.mjs';

const [path] = process.argv.slice(2);

await measureWindow(['--root', dirname(path)], async (page, hostCpuMs) => {
  const button = await chosenDump(page, path);
  await longestTaskMs(page);
  const cpuBeforeMs = hostCpuMs();
  await page.evaluate(watchList);
  await button.press('Enter');
  const { listedMs, ranks } = await page.evaluate(() => window.__listed);
  const cpuMs = hostCpuMs() - cpuBeforeMs;
  const opening = { listedMs, hostCpuMs: cpuMs, longestTaskMs: await longestTaskMs(page) };
  await page.waitForFunction(() => window.__tracelane?.session.store.getState().dump.status === 'ready', undefined, {
    timeout: 300_000,
  });
  const session = await timedSession(page);
  const lists = [];
  lists.push({ name: 'lanes', ...(await scrolled(page, session, page.getByRole('tree', { name: /lanes/i }))) });
  await page.keyboard.press('Shift+KeyR');
  const queue = page.getByRole('dialog').locator('.virtual-list');
  await queue.waitFor();
  lists.push({ name: 'queue', ...(await scrolled(page, session, queue)) });
  await page.keyboard.press('Escape');
  // Beside the timeline its lanes are in the place of the tree.
  await page.getByRole('tab', { name: 'Findings' }).click();
  const tree = page.getByRole('tree', { name: 'Dump' });
  lists.unshift({ name: 'tree', ...(await scrolled(page, session, tree)) });
  return { ranks, opening, lists };
});

/** In the page: follows the opening that the next press of Enter starts, frame by frame. */
function watchList() {
  window.__listed = new Promise((resolve) => {
    const follow = () => {
      const startMs = performance.now();
      const look = () => {
        const dump = window.__tracelane?.session.store.getState().dump;
        const ranks = dump?.ranks.length ?? 0;
        const isShown = document.querySelector('[role=tree] [role=treeitem]') !== null;
        if (ranks > 0 && isShown) resolve({ listedMs: performance.now() - startMs, ranks });
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    };
    document.addEventListener('keydown', follow, { capture: true, once: true });
  });
}
