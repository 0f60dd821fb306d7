/** How smoothly something moves in the window while it is scrolled or zoomed: frame by frame, by the screen's clock. */
import { percentiles } from './percentiles.mjs';
import { longestTaskMs } from './window.mjs';

const SCROLL_MS = 2500;
/** A fast turn: more than a screen of rows a second. */
const WHEEL_PX = 100;
const WHEEL_EVERY_MS = 30;
const SCREEN_INTERVAL_MS = 1000 / 60;

/**
 * A session that tells the processor time of the page's threads.
 *
 * @param {import('@playwright/test').Page} page
 */
export async function timedSession(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return session;
}

/**
 * A wheel down and up again over the middle of it; `interval` from frame to frame, `cpu` the time of the window's thread in each, on average.
 *
 * @param {import('@playwright/test').Page} page
 * @param {import('@playwright/test').CDPSession} session
 * @param {import('@playwright/test').Locator} list
 * @param {{ readonly key?: string }} [held] a key that is down meanwhile, as where the wheel zooms with it
 */
export async function scrolled(page, session, list, { key } = {}) {
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
  if (key !== undefined) await page.keyboard.down(key);
  const endMs = performance.now() + SCROLL_MS;
  while (performance.now() < endMs) {
    const isDown = performance.now() < endMs - SCROLL_MS / 2;
    await page.mouse.wheel(0, isDown ? WHEEL_PX : -WHEEL_PX);
    await page.waitForTimeout(WHEEL_EVERY_MS);
  }
  if (key !== undefined) await page.keyboard.up(key);
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
