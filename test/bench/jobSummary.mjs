/**
 * What a user waits for who opens a job of summaries in a window that is there, and how smoothly its ranks are looked through: findings, the
 * heat map and the list of ranks, the table of steps, the parallel map, and what collectives of ranks and groups come to. Run by scripts/bench.mjs in a process of its own: `node
 * jobSummary.mjs FILE`; prints one line of JSON.
 *
 * `openedMs`: from the key that opens it until its findings are on screen, `ranksMs`: from the click on the tab until its heat map and its rows
 * are; the lists as in ranks.mjs.
 */
import { dirname } from 'node:path';
import { scrolled, timedSession } from './scrolling.mjs';
import { chosenDump, longestTaskMs, measureWindow } from './window.mjs';

const [path] = process.argv.slice(2);
/** A row or a finding that does not come is no measurement. */
const MOST_MS = 60_000;

await measureWindow(['--root', dirname(path)], async (page, hostCpuMs) => {
  const button = await chosenDump(page, path);
  await longestTaskMs(page);
  const cpuBeforeMs = hostCpuMs();
  await watchFor(page, 'keydown', '.finding-list > li, .first-findings li');
  await button.press('Enter');
  const openedMs = await page.evaluate(() => window.__shown);
  const opening = { openedMs, hostCpuMs: hostCpuMs() - cpuBeforeMs, longestTaskMs: await longestTaskMs(page) };
  const session = await timedSession(page);
  const lists = [];
  const look = async (name, list, held) => {
    await list.waitFor({ timeout: MOST_MS });
    lists.push({ name, ...(await scrolled(page, session, list, held)) });
  };
  await page.getByRole('tab', { name: 'Findings' }).click();
  await look('findings', page.locator('.finding-list'));
  const tab = page.getByRole('tab', { name: 'Ranks' });
  await watchFor(page, 'click', '[role=tabpanel] [role=grid] [role=gridcell]');
  await tab.click();
  const ranksMs = await page.evaluate(() => window.__shown);
  await look('list of ranks', page.getByRole('grid', { name: 'Ranks' }));
  await look('heat map', page.getByRole('application').first(), { key: 'Control' });
  await page.getByRole('tab', { name: /^Summary/ }).click();
  await look('step split', page.getByRole('grid', { name: /split/i }));
  await page.getByRole('tab', { name: /^Communication/ }).click();
  await look('communication of ranks', page.getByRole('grid', { name: 'Times by rank' }));
  await page.getByRole('radiogroup', { name: 'View' }).locator('label').filter({ hasText: 'Groups' }).click();
  await look('groups', page.getByRole('grid', { name: 'Groups' }));
  await page.getByRole('radiogroup', { name: 'View' }).locator('label').filter({ hasText: 'Links' }).click();
  await look('links', page.getByRole('grid', { name: 'Links' }));
  return { opening: { ...opening, ranksMs }, lists };
});

/** In the page: the ms from the next such event until the selector has something. */
function watchFor(page, event, selector) {
  return page.evaluate(
    ([type, wanted, mostMs]) => {
      window.__shown = new Promise((resolve, reject) => {
        const follow = () => {
          const startMs = performance.now();
          const look = () => {
            const ms = performance.now() - startMs;
            if (document.querySelector(wanted) !== null) resolve(ms);
            else if (ms > mostMs) reject(new Error(`Nothing is ${wanted}`));
            else requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        };
        document.addEventListener(type, follow, { capture: true, once: true });
      });
    },
    [event, selector, MOST_MS],
  );
}
