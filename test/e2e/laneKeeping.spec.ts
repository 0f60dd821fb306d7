/** Lanes put together and moved in time: there again after a reload, where a link is opened, and in a named arrangement. */
import type { Page } from '@playwright/test';
import { dumpPath, expect, requireDumps, test } from './support/test';
import { slicesOfRank } from './support/traceFile';
import { drawingSettled, dumpReady } from './support/waiting';

const dump = dumpPath('ascend/text_level1_2ranks');

requireDumps();
test.use({ hostArgs: [dump], addressParams: { measure: '', backend: 'raster' } });

const title = (page: Page, name: string) =>
  page
    .getByRole('tree', { name: 'Lanes' })
    .getByRole('treeitem')
    .filter({ has: page.locator('.timeline-title-text', { hasText: new RegExp(`^${name}$`) }) })
    .first();
const choose = async (page: Page, lane: string, item: string | RegExp) => {
  await title(page, lane).click({ button: 'right' });
  await page.getByRole('menuitem', { name: item }).click();
};

/** What stands for other lanes of the first rank: name, how many slices, and how much later it begins than they do. */
const shown = (page: Page) =>
  page.evaluate(() => {
    const { dump: state, merged } = window.__tracelane!.session.store.getState();
    const { groups } = state.ranks[0]!;
    const lanes = groups.flatMap((group) => group.lanes);
    return groups
      .flatMap(({ id, merge, lanes: own }) => {
        if (!merge || !merged.has(id)) return [];
        const starts = lanes.filter((lane) => merge.of.includes(lane.id)).map(({ startNs }) => startNs);
        const [lane] = own;
        const count = lane?.kind === 'slices' ? lane.sliceCount : 0;
        return [[lane?.name, count, (lane?.startNs ?? 0) - Math.min(...starts)]];
      })
      .sort();
  });

test('merged and moved lanes come back with a reload, a link and a named arrangement; the status bar says and undoes it @full', async ({
  app: { page, screenshot },
  browser,
}) => {
  await dumpReady(page);
  const slices = (await slicesOfRank(dump, 0)).filter(({ process }) => process === 'Ascend Hardware');
  const countOf = (tids: readonly string[]) => slices.filter(({ tid }) => tids.includes(tid)).length;
  await choose(page, 'Stream 2', 'Merge with the lane below');
  await expect(title(page, 'Stream 2 \\+ Stream 3')).toBeVisible();
  await choose(page, 'Stream 0', 'Move in time…');
  const dialog = page.getByRole('dialog', { name: 'Move a lane in time' });
  await dialog.getByRole('textbox').fill('-2.5 ms');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  const expected = [
    ['Stream 0', countOf(['0']), -2_500_000],
    ['Stream 2 + Stream 3', countOf(['2', '3']), 0],
  ];
  await expect.poll(() => shown(page)).toEqual(expected);
  const status = page.getByRole('button', { name: /One lane moved by −2\.5/ });
  await expect(status).toBeVisible();
  await screenshot('moved-lane');
  await expect.poll(() => new URL(page.url()).hash.split('merge=').length).toBe(3);

  const link = page.url();
  await page.reload();
  await dumpReady(page);
  await expect.poll(() => shown(page)).toEqual(expected);
  await expect(status).toBeVisible();

  // Somebody else's browser: nothing is kept there.
  const other = await browser.newContext({ storageState: { cookies: await page.context().cookies(), origins: [] } });
  const there = await other.newPage();
  await there.goto(link);
  await dumpReady(there);
  await expect.poll(() => shown(there)).toEqual(expected);
  await other.close();

  const arrangement = () => page.getByTitle('Arrangement of the lanes').click();
  await arrangement();
  await page.getByRole('menuitem', { name: 'Save or change…' }).click();
  await page.getByRole('textbox', { name: 'Name of this arrangement' }).fill('together');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.keyboard.press('Escape');
  await arrangement();
  await page.getByRole('menuitem', { name: 'As in the dump' }).click();
  await expect.poll(() => shown(page)).toEqual([]);
  await expect(status).toHaveCount(0);
  await arrangement();
  await page.getByRole('menuitem', { name: 'together' }).click();
  await expect.poll(() => shown(page)).toEqual(expected);

  // Where the clock is chosen they are named, and moved back with one act that is undone.
  await page.keyboard.press('Shift+KeyK');
  const clock = page.getByRole('dialog', { name: 'Clock of the ranks' });
  await expect(clock).toContainText(/Lanes moved in time, whatever the clock: Rank 0 › Stream 0 −2\.5/);
  await clock.getByRole('button', { name: 'Move lanes back' }).click();
  await expect.poll(() => shown(page)).toEqual(expected.slice(1));
  await page.keyboard.press('Escape');
  await page.locator('#timeline-area').focus();
  await page.keyboard.press('Control+KeyZ');
  await expect.poll(() => shown(page)).toEqual(expected);
});

test('what is said of a slice is not said behind a menu; lanes that are put together are never seen apart for a moment @full', async ({
  app: { page },
}) => {
  await dumpReady(page);
  await page.evaluate(() => {
    const seen = new Set<string>();
    (window as never as { seen: Set<string> }).seen = seen;
    const { store } = window.__tracelane!.session;
    store.subscribe(({ dump: state, merged }) => {
      const groups = state.ranks[0]!.groups.filter(({ id }) => merged.has(id));
      seen.add(groups.map(({ lanes }) => lanes.map(({ name }) => name).join()).join(';'));
    });
  });
  await choose(page, 'Stream 2', 'Merge with the lane below');
  await expect(title(page, 'Stream 2 \\+ Stream 3')).toBeVisible();
  await choose(page, 'Stream 2 \\+ Stream 3', 'Merge with the lane below');
  // What is merged stands above the streams.
  await expect(title(page, 'Stream 2 \\+ Stream 3 \\+ Stream 0')).toBeVisible();
  const seen = await page.evaluate(() => [...(window as never as { seen: Set<string> }).seen]);
  expect(seen.filter((names) => names !== '').every((names) => names.startsWith('Stream 2 + Stream 3'))).toBe(true);
  expect(seen.indexOf('')).toBeLessThanOrEqual(0);

  const spot = await page.evaluate(() => {
    const { store, actions } = window.__tracelane!.session;
    const { dump: state, merged } = store.getState();
    const lane = state.ranks[0]!.groups.find(({ id }) => merged.has(id))!.lanes[0]!;
    actions.scrollTo(lane.id);
    return lane.id;
  });
  await drawingSettled(page);
  const place = await page.evaluate((id) => {
    const { top, height } = window.__tracelane!.probe().laneTop(id, 0)!;
    const box = document.querySelector('#timeline-area')!.getBoundingClientRect();
    return { y: top + height / 2, left: box.left, width: box.width };
  }, spot);
  const note = page.locator('.timeline-tooltip');
  // Somewhere on the lane there is a slice.
  let x = place.left;
  for (let share = 0.2; share < 0.9 && !(await note.isVisible()); share += 0.02) {
    x = place.left + place.width * share;
    await page.mouse.move(x, place.y);
    await drawingSettled(page);
  }
  await expect(note).toBeVisible();
  await page.mouse.click(x, place.y, { button: 'right' });
  await expect(page.getByRole('menu')).toBeVisible();
  await expect(note).toBeHidden();
  await page.keyboard.press('Escape');
  await page.mouse.move(x + 1, place.y);
  await expect(note).toBeVisible();
});
