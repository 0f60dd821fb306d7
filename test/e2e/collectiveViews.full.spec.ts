/** Views of collectives: which arrivals are flagged, against a loop over the files; lanes side by side in the timeline's hues, with a legend. */
import { themes } from '../../src-renderer/base/theme/themes';
import { openCommunication, rowsByTitle, showSection } from './support/communicationView';
import { plain } from './support/pageText';
import { pixelsAt, preparePixels } from './support/pixels';
import { dumpPath, expect, requireDumps, test } from './support/test';
import { inBothThemes } from './support/themes';
import { type FileSlice, slicesOfRank } from './support/traceFile';
import { dumpReady } from './support/waiting';

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(half)]! : (sorted[half - 1]! + sorted[half]!) / 2;
};

interface SeenPeer {
  readonly peer: number;
  /** End of the first wait for it, after the collective's start. */
  readonly afterNs: number;
}

/** When each peer came to a collective, as the rank saw it: before any data moves it waits once for each. */
function arrivalsAt(collective: FileSlice, slices: readonly FileSlice[]): readonly SeenPeer[] {
  const startNs = Number(collective.epochStartNs % 1_000_000_000_000n);
  const startOf = ({ epochStartNs }: FileSlice) => Number(epochStartNs % 1_000_000_000_000n);
  const waits = slices
    .filter((own) => own.name === 'Notify_Wait' && own.process === 'HCCL')
    .filter((own) => startOf(own) >= startNs && startOf(own) < startNs + collective.durationNs)
    .filter(({ args }) => args['dst rank'] !== args['src rank'])
    .sort((a, b) => startOf(a) - startOf(b));
  const peers = new Map<number, number>();
  for (const own of waits) {
    const peer = Number(own.args['dst rank']);
    if (!peers.has(peer)) peers.set(peer, startOf(own) + own.durationNs - startNs);
  }
  return [...peers].map(([peer, afterNs]) => ({ peer, afterNs }));
}

/** Later than the median by three of its deviations, and by 50 µs: the rank that saw them is one of them. */
function outliers(seen: readonly SeenPeer[]): readonly number[] {
  const all = [0, ...seen.map(({ afterNs }) => afterNs)];
  const middle = median(all);
  const deviation = median(all.map((ns) => Math.abs(ns - middle)));
  return seen.filter(({ afterNs }) => afterNs - middle >= Math.max(50_000, 3 * deviation)).map(({ peer }) => peer);
}

test.describe('two ranks of a real job of eight', () => {
  const dump = dumpPath('ascend/text_level1_2ranks');
  requireDumps();
  test.use({ hostArgs: [dump], addressParams: { measure: '' } });

  test('of all arrivals only the outliers are flagged, each of them', async ({ app: { page } }) => {
    await dumpReady(page);
    const expected: string[] = [];
    let count = 0;
    for (const observer of [0, 1]) {
      const slices = await slicesOfRank(dump, observer);
      for (const collective of slices.filter(({ name }) => /^hcom_/.test(name))) {
        const seen = arrivalsAt(collective, slices);
        count += seen.length;
        expected.push(...outliers(seen).map((peer) => `${collective.name} ${observer} ${peer}`));
      }
    }
    expect(count).toBe(2 * 4 * 7);
    expect(expected.length).toBeGreaterThan(3);
    expect(expected.length).toBeLessThan(count / 4);

    const view = await openCommunication(page);
    await showSection(view, 'Arrivals');
    const rows = await rowsByTitle(view, 'Arrivals');
    const flags = await view
      .getByRole('grid', { name: 'Arrivals' })
      .locator('.table-row')
      .evaluateAll((all) => all.map((row) => row.classList.contains('row-warning')));
    expect(flags.length).toBe(rows.length);
    // Longest first, so that all of them are on screen.
    const flagged = rows.filter((_, at) => flags[at]).map((row) => `${row.Collective} ${row['Seen by']} ${row.Peer}`);
    expect(flagged.sort()).toEqual(expected.sort());
    expect(flags.lastIndexOf(true)).toBeLessThan(flags.length - 1);
  });
});

test.describe('groups of a job', () => {
  test.use({ demoArgs: ['--tp', '2', '--dp', '2', '--steps', '2'], addressParams: { measure: '' } });

  test('collectives side by side have the hues of the timeline, and the legend says whose each is', async ({ app }) => {
    const { page } = app;
    await dumpReady(page);
    await preparePixels(page);
    const inTimeline = await page.evaluate(async () => {
      const { session } = window.__tracelane!;
      const { slices } = await session.engine.search({ dump: session.dumpId, text: 'hcom_', maxResults: 1000 });
      return [...new Set(slices.map(({ colour }) => colour >> 4))];
    });
    const view = await openCommunication(page);
    await showSection(view, 'Side by side');
    const key = view.getByRole('list', { name: 'Colours of the groups' });
    await expect(key.getByRole('listitem')).not.toHaveCount(0);
    const entries = await key.getByRole('listitem').evaluateAll((items) =>
      items.map((item) => {
        const rgb = getComputedStyle(item.querySelector('.chart-mark')!).backgroundColor.match(/\d+/g)!.map(Number);
        return { name: item.textContent ?? '', colour: rgb[0]! * 65_536 + rgb[1]! * 256 + rgb[2]! };
      }),
    );
    const hues = themes.light.sliceColours;
    const groups = entries.filter(({ colour }) => hues.includes(colour));
    expect(groups.map(({ name }) => plain(name)).sort()).toEqual(expect.arrayContaining(['dp', 'tp']));
    expect(new Set(entries.map(({ colour }) => colour)).size).toBe(entries.length);
    // The first group has the hue of collectives in the timeline; the others have hues of their own.
    expect(inTimeline).toContain(hues.indexOf(groups[0]!.colour) >> 4);
    expect(new Set(groups.map(({ colour }) => hues.indexOf(colour) >> 4)).size).toBe(groups.length);

    const board = view.getByRole('application', { name: 'Collectives of all ranks' });
    await expect(board).toBeVisible();
    await inBothThemes(app, 'communication-lanes-of-groups');
    await page.emulateMedia({ colorScheme: 'light' });
    const canvas = (await board.locator('canvas').first().boundingBox())!;
    await page.mouse.move(5, 5);
    // Below the ruler; collectives at the same time stand in several rows.
    const width = Math.floor(canvas.width) - 90;
    const rows = Array.from({ length: 12 }, (_, at) => canvas.y + 32 + 4 * at);
    /** Places around which so many pixels have the colour. */
    const placesOf = async (colour: number, around: number) => {
      const pixels = await pixelsAt(
        page,
        rows.flatMap((y) => Array.from({ length: width }, (_, at) => ({ x: canvas.x + 80 + at, y }))),
      );
      return pixels.flatMap((_, at) => {
        const x = at % width;
        if (x < around || x + around >= width) return [];
        const isBar = pixels.slice(at - around, at + around + 1).every((pixel) => pixel === colour);
        return isBar ? [{ x: canvas.x + 80 + x, y: rows[Math.floor(at / width)]! }] : [];
      });
    };
    const found = new Map<string, string>();
    const tooltip = page.locator('.chart-tooltip').filter({ visible: true });
    for (const { name, colour } of groups) {
      const [narrow] = await placesOf(colour, 0);
      if (!narrow) continue;
      // In the middle of a bar, which is some pixels wide once it is zoomed in on.
      await page.mouse.move(narrow.x, narrow.y);
      await page.keyboard.down('Control');
      for (let i = 0; i < 6; i++) await page.mouse.wheel(0, -300);
      await page.keyboard.up('Control');
      await page.mouse.move(5, 5);
      await expect(tooltip).toHaveCount(0);
      const [place] = await placesOf(colour, 3);
      if (!place) throw new Error(`no bar of ${name} is wide`);
      await page.mouse.move(place.x, place.y);
      await expect(tooltip).toContainText('Group');
      found.set(plain(name), plain(await tooltip.textContent()));
      await page.mouse.move(5, 5);
      await board.focus();
      await page.keyboard.press('0');
    }
    expect(found.size).toBeGreaterThan(1);
    for (const [name, text] of found) expect(text, name).toMatch(new RegExp(`Group ?${name}\\b`));
  });
});
