/** What is moved in the timeline of a window, as a user does it, and the frames meanwhile: see frames.mjs. */
import { setTimeout } from 'node:timers/promises';
import { framesOf, hold } from './heldKeys.mjs';
import { hasFindings, longestTaskMs } from './window.mjs';

/** @typedef {import('./bareWindow.mjs').BareWindow} Page */

const HOLD_MS = 2500;
/** A wheel that turns smoothly, so often that each frame has something to do. */
const WHEEL_PX = 25;
const WHEEL_EVERY_MS = 8;
/** Of the DevTools protocol. */
const CONTROL = 2;

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
  return (/** @type {Page} */ page) => hold(page, key, HOLD_MS);
}

/**
 * None of its events waits until the one before has been answered: the browser puts those together that come within a frame.
 *
 * @param {Page} page
 * @param {{ readonly x: number, readonly y: number }} at
 */
async function wheelInAndOut(page, at) {
  const sent = [];
  const startMs = performance.now();
  for (let passedMs = 0; passedMs < HOLD_MS; passedMs = performance.now() - startMs) {
    const deltaY = passedMs < HOLD_MS / 2 ? -WHEEL_PX : WHEEL_PX;
    const turn = { type: 'mouseWheel', ...at, deltaX: 0, deltaY, modifiers: CONTROL };
    sent.push(page.send('Input.dispatchMouseEvent', turn));
    await setTimeout(WHEEL_EVERY_MS);
  }
  await Promise.all(sent);
}

/**
 * The dump that the window was started with, from when the page is there.
 *
 * @param {Page} page
 */
export async function measureMoves(page) {
  await page.waitForFunction(() => window.__tracelane !== undefined);
  const startLongestTaskMs = await longestTaskMs(page);
  await page.waitForFunction(() => window.__tracelane.session.store.getState().dump.status === 'ready', undefined, {
    timeout: 300_000,
  });
  const opening = { startLongestTaskMs, longestTaskMs: await longestTaskMs(page) };
  // What they cost meanwhile is measured by findingsFrames.mjs.
  await page.waitForFunction(hasFindings, undefined, { timeout: 300_000 });
  const box = await page.evaluate(() => window.__tracelane.probe());
  const at = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  const moves = [];
  for (const { name, before, beforeMs, move } of MOVES) {
    await page.keyboard.press('Control+Digit0');
    await page.mouse.move(at.x, at.y);
    for (const key of before) await hold(page, key, beforeMs);
    await page.waitForFunction(() => window.__tracelane.probe().isSettled);
    moves.push({ name, ...(await framesOf(page, () => move(page, at))) });
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
