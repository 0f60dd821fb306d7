/** The panels below the timeline, on a real dump: their numbers against a loop over the parsed files. */
import type { Page } from '@playwright/test';
import { formatCount } from '../../src-renderer/base/format';
import { expectAccessible } from './support/axe';
import { inColumn } from './support/inColumn';
import { pick } from './support/pick';
import { dumpPath, expect, requireDumps, test } from './support/test';
import { type FileSlice, slicesOfRank } from './support/traceFile';
import { dumpReady } from './support/waiting';

const dump = dumpPath('ascend/text_level1_2ranks');
const kernel = 'aclnnMuls_MulAiCore_Mul';

requireDumps();
test.use({ hostArgs: [dump], addressParams: { measure: '', backend: 'raster' } });

test.beforeEach(async ({ app: { page } }) => {
  await dumpReady(page);
});

const selected = (page: Page) =>
  page.evaluate(() => {
    const { selectedDetails: slice } = window.__tracelane!.session.store.getState();
    return slice && { name: slice.name, ns: slice.durationNs, at: String(slice.epochStartNs) };
  });

/** The nth of a name on a rank, by start. */
async function select(page: Page, name: string, rank: number, nth: number): Promise<void> {
  await page.evaluate(
    async (wanted) => {
      const { session } = window.__tracelane!;
      const { slices } = await session.engine.search({ dump: session.dumpId, text: wanted.name, maxResults: 20_000 });
      const own = slices.filter((slice) => slice.name === wanted.name && slice.ref.rank === wanted.rank);
      session.actions.jumpTo(own.sort((a, b) => a.startNs - b.startNs)[wanted.nth]!);
    },
    { name, rank, nth },
  );
}

/** Self time of each function on a lane whose calls nest, the most first. */
function selfTimes(lane: readonly FileSlice[]): readonly (readonly [string, number])[] {
  const self = new Map<string, number>();
  const open: FileSlice[] = [];
  const endOf = ({ epochStartNs, durationNs }: FileSlice) => epochStartNs + BigInt(durationNs);
  const sorted = [...lane].sort((a, b) => Number(a.epochStartNs - b.epochStartNs) || b.durationNs - a.durationNs);
  for (const slice of sorted) {
    while (open.length > 0 && endOf(open.at(-1)!) <= slice.epochStartNs) open.pop();
    const around = open.at(-1);
    if (around) self.set(around.name, self.get(around.name)! - slice.durationNs);
    self.set(slice.name, (self.get(slice.name) ?? 0) + slice.durationNs);
    open.push(slice);
  }
  return [...self].sort(([, a], [, b]) => b - a);
}

const byStart = (slices: readonly FileSlice[], name: string) =>
  slices.filter((slice) => slice.name === name).sort((a, b) => Number(a.epochStartNs - b.epochStartNs));

test('a slice: its kernel, its like, the same call on the other rank, and along its flow', async ({ app }) => {
  const { page } = app;
  const [own, other] = [byStart(await slicesOfRank(dump, 0), kernel), byStart(await slicesOfRank(dump, 1), kernel)];
  await select(page, kernel, 0, 4);
  const panel = page.locator('.slice-panel');
  const shorter = own.filter(({ durationNs }) => durationNs < own[4]!.durationNs).length;
  const share = Math.round((100 * shorter) / (own.length - 1));
  await expect(panel).toContainText(`slower than ${share}\u202f% of ${formatCount(own.length - 1)} others`);
  // From kernel_details.csv.
  await expect(panel.getByRole('region', { name: 'Kernel', exact: true })).toContainText('Input shapes4096;');
  const ranks = panel.getByRole('region', { name: 'The same call on the ranks' });
  await expect(ranks.getByRole('button', { name: /Rank 1/ })).toContainText(
    inColumn(other[4]!.durationNs, [own[4]!.durationNs, other[4]!.durationNs]),
  );

  // Back along the arrow to the host, and forth again, without another zoom where both ends fit.
  const kernelAt = await selected(page);
  await page.evaluate(() => window.__tracelane?.session.actions.viewAll());
  const view = await page.evaluate(() => window.__tracelane?.session.store.getState().view);
  await page.locator('#timeline-area').focus();
  await page.keyboard.press('BracketLeft');
  await expect.poll(async () => (await selected(page))?.name).not.toBe(kernel);
  expect(await page.evaluate(() => window.__tracelane?.session.store.getState().view)).toEqual(view);
  await expect.poll(async () => (await selected(page))?.name).toBeDefined();
  await page.keyboard.press('BracketRight');
  await expect.poll(() => selected(page)).toEqual(kernelAt);

  await ranks.getByRole('button', { name: /Rank 1/ }).click();
  await expect.poll(async () => (await selected(page))?.at).toBe(String(other[4]!.epochStartNs));
});

test('events, statistics and flows are tables of all there is', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  const slices = [...(await slicesOfRank(dump, 0)), ...(await slicesOfRank(dump, 1))];
  await select(page, kernel, 0, 4);
  await page.locator('#timeline-area').focus();
  await page.keyboard.press('Digit7');
  const events = page.getByRole('tabpanel', { name: 'Events' });
  await events.getByText('Everything', { exact: true }).click();
  await pick(events, 'Lanes', 'CANN');
  const cann = slices.filter(({ process }) => process === 'CANN');
  await expect(events).toContainText(`${formatCount(cann.length)} rows`);
  await events.getByRole('columnheader', { name: 'Duration' }).click();
  const durations = cann.map(({ durationNs }) => durationNs);
  const longest = Math.max(...durations);
  const first = events
    .getByRole('row')
    .filter({ hasText: inColumn(longest, durations) })
    .first();
  await expectAccessible(page, 'events');
  await first.dblclick();
  await expect.poll(async () => (await selected(page))?.ns).toBe(longest);

  await page.locator('#timeline-area').focus();
  await page.keyboard.press('Digit8');
  const statistics = page.getByRole('tabpanel', { name: 'Statistics' });
  const device = slices.filter(({ process }) => process === 'Ascend Hardware');
  const totals = new Map<string, { ns: number; calls: number }>();
  for (const { name, durationNs } of device) {
    const { ns, calls } = totals.get(name) ?? { ns: 0, calls: 0 };
    totals.set(name, { ns: ns + durationNs, calls: calls + 1 });
  }
  const [[most, { ns, calls }]] = [...totals].sort(([, a], [, b]) => b.ns - a.ns) as [
    [string, { ns: number; calls: number }],
  ];
  const row = statistics
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })
    .first();
  await expect(row).toContainText(most);
  await expect(row.getByRole('gridcell').nth(2)).toHaveText(
    inColumn(
      ns,
      [...totals.values()].map((own) => own.ns),
    ),
  );
  await expect(row.getByRole('gridcell').nth(4)).toHaveText(formatCount(calls));
  await expectAccessible(page, 'statistics');

  await page.keyboard.press('Digit4');
  const flows = page.getByRole('tabpanel', { name: 'Flows' });
  await select(page, kernel, 0, 4);
  await page.locator('#timeline-area').focus();
  await page.keyboard.press('Digit4');
  await flows.getByText('Chain of the slice').click();
  await expect(flows.getByRole('option').filter({ hasText: 'Before it' }).first()).toBeVisible();
  await expect(flows.getByRole('option').filter({ hasText: 'Selected' })).toContainText(kernel);
  await expectAccessible(page, 'chain');
  await flows.getByText('All flows').click();
  await pick(flows, 'Category', 'fwdbwd');
  await expect(flows.getByRole('columnheader', { name: 'Delay' })).toBeVisible();
  await expect(flows.getByRole('row').nth(1)).toContainText('fwdbwd');
});

test('a flame graph: of a lane, zoomed, and its functions', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  const all = await slicesOfRank(dump, 0);
  // Of autograd: no calls cross there.
  const lane = all.filter(({ process, tid }) => process === 'Python' && tid === '3105075');
  const call = lane[0]!;
  const self = selfTimes(lane);
  const [most, selfNs] = self[0]!;
  await select(page, call.name, 0, byStart(all, call.name).indexOf(call));
  await page.locator('#timeline-area').focus();
  await page.keyboard.press('Digit9');
  const panel = page.getByRole('tabpanel', { name: 'Flame graph' });
  await panel.getByText('Everything', { exact: true }).click();
  await pick(panel, 'Lanes', 'Lane of the selected slice');
  // The one with the longest self time stands first.
  const first = panel
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })
    .first();
  await expect(first).toContainText(most);
  // Next to its name.
  await expect(first.getByRole('gridcell').nth(1)).toHaveText(
    inColumn(
      selfNs,
      self.map(([, ns]) => ns),
    ),
  );
  const graph = panel.getByRole('region', { name: /Flame graph/ });
  await graph.focus();
  for (const key of ['ArrowRight', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expect(panel.getByRole('button', { name: 'Show all' })).toBeVisible();
  await expect(panel.locator('.flame-text')).toContainText('in total');
  await expectAccessible(page, 'flame graph');
  await page.keyboard.press('Escape');
  await expect(panel.getByRole('button', { name: 'Show all' })).toBeHidden();
});

test('a panel whose answer takes a while says that it is read', { tag: '@full' }, async ({ app: { page } }) => {
  await page.evaluate(() => {
    const { engine } = window.__tracelane!.session as never as {
      engine: { statistics(...all: unknown[]): Promise<unknown> };
    };
    const own = engine.statistics;
    const gate = new Promise<void>((resolve) => {
      (window as never as { letGo: () => void }).letGo = resolve;
    });
    engine.statistics = async (...all) => {
      await gate;
      return own(...all);
    };
  });
  await page.locator('#timeline-area').focus();
  await page.keyboard.press('KeyV');
  const selection = page.getByRole('tabpanel', { name: 'Selection' });
  // Its table has a line for what it says besides, which is empty.
  const reading = selection.getByRole('status').filter({ hasText: 'Reading…' });
  await expect(reading).toBeVisible();
  await expect(reading).toHaveCSS('opacity', '1');
  await page.evaluate(() => (window as never as { letGo: () => void }).letGo());
  await expect(selection.getByRole('row').nth(1)).toBeVisible();
  await expect(selection.getByText('Reading…')).toHaveCount(0);
});
