/** What the timeline saves of itself: the part of a trace against the dump's files, the two pictures against each other. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { preparePixels } from './support/pixels';
import { dumpPath, expect, requireDumps, test } from './support/test';
import { type FileSlice, slicesOfRank } from './support/traceFile';
import { drawingSettled, dumpReady } from './support/waiting';

const dump = dumpPath('ascend/text_level1_2ranks');

requireDumps();
test.use({ hostArgs: [dump], addressParams: { measure: '', backend: 'raster' } });

/** What a command of the dump's menu gives to save. */
async function saved(page: Page, item: string): Promise<Buffer> {
  await page.locator('.dump-menu').click();
  return downloaded(page, () => page.getByRole('menuitem', { name: item }).click());
}

const savedPng = (page: Page) => saved(page, 'Save the view as PNG');

async function downloaded(page: Page, act: () => Promise<void>): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), act()]);
  return readFile(await file.path());
}

const STREAM = 'Stream 2';

test('the marked region of both ranks, as a file each: the slices of the files that touch it, and valid events', async ({
  app: { page },
}) => {
  await dumpReady(page);
  const region = await page.evaluate((name) => {
    const session = window.__tracelane?.session;
    const state = session?.store.getState();
    if (!session || !state) throw new Error('the page is not measured');
    const found = state.dump.ranks.flatMap((rank) =>
      rank.groups.flatMap(({ pid, lanes }) =>
        lanes.flatMap((lane) =>
          lane.kind === 'slices' && lane.name === name ? [{ id: lane.id, pid, tid: lane.tid, lane }] : [],
        ),
      ),
    );
    const [first] = found;
    if (!first) throw new Error('no such lane');
    const { startNs, endNs } = first.lane;
    const range = { startNs: startNs + (endNs - startNs) / 4, endNs: startNs + (endNs - startNs) / 2 };
    session.actions.selectRange(
      range,
      found.map(({ id }) => id),
    );
    return { ...range, lanes: found.map(({ pid, tid }) => ({ pid, tid })), originNs: String(state.dump.originNs) };
  }, STREAM);
  expect(region.lanes).toHaveLength(2);

  await page.locator('.dump-menu').click();
  await page.getByRole('menuitem', { name: 'Save a part of the timeline…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save a part of the timeline' });
  await expect(dialog).toContainText('2 ranks, one file each, in a zip');
  const zip = await downloaded(page, () => dialog.getByRole('button', { name: 'Save', exact: true }).click());
  const files = unzipSync(zip);
  expect(Object.keys(files)).toEqual(['rank_0.json', 'rank_1.json']);

  // The first rank's clock is the dump's: its slices are those of the file that touch the region, whole.
  const { pid, tid } = region.lanes[0] ?? { pid: '', tid: '' };
  const wanted = (await slicesOfRank(dump, 0)).filter((slice) => {
    if (slice.pid !== pid || slice.tid !== tid) return false;
    const startNs = Number(slice.epochStartNs - BigInt(region.originNs));
    return startNs <= region.endNs && startNs + slice.durationNs >= region.startNs;
  });
  expect(wanted.length).toBeGreaterThan(10);
  const texts = Object.values(files).map((bytes) => new TextDecoder().decode(bytes));
  expect(slicesIn(texts[0] ?? '')).toEqual(wanted.map(lineOf).sort());
  for (const text of texts) for (const event of JSON.parse(text).traceEvents) expectTraceEvent(event);
  const count = texts.reduce((sum, text) => sum + slicesIn(text).length, 0);
  await expect(dialog.getByRole('status')).toHaveText(`Saved ${count} slices and 0 arrows.`);
});

const lineOf = ({ name, epochStartNs, durationNs }: FileSlice): string => `${epochStartNs} ${durationNs} ${name}`;

/** By the digits of its times: a float64 would lose the last of them. */
function slicesIn(text: string): readonly string[] {
  const lines = text.split('\n').filter((line) => line.startsWith('{"ph":"X"'));
  const ns = (line: string, key: string) =>
    BigInt((new RegExp(`"${key}":([\\d.]+)`).exec(line)?.[1] ?? '').replace('.', ''));
  return lines.map((line) => `${ns(line, 'ts')} ${ns(line, 'dur')} ${JSON.parse(line.slice(0, -1)).name}`).sort();
}

/** What catapult's importer takes: https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU. */
function expectTraceEvent(event: Readonly<Record<string, unknown>>): void {
  const { name, pid, tid, args } = event;
  const isNamed = typeof name === 'string' && isId(pid) && isId(tid) && ['object', 'undefined'].includes(typeof args);
  expect(isNamed && hasItsFields(event), JSON.stringify(event)).toBe(true);
}

const isId = (value: unknown) => typeof value === 'string' || Number.isInteger(value);
const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value);
const names = ['process_name', 'process_labels', 'process_sort_index', 'thread_name', 'thread_sort_index'];

/** What its phase needs besides. */
function hasItsFields({ ph, name, ts, dur, id, bp, s, args }: Readonly<Record<string, unknown>>): boolean {
  if (ph === 'M') return names.includes(String(name));
  if (!isNumber(ts)) return false;
  switch (ph) {
    case 'X':
      return isNumber(dur) && Number(dur) >= 0;
    case 'i':
      return s === 't';
    case 's':
      return isId(id);
    case 'f':
      return isId(id) && bp === 'e';
    case 'C':
      return Object.values(args ?? {}).every((value) => value === null || isNumber(value));
    default:
      return false;
  }
}

test('both pictures show the same, names are letters in the one that has them', { tag: '@full' }, async ({
  app: { page },
}) => {
  await drawingSettled(page);
  await preparePixels(page);
  // Findings and finer slices may come between the two.
  const both = async () => ({ png: await savedPng(page), svg: await saved(page, 'Save the view as SVG') });
  let pictures = await both();
  while (!pictures.png.equals(await savedPng(page))) pictures = await both();
  const { png } = pictures;
  const text = pictures.svg.toString('utf8');
  expect(text).toMatch(/<text [^>]*>Ascend Hardware<\/text>/);
  expect(text).toMatch(/<text [^>]*>hcom_allReduce__[^<]*<\/text>/);
  const compared = await page.evaluate(
    async ({ drawing, base64 }) => {
      const image = new Image();
      image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`;
      await image.decode();
      const picture = await window.decodePicture(base64);
      const { width, height } = picture.canvas;
      const drawn = new OffscreenCanvas(width, height).getContext('2d');
      drawn?.drawImage(image, 0, 0, width, height);
      const pixels = (context: typeof picture) => context.getImageData(0, 0, width, height).data;
      const [a, b] = [pixels(picture), pixels(drawn as typeof picture)];
      let different = 0;
      for (let at = 0; at < a.length; at += 4) {
        const distance = [0, 1, 2].map((part) => Math.abs((a[at + part] ?? 0) - (b[at + part] ?? 0)));
        // Letters and lines between two pixels are smoothed in a way of its own.
        if (Math.max(...distance) > 40) different++;
      }
      const colours = new Set(new Uint32Array(a.buffer)).size;
      return { width, height, share: different / (width * height), colours };
    },
    { drawing: text, base64: png.toString('base64') },
  );
  const box = await page.locator('.timeline-side, #timeline-area').evaluateAll((parts) => {
    const boxes = parts.map((part) => part.getBoundingClientRect());
    return { width: boxes.reduce((sum, { width }) => sum + width, 0), height: boxes[0]?.height };
  });
  expect(compared).toMatchObject({ width: Math.floor(box.width), height: Math.floor(box.height ?? 0) });
  expect(compared.colours).toBeGreaterThan(20);
  expect(compared.share).toBeLessThan(0.01);
});
