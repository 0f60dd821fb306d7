/** What panels are asked about: ranks, kinds of lanes, a region; the order of a flame graph; calls around a slice and inside it. Against the files. */
import type { Locator, Page } from '@playwright/test';
import { formatCount, formatExactDuration } from '../../src-renderer/base/format';
import { inColumn } from './support/inColumn';
import { plain } from './support/pageText';
import { pick, picker } from './support/pick';
import { pixelsAt, preparePixels } from './support/pixels';
import { dumpPath, expect, requireDumps, test } from './support/test';
import { inBothThemes } from './support/themes';
import { type FileSlice, slicesOfRank } from './support/traceFile';
import { drawingSettled, dumpReady, showOwnClocks } from './support/waiting';

/** CSS pixels, of a table's header. */
const HEADER_HEIGHT = 28;

const dump = dumpPath('ascend/text_level1_2ranks');

requireDumps();
test.use({ hostArgs: [dump], addressParams: { measure: '', backend: 'raster' } });

test.beforeEach(async ({ app: { page } }) => {
  await dumpReady(page);
  await showOwnClocks(page);
  await drawingSettled(page);
});

const panel = (page: Page, name: string): Locator => page.getByRole('tabpanel', { name, exact: true });
const endOf = ({ epochStartNs, durationNs }: FileSlice) => epochStartNs + BigInt(durationNs);
const byStart = (a: FileSlice, b: FileSlice) => Number(a.epochStartNs - b.epochStartNs) || b.durationNs - a.durationNs;

async function openPanel(page: Page, digit: number): Promise<void> {
  await page.locator('#timeline-area').focus();
  await page.keyboard.press(`Digit${digit}`);
}

/** Selects a slice of the first rank and goes there. */
async function select(page: Page, { name, epochStartNs }: FileSlice): Promise<void> {
  await page.evaluate(
    async (wanted) => {
      const { session } = window.__tracelane!;
      const { originNs } = session.store.getState().dump;
      const { slices } = await session.engine.search({ dump: session.dumpId, text: wanted.name, maxResults: 20_000 });
      const at = Number(BigInt(wanted.epoch) - originNs);
      session.actions.jumpTo(
        slices.find((own) => own.name === wanted.name && own.ref.rank === 0 && own.startNs === at)!,
      );
    },
    { name, epoch: String(epochStartNs) },
  );
  await expect
    .poll(() => page.evaluate(() => String(window.__tracelane!.session.store.getState().selectedDetails?.epochStartNs)))
    .toBe(String(epochStartNs));
}

/** "1,234 slices, 56 names", as the panel says it. */
const countsOf = (slices: readonly FileSlice[]) =>
  `${formatCount(slices.length)} slices, ${formatCount(new Set(slices.map(({ name }) => name)).size)} names`;

test('Statistics: of the ranks that are picked, of each kind of lanes, and of the region alone', async ({
  app: { page },
}) => {
  const ranks = await Promise.all([0, 1].map((rank) => slicesOfRank(dump, rank)));
  const processOf = {
    Device: 'Ascend Hardware',
    Communication: 'HCCL',
    Overlap: 'Overlap Analysis',
    Python: 'Python',
    CANN: 'CANN',
  };
  await openPanel(page, 8);
  const statistics = panel(page, 'Statistics');
  const ofProcess = (slices: readonly FileSlice[], name: string) => slices.filter(({ process }) => process === name);
  for (const [kind, name] of Object.entries(processOf)) {
    await pick(statistics, 'Lanes', kind);
    await expect(statistics, kind).toContainText(countsOf(ranks.flatMap((slices) => ofProcess(slices, name))));
  }
  await pick(statistics, 'Lanes', 'All lanes');
  await expect(statistics).toContainText(countsOf(ranks.flat()));
  await statistics.getByRole('button', { name: /^Ranks/ }).click();
  await page.getByRole('combobox', { name: 'Find' }).fill('1');
  await page.getByRole('button', { name: 'Only these (1)' }).click();
  await page.keyboard.press('Escape');
  await expect(statistics).toContainText(countsOf(ranks[1]!));
  await pick(statistics, 'Lanes', 'CANN');
  await expect(statistics).toContainText(countsOf(ofProcess(ranks[1]!, 'CANN')));

  // Locked to a region, it is of what lies in that.
  const region = await page.evaluate(() => {
    const { store, actions } = window.__tracelane!.session;
    const { startNs, endNs, originNs } = store.getState().dump;
    const middle = { startNs: Math.round(startNs + (endNs - startNs) / 3), endNs: Math.round((startNs + endNs) / 2) };
    actions.selectRange(middle);
    return { ...middle, originNs: String(originNs) };
  });
  const isInRegion = ({ epochStartNs, durationNs }: FileSlice) => {
    const from = Number(epochStartNs - BigInt(region.originNs));
    const to = from + durationNs;
    return durationNs === 0
      ? from >= region.startNs && from <= region.endNs
      : from < region.endNs && to > region.startNs;
  };
  await openPanel(page, 8);
  await statistics.getByRole('button', { name: /^Limit search/ }).click();
  const wanted = ofProcess(ranks[1]!, 'CANN').filter(isInRegion);
  expect(wanted.length).toBeGreaterThan(10);
  await expect(statistics).toContainText(countsOf(wanted));
});

/** The fullest lane of Python on which no two calls cross. */
async function nestedLane(): Promise<readonly FileSlice[]> {
  const own = (await slicesOfRank(dump, 0)).filter(({ process, tid }) => process === 'Python' && tid === '3105075');
  expect(own.length).toBeGreaterThan(50);
  return own.sort(byStart);
}

/** Of each its parent; −1: none. */
function parentsOf(lane: readonly FileSlice[]): readonly number[] {
  const open: number[] = [];
  return lane.map((slice, at) => {
    while (open.length > 0 && endOf(lane[open.at(-1)!]!) <= slice.epochStartNs) open.pop();
    const parent = open.at(-1) ?? -1;
    open.push(at);
    return parent;
  });
}

test('Flame graph: left heavy by time taken, in time order by first start', async ({ app: { page, screenshot } }) => {
  const lane = await nestedLane();
  const parents = parentsOf(lane);
  const outermost = lane.filter((_, at) => parents[at] === -1);
  const names = [...new Set(outermost.map(({ name }) => name))];
  const totalOf = (name: string) =>
    outermost.filter((own) => own.name === name).reduce((sum, { durationNs }) => sum + durationNs, 0);
  // In the order of the file's times already.
  const inTime = names;
  const heavy = names.toSorted((a, b) => totalOf(b) - totalOf(a));
  expect(heavy.slice(0, 3)).not.toEqual(inTime.slice(0, 3));
  // Neighbours that take as long as each other may stand either way round, and those too narrow are not drawn.
  const seen = 3;
  expect(new Set(heavy.slice(0, seen + 1).map(totalOf)).size).toBe(seen + 1);

  await select(page, lane[0]!);
  await openPanel(page, 9);
  const stacks = panel(page, 'Flame graph');
  await stacks.getByText('Everything', { exact: true }).click();
  await pick(stacks, 'Lanes', 'Lane of the selected slice');
  const graph = stacks.getByRole('region', { name: /Flame graph/ });
  const told = stacks.locator('.flame-text b');
  const { width } = (await graph.boundingBox())!;
  const wholeNs = outermost.reduce((sum, { durationNs }) => sum + durationNs, 0);
  // Half a pixel is drawn.
  const isDrawn = (name: string) => (totalOf(name) / wholeNs) * width > 0.5;
  for (const [choice, order] of [
    ['Left heavy', heavy],
    ['Time order', inTime.filter(isDrawn)],
  ] as const) {
    await stacks.getByText(choice, { exact: true }).click();
    await graph.focus();
    for (let presses = 0; presses < 40; presses++) await page.keyboard.press('ArrowLeft');
    for (const name of order.slice(0, seen)) {
      await expect(told, choice).toHaveText(name);
      await page.keyboard.press('ArrowRight');
    }
    await screenshot(`flame-${choice.split(' ')[0]!.toLowerCase()}`);
  }
});

test('Slice: its own time, the calls around it and those inside it, each a jump', async ({ app: { page } }) => {
  const lane = await nestedLane();
  const parents = parentsOf(lane);
  const childrenOf = (at: number) => lane.filter((_, own) => parents[own] === at);
  // In at least one, with at least two inside.
  const at = lane.findIndex((_, own) => parents[own]! >= 0 && childrenOf(own).length >= 2);
  const slice = lane[at]!;
  const children = childrenOf(at);
  const around: FileSlice[] = [];
  for (let own = parents[at]!; own >= 0; own = parents[own]!) around.unshift(lane[own]!);
  const selfNs = slice.durationNs - children.reduce((sum, { durationNs }) => sum + durationNs, 0);
  await select(page, slice);
  await openPanel(page, 1);
  const own = page.locator('.slice-panel');
  const self = own.locator('.facts > *').filter({ hasText: /^Self/ });
  await expect.poll(async () => plain(await self.first().textContent())).toContain(plain(formatExactDuration(selfNs)));
  const calls = own.getByRole('region', { name: 'Calls', exact: true });
  const listed = (title: string) =>
    calls
      .locator('.links')
      .filter({ hasText: title })
      .getByRole('button')
      .evaluateAll((all) =>
        all.map((row) => [row.getAttribute('title') ?? '', row.querySelector('.number')?.textContent ?? '']),
      );
  const rowsOf = (slices: readonly FileSlice[]) => {
    const all = slices.map(({ durationNs }) => durationNs);
    return slices.map(({ name, durationNs }) => [name, inColumn(durationNs, all)]);
  };
  const sorted = (rows: string[][]) => rows.map((row) => row.join(' ')).sort();
  await expect.poll(async () => sorted(await listed('Around it'))).toEqual(sorted(rowsOf(around)));
  await expect.poll(async () => sorted(await listed('Inside it'))).toEqual(sorted(rowsOf(children)));
  await calls.locator('.links').filter({ hasText: 'Inside it' }).getByRole('button').first().click();
  await expect
    .poll(() => page.evaluate(() => String(window.__tracelane!.session.store.getState().selectedDetails?.epochStartNs)))
    .toBe(String(children[0]!.epochStartNs));
});

/** Shows a panel of what is in sight, and holds its numbers up until `test:answer`. */
async function openReading(page: Page, digit: number, name: string): Promise<Locator> {
  await page.evaluate(() => {
    const { session } = window.__tracelane!;
    const { engine } = session;
    const answered = new Promise<void>((resolve) => addEventListener('test:answer', () => resolve(), { once: true }));
    const held: typeof engine.statistics = (query) => answered.then(() => engine.statistics(query));
    const late = new Proxy(engine, { get: (own, key) => (key === 'statistics' ? held : Reflect.get(own, key)) });
    Object.assign(session, { engine: late });
    session.actions.selectRange(session.store.getState().view);
  });
  await openPanel(page, digit);
  const own = panel(page, name);
  await expect(own).toContainText('Reading');
  return own;
}

for (const [name, digit, list] of [
  ['Selection', 2, 'Lanes to count'],
  ['Statistics', 8, 'Lanes'],
] as const) {
  test(`${name}: a list that is opened while its numbers are on their way stays open when they come`, async ({
    app: { page },
  }) => {
    const own = await openReading(page, digit, name);
    await picker(own, list).click();
    const options = page.getByRole('option');
    await expect(options.first()).toBeVisible();
    await page.evaluate(() => dispatchEvent(new Event('test:answer')));
    await expect(own).toContainText(/[\d,]+ slices, [\d,]+ names/);
    await expect(options.first()).toBeVisible();
  });

  test(`${name}: while its columns are on their way too, no line of a header stands above that`, async ({ app }) => {
    const { page } = app;
    await preparePixels(page);
    const own = await openReading(page, digit, name);
    await inBothThemes(app, `reading-${name.toLowerCase()}`);
    /** From the top of the table down, near its right end, where no text stands. */
    const colours = async () => {
      const { x, y, width } = (await own.getByRole('grid').boundingBox())!;
      const places = Array.from({ length: HEADER_HEIGHT + 2 }, (_, at) => ({ x: x + width - 30, y: y + 1 + at }));
      return new Set(await pixelsAt(page, places)).size;
    };
    expect(await colours()).toBe(1);
    await page.evaluate(() => dispatchEvent(new Event('test:answer')));
    await expect(own.getByRole('columnheader').first()).toBeVisible();
    await expect.poll(colours).toBeGreaterThan(1);
  });
}
