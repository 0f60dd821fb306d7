/** Presets, folding all, and an arrangement with a name in another dump: which lanes are shown, against the processes of the files. */
import type { Page } from '@playwright/test';
import { dumpPath, expect, requireDumps, test } from './support/test';
import { eventsOfRank, processNames } from './support/traceFile';
import { drawingSettled } from './support/waiting';

const dump = dumpPath('ascend/text_level1_2ranks');

requireDumps();
test.use({
  hostArgs: ['--root', dumpPath('.'), dump],
  addressParams: { measure: '', backend: 'raster' },
  // All lanes of a rank stand in the window.
  viewport: { width: 1600, height: 1800 },
});

const ready = async (page: Page, title: string) => {
  await page.waitForFunction((wanted) => {
    const { status, title: own } = window.__tracelane?.session.store.getState().dump ?? {};
    return status === 'ready' && own?.includes(wanted);
  }, title);
  await drawingSettled(page);
};

const run = async (page: Page, name: string) => {
  await page.locator('#timeline-area').focus();
  await page.keyboard.press('Control+KeyK');
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
};

/** Titles of groups of the first rank, from top to bottom. */
const groups = (page: Page) =>
  page
    .locator('.timeline-titles [role="treeitem"][aria-level="2"] .timeline-title-text')
    .allTextContents()
    .then((all) => [...new Set(all)]);
const title = (page: Page, name: string) =>
  page
    .getByRole('tree', { name: 'Lanes' })
    .getByRole('treeitem')
    .filter({ has: page.locator('.timeline-title-text', { hasText: new RegExp(`^${name}$`) }) })
    .first();

test('each preset shows the processes of its kind, and no other; all are folded and unfolded', async ({
  app: { page },
}) => {
  await ready(page, 'text_level1_2ranks');
  const events = await eventsOfRank(dump, 0);
  const processes = new Set(processNames(events).values());
  const withSlices = new Set(events.filter(({ ph }) => ph === 'X').map(({ pid }) => processNames(events).get(pid)!));
  const counters = [...processes].filter((name) => !withSlices.has(name));
  expect(withSlices).toEqual(new Set(['Python', 'CANN', 'Ascend Hardware', 'HCCL', 'Overlap Analysis']));
  const first = await groups(page);
  // The device stands above what calls it, and what was measured beside comes last.
  expect(first.slice(0, 5)).toEqual(['Ascend Hardware', 'HCCL', 'Overlap Analysis', 'Python', 'CANN']);

  // The palette closes before the titles are drawn anew: what is shown is asked until it is what it should be.
  const shows = async (preset: string, wanted: string[]) => {
    await run(page, preset);
    await expect
      .poll(async () => (await groups(page)).filter((name) => !counters.includes(name)), { message: preset })
      .toEqual(wanted);
  };
  const counted = async () => (await groups(page)).filter((name) => counters.includes(name));
  await shows('Show the lanes of the host', ['Python', 'CANN']);
  expect(await counted()).toEqual([]);
  await shows('Show the lanes of communication', ['HCCL']);
  expect(await counted()).toEqual([]);
  await shows('Show the overlap lanes', ['Overlap Analysis']);
  expect(await counted()).toEqual([]);
  // What was measured on the device comes with it.
  await shows('Show the lanes of the device', ['Ascend Hardware', 'HCCL', 'Overlap Analysis']);
  await run(page, 'Show all lanes');
  await expect.poll(async () => (await groups(page)).slice(0, 5)).toEqual(first.slice(0, 5));

  const lanes = page.locator('.timeline-titles [role="treeitem"][aria-level="3"]');
  await run(page, 'Fold all groups');
  await expect(lanes).toHaveCount(0);
  await run(page, 'Unfold all groups');
  // Also the second rank's, which was folded at first.
  await expect(lanes.first()).toBeVisible();
  const open = page.locator('.timeline-titles [role="treeitem"][aria-expanded="false"]:not([aria-level="3"])');
  await expect(open).toHaveCount(0);
  await page.keyboard.press('Control+KeyZ');
  await expect(lanes).toHaveCount(0);
});

test('an arrangement with a name is applied to another dump, whose lanes have the same names', async ({ app }) => {
  const { page } = app;
  await ready(page, 'text_level1_2ranks');
  await title(page, 'Stream 3').focus();
  await page.keyboard.press('KeyH');
  await title(page, 'Stream 2').focus();
  await page.keyboard.press('KeyP');
  await title(page, 'HCCL').getByRole('button').click();
  await expect(title(page, 'HCCL')).toHaveAttribute('aria-expanded', 'false');
  await page.getByTitle('Arrangement of the lanes').click();
  await page.getByRole('menuitem', { name: 'Save or change…' }).click();
  await page.getByRole('textbox', { name: 'Name of this arrangement' }).fill('night shift');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');

  await app.openPath(dumpPath('ascend/db_level1_2ranks'));
  await ready(page, 'db_level1_2ranks');
  const lane = (name: string) =>
    page.evaluate((wanted) => {
      const { dump: own, hidden, pinned, folded } = window.__tracelane!.session.store.getState();
      const all = own.ranks.flatMap(({ groups: all }) => all);
      const lanes = all.flatMap((group) => group.lanes.filter((one) => one.name === wanted));
      const group = all.filter((one) => one.name === wanted);
      return {
        lanes: lanes.length,
        hidden: lanes.filter(({ id }) => hidden.has(id)).length,
        pinned: lanes.filter(({ id }) => pinned.includes(id)).length,
        groups: group.length,
        folded: group.filter(({ id }) => folded.has(id)).length,
      };
    }, name);
  const before = await Promise.all(['Stream 3', 'Stream 2', 'HCCL'].map(lane));
  expect(before.map(({ hidden, pinned }) => [hidden, pinned])).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
  ]);
  expect(Math.min(before[0]!.lanes, before[1]!.lanes)).toBeGreaterThan(0);
  await page.getByTitle('Arrangement of the lanes').click();
  await page.getByRole('menuitem', { name: 'night shift' }).click();
  // Hidden and folded on both ranks; pinned on the one that it was pinned on.
  await expect.poll(async () => (await lane('Stream 3')).hidden).toBe(before[0]!.lanes);
  expect((await lane('Stream 2')).pinned).toBe(1);
  expect((await lane('HCCL')).folded).toBe(before[2]!.groups);
  await expect(page.locator('.timeline-titles .timeline-title-text').first()).toHaveText('Rank 0 › Stream 2');
});
