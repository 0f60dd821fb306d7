/** Ranks moved by hand and onto a step, times within a step, and marks that are coloured and gone through. Against the files. */
import type { Page } from '@playwright/test';
import { formatExactTime, signedDuration } from '../../src-renderer/base/format';
import { noMarksKept } from './support/keptMarks';
import { plain } from './support/pageText';
import { dumpPath, expect, requireDumps, test } from './support/test';
import { eventsOfRank, type FileSlice, nsOfMicros, slicesOfRank } from './support/traceFile';
import { drawingSettled, showOwnClocks } from './support/waiting';

const ready = async (page: Page) => {
  await page.waitForFunction(() => {
    const dump = window.__tracelane?.session.store.getState().dump;
    return dump?.status === 'ready' && dump.clock?.mode !== 'measuring';
  });
  await drawingSettled(page);
};
const movedBy = (page: Page) =>
  page.evaluate(() =>
    (window.__tracelane!.session.store.getState().dump.clock?.choice.moved ?? []).map(({ rank, byNs }) => [rank, byNs]),
  );
const run = async (page: Page, name: string) => {
  await page.locator('#timeline-area').focus();
  await page.keyboard.press('Control+KeyK');
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
};

test.describe('a real dump', () => {
  requireDumps();
  test.use({ hostArgs: [dumpPath('ascend/text_level1_2ranks')], addressParams: { measure: '', backend: 'raster' } });

  test('a rank is dragged beside the others, says how far it is moved, and is put back', async ({ app: { page } }) => {
    await ready(page);
    // Its row on top, so that there is something to take hold of.
    const titles = page.getByRole('tree', { name: 'Lanes' });
    await titles
      .getByRole('treeitem', { name: /^Rank 0 / })
      .getByRole('button')
      .click();
    const row = titles.getByRole('treeitem', { name: /^Rank 1 / });
    await expect(row).toBeInViewport({ ratio: 1 });
    const box = (await row.boundingBox())!;
    const { left, nsPerPx } = await page.evaluate(() => {
      const { left: edge, view, width } = window.__tracelane!.probe();
      return { left: edge, nsPerPx: (view.endNs - view.startNs) / width };
    });
    const y = box.y + box.height / 2;
    for (const key of ['Alt', 'Shift']) await page.keyboard.down(key);
    await page.mouse.move(left + 400, y);
    await page.mouse.down();
    await page.mouse.move(left + 280, y, { steps: 6 });
    await page.mouse.up();
    for (const key of ['Alt', 'Shift']) await page.keyboard.up(key);
    await expect.poll(async () => (await movedBy(page)).length).toBe(1);
    const [[rank, byNs] = []] = await movedBy(page);
    expect(rank).toBe(1);
    expect(Math.abs(byNs! + 120 * nsPerPx)).toBeLessThan(nsPerPx);
    await expect(row).toContainText(signedDuration(byNs!));
    await run(page, 'Reset the offsets of ranks');
    await expect.poll(() => movedBy(page)).toEqual([]);
  });

  test('marks have colours, which are those of their lines; full stop and comma go from one to the next', async ({
    app: { page, host },
  }) => {
    await ready(page);
    const marks = page.evaluate(() => window.__tracelane!.session.store.getState().userMarks.length);
    expect(await marks, 'kept by a test before this one').toBe(0);
    const { startNs, endNs } = await page.evaluate(() => window.__tracelane!.session.store.getState().dump);
    const at = [0.2, 0.5, 0.8].map((share) => Math.round(startNs + (endNs - startNs) * share));
    const panel = page.getByRole('tabpanel', { name: 'Marks' });
    for (const ns of at) {
      await page.evaluate((middle) => {
        const { actions } = window.__tracelane!.session;
        actions.setView({ startNs: middle - 5e6, endNs: middle + 5e6 });
      }, ns);
      await page.mouse.move(5, 5);
      await page.locator('#timeline-area').focus();
      await page.keyboard.press('KeyK');
    }
    await page.keyboard.press('Digit6');
    const list = panel.getByRole('listbox', { name: 'Marks' });
    await expect(list.getByRole('option')).toHaveCount(3);
    for (const ns of at) await expect(list.getByRole('option').filter({ hasText: formatExactTime(ns) })).toHaveCount(1);
    const middleNs = () =>
      page.evaluate(() => {
        const { view } = window.__tracelane!.session.store.getState();
        return Math.round((view.startNs + view.endNs) / 2);
      });
    await page.locator('#timeline-area').focus();
    // The last one is the current one: from there back, and around to the end.
    for (const [key, ns] of [
      ['Comma', at[1]!],
      ['Comma', at[0]!],
      ['Period', at[1]!],
      ['Period', at[2]!],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(async () => Math.abs((await middleNs()) - ns)).toBeLessThan(2);
    }
    await list
      .getByRole('option')
      .filter({ hasText: formatExactTime(at[2]!) })
      .click();
    await panel
      .getByRole('radio', { name: 'Purple' })
      .or(panel.getByRole('button', { name: 'Purple' }))
      .click();
    const colours = () =>
      page.evaluate(() => {
        const { userMarks } = window.__tracelane!.session.store.getState();
        return userMarks.map(({ startNs: own, colour }) => [own, colour]).sort((a, b) => Number(a[0]) - Number(b[0]));
      });
    await expect.poll(async () => (await colours()).at(-1)).toEqual([at[2], 'purple']);
    // Each one is of another colour than the one before it.
    const [first, second] = await colours();
    expect(first?.[1]).not.toBe(second?.[1]);
    // The next test of this host may be of the same dump, whose marks are kept.
    await list.focus();
    for (const _ of at) await page.keyboard.press('Delete');
    await expect.poll(colours).toEqual([]);
    await noMarksKept(host);
  });
});

/** On the device a step begins with the first task that was launched within the host's mark. */
async function stepStartNs(folder: string, rank: number, mark: FileSlice): Promise<bigint> {
  const arrows = (await eventsOfRank(folder, rank)).filter(({ cat }) => cat === 'HostToDevice');
  const ends = arrows.filter(({ ph }) => ph === 'f');
  const launched = arrows.filter(({ ph, ts }) => {
    const at = nsOfMicros(ts);
    return ph === 's' && at >= mark.epochStartNs && at <= mark.epochStartNs + BigInt(mark.durationNs);
  });
  const ids = new Set(launched.map(({ id }) => String(id)));
  const starts = ends.filter(({ id }) => ids.has(String(id))).map(({ ts }) => nsOfMicros(ts));
  return starts.sort((a, b) => Number(a - b))[0]!;
}

test.describe('two ranks with steps', () => {
  test.use({
    demoArgs: ['--tp', '2', '--steps', '4'],
    hostArgs: [],
    addressParams: { measure: '', backend: 'raster' },
  });

  test('all ranks are aligned on the step in view, whose start is then the same; times are told within their step', async ({
    app: { page },
    job,
  }) => {
    await ready(page);
    await showOwnClocks(page);
    await drawingSettled(page);
    const ranks = await Promise.all([0, 1].map((rank) => slicesOfRank(job.folder, rank)));
    const marks = ranks.map((slices) => slices.find(({ name }) => name === 'ProfilerStep#12')!);
    const origin = BigInt(
      await page.evaluate(() => String(window.__tracelane!.session.store.getState().dump.originNs)),
    );
    await page.evaluate(({ startNs, endNs }) => window.__tracelane!.session.actions.setView({ startNs, endNs }), {
      startNs: Number(marks[0]!.epochStartNs - origin),
      endNs: Number(marks[0]!.epochStartNs - origin) + marks[0]!.durationNs,
    });
    await drawingSettled(page);
    await run(page, 'Times: within the step');
    await expect(page.locator('.timeline-overview-side')).toContainText('In step');

    await run(page, 'Align all ranks on the step in view');
    const starts = await Promise.all(marks.map((mark, rank) => stepStartNs(job.folder, rank, mark)));
    const wanted = Number(starts[0]! - starts[1]!);
    await expect.poll(() => movedBy(page)).toEqual(wanted === 0 ? [] : [[1, wanted]]);
    expect(wanted).not.toBe(0);

    // A slice of the step says how long after the step's start it begins.
    const kernel = ranks[0]!
      .filter(({ process, epochStartNs }) => process === 'Ascend Hardware' && epochStartNs > starts[0]!)
      .sort((a, b) => Number(a.epochStartNs - b.epochStartNs))[3]!;
    await page.evaluate(
      async ({ name, epoch }) => {
        const { session } = window.__tracelane!;
        const { originNs } = session.store.getState().dump;
        const { slices } = await session.engine.search({ dump: session.dumpId, text: name, maxResults: 20_000 });
        const at = Number(BigInt(epoch) - originNs);
        session.actions.jumpTo(slices.find((own) => own.ref.rank === 0 && own.startNs === at)!);
      },
      { name: kernel.name, epoch: String(kernel.epochStartNs) },
    );
    await drawingSettled(page);
    const place = await page.evaluate(() => {
      const own = window.__tracelane!.session.store.getState().selectedDetails;
      const probe = window.__tracelane!.probe();
      const top = own && probe.laneTop(own.lane, own.row);
      return own && top && { x: probe.xOf(own.startNs + own.durationNs / 2), y: top.top + top.height / 2 };
    });
    if (!place) throw new Error('the kernel is not in the timeline');
    await page.mouse.move(place.x, place.y);
    const since = Number(kernel.epochStartNs - starts[0]!);
    const tooltip = page.locator('.timeline-tooltip');
    await expect(tooltip).toContainText('#12 +');
    const told = plain(await tooltip.textContent());
    const text = /#12 \+([\d., ]+?) ?(ns|µs|ms|s)(?![a-z])/.exec(told);
    const unit = { ns: 1, µs: 1e3, ms: 1e6, s: 1e9 }[text?.[2] ?? 'ns']!;
    expect(Math.abs(Number(text?.[1]?.replace(/[, ]/g, '')) * unit - since), told).toBeLessThan(unit / 100);
  });
});
