/** The table of flows: sorted by their delay, each row led to either of its ends. Against the arrows of the files. */
import type { Locator, Page } from '@playwright/test';
import { formatCount } from '../../src-renderer/base/format';
import { inColumn } from './support/inColumn';
import { plain, rowsOf } from './support/pageText';
import { pick } from './support/pick';
import { dumpPath, expect, requireDumps, test } from './support/test';
import { eventsOfRank, type FileSlice, nsOfMicros, type RawEvent, slicesOfRank } from './support/traceFile';
import { dumpReady, showOwnClocks } from './support/waiting';

const dump = dumpPath('ascend/text_level1_2ranks');

requireDumps();
test.use({ hostArgs: [dump], addressParams: { measure: '', backend: 'raster' } });

test.beforeEach(async ({ app: { page } }) => {
  await dumpReady(page);
  // Each rank as its file has it.
  await showOwnClocks(page);
});

interface Arrow {
  readonly rank: number;
  readonly fromNs: bigint;
  readonly toNs: bigint;
  readonly delayNs: number;
  readonly start: RawEvent;
  readonly end: RawEvent;
}

async function arrowsOf(category: string): Promise<readonly Arrow[]> {
  const ofRank = async (rank: number) => {
    const events = (await eventsOfRank(dump, rank)).filter(({ cat }) => cat === category);
    const starts = new Map(events.filter(({ ph }) => ph === 's').map((event) => [String(event.id), event]));
    return events.flatMap((end): Arrow[] => {
      const start = end.ph === 'f' ? starts.get(String(end.id)) : undefined;
      if (!start) return [];
      const [fromNs, toNs] = [nsOfMicros(start.ts), nsOfMicros(end.ts)];
      return [{ rank, fromNs, toNs, delayNs: Number(toNs - fromNs), start, end }];
    });
  };
  return (await Promise.all([0, 1].map(ofRank))).flat();
}

/** The innermost slice around an end. */
function sliceAt(slices: readonly FileSlice[], { pid, tid }: RawEvent, ns: bigint): FileSlice | undefined {
  return slices
    .filter((own) => own.pid === String(pid) && own.tid === String(tid))
    .filter(({ epochStartNs, durationNs }) => epochStartNs <= ns && ns <= epochStartNs + BigInt(durationNs))
    .sort((a, b) => Number(b.epochStartNs - a.epochStartNs) || a.durationNs - b.durationNs)[0];
}

const selected = (page: Page) =>
  page.evaluate(() => {
    const own = window.__tracelane!.session.store.getState().selectedDetails;
    return own && { name: own.name, at: String(own.epochStartNs), rank: own.ref.rank };
  });
const placeOf = (slice: FileSlice | undefined, rank: number) =>
  slice && { name: slice.name, at: String(slice.epochStartNs), rank };

async function sortBy(panel: Locator, title: string, order: 'ascending' | 'descending'): Promise<void> {
  const header = panel.getByRole('columnheader', { name: title });
  for (let clicks = 0; clicks < 2 && (await header.getAttribute('aria-sort')) !== order; clicks++) await header.click();
  await expect(header).toHaveAttribute('aria-sort', order);
}

for (const category of ['HostToDevice', 'async_npu'])
  test(`flows of ${category} by delay, shortest and longest first; a row leads to where it ends and where it starts`, async ({
    app: { page },
  }) => {
    const arrows = await arrowsOf(category);
    const slices = await Promise.all([0, 1].map((rank) => slicesOfRank(dump, rank)));
    expect(arrows.length).toBeGreaterThan(50);
    const delays = arrows.map(({ delayNs }) => delayNs);
    await page.locator('#timeline-area').focus();
    await page.keyboard.press('Digit4');
    const panel = page.getByRole('tabpanel', { name: 'Flows' });
    await panel.getByText('All flows').click();
    await pick(panel, 'Category', category);
    await expect(panel.getByText(`${formatCount(arrows.length)} rows`)).toBeVisible();
    const titles = (await panel.getByRole('columnheader').allTextContents()).map(plain);
    const delayAt = titles.indexOf('Delay');
    for (const order of ['descending', 'ascending'] as const) {
      await sortBy(panel, 'Delay', order);
      const sign = order === 'ascending' ? 1 : -1;
      const wanted = [...delays].sort((a, b) => sign * (a - b)).map((ns) => plain(inColumn(ns, delays)));
      await expect
        .poll(async () => (await rowsOf(panel)).map((cells) => cells[delayAt]).slice(0, 8), order)
        .toEqual(wanted.slice(0, 8));
      // A delay that no other arrow has: its row is that arrow's.
      const at = wanted.findIndex((own, row) => row < 8 && wanted.filter((text) => text === own).length === 1);
      expect(at).toBeGreaterThanOrEqual(0);
      const ns = [...delays].sort((a, b) => sign * (a - b))[at]!;
      const arrow = arrows.find(({ delayNs }) => delayNs === ns)!;
      const [from, to] = [
        sliceAt(slices[arrow.rank]!, arrow.start, arrow.fromNs),
        sliceAt(slices[arrow.rank]!, arrow.end, arrow.toNs),
      ];
      const row = panel.locator(`.table-row[data-row="${at}"]`);
      await row.getByRole('gridcell').first().dblclick();
      await expect.poll(() => selected(page), 'where it ends').toEqual(placeOf(to, arrow.rank));
      await row.getByRole('gridcell').first().click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Go to where it starts' }).click();
      await expect.poll(() => selected(page), 'where it starts').toEqual(placeOf(from, arrow.rank));
      await expect(panel).toBeVisible();
    }
  });
