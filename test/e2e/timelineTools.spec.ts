/** Marks, the overview, times and ranks side by side: on a real dump, against the digits of its files. */
import { execFileSync } from 'node:child_process';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { formatExactTime, signedDuration } from '../../src-renderer/base/format';
import { inColumn } from './support/inColumn';
import { dumpPath, expect, requireDumps, test } from './support/test';
import { type FileSlice, slicesOfRank } from './support/traceFile';
import { drawingSettled } from './support/waiting';

const dump = dumpPath('ascend/text_level1_2ranks');

requireDumps();
test.use({ hostArgs: [dump], addressParams: { measure: '', backend: 'raster' } });

/** The device's lanes are most of the window, with the panel open too, at 1280 × 720. */
const LEAST_LANES_PX = 720 / 2;

test.beforeEach(async ({ app: { page } }) => ready(page));

async function ready(page: Page): Promise<void> {
  // The origin moves once the clocks are known.
  await page.waitForFunction(() => {
    const dump = window.__tracelane?.session.store.getState().dump;
    return dump?.status === 'ready' && dump.clock?.mode !== 'measuring';
  });
  await settled(page);
}

async function settled(page: Page): Promise<void> {
  await drawingSettled(page);
}

/** Selects the slice of a rank that equals the file's. */
async function select(page: Page, { name, epochStartNs, durationNs }: FileSlice, rank: number): Promise<void> {
  await page.evaluate(
    async (wanted) => {
      const session = window.__tracelane?.session;
      if (session === undefined) throw new Error('the page is not measured');
      const { slices } = await session.engine.search({ dump: session.dumpId, text: wanted.name, maxResults: 20_000 });
      for (const slice of slices) {
        if (slice.ref.rank !== wanted.rank || slice.durationNs !== wanted.durationNs) continue;
        const details = await session.engine.slice(session.dumpId, slice.ref);
        // By the rank's own clock, as in its file.
        if (String(details?.epochStartNs) !== wanted.epoch) continue;
        session.actions.jumpTo(slice);
        return;
      }
      throw new Error(`${wanted.name} is not in the timeline`);
    },
    { name, durationNs, rank, epoch: String(epochStartNs) },
  );
  await page.waitForFunction(() => window.__tracelane?.session.store.getState().selectedDetails !== undefined);
  await settled(page);
}

function longest(slices: readonly FileSlice[], name: RegExp): FileSlice {
  const [first] = slices.filter((slice) => name.test(slice.name)).sort((a, b) => b.durationNs - a.durationNs);
  if (first === undefined) throw new Error(`the file has no slice like ${name}`);
  return first;
}

test.describe('marks', () => {
  test.use({ hasOwnHost: true, hostArgs: ['--root', dumpPath('.'), dump] });

  test('flag, range and note are set by keys, named, kept over a reload, exported to the ns and imported', {
    tag: '@full',
  }, async ({ app: { page, host, openPath, screenshot } }) => {
    const before = await filesBelow(dump);
    const slices = await slicesOfRank(dump, 0);
    const inFile = longest(slices, /^hcom_allReduce__/);
    const panel = page.getByRole('tabpanel', { name: 'Marks' });
    const list = panel.getByRole('listbox', { name: 'Marks' });
    await select(page, inFile, 0);
    // M takes the slice's time, Alt+K keeps it.
    await page.keyboard.press('KeyM');
    await page.keyboard.press('Alt+KeyK');
    await expect(panel.getByLabel('Name')).toBeFocused();
    await page.keyboard.type('all-reduce');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Alt+KeyN');
    await expect(panel.getByLabel('Name')).toBeFocused();
    await page.keyboard.type('who is late?');
    await page.keyboard.press('Enter');
    const flagNs = await page.evaluate(() => {
      const probe = window.__tracelane?.probe();
      if (probe === undefined) throw new Error('the page is not measured');
      return Math.round((probe.view.startNs + probe.view.endNs) / 2);
    });
    // With the pointer elsewhere a flag stands in the middle.
    await page.mouse.move(5, 5);
    await page.keyboard.press('KeyK');
    await expect(list.getByRole('option')).toHaveCount(3);
    const origin = await page.evaluate(() => String(window.__tracelane?.session.store.getState().dump.originNs));
    const startNs = Number(inFile.epochStartNs - BigInt(origin));
    const range = list.getByRole('option', { name: /all-reduce/ });
    await expect(range).toContainText(formatExactTime(startNs));
    await expect(range).toContainText(inColumn(inFile.durationNs, [inFile.durationNs]));
    // The flag is the current one: the others say how far they are from it.
    await expect(range).toContainText(inColumn(startNs - flagNs, [startNs - flagNs, startNs - flagNs]));
    await screenshot('marks');

    await page.reload();
    await ready(page);
    await page.keyboard.press('Digit6');
    await expect(list.getByRole('option')).toHaveCount(3);
    const download = page.waitForEvent('download');
    await panel.getByRole('button', { name: 'Export' }).click();
    const path = await (await download).path();
    const { marks } = JSON.parse(await readFile(path, 'utf8')) as { marks: readonly { name: string }[] };
    const [start, end] = [inFile.epochStartNs, inFile.epochStartNs + BigInt(inFile.durationNs)].map(String);
    expect(marks).toMatchObject([
      { name: 'all-reduce', startNs: start, endNs: end },
      { name: 'who is late?', startNs: start, endNs: end, slice: { source: expect.any(String) } },
      { name: '', startNs: String(BigInt(origin) + BigInt(flagNs)), endNs: String(BigInt(origin) + BigInt(flagNs)) },
    ]);

    // Enter on a note selects its slice.
    await list.getByRole('option', { name: /who is late/ }).dblclick();
    await expect
      .poll(() => page.evaluate(() => window.__tracelane?.session.store.getState().selectedDetails?.name))
      .toBe(inFile.name);
    await list.press('Delete');
    await list.press('Delete');
    await list.press('Delete');
    await expect(panel.getByText('No marks')).toBeVisible();
    await panel.locator('input[type=file]').setInputFiles({
      name: 'bad.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ format: 'tracelane-marks', version: 1, marks: [{ id: 'a' }] })),
    });
    await expect(page.getByText('Mark 1 of the file has no valid “name”, so no marks were imported.')).toBeVisible();
    await panel.locator('input[type=file]').setInputFiles(path);
    await expect(list.getByRole('option')).toHaveCount(3);
    await page.locator('#timeline-area').focus();
    await page.keyboard.press('Control+KeyZ');
    await expect(panel.getByText('No marks')).toBeVisible();
    await page.keyboard.press('Control+Shift+KeyZ');
    await expect(list.getByRole('option')).toHaveCount(3);

    // They are the dump's, in the user's own folder: nothing lies beside the data, and another dump has none of them.
    const keptIn = join(host.configHome, 'tracelane', 'marks.json');
    await expect.poll(() => readFile(keptIn, 'utf8').catch(() => '')).toContain('who is late?');
    expect(await filesBelow(dump)).toEqual(before);
    await openPath(dumpPath('ascend/db_level1_2ranks'));
    await expect(page).toHaveTitle(/db_level1_2ranks/);
    await ready(page);
    await page.locator('#timeline-area').focus();
    await page.keyboard.press('Digit6');
    await expect(panel.getByText('No marks')).toBeVisible();
    await openPath(dump);
    await expect(page).toHaveTitle(/text_level1_2ranks/);
    await ready(page);
    await page.locator('#timeline-area').focus();
    await page.keyboard.press('Digit6');
    await expect(list.getByRole('option')).toHaveCount(3);
  });

  test('all changes are kept where the page is left while the first of them is being written', async ({
    app: { page, host },
  }) => {
    test.skip(process.platform === 'win32', 'a file that waits for the test is a pipe');
    const file = join(host.configHome, 'tracelane', 'marks.json');
    // Nobody reads a pipe that lies there for the host.
    const kept = async () => ((await stat(file).catch(() => undefined))?.isFile() ? readFile(file, 'utf8') : '');
    const add = (name: string) =>
      page.evaluate((own) => {
        const session = window.__tracelane?.session;
        if (session === undefined) throw new Error('the page is not measured');
        const mark = { id: own, name: own, colour: 'red', startNs: 5_000, endNs: 5_000 } as const;
        session.actions.setUserMarks([...session.store.getState().userMarks, mark]);
      }, name);
    await add('before');
    await expect.poll(kept).toContain('before');
    await rm(file);
    execFileSync('mkfifo', [file]);
    for (const name of ['first', 'second', 'third']) await add(name);
    await page.goto('about:blank');
    await writeFile(file, '[]');
    for (const name of ['first', 'second', 'third']) await expect.poll(kept).toContain(name);
  });
});

/** Names and sizes of all files of a folder. */
async function filesBelow(folder: string): Promise<readonly string[]> {
  const all = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = all.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(files.sort().map(async (path) => `${path} ${(await stat(path)).size}`));
}

test('a region’s lanes come back with it after a reload', { tag: '@full' }, async ({ app: { page } }) => {
  const lanes = () =>
    page.evaluate(() => [...(window.__tracelane?.session.store.getState().selectedLanes ?? [])].length);
  await page.evaluate(() => {
    const session = window.__tracelane?.session;
    const { dump, view } = session?.store.getState() ?? {};
    const group = dump?.ranks[0].groups.find(({ kind }) => kind === 'hardware');
    if (group && view) session?.actions.selectRange({ ...view }, [group.lanes[0].id, group.lanes[2].id]);
  });
  await page.waitForFunction(() => window.location.hash.includes('lane='));
  await page.reload();
  await ready(page);
  expect(await lanes()).toBe(2);
});

test.describe('the overview', () => {
  test.use({ demoArgs: ['--steps', '4'], hostArgs: [] });

  test('moves and resizes the view, leads to steps and to times that are typed, which are written as one likes @full', async ({
    app: { page, screenshot },
    job,
  }) => {
    const slices = await slicesOfRank(job.folder, 0);
    const strip = page.getByRole('scrollbar', { name: /^Overview of the whole dump/ });
    const view = () => page.evaluate(() => window.__tracelane?.probe().view ?? { startNs: 0, endNs: 0 });
    const { originNs, startNs, endNs } = await page.evaluate(() => {
      const { dump } = window.__tracelane?.session.store.getState() ?? {};
      return { originNs: String(dump?.originNs), startNs: dump?.startNs ?? 0, endNs: dump?.endNs ?? 0 };
    });
    const since = (epochNs: bigint) => Number(epochNs - BigInt(originNs));

    // Of step 11 the host's mark begins and ends in the view, and neighbours are not in its middle.
    const mark = slices.find(({ name }) => name === 'ProfilerStep#11');
    if (mark === undefined) throw new Error('the demo marks step 11');
    await page.locator('#timeline-area').focus();
    await page.keyboard.press('KeyG');
    const dialog = page.getByRole('dialog', { name: 'Go to a time or step' });
    await expect(dialog.getByRole('option')).toHaveCount(4);
    await dialog.getByLabel('Time or step').fill('12.5');
    await expect(dialog.getByText('Add a unit')).toBeVisible();
    await dialog.getByLabel('Time or step').fill('#11');
    await page.keyboard.press('Enter');
    await settled(page);
    const step = await view();
    const markStartNs = since(mark.epochStartNs);
    expect(step.endNs - step.startNs).toBeLessThan(1.2 * mark.durationNs);
    const middle = markStartNs + mark.durationNs / 2;
    expect(Math.abs((step.startNs + step.endNs) / 2 - middle)).toBeLessThan(mark.durationNs / 4);

    // An instant of the file, pasted: it comes to the middle, and the zoom stays.
    // In the middle of the dump, where the view has room on both sides.
    const kernels = slices.filter(({ name }) => /MatMul/i.test(name));
    kernels.sort((a, b) => Number(a.epochStartNs - b.epochStartNs));
    const kernel = kernels[Math.floor(kernels.length / 2)];
    await page.keyboard.press('KeyG');
    await dialog.getByLabel('Time or step').fill(String(kernel.epochStartNs));
    await page.keyboard.press('Enter');
    await settled(page);
    const pasted = await view();
    expect(Math.abs((pasted.startNs + pasted.endNs) / 2 - since(kernel.epochStartNs))).toBeLessThanOrEqual(1);
    expect(pasted.endNs - pasted.startNs).toBeCloseTo(step.endNs - step.startNs, -1);

    // A press beside the window brings it there; the strip is the dump with a hundredth of air on both sides.
    const box = await strip.boundingBox();
    if (box === null) throw new Error('the strip is not there');
    const air = (endNs - startNs) * 0.01;
    const nsPerPx = (endNs - startNs + 2 * air) / box.width;
    const nsAt = (x: number) => startNs - air + x * nsPerPx;
    const y = box.y + box.height / 2;
    const x = Math.round(box.width * 0.75);
    await page.mouse.move(box.x + x, y);
    await page.mouse.down();
    const there = await view();
    expect(Math.abs((there.startNs + there.endNs) / 2 - nsAt(x))).toBeLessThan(nsPerPx);
    await page.mouse.move(box.x + x - 100, y);
    await page.mouse.up();
    const dragged = await view();
    expect(Math.abs(dragged.startNs - (there.startNs - 100 * nsPerPx))).toBeLessThan(nsPerPx);
    // Its right edge alone.
    const right = (dragged.endNs - nsAt(0)) / nsPerPx;
    await page.mouse.move(box.x + right, y);
    await page.mouse.down();
    await page.mouse.move(box.x + right + 40, y);
    await page.mouse.up();
    const wider = await view();
    expect(Math.abs(wider.endNs - (dragged.endNs + 40 * nsPerPx))).toBeLessThan(nsPerPx);
    expect(Math.abs(wider.startNs - dragged.startNs)).toBeLessThan(1);
    // The drag is one thing that is taken back.
    await page.keyboard.press('Control+KeyZ');
    expect(Math.abs((await view()).endNs - dragged.endNs)).toBeLessThan(1);

    await page.getByTitle('Show times as').click();
    await page.getByRole('menuitemradio', { name: 'Time of day (UTC)' }).click();
    await page.mouse.move(5, 5);
    await select(page, kernel, 0);
    const place = await page.evaluate(() => {
      const { selectedDetails: own } = window.__tracelane?.session.store.getState() ?? {};
      const probe = window.__tracelane?.probe();
      const top = own && probe?.laneTop(own.lane, own.row);
      return own && probe && top && { x: probe.xOf(own.startNs + own.durationNs / 2), y: top.top + top.height / 2 };
    });
    if (!place) throw new Error('the kernel is not in the timeline');
    await page.mouse.move(place.x, place.y);
    const time = new Date(Number(kernel.epochStartNs / 1_000_000n)).toISOString().slice(11, 19);
    const digits = String(kernel.epochStartNs % 1_000_000_000n)
      .padStart(9, '0')
      .replace(/(\d{3})(?=\d)/g, '$1\u202f');
    await expect(page.locator('.timeline-tooltip')).toContainText(`${time}.${digits}`);
    const area = await page.locator('#timeline-area').boundingBox();
    // Of the area the ruler is 28 px.
    expect((area?.height ?? 0) - 28).toBeGreaterThan(LEAST_LANES_PX);
    await screenshot('overview');
  });
});

test.describe('ranks side by side', () => {
  test('one is moved to a slice of another, by what is typed, and back, and stays so after a reload', {
    tag: '@full',
  }, async ({ app: { page, screenshot } }) => {
    const [first, second] = await Promise.all([0, 1].map((rank) => slicesOfRank(dump, rank)));
    const [a, b] = [longest(first, /^hcom_allReduce__/), longest(second, /^hcom_allReduce__/)];
    const spanOf = (rank: number, { name, durationNs }: FileSlice) =>
      page.evaluate(
        async (wanted) => {
          const session = window.__tracelane?.session;
          if (session === undefined) throw new Error('the page is not measured');
          const { slices } = await session.engine.search({
            dump: session.dumpId,
            text: wanted.name,
            maxResults: 20_000,
          });
          const found = slices.find((own) => own.ref.rank === wanted.rank && own.durationNs === wanted.durationNs);
          if (found === undefined) throw new Error(`${wanted.name} is not in the timeline`);
          return { startNs: found.startNs, endNs: found.startNs + found.durationNs };
        },
        { rank, name, durationNs },
      );
    const movedBy = () =>
      page.evaluate(() => window.__tracelane?.session.store.getState().dump.clock?.choice.moved?.[0]?.byNs ?? 0);
    const titles = page.getByRole('tree', { name: 'Lanes' });
    const [beforeA, beforeB] = [await spanOf(0, a), await spanOf(1, b)];

    await select(page, a, 0);
    await select(page, b, 1);
    await page.locator('#timeline-area').focus();
    await page.keyboard.press('KeyR');
    await expect.poll(movedBy).toBe(beforeA.endNs - beforeB.endNs);
    expect((await spanOf(1, b)).endNs).toBe((await spanOf(0, a)).endNs);
    await page.keyboard.press('KeyL');
    await expect.poll(movedBy).toBe(beforeA.startNs - beforeB.startNs);
    expect((await spanOf(1, b)).startNs).toBe((await spanOf(0, a)).startNs);
    await expect(titles.getByText(signedDuration(beforeA.startNs - beforeB.startNs))).toBeVisible();
    await screenshot('aligned');

    const wanted = `moved=${beforeA.startNs - beforeB.startNs}%40`;
    await page.waitForFunction((text) => window.location.hash.includes(text), wanted);
    await page.reload();
    await ready(page);
    await expect.poll(movedBy).toBe(beforeA.startNs - beforeB.startNs);
    await page.keyboard.press('Shift+KeyK');
    const dialog = page.getByRole('dialog', { name: 'Clock of the ranks' });
    await dialog.getByRole('option', { name: /Rank 1/ }).click();
    await dialog.getByLabel('Offset of Rank 1').fill('soon');
    await expect(dialog.getByText('Enter a duration with its unit')).toBeVisible();
    await dialog.getByLabel('Offset of Rank 1').fill('−1.5 ms');
    await page.keyboard.press('Enter');
    await expect.poll(movedBy).toBe(-1_500_000);
    expect((await spanOf(1, b)).startNs - (await spanOf(0, a)).startNs).toBe(
      beforeB.startNs - beforeA.startNs - 1_500_000,
    );
    await dialog.getByRole('button', { name: 'Reset the offsets of ranks' }).click();
    await expect.poll(movedBy).toBe(0);
  });
});
