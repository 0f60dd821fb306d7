/** Lanes out of files: dropped onto a dump or opened with it, exact to the ns, kept, renamed and taken away. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { dumpPath, expect, requireDumps, test } from './support/test';
import { slicesOfRank } from './support/traceFile';
import { dumpReady } from './support/waiting';

const dump = dumpPath('ascend/text_level1_2ranks');

requireDumps();
test.use({ hostArgs: [dump], hasOwnHost: true, addressParams: { measure: '', backend: 'raster' } });

/** Of each rank the lanes of files: name, epoch times of the first and last ns, and how much is on them. */
const shown = (page: Page) =>
  page.evaluate(() => {
    const { dump: state } = window.__tracelane!.session.store.getState();
    const epoch = (ns: number) => String(state.originNs + BigInt(Math.round(ns)));
    return state.ranks.map((rank) =>
      (rank.groups.find(({ isOwn }) => isOwn)?.lanes ?? []).map((lane) => [
        lane.name,
        epoch(lane.startNs),
        epoch(lane.endNs),
        lane.kind === 'slices' ? lane.sliceCount : lane.series[0]!.sampleCount,
      ]),
    );
  });

test(
  'a csv dropped onto a dump: events and counters of its ranks to the ns, bad lines with their bytes, kept and removed @full',
  {
    tag: '@browser',
  },
  async ({ app }, info) => {
    const { page } = app;
    await dumpReady(page);
    // A file's times are by the clock of its rank, which is shown as it is then.
    await page.evaluate(() => window.__tracelane!.session.actions.setClock({ mode: 'off' }));
    const starts = (await slicesOfRank(dump, 0)).map(({ epochStartNs }) => epochStartNs);
    const first = starts.sort((a, b) => Number(a - b))[0]!;
    const us = (ns: bigint) => `${ns / 1000n}.${String(ns % 1000n).padStart(3, '0')}`;
    const lines = ['time,name,value,duration,rank,host'];
    // A monitor at 100 µs, each sample off the grid by a few ns, and two events.
    const samples = Array.from({ length: 500 }, (_, i) => first + BigInt(i * 100_000 + (i % 7)));
    for (const [i, ns] of samples.entries()) lines.push(`${us(ns)},power,${100 + (i % 50)},,1,n7`);
    const events = [first + 12_345_678n, first + 20_000_001n];
    for (const ns of events) lines.push(`${us(ns)},checkpoint,,1500.25,0,n7`);
    lines.push('yesterday,power,1,,1,n7', `${us(first)},power,NaN,,1,n7`, '');
    const path = info.outputPath('monitor.csv');
    writeFileSync(path, lines.join('\n'));
    await app.drop(path);

    const dialog = page.getByRole('dialog', { name: 'Add lanes from a file' });
    await expect(dialog.getByRole('combobox', { name: 'Its times are in' })).toHaveValue('us');
    await expect(dialog).toContainText('2 lanes with 2 slices and 500 counter values.');
    const badAt = lines.slice(0, -3).reduce((sum, line) => sum + line.length + 1, 0);
    const number = new Intl.NumberFormat('en');
    await expect(dialog).toContainText(number.format(badAt));
    await expect(dialog).toContainText(number.format(badAt + lines.at(-3)!.length + 1));
    await app.screenshot('lane-file');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    const expected = [
      [['monitor.csv', String(events[0]), String(events[1]! + 1_500_250n), 2]],
      [['power', String(samples[0]), String(samples.at(-1)), 500]],
    ];
    await expect.poll(() => shown(page)).toEqual(expected);

    // The slice has the cells that it does not show itself, and says where its line stands.
    await page.evaluate(async () => {
      const { engine, dumpId, store, actions } = window.__tracelane!.session;
      const { ranks, startNs, endNs } = store.getState().dump;
      const lane = ranks[0]!.groups.find(({ isOwn }) => isOwn)!.lanes[0]!;
      const rows = await engine.table({
        dump: dumpId,
        source: { table: 'timeline.events', of: { ranks: [ranks[0]!.index], lanes: [lane.id], startNs, endNs } },
        firstRow: 0,
        rowCount: 10,
        columns: ['slice'],
        sort: [],
        filters: [],
      });
      const slice = rows.cells.slice!.values[0] as never;
      actions.selectSlice({ rank: ranks[0]!.index, slice, generation: ranks[0]!.generation });
    });
    const details = () =>
      page.evaluate(() => {
        const own = window.__tracelane!.session.store.getState().selectedDetails;
        return own && [own.name, String(own.epochStartNs), own.durationNs, own.args, own.place?.byteOffset];
      });
    const eventAt = lines.slice(0, 501).reduce((sum, line) => sum + line.length + 1, 0);
    await expect
      .poll(details)
      .toEqual([
        'checkpoint',
        String(events[0]),
        1_500_250,
        [{ key: 'host', value: { kind: 'text', text: 'n7' } }],
        eventAt,
      ]);

    // The file that was dropped goes with the window; what the lanes are made of does not.
    await page.reload();
    await dumpReady(page);
    await expect.poll(() => shown(page)).toEqual(expected);
    await page.getByTitle('Arrangement of the lanes').click();
    await page.getByRole('menuitem', { name: 'Own lanes…' }).click();
    const own = page.getByRole('dialog', { name: 'Own lanes' });
    await expect(own).toContainText(number.format(badAt));
    await app.screenshot('own-lanes-of-file');
    await own.getByRole('textbox', { name: 'Name of monitor.csv' }).fill('node 7');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await shown(page))[0]![0]![0]).toBe('node 7');
    await own.getByRole('button', { name: 'Remove the lane node 7' }).click();
    await expect.poll(() => shown(page)).toEqual([[], []]);
  },
);

test(
  'JSON lines without a unit ask for one; counted from the start and later; what is no such file ends in a sentence @full',
  {
    tag: '@browser',
  },
  async ({ app }, info) => {
    const { page } = app;
    await dumpReady(page);
    const path = info.outputPath('log.jsonl');
    writeFileSync(path, '{"t": 1.5, "msg": "\\u001b[31mloss\\u001b[0m", "loss": 0.5}\n{"t": 2.25, "msg": "saved"}\n');
    await app.drop(path);
    const dialog = page.getByRole('dialog', { name: 'Add lanes from a file' });
    await expect(dialog.getByRole('button', { name: 'Add', exact: true })).toBeDisabled();
    await dialog.getByRole('combobox', { name: 'Its times are in' }).selectOption('ms');
    await dialog.getByRole('textbox', { name: 'Show it later by' }).fill('10 µs');
    await dialog.getByRole('combobox', { name: 'Its lines are of' }).selectOption({ index: 1 });
    await expect(dialog).toContainText('1 lane with 2 slices and 0 counter values.');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    const origin = await page.evaluate(() => String(window.__tracelane!.session.store.getState().dump.originNs));
    const at = (ns: number) => String(BigInt(origin) + BigInt(ns));
    await expect.poll(() => shown(page)).toEqual([[], [['log.jsonl', at(1_510_000), at(2_260_000), 2]]]);

    // A file that no lane comes of can't be added, by Enter neither.
    const none = info.outputPath('none.csv');
    writeFileSync(none, 'time,name,value\nyesterday,a,1\ntoday,b,2\n');
    await app.drop(none);
    await expect(dialog).toContainText('Nothing to add');
    await expect(dialog.getByRole('button', { name: 'Add', exact: true })).toBeDisabled();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).press('Enter');
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    const wrong = info.outputPath('notes.csv');
    writeFileSync(wrong, 'colour,shape\nred,round\n');
    await app.drop(wrong);
    await expect(page.getByText('This file makes no lanes').first()).toBeVisible();
    await expect.poll(async () => (await shown(page))[1]!.length).toBe(1);
  },
);

test.describe('named beside the dump', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'tracelane-events-')), 'events.csv');
  writeFileSync(path, 'ts_us,event\n1736408883674600,a\n1736408883674700.25,b\n');
  test.use({ hostArgs: [dump, path] });

  test('a file whose header tells all becomes lanes at once @full', { tag: '@browser' }, async ({ app: { page } }) => {
    await dumpReady(page);
    await page.evaluate(() => window.__tracelane!.session.actions.setClock({ mode: 'off' }));
    await expect
      .poll(() => shown(page))
      .toEqual([[['events.csv', '1736408883674600000', '1736408883674700250', 2]], []]);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test.describe('in a folder that the host shows', () => {
  test.use({ hostArgs: [dump, '--root', '/'] });

  test(
    'a file whose path is typed is asked about on Enter, and in GBK that is said there @full',
    {
      tag: '@browser',
    },
    async ({ app }, info) => {
      const { page } = app;
      await dumpReady(page);
      const path = info.outputPath('power.csv');
      // 功耗 in GBK.
      writeFileSync(path, Buffer.from('ts_ns,name,value\n5,\xb9\xa6\xba\xc4,1\n', 'latin1'));
      await page.keyboard.press('Control+KeyO');
      const field = page.getByRole('dialog', { name: 'Open a dump' }).getByRole('textbox', { name: 'Path' });
      await expect(field).not.toHaveValue('');
      await field.fill(path);
      await field.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Add lanes from a file' });
      await expect(dialog).toContainText('1 counter value');
      await expect(dialog).toContainText('not in UTF-8');
    },
  );
});
