import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { type ServedPage, serveHarnessPage } from './support/harnessPage';
import { pick } from './support/pick';

/** Tables and charts on a page of their own, over made-up data, under the window's content security policy. */

let served: ServedPage;
test.beforeAll(async () => {
  served = await serveHarnessPage('parts');
});
test.afterAll(() => served.stop());

const errors: string[] = [];
test.beforeEach(({ page }) => {
  errors.length = 0;
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
});
test.afterEach(() => expect(errors, 'errors in the console of the page').toEqual([]));

const open = (page: Page, address: string) => page.goto(`${served.address}?${address}`);
const calls = (page: Page) => page.evaluate(() => window.calls ?? []);
const grid = (page: Page) => page.getByRole('grid');
const rowTexts = (page: Page, column: number) => page.locator(`.table-row [data-column="${column}"]`).allInnerTexts();

test.describe('a table of a million rows and 47 columns', () => {
  test.beforeEach(async ({ page }) => {
    await open(page, 'part=table');
    await expect(grid(page).getByText('aclnnMatmul_MatMulV2_0', { exact: true })).toBeVisible();
  });

  test('has only what is in sight in the document, and says how much there is; names are text', async ({ page }) => {
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '1000002');
    await expect(grid(page)).toHaveAttribute('aria-colcount', '47');
    await expect(page.getByText('1,000,000 rows')).toBeVisible();
    expect(await page.locator('.table-row').count()).toBeLessThan(80);
    expect(await page.locator('.table-row').first().locator('.table-cell').count()).toBeLessThan(25);
    await expect(grid(page).getByText('<b>Bold{x|y}</b>', { exact: true }).first()).toBeVisible();
    expect(await grid(page).locator('b').count()).toBe(0);
  });

  test('reaches its last row and column with the keys; the first column stays in sight', async ({ page }) => {
    await grid(page).focus();
    await page.keyboard.press('Control+End');
    await expect(page.getByText(/_999999$/)).toBeVisible();
    await page.keyboard.press('End');
    await expect(page.locator('.table-header [data-column="46"]')).toBeInViewport();
    await expect(page.locator('.table-header [data-column="0"]')).toBeInViewport({ ratio: 1 });
    await expect(page.getByText(/_999999$/)).toBeInViewport({ ratio: 1 });
    const active = await grid(page).getAttribute('aria-activedescendant');
    await expect(page.locator(`[id="${active}"]`)).toHaveAttribute('aria-colindex', '47');
    await page.keyboard.press('Enter');
    expect((await calls(page)).at(-1)).toEqual(['activate', 999_999, expect.stringMatching(/_999999$/)]);
  });

  test('a double click is meant for the row of its first click, whatever stands there by the second', async ({
    page,
  }) => {
    const first = page.locator('.table-row[data-row="2"] [data-column="0"]');
    const name = await first.textContent();
    const box = (await first.boundingBox())!;
    await page.mouse.move(box.x + 20, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.up();
    // The list is answered anew meanwhile: its last rows first.
    await page.locator('.table-header [data-column="1"] .table-title').evaluate((title: HTMLElement) => title.click());
    await expect(first).toHaveText(/_999997$/);
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await expect.poll(async () => (await calls(page)).at(-1)).toEqual(['activate', 2, name]);
  });

  test('the scroll bar goes anywhere, the wheel by rows', async ({ page }) => {
    await grid(page).evaluate((element) => {
      element.scrollTop = element.scrollHeight / 2;
    });
    await expect(async () => {
      const indexes = (await rowTexts(page, 1)).map(Number);
      expect(Math.abs((indexes[0] ?? 0) - 500_000)).toBeLessThan(200);
    }).toPass();
    const firstInSight = () =>
      grid(page).evaluate((element) => {
        const top = element.getBoundingClientRect().top + 29;
        const rows = [...element.querySelectorAll<HTMLElement>('.table-row')];
        return Math.min(
          ...rows.filter((row) => row.getBoundingClientRect().top >= top).map((row) => Number(row.dataset.row)),
        );
      });
    const before = await firstInSight();
    await grid(page).hover();
    await page.mouse.wheel(0, 220);
    await expect(async () => expect(await firstInSight()).toBe(before + 10)).toPass();
  });
});

test.describe('a table of some rows', () => {
  test.beforeEach(async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(page, 'part=small');
    await expect(grid(page).getByText('op 1').first()).toBeVisible();
  });
  // The next test has the same context, and what was granted stays.
  test.afterEach(({ context }) => context.clearPermissions());
  const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
  const plain = (texts: readonly string[]) => texts.map((text) => text.replace(/\u202f/g, ' '));

  test('sorts by a click, and with Shift by a second column', async ({ page }) => {
    const size = page.getByRole('columnheader', { name: 'Size' });
    await page.getByRole('columnheader', { name: 'Name' }).locator('.table-title').click();
    await size.locator('.table-title').click({ modifiers: ['Shift'] });
    await expect(size).toHaveAttribute('aria-sort', 'descending');
    await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
    // op 0 comes every seventh row: the largest is row 497.
    await expect(async () => expect(plain(await rowTexts(page, 2))[0]).toBe('31.06 MB')).toPass();
  });

  test('filters by a range with units and by values; chips tell and undo it', async ({ page }) => {
    await grid(page).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByPlaceholder('from').fill('100us');
    await page.getByPlaceholder('to').fill('0.3ms');
    await page.keyboard.press('Enter');
    await expect(page.getByText('201 of 500 rows')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.locator('.filter-chip')).toHaveText(/Duration 100.µs – 300.µs/);
    await page.getByRole('columnheader', { name: 'Name' }).hover();
    await page.getByRole('button', { name: 'Filter: Name' }).click();
    await page.getByRole('checkbox', { name: /op 3/ }).click();
    await expect(page.locator('.filter-chip')).toHaveCount(2);
    // The rows before stay until the new ones are there.
    await expect(grid(page)).toHaveAttribute('aria-busy', 'false');
    const names = new Set(await rowTexts(page, 0));
    expect([...names]).toEqual(['op 3']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove all filters' }).click();
    await expect(page.getByText('500 rows', { exact: true })).toBeVisible();
  });

  test('copies the cell, and selected rows with their titles', async ({ page }) => {
    await page.locator('.table-row[data-row="1"] [data-column="1"]').click();
    await page.keyboard.press('Control+c');
    await expect(page.getByText('Copied', { exact: true })).toBeVisible();
    expect(await clipboard(page)).toBe('419000');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Control+c');
    await expect(page.getByText('2 rows copied')).toBeVisible();
    expect(await clipboard(page)).toBe('Name\tDuration (ns)\tSize (B)\nop 1\t419000\t65536\nop 2\t338000\t131072');
    expect((await calls(page)).at(-1)).toEqual(['select', 2]);
  });

  test('downloads what the filters let pass', async ({ page }) => {
    await page.locator('.table-row[data-row="1"] [data-column="0"]').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Show only rows with this value' }).click();
    await expect(page.getByText('72 of 500 rows')).toBeVisible();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('ops.csv');
    const lines = (await readFile(await download.path(), 'utf8')).replace('\ufeff', '').trimEnd().split('\r\n');
    expect([lines[0], lines[1], lines.length]).toEqual(['Name,Duration(us),Size', 'op 1,419000,65536', 73]);
  });

  test('keeps the chosen columns and widths @full', async ({ page }) => {
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Duration' }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Size']);
    const name = page.getByRole('columnheader', { name: 'Name' });
    const edge = await name.locator('.table-resize').boundingBox();
    await page.mouse.move(edge!.x + 3, edge!.y + 10);
    await page.mouse.down();
    await page.mouse.move(edge!.x + 103, edge!.y + 10);
    await page.mouse.up();
    const width = (await name.boundingBox())!.width;
    await page.reload();
    await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Size']);
    expect((await name.boundingBox())!.width).toBe(width);
  });

  test('the keys open the menu of a cell and of a title', async ({ page }) => {
    await grid(page).focus();
    await page.keyboard.press('Shift+F10');
    await expect(page.getByRole('menuitem', { name: 'Copy the cell' })).toBeVisible();
    await page.keyboard.press('Escape');
    // The menu gives the focus back when it is gone.
    await expect(page.getByRole('menuitem', { name: 'Copy the cell' })).toHaveCount(0);
    await grid(page).focus();
    await expect(grid(page)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    const title = page.getByRole('columnheader', { name: 'Name' });
    await expect(grid(page)).toHaveAttribute('aria-activedescendant', (await title.getAttribute('id'))!);
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Sort descending' }).click();
    await expect(title).toHaveAttribute('aria-sort', 'descending');
  });
});

test.describe('charts', () => {
  const tooltip = (page: Page) => page.locator('.chart-tooltip');
  const plot = (page: Page) => page.getByRole('application').first();

  /** Of the first chart on the page. */
  async function savesPicture(page: Page, name: string): Promise<void> {
    await page.getByRole('button', { name: 'Copy' }).first().click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Save the picture' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`${name}.png`);
    const png = await readFile(await download.path());
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
    const box = (await plot(page).boundingBox())!;
    expect(width, 'twice as fine as on the screen').toBe(2 * (box.width + 24));
    expect(height).toBeGreaterThan(2 * box.height);
  }

  test('lines: exact values under the pointer, a stretch brushed, the cursor heard; a picture is saved', async ({
    page,
  }) => {
    await open(page, 'part=line&points=1000');
    await expect(plot(page).locator('canvas')).toBeVisible();
    const box = (await plot(page).boundingBox())!;
    const [left, width] = [box.x + 68, box.width - 68 - 14];
    // The outlier of the made-up curve is sample 333 of 1000: of all that lies on its pixel, the greatest is drawn.
    await page.mouse.move(left + (width * 333.5) / 999, box.y + 100);
    await expect(tooltip(page)).toContainText('Allocated {a|b} <i>');
    await expect(tooltip(page)).toContainText('30,000,000,000');
    await page.mouse.move(left + width * 0.25, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(left + width * 0.5, box.y + 120, { steps: 4 });
    await page.mouse.up();
    const [name, range] = (await calls(page)).at(-1) as [string, { start: number; end: number }];
    expect(name).toBe('brush');
    expect(range.start / 49_950_000).toBeCloseTo(0.25, 2);
    expect(range.end / 49_950_000).toBeCloseTo(0.5, 2);
    await plot(page).focus();
    for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('status').filter({ hasText: 'Allocated' }).first()).toContainText('100.000');
    await page.keyboard.press('Enter');
    expect((await calls(page)).at(-1)).toEqual(['point', 100_000, 'allocated']);
    await page.keyboard.press('+');
    await expect(page.getByRole('button', { name: 'Show everything' })).toHaveCount(2);
    await savesPicture(page, 'Memory');
  });

  test('bars: a thousand, in any order, with keys and as a table', async ({ page }) => {
    await open(page, 'part=bars');
    await expect(plot(page).locator('canvas')).toBeVisible();
    await pick(page.locator('body'), 'Order', 'Communication (not overlapped)');
    await plot(page).focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('status').filter({ hasText: 'Rank 77' })).toHaveCount(1);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    expect((await calls(page)).at(-1)).toEqual(['bar', 77, 'exposed']);
    await page.keyboard.press('End');
    await expect(tooltip(page)).toBeVisible();
    await page.getByRole('button', { name: 'Show as a table' }).click();
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '1025');
    expect((await rowTexts(page, 0))[0]).toBe('Rank 77');
  });

  test('a heat map of thousands of cells: the one under the pointer, a click, zoom by dragging; a picture is saved', async ({
    page,
  }) => {
    await open(page, 'part=heat&cells=64');
    const canvas = plot(page).locator('canvas');
    await expect(canvas).toBeVisible();
    const box = (await canvas.boundingBox())!;
    // Found by asking, as a user does: the slow link 3 → 5 is the only one below 3 GB/s.
    await plot(page).focus();
    for (let press = 0; press < 4; press++) await page.keyboard.press('ArrowDown');
    for (let press = 0; press < 5; press++) await page.keyboard.press('ArrowRight');
    await expect(tooltip(page)).toContainText('Source rank 3 → Destination rank 5');
    await expect(tooltip(page)).toContainText(/2\.50.GB\/s/);
    await page.keyboard.press('Enter');
    expect((await calls(page)).at(-1)).toEqual(['cell', 3, 5]);
    await page.mouse.move(box.x + 100, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + 300, box.y + 160, { steps: 3 });
    await page.mouse.up();
    await expect(page.getByRole('button', { name: 'Show everything' })).toBeVisible();
    await page.mouse.dblclick(box.x + 200, box.y + 100);
    await expect(page.getByRole('button', { name: 'Show everything' })).toHaveCount(0);
    await savesPicture(page, 'Bandwidth');
  });

  test('a pie: names are text, small slices together; a picture is saved', async ({ page }) => {
    await open(page, 'part=pie');
    await expect(page.getByText('<img src=x> FlashAttentionScoreGrad')).toBeVisible();
    expect(await page.locator('#root img').count()).toBe(0);
    await expect(page.getByText('Others (15)')).toBeVisible();
    await page.getByText('OpType2', { exact: true }).click();
    expect((await calls(page)).at(-1)).toEqual(['slice', 'op2']);
    await savesPicture(page, 'Time by op type');
  });
});

test('a thousand ranks are chosen by typing', async ({ page }) => {
  await open(page, 'part=controls&bars=16&cells=16');
  await page.getByRole('button', { name: /^Ranks/ }).click();
  await page.getByRole('combobox', { name: 'Find' }).fill('8-15, 1000-');
  await page.getByRole('button', { name: 'Only these (32)' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Ranks/ })).toContainText('8–\u206015, 1000–\u20601023 (32)');
});

test('a picker is walked through with the keys, to the last of a thousand; the current one is heard @full', async ({
  page,
}) => {
  await open(page, 'part=controls&bars=16&cells=16');
  await page.getByRole('button', { name: /^Ranks/ }).click();
  const field = page.getByRole('combobox', { name: 'Find' });
  await expect(field).toBeFocused();
  const list = page.getByRole('listbox', { name: 'Ranks' });
  await expect(list).toHaveAttribute('aria-multiselectable', 'true');
  const current = async () => {
    const id = await field.getAttribute('aria-activedescendant');
    return id === null ? '' : page.locator(`[id="${id}"] .picker-text`).textContent();
  };
  const walk: readonly (readonly [string, string])[] = [
    ['ArrowUp', 'Rank 0'],
    ['ArrowDown', 'Rank 1'],
    ['PageDown', 'Rank 12'],
    ['PageUp', 'Rank 1'],
    ['End', 'Rank 1023'],
    ['ArrowDown', 'Rank 1023'],
    ['Home', 'Rank 0'],
  ];
  for (const [key, rank] of walk) {
    await page.keyboard.press(key);
    await expect.poll(current, key).toBe(rank);
    await expect(list.getByRole('option', { selected: true })).toBeInViewport();
  }
  await page.keyboard.press('Enter');
  await expect(list.getByRole('option', { name: 'Rank 0 ' })).toHaveAttribute('aria-checked', 'false');
  await field.fill('node-99');
  await expect(list.getByRole('option')).toHaveCount(8);
  await expect.poll(current).toBe('Rank 792');
  await page.keyboard.press('Enter');
  await field.fill('nothing like it');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await page.keyboard.press('Escape');
  const button = page.getByRole('button', { name: /^Ranks/ });
  await expect(button).toContainText('1–\u20607, 792 (8)');
  await expect(button).toBeFocused();
  await page.getByRole('button', { name: /^Step/ }).click();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Step/ })).toContainText('Step 15');
  await expect(page.getByRole('listbox')).toHaveCount(0);
});
