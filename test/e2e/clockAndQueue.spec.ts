import { dumpPath, expect, requireDumps, test } from './support/test';

test.describe('the clock of two ranks', () => {
  requireDumps();
  test.use({ hostArgs: [dumpPath('ascend/text_level1_2ranks')] });

  test('is chosen, taken back, told by another rank, and the same after a reload @full', { tag: '@browser' }, async ({
    app,
  }) => {
    const { page } = app;
    const status = page.getByTitle('Which clock the ranks are shown by');
    await expect(status).toContainText('Clock: aligned on collectives, ±');
    await status.click();
    const dialog = page.getByRole('dialog', { name: 'Clock of the ranks' });
    await dialog.getByText('Off', { exact: true }).click();
    await expect(status).toHaveText('Clock: each rank’s own');
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await expect(status).toContainText('Clock: aligned on collectives, ±');
    await dialog.getByText('First common step', { exact: true }).click();
    await expect(status).toHaveText('Clock: aligned on the first common step');
    const second = dialog.getByRole('listbox', { name: 'Ranks and their clocks' }).getByRole('option').nth(1);
    await expect(second).toContainText('First common step');
    await second.dblclick();
    await expect(second).toContainText('Reference');
    await expect(page).toHaveURL(/[#&]clock=steps&reference=[^&]*rank1_ascend_pt/);
    await page.reload();
    await expect(status).toHaveText('Clock: aligned on the first common step');
    await status.click();
    await expect(second).toContainText('Reference');
  });
});

test.describe('the queue of a job of many ranks', () => {
  test.use({ demoArgs: ['--ranks', '48', '--steps', '1', '--events', '2500', '--seed', '3'] });

  test('is paused, put in another order, stopped, asked for again and resumed', { tag: '@full' }, async ({ app }) => {
    const { page } = app;
    await expect(page.getByText(/^48 ranks · /)).toBeVisible();
    await page.keyboard.press('Shift+KeyR');
    const dialog = page.getByRole('dialog', { name: 'Reading timelines' });
    // As soon as it can be: 48 small timelines are read in less time than a test needs for a click on a busy machine.
    await dialog.evaluate((own) => {
      const button = (name: string) =>
        [...own.querySelectorAll('button')].find(({ textContent }) => textContent === name);
      const paused = new MutationObserver(() => {
        const pause = button('Pause');
        if (pause === undefined || pause.disabled) return;
        paused.disconnect();
        pause.click();
      });
      paused.observe(own, { attributes: true, childList: true, subtree: true });
      button('Read all')?.click();
    });
    await expect(dialog.getByRole('button', { name: 'Resume' })).toBeVisible();
    // What was being read is read to its end, and then leaves its place at the top.
    await expect(dialog.getByRole('option').first()).toContainText('No. 1');
    const read = dialog.getByRole('status');
    const paused = (await read.textContent()) ?? '';
    expect(paused).toMatch(/^\d+ of 48 timelines read$/);
    const waiting = dialog.getByRole('option').filter({ hasText: 'No. ' });
    const nameAt = (place: number) => waiting.nth(place).locator('.reading-name');
    const texts = await Promise.all([0, 1, 2].map((place) => nameAt(place).textContent()));
    const [first, second, third] = texts.map((text) => text ?? '');
    await waiting.nth(2).locator('.reading-row').dragTo(waiting.nth(0).locator('.reading-row'));
    await expect(nameAt(0)).toHaveText(third);
    await expect(nameAt(1)).toHaveText(first);
    await waiting.nth(2).getByRole('button', { name: 'Earlier' }).click();
    await expect(nameAt(1)).toHaveText(second);
    await waiting.nth(1).getByRole('button', { name: 'Remove' }).click();
    await expect(nameAt(1)).toHaveText(first);
    await expect(read).toHaveText(paused);
    // While it is paused, so that nothing is read to its end before it can be stopped.
    await dialog.getByRole('button', { name: 'Stop reading' }).click();
    await expect(waiting).toHaveCount(0);
    await expect(dialog.getByText(`${second}`, { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: 'Read all' }).click();
    await expect(waiting.first()).toBeVisible();
    await expect(read).toHaveText(paused);
    await dialog.getByRole('button', { name: 'Resume' }).click();
    await expect(read).toHaveText('48 of 48 timelines read', { timeout: 100_000 });
    await expect(dialog.getByRole('button', { name: 'Read all' })).toBeDisabled();
  });
});
