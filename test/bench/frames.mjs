/**
 * How smoothly the timeline moves: the built program in a real Chromium without a GPU, keys held as a user holds them.
 * Run by scripts/bench.mjs in a process of its own: `node frames.mjs DUMP`; prints one line of JSON.
 *
 * While something moves: `interval` is the time from one frame to the next by the screen's clock, 16.7 ms on a 60 Hz screen
 * unless a frame was left out (`late` counts those); `ready` is the time from when the screen wants a frame until it is
 * handed over, with the wait for the thread and the browser's part; `work` is our own code in it. `longestTaskMs` is the
 * longest time over 50 ms that the window's thread could answer to nothing: when the program starts, then while a dump is
 * read, then in each move.
 */
import { framesOf, hold } from './heldKeys.mjs';
import { longestTaskMs, measureWindow } from './window.mjs';

const HOLD_MS = 2500;
/** What is held, and what is pressed before it to stand where it makes sense. */
const MOVES = [
  { name: 'pan, half in view', before: ['KeyW'], beforeMs: 250, held: 'KeyD' },
  { name: 'zoom in', before: [], beforeMs: 0, held: 'KeyW' },
  { name: 'pan, zoomed in', before: ['KeyW'], beforeMs: 1500, held: 'KeyD' },
  { name: 'zoom out', before: ['KeyW'], beforeMs: 2500, held: 'KeyS' },
];

await measureWindow(process.argv.slice(2), measure);

async function measure(page) {
  await page.waitForFunction(() => window.__tracelane !== undefined);
  const startLongestTaskMs = await longestTaskMs(page);
  await page.waitForFunction(() => window.__tracelane.session.store.getState().dump.status === 'ready', undefined, {
    timeout: 300_000,
  });
  const opening = { startLongestTaskMs, longestTaskMs: await longestTaskMs(page) };
  const box = await page.evaluate(() => window.__tracelane.probe());
  const moves = [];
  for (const move of MOVES) {
    await page.keyboard.press('Control+0');
    await page.mouse.move(box.left + box.width / 2, box.top + box.height / 2);
    for (const key of move.before) await hold(page, key, move.beforeMs);
    await page.waitForFunction(() => window.__tracelane.probe().isSettled);
    moves.push({ name: move.name, ...(await framesOf(page, () => hold(page, move.held, HOLD_MS))) });
  }
  const { slices, backend } = await page.evaluate(() => {
    const { session, probe } = window.__tracelane;
    const lanes = session.store.getState().dump.ranks.flatMap((rank) => rank.groups.flatMap((group) => group.lanes));
    const count = lanes.reduce((sum, lane) => sum + (lane.kind === 'slices' ? lane.sliceCount : 0), 0);
    return { slices: count, backend: probe().backend };
  });
  return { slices, backend, opening, moves };
}
