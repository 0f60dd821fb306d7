/** What a timeline shows before anybody has done anything: strips of ranks, stacks that go on, counters of folded groups. Against the files. */
import type { Page } from '@playwright/test';
import { themes } from '../../src-renderer/base/theme/themes';
import { metrics } from '../../src-renderer/timeline/rows/metrics';
import { pixelsAt, preparePixels } from './support/pixels';
import { dumpPath, expect, requireDumps, test } from './support/test';
import { eventsOfRank, type FileSlice, nsOfMicros, processNames, slicesOfRank } from './support/traceFile';
import { drawingSettled, dumpReady, showOwnClocks } from './support/waiting';

const dump = dumpPath('ascend/text_level1_2ranks');
const background = Number.parseInt(themes.light.timeline.background.slice(1), 16);
const lineColour = Number.parseInt(themes.light.timeline.counterLine.slice(1), 16);

requireDumps();
test.use({ hostArgs: [dump], addressParams: { measure: '', backend: 'raster' } });

test.beforeEach(async ({ app: { page } }) => {
  await dumpReady(page);
  await settled(page);
  await preparePixels(page);
});

async function settled(page: Page): Promise<void> {
  await drawingSettled(page);
  await page.waitForTimeout(50);
  await drawingSettled(page);
}

/** Ranks as their files have them: a job's clock would move the second one. */
async function withoutClock(page: Page): Promise<void> {
  await showOwnClocks(page);
  await page.evaluate(() => window.__tracelane!.session.actions.viewAll());
  await settled(page);
}

/** Of the view, in ns of the files' clock, and where it lies on the page. */
const shownView = async (page: Page) => {
  const { originNs, startNs, endNs, left, width } = await page.evaluate(() => {
    const { left: x, width: w } = window.__tracelane!.probe();
    const { dump: state, view } = window.__tracelane!.session.store.getState();
    return { originNs: String(state.originNs), ...view, left: x, width: w };
  });
  return { left, width, startNs, endNs, origin: BigInt(originNs), nsPerPx: (endNs - startNs) / width };
};

const rowOf = (page: Page, title: string | RegExp) =>
  page.getByRole('tree', { name: 'Lanes' }).getByRole('treeitem', { name: title });

/** Shares of each of `columns` pixels from `left` on, by a plain loop. */
function sharesOf(slices: readonly FileSlice[], view: Awaited<ReturnType<typeof shownView>>): readonly number[] {
  const shares = new Array<number>(Math.floor(view.width)).fill(0);
  for (const { epochStartNs, durationNs } of slices) {
    const from = (Number(epochStartNs - view.origin) - view.startNs) / view.nsPerPx;
    const to = from + durationNs / view.nsPerPx;
    for (let x = Math.max(0, Math.floor(from)); x < Math.min(shares.length, to); x++)
      shares[x]! += Math.min(to, x + 1) - Math.max(from, x);
  }
  return shares;
}

test('one strip a rank: as much of it is compute, communication that nothing hides, and free, as the file has at that place', async ({
  app: { page, screenshot },
}) => {
  await withoutClock(page);
  const view = await shownView(page);
  await page.mouse.move(5, 5);
  // The ring of the focus lies over the first and the last columns, blue as computing.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await screenshot('first-look');
  const parts = ['Computing', 'Communication(Not Overlapped)', 'Free'];
  for (const rank of [0, 1]) {
    const overlap = (await slicesOfRank(dump, rank)).filter(({ process }) => process === 'Overlap Analysis');
    const threads = (await eventsOfRank(dump, rank)).filter(({ name }) => name === 'thread_name');
    const ofLane = (lane: string) => {
      const thread = threads.find(({ args }) => args?.name === lane);
      return overlap.filter(({ pid, tid }) => pid === String(thread?.pid) && tid === String(thread?.tid));
    };
    const shares = parts.map((name) => sharesOf(ofLane(name), view));
    // All of the device's time is one of the three.
    const all = parts.flatMap(ofLane).sort(byStart);
    const deviceNs = Number(endOf(all.at(-1)!) - all[0]!.epochStartNs);
    const total = shares.flat().reduce((sum, share) => sum + share, 0);
    expect(Math.abs(total * view.nsPerPx - deviceNs) / deviceNs).toBeLessThan(0.001);

    // The first rank's lanes take all of the height.
    if (rank === 1)
      await rowOf(page, /^Rank 0 /)
        .getByRole('button')
        .click();
    const row = rowOf(page, new RegExp(`^Rank ${rank} `));
    await expect(row).toBeInViewport({ ratio: 1 });
    await settled(page);
    const box = await row.boundingBox();
    if (box === null) throw new Error(`no row of rank ${rank}`);
    const [top, bottom] = [box.y + 2 * metrics.rowPadding, box.y + metrics.rankHeight - 2 * metrics.rowPadding];
    const height = bottom - top;
    const columns = shares[0]!.length;
    const places = Array.from({ length: columns * height }, (_, at) => ({
      x: view.left + (at % columns) + 0.5,
      y: top + Math.floor(at / columns) + 0.5,
    }));
    const pixels = await pixelsAt(page, places);
    const colourOf = await page.evaluate(
      async ({ names, index }) => {
        const { session } = window.__tracelane!;
        const ofName = async (text: string) => {
          const { slices } = await session.engine.search({ dump: session.dumpId, text, maxResults: 20_000 });
          return slices.find(({ name, ref }) => name === text && ref.rank === index)?.colour ?? -1;
        };
        return Promise.all(names.map(ofName));
      },
      { names: parts, index: rank },
    );
    // Lines of the ruler lie over some columns, a little darker: a pixel counts for what it is nearest to.
    const colours = [...colourOf.map((colour) => themes.light.sliceColours[colour]!), background];
    const drawn = parts.map((_, part) =>
      shares[part]!.map((__, x) => {
        let count = 0;
        for (let y = 0; y < height; y++) if (nearest(pixels[y * columns + x]!, colours) === part) count++;
        return count / height;
      }),
    );
    for (const [part, name] of parts.entries()) {
      const own = drawn[part]!;
      const expected = shares[part]!;
      const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
      expect(sum(expected), `${name} of rank ${rank} in the file`).toBeGreaterThan(1);
      // Columns of the answer are not those of the screen, and heights are whole pixels.
      expect(Math.abs(sum(own) - sum(expected)) / sum(expected), `${name} of rank ${rank}`).toBeLessThan(0.05);
      // Where the neighbours of a column are all of one kind, so is all of the column.
      const wrong = expected.flatMap((_, x) => {
        const near = expected.slice(Math.max(0, x - 2), x + 3);
        return near.every((share) => share > 0.999) && own[x] !== 1 ? [x] : [];
      });
      expect(wrong, `columns of ${name} of rank ${rank}`).toEqual([]);
    }
  }
});

test('of a stack of Python calls three rows stand there; "+n" says how many more there are, and the chevron opens them', async ({
  app: { page, screenshot },
}) => {
  const python = (await slicesOfRank(dump, 0)).filter(({ process }) => process === 'Python');
  // Of autograd: no calls cross there, so that depths are rows.
  const own = python.filter(({ tid }) => tid === '3105075').sort(byStart);
  const depths = depthsOf(own);
  const deepest = Math.max(...depths);
  const lane = rowOf(page, /^Thread 3105075/).first();
  await expect(lane).toBeInViewport();
  await expect(lane.locator('.timeline-title-detail')).toHaveText(`+${deepest - 3}`);
  await expect(lane).toHaveAttribute('aria-expanded', 'false');
  const heightOf = async () => (await lane.boundingBox())?.height;
  expect(await heightOf()).toBe(3 * metrics.sliceRow + 2 * metrics.rowPadding);
  await screenshot('stack-folded');

  await lane.getByRole('button', { name: 'Unfold' }).click();
  await expect(lane).toHaveAttribute('aria-expanded', 'true');
  await expect(lane.locator('.timeline-title-detail')).toHaveText('');
  expect(await heightOf()).toBe(deepest * metrics.sliceRow + 2 * metrics.rowPadding);
  // The deepest call is drawn on the last row.
  const call = own[depths.indexOf(deepest)]!;
  const row = await page.evaluate(
    async ({ name, epoch }) => {
      const { session } = window.__tracelane!;
      const { originNs } = session.store.getState().dump;
      const found = await session.engine.search({ dump: session.dumpId, text: name, maxResults: 20_000 });
      const at = Number(BigInt(epoch) - originNs);
      const slice = found.slices.find((one) => one.name === name && one.startNs === at);
      if (slice) session.actions.jumpTo(slice);
      return slice?.row;
    },
    { name: call.name, epoch: String(call.epochStartNs) },
  );
  expect(row).toBe(deepest - 1);

  // Scrolled through it, one still reads whose rows they are.
  await page.setViewportSize({ width: 1280, height: 560 });
  const held = page.locator('.timeline-held');
  const scrollPast = async (px: number) => {
    const top = await lane.evaluate((own) => Number.parseFloat(own.style.top));
    await page.evaluate((to) => window.__tracelane!.session.actions.scrollRows(to), top + px);
    await settled(page);
  };
  await scrollPast(-10);
  await expect(held).toHaveCount(0);
  await scrollPast(60);
  await expect(held).toHaveText('Thread 3105075');
  await screenshot('held-title');
  await scrollPast(deepest * metrics.sliceRow);
  await expect(held).toHaveCount(0);
});

test('a folded group of counters draws the first of them, each value where the file has it', async ({
  app: { page, screenshot },
}) => {
  const events = await eventsOfRank(dump, 0);
  const processes = processNames(events);
  const samples = events.filter(({ ph, pid }) => ph === 'C' && processes.get(pid) === 'NPU MEM');
  const group = rowOf(page, /^NPU MEM/).first();
  await page.evaluate(() => {
    const { store, actions } = window.__tracelane!.session;
    actions.scrollTo(store.getState().dump.ranks[0]!.groups.find(({ name }) => name === 'NPU MEM')!.id);
  });
  await expect(group).toBeInViewport();
  if ((await group.getAttribute('aria-expanded')) === 'true') await group.getByRole('button').click();
  await expect(group).toHaveAttribute('aria-expanded', 'false');
  await page.mouse.move(5, 5);
  await settled(page);
  await screenshot('folded-counters');
  const view = await shownView(page);
  const names = await page.evaluate(() => {
    const { groups } = window.__tracelane!.session.store.getState().dump.ranks[0]!;
    return groups.find(({ name }) => name === 'NPU MEM')!.lanes.map(({ name }) => name);
  });
  expect(new Set(names)).toEqual(new Set(samples.map(({ name }) => name)));
  const box = await group.boundingBox();
  if (box === null) throw new Error('no row');
  const shown = names.slice(0, metrics.foldedCounters);
  const available = metrics.groupHeight - 2 * metrics.rowPadding;
  const wrong: string[] = [];
  let looked = 0;
  for (const [at, name] of shown.entries()) {
    const own = samples.filter((sample) => sample.name === name);
    const values = own.map(({ args }) => Number(args?.KB));
    const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
    const top = box.y + metrics.rowPadding + Math.round((at * available) / shown.length);
    const bottom = box.y + metrics.rowPadding + Math.round(((at + 1) * available) / shown.length);
    for (let sample = 0; sample + 1 < own.length; sample++) {
      const [from, to] = [own[sample]!, own[sample + 1]!].map(
        ({ ts }) => (Number(nsOfMicros(ts) - view.origin) - view.startNs) / view.nsPerPx,
      ) as [number, number];
      const x = view.left + (from + to) / 2;
      if (to - from < 6 || x < view.left || x > view.left + view.width) continue;
      const share = high > low ? (values[sample]! - low) / (high - low) : 0;
      const y = bottom - 1 - Math.round(share * (bottom - top - 1));
      // One of them may be below a line of the ruler.
      const line = await pixelsAt(page, [
        { x, y: y + 0.5 },
        { x: x + 2, y: y + 0.5 },
      ]);
      looked++;
      if (!line.includes(lineColour)) wrong.push(`${name} at sample ${sample}: ${line[0]?.toString(16)}`);
    }
  }
  expect(looked).toBeGreaterThan(20);
  expect(wrong).toEqual([]);
});

const byStart = (a: FileSlice, b: FileSlice) => Number(a.epochStartNs - b.epochStartNs) || b.durationNs - a.durationNs;

const endOf = ({ epochStartNs, durationNs }: FileSlice) => epochStartNs + BigInt(durationNs);

/** Which of the colours (0xRRGGBB) is most like this one. */
function nearest(pixel: number, colours: readonly number[]): number {
  const distances = colours.map((own) =>
    [16, 8, 0].reduce((sum, shift) => sum + Math.abs(((own >> shift) & 255) - ((pixel >> shift) & 255)), 0),
  );
  return distances.indexOf(Math.min(...distances));
}

/** How many calls each is in, itself one of them. */
function depthsOf(sorted: readonly FileSlice[]): readonly number[] {
  const open: bigint[] = [];
  return sorted.map((slice) => {
    while (open.length > 0 && open.at(-1)! <= slice.epochStartNs) open.pop();
    return open.push(endOf(slice));
  });
}

test.describe('a job of eight ranks at 1280 × 720', () => {
  test.use({ demoArgs: ['--tp', '2', '--pp', '2', '--dp', '2', '--steps', '2'], hostArgs: [] });
  test.use({ viewport: { width: 1280, height: 720 } });

  test('the first rank’s device and communication are open, all others are one strip each; the panel waits for a selection', async ({
    app: { page },
  }) => {
    const folds = await page.evaluate(() => {
      const { dump, folded, foldedRanks } = window.__tracelane!.session.store.getState();
      return dump.ranks.map(({ index, rank, groups }) => ({
        rank,
        isFolded: foldedRanks.has(index),
        open: groups.filter(({ id }) => !folded.has(id)).map(({ kind }) => kind),
      }));
    });
    expect(folds.map(({ rank, isFolded }) => [rank, isFolded])).toEqual(
      Array.from({ length: 8 }, (_, rank) => [rank, rank > 0]),
    );
    expect(folds[0]!.open).toEqual(expect.arrayContaining(['hardware', 'communication']));
    const tree = page.getByRole('tree', { name: 'Lanes' });
    await expect(tree.getByRole('treeitem').nth(1)).toHaveAttribute('aria-expanded', 'true');
    const area = (await page.locator('#timeline-area').boundingBox())!;
    expect(area.width * area.height).toBeGreaterThan((1280 * 720) / 2);
    const panel = page.locator('.bottom-panel');
    await expect(panel).toBeHidden();
    await page.locator('#timeline-area').focus();
    await page.keyboard.press('Tab');
    await expect(panel).toBeVisible();
    await expect(page.getByRole('tabpanel', { name: 'Slice' })).toBeVisible();
  });
});
