import type { Page } from '@playwright/test';
import { dumpPath, expect, requireDumps, test } from './support/test';

requireDumps();
test.use({ hostArgs: [dumpPath('ascend/text_level1_2ranks')] });

test.beforeEach(async ({ app: { page } }) => {
  await expect(page.getByText('2 ranks · 100 lanes · 20,081 events')).toBeVisible();
});

const titles = (page: Page) => page.getByRole('tree', { name: 'Lanes' }).getByRole('treeitem');
const title = (page: Page, name: string) =>
  titles(page)
    .filter({ has: page.locator('.timeline-title-text', { hasText: new RegExp(`^${name}$`) }) })
    .first();
const names = (page: Page) => page.locator('.timeline-titles .timeline-title-text').allTextContents();
const bar = (page: Page) => page.getByRole('region', { name: 'Lanes that are left out' });

test('one column tells and filters the lanes, and more than half of the window is lanes', async ({ app: { page } }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(page.getByRole('tree')).toHaveCount(1);
  const area = await page.locator('.timeline-area').boundingBox();
  expect((area?.width ?? 0) * (area?.height ?? 0)).toBeGreaterThan((1280 * 720) / 2);

  await page.keyboard.press('Shift+KeyF');
  await page.keyboard.type('stream');
  await expect(bar(page)).toContainText('8 of 100 lanes');
  const lanes = ['Stream 0', 'Stream 2', 'Stream 3', 'Stream 4'];
  await expect
    .poll(() => names(page))
    .toEqual(['Rank 0', 'Rank 1'].flatMap((rank) => [rank, 'Ascend Hardware', ...lanes]));
  await title(page, 'Rank 1').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Only Rank 1' }).click();
  await expect(bar(page)).toContainText('50 of 100 lanes');
  await bar(page).getByRole('button', { name: 'Remove Rank 1' }).click();
  await expect(bar(page)).toHaveCount(0);
});

test('each filter is a chip that is removed by itself; all lanes are shown by one command @full', async ({
  app: { page },
}) => {
  await title(page, 'Rank 1').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Only Rank 1' }).click();
  await page.getByRole('button', { name: 'Everything' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Device' }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+KeyF');
  await page.keyboard.type('stream');
  const chips = bar(page).locator('.filter-chip-text');
  await expect(chips).toHaveText(['“stream”', 'Rank 1', 'Device']);
  await expect(bar(page)).toContainText('4 of 100 lanes');
  await title(page, 'Stream 3').focus();
  await page.keyboard.press('KeyH');
  await expect(bar(page)).toContainText('1 hidden');
  await bar(page).getByRole('button', { name: 'Remove “stream”' }).click();
  await expect(chips).toHaveText(['Rank 1', 'Device']);
  await bar(page).getByRole('button', { name: 'Remove Device' }).click();
  await expect(chips).toHaveText(['Rank 1']);

  await page.keyboard.press('Control+KeyK');
  await page.keyboard.type('Show all lanes');
  await page.keyboard.press('Enter');
  await expect(bar(page)).toHaveCount(0);
  const ranks = (await names(page)).filter((name) => /^Rank \d$/.test(name));
  expect(ranks).toEqual(['Rank 0', 'Rank 1']);
  await page.keyboard.press('Control+KeyZ');
  await expect(chips).toHaveText(['Rank 1']);
  await expect(bar(page)).toContainText('1 hidden');
});

test('lanes are hidden, pinned, moved and brought back; each is undone', async ({ app: { page } }) => {
  await expect(title(page, 'Stream 3')).toBeVisible();
  const before = await names(page);
  await title(page, 'Stream 3').click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Hide/ }).click();
  await expect(title(page, 'Stream 3')).toHaveCount(0);
  await expect(bar(page)).toContainText('1 hidden');
  await page.keyboard.press('Control+KeyZ');
  await expect.poll(() => names(page)).toEqual(before);

  await title(page, 'Stream 2').focus();
  await page.keyboard.press('Alt+ArrowUp');
  const hardware = before.indexOf('Ascend Hardware');
  await expect
    .poll(async () => (await names(page)).slice(hardware + 1, hardware + 3))
    .toEqual(['Stream 2', 'Stream 0']);
  await expect(title(page, 'Stream 2')).toBeFocused();
  await page.keyboard.press('KeyP');
  await expect.poll(async () => (await names(page))[0]).toBe('Rank 0 › Stream 2');
  await page.keyboard.press('Control+KeyZ');
  await page.keyboard.press('Control+KeyZ');
  await expect.poll(() => names(page)).toEqual(before);

  const [from, to] = await Promise.all([
    title(page, 'HCCL').boundingBox(),
    title(page, 'Ascend Hardware').boundingBox(),
  ]);
  await page.mouse.move((from?.x ?? 0) + 60, (from?.y ?? 0) + 8);
  await page.mouse.down();
  await page.mouse.move((to?.x ?? 0) + 60, (to?.y ?? 0) + 4, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await names(page))[1]).toBe('HCCL');
});

test('by kind, the lanes of all ranks stand together', { tag: '@full' }, async ({ app: { page } }) => {
  await page.keyboard.press('Control+KeyK');
  await page.keyboard.type('Group lanes by kind');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await names(page))[0]).toBe('Device');
  expect((await names(page)).slice(1, 5)).toEqual(
    ['Stream 0', 'Stream 2'].flatMap((lane) => [`Rank 0 › ${lane}`, `Rank 1 › ${lane}`]),
  );
});

test('the lanes of one communication group stand alone, on all ranks, at one click @full', async ({
  app: { page },
}) => {
  await title(page, 'Plane 5').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Lanes of its communication group, all ranks' }).click();
  // The group's own lane and its eight planes, of two ranks.
  await expect(bar(page)).toContainText('18 of 100 lanes');
  const planes = Array.from({ length: 8 }, (_, plane) => `Plane ${plane}`);
  await expect
    .poll(() => names(page))
    .toEqual(['Rank 0', 'Rank 1'].flatMap((rank) => [rank, 'HCCL', 'Group 0 Communication', ...planes]));
  // Of the group nothing stays in force.
  await title(page, 'Rank 1').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Only Rank 1' }).click();
  const chips = bar(page).locator('.filter-chip-text');
  await expect(chips).toHaveText(['Rank 1']);
  await expect(bar(page)).toContainText('50 of 100 lanes');
});

test('the menu of a slice fits it and selects its time range, and jumps along its arrows', { tag: '@full' }, async ({
  app: { page },
}) => {
  await page.keyboard.press('Control+KeyF');
  await page.keyboard.type('hcom_allReduce__586_0_1');
  await expect(page.getByRole('tabpanel').filter({ visible: true }).last().getByText('2 slices')).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  const area = page.locator('.timeline-area');
  await area.focus();
  await page.keyboard.press('KeyF');
  await page.keyboard.press('Digit1');
  const heading = (name: string | RegExp) => page.getByRole('article', { name });
  await expect(heading('hcom_allReduce__586_0_1')).toBeVisible();
  const row = await title(page, 'Group 0 Communication').boundingBox();
  const box = await area.boundingBox();
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (row?.y ?? 0) + 8, { button: 'right' });
  const menu = page.getByRole('menu');
  await expect(menu.getByText('hcom_allReduce__586_0_1', { exact: true })).toBeVisible();
  await menu.getByRole('menuitem', { name: 'Jump back to HcclAllreduce' }).click();
  await expect(heading('HcclAllreduce')).toBeVisible();
});

test('the arrangement is kept for the dump, and saved under a name, renamed, applied and removed', {
  tag: '@full',
}, async ({ app: { page } }) => {
  await title(page, 'Stream 3').focus();
  await page.keyboard.press('KeyH');
  await title(page, 'Stream 2').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(bar(page)).toContainText('1 hidden');
  await expect
    .poll(async () => {
      const own = await names(page);
      return own.indexOf('Stream 2') < own.indexOf('Stream 0');
    })
    .toBe(true);
  const arranged = await names(page);
  const open = async () => {
    await page.getByRole('button', { name: 'Everything' }).click();
    await page.getByRole('menuitem', { name: 'Save or change…' }).click();
  };
  await open();
  const dialog = page.getByRole('dialog', { name: 'Arrangements of lanes' });
  await dialog.getByRole('textbox').fill('Mine');
  await page.keyboard.press('Enter');
  await dialog.getByRole('textbox', { name: 'Name of Mine' }).fill('Ours');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Name of Ours' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(bar(page)).toContainText('1 hidden');
  await expect.poll(() => names(page)).toEqual(arranged);

  await page.getByRole('button', { name: 'Everything' }).click();
  await page.getByRole('menuitem', { name: 'As in the dump' }).click();
  await expect(title(page, 'Stream 3')).toBeVisible();
  await page.getByRole('button', { name: 'Everything' }).click();
  await page.getByRole('menuitem', { name: 'Ours' }).click();
  // By name, so on the other rank as well.
  await expect(bar(page)).toContainText('2 hidden');
  await expect.poll(() => names(page)).toEqual(arranged);
  await open();
  await dialog.getByRole('button', { name: 'Remove Ours' }).click();
  await expect(dialog.getByRole('list')).toHaveCount(0);
});
