/** The timeline of a real dump: pixels, numbers, keys and arrows, against the digits of its files. */
import type { Locator, Page } from '@playwright/test';
import type { SliceSummary } from '../../src-contract';
import { formatDuration, formatExactDuration } from '../../src-renderer/base/format';
import { themes } from '../../src-renderer/base/theme/themes';
import type { TimeRange } from '../../src-renderer/base/timeRange';
import { differentPixels, pixelsAt, preparePixels } from './support/pixels';
import { dumpPath, expect, requireDumps, test } from './support/test';
import { type FileSlice, slicesOfRank } from './support/traceFile';
import { drawingSettled, dumpReady } from './support/waiting';

const dump = dumpPath('ascend/text_level1_2ranks');

requireDumps();
test.use({ hostArgs: [dump], addressParams: { measure: '', backend: 'raster' } });

test.beforeEach(async ({ app: { page } }) => {
  await dumpReady(page);
  await settled(page);
  await preparePixels(page);
});

async function settled(page: Page): Promise<void> {
  await drawingSettled(page);
  // The last answer may have come within the frame that is being drawn.
  await page.waitForTimeout(50);
  await drawingSettled(page);
}

const area = (page: Page): Locator => page.locator('#timeline-area');

/** The slice of the index that equals the file's, name and both times to the ns. */
async function sliceOf(page: Page, slice: FileSlice, rank: number): Promise<SliceSummary> {
  const found = await page.evaluate(
    async ({ name, epochStartNs, durationNs, rankIndex }) => {
      const session = window.__tracelane?.session;
      if (session === undefined) throw new Error('the page is not measured');
      const { originNs } = session.store.getState().dump;
      const startNs = Number(BigInt(epochStartNs) - originNs);
      const { slices } = await session.engine.search({ dump: session.dumpId, text: name, maxResults: 20_000 });
      return slices.find(
        (candidate) =>
          candidate.name === name &&
          candidate.ref.rank === rankIndex &&
          candidate.startNs === startNs &&
          candidate.durationNs === durationNs,
      );
    },
    { ...slice, epochStartNs: String(slice.epochStartNs), rankIndex: rank },
  );
  expect(found, `${slice.name} at ${slice.epochStartNs} for ${slice.durationNs} ns`).toBeDefined();
  return found as SliceSummary;
}

async function jumpTo(page: Page, slice: SliceSummary): Promise<void> {
  await page.evaluate((target) => window.__tracelane?.session.actions.jumpTo(target), slice);
  await settled(page);
}

/** Middle of the slice on the page, and near its lower edge, where no letter of its label is. */
async function placeOf(page: Page, slice: SliceSummary) {
  const place = await page.evaluate(({ lane, row, startNs, durationNs }) => {
    const probe = window.__tracelane?.probe();
    const top = probe?.laneTop(lane, row);
    if (probe === undefined || top === undefined) return undefined;
    return { left: probe.xOf(startNs), right: probe.xOf(startNs + durationNs), ...top };
  }, slice);
  if (place === undefined) throw new Error(`${slice.name} is not in the timeline`);
  const x = (place.left + place.right) / 2;
  return { ...place, x, y: place.top + place.height / 2, lowerY: place.top + place.height - 3 };
}

/** The nine digits after the second, as the Slice panel writes the epoch time. */
function fractionDigits(slice: FileSlice): string {
  return String(slice.epochStartNs % 1_000_000_000n).padStart(9, '0');
}

function longest(slices: readonly FileSlice[], name: RegExp): FileSlice {
  const [first] = slices.filter((slice) => name.test(slice.name)).sort((a, b) => b.durationNs - a.durationNs);
  if (first === undefined) throw new Error(`the file has no slice like ${name}`);
  return first;
}

test('slices stand where the file says, in their colours, and say their numbers @bridge', async ({ app: { page } }) => {
  const slices = await slicesOfRank(dump, 0);
  for (const name of [/^EVENT_WAIT$/, /^aclnnMm_.*MatMulV3$/, /^hcom_allReduce__/, /^aten::item$/, /^Notify_Wait$/]) {
    const inFile = longest(slices, name);
    const slice = await sliceOf(page, inFile, 0);
    await jumpTo(page, slice);
    // Without the outline of the selection.
    await page.evaluate(() => window.__tracelane?.session.actions.selectSlice(undefined));
    await page.mouse.move(5, 5);
    await settled(page);
    const place = await placeOf(page, slice);
    expect(place.right - place.left, `${slice.name} can be seen`).toBeGreaterThan(20);
    const colour = themes.light.sliceColours[slice.colour];
    // Of three pixels side by side one may have a grid line on it.
    const columns = [place.left + 2, place.x, place.right - 5].flatMap((x) => [x, x + 1, x + 2]);
    const row = await pixelsAt(
      page,
      columns.map((x) => ({ x, y: place.lowerY })),
    );
    for (const first of [0, 3, 6]) {
      const matching = row.slice(first, first + 3).filter((pixel) => pixel === colour).length;
      expect(matching, `${slice.name} in its colour from edge to edge`).toBeGreaterThanOrEqual(2);
    }

    await page.mouse.move(place.x, place.y);
    const tooltip = page.locator('.timeline-tooltip');
    await expect(tooltip).toContainText(inFile.name);
    await expect(tooltip).toContainText(formatDuration(inFile.durationNs));

    await page.mouse.click(place.x, place.y);
    const panel = page.getByRole('tabpanel', { name: 'Slice' });
    await expect(panel).toContainText(inFile.name);
    await expect(panel).toContainText(formatExactDuration(inFile.durationNs));
    await expect(panel).toContainText(fractionDigits(inFile));
  }
});

test('a slice of no length is seen and can be selected @full', async ({ app: { page } }) => {
  const slices = await slicesOfRank(dump, 0);
  const inFile = slices.find((slice) => slice.durationNs === 0);
  if (inFile === undefined) throw new Error('the file has slices of no length');
  const slice = await sliceOf(page, inFile, 0);
  await jumpTo(page, slice);
  await page.evaluate(() => window.__tracelane?.session.actions.selectSlice(undefined));
  await page.mouse.move(5, 5);
  await settled(page);
  const place = await placeOf(page, slice);
  const [colour] = await pixelsAt(page, [{ x: place.left, y: place.lowerY }]);
  expect(colour).toBe(themes.light.sliceColours[slice.colour]);
  await page.mouse.click(place.left, place.lowerY);
  await expect(page.getByRole('tabpanel', { name: 'Slice' })).toContainText(inFile.name);
});

test('the note is gone while held keys or the wheel move the view, and says what is under the pointer then @full', async ({
  app: { page },
}) => {
  const inFile = longest(await slicesOfRank(dump, 0), /^EVENT_WAIT$/);
  await jumpTo(page, await sliceOf(page, inFile, 0));
  await settled(page);
  const { x, y } = await placeOf(page, await sliceOf(page, inFile, 0));
  const tooltip = page.locator('.timeline-tooltip');
  await page.mouse.move(x, y);
  await expect(tooltip).toContainText(inFile.name);
  await page.locator('#timeline-area').focus();
  await page.keyboard.down('KeyW');
  await expect(tooltip).toBeHidden();
  await page.keyboard.up('KeyW');
  await expect(tooltip).toBeVisible();
  await expect(tooltip).toContainText(inFile.name);

  // Out: the keys may have zoomed in as far as it goes. And the note may be there again before anybody has looked.
  await tooltip.evaluate((note: HTMLElement) => {
    new MutationObserver(() => note.hidden && note.setAttribute('data-was-hidden', '')).observe(note, {
      attributeFilter: ['hidden'],
    });
  });
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, 60);
  await page.keyboard.up('Control');
  await expect(tooltip).toHaveAttribute('data-was-hidden');
  await expect(tooltip).toBeVisible();
  await expect(tooltip).toContainText(inFile.name);
});

test('keys and gestures move the view', async ({ app: { page } }) => {
  const view = () => page.evaluate(() => window.__tracelane?.probe().view ?? { startNs: 0, endNs: 0 });
  const span = async () => {
    const { startNs, endNs } = await view();
    return endNs - startNs;
  };
  /** Until the view is as far as that: how far it moves in some time depends on the frames that there are meanwhile. */
  const hold = async (key: string, isFarEnough: (now: TimeRange) => boolean) => {
    await page.keyboard.down(key);
    await expect.poll(async () => isFarEnough(await view()), { intervals: [50] }).toBe(true);
    await page.keyboard.up(key);
    await settled(page);
  };
  const isIn = (from: TimeRange) => (now: TimeRange) => now.endNs - now.startNs < (from.endNs - from.startNs) * 0.9;
  const box = await area(page).boundingBox();
  if (box === null) throw new Error('no timeline');
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(middle.x, middle.y);
  const whole = await view();

  const wholeSpan = await span();
  await hold('KeyW', isIn(whole));
  const zoomed = await view();
  expect(await span()).toBeLessThan(wholeSpan * 0.9);
  // What is under the pointer stays there.
  expect((zoomed.startNs + zoomed.endNs) / 2 / 1e6).toBeCloseTo((whole.startNs + whole.endNs) / 2 / 1e6, 2);
  await hold('KeyD', ({ startNs }) => startNs > zoomed.startNs);
  expect((await view()).startNs).toBeGreaterThan(zoomed.startNs);
  expect((await span()) / 1e6).toBeCloseTo((zoomed.endNs - zoomed.startNs) / 1e6, 3);
  await hold('KeyS', ({ startNs, endNs }) => endNs - startNs > zoomed.endNs - zoomed.startNs);
  expect(await span()).toBeGreaterThan(zoomed.endNs - zoomed.startNs);

  const beforeBox = await view();
  await page.keyboard.down('Alt');
  await page.mouse.move(box.x + 200, middle.y);
  await page.mouse.down();
  await page.mouse.move(box.x + 400, middle.y + 30, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up('Alt');
  await settled(page);
  expect((await span()) / (beforeBox.endNs - beforeBox.startNs)).toBeCloseTo(200 / box.width, 2);
  await page.keyboard.press('Backspace');
  expect(await view()).toEqual(beforeBox);

  // From the middle of the dump, so near that a drag doesn't come to its end: how far the keys above went depends on the frames.
  await page.keyboard.press('Control+Digit0');
  await page.mouse.move(middle.x, middle.y);
  await hold('KeyW', ({ startNs, endNs }) => endNs - startNs < wholeSpan / 2);
  const beforeDrag = await view();
  await page.mouse.down();
  await page.mouse.move(middle.x - 150, middle.y, { steps: 7 });
  await page.mouse.up();
  const nsPerPx = (beforeDrag.endNs - beforeDrag.startNs) / box.width;
  expect(((await view()).startNs - beforeDrag.startNs) / nsPerPx).toBeCloseTo(150, 3);

  await page.keyboard.press('Control+Digit0');
  expect((await span()) / 1e6).toBeCloseTo(wholeSpan / 1e6, 3);

  await page.mouse.move(box.x + 300, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + 500, box.y + 10, { steps: 4 });
  await page.mouse.up();
  const range = await page.evaluate(() => window.__tracelane?.session.store.getState().selectedRange);
  expect(((range?.endNs ?? 0) - (range?.startNs ?? 0)) / wholeSpan).toBeCloseTo(200 / box.width, 3);
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => window.__tracelane?.session.store.getState().selectedRange)).toBeUndefined();
});

test('zoom, selection and folds are taken back one by one; back and forward like in a browser @bridge', async ({
  app: { page },
}) => {
  const state = () =>
    page.evaluate(() => {
      const { view, selectedRange, foldedRanks } = window.__tracelane?.session.store.getState() ?? {};
      return { view, selectedRange, foldedRanks: [...(foldedRanks ?? [])] };
    });
  const box = await area(page).boundingBox();
  if (box === null) throw new Error('no timeline');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const steps = [await state()];
  const done = async () => {
    await settled(page);
    // Longer than a gesture that goes on.
    await page.waitForTimeout(500);
    steps.push(await state());
  };
  await page.keyboard.down('Control');
  // One notch: how many are one gesture depends on how fast they come.
  await page.mouse.wheel(0, -300);
  await page.keyboard.up('Control');
  await done();
  await page.mouse.move(box.x + 300, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + 500, box.y + 10, { steps: 4 });
  await page.mouse.up();
  await done();
  await page.evaluate(() => window.__tracelane?.session.actions.toggleRankFold(1));
  await done();
  await page.keyboard.press('Control+Digit0');
  await done();
  expect(new Set(steps.map((step) => JSON.stringify(step))).size).toBe(5);

  for (const step of steps.toReversed().slice(1)) {
    await page.keyboard.press('Control+KeyZ');
    expect(await state()).toEqual(step);
  }
  // Nothing is left to take back.
  await page.keyboard.press('Control+KeyZ');
  expect(await state()).toEqual(steps[0]);
  for (const step of steps.slice(1)) {
    await page.keyboard.press('Control+Shift+KeyZ');
    expect(await state()).toEqual(step);
  }

  const [first, zoomed, , , last] = steps;
  await page.keyboard.press('Alt+ArrowLeft');
  expect(await state()).toEqual({ ...last, view: zoomed?.view });
  await page.keyboard.press('Backspace');
  expect(await state()).toEqual({ ...last, view: first?.view });
  const address = page.url();
  await page.keyboard.press('Alt+ArrowLeft');
  expect(page.url().split('#')[0]).toBe(address.split('#')[0]);
  await page.keyboard.press('Alt+ArrowRight');
  await page.keyboard.press('Alt+ArrowRight');
  expect(await state()).toEqual(last);
});

test('each zoom by the wheel or a key is a step back for Backspace @full', async ({ app: { page } }) => {
  const view = () => page.evaluate(() => window.__tracelane?.probe().view);
  const box = await area(page).boundingBox();
  if (box === null) throw new Error('no timeline');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const views = [await view()];
  const done = async () => {
    await settled(page);
    // Longer than a gesture that goes on.
    await page.waitForTimeout(500);
    views.push(await view());
  };
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -300);
  await page.keyboard.up('Control');
  await done();
  await area(page).focus();
  for (const key of ['KeyW', 'KeyW', 'KeyS']) {
    await page.keyboard.press(key);
    await done();
  }
  expect(new Set(views.map((own) => JSON.stringify(own))).size).toBe(5);
  for (const own of views.toReversed().slice(1)) {
    await page.keyboard.press('Backspace');
    expect(await view()).toEqual(own);
  }
});

test('a touchpad: two fingers move both ways, a pinch zooms at the pointer, and momentum is one gesture @full', async ({
  app: { page },
}) => {
  // There is enough to scroll.
  await page.setViewportSize({ width: 1280, height: 420 });
  const look = () =>
    page.evaluate(() => {
      const { view, scrollTop } = window.__tracelane!.session.store.getState();
      return { view, scrollTop };
    });
  const box = await area(page).boundingBox();
  if (box === null) throw new Error('no timeline');
  const x = box.x + box.width / 4;
  /**
   * Events as browsers send them for a touchpad: every 16 ms, in pixels, with Ctrl where fingers pinch. The page's clock goes by
   * the events: a frame of a busy machine may take longer than the pause that ends a gesture.
   */
  const swipe = (deltas: readonly (readonly [number, number])[], ctrlKey = false) =>
    area(page).evaluate(
      async (own, { deltas: all, clientX, clientY, isPinch }) => {
        const beganMs = performance.now();
        let at = 0;
        Object.defineProperty(performance, 'now', { configurable: true, value: () => beganMs + at * 16 });
        for (const [deltaX, deltaY] of all) {
          const options = { deltaX, deltaY, clientX, clientY, ctrlKey: isPinch, deltaMode: 0 };
          own.dispatchEvent(new WheelEvent('wheel', { ...options, bubbles: true, cancelable: true }));
          at += 1;
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
        Reflect.deleteProperty(performance, 'now');
      },
      { deltas, clientX: x, clientY: box.y + box.height / 2, isPinch: ctrlKey },
    );
  const done = async () => {
    await settled(page);
    // Longer than a gesture that goes on.
    await page.waitForTimeout(500);
    return look();
  };
  const whole = await done();

  // A pinch comes in small steps; what is under the pointer stays there.
  await swipe(
    Array.from({ length: 20 }, () => [0, -6] as const),
    true,
  );
  const pinched = await done();
  const span = ({ view }: typeof whole) => view.endNs - view.startNs;
  expect(span(pinched)).toBeLessThan(span(whole) * 0.7);
  const under = ({ view }: typeof whole) => view.startNs + (view.endNs - view.startNs) / 4;
  expect(Math.abs(under(pinched) - under(whole)) / span(pinched)).toBeLessThan(1e-6);
  expect(pinched.scrollTop).toBe(whole.scrollTop);

  // Let go, it runs on and comes to rest: as far as the sum of what came.
  const momentum = Array.from({ length: 30 }, (_, at) => Math.round(40 * 0.85 ** at)).filter((delta) => delta > 0);
  await swipe(momentum.map((delta) => [delta, 0] as const));
  const moved = await done();
  const movedPx = momentum.reduce((sum, delta) => sum + delta);
  const nsPerPx = span(pinched) / box.width;
  expect((moved.view.startNs - pinched.view.startNs) / nsPerPx).toBeCloseTo(movedPx, 3);
  expect(span(moved)).toBeCloseTo(span(pinched), 0);

  await swipe(momentum.map((delta) => [0, delta] as const));
  const scrolled = await done();
  expect(scrolled.view).toEqual(moved.view);
  expect(scrolled.scrollTop - moved.scrollTop).toBe(movedPx);

  // Each is taken back at once.
  await area(page).focus();
  for (const before of [pinched, whole]) {
    await page.keyboard.press('Backspace');
    expect((await look()).view).toEqual(before.view);
  }
});

test('the slice that an arrow leads to is on screen, however far its lane is @full', async ({ app: { page } }) => {
  await page.setViewportSize({ width: 1280, height: 420 });
  const kernel = await sliceOf(page, longest(await slicesOfRank(dump, 0), /^aclnnMm_.*MatMulV3$/), 0);
  await jumpTo(page, kernel);
  await area(page).focus();
  const lanes = [kernel.lane];
  for (const key of ['BracketLeft', 'BracketRight']) {
    await page.keyboard.press(key);
    await expect
      .poll(() => page.evaluate(() => window.__tracelane?.session.store.getState().selectedDetails?.lane))
      .not.toBe(lanes.at(-1));
    await settled(page);
    const other = await page.evaluate(() => window.__tracelane?.session.store.getState().selectedDetails);
    if (other === undefined) throw new Error('no slice is selected');
    lanes.push(other.lane);
    const place = await placeOf(page, other);
    const box = await area(page).boundingBox();
    if (box === null) throw new Error('no timeline');
    expect(place.top).toBeGreaterThanOrEqual(box.y);
    expect(place.top + place.height).toBeLessThanOrEqual(box.y + box.height);
    expect(place.right).toBeGreaterThan(box.x);
    expect(place.left).toBeLessThan(box.x + box.width);
  }
  expect(lanes[2]).toBe(lanes[0]);
});

test('a region is what was dragged over: its lanes, its time, clipped, against a loop over the file @bridge', async ({
  app: { page },
}) => {
  const kernel = await sliceOf(page, longest(await slicesOfRank(dump, 0), /MatMulV2$/), 0);
  await jumpTo(page, kernel);
  const place = await placeOf(page, kernel);
  await page.keyboard.down('Shift');
  await page.mouse.move(place.x, place.y);
  await page.mouse.down();
  await page.mouse.move(place.right + 150, place.y + 30, { steps: 5 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  const region = await page.evaluate(() => {
    const { selectedRange, selectedLanes, dump: state } = window.__tracelane?.session.store.getState() ?? {};
    const groups = state?.ranks[0]?.groups ?? [];
    const lanes = groups.flatMap(({ pid, lanes: own }) =>
      own.flatMap((lane) => (lane.kind === 'slices' && selectedLanes?.has(lane.id) ? [`${pid} ${lane.tid}`] : [])),
    );
    return { ...selectedRange, lanes, laneCount: selectedLanes?.size, originNs: String(state?.originNs) };
  });
  const { startNs = 0, endNs = 0 } = region;
  expect(region.laneCount).toBeGreaterThan(0);
  expect(region.laneCount).toBe(region.lanes.length);
  // It begins within the kernel: of that only what lies in the region counts.
  expect(startNs).toBeGreaterThan(kernel.startNs);
  const sums = new Map<string, { count: number; totalNs: number; wholeNs: number }>();
  for (const slice of await slicesOfRank(dump, 0)) {
    if (!region.lanes.includes(`${slice.pid} ${slice.tid}`)) continue;
    const from = Number(slice.epochStartNs - BigInt(region.originNs));
    const clipped = Math.min(from + slice.durationNs, endNs) - Math.max(from, startNs);
    if (clipped < 0 || (clipped === 0 && slice.durationNs > 0)) continue;
    const sum = sums.get(slice.name) ?? { count: 0, totalNs: 0, wholeNs: 0 };
    sum.count++;
    sum.totalNs += clipped;
    sum.wholeNs += slice.durationNs;
    sums.set(slice.name, sum);
  }
  expect(sums.get(kernel.name)?.totalNs).toBeLessThan(sums.get(kernel.name)?.wholeNs ?? 0);
  const found = await page.evaluate(async () => {
    const session = window.__tracelane?.session;
    if (session === undefined) throw new Error('the page is not measured');
    const { selectedRange, selectedLanes } = session.store.getState();
    const query = { dump: session.dumpId, startNs: selectedRange?.startNs ?? 0, endNs: selectedRange?.endNs ?? 0 };
    const { rows } = await session.engine.statistics({ ...query, lanes: [...(selectedLanes ?? [])], maxRows: 1000 });
    return rows.map(({ name, count, totalNs, wholeNs }) => [name, { count, totalNs, wholeNs }] as const);
  });
  expect(new Map(found)).toEqual(sums);

  const panel = page.getByRole('tabpanel', { name: 'Selection' });
  const cell = (column: number) => panel.locator('[role="row"]').nth(1).locator(`[aria-colindex="${column}"]`);
  const [first] = [...sums].sort(([, a], [, b]) => b.totalNs - a.totalNs);
  await expect(cell(1)).toHaveText(first?.[0] ?? '');
  await expect(cell(2)).toHaveText(String(first?.[1].count));

  // Zoomed to, marked by the slice instead, and not marked any more.
  await area(page).focus();
  await page.keyboard.press('Shift+KeyZ');
  const view = await page.evaluate(() => window.__tracelane?.probe().view);
  expect(view).toEqual({ startNs, endNs });
  const range = () => page.evaluate(() => window.__tracelane?.session.store.getState().selectedRange);
  await page.keyboard.press('KeyM');
  expect(await range()).toEqual({ startNs: kernel.startNs, endNs: kernel.startNs + kernel.durationNs });
  await page.keyboard.press('KeyM');
  expect(await range()).toBeUndefined();
});

test('keys belong to the field while one types', async ({ app: { page } }) => {
  const view = () => page.evaluate(() => window.__tracelane?.probe().view);
  const before = await view();
  await page.getByRole('searchbox').or(page.getByRole('textbox')).first().click();
  await page.keyboard.type('wasd');
  expect(await view()).toEqual(before);
});

test('a pinned lane stays while the others are scrolled, and its slices can be pointed at @full', async ({
  app: { page },
}) => {
  const slice = await sliceOf(page, longest(await slicesOfRank(dump, 0), /^hcom_allReduce__/), 0);
  // As low as a small window, so that there is something to scroll.
  await page.setViewportSize({ width: 1280, height: 640 });
  await page.evaluate(({ lane }) => window.__tracelane?.session.actions.pinLanes([lane]), slice);
  await settled(page);
  const before = await placeOf(page, slice);
  const area = await page.locator('.timeline-area').boundingBox();
  await page.mouse.move(before.x, (area?.y ?? 0) + (area?.height ?? 0) / 2);
  await page.mouse.wheel(0, 5000);
  await page.waitForFunction(() => (window.__tracelane?.probe().scrollTop ?? 0) > 50);
  await settled(page);
  const place = await placeOf(page, slice);
  expect([place.left, place.top]).toEqual([before.left, before.top]);
  await expect(page.locator('.timeline-title.is-fixed')).toBeInViewport();
  const row = await pixelsAt(
    page,
    [1, 2, 3].map((x) => ({ x: place.left + x, y: place.lowerY })),
  );
  const colour = themes.light.sliceColours[slice.colour];
  expect(row.filter((pixel) => pixel === colour).length).toBeGreaterThanOrEqual(2);
  await page.mouse.move(place.x, place.y);
  await expect(page.locator('.timeline-tooltip')).toContainText(slice.name);
});

test('arrow keys step from slice to slice', async ({ app: { page } }) => {
  const slices = await slicesOfRank(dump, 0);
  const wait = longest(slices, /^EVENT_WAIT$/);
  await jumpTo(page, await sliceOf(page, wait, 0));
  await area(page).focus();
  const lane = slices
    .filter((other) => other.pid === wait.pid && other.tid === wait.tid)
    .sort((a, b) => (a.epochStartNs < b.epochStartNs ? -1 : 1));
  const at = lane.indexOf(wait);
  const panel = page.getByRole('tabpanel', { name: 'Slice' });
  await page.keyboard.press('ArrowRight');
  await expect(panel).toContainText(fractionDigits(lane[at + 1]));
  await page.keyboard.press('ArrowLeft');
  await expect(panel).toContainText(fractionDigits(wait));
  await page.keyboard.press('ArrowLeft');
  await expect(panel).toContainText(fractionDigits(lane[at - 1]));
});

test('arrows are drawn: those of the selected slice, and whole categories @bridge', async ({ app }) => {
  const { page } = app;
  const slices = await slicesOfRank(dump, 0);
  const slice = await sliceOf(page, longest(slices, /^aclnnMm_.*MatMulV3$/), 0);
  await jumpTo(page, slice);
  // Far enough out that both ends of its arrows are in the view.
  await page.evaluate(
    ({ startNs }) => window.__tracelane?.session.actions.setView({ startNs: startNs - 2.5e6, endNs: startNs + 1e6 }),
    slice,
  );
  await page.mouse.move(5, 5);
  await settled(page);
  const place = await placeOf(page, slice);
  const selection = Number.parseInt(themes.light.timeline.selection.slice(1), 16);
  // It comes from the host, whose lanes stand below: the arrow ends at the lower edge.
  const [head] = await pixelsAt(page, [{ x: place.left - 3, y: place.top + place.height - 1 }]);
  expect(Math.abs((head & 255) - (selection & 255)), 'the head of the arrow').toBeLessThan(60);
  await app.screenshot('timeline-arrows-selected');

  await page.evaluate(() => window.__tracelane?.session.actions.selectSlice(undefined));
  await settled(page);
  const without = await area(page).screenshot();
  for (const category of ['async_npu', 'HostToDevice', 'async_task_queue']) {
    await page.evaluate((name) => window.__tracelane?.session.actions.toggleFlowCategory(name), category);
  }
  await settled(page);
  const withArrows = await area(page).screenshot();
  expect(await differentPixels(page, without, withArrows)).toBeGreaterThan(1000);
  await page.evaluate(() => window.__tracelane?.session.actions.viewAll());
  await settled(page);
  await app.screenshot('timeline-arrows');
  await app.page.emulateMedia({ colorScheme: 'dark' });
  await app.screenshot('timeline-arrows-dark');
});

test('folding shows where the folded part is busy @full', async ({ app: { page } }) => {
  const tree = page.getByRole('tree', { name: 'Lanes' });
  const hardware = tree.getByRole('treeitem', { name: 'Ascend Hardware' }).first();
  await expect(hardware).toHaveAttribute('aria-expanded', 'true');
  const laneCount = await tree.locator('[aria-level="3"]').count();
  await hardware.getByRole('button').click();
  await expect(hardware).toHaveAttribute('aria-expanded', 'false');
  expect(await tree.locator('[aria-level="3"]').count()).not.toBe(laneCount);
  await settled(page);
  const title = await hardware.boundingBox();
  const box = await area(page).boundingBox();
  if (title === null || box === null) throw new Error('not on screen');
  const y = title.y + title.height / 2;
  const row = Array.from({ length: 40 }, (_, at) => ({ x: box.x + ((at + 0.5) * box.width) / 40, y }));
  const busy = new Set(themes.light.sliceColours);
  expect((await pixelsAt(page, row)).filter((pixel) => busy.has(pixel)).length).toBeGreaterThan(3);

  await hardware.focus();
  await page.keyboard.press('ArrowRight');
  await expect(hardware).toHaveAttribute('aria-expanded', 'true');
});

test('from far and from near, in both themes', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await page.evaluate(() => {
    const session = window.__tracelane?.session;
    const main = session?.store.getState().dump.ranks[0].groups[0].lanes[0];
    if (main !== undefined) session?.actions.toggleFold(main.id);
  });
  const slice = await sliceOf(page, longest(await slicesOfRank(dump, 0), /^aclnnMm_.*MatMulV3$/), 0);
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await page.evaluate(() => window.__tracelane?.session.actions.setView({ startNs: 1.14e8, endNs: 2.74e8 }));
    await settled(page);
    await app.screenshot(`timeline-out-${theme}`);
    await jumpTo(page, slice);
    await expect(page.getByRole('tabpanel', { name: 'Slice' })).toContainText(slice.name);
    await app.screenshot(`timeline-in-${theme}`);
    await page.evaluate(() => window.__tracelane?.session.actions.selectSlice(undefined));
    await expect(page.getByRole('tabpanel', { name: 'Slice' })).not.toContainText(slice.name);
  }
});
