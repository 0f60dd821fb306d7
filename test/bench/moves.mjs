/** What is moved in the timeline of a window, as a user does it, and the frames meanwhile: see frames.mjs. */
import { framesOf, hold } from './heldKeys.mjs';
import { longestTaskMs } from './window.mjs';

const HOLD_MS = 2500;
/** A wheel that is turned fast. */
const WHEEL_PX = 100;
const WHEEL_EVERY_MS = 30;

/** What is done, and what is pressed before it to stand where it makes sense. */
const MOVES = [
  { name: 'pan, half in view', before: ['KeyW'], beforeMs: 250, move: held('KeyD') },
  { name: 'zoom in', before: [], beforeMs: 0, move: held('KeyW') },
  { name: 'pan, zoomed in', before: ['KeyW'], beforeMs: 1500, move: held('KeyD') },
  { name: 'zoom out', before: ['KeyW'], beforeMs: 2500, move: held('KeyS') },
  { name: 'Ctrl + wheel, in and out', before: [], beforeMs: 0, move: wheelInAndOut },
];

/** @param {string} key */
function held(key) {
  return (/** @type {import('@playwright/test').Page} */ page) => hold(page, key, HOLD_MS);
}

/** @param {import('@playwright/test').Page} page */
async function wheelInAndOut(page) {
  await page.keyboard.down('Control');
  const startMs = performance.now();
  for (let passedMs = 0; passedMs < HOLD_MS; passedMs = performance.now() - startMs) {
    await page.mouse.wheel(0, passedMs < HOLD_MS / 2 ? -WHEEL_PX : WHEEL_PX);
    await page.waitForTimeout(WHEEL_EVERY_MS);
  }
  await page.keyboard.up('Control');
}

/**
 * The dump that the window was started with, from when the page is there.
 *
 * @param {import('@playwright/test').Page} page
 */
export async function measureMoves(page) {
  await page.waitForFunction(() => window.__tracelane !== undefined);
  const startLongestTaskMs = await longestTaskMs(page);
  await page.waitForFunction(() => window.__tracelane.session.store.getState().dump.status === 'ready', undefined, {
    timeout: 300_000,
  });
  const opening = { startLongestTaskMs, longestTaskMs: await longestTaskMs(page) };
  const box = await page.evaluate(() => window.__tracelane.probe());
  const moves = [];
  for (const { name, before, beforeMs, move } of MOVES) {
    await page.keyboard.press('Control+0');
    await page.mouse.move(box.left + box.width / 2, box.top + box.height / 2);
    for (const key of before) await hold(page, key, beforeMs);
    await page.waitForFunction(() => window.__tracelane.probe().isSettled);
    moves.push({ name, ...(await framesOf(page, () => move(page))) });
  }
  const { slices, backend } = await page.evaluate(() => {
    const { session, probe } = window.__tracelane;
    const lanes = session.store.getState().dump.ranks.flatMap((rank) => rank.groups.flatMap((group) => group.lanes));
    const count = lanes.reduce((sum, lane) => sum + (lane.kind === 'slices' ? lane.sliceCount : 0), 0);
    return { slices: count, backend: probe().backend };
  });
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  return { window: `${width} × ${height}`, slices, backend, opening, moves };
}
