/** Keys held in a window as a user holds them, and the frames meanwhile: see frames.mjs for what is told of them. */
import { percentiles } from './percentiles.mjs';
import { longestTaskMs } from './window.mjs';

const SCREEN_INTERVAL_MS = 1000 / 60;

/** @param {import('./bareWindow.mjs').BareWindow} page @param {string} key @param {number} ms */
export async function hold(page, key, ms) {
  await page.keyboard.down(key);
  await page.waitForTimeout(ms);
  await page.keyboard.up(key);
}

/**
 * The frames while `move` moves something.
 *
 * @param {import('./bareWindow.mjs').BareWindow} page
 * @param {() => Promise<void>} move
 */
export async function framesOf(page, move) {
  await page.evaluate(() => window.__tracelane.frames.reset());
  await longestTaskMs(page);
  await move();
  const { intervalMs, readyMs, workMs } = await page.evaluate(() => {
    const { intervalMs, readyMs, workMs } = window.__tracelane.frames;
    return { intervalMs, readyMs, workMs };
  });
  return {
    frames: workMs.length,
    late: intervalMs.filter((ms) => ms > 1.5 * SCREEN_INTERVAL_MS).length,
    interval: percentiles(intervalMs),
    ready: percentiles(readyMs),
    work: percentiles(workMs),
    longestTaskMs: await longestTaskMs(page),
  };
}
