import { expect } from '@playwright/test';
import { dumpPath, requireDumps } from './support/dumps';
import { test } from './support/test';

test.describe('two ranks of one job', () => {
  requireDumps();
  test.use({ hostArgs: [dumpPath('ascend/text_level1_2ranks')] });

  test('chosen once, every tab has its difference, a reload keeps it, the chip takes it away @full', async ({
    app,
  }) => {
    const { page } = app;
    await page.getByRole('tab', { name: 'Summary', exact: true }).click();
    await page.getByText('Compare', { exact: true }).first().click();
    const chip = page.getByRole('region', { name: 'Comparison' });
    await expect(chip).toContainText('Rank 0');

    await page.getByRole('tab', { name: 'Operator' }).click();
    await page.getByText('A → B', { exact: true }).click();
    const row = (grid: string, text: string) =>
      page.getByRole('grid', { name: grid }).locator('.table-row').filter({ hasText: text });
    // kernel_details.csv: 921.540 and 947.6 µs in 8 calls each.
    await expect(row('Kernel types', 'MatMulV2')).toContainText('26.061 µs');
    await page.getByRole('tab', { name: 'Memory' }).click();
    await page.getByText('A → B', { exact: true }).click();
    await expect(row('Peaks', 'PTA+GE').first()).toContainText('Allocated');
    await page.getByRole('tab', { name: 'Communication' }).click();
    await page.getByText('A → B', { exact: true }).click();
    // communication.json: 105.992 and 100.375 ms.
    await expect(row('By type', 'allReduce')).toContainText('−5.617 ms');

    await expect(page).toHaveURL(/compare=/);
    await page.reload();
    await expect(chip).toContainText('Rank 1');
    await chip.getByRole('button', { name: 'End the comparison' }).click();
    await expect(chip).toBeHidden();
    await expect(page.getByText('A → B', { exact: true })).toBeHidden();
    await expect(page).not.toHaveURL(/compare=/);
  });

  test('stand one above the other after a reload, too, until the alignment is ended', { tag: '@full' }, async ({
    app,
  }) => {
    const { page } = app;
    await page.getByRole('tab', { name: 'Summary', exact: true }).click();
    await page.getByText('Compare', { exact: true }).first().click();
    const chip = page.getByRole('region', { name: 'Comparison' });
    await chip.getByRole('button', { name: /^Align A and B/ }).click();
    await expect(page).toHaveURL(/moved=.*view=.*aligned=.*aligned=/);
    const address = page.url();
    const titles = page.getByRole('treeitem');
    await expect(titles.first()).toContainText('Rank 0 › ');
    const shown = await titles.allTextContents();
    await page.reload();
    await expect(chip.getByRole('button', { name: 'End the alignment of A and B' })).toBeVisible();
    await expect(titles.first()).toContainText('Rank 0 › ');
    // Past the 0.4 s after which the address follows what is shown.
    await page.waitForTimeout(1_500);
    expect([page.url(), await titles.allTextContents()]).toEqual([address, shown]);
    await chip.getByRole('button', { name: 'End the alignment of A and B' }).click();
    await expect(page).not.toHaveURL(/moved=|aligned=/);
  });
});

test.describe('another dump', () => {
  requireDumps();
  test.use({ hostArgs: ['--root', dumpPath('.'), dumpPath('ascend/text_level1_2ranks')] });

  test('is opened beside the open one and compared', { tag: '@full' }, async ({ app }) => {
    const { page } = app;
    await page.getByRole('tab', { name: 'Summary', exact: true }).waitFor();
    await page.keyboard.press('Control+KeyK');
    await page.keyboard.type('Compare with another dump');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Compare with another dump' });
    await dialog.getByRole('textbox').first().fill(dumpPath('ascend/db_level1_2ranks'));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Comparison' })).toBeVisible();
    await expect(page.getByRole('row', { name: 'Waiting for peers' })).toBeVisible();
    await page.getByRole('tab', { name: 'Operator' }).click();
    await page.getByText('A → B', { exact: true }).click();
    await expect(page.getByText('33 rows')).toBeVisible();
  });
});

test.describe('two steps of one rank', () => {
  test.use({ demoArgs: '--ranks 1 --steps 3 --layers 1 --micro-batches 1'.split(' ') });

  test('stand one above the other, until the alignment is ended', { tag: '@full' }, async ({ app }) => {
    const { page } = app;
    await page.getByRole('tab', { name: 'Summary', exact: true }).click();
    await page.getByText('Compare', { exact: true }).first().click();
    const chip = page.getByRole('region', { name: 'Comparison' });
    await expect(chip).toContainText(/Rank 0, step \d+.*Rank 0, step \d+/);
    const [, a, b] = /step (\d+).*step (\d+)/s.exec((await chip.textContent()) ?? '') ?? [];
    expect(a).not.toBe(b);

    await chip.getByRole('button', { name: /^Align A and B/ }).click();
    await expect(page.getByRole('tab', { name: 'Timeline' })).toHaveAttribute('aria-selected', 'true');
    const titles = page.getByRole('treeitem', { name: / · step / });
    await expect(titles.first()).toContainText(`Stream 2 · step ${b}`);
    await expect(page.getByText(`Step ${b}, aligned`).first()).toBeVisible();
    await expect(page).toHaveURL(/copy=.*aligned=/);
    const shown = await titles.allTextContents();
    await page.reload();
    await expect(titles.first()).toContainText(`Stream 2 · step ${b}`);
    await expect(titles).toHaveText(shown);
    await chip.getByRole('button', { name: 'End the alignment of A and B' }).click();
    await expect(page.getByText(`Step ${b}, aligned`)).toHaveCount(0);
    await expect(titles).toHaveCount(0);
  });
});

test.describe('a job with all tabs, in a small window', () => {
  const shape = ['--tp', '2', '--pp', '2', '--dp', '2', '--steps', '4', '--events', '2000', '--seed', '3'];
  // With findings, whose number the tab has.
  const job = [...shape, '--fault', 'slow-rank:rank=3'];
  test.use({ demoArgs: job, viewport: { width: 1280, height: 720 } });

  test('all tabs beside the chip, and each interval, are in sight', { tag: '@full' }, async ({ app: { page } }) => {
    await page.getByRole('tab', { name: /^Summary/ }).click();
    await page.getByText('Compare', { exact: true }).first().click();
    await expect(page.getByRole('region', { name: 'Comparison' })).toBeVisible();
    const interval = page.getByRole('columnheader', { name: '95 % interval' }).first();
    await expect(interval).toBeVisible();
    const outOfSight = (selector: string) =>
      page.locator(selector).evaluate((element) => element.scrollWidth - element.clientWidth);
    // With how many findings each tab has, which comes last.
    await expect(page.getByRole('tab', { name: 'Findings' })).toContainText(/\d/);
    await expect.poll(() => outOfSight('.tab-list')).toBe(0);
    await expect.poll(() => outOfSight('.compare-waterfall')).toBe(0);
  });
});
