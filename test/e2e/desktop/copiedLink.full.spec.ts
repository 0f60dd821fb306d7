/** On the desktop a window has no address that could be given to anybody: a copied link is one of tracelane://, and asks before it opens. */
import { dumpPath, expect, requireDumps, test } from '../support/test';
import { dumpReady } from '../support/waiting';

requireDumps();
const trace = dumpPath('kineto/a100_switch_few_flows.json');

test.use({ addressParams: { measure: '', backend: 'raster' } });

test('a copied link opens the dump at its view and selection once the user agrees, also where no window is open yet', async ({
  desktop,
}) => {
  const { standIn, page: pageOf } = await desktop.start([trace]);
  const page = await pageOf();
  await dumpReady(page);
  const look = () =>
    page.evaluate(() => {
      const state = window.__tracelane?.session.store.getState();
      if (!state) return undefined;
      const { view, selectedDetails, selectedRange, hidden, dump } = state;
      const names = dump.ranks.flatMap(({ groups }) =>
        groups.flatMap(({ lanes }) => lanes.filter(({ id }) => hidden.has(id)).map(({ name }) => name)),
      );
      return { view, selectedRange, selected: selectedDetails?.name, start: selectedDetails?.startNs, hidden: names };
    });
  await page.evaluate(async () => {
    const { actions, engine, dumpId, store } = window.__tracelane!.session;
    const { startNs, endNs, ranks } = store.getState().dump;
    const { slices } = await engine.search({ dump: dumpId, text: 'aten::', maxResults: 100 });
    actions.hideLanes([{ kind: 'lane', id: ranks[0]!.groups[0]!.lanes[0]!.id }] as never);
    actions.selectSlice(slices[20]!.ref);
    actions.selectRange({
      startNs: Math.round(startNs + (endNs - startNs) / 3),
      endNs: Math.round((startNs + endNs) / 2),
    });
    actions.setView({ startNs: Math.round(startNs + (endNs - startNs) / 4), endNs: Math.round((startNs + endNs) / 2) });
  });
  await expect.poll(async () => (await look())?.selected).toBeDefined();
  const expected = await look();
  expect(expected?.hidden).toHaveLength(1);
  // What a page reads of the clipboard is not its own: what it writes is looked at instead.
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => {
      (window as never as { copied: string }).copied = text;
    };
  });
  await page.keyboard.press('Control+KeyK');
  await page.keyboard.type('Copy link');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const link = await page.evaluate(() => (window as never as { copied: string }).copied);
  const { protocol, host, searchParams } = new URL(link);
  expect([protocol, host, searchParams.getAll('path')]).toEqual(['tracelane:', 'open', [trace]]);

  // Looked at and arranged otherwise, then the link is followed.
  await page.evaluate(() => {
    const { actions } = window.__tracelane!.session;
    actions.resetLanes();
    actions.selectSlice(undefined);
    actions.selectRange(undefined);
    actions.viewAll();
  });
  await standIn.ask('app-event', 'open-url', {}, link);
  // Nothing is opened before anybody has agreed.
  await expect.poll(async () => (await asked(standIn)).length, 'the question whether to open it').toBe(1);
  expect((await look())?.selected).toBeUndefined();
  await standIn.ask('choose', 0);
  await expect.poll(look).toEqual(expected);
});

interface Handed {
  readonly what: string;
  readonly args: readonly unknown[];
}

async function asked(standIn: { ask(what: string): Promise<unknown> }): Promise<readonly Handed[]> {
  return ((await standIn.ask('to-system')) as readonly Handed[]).filter(({ what }) => what === 'dialog.showMessageBox');
}

test('a link that starts the application shows its view in the first window', async ({ desktop }) => {
  const view = 'tab=timeline&view=1..2&panel=flows';
  const { standIn, page: pageOf } = await desktop.start([`tracelane://open?path=${encodeURIComponent(trace)}#${view}`]);
  const page = await pageOf();
  await expect(page.getByRole('button', { name: 'Open folder…' })).toBeVisible();
  await standIn.ask('choose', 0);
  await expect(page).toHaveTitle('a100_switch_few_flows.json — Tracelane');
  await expect(page.getByRole('tab', { name: 'Flows', selected: true })).toBeVisible();
});
