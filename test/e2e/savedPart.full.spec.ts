/** A part of the timeline that is saved and opened again: its slices and arrows are those of the dump's file, before and after. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { startHost } from './support/host';
import { dumpPath, expect, requireDumps, test } from './support/test';
import { showOwnClocks } from './support/waiting';

const dump = dumpPath('ascend/text_level1_2ranks');

requireDumps();
test.use({ hostArgs: [dump], addressParams: { measure: '', backend: 'raster' } });

let folder = '';
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tracelane-saved-'));
});
test.afterAll(() => rm(folder, { recursive: true }));

interface FileEvent {
  readonly ph: string;
  readonly name: string;
  readonly cat?: string;
  readonly id?: number;
  readonly pid: number | string;
  readonly tid: number | string;
  readonly startNs: bigint;
  readonly durationNs: bigint;
}

/** Digit by digit: a float64 of an epoch has no ns. */
function ns(micros: string): bigint {
  const [whole = '0', fraction = ''] = micros.split('.');
  return BigInt(whole) * 1000n + BigInt(fraction.padEnd(3, '0').slice(0, 3));
}

/** Of the profiler's file and of ours: `ts` is a text in one and a number in the other, and either way read as its digits. */
function eventsOf(text: string): readonly FileEvent[] {
  const quoted = text.replace(/"(ts|dur)":\s*(-?[\d.]+)/g, '"$1":"$2"');
  const parsed = JSON.parse(quoted) as unknown;
  const list = Array.isArray(parsed) ? parsed : (parsed as { traceEvents: unknown[] }).traceEvents;
  return (list as (FileEvent & { ts?: string; dur?: string })[]).map((event) => ({
    ...event,
    startNs: ns(event.ts ?? '0'),
    // As the profiler writes it, which is not always a whole ns: 40.640999999.
    durationNs: BigInt(Math.round(Number(event.dur ?? 0) * 1000)),
  }));
}

const isSlice = ({ ph }: FileEvent) => ph === 'X';
const lineOf = ({ name, startNs, durationNs, pid, tid }: FileEvent) => `${startNs} ${durationNs} ${pid} ${tid} ${name}`;
const slicesIn = (events: readonly FileEvent[]) => events.filter(isSlice).map(lineOf).sort();

/** A beginning may have several ends, each of which is an arrow. */
function pairsIn(events: readonly FileEvent[]): readonly (readonly [from: FileEvent, to: FileEvent])[] {
  const ends = new Map<string, FileEvent[]>();
  for (const event of events) {
    if (event.ph !== 's' && event.ph !== 'f') continue;
    const key = `${event.cat} ${event.id}`;
    ends.set(key, [...(ends.get(key) ?? []), event]);
  }
  return [...ends.values()].flatMap((own) => {
    const from = own.find(({ ph }) => ph === 's');
    return from ? own.filter(({ ph }) => ph === 'f').map((to) => [from, to] as const) : [];
  });
}

const arrowText = ([from, to]: readonly [FileEvent, FileEvent]) =>
  `${from.cat} ${from.pid} ${from.tid} ${from.startNs} → ${to.pid} ${to.tid} ${to.startNs}`;
const arrowsIn = (events: readonly FileEvent[]) => pairsIn(events).map(arrowText).sort();

/** An arrow is whole where both of the slices that it joins, the innermost ones around its ends, are there. */
function wholePairs(file: readonly FileEvent[], isThere: (slice: FileEvent) => boolean) {
  const slices = file.filter(isSlice);
  const around = (end: FileEvent) =>
    slices
      .filter(
        ({ pid, tid, startNs, durationNs }) =>
          pid === end.pid && tid === end.tid && startNs <= end.startNs && end.startNs <= startNs + durationNs,
      )
      .reduce<FileEvent | undefined>((inner, own) => (inner && inner.startNs >= own.startNs ? inner : own), undefined);
  return pairsIn(file).filter((pair) =>
    pair.every((end) => {
      const slice = around(end);
      return slice !== undefined && isThere(slice);
    }),
  );
}

/** What is chosen in the dialog before it is saved. */
async function savePart(page: Page, choose?: (dialog: Locator) => Promise<void>): Promise<Buffer> {
  await page.locator('.dump-menu').click();
  await page.getByRole('menuitem', { name: 'Save a part of the timeline…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save a part of the timeline' });
  await choose?.(dialog);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save', exact: true }).click(),
  ]);
  const bytes = await readFile(await file.path());
  await expect(dialog.getByRole('status')).toContainText('Saved');
  await page.keyboard.press('Escape');
  return bytes;
}

const isReady = (page: Page, title: string) =>
  page.waitForFunction((wanted) => {
    const state = window.__tracelane?.session.store.getState();
    return state?.dump.status === 'ready' && state.dump.title.includes(wanted);
  }, title);

test('a stretch of time of all lanes, opened again, has the slices and arrows of the file; saved once more, all the same', async ({
  app: { page },
}) => {
  await isReady(page, 'text_level1_2ranks');
  const region = await page.evaluate(() => {
    const { store, actions } = window.__tracelane!.session;
    const { startNs, endNs, originNs } = store.getState().dump;
    const middle = { startNs: Math.round(startNs + (endNs - startNs) / 4), endNs: Math.round((startNs + endNs) / 2) };
    actions.selectRange(middle);
    return { ...middle, originNs: String(originNs) };
  });
  const zip = await savePart(page);
  const saved = eventsOf(new TextDecoder().decode(unzipSync(zip)['rank_0.json']));

  const rank = (await readdir(dump)).find((name) => name.startsWith('rank0'))!;
  const file = eventsOf(await readFile(join(dump, rank, 'ASCEND_PROFILER_OUTPUT', 'trace_view.json'), 'utf8'));
  const [fromNs, toNs] = [region.startNs, region.endNs].map((own) => BigInt(own) + BigInt(region.originNs)) as [
    bigint,
    bigint,
  ];
  const touches = ({ startNs, durationNs }: FileEvent) => startNs <= toNs && startNs + durationNs >= fromNs;
  const slices = file.filter(isSlice);
  const wanted = slices.filter(touches);
  expect(wanted.length).toBeGreaterThan(500);
  expect(slicesIn(saved)).toEqual(wanted.map(lineOf).sort());

  const whole = wholePairs(file, touches);
  expect(whole.length).toBeGreaterThan(50);
  expect(arrowsIn(saved)).toEqual(whole.map(arrowText).sort());

  const path = join(folder, 'saved_part.json');
  await writeFile(path, unzipSync(zip)['rank_0.json']!);
  const host = await startHost([path]);
  try {
    const address = new URL(host.address);
    address.searchParams.set('measure', '');
    await page.goto(address.href);
    await isReady(page, 'saved_part');
    const again = eventsOf((await savePart(page)).toString());
    expect(slicesIn(again)).toEqual(slicesIn(saved));
    expect(arrowsIn(again)).toEqual(arrowsIn(saved));
  } finally {
    await host.stop();
  }
});

test('one of the ranks alone, all of its time: one file, with every slice and arrow of the rank’s own', async ({
  app: { page },
}) => {
  await isReady(page, 'text_level1_2ranks');
  await showOwnClocks(page);
  const saved = await savePart(page, async (dialog) => {
    await dialog.getByText('Everything', { exact: true }).click();
    await dialog.getByRole('option', { name: 'Rank 0' }).click();
    await expect(dialog.getByRole('option', { name: 'Rank 0' })).toHaveAttribute('aria-checked', 'false');
    await expect(dialog.getByRole('status')).toHaveText('one file');
  });
  const events = eventsOf(saved.toString());
  const rank = (await readdir(dump)).find((name) => name.startsWith('rank1'))!;
  const file = eventsOf(await readFile(join(dump, rank, 'ASCEND_PROFILER_OUTPUT', 'trace_view.json'), 'utf8'));
  expect(slicesIn(events)).toEqual(slicesIn(file));
  expect(arrowsIn(events)).toEqual(
    wholePairs(file, () => true)
      .map(arrowText)
      .sort(),
  );
});
