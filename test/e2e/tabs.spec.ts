/** What tabs, panels and messages do together. */
import { type App, dumpPath, expect, requireDumps, test } from './support/test';

const view = ({ page }: App, name: string) => page.getByRole('tablist', { name: 'Views' }).getByRole('tab', { name });
const panelTab = ({ page }: App, name: string) =>
  page.getByRole('tablist', { name: 'Panels' }).getByRole('tab', { name });

test.describe('two ranks of an older profiler', () => {
  requireDumps();
  test.use({ hostArgs: [dumpPath('ascend/old_columns_2ranks')] });

  test('what a view finds wrong with a file is counted and listed with its place, once @full @bridge', async ({
    app,
  }) => {
    const { page } = app;
    // Each rank has a table that the other lacks. The findings read what there is: a row is short, one of its cells is no
    // number where it has slipped to, and times were rounded.
    const count = page.getByRole('button', { name: '5 warnings' });
    await expect(count).toBeVisible();
    // The views find the same once more.
    await view(app, 'Operator').click();
    await view(app, 'Memory').click();
    await view(app, 'Operator').click();
    await count.click();
    const messages = page.locator('.notices-panel .notice');
    const short = messages.filter({ hasText: '1 row has fewer cells than the header' });
    await expect(short).toHaveCount(1);
    await expect(short).toContainText('kernel_details.csv');
    await expect(short).toContainText('byte 4,419');
    await expect(messages.filter({ hasText: 'Row 16: “NO” in column Mix Block Dim' })).toHaveCount(1);
    await expect(messages.filter({ hasText: 'npu_module_mem.csv' })).toContainText('Rank 1');
    await expect(count).toBeVisible();
  });

  test('a table is still sorted when its tab comes back; another dump begins anew @bridge', { tag: '@full' }, async ({
    app,
  }) => {
    const { page } = app;
    const header = page.getByRole('columnheader', { name: /^Count/ }).first();
    await view(app, 'Operator').click();
    await expect(header).toBeVisible();
    await expect(header).not.toHaveAttribute('aria-sort');
    await header.click();
    await expect(header).toHaveAttribute('aria-sort', 'descending');
    await view(app, 'Memory').click();
    await expect(header).toHaveCount(0);
    await view(app, 'Operator').click();
    await expect(header).toHaveAttribute('aria-sort', 'descending');
    await page.keyboard.press('F1');
    await page.keyboard.type('Open the demo');
    await page.keyboard.press('Enter');
    // It is generated first.
    await expect(page.getByRole('button', { name: 'Demo' })).toBeVisible({ timeout: 90_000 });
    await view(app, 'Operator').click();
    await expect(header).toBeVisible();
    await expect(header).not.toHaveAttribute('aria-sort');
  });

  test('a tab shows a ring to those who use keys only', { tag: '@full' }, async ({ app }) => {
    const tab = view(app, 'Operator');
    const outline = () => tab.evaluate((element) => getComputedStyle(element).outlineStyle);
    await tab.click();
    await expect(tab).toBeFocused();
    expect(await outline()).toBe('none');
    // To the one before it and back.
    await app.page.keyboard.press('ArrowLeft');
    await expect(tab).not.toBeFocused();
    await app.page.keyboard.press('ArrowRight');
    await expect(tab).toBeFocused();
    expect(await outline()).toBe('solid');
  });
});

test.describe('a timeline', () => {
  requireDumps();
  test.use({ hostArgs: [dumpPath('ascend/text_level1_2ranks')], addressParams: { measure: '' } });

  test('a slice that is clicked is shown, also beside a list of results; a result leaves its list', async ({ app }) => {
    const { page } = app;
    await expect(page.getByText('2 ranks · 100 lanes · 20,081 events')).toBeVisible();
    await page.keyboard.press('Control+KeyF');
    await page.keyboard.type('MatMul');
    await expect(page.getByRole('gridcell', { name: /MatMul/i }).first()).toBeVisible();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(panelTab(app, 'Find')).toHaveAttribute('aria-selected', 'true');
    // The result is in the middle of the timeline now.
    await page.waitForFunction(() => {
      const { session, probe } = window.__tracelane ?? {};
      return session?.store.getState().selectedDetails !== undefined && probe?.().isSettled === true;
    });
    const spot = await page.evaluate(() => {
      const { session, probe } = window.__tracelane ?? {};
      const slice = session?.store.getState().selectedDetails;
      const now = probe?.();
      const top = slice && now?.laneTop(slice.lane, slice.row);
      return slice && now && top && { x: now.xOf(slice.startNs + slice.durationNs / 2), y: top.top + 5 };
    });
    if (!spot) throw new Error('the result is in sight');
    await page.mouse.click(spot.x, spot.y);
    await expect(page.getByRole('article', { name: /MatMul/ })).toBeVisible();
    await expect(panelTab(app, 'Slice')).toHaveAttribute('aria-selected', 'true');
  });
});
