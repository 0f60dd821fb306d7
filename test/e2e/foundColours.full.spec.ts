/** What is found keeps its colour, all else is grey or gone; a row of a table shows its occurrences where it counted them. */
import type { Page } from '@playwright/test';
import type { SliceSummary } from '../../src-contract';
import { themes } from '../../src-renderer/base/theme/themes';
import { pixelsAt, preparePixels } from './support/pixels';
import { dumpPath, expect, requireDumps, test } from './support/test';
import { type FileSlice, slicesOfRank } from './support/traceFile';
import { drawingSettled, dumpReady } from './support/waiting';

const dump = dumpPath('ascend/text_level1_2ranks');
const STREAM = 'Stream 2';

requireDumps();
test.use({ hostArgs: [dump], addressParams: { measure: '', backend: 'raster' } });

const endOf = ({ epochStartNs, durationNs }: FileSlice) => epochStartNs + BigInt(durationNs);

/** Some slices of the stream one after the other, each long enough to be met, of which two have one name. */
async function someSlices() {
  const stream = (await slicesOfRank(dump, 0))
    .filter(({ process, tid }) => process === 'Ascend Hardware' && tid === '2')
    .sort((a, b) => Number(a.epochStartNs - b.epochStartNs));
  for (let first = 0; first + 6 <= stream.length; first++) {
    const some = stream.slice(first, first + 6);
    const lengthNs = Number(endOf(some[5]!) - some[0]!.epochStartNs);
    const twice = some.filter(({ name }) => some.filter((own) => own.name === name).length > 1);
    if (twice.length >= 2 && some.every(({ durationNs }) => durationNs > lengthNs / 90))
      return { some, name: twice[0]!.name };
  }
  throw new Error('no such slices');
}

/** Pixels of each of them near its lower edge, where no letter of its name is; one of three may have a line of the ruler on it. */
async function coloursOf(page: Page, slices: readonly SliceSummary[]): Promise<readonly number[]> {
  await drawingSettled(page);
  const places = await page.evaluate((all) => {
    const now = window.__tracelane!.probe();
    return all.map(({ lane, row, startNs, durationNs }) => {
      const { top, height } = now.laneTop(lane, row)!;
      return { x: now.xOf(startNs + durationNs / 2), y: top + height - 3 };
    });
  }, slices);
  const pixels = await pixelsAt(
    page,
    places.flatMap(({ x, y }) => [-2, 0, 2].map((dx) => ({ x: x + dx, y }))),
  );
  return places.map((_, at) => {
    const [a, b, c] = pixels.slice(3 * at, 3 * at + 3) as [number, number, number];
    return a === b || a === c ? a : b;
  });
}

test('a search greys or hides all else; a row of a region shows its name there and nowhere else', async ({
  app: { page, screenshot },
}) => {
  await dumpReady(page);
  await preparePixels(page);
  const { some, name } = await someSlices();
  const slices = await page.evaluate(
    async ({ wanted, stream }) => {
      const { engine, dumpId, store, actions } = window.__tracelane!.session;
      const { originNs, ranks } = store.getState().dump;
      const lane = ranks[0]!.groups.flatMap(({ lanes }) => lanes).find((own) => own.name === stream)!;
      const found = await Promise.all(
        wanted.map(async (own) => {
          const at = Number(BigInt(own.epoch) - originNs);
          const all = (await engine.search({ dump: dumpId, text: own.name, maxResults: 20_000 })).slices;
          return all.find((one) => one.lane === lane.id && one.startNs === at && one.name === own.name)!;
        }),
      );
      const [first, last] = [found[0]!, found.at(-1)!];
      actions.setView({ startNs: first.startNs - 1000, endNs: last.startNs + last.durationNs + 1000 });
      actions.scrollTo(lane.id);
      return found;
    },
    { wanted: some.map((own) => ({ name: own.name, epoch: String(own.epochStartNs) })), stream: STREAM },
  );
  await page.mouse.move(5, 5);
  const own = slices.map(({ colour }) => themes.light.sliceColours[colour]!);
  await expect.poll(() => coloursOf(page, slices)).toEqual(own);

  const isFound = some.map((slice) => slice.name.toLowerCase().includes(name.toLowerCase()));
  const field = page.getByRole('textbox', { name: 'Find slices' });
  await field.fill(name);
  const find = page.getByRole('tabpanel', { name: 'Find' });
  await expect(find.getByText(/^[\d,]+ rows$/)).toBeVisible();
  /** Which of them are in their own colour. All others are of one, which no slice has. */
  const kept = async () => {
    const colours = await coloursOf(page, slices);
    const others = new Set(colours.filter((colour, at) => colour !== own[at]));
    return { kept: colours.map((colour, at) => colour === own[at]), others: others.size, other: [...others][0] ?? -1 };
  };
  await expect.poll(async () => (await kept()).kept).toEqual(isFound);
  const greyed = await kept();
  expect(greyed.others).toBe(1);
  const [red, green, blue] = [16, 8, 0].map((shift) => (greyed.other >> shift) & 255) as [number, number, number];
  expect(Math.max(red, green, blue) - Math.min(red, green, blue), 'it is a grey').toBeLessThan(16);
  await screenshot('found-greyed');

  await find.getByText('Hide', { exact: true }).click();
  const lanes = [themes.light.timeline.laneBackground, themes.light.timeline.laneBackgroundAlternate];
  const background = lanes.map((colour) => Number.parseInt(colour.slice(1), 16));
  await expect.poll(async () => background.includes((await kept()).other)).toBe(true);
  expect((await kept()).kept).toEqual(isFound);
  await find.getByText('Grey', { exact: true }).click();
  await field.fill('');
  await expect.poll(async () => (await kept()).kept).toEqual(own.map(() => true));

  // A region that ends between the two of one name.
  const [one, two] = slices.filter((slice) => slice.name === name) as [SliceSummary, SliceSummary];
  await page.evaluate(
    ({ startNs, endNs, lane }) => window.__tracelane!.session.actions.selectRange({ startNs, endNs }, [lane as never]),
    {
      startNs: slices[0]!.startNs,
      endNs: two.startNs - 100,
      lane: one.lane,
    },
  );
  await page.locator('#timeline-area').focus();
  await page.keyboard.press('Digit2');
  await page.mouse.move(5, 5);
  // What lies in the region is a little bluer.
  await expect.poll(async () => (await coloursOf(page, slices))[0]).not.toBe(own[0]);
  const tinted = await coloursOf(page, slices);
  const row = page.getByRole('tabpanel', { name: 'Selection' }).locator('.table-row').filter({ hasText: name });
  await row.first().click();
  await page.mouse.move(5, 5);
  await expect
    .poll(async () => (await coloursOf(page, slices)).map((colour, at) => colour === tinted[at]))
    .toEqual(slices.map(({ startNs }) => startNs === one.startNs));
});
