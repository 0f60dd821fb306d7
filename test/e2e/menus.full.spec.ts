/** Menus of ranks, groups, lanes and slices: what they offer, in both languages, and what the rank's does. */
import type { Page } from '@playwright/test';
import { dumpPath, expect, requireDumps, test } from './support/test';
import { drawingSettled, dumpReady } from './support/waiting';

const dump = dumpPath('ascend/text_level1_2ranks');

requireDumps();

const ready = async (page: Page) => {
  await dumpReady(page);
  await drawingSettled(page);
};
const title = (page: Page, name: string) =>
  page
    .getByRole('treeitem')
    .filter({ has: page.locator('.timeline-title-text', { hasText: new RegExp(`^${name}$`) }) })
    .first();
const openMenu = async (page: Page, name: string) => {
  await title(page, name).click({ button: 'right' });
  await expect(page.getByRole('menu')).toBeVisible();
};

/** Right-clicks the selected slice where it is drawn. */
async function openSliceMenu(page: Page, name: string): Promise<void> {
  await page.evaluate(async (text) => {
    const { engine, dumpId, actions } = window.__tracelane!.session;
    const { slices } = await engine.search({ dump: dumpId, text, maxResults: 100 });
    actions.jumpTo(slices.find(({ ref }) => ref.rank === 0)!);
  }, name);
  await page.waitForFunction(() => window.__tracelane!.session.store.getState().selectedDetails !== undefined);
  await page.locator('#timeline-area').focus();
  await page.keyboard.press('KeyF');
  await drawingSettled(page);
  const place = await page.evaluate(() => {
    const own = window.__tracelane!.session.store.getState().selectedDetails!;
    const now = window.__tracelane!.probe();
    return { x: now.xOf(own.startNs + own.durationNs / 2), y: now.laneTop(own.lane, own.row)!.top + 6 };
  });
  await page.mouse.click(place.x, place.y, { button: 'right' });
  await expect(page.getByRole('menu').getByText(name, { exact: true })).toBeVisible();
}

/** What a menu offers, without the keys beside it. */
const items = (page: Page) => page.getByRole('menu').locator('[role="menuitem"] .menu-text').allTextContents();

async function allMenus(page: Page): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, readonly string[]> = {};
  for (const [what, name] of [
    ['rank', 'Rank 1'],
    ['group', 'Ascend Hardware'],
    ['stream', 'Stream 2'],
    ['plane', 'Plane 1'],
  ] as const) {
    await openMenu(page, name);
    found[what] = await items(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
  }
  await openSliceMenu(page, 'hcom_allReduce__586_0_1');
  found.slice = await items(page);
  await page.keyboard.press('Escape');
  return found;
}

test.use({
  hostArgs: [dump],
  addressParams: { measure: '', backend: 'raster' },
  // Both ranks stand in the window.
  viewport: { width: 1600, height: 1800 },
});

test('menus say in whole words what they do, in Chinese as in English; the rank’s hides, moves, lists files and removes', async ({
  app: { page, screenshot },
}) => {
  await ready(page);
  const english = await allMenus(page);
  expect(english.rank).toEqual([
    'Copy name',
    'Unfold',
    'Fold all groups',
    'Unfold all groups',
    'Hide',
    'Move up',
    'Move down',
    'Only Rank 1',
    'Files and messages…',
    'Remove this rank from the window',
  ]);
  const ofSlice = ['Copy name', 'Find all of this name', 'Fit the slice', 'Select its time range', 'Write a note…'];
  expect(english.slice?.slice(0, 5)).toEqual(ofSlice);
  const all = Object.values(english).flat();
  // A key without a translation would be written as it is: "lanes.menu.pin".
  expect(all.filter((text) => text === '' || /\p{Script=Han}|^\S+\.\S+$/u.test(text))).toEqual([]);

  await switchLanguage(page);
  await expect(page.locator('html')).toHaveAttribute('lang', /^zh/);
  const chinese = await allMenus(page);
  const counts = (menus: typeof english) => Object.entries(menus).map(([what, own]) => `${what}: ${own.length}`);
  expect(counts(chinese)).toEqual(counts(english));
  const foreign = Object.values(chinese)
    .flat()
    .filter((text) => !/\p{Script=Han}/u.test(text));
  expect(foreign).toEqual([]);
  await switchLanguage(page);
  await expect(page.locator('html')).toHaveAttribute('lang', /^en/);

  const ranks = () => page.getByRole('treeitem', { name: /^Rank \d/ }).allTextContents();
  await openMenu(page, 'Rank 1');
  await screenshot('menu-of-a-rank');
  await page.getByRole('menuitem', { name: /^Hide/ }).click();
  await expect.poll(async () => (await ranks()).length).toBe(1);
  await page.keyboard.press('Control+KeyZ');
  await expect.poll(async () => (await ranks()).length).toBe(2);
  await openMenu(page, 'Rank 1');
  await page.getByRole('menuitem', { name: 'Move up' }).click();
  await expect.poll(async () => (await ranks())[0]).toMatch(/^Rank 1/);
  await page.keyboard.press('Control+KeyZ');
  await openMenu(page, 'Rank 1');
  await page.getByRole('menuitem', { name: 'Files and messages…' }).click();
  await expect(page.getByRole('dialog', { name: 'Files and messages of the dump' })).toContainText('Ascend Hardware');
  await page.keyboard.press('Escape');
  await openMenu(page, 'Rank 1');
  await page.getByRole('menuitem', { name: 'Remove this rank from the window' }).click();
  await expect(page.getByText('10,112 events')).toBeVisible();
  await expect.poll(async () => (await ranks()).length).toBe(1);
});

test.describe('a slice', () => {
  // Its note is kept with the dump: on a shared host other tests would see it.
  test.use({ hasOwnHost: true });

  test('the menu of a slice names the keys that do the same, and writes its note', async ({
    app: { page, screenshot },
  }) => {
    await ready(page);
    await openSliceMenu(page, 'hcom_allReduce__586_0_1');
    const keysOf = (name: string) => page.getByRole('menuitem', { name }).locator('kbd').allTextContents();
    expect(await keysOf('Find all of this name')).toEqual(['N']);
    expect(await keysOf('Fit the slice')).toEqual(['F']);
    expect(await keysOf('Write a note…')).toEqual(['Alt', 'N']);
    await screenshot('menu-of-a-slice');
    await page.getByRole('menuitem', { name: 'Write a note…' }).click();
    // Its name is wanted at once, and typed where the focus is.
    await expect(page.locator(':focus')).toHaveRole('textbox');
    await page.keyboard.type('late');
    await page.keyboard.press('Enter');
    const marks = () => page.evaluate(() => window.__tracelane!.session.store.getState().userMarks);
    await expect.poll(marks).toMatchObject([{ name: 'late', slice: {} }]);
  });
});

async function switchLanguage(page: Page): Promise<void> {
  await page.locator('#timeline-area').focus();
  await page.keyboard.press('F1');
  await page.keyboard.type('Switch language');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}
