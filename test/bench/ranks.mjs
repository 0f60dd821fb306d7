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
import { percentiles } from './percentiles.mjs';
import { chosenDump, longestTaskMs, measureWindow } from './window.mjs';

const SCROLL_MS = 2500;
/** A fast turn: more than a screen of rows a second. */
const WHEEL_PX = 100;
const WHEEL_EVERY_MS = 30;
const SCREEN_INTERVAL_MS = 1000 / 60;

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
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
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

/** Down and up again over the middle of it. */
async function scrolled(page, session, list) {
  const box = await list.boundingBox();
  if (box === null) throw new Error('The list is not on screen');
  await page.mouse.move(box.x + box.width / 2, box.y + Math.min(box.height, 600) / 2);
  await page.evaluate(() => {
    const times = [];
    const note = (ms) => {
      times.push(ms);
      window.__nextFrame = requestAnimationFrame(note);
    };
    window.__frameTimes = times;
    window.__nextFrame = requestAnimationFrame(note);
  });
  await longestTaskMs(page);
  const cpuBeforeMs = await threadMs(session);
  const endMs = performance.now() + SCROLL_MS;
  while (performance.now() < endMs) {
    const isDown = performance.now() < endMs - SCROLL_MS / 2;
    await page.mouse.wheel(0, isDown ? WHEEL_PX : -WHEEL_PX);
    await page.waitForTimeout(WHEEL_EVERY_MS);
  }
  const cpuMs = (await threadMs(session)) - cpuBeforeMs;
  const times = await page.evaluate(() => {
    cancelAnimationFrame(window.__nextFrame);
    return window.__frameTimes;
  });
  const intervalMs = times.slice(1).map((ms, at) => ms - times[at]);
  return {
    frames: intervalMs.length,
    late: intervalMs.filter((ms) => ms > 1.5 * SCREEN_INTERVAL_MS).length,
    interval: percentiles(intervalMs),
    cpuMs: Number((cpuMs / Math.max(1, intervalMs.length)).toFixed(2)),
    longestTaskMs: await longestTaskMs(page),
  };
}

/** Processor time of the window's thread so far. */
async function threadMs(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
}
