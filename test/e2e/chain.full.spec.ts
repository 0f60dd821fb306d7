/** The chain of a slice, from Python to the device and from the forward op to its backward op. Against the arrows of the file. */
import type { Locator, Page } from '@playwright/test';
import { dumpPath, expect, requireDumps, test } from './support/test';
import { eventsOfRank, type FileSlice, nsOfMicros, type RawEvent, slicesOfRank } from './support/traceFile';
import { dumpReady, showOwnClocks } from './support/waiting';

const dump = dumpPath('ascend/text_level1_2ranks');
const KERNEL = 'Conv2D1';

requireDumps();
test.use({ hostArgs: [dump], addressParams: { measure: '', backend: 'raster' } });

test.beforeEach(async ({ app: { page } }) => {
  await dumpReady(page);
  await showOwnClocks(page);
});

interface Arrow {
  readonly category: string;
  readonly from: FileSlice;
  readonly to: FileSlice;
  readonly delayNs: number;
}

const endOf = ({ epochStartNs, durationNs }: FileSlice) => epochStartNs + BigInt(durationNs);
const keyOf = ({ name, epochStartNs }: FileSlice) => `${name} ${epochStartNs}`;
const isAround = (outer: FileSlice, inner: FileSlice) =>
  outer !== inner &&
  outer.pid === inner.pid &&
  outer.tid === inner.tid &&
  outer.epochStartNs <= inner.epochStartNs &&
  endOf(outer) >= endOf(inner);

/** An end belongs to the innermost slice around it. */
async function arrowsOfRank(rank: number, slices: readonly FileSlice[]): Promise<readonly Arrow[]> {
  const events = await eventsOfRank(dump, rank);
  const starts = new Map(events.filter(({ ph }) => ph === 's').map((own) => [`${own.cat} ${own.id}`, own]));
  const sliceAt = ({ pid, tid, ts }: RawEvent) => {
    const at = nsOfMicros(ts);
    return slices
      .filter((own) => own.pid === String(pid) && own.tid === String(tid) && own.epochStartNs <= at && at <= endOf(own))
      .reduce<FileSlice | undefined>(
        (inner, own) => (inner && (inner.epochStartNs > own.epochStartNs || isAround(own, inner)) ? inner : own),
        undefined,
      );
  };
  return events.flatMap((end) => {
    const start = end.ph === 'f' ? starts.get(`${end.cat} ${end.id}`) : undefined;
    if (!start) return [];
    const [from, to] = [sliceAt(start), sliceAt(end)];
    if (!from || !to) return [];
    return [{ category: end.cat ?? '', from, to, delayNs: Number(nsOfMicros(end.ts) - nsOfMicros(start.ts)) }];
  });
}

/** All that arrows lead to, however far; those between forward and backward ops lead nowhere. */
function followed(arrows: readonly Arrow[], from: readonly FileSlice[], way: 'from' | 'to'): readonly FileSlice[] {
  const found = new Set<FileSlice>();
  const open = [...from];
  for (let own = open.pop(); own; own = open.pop())
    for (const arrow of arrows) {
      const [here, there] = way === 'to' ? [arrow.from, arrow.to] : [arrow.to, arrow.from];
      if (here !== own || arrow.category === 'fwdbwd' || found.has(there)) continue;
      found.add(there);
      open.push(there);
    }
  return [...found];
}

const selected = (page: Page) =>
  page.evaluate(() => {
    const own = window.__tracelane!.session.store.getState().selectedDetails;
    return own && `${own.name} ${own.epochStartNs}`;
  });

async function select(page: Page, { name, epochStartNs }: FileSlice): Promise<void> {
  await page.evaluate(
    async (wanted) => {
      const { session } = window.__tracelane!;
      const { originNs } = session.store.getState().dump;
      const { slices } = await session.engine.search({ dump: session.dumpId, text: wanted.name, maxResults: 20_000 });
      const at = Number(BigInt(wanted.epoch) - originNs);
      const found = slices.find((own) => own.name === wanted.name && own.ref.rank === 0 && own.startNs === at);
      if (!found) throw new Error(`no ${wanted.name} at ${at}`);
      session.actions.jumpTo(found);
    },
    { name, epoch: String(epochStartNs) },
  );
  await expect.poll(() => selected(page)).toBe(`${name} ${epochStartNs}`);
}

test('of a kernel: what launched it, the ops and Python calls around that, the backward op, and the kernels of that', async ({
  app: { page, screenshot },
}) => {
  const slices = await slicesOfRank(dump, 0);
  const arrows = await arrowsOfRank(0, slices);
  const kernel = slices.find(({ name, process }) => name === KERNEL && process === 'Ascend Hardware')!;
  const before = followed(arrows, [kernel], 'from');
  expect(before.length).toBeGreaterThanOrEqual(2);
  const around = slices.filter((own) => !before.includes(own) && before.some((inner) => isAround(own, inner)));
  expect(around.filter(({ category }) => category === 'python_function').length).toBeGreaterThan(5);
  const ops = [...before, ...around];
  const partners = arrows
    .filter(({ category, from }) => category === 'fwdbwd' && ops.includes(from))
    .map(({ to }) => to);
  expect(partners.map(({ name }) => name)).toEqual(['ConvolutionBackward0']);
  const within = slices.filter((own) => isAround(partners[0]!, own));
  const kernels = followed(arrows, [partners[0]!, ...within], 'to').filter(
    ({ process }) => process === 'Ascend Hardware',
  );
  expect(kernels.length).toBeGreaterThan(1);

  await select(page, kernel);
  await page.locator('#timeline-area').focus();
  await page.keyboard.press('Shift+KeyC');
  const flows = page.getByRole('tabpanel', { name: 'Flows' });
  await expect(flows.getByRole('option').first()).toBeVisible();
  await screenshot('chain-to-backward');
  const chain = await page.evaluate(async () => {
    const { session } = window.__tracelane!;
    const { originNs } = session.store.getState().dump;
    const slice = session.store.getState().selectedSlice!;
    const { items } = (await session.engine.ask(session.dumpId, 'timeline.chain', { slice }))!;
    return items.map(({ role, groupName, slice: own }) => ({
      role,
      group: groupName,
      key: `${own.name} ${originNs + BigInt(own.startNs)}`,
    }));
  });
  const keysOf = (role: string) => chain.filter((item) => item.role === role).map(({ key }) => key);
  const sorted = (own: readonly FileSlice[]) => own.map(keyOf).sort();
  expect(keysOf('before').sort()).toEqual(sorted(before));
  expect(keysOf('around').sort()).toEqual(sorted(around));
  expect(keysOf('partner').sort()).toEqual(sorted(partners));
  const onDevice = chain.filter(({ role, group }) => role === 'partner-after' && group === 'Ascend Hardware');
  expect(onDevice.map(({ key }) => key).sort()).toEqual(sorted(kernels));

  // To the backward op, and from there back to the forward op.
  const partner = flows.getByRole('option').filter({ hasText: /^Forward ↔ backward/ });
  await scrolledTo(flows, partner);
  await partner.dblclick();
  await expect.poll(() => selected(page)).toBe(keyOf(partners[0]!));
  const forward = arrows.find(({ category, to }) => category === 'fwdbwd' && to === partners[0])!.from;
  const back = partner.filter({ hasText: forward.name });
  await scrolledTo(flows, back);
  await back.dblclick();
  await expect.poll(() => selected(page)).toBe(keyOf(forward));
});

/** Only what is in sight of a list is in the document. */
async function scrolledTo(panel: Locator, option: Locator): Promise<void> {
  const list = panel.getByRole('listbox');
  await expect(list).toBeVisible();
  await expect(async () => {
    for (let top = 0; top < 3_000 && (await option.count()) === 0; top += 100) {
      await list.evaluate((own, to) => {
        own.scrollTop = to;
      }, top);
      await panel.page().waitForTimeout(50);
    }
    expect(await option.count()).toBe(1);
  }).toPass();
  await option.scrollIntoViewIfNeeded();
}
