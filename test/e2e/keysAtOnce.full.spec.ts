/** Keys that are pressed before anything else has happened: when a dump has just opened, and when a slice has just been selected. */
import type { Page } from '@playwright/test';
import { dumpPath, expect, requireDumps, test } from './support/test';
import { slicesOfRank } from './support/traceFile';

const dump = dumpPath('ascend/text_level1_2ranks');

requireDumps();

const focused = (page: Page) => page.evaluate(() => document.activeElement?.id);
const spanNs = (page: Page) =>
  page.evaluate(() => {
    const { startNs, endNs } = window.__tracelane!.session.store.getState().view;
    return endNs - startNs;
  });

test.describe('of a dump that is opened', () => {
  test.use({
    hostArgs: ['--root', dumpPath('ascend')],
    hasOwnHost: true,
    addressParams: { measure: '', backend: 'raster' },
  });

  test('by its path and Enter, the keys go to the timeline', async ({ app: { page } }) => {
    await expect(page.getByRole('button', { name: 'Open folder…' })).toBeVisible();
    await page.keyboard.press('Control+KeyO');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Path' }).focus();
    await page.keyboard.press('Control+KeyA');
    await page.keyboard.type(dump);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => window.__tracelane?.session.store.getState().dump.status === 'ready');
    await expect.poll(() => focused(page)).toBe('timeline-area');
    const before = await spanNs(page);
    await page.keyboard.press('KeyW', { delay: 80 });
    await expect.poll(() => spanNs(page)).toBeLessThan(before);
  });
});

test.describe('of a slice', () => {
  test.use({ hostArgs: [dump], addressParams: { measure: '', backend: 'raster' } });

  test.beforeEach(async ({ app: { page } }) => {
    await page.waitForFunction(() => window.__tracelane?.session.store.getState().dump.status === 'ready');
    await page.waitForFunction(() => window.__tracelane?.probe().isSettled === true);
    await expect.poll(() => focused(page)).toBe('timeline-area');
  });

  test('that has only just been selected: its time is taken as soon as it is known', async ({ app: { page } }) => {
    const longest = (await slicesOfRank(dump, 0))
      .filter(({ process }) => process === 'Ascend Hardware')
      .reduce((most, own) => (own.durationNs > most.durationNs ? own : most));
    const range = await page.evaluate(async (name) => {
      const { session } = window.__tracelane!;
      const { slices } = await session.engine.search({ dump: session.dumpId, text: name, maxResults: 20_000 });
      const most = slices
        .filter(({ ref }) => ref.rank === 0)
        .reduce((best, own) => (own.durationNs > best.durationNs ? own : best));
      session.actions.jumpTo(most);
      // In the same turn: no answer can have come.
      const isKnown = session.store.getState().selectedDetails !== undefined;
      window.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyM', key: 'm', bubbles: true }));
      return { isKnown, before: session.store.getState().selectedRange };
    }, longest.name);
    expect(range).toEqual({ isKnown: false, before: undefined });
    const selectedNs = () =>
      page.evaluate(() => {
        const { selectedRange: own } = window.__tracelane!.session.store.getState();
        return own && own.endNs - own.startNs;
      });
    await expect.poll(selectedNs).toBe(longest.durationNs);
  });

  test('from which no arrow leads on: that is said, until another slice is selected', async ({ app: { page } }) => {
    await page.evaluate(async () => {
      const { session } = window.__tracelane!;
      const { slices } = await session.engine.search({ dump: session.dumpId, text: 'EVENT_WAIT', maxResults: 100 });
      for (const own of slices) {
        const details = await session.engine.slice(session.dumpId, own.ref);
        if (!details || details.links.length > 0) continue;
        session.actions.jumpTo(own);
        return;
      }
      throw new Error('each has an arrow');
    });
    const hint = page.locator('.timeline-hint');
    await page.keyboard.press('BracketRight');
    await expect(hint).toHaveText('No arrow leads on from this slice.');
    await page.keyboard.press('BracketLeft');
    await expect(hint).toHaveText('No arrow leads to this slice.');
    await page.keyboard.press('Escape');
    await expect(hint).toBeHidden();
  });
});
