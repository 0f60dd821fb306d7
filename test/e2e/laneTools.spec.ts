/** Several slices at once, against the digits of the file. */
import type { Page } from '@playwright/test';
import { formatDuration } from '../../src-renderer/base/format';
import { inColumn } from './support/inColumn';
import { picker } from './support/pick';
import { pixelsAt, preparePixels } from './support/pixels';
import { dumpPath, expect, requireDumps, test } from './support/test';
import { type FileSlice, slicesOfRank } from './support/traceFile';
import { drawingSettled, dumpReady } from './support/waiting';

const dump = dumpPath('ascend/text_level1_2ranks');

requireDumps();
test.use({ hostArgs: [dump], addressParams: { measure: '' } });

test.beforeEach(async ({ app: { page } }) => {
  await dumpReady(page);
  await settled(page);
  await preparePixels(page);
});

// The next test has the same context, and what was granted stays.
test.afterEach(({ context }) => context.clearPermissions());

async function settled(page: Page): Promise<void> {
  await drawingSettled(page);
  await page.waitForTimeout(50);
  await drawingSettled(page);
}

/** Shows the time of a lane's slices, and answers where they are on the page. */
async function placesOf(page: Page, lane: string, slices: readonly FileSlice[]) {
  const wanted = slices.map(({ epochStartNs, durationNs }) => [String(epochStartNs), durationNs] as const);
  await page.evaluate(
    ({ name, times }) => {
      const { store, actions } = window.__tracelane!.session;
      const { dump: state } = store.getState();
      const own = state.ranks[0].groups.flatMap(({ lanes }) => lanes).find((one) => one.name === name)!;
      const at = ([start]: readonly [string, number]) => Number(BigInt(start) - state.originNs);
      const [first, last] = [times[0], times[times.length - 1]];
      actions.setView({ startNs: at(first) - 1000, endNs: at(last) + last[1] + 1000 });
      actions.scrollTo(own.id);
    },
    { name: lane, times: wanted },
  );
  await settled(page);
  return page.evaluate(
    ({ name, times }) => {
      const { store } = window.__tracelane!.session;
      const { dump: state } = store.getState();
      const own = state.ranks[0].groups.flatMap(({ lanes }) => lanes).find((one) => one.name === name)!;
      const probe = window.__tracelane!.probe();
      const { top, height } = probe.laneTop(own.id, 0)!;
      const middle = ([start, ns]: readonly [string, number]) => Number(BigInt(start) - state.originNs) + ns / 2;
      return times.map((time) => ({ x: probe.xOf(middle(time)), y: top + height / 2, top }));
    },
    { name: lane, times: wanted },
  );
}

/** Sum, gaps and span, by a plain loop. */
function sumsOf(slices: readonly FileSlice[]) {
  let [total, gaps, end] = [0, 0, slices[0].epochStartNs];
  for (const { epochStartNs, durationNs } of slices) {
    total += durationNs;
    if (epochStartNs > end) gaps += Number(epochStartNs - end);
    const own = epochStartNs + BigInt(durationNs);
    if (own > end) end = own;
  }
  return [total, gaps, Number(end - slices[0].epochStartNs)].map(formatDuration);
}

test('several slices selected at once: their sum, gaps and span are the file’s, drawn, undone and copied @full', async ({
  app: { page },
}) => {
  const stream = (await slicesOfRank(dump, 0))
    .filter(({ process, tid }) => process === 'Ascend Hardware' && tid === '2')
    .sort((a, b) => Number(a.epochStartNs - b.epochStartNs));
  // Long ones, so that each can be met.
  const at = stream.findIndex((_, first) => {
    const some = stream.slice(first, first + 6);
    const lengthNs = Number(some[5].epochStartNs - some[0].epochStartNs) + some[5].durationNs;
    return some.every(({ durationNs }) => durationNs > lengthNs / 60);
  });
  const slices = stream.slice(at, at + 6);
  const places = await placesOf(page, 'Stream 2', slices);
  const panel = page.getByRole('tabpanel', { name: 'Selection' });
  const expected = async (own: readonly FileSlice[]) => {
    const [sum, gaps, span] = sumsOf(own);
    await expect(panel).toContainText(`${own.length} slices`);
    await expect(panel).toContainText(`Sum ${sum}`);
    await expect(panel).toContainText(`Gaps ${gaps}`);
    await expect(panel).toContainText(`Span ${span}`);
  };

  await page.mouse.click(places[1].x, places[1].y);
  await page.keyboard.down('Control');
  await page.mouse.click(places[3].x, places[3].y);
  await page.keyboard.up('Control');
  await expected([slices[1], slices[3]]);
  // The panel has taken some of the height.
  const now = await placesOf(page, 'Stream 2', slices);
  await page.keyboard.down('Shift');
  await page.mouse.click(now[5].x, now[5].y);
  await page.keyboard.up('Shift');
  await expected([slices[1], ...slices.slice(3)]);
  await page.mouse.move(5, 5);
  await settled(page);
  // An outline is two pixels: one of the slice, one of the gap above it.
  const edges = now.map(({ x, top }) => ({ x, y: top }));
  const isOutlined = (await pixelsAt(page, edges)).map((pixel) => pixel === 0x10151d);
  expect(isOutlined).toEqual([false, true, false, true, true, true]);
  await page.keyboard.press('Control+KeyZ');
  await expected([slices[1], slices[3]]);
  await page.keyboard.press('Control+Shift+KeyZ');
  await expected([slices[1], ...slices.slice(3)]);

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await panel.getByRole('row').nth(1).click();
  await page.keyboard.press('Control+KeyA');
  await page.keyboard.press('Control+KeyC');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const names = copied
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t')[0]);
  expect(names).toEqual([slices[1], ...slices.slice(3)].map(({ name }) => name));
});

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
const names = (page: Page) => page.locator('.timeline-titles .timeline-title-text').allTextContents();

test('the statistics of a lane are those of its slices in the file; a row shows all of its name', {
  tag: '@full',
}, async ({ app: { page } }) => {
  const stream = (await slicesOfRank(dump, 0)).filter(
    ({ process, tid }) => process === 'Ascend Hardware' && tid === '2',
  );
  await choose(page, 'Stream 2', 'Statistics of this lane in view');
  const panel = page.getByRole('tabpanel', { name: 'Statistics' });
  await expect(picker(panel, 'Lanes')).toContainText('Rank 0 · Stream 2');
  const names = new Set(stream.map(({ name }) => name));
  await expect(panel).toContainText(`${stream.length} slices, ${names.size} names`);
  const sums = [...names].map((name) => {
    const own = stream.filter((slice) => slice.name === name);
    return { name, count: own.length, total: own.reduce((sum, { durationNs }) => sum + durationNs, 0) };
  });
  const [longest] = sums.sort((a, b) => b.total - a.total);
  const row = panel.locator('[role="row"]', { hasText: longest.name }).first();
  await expect(row).toContainText(
    inColumn(
      longest.total,
      sums.map(({ total }) => total),
    ),
  );
  // The view moves on, and what the statistics are about with it: the occurrences stay.
  const stretch = panel.locator('.toolbar-text.number').first();
  const before = (await stretch.textContent()) ?? '';
  await row.click();
  await page.evaluate(() => {
    const { store, actions } = window.__tracelane!.session;
    const { startNs, endNs } = store.getState().view;
    actions.setView({ startNs: startNs + (endNs - startNs) / 2, endNs });
  });
  await expect(stretch).not.toHaveText(before);
  await settled(page);
  await panel.getByRole('button', { name: 'All occurrences' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Find' }).getByText(`${longest.count} rows`)).toBeVisible();
});

test('lanes are merged into one, or by kind of work, with all of their slices; each is undone @full', async ({
  app: { page },
}) => {
  const slices = (await slicesOfRank(dump, 0)).filter(({ process }) => process === 'Ascend Hardware');
  const countOf = (tids: readonly string[]) => slices.filter(({ tid }) => tids.includes(tid)).length;
  /** Of the lanes that stand for others: what they are called, and how many slices they have. */
  const merged = () =>
    page.evaluate(() => {
      const { dump: state, merged: shown } = window.__tracelane!.session.store.getState();
      const group = state.ranks[0].groups.find(({ id }) => shown.has(id));
      return group?.lanes.map((lane) => (lane.kind === 'slices' ? [lane.name, lane.sliceCount] : []));
    });
  await expect(title(page, 'Stream 3')).toBeVisible();
  const before = await names(page);
  await choose(page, 'Stream 2', 'Merge with the lane below');
  await expect(title(page, 'Stream 2 \\+ Stream 3')).toBeVisible();
  expect(await merged()).toEqual([['Stream 2 + Stream 3', countOf(['2', '3'])]]);
  await expect(title(page, 'Stream 3')).toHaveCount(0);
  await page.keyboard.press('Control+KeyZ');
  await expect.poll(() => names(page)).toEqual(before);

  await choose(page, 'Ascend Hardware', /^Regroup its \d+ lanes by kind of work$/);
  await expect(title(page, 'Lanes by kind of work')).toBeVisible();
  await expect(title(page, 'Computing')).toBeVisible();
  const works = await merged();
  expect(works?.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(slices.length);
  const waits = slices.filter(({ name }) => /wait|event_record|notify/i.test(name)).length;
  expect(works).toContainEqual(['wait', waits]);
  await choose(page, 'Lanes by kind of work', 'Back to the lanes of the dump');
  await expect.poll(() => names(page)).toEqual(before);
});

test('a lane is moved in time by hand and as typed, and back; stacks of Python are hidden; all lanes are of one height', {
  tag: '@full',
}, async ({ app: { page } }) => {
  const moved = () =>
    page.evaluate(() => {
      const { dump: state, merged } = window.__tracelane!.session.store.getState();
      const groups = state.ranks[0].groups;
      const group = groups.find(({ id }) => merged.has(id));
      const of = groups.flatMap(({ lanes }) => lanes).find(({ id }) => id === group?.merge?.of[0]);
      return group && of && [group.merge?.byNs, group.lanes[0].startNs - of.startNs, group.lanes[0].endNs - of.endNs];
    });
  await choose(page, 'Stream 2', 'Move in time…');
  const dialog = page.getByRole('dialog', { name: 'Move a lane in time' });
  await dialog.getByRole('textbox').fill('-2.5 ms');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(moved).toEqual([-2_500_000, -2_500_000, -2_500_000]);
  const lane = page.getByRole('treeitem', { name: /Stream 2.*−2\.5/ });
  await expect(lane).toBeVisible();
  const box = (await lane.boundingBox())!;
  const { left, nsPerPx } = await page.evaluate(() => {
    const { left: edge, view, width } = window.__tracelane!.probe();
    return { left: edge, nsPerPx: (view.endNs - view.startNs) / width };
  });
  const y = box.y + box.height / 2;
  for (const key of ['Control', 'Alt', 'Shift']) await page.keyboard.down(key);
  await page.mouse.move(left + 300, y);
  await page.mouse.down();
  await page.mouse.move(left + 340, y, { steps: 4 });
  await page.mouse.up();
  for (const key of ['Control', 'Alt', 'Shift']) await page.keyboard.up(key);
  await expect.poll(async () => Math.abs(((await moved())?.[0] ?? 0) - (40 * nsPerPx - 2_500_000))).toBeLessThan(2);
  await choose(page, 'Stream 2', 'Move in time…');
  await dialog.getByRole('button', { name: 'Move back' }).click();
  await expect.poll(moved).toBeUndefined();

  const rows = () =>
    page
      .locator('.timeline-titles [role="treeitem"][aria-level="3"]')
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).offsetHeight));
  await expect.poll(async () => new Set(await rows()).size).toBeGreaterThan(1);
  await page.getByTitle('Arrangement of the lanes').click();
  const menu = (await page.getByRole('menu').boundingBox())!;
  expect(menu.y + menu.height).toBeLessThanOrEqual(page.viewportSize()!.height);
  await page.getByRole('menuitemradio', { name: 'All the same' }).click();
  await expect.poll(async () => new Set(await rows()).size).toBe(1);
  const stacks = page.getByRole('treeitem', { name: /^Python/ });
  await expect(stacks.first()).toBeVisible();
  await page.getByTitle('Arrangement of the lanes').click();
  await page.getByRole('menuitem', { name: 'Hide or show Python stacks' }).click();
  await expect(stacks).toHaveCount(0);
});
