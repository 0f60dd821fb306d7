/** Every panel by keyboard alone: from the timeline into its list, along its rows and to their slices; the focus shows wherever it is. */
import type { Locator, Page } from '@playwright/test';
import { noMarksKept } from './support/keptMarks';
import { dumpPath, expect, requireDumps, test } from './support/test';
import { eventsOfRank, type FileSlice, nsOfMicros, slicesOfRank } from './support/traceFile';
import { drawingSettled, dumpReady } from './support/waiting';

const dump = dumpPath('ascend/text_level1_2ranks');

requireDumps();
test.use({ hostArgs: [dump], addressParams: { measure: '', backend: 'raster' } });

test.beforeEach(async ({ app: { page } }) => {
  await dumpReady(page);
  await drawingSettled(page);
  await page.locator('#timeline-area').focus();
});

const allSlices = async () => (await Promise.all([0, 1].map((rank) => slicesOfRank(dump, rank)))).flat();
const byStart = (slices: readonly FileSlice[]) =>
  [...slices].sort((a, b) => (a.epochStartNs < b.epochStartNs ? -1 : a.epochStartNs > b.epochStartNs ? 1 : 0));
const placeOf = ({ name, epochStartNs, durationNs }: FileSlice) => ({ name, at: String(epochStartNs), ns: durationNs });

const selected = (page: Page) =>
  page.evaluate(() => {
    const { selectedDetails: own } = window.__tracelane!.session.store.getState();
    return own && { name: own.name, at: String(own.epochStartNs), ns: own.durationNs };
  });

const panel = (page: Page, name: string): Locator => page.getByRole('tabpanel', { name, exact: true });
const grid = (page: Page, name: string): Locator => panel(page, name).getByRole('grid');

/** What of the focus can be seen: an outline of the element that has it, or of the cell or row that stands for it, on screen. */
const shownFocus = (page: Page) =>
  page.evaluate(() => {
    const own = document.activeElement;
    if (!own) return 'nothing has the focus';
    const isShown = (element: Element | null | undefined): boolean => {
      if (!element) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    };
    const role = own.getAttribute('role');
    const standsFor =
      role === 'grid'
        ? own.querySelector('.has-cursor')
        : role === 'listbox'
          ? own.querySelector('[aria-selected="true"]')
          : isShown(own)
            ? own
            : (own.closest('label') ?? own.parentElement);
    if (!isShown(standsFor)) return `no outline: ${own.outerHTML.slice(0, 160)}`;
    const { left, right, top, bottom } = standsFor!.getBoundingClientRect();
    const at = document.elementFromPoint(
      (Math.max(0, left) + Math.min(right, innerWidth)) / 2,
      (Math.max(0, top) + Math.min(bottom, innerHeight)) / 2,
    );
    return standsFor!.contains(at) || at?.contains(standsFor!) ? 'shown' : `covered: ${own.outerHTML.slice(0, 160)}`;
  });

/** Into the list of a panel, or back. */
async function goIn(page: Page, digit: number, target: Locator): Promise<void> {
  await page.keyboard.press(`Digit${digit}`);
  await page.keyboard.press('F6');
  await expect(target).toBeFocused();
  await expect.poll(() => shownFocus(page)).toBe('shown');
}

/** Backwards through the controls of the panel; the focus shows on each of them. */
async function walkBack(page: Page, inside: Locator): Promise<number> {
  for (let count = 0; count < 60; count++) {
    await page.keyboard.press('Shift+Tab');
    if (!(await inside.evaluate((own) => own.contains(document.activeElement)))) return count;
    expect(await shownFocus(page)).toBe('shown');
  }
  throw new Error('Shift+Tab does not lead out of the panel');
}

/** The row that has the cursor; −1: the header. */
const cursorRow = async (list: Locator) =>
  Number(
    await list.evaluate((own) => own.querySelector('.has-cursor')?.closest('[data-row]')?.getAttribute('data-row')),
  );

async function toRow(page: Page, list: Locator, row: number): Promise<void> {
  await expect(list).toBeFocused();
  for (let at = await cursorRow(list); at !== row; at = await cursorRow(list))
    await page.keyboard.press(at < row ? 'ArrowDown' : 'ArrowUp');
  await expect.poll(() => shownFocus(page)).toBe('shown');
}

/** Finds slices by what is typed, and goes to the nth. */
async function find(page: Page, text: string, nth: number, count: number): Promise<void> {
  await page.keyboard.press('Slash');
  await page.keyboard.type(text);
  await expect(panel(page, 'Find').getByText(`${count} row${count === 1 ? '' : 's'}`, { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await goIn(page, 3, grid(page, 'Find'));
  await toRow(page, grid(page, 'Find'), nth);
  await page.keyboard.press('Enter');
}

/** Backwards from the list to the radio button that is chosen of a group, and on to another one. */
async function choose(page: Page, group: string, key: 'ArrowLeft' | 'ArrowRight', presses: number): Promise<void> {
  const chosen = page
    .getByRole('tabpanel')
    .getByRole('radiogroup', { name: group, exact: true })
    .locator('input:checked');
  await shiftTabTo(page, chosen);
  for (let i = 0; i < presses; i++) await page.keyboard.press(key);
  await expect.poll(() => shownFocus(page)).toBe('shown');
}

async function shiftTabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    if (await target.evaluate((own) => own === document.activeElement)) return;
    await page.keyboard.press('Shift+Tab');
    expect(await shownFocus(page)).toBe('shown');
  }
  throw new Error('Shift+Tab does not lead there');
}

async function tabTo(page: Page, target: Locator, most = 40): Promise<void> {
  for (let presses = 0; presses < most; presses++) {
    if (await target.evaluate((own) => own === document.activeElement)) {
      await expect.poll(() => shownFocus(page)).toBe('shown');
      return;
    }
    await page.keyboard.press('Tab');
    await expect.poll(() => shownFocus(page)).toBe('shown');
  }
  throw new Error('Tab does not lead there');
}

test('Find: rows are gone to with Enter, the toolbar is walked through', async ({ app: { page } }) => {
  const found = byStart((await allSlices()).filter(({ name }) => name.includes('aten::mul')));
  expect(found.length).toBeGreaterThan(5);
  const list = grid(page, 'Find');
  await find(page, 'aten::mul', 0, found.length);
  for (const at of [0, 3, 2, found.length - 1]) {
    if (at === found.length - 1) await page.keyboard.press('Control+End');
    await toRow(page, list, at);
    await page.keyboard.press('Enter');
    await expect.poll(() => selected(page), `row ${at}`).toEqual(placeOf(found[at]!));
    await expect(list).toBeFocused();
  }
  expect(await walkBack(page, panel(page, 'Find'))).toBeGreaterThan(4);
});

test('Events: the longest of the dump by the header’s own key', async ({ app: { page } }) => {
  const slices = await allSlices();
  const list = grid(page, 'Events');
  await goIn(page, 7, list);
  await choose(page, 'Time range', 'ArrowRight', 2);
  await expect(panel(page, 'Events').getByText(`${slices.length.toLocaleString('en')} rows`)).toBeVisible();
  await tabTo(page, list);
  // Up into the header, to the column, which Enter sorts by; numbers begin with the greatest.
  await toRow(page, list, -1);
  const header = list.getByRole('columnheader', { name: 'Duration' });
  for (let i = 0; i < 20 && !(await header.evaluate((own) => own.classList.contains('has-cursor'))); i++)
    await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => shownFocus(page)).toBe('shown');
  const longest = [...slices].sort((a, b) => b.durationNs - a.durationNs);
  for (const at of [0, 2]) {
    await toRow(page, list, at);
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await selected(page))?.ns, `row ${at}`).toBe(longest[at]!.durationNs);
  }
  await walkBack(page, panel(page, 'Events'));
});

/** Names by the sum of their durations, and the longest slice of each. */
function byTotal(slices: readonly FileSlice[]) {
  const sums = new Map<string, { total: number; longest: number }>();
  for (const { name, durationNs } of slices) {
    const own = sums.get(name) ?? { total: 0, longest: 0 };
    sums.set(name, { total: own.total + durationNs, longest: Math.max(own.longest, durationNs) });
  }
  return [...sums].map(([name, own]) => ({ name, ...own })).sort((a, b) => b.total - a.total);
}

test('Statistics, and the selection of all that is in view: from a name to its longest slice', async ({
  app: { page },
}) => {
  const slices = await allSlices();
  const device = byTotal(slices.filter(({ process }) => process === 'Ascend Hardware'));
  const list = grid(page, 'Statistics');
  await goIn(page, 8, list);
  for (const at of [1, 4]) {
    const { name, longest } = device[at]!;
    await toRow(page, list, at);
    await page.keyboard.press('Enter');
    await expect.poll(() => selected(page)).toMatchObject({ name, ns: longest });
    await expect(list).toBeFocused();
  }
  await walkBack(page, panel(page, 'Statistics'));

  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Digit0');
  await page.keyboard.press('KeyV');
  const all = byTotal(slices);
  const names = grid(page, 'Selection');
  await goIn(page, 2, names);
  for (const at of [2, 5]) {
    const { name, longest } = all[at]!;
    await toRow(page, names, at);
    await page.keyboard.press('Enter');
    await expect.poll(() => selected(page)).toMatchObject({ name, ns: longest });
    await expect(names).toBeFocused();
  }
  await walkBack(page, panel(page, 'Selection'));
});

test('Slice and Flows: along the arrow that started a task, by the slice’s links, its chain and the table', async ({
  app: { page },
}) => {
  const events = await eventsOfRank(dump, 0);
  const slices = await slicesOfRank(dump, 0);
  const [task] = byStart(slices.filter(({ name }) => name === 'aclnnMuls_MulAiCore_Mul'));
  const end = events.find(
    ({ ph, cat, ts }) => ph === 'f' && cat === 'HostToDevice' && nsOfMicros(ts) === task!.epochStartNs,
  )!;
  const start = events.find(({ ph, cat, id }) => ph === 's' && cat === 'HostToDevice' && id === end.id)!;
  const at = nsOfMicros(start.ts);
  const [launch] = slices
    .filter(({ pid, tid, epochStartNs, durationNs }) => {
      const isThere = pid === String(start.pid) && tid === String(start.tid);
      return isThere && epochStartNs <= at && at <= epochStartNs + BigInt(durationNs);
    })
    .sort((a, b) => a.durationNs - b.durationNs);
  const count = (await allSlices()).filter(({ name }) => name === task!.name).length;
  await find(page, `name=${task!.name} rank:0`, 0, slices.filter(({ name }) => name === task!.name).length);
  await expect.poll(() => selected(page)).toEqual(placeOf(task!));
  expect(count).toBeGreaterThan(1);

  await page.keyboard.press('Escape');
  await page.keyboard.press('Digit1');
  await page.keyboard.press('F6');
  const slicePanel = panel(page, 'Slice');
  const link = slicePanel.locator('.link-row').filter({ hasText: 'HostToDevice' }).first();
  // Each fact on the way can be copied.
  await tabTo(page, link, 150);
  await page.keyboard.press('Enter');
  await expect.poll(() => selected(page)).toEqual(placeOf(launch!));

  // The chain of what started it: the task is in it.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+KeyC');
  const chain = panel(page, 'Flows').getByRole('listbox');
  await expect(chain).toBeVisible();
  await page.keyboard.press('F6');
  await expect(chain).toBeFocused();
  const current = chain.locator('[aria-selected="true"]');
  for (let i = 0; i < 40 && !(await current.textContent())?.includes(task!.name); i++)
    await page.keyboard.press('ArrowDown');
  await expect.poll(() => shownFocus(page)).toBe('shown');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await selected(page))?.name).toBe(task!.name);
  await expect(chain).toBeFocused();

  // All arrows of the first category: from the first row to where it leads.
  await choose(page, 'Show', 'ArrowRight', 1);
  const table = grid(page, 'Flows');
  await tabTo(page, table);
  const row = table.locator('[data-row="1"]');
  const to = (await row.getByRole('gridcell').nth(1).textContent()) ?? '';
  expect(to).not.toBe('');
  await toRow(page, table, 1);
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await selected(page))?.name).toBe(to);
  await expect(table).toBeFocused();
  // Back to where it begins, by the row's menu.
  await page.keyboard.press('Shift+F10');
  const from = (await row.getByRole('gridcell').first().textContent()) ?? '';
  await page.getByRole('menuitem', { name: 'Go to where it starts' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await selected(page))?.name).toBe(from);
  await walkBack(page, panel(page, 'Flows'));
});

test('Marks: gone to, renamed and removed', async ({ app: { page, host } }) => {
  const marks = () =>
    page.evaluate(() =>
      window.__tracelane!.session.store.getState().userMarks.map(({ startNs, name }) => ({ startNs, name })),
    );
  const view = () => page.evaluate(() => window.__tracelane!.session.store.getState().view);
  await page.keyboard.press('KeyK');
  for (let i = 0; i < 3; i++) await page.keyboard.press('KeyW');
  await page.keyboard.press('End');
  await drawingSettled(page);
  await page.keyboard.press('KeyK');
  await expect.poll(async () => (await marks()).length).toBe(2);
  const [first, second] = (await marks()).map(({ startNs }) => startNs).sort((a, b) => a - b) as [number, number];
  expect(second).toBeGreaterThan(first);
  const list = panel(page, 'Marks').getByRole('listbox');
  await goIn(page, 6, list);
  for (const [key, at] of [
    ['Home', first],
    ['End', second],
    ['ArrowUp', first],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(() => shownFocus(page)).toBe('shown');
    await page.keyboard.press('Enter');
    await expect
      .poll(async () => {
        const { startNs, endNs } = await view();
        return startNs <= at && at <= endNs;
      })
      .toBe(true);
    await expect(list).toBeFocused();
  }
  await shiftTabTo(page, panel(page, 'Marks').getByRole('textbox', { name: 'Name' }));
  await page.keyboard.type('early');
  await page.keyboard.press('Enter');
  await expect(page.locator('#timeline-area')).toBeFocused();
  expect(await marks()).toContainEqual({ startNs: first, name: 'early' });
  await goIn(page, 6, list);
  await walkBack(page, panel(page, 'Marks'));
  await page.keyboard.press('Escape');
  await goIn(page, 6, list);
  await page.keyboard.press('Home');
  await page.keyboard.press('Delete');
  await expect.poll(marks).toEqual([{ startNs: second, name: '' }]);
  // The next test of this host may be of the same dump, whose marks are kept.
  await page.keyboard.press('Delete');
  await expect.poll(marks).toEqual([]);
  await noMarksKept(host);
});

test('Flame graph: along its rectangles, and bottom-up the function with the most self time first', async ({
  app: { page },
}) => {
  const stacks = panel(page, 'Flame graph');
  const graph = stacks.getByRole('region', { name: /Flame graph/ });
  await goIn(page, 9, graph);
  const told = stacks.locator('.flame-text');
  await page.keyboard.press('ArrowDown');
  await expect(told).toContainText('in total');
  const first = (await told.locator('b').textContent()) ?? '';
  await page.keyboard.press('ArrowRight');
  await expect(told.locator('b')).not.toHaveText(first);
  await page.keyboard.press('Enter');
  await expect(stacks.getByRole('button', { name: 'Show all' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(stacks.getByRole('button', { name: 'Show all' })).toBeHidden();

  // The table beside it: a row is found in the graph.
  const table = stacks.getByRole('grid');
  await tabTo(page, table);
  await toRow(page, table, 0);
  const most = (await table.locator('[data-row="0"]').getByRole('gridcell').first().textContent()) ?? '';
  await page.keyboard.press('Enter');
  await expect(stacks.getByRole('searchbox')).toHaveValue(most);
  await shiftTabTo(page, graph);
  await choose(page, 'Direction', 'ArrowRight', 1);
  await tabTo(page, graph);
  await page.keyboard.press('ArrowDown');
  await expect(told.locator('b')).toHaveText(most);
  await walkBack(page, stacks);
});
