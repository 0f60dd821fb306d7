/**
 * What a user waits for who opens a dump in a window that is there: from the key that opens it to the first slices on
 * screen, and to all of them. Run by scripts/bench.mjs in a process of its own: `node opening.mjs DUMP`; prints one line of
 * JSON. `updates` is how often more slices were known in between; `startLongestTaskMs` is of the window's start without a
 * dump, `longestTaskMs` of the opening: see frames.mjs. `welcomeMs` is of that start: from the address to the first frame of
 * the welcome page, in a browser that has kept nothing.
 */
import { dirname } from 'node:path';
import { chooseDump, longestTaskMs, measureBareWindow, welcomeMs } from './window.mjs';

const [path] = process.argv.slice(2);

await measureBareWindow(['--root', dirname(path)], async (page) => {
  await chooseDump(page, path);
  const start = { welcomeMs: await welcomeMs(page), startLongestTaskMs: await longestTaskMs(page) };
  await page.evaluate(watchOpening);
  await page.keyboard.press('Enter');
  const times = await page.evaluate(() => window.__opening);
  return { ...start, ...times, longestTaskMs: await longestTaskMs(page) };
});

/** In the page: follows the opening that the next press of Enter starts, frame by frame. */
function watchOpening() {
  window.__opening = new Promise((resolve) => {
    const follow = () => {
      const startMs = performance.now();
      const times = { firstSlicesMs: 0, readyMs: 0, updates: 0, slices: 0 };
      const look = () => {
        const state = window.__tracelane?.session.store.getState();
        const drawn = window.__tracelane?.probe().quadCount ?? 0;
        if (times.firstSlicesMs === 0 && drawn > 0) times.firstSlicesMs = performance.now() - startMs;
        const lanes = (state?.dump.ranks ?? []).flatMap(({ groups }) => groups.flatMap((group) => group.lanes));
        const slices = lanes.reduce((sum, lane) => sum + (lane.kind === 'slices' ? lane.sliceCount : 0), 0);
        if (slices > times.slices) times.updates++;
        times.slices = slices;
        if (state?.dump.status === 'ready' && times.firstSlicesMs > 0) {
          times.readyMs = performance.now() - startMs;
          resolve(times);
        } else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    };
    document.addEventListener('keydown', follow, { capture: true, once: true });
  });
}
