/** Commands of the timeline: by their names in the palette, all of them in the key list, in both languages; what those about lanes do. */
import type { Page } from '@playwright/test';
import { formatCount } from '../../src-renderer/base/format';
import { picker } from './support/pick';
import { dumpPath, expect, requireDumps, test } from './support/test';
import { slicesOfRank } from './support/traceFile';
import { drawingSettled, dumpReady } from './support/waiting';

const dump = dumpPath('ascend/text_level1_2ranks');

requireDumps();
test.use({ hostArgs: [dump], addressParams: { measure: '', backend: 'raster' } });

test.beforeEach(async ({ app: { page } }) => {
  await dumpReady(page);
  await drawingSettled(page);
});

const title = (page: Page, name: string) =>
  page
    .getByRole('tree', { name: 'Lanes' })
    .getByRole('treeitem')
    .filter({ has: page.locator('.timeline-title-text', { hasText: new RegExp(`^${name}$`) }) })
    .first();
const names = (page: Page) => page.locator('.timeline-titles .timeline-title-text').allTextContents();
const bar = (page: Page) => page.getByRole('region', { name: 'Lanes that are left out' });

/** Of the lane that has the focus. */
async function command(page: Page, lane: string, name: string): Promise<void> {
  await title(page, lane).focus();
  await page.keyboard.press('Control+KeyK');
  await expect(page.getByRole('dialog', { name: 'All commands' })).toBeVisible();
  await page.keyboard.type(name);
  await expect(page.getByRole('option').first()).toHaveText(new RegExp(`^${name}`));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'All commands' })).toHaveCount(0);
}

/** What stands for other lanes of the first rank, with how many slices. */
const merged = (page: Page) =>
  page.evaluate(() => {
    const { dump: state, merged: shown } = window.__tracelane!.session.store.getState();
    return state.ranks[0]!.groups.filter(({ id }) => shown.has(id)).flatMap(({ lanes }) =>
      lanes.map((lane) => [lane.name, lane.kind === 'slices' ? lane.sliceCount : 0] as const),
    );
  });

test('the palette and the key list have every command, each with an English and a Chinese name', async ({
  app: { page, screenshot },
}) => {
  const listed = async () => {
    await page.locator('#timeline-area').focus();
    await page.keyboard.press('Control+KeyK');
    const palette = await page.getByRole('dialog').getByRole('option').locator('> span:first-child').allTextContents();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+Slash');
    const dialog = page.getByRole('dialog');
    await expect(dialog.locator('.key-row').first()).toBeVisible();
    const keys = await dialog.locator('.key-row dt, .key-others li').allTextContents();
    const chords = await dialog
      .locator('.key-row .keys')
      .evaluateAll((all) => all.map((own) => [...own.querySelectorAll('kbd')].map((key) => key.textContent).join('+')));
    await screenshot(`key-list-${(await page.locator('html').getAttribute('lang'))?.slice(0, 2)}`);
    await page.keyboard.press('Escape');
    return { palette, keys, chords };
  };
  const english = await listed();
  expect(english.palette.length).toBeGreaterThan(80);
  expect(english.palette.filter((name) => !english.keys.includes(name))).toEqual([]);
  expect(new Set(english.keys).size).toBe(english.keys.length);
  // Two commands of one key are those of which one at a time has anything to do.
  const shared = english.chords.filter((chord, at) => english.chords.indexOf(chord) !== at);
  expect(new Set(shared)).toEqual(new Set(['←', '→', 'Enter', 'Ctrl+B']));
  // A key without a translation would be written as it is: "timeline.command.chain".
  expect(english.keys.filter((name) => name === '' || /^\S+\.\S+$/.test(name))).toEqual([]);

  await page.keyboard.press('Control+KeyK');
  await page.keyboard.type('Switch language');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('lang', /^zh/);
  const chinese = await listed();
  expect(chinese.keys.length).toBe(english.keys.length);
  expect(chinese.palette.filter((name) => !chinese.keys.includes(name))).toEqual([]);
  expect(chinese.keys.filter((name) => !/\p{Script=Han}/u.test(name))).toEqual([]);
});

test('lanes are merged, regrouped, taken apart, fitted, summed up and left alone by commands and keys', async ({
  app: { page },
}) => {
  const slices = (await slicesOfRank(dump, 0)).filter(({ process }) => process === 'Ascend Hardware');
  const countOf = (tids: readonly string[]) => slices.filter(({ tid }) => tids.includes(tid)).length;
  await expect(title(page, 'Stream 3')).toBeVisible();
  const before = await names(page);
  await title(page, 'Stream 2').focus();
  await page.keyboard.press('Alt+KeyM');
  await expect.poll(() => merged(page)).toEqual([['Stream 2 + Stream 3', countOf(['2', '3'])]]);
  await command(page, 'Stream 2 \\+ Stream 3', 'Merged or moved lanes: back to those of the dump');
  await expect.poll(() => names(page)).toEqual(before);

  await command(page, 'Stream 4', 'Merge the lanes of the group into one');
  await expect.poll(async () => (await merged(page)).map(([, count]) => count)).toEqual([slices.length]);
  await page.locator('#timeline-area').focus();
  await page.keyboard.press('Control+KeyZ');
  await expect.poll(() => names(page)).toEqual(before);
  await command(page, 'Ascend Hardware', 'Regroup the lanes of the group by kind of work');
  await expect.poll(async () => (await merged(page)).length).toBeGreaterThan(2);
  expect((await merged(page)).reduce((sum, [, count]) => sum + count, 0)).toBe(slices.length);
  await page.locator('#timeline-area').focus();
  await page.keyboard.press('Control+KeyZ');
  await expect.poll(() => names(page)).toEqual(before);

  const own = slices.filter(({ tid }) => tid === '3');
  const byTime = (times: readonly bigint[]) => times.toSorted((a, b) => Number(a - b));
  const from = byTime(own.map(({ epochStartNs }) => epochStartNs))[0]!;
  const to = byTime(own.map(({ epochStartNs, durationNs }) => epochStartNs + BigInt(durationNs))).at(-1)!;
  await title(page, 'Stream 3').focus();
  await page.keyboard.press('Shift+KeyL');
  const view = await page.evaluate(() => {
    const { view: shown, dump: state } = window.__tracelane!.session.store.getState();
    return { ...shown, originNs: String(state.originNs) };
  });
  // The middle of the lane is that of the view.
  const middle = (Number(from - BigInt(view.originNs)) + Number(to - BigInt(view.originNs))) / 2;
  const lengthNs = Number(to - from);
  expect(Math.abs((view.startNs + view.endNs) / 2 - middle)).toBeLessThan(lengthNs / 1000);
  expect((view.endNs - view.startNs) / lengthNs).toBeCloseTo(1.4, 2);

  await command(page, 'Stream 3', 'Statistics of the lane or group in view');
  const statistics = page.getByRole('tabpanel', { name: 'Statistics' });
  await expect(picker(statistics, 'Lanes')).toContainText('Rank 0 · Stream 3');
  await expect(statistics).toContainText(`${own.length} slices`);

  await command(page, 'Stream 3', 'Move the lane in time');
  await expect(page.getByRole('dialog', { name: 'Move a lane in time' })).toBeVisible();
  await page.keyboard.press('Escape');

  await command(page, 'Plane 5', 'Only lanes of the same communication group, all ranks');
  // The group's own lane and its eight planes, of two ranks.
  await expect(bar(page)).toContainText('18 of 100 lanes');
  await command(page, 'Plane 5', 'Only lanes of the same kind');
  await expect(bar(page)).toContainText('18 of 100 lanes');
});

test('N finds all of the selected name, V selects what is in view', async ({ app: { page } }) => {
  const slices = (await Promise.all([0, 1].map((rank) => slicesOfRank(dump, rank)))).flat();
  const waits = slices.filter(({ name }) => name === 'EVENT_WAIT').length;
  await page.evaluate(async () => {
    const { session } = window.__tracelane!;
    const { slices: found } = await session.engine.search({ dump: session.dumpId, text: 'EVENT_WAIT', maxResults: 10 });
    session.actions.jumpTo(found[0]!);
  });
  await expect
    .poll(() => page.evaluate(() => window.__tracelane!.session.store.getState().selectedDetails?.name))
    .toBe('EVENT_WAIT');
  await page.locator('#timeline-area').focus();
  await page.keyboard.press('KeyN');
  await expect(page.getByRole('tabpanel', { name: 'Find' }).getByText(`${formatCount(waits)} rows`)).toBeVisible();

  await page.locator('#timeline-area').focus();
  await page.keyboard.press('KeyV');
  const [view, range] = await page.evaluate(() => {
    const { view: shown, selectedRange } = window.__tracelane!.session.store.getState();
    return [shown, selectedRange] as const;
  });
  expect(range).toEqual({ startNs: Math.floor(view.startNs), endNs: Math.ceil(view.endNs) });
});

test('chosen in the list, “Go into the panel, and back” goes into one that is open already, and back', async ({
  app: { page },
}) => {
  const goThere = async () => {
    await page.keyboard.press('Control+KeyK');
    await expect(page.getByRole('dialog', { name: 'All commands' })).toBeVisible();
    await page.keyboard.type('Go into the panel');
    await expect(page.getByRole('option').first()).toHaveText(/^Go into the panel/);
    await page.keyboard.press('Enter');
  };
  await page.locator('#timeline-area').focus();
  await page.keyboard.press('Digit7');
  const events = page.getByRole('grid', { name: 'Events' });
  await expect(events).toBeVisible();
  await page.locator('#timeline-area').focus();
  await goThere();
  await expect(events).toBeFocused();
  await goThere();
  await expect(page.locator('#timeline-area')).toBeFocused();
  await expect(page.locator('[data-gets-focus-back]')).toHaveCount(0);
});
