/** Search: what is typed, counted, listed, gone through and drawn; and who has the keys. Against a loop over the files of a real dump. */
import type { Locator, Page } from '@playwright/test';
import { picker } from './support/pick';
import { dumpPath, expect, requireDumps, test } from './support/test';
import { type FileSlice, slicesOfRank } from './support/traceFile';
import { drawingSettled, dumpReady } from './support/waiting';

const dump = dumpPath('ascend/text_level1_2ranks');

requireDumps();
test.use({ hostArgs: [dump], addressParams: { measure: '', backend: 'raster' } });

test.beforeEach(async ({ app: { page } }) => {
  await dumpReady(page);
  await settled(page);
});

async function settled(page: Page): Promise<void> {
  await drawingSettled(page);
}

const panel = (page: Page, name: string): Locator => page.getByRole('tabpanel', { name });
const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Find slices' });
const count = (n: number): string => n.toLocaleString('en');
const view = (page: Page) => page.evaluate(() => window.__tracelane?.probe().view);
const selected = (page: Page) =>
  page.evaluate(() => {
    const { selectedSlice, selectedDetails } = window.__tracelane?.session.store.getState() ?? {};
    return selectedSlice && { slice: selectedSlice, name: selectedDetails?.name };
  });

async function filesSlices(test: (slice: FileSlice) => boolean): Promise<readonly number[]> {
  const ranks = await Promise.all([0, 1].map((rank) => slicesOfRank(dump, rank)));
  return ranks.map((slices) => slices.filter(test).length);
}

/** Moves a rank, and back once the region's statistics have been asked again for that. */
async function answeredAnewAfter(page: Page, movedRank: number): Promise<void> {
  await page.evaluate(async (rank) => {
    const session = window.__tracelane?.session;
    if (!session) return;
    const engine = session.engine as { statistics: typeof session.engine.statistics };
    const own = engine.statistics;
    const answered = new Promise<void>((resolve) => {
      engine.statistics = async (...args) => {
        const answer = await own(...args);
        resolve();
        return answer;
      };
    });
    const { clock, ranks } = session.store.getState().dump;
    const moved = [{ rank: ranks[rank]!.index, byNs: 1000 }];
    await session.engine.setClock(session.dumpId, { ...clock?.choice, moved });
    await answered;
    engine.statistics = own;
    await session.engine.setClock(session.dumpId, clock?.choice ?? {});
  }, movedRank);
}

test('a search counts all there are, in each rank, lists them and goes from one to the next; others are greyed or hidden', async ({
  app: { page, screenshot },
}) => {
  const [first = 0, second = 0] = await filesSlices(
    ({ name, durationNs }) => name.toLowerCase().includes('aten::') && durationNs > 20_000,
  );
  const drawn = () => page.evaluate(() => window.__tracelane?.probe().quadCount ?? 0);
  await page.locator('#timeline-area').click({ position: { x: 300, y: 8 } });
  await page.keyboard.press('Slash');
  await page.keyboard.type('aten:: dur>20us');
  const find = panel(page, 'Find');
  await expect(find.getByText(`${count(first + second)} slices`)).toBeVisible();
  await expect(find.getByRole('button', { name: `Rank 0 ${count(first)}` })).toBeVisible();
  await expect(find.getByRole('button', { name: `Rank 1 ${count(second)}` })).toBeVisible();
  await expect(find.getByText(`${count(first + second)} rows`)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(find.getByText(`1 of ${count(first + second)}`)).toBeVisible();
  await page.keyboard.press('F3');
  await expect(find.getByText(`2 of ${count(first + second)}`)).toBeVisible();
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.press('Shift+F3');
  await expect(find.getByText(`${count(first + second)} of ${count(first + second)}`)).toBeVisible();
  await expect.poll(async () => (await selected(page))?.name).toContain('aten::');
  await screenshot('search');

  // Hidden: far fewer are drawn, and shown again they are all there.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Digit0');
  await settled(page);
  const all = await drawn();
  await find.getByText('Hide', { exact: true }).click();
  await expect.poll(drawn).toBeLessThan(all);
  await find.getByText('Grey', { exact: true }).click();
  await expect.poll(drawn).toBe(all);

  // Without the filter, then with one of the ranks alone.
  const [names = 0, others = 0] = await filesSlices(({ name }) => name.toLowerCase().includes('aten::'));
  await find.getByRole('button', { name: 'Remove dur>20us' }).click();
  await expect(find.getByText(`${count(names + others)} slices`)).toBeVisible();
  await find.getByRole('button', { name: `Rank 1 ${count(others)}` }).click();
  await expect(find.getByText(`${count(others)} slices`)).toBeVisible();
  await expect(field(page)).toHaveValue('aten:: rank:1');
  // A pattern that is none says so.
  await field(page).fill('a(b');
  await page.getByRole('button', { name: 'Regular expression' }).click();
  await expect(find.getByText(/^A group is not closed: “\)” is missing/)).toBeVisible();
});

test('a row of a region’s statistics shows its occurrences there, and lists them', { tag: '@full' }, async ({
  app: { page },
}) => {
  const range = await page.evaluate(() => {
    const session = window.__tracelane?.session;
    const { startNs = 0, endNs = 0, originNs } = session?.store.getState().dump ?? {};
    const own = { startNs: startNs + (endNs - startNs) / 2, endNs };
    const rounded = { startNs: Math.round(own.startNs), endNs: Math.round(own.endNs) };
    const lanes = session?.store
      .getState()
      .dump.ranks[0]?.groups.filter(({ name }) => name === 'Ascend Hardware')
      .flatMap(({ lanes: all }) => all.map(({ id }) => id));
    session?.actions.selectRange(rounded, lanes);
    return { ...rounded, originNs: String(originNs) };
  });
  const row = panel(page, 'Selection').locator('[role="row"]', { hasText: 'EVENT_WAIT' }).first();
  const inRegion = (await slicesOfRank(dump, 0)).filter(({ name, epochStartNs, durationNs }) => {
    const from = Number(epochStartNs - BigInt(range.originNs));
    return name === 'EVENT_WAIT' && from < range.endNs && from + durationNs > range.startNs;
  });
  const everywhere = (await filesSlices(({ name }) => name === 'EVENT_WAIT')).reduce((a, b) => a + b);
  expect(inRegion.length).toBeGreaterThan(0);
  expect(inRegion.length).toBeLessThan(everywhere);
  const find = panel(page, 'Find');
  await page.getByRole('tab', { name: 'Selection' }).click();
  await row.click();
  const all = panel(page, 'Selection').getByRole('button', { name: 'All occurrences' });
  await expect(all).toBeVisible();
  // Times by another clock: the region is asked about again. What was chosen stays, and so do the row and its cursor.
  await answeredAnewAfter(page, 1);
  await expect(row).toHaveClass(/is-current/);
  await expect(row).toHaveAttribute('aria-selected', 'true');
  await all.click();
  await expect(find.getByText(`${count(inRegion.length)} rows`)).toBeVisible();
  // What is added to the search is about the region, too; what is typed anew is about all there is.
  const started = await field(page).inputValue();
  await field(page).fill(`${started} dur>=0ns`);
  await expect(find.getByText(`${count(inRegion.length)} rows`)).toBeVisible();
  const region = find.getByRole('button', { name: /^Remove In the region/ });
  await field(page).fill('event_wait');
  await expect(region).toHaveCount(0);
  await expect(find.getByText(`${count(everywhere)} rows`)).toBeVisible();
  await page.getByRole('tab', { name: 'Selection' }).click();
  await row.click();
  await all.click();
  await expect(find.getByText(`${count(inRegion.length)} rows`)).toBeVisible();
  await region.click();
  await expect(find.getByText(`${count(everywhere)} rows`)).toBeVisible();
  await find.getByRole('gridcell', { name: 'EVENT_WAIT' }).nth(1).dblclick();
  await expect.poll(async () => (await selected(page))?.name).toBe('EVENT_WAIT');
  await expect(find.getByText(`2 of ${count(everywhere)}`)).toBeVisible();
});

test('letters over a list move the timeline, Escape gives it the keys, Tab picks a slice, arrows go on, Enter opens it', async ({
  app: { page },
}) => {
  await field(page).fill('aten');
  const find = panel(page, 'Find');
  await find.getByRole('gridcell').first().click();
  const before = await view(page);
  await page.keyboard.press('KeyW');
  await expect.poll(() => view(page)).not.toEqual(before);
  // Arrows are the list's.
  await page.waitForTimeout(300);
  const zoomed = await view(page);
  await page.keyboard.press('ArrowDown');
  await page.waitForTimeout(100);
  expect(await view(page)).toEqual(zoomed);

  await page.keyboard.press('Escape');
  await expect(page.locator('#timeline-area')).toBeFocused();
  await page.keyboard.press('Control+Digit0');
  await settled(page);
  expect(await selected(page)).toBeUndefined();
  await page.keyboard.press('Tab');
  await expect.poll(async () => (await selected(page))?.name).toBeDefined();
  const picked = await selected(page);
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await selected(page))?.slice.slice).not.toBe(picked?.slice.slice);
  // Those who hear the window are told which one it is.
  const name = (await selected(page))?.name ?? '';
  await expect(page.locator('.timeline p[aria-live="polite"]')).toContainText(`${name}, `);
  await page.keyboard.press('Digit3');
  await expect(find).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(panel(page, 'Slice')).toBeVisible();
});

test('the lock limits search, statistics and flows to the region; a reload comes back to what was searched for @full', async ({
  app: { page },
}) => {
  const range = await page.evaluate(() => {
    const session = window.__tracelane?.session;
    const { startNs = 0, endNs = 0, originNs } = session?.store.getState().dump ?? {};
    const middle = { startNs: Math.round(startNs + (endNs - startNs) / 3), endNs: Math.round((startNs + endNs) / 2) };
    session?.actions.selectRange(middle);
    return { ...middle, originNs: String(originNs) };
  });
  const isInRegion = ({ epochStartNs, durationNs }: FileSlice) => {
    const from = Number(epochStartNs - BigInt(range.originNs));
    return durationNs === 0
      ? from >= range.startNs && from <= range.endNs
      : from < range.endNs && from + durationNs > range.startNs;
  };
  const found = (await filesSlices((slice) => slice.name.includes('aten::') && isInRegion(slice))).reduce(
    (a, b) => a + b,
  );
  await field(page).fill('aten::');
  await page.getByRole('button', { name: 'Match case' }).click();
  const find = panel(page, 'Find');
  await find.getByRole('button', { name: 'Limit search' }).click();
  await expect(find.getByText(`${count(found)} slices`)).toBeVisible();

  await page.getByRole('tab', { name: 'Statistics' }).click();
  const statistics = panel(page, 'Statistics');
  await expect(statistics.getByRole('radio', { name: 'Region' })).toBeChecked();
  await page.getByRole('tab', { name: 'Flows' }).click();
  const flows = panel(page, 'Flows');
  await flows.getByText('All flows', { exact: true }).click();
  const chosen = (await picker(flows, 'Category').getAttribute('aria-label'))?.replace('Category: ', '') ?? '';
  const all = await page.evaluate(
    async ({ category, startNs, endNs }) => {
      const session = window.__tracelane!.session;
      const ranks = session.store.getState().dump.ranks.map(({ index }) => index);
      const source = { table: 'timeline.arrows' as const, of: { ranks, category } };
      const query = { dump: session.dumpId, source, sort: [], filters: [], firstRow: 0, rowCount: 1e6 };
      const { cells } = await session.engine.table(query);
      const [from, to] = [cells.fromNs, cells.toNs];
      if (from?.kind !== 'number' || to?.kind !== 'number') return undefined;
      const isIn = (ns: number) => ns >= startNs && ns <= endNs;
      return from.values.filter((ns, row) => isIn(ns) || isIn(to.values[row]!)).length;
    },
    { category: chosen, ...range },
  );
  expect(all).toBeGreaterThan(0);
  await expect(flows.getByText(`${count(all!)} rows`)).toBeVisible();

  // The address is written a moment later.
  await page.waitForFunction(() => window.location.hash.includes('find=aten'));
  await page.waitForFunction(() => window.location.hash.includes('range='));
  await page.reload();
  await dumpReady(page);
  await expect(field(page)).toHaveValue('aten::');
  await page.getByRole('tab', { name: 'Find', exact: true }).click();
  await expect(find.getByText(`${count(found)} slices`)).toBeVisible();
});

test('at 200 % of 1280 × 720 every control of the bars is whole', { tag: '@full' }, async ({ app: { page } }) => {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 640, height: 360 });
  await field(page).fill('aten');
  await expect(panel(page, 'Find').getByRole('grid')).toBeVisible();
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('.status-bar > *, .panel-bar > *, .title-bar > *, .panel-toolbar > *')]
      .filter((own) => own.checkVisibility())
      .flatMap((own) => {
        const { left, right } = own.getBoundingClientRect();
        return left < 0 || right > window.innerWidth + 0.5 ? [`${own.className}: ${left} to ${right}`] : [];
      }),
  );
  expect(cut).toEqual([]);
  // The panel is scrolled rather than its table left without rows.
  for (const key of ['Digit3', 'Digit7', 'Digit8']) {
    await page.locator('#timeline-area').focus();
    await page.keyboard.press(key);
    const row = page.locator('.panel-content:not([hidden]) .table-row').nth(1);
    await row.scrollIntoViewIfNeeded();
    // The row is wider than the window; from its top to its bottom nothing covers it.
    const isWhole = () =>
      row.evaluate((own) => {
        const { left, top, bottom } = own.getBoundingClientRect();
        return [top + 2, bottom - 2].every((y) => own.contains(document.elementFromPoint(left + 20, y)));
      });
    await expect.poll(isWhole, `a row of the panel of ${key}`).toBe(true);
  }
  if (size) await page.setViewportSize(size);
});
