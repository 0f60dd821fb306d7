/** Lanes of the user's own: made of a search, drawn in every rank, there again after a reload. */
import type { Page } from '@playwright/test';
import { dumpPath, expect, requireDumps, test } from './support/test';
import { eventsOfRank, type FileSlice, slicesOfRank } from './support/traceFile';
import { dumpReady } from './support/waiting';

const dump = dumpPath('ascend/text_level1_2ranks');

requireDumps();
test.use({ hostArgs: [dump], hasOwnHost: true, addressParams: { measure: '', backend: 'raster' } });

/** Of each rank: how long the slices of its own lanes are together, and how high its counters are. */
const shown = (page: Page) =>
  page.evaluate(async () => {
    const session = window.__tracelane!.session;
    const { ranks, id, startNs, endNs } = session.store.getState().dump;
    const groups = ranks.map((rank) => rank.groups.find(({ isOwn }) => isOwn)?.lanes ?? []);
    return Promise.all(
      groups.map(async (lanes) => ({
        names: lanes.map(({ name }) => name),
        totalNs: (
          await session.engine.statistics({
            dump: id,
            startNs,
            endNs,
            lanes: lanes.filter(({ kind }) => kind === 'slices').map((lane) => lane.id),
            maxRows: 10,
          })
        ).rows.reduce((sum, row) => sum + row.totalNs, 0),
        most: Math.max(
          0,
          ...lanes.flatMap((lane) => (lane.kind === 'counter' ? lane.series.map((own) => own.maxValue) : [])),
        ),
      })),
    );
  });

/** The same by a loop over the rank's file. */
async function expectedOf(rank: number, isWanted: (slice: FileSlice) => boolean, names: readonly string[]) {
  const spans = (await slicesOfRank(dump, rank))
    .filter((slice) => isWanted(slice) && slice.durationNs > 0)
    .map(({ epochStartNs, durationNs }) => [epochStartNs, epochStartNs + BigInt(durationNs)] as const)
    .sort(([a], [b]) => Number(a - b));
  let [sum, end, most] = [0n, -1n, 0];
  for (const [from, to] of spans) {
    if (to > end) sum += to - (from > end ? from : end);
    end = to > end ? to : end;
    most = Math.max(most, spans.filter(([start, stop]) => start <= from && stop > from).length);
  }
  return { names, totalNs: Number(sum), most };
}

test('when any of the slices runs, and how many: in each rank, kept for the dump, taken away again', {
  tag: '@full',
}, async ({ app: { page, screenshot } }) => {
  await dumpReady(page);
  const expected = await Promise.all(
    [0, 1].map((rank) => expectedOf(rank, ({ name }) => name.includes('aten::'), ['aten::', 'aten::'])),
  );
  await page.getByRole('textbox', { name: 'Find slices' }).fill('aten::');
  const find = page.getByRole('tabpanel', { name: 'Find' });
  // Asked for twice, it is there once.
  for (const _ of ['once', 'again'])
    await find.getByRole('button', { name: 'Add a lane: when any of these slices runs' }).click();
  await find.getByRole('button', { name: 'Add a counter: how many of these slices run at once' }).click();
  await expect.poll(() => shown(page)).toEqual(expected);
  await expect(page.getByRole('treeitem', { name: /Own lanes/ }).first()).toBeVisible();
  await screenshot('own-lanes');

  await page.reload();
  await dumpReady(page);
  await expect.poll(() => shown(page)).toEqual(expected);
  await page.locator('#timeline-area').focus();
  await page.keyboard.press('Digit3');
  for (const _ of expected) await find.getByRole('button', { name: 'Remove the lane aten::' }).first().click();
  await expect.poll(async () => (await shown(page)).flatMap(({ names }) => names)).toEqual([]);
});

test('of a pattern on chosen lanes alone: the same pattern on other lanes is not in it', { tag: '@full' }, async ({
  app: { page },
}) => {
  await dumpReady(page);
  const pattern = /^(Memcpy|Notify_)/;
  const text = '^(Memcpy|Notify_) lane:"Plane 1" lane:"Plane 2"';
  const planesOf = async (rank: number, names: readonly string[]) => {
    const threads = (await eventsOfRank(dump, rank)).filter(({ name }) => name === 'thread_name');
    return threads.filter(({ args }) => names.includes(String(args?.name))).map(({ pid, tid }) => `${pid} ${tid}`);
  };
  const planes = await Promise.all([0, 1].map((rank) => planesOf(rank, ['Plane 1', 'Plane 2'])));
  const isOn = (rank: number) => {
    const own = planes[rank]!;
    return ({ name, pid, tid }: FileSlice) => pattern.test(name) && own.includes(`${pid} ${tid}`);
  };
  const expected = await Promise.all([0, 1].map((rank) => expectedOf(rank, isOn(rank), [text, text])));
  const everywhere = await Promise.all(
    [0, 1].map((rank) => expectedOf(rank, ({ name }) => pattern.test(name), [text, text])),
  );
  for (const [rank, own] of expected.entries()) {
    expect(own.totalNs).toBeGreaterThan(0);
    expect(own.totalNs).toBeLessThan(everywhere[rank]!.totalNs);
    expect(own.most).toBeLessThan(everywhere[rank]!.most);
  }
  await page.getByRole('textbox', { name: 'Find slices' }).fill(text);
  await page.locator('.search-field').getByRole('button', { name: 'Regular expression' }).click();
  const find = page.getByRole('tabpanel', { name: 'Find' });
  await find.getByRole('button', { name: 'Add a lane: when any of these slices runs' }).click();
  await find.getByRole('button', { name: 'Add a counter: how many of these slices run at once' }).click();
  await expect.poll(() => shown(page)).toEqual(expected);

  // A stretch of it is no event: that is said, instead of an event without args.
  await page.evaluate(async () => {
    const { engine, store, actions } = window.__tracelane!.session;
    const { ranks, id: dump, startNs, endNs } = store.getState().dump;
    const lanes = ranks[0]!.groups.filter(({ isOwn }) => isOwn).flatMap(({ lanes: own }) => own.map((lane) => lane.id));
    const { rows } = await engine.statistics({ dump, startNs, endNs, lanes, maxRows: 1 });
    const slice = await engine.slice(dump, rows[0]!.longest);
    actions.jumpTo(slice!);
  });
  await expect(page.getByRole('tabpanel', { name: 'Slice' })).toContainText('Computed from other slices');
});
