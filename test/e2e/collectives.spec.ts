/** Communication groups in the lanes' titles, and the n-th collective of one on all of its ranks, against the files. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './support/test';
import { type FileSlice, slicesOfRank } from './support/traceFile';
import { dumpReady } from './support/waiting';

test.use({ demoArgs: ['--tp', '2', '--dp', '2', '--steps', '2'], addressParams: { measure: '', backend: 'raster' } });

/** By the last three digits of a group's key, which its collectives have in their names: what the group is for. */
async function groupNames(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const rank of (await readdir(folder)).filter((name) => name.endsWith('_ascend_pt'))) {
    const text = await readFile(join(folder, rank, 'profiler_metadata.json'), 'utf8');
    const { parallel_group_info: groups } = JSON.parse(text) as {
      parallel_group_info: Readonly<Record<string, { readonly group_name: string }>>;
    };
    for (const [key, { group_name: name }] of Object.entries(groups)) names.set(key.slice(-3), name);
  }
  return names;
}

const groupOf = ({ name }: FileSlice) => /^hcom_\w+?__(\d{3})_/.exec(name)?.[1];

/** What is selected, in ns of the files' clock. */
const chosen = (page: Page) =>
  page.evaluate(() => {
    const { chosenSlices, dump } = window.__tracelane!.session.store.getState();
    return chosenSlices.map(({ ref, name, startNs }) => [
      dump.ranks[ref.rank]!.rank,
      name,
      String(dump.originNs + BigInt(startNs)),
    ]);
  });

test('lanes say what their group is for; the n-th collective is picked, shown on all ranks, and aligned @full', async ({
  app: { page, screenshot },
  job: { folder },
}) => {
  await dumpReady(page);
  // As the files have them.
  await page.evaluate(() => window.__tracelane!.session.actions.setClock({ mode: 'off' }));
  const names = await groupNames(folder);
  const ofRanks = await Promise.all([0, 1].map((rank) => slicesOfRank(folder, rank)));
  const collectives = ofRanks.map((slices) =>
    slices.filter((slice) => groupOf(slice) !== undefined).sort((a, b) => Number(a.epochStartNs - b.epochStartNs)),
  );
  const lanes = new Map(collectives[0]!.map((slice) => [slice.tid, names.get(groupOf(slice)!)]));
  expect([...lanes.values()].sort()).toEqual(['dp', 'tp']);
  const titles = page.getByRole('treeitem', { name: /^Group \d+ Communication/ });
  for (const name of lanes.values())
    await expect(titles.filter({ hasText: new RegExp(`\\b${name}\\b`) }).first()).toBeVisible();

  const ofGroup = collectives.map((own) => own.filter((slice) => names.get(groupOf(slice)!) === 'tp'));
  const seventh = ofGroup.map((own) => own[6]!);
  expect(seventh[0]!.name).toBe(seventh[1]!.name);
  await page.locator('#timeline-area').focus();
  await page.keyboard.press('KeyC');
  const dialog = page.getByRole('dialog', { name: 'Go to a collective' });
  const group = dialog.getByRole('combobox', { name: 'Communication group' });
  await group.selectOption({ label: 'tp · ranks 0, 1' });
  const field = dialog.getByRole('textbox', { name: 'Number of the collective' });
  await field.fill(String(ofGroup[0]!.length + 1));
  await expect(dialog.getByText(/Enter a number from 1 on/)).toBeVisible();
  await field.fill('7');
  await expect(dialog.getByText(seventh[0]!.name).first()).toBeVisible();
  await screenshot('go-to-collective');
  await field.press('Enter');
  const expected = seventh.map(({ name, epochStartNs }, rank) => [rank, name, String(epochStartNs)]);
  await expect.poll(() => chosen(page)).toEqual(expected);
  const isInView = await page.evaluate(() => {
    const { chosenSlices, view, pinned } = window.__tracelane!.session.store.getState();
    return chosenSlices.every(
      ({ startNs, durationNs, lane }) =>
        startNs >= view.startNs && startNs + durationNs <= view.endNs && pinned.includes(lane),
    );
  });
  expect(isInView).toBe(true);

  await page.locator('#timeline-area').focus();
  await page.keyboard.press('KeyC');
  await expect(field).toBeFocused();
  // The group that was chosen last.
  await expect(group.locator('option:checked')).toHaveText('tp · ranks 0, 1');
  await page.keyboard.type('7');
  await dialog.getByRole('button', { name: 'Align the ranks on it' }).click();
  const together = seventh.map(({ name }, rank) => [rank, name, String(seventh[0]!.epochStartNs)]);
  await expect.poll(() => chosen(page)).toEqual(together);
});

test('C pressed before it is known what the dump has opens the dialog, which finds the groups by itself @full', async ({
  app: { page },
}) => {
  await dumpReady(page);
  // As it is for a while on a machine that is busy.
  await page.evaluate(() => window.__tracelane!.session.store.setState({ views: undefined }));
  await page.locator('#timeline-area').focus();
  await page.keyboard.press('KeyC');
  const dialog = page.getByRole('dialog', { name: 'Go to a collective' });
  await expect(dialog.getByRole('combobox', { name: 'Communication group' })).toBeVisible();
});

interface NamedThread {
  readonly name: string;
  readonly pid: number | string;
  readonly tid: number | string;
  readonly args: { readonly name: string };
}

/** How many lanes the rank's file has for groups that are for `purpose`: one of collectives, and the planes that come after it. */
async function lanesFor(folder: string, rank: number, purpose: string): Promise<number> {
  const names = await groupNames(folder);
  const threads = new Set(
    (await slicesOfRank(folder, rank))
      .filter((slice) => names.get(groupOf(slice) ?? '') === purpose)
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const folders = await readdir(folder);
  for (const own of folders.filter((name) => name.endsWith('_ascend_pt'))) {
    if (!(await readdir(join(folder, own))).includes(`profiler_info_${rank}.json`)) continue;
    const text = await readFile(join(folder, own, 'ASCEND_PROFILER_OUTPUT', 'trace_view.json'), 'utf8');
    const named = (JSON.parse(text) as readonly NamedThread[])
      .filter(({ name, args }) => name === 'thread_name' && /^(Group|Plane) /.test(args.name))
      .sort((a, b) => Number(a.tid) - Number(b.tid));
    let isWanted = false;
    return named.filter(({ pid, tid, args }) => {
      if (args.name.startsWith('Group')) isWanted = threads.has(`${pid} ${tid}`);
      return isWanted;
    }).length;
  }
  throw new Error(`no rank ${rank}`);
}

test.describe('two groups of each kind', () => {
  test.use({
    demoArgs: ['--tp', '2', '--dp', '2', '--steps', '1', '--ranks', '4'],
    viewport: { width: 1280, height: 1400 },
  });

  test('what groups are for filters the lanes; one click leaves those of one group, on its ranks @full', async ({
    app: { page },
    job: { folder },
  }) => {
    await dumpReady(page);
    const counts = await Promise.all([0, 1, 2, 3].map((rank) => lanesFor(folder, rank, 'tp')));
    expect(Math.min(...counts)).toBeGreaterThan(1);
    const all = counts.reduce((sum, count) => sum + count, 0);
    const bar = page.getByRole('region', { name: 'Lanes that are left out' });
    const titles = page.locator('.timeline-titles .timeline-title-text');
    await page.locator('#timeline-area').focus();
    await page.keyboard.press('Shift+KeyF');
    await page.keyboard.type('tp');
    await expect(bar).toContainText(`${all} of `);
    await expect(titles.filter({ hasText: /^Group / })).toHaveCount(4);

    // Tensor parallelism of ranks 0 and 1 is a group of its own; 2 and 3 have another.
    await titles
      .filter({ hasText: /^Group / })
      .first()
      .click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Lanes of its communication group, all ranks' }).click();
    await expect(bar).toContainText(`${counts[0]! + counts[1]!} of `);
    await expect(titles.filter({ hasText: /^Rank / })).toHaveText(['Rank 0', 'Rank 1']);
  });
});
