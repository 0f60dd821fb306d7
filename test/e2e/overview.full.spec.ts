/** The strip above the ruler: how busy a rank is by kind of work, pixel by pixel, and its steps. Against the files. */
import type { Page } from '@playwright/test';
import { HUE_CLASSES, type HueClass } from '../../src-contract';
import { themes } from '../../src-renderer/base/theme/themes';
import { dumpPath, expect, requireDumps, test } from './support/test';
import { eventsOfRank, type FileSlice, slicesOfRank } from './support/traceFile';
import { drawingSettled, dumpReady, showOwnClocks } from './support/waiting';

/** From the lower edge of the strip upwards, these rows are how busy the rank is. */
const BUSY_ROWS = 12;
const PARTS = ['compute', 'communication', 'memory', 'idle'] as const satisfies readonly HueClass[];
/** Of the dump's length, on both sides of it. */
const AIR = 0.01;

type Span = readonly [fromNs: bigint, toNs: bigint];

const spanOf = ({ epochStartNs, durationNs }: FileSlice): Span => [epochStartNs, epochStartNs + BigInt(durationNs)];
const byStart = (spans: readonly Span[]) => spans.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

/** What lies in any of them, none twice. */
function union(spans: readonly Span[]): readonly Span[] {
  const found: [bigint, bigint][] = [];
  for (const [from, to] of byStart(spans)) {
    const last = found.at(-1);
    if (!last || from > last[1]) found.push([from, to]);
    else if (to > last[1]) last[1] = to;
  }
  return found;
}

/** Share of each pixel that lies in any of the spans. */
function sharesOf(spans: readonly Span[], strip: Strip): readonly number[] {
  const shares = new Array<number>(strip.width).fill(0);
  for (const [fromNs, toNs] of union(spans)) {
    const [from, to] = [fromNs, toNs].map((ns) => (Number(ns - strip.origin) - strip.startNs) / strip.nsPerPx) as [
      number,
      number,
    ];
    for (let x = Math.max(0, Math.floor(from)); x < Math.min(shares.length, to); x++)
      shares[x]! += Math.min(to, x + 1) - Math.max(from, x);
  }
  return shares;
}

/** The device's work as the profiler's own lanes have it, transfers beside it, and idle what is left of its recording. */
async function expectedOf(dump: string, rank: number, strip: Strip): Promise<readonly (readonly number[])[]> {
  const slices = await slicesOfRank(dump, rank);
  const threads = (await eventsOfRank(dump, rank)).filter(({ name }) => name === 'thread_name');
  const ofLane = (name: RegExp) => {
    const own = threads.filter(({ args }) => name.test(String(args?.name)));
    return slices.filter(({ pid, tid }) => own.some((at) => String(at.pid) === pid && String(at.tid) === tid));
  };
  const compute = ofLane(/^Computing$/).map(spanOf);
  const collectives = ofLane(/^Group \d+ Communication$/).map(spanOf);
  const tasks = slices.filter(({ process }) => process === 'Ascend Hardware');
  const transfers = tasks.filter(({ args }) => /DMA/.test(String(args['Task Type']))).map(spanOf);
  const device = [...tasks.map(spanOf), ...collectives];
  const [first] = byStart(device)[0]!;
  const last = device
    .map(([, to]) => to)
    .toSorted((a, b) => Number(a - b))
    .at(-1)!;
  const [computing, working, all, recorded] = [
    compute,
    [...compute, ...collectives],
    [...compute, ...collectives, ...transfers],
    [[first, last]] as const,
  ].map((spans) => sharesOf(spans, strip)) as [number[], number[], number[], number[]];
  const less = (more: readonly number[], own: readonly number[]) => more.map((share, x) => share - own[x]!);
  return [computing, less(working, computing), less(all, working), less(recorded, all)];
}

interface Strip {
  readonly width: number;
  readonly origin: bigint;
  readonly startNs: number;
  readonly nsPerPx: number;
}

async function stripOf(page: Page): Promise<Strip> {
  const { originNs, startNs, endNs, width } = await page.evaluate(() => {
    const { dump } = window.__tracelane!.session.store.getState();
    const own = document.querySelector<HTMLCanvasElement>('.timeline-overview-strip canvas')!;
    return { originNs: String(dump.originNs), startNs: dump.startNs, endNs: dump.endNs, width: own.width };
  });
  const air = (endNs - startNs) * AIR;
  return {
    width,
    origin: BigInt(originNs),
    startNs: startNs - air,
    nsPerPx: (endNs - startNs + 2 * air) / width,
  };
}

/** How much of each pixel's height is of each part: each place counts for the colour it is nearest to. */
async function drawnOf(page: Page): Promise<readonly (readonly number[])[]> {
  const { sliceColours, timeline } = themes.light;
  const background = Number.parseInt(timeline.background.slice(1), 16);
  const colours = PARTS.map((part) => {
    const own = sliceColours[16 * HUE_CLASSES.indexOf(part)]!;
    return part === 'idle' ? mixed(own, background, 0.35) : own;
  });
  const pixels = await page.evaluate((rows) => {
    const canvas = document.querySelector<HTMLCanvasElement>('.timeline-overview-strip canvas')!;
    const { width, height } = canvas;
    const { data } = canvas.getContext('2d')!.getImageData(0, height - rows, width, rows);
    return Array.from(
      { length: width * rows },
      (_, at) => data[4 * at]! * 65536 + data[4 * at + 1]! * 256 + data[4 * at + 2]!,
    );
  }, BUSY_ROWS);
  const width = pixels.length / BUSY_ROWS;
  const all = [...colours, background];
  const drawn = PARTS.map(() => new Array<number>(width).fill(0));
  for (const [at, pixel] of pixels.entries()) {
    const part = nearest(pixel, all);
    if (part < PARTS.length) drawn[part]![at % width]! += 1 / BUSY_ROWS;
  }
  return drawn;
}

const channels = (colour: number) => [16, 8, 0].map((shift) => (colour >> shift) & 255);

function mixed(over: number, under: number, share: number): number {
  const below = channels(under);
  return channels(over).reduce((sum, own, at) => sum * 256 + Math.round(own * share + below[at]! * (1 - share)), 0);
}

function nearest(pixel: number, colours: readonly number[]): number {
  const own = channels(pixel);
  const distances = colours.map((other) =>
    channels(other).reduce((sum, channel, at) => sum + Math.abs(channel - own[at]!), 0),
  );
  return distances.indexOf(Math.min(...distances));
}

async function expectDrawn(page: Page, dump: string, rank: number): Promise<void> {
  const strip = await stripOf(page);
  const expected = await expectedOf(dump, rank, strip);
  const sum = (shares: readonly number[]) => shares.reduce((whole, share) => whole + share, 0);
  await expect(async () => {
    const drawn = await drawnOf(page);
    for (const [part, name] of PARTS.entries()) {
      const [own, wanted] = [drawn[part]!, expected[part]!];
      expect(sum(wanted), `${name} of rank ${rank} in the file`).toBeGreaterThan(1);
      // What is thinner than half a pixel is drawn paler, and counts for what is below it.
      const most = 5 + sum(wanted) / 50;
      expect(Math.abs(sum(own) - sum(wanted)), `${name} of rank ${rank}: ${sum(wanted)} pixels`).toBeLessThan(most);
      // Columns of the answer are not those of the screen: a pixel is as full as some beside it. Heights are in whole pixels.
      const wrong = wanted.flatMap((_, x) => {
        const near = wanted.slice(Math.max(0, x - 2), x + 3);
        const isRight = own[x]! > Math.min(...near) - 0.13 && own[x]! < Math.max(...near) + 0.13;
        return isRight ? [] : [`${x}: ${own[x]!.toFixed(2)} for ${near.map((share) => share.toFixed(2)).join(' ')}`];
      });
      expect(wrong, `${name} of rank ${rank}`).toEqual([]);
    }
  }).toPass({ timeout: 60_000 });
}

const ready = async (page: Page) => {
  await dumpReady(page);
  await showOwnClocks(page);
  await drawingSettled(page);
};

test.describe('a real dump', () => {
  const dump = dumpPath('ascend/text_level1_2ranks');
  requireDumps();
  test.use({ hostArgs: [dump], addressParams: { measure: '', backend: 'raster' } });

  test('each pixel is as much compute, communication, transfer and idle as the file has there, of the rank selected last', async ({
    app: { page, screenshot },
  }) => {
    await ready(page);
    await expectDrawn(page, dump, 0);
    await page.evaluate(async () => {
      const { session } = window.__tracelane!;
      const { slices } = await session.engine.search({ dump: session.dumpId, text: 'hcom_', maxResults: 1000 });
      session.actions.selectSlice(slices.find(({ ref }) => ref.rank === 1)!.ref);
    });
    await expect(page.locator('.timeline-overview-side')).toContainText('Rank 1');
    await expectDrawn(page, dump, 1);
    await screenshot('overview-of-rank-1');
  });
});

test.describe('the demo', () => {
  test.use({ demoArgs: ['--steps', '4'], addressParams: { measure: '', backend: 'raster' } });

  test('from step to step by keys, and to one by a double click on it', async ({ app: { page }, job }) => {
    await ready(page);
    const strip = await stripOf(page);
    const marks = (await slicesOfRank(job.folder, 0)).filter(({ name }) => /^ProfilerStep#\d+$/.test(name));
    const numberOf = ({ name }: FileSlice) => Number(name.split('#')[1]);
    const steps = marks.toSorted((a, b) => numberOf(a) - numberOf(b));
    expect(steps.map(numberOf)).toEqual([10, 11, 12, 13]);
    const middles = steps.map(({ epochStartNs, durationNs }) => Number(epochStartNs - strip.origin) + durationNs / 2);
    /** The view is one step long and its middle lies in that one. */
    const isShown = async (at: number) => {
      const { startNs, endNs } = await page.evaluate(() => window.__tracelane!.probe().view);
      const isOneStep = endNs - startNs < 1.3 * steps[at]!.durationNs;
      return isOneStep && Math.abs((startNs + endNs) / 2 - middles[at]!) < steps[at]!.durationNs / 3;
    };
    const expectShown = (at: number) => expect.poll(() => isShown(at)).toBe(true);
    const box = (await page.locator('.timeline-overview-strip').boundingBox())!;
    // The strip learns of steps when the view has come to rest: a double click before that shows its step then.
    await page.mouse.dblclick(box.x + (middles[1]! - strip.startNs) / strip.nsPerPx, box.y + 5);
    await expectShown(1);
    await page.locator('#timeline-area').focus();
    for (const [key, at] of [
      ['Shift+Period', 2],
      ['Shift+Period', 3],
      ['Shift+Comma', 2],
      ['Shift+Comma', 1],
    ] as const) {
      await page.keyboard.press(key);
      await expectShown(at);
    }
  });
});
