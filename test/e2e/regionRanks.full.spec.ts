/** A region across the lanes of two ranks: every column of its table, a column a rank, against a plain loop over the files. */
import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { dumpPath, expect, requireDumps, test } from './support/test';
import { type FileSlice, slicesOfRank } from './support/traceFile';
import { drawingSettled, dumpReady, showOwnClocks } from './support/waiting';

const dump = dumpPath('ascend/text_level1_2ranks');

requireDumps();
test.use({ hostArgs: [dump], addressParams: { measure: '', backend: 'raster' } });

const endOf = ({ epochStartNs, durationNs }: FileSlice) => epochStartNs + BigInt(durationNs);

/** The fullest lane of Python on which no two calls cross: there is no doubt what is within what. */
function nestedLane(slices: readonly FileSlice[]): readonly FileSlice[] {
  const python = slices.filter(({ process }) => process === 'Python');
  const lanes = new Map<string, FileSlice[]>();
  for (const own of python) {
    const key = `${own.pid} ${own.tid}`;
    lanes.set(key, [...(lanes.get(key) ?? []), own]);
  }
  const nested = [...lanes.values()].filter((lane) =>
    lane.every((one) =>
      lane.every(
        (other) =>
          other.epochStartNs >= endOf(one) ||
          endOf(other) <= one.epochStartNs ||
          (other.epochStartNs >= one.epochStartNs && endOf(other) <= endOf(one)) ||
          (one.epochStartNs >= other.epochStartNs && endOf(one) <= endOf(other)),
      ),
    ),
  );
  return nested.sort((a, b) => b.length - a.length)[0]!;
}

interface Sum {
  count: number;
  total: number;
  self: number;
  least: number;
  most: number;
  whole: number;
  readonly ofRank: number[];
}

/** Durations clipped to the stretch; what is directly within a call is not its own. */
function sumsOf(lanes: readonly (readonly FileSlice[])[], fromNs: bigint, toNs: bigint): ReadonlyMap<string, Sum> {
  const clip = (own: FileSlice): number => {
    const [from, to] = [own.epochStartNs > fromNs ? own.epochStartNs : fromNs, endOf(own) < toNs ? endOf(own) : toNs];
    return Number(to - from);
  };
  const sums = new Map<string, Sum>();
  for (const [rank, lane] of lanes.entries()) {
    const inside = lane.filter((own) => {
      const clipped = clip(own);
      return clipped > 0 || (clipped === 0 && own.durationNs === 0);
    });
    const sorted = [...inside].sort((a, b) => Number(a.epochStartNs - b.epochStartNs) || b.durationNs - a.durationNs);
    const self = new Map(sorted.map((own) => [own, clip(own)]));
    const open: FileSlice[] = [];
    for (const own of sorted) {
      while (open.length > 0 && endOf(open.at(-1)!) <= own.epochStartNs) open.pop();
      const parent = open.at(-1);
      if (parent) self.set(parent, self.get(parent)! - clip(own));
      open.push(own);
    }
    for (const own of inside) {
      const clipped = clip(own);
      const sum = sums.get(own.name) ?? {
        ...{ count: 0, total: 0, self: 0, least: Number.POSITIVE_INFINITY, most: 0, whole: 0 },
        ofRank: lanes.map(() => 0),
      };
      sum.count++;
      sum.total += clipped;
      sum.self += self.get(own)!;
      sum.least = Math.min(sum.least, clipped);
      sum.most = Math.max(sum.most, clipped);
      sum.whole += own.durationNs;
      sum.ofRank[rank]! += clipped;
      sums.set(own.name, sum);
    }
  }
  return sums;
}

async function savedCsv(panel: Locator): Promise<readonly (readonly string[])[]> {
  const downloading = panel.page().waitForEvent('download');
  await panel.getByRole('button', { name: /csv/i }).click();
  return cellsOf(await readFile(await (await downloading).path(), 'utf8'));
}

function cellsOf(text: string): readonly (readonly string[])[] {
  const lines = text
    .replace(/^\ufeff/, '')
    .trim()
    .split(/\r?\n/);
  const cell = /(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g;
  return lines.map((line) =>
    [...line.matchAll(cell)].map(([, quoted, own]) => quoted?.replace(/""/g, '"') ?? own ?? ''),
  );
}

test.afterEach(({ context }) => context.clearPermissions());

test('count, total, self, share, mean, least, most and unclipped of each name, and a column a rank; copied as CSV and TSV', async ({
  app: { page, screenshot },
}) => {
  await dumpReady(page);
  await showOwnClocks(page);
  const lanes = (await Promise.all([0, 1].map((rank) => slicesOfRank(dump, rank)))).map(nestedLane);
  // From the middle of the first lane's first call to the middle of the last one's.
  const [first, last] = [lanes[0]![0]!, lanes[0]!.reduce((a, b) => (endOf(a) > endOf(b) ? a : b))];
  const [fromNs, toNs] = [
    first.epochStartNs + BigInt(Math.floor(first.durationNs / 2)),
    endOf(last) - BigInt(Math.floor(last.durationNs / 2)),
  ];
  const sums = sumsOf(lanes, fromNs, toNs);
  expect(sums.size).toBeGreaterThan(10);
  const cut = [...sums.values()].filter(({ total, whole }) => total < whole);
  expect(cut.length).toBeGreaterThan(0);
  expect([...sums.values()].filter(({ total, self }) => self < total).length).toBeGreaterThan(3);

  await page.evaluate(
    ({ from, to, places }) => {
      const { store, actions } = window.__tracelane!.session;
      const { ranks, originNs } = store.getState().dump;
      const ids = places.flatMap(({ pid, tid }, rank) =>
        ranks[rank]!.groups.filter((group) => group.pid === pid)
          .flatMap((group) => group.lanes.filter((lane) => lane.kind === 'slices' && lane.tid === tid))
          .map(({ id }) => id),
      );
      if (ids.length !== 2) throw new Error(`${ids.length} lanes`);
      actions.selectRange({ startNs: Number(BigInt(from) - originNs), endNs: Number(BigInt(to) - originNs) }, ids);
    },
    { from: String(fromNs), to: String(toNs), places: lanes.map(([own]) => ({ pid: own!.pid, tid: own!.tid })) },
  );
  const panel = page.getByRole('tabpanel', { name: 'Selection' });
  await expect(panel).toContainText(`${sums.size} names`);
  await screenshot('region-of-two-ranks');

  const lengthNs = Number(toNs - fromNs);
  const expected = (name: string): readonly number[] => {
    const { count, total, self, least, most, whole, ofRank } = sums.get(name)!;
    return [count, total, self, (100 * total) / lengthNs / lanes.length, total / count, least, most, whole, ...ofRank];
  };
  const check = ([titles, ...rows]: readonly (readonly string[])[]) => {
    expect(titles!.map((own) => own.replace(/ \(.*\)$/, ''))).toEqual([
      'Name',
      'Count',
      'Total',
      'Self',
      'Share',
      'Mean',
      'Min',
      'Max',
      'Unclipped',
      'Rank 0',
      'Rank 1',
    ]);
    expect(new Set(rows.map(([name]) => name))).toEqual(new Set(sums.keys()));
    for (const [name, ...cells] of rows)
      for (const [at, own] of expected(name!).entries()) {
        // A rank without a slice of the name has none, which is written as 0 or nothing.
        const cell = Number(cells[at] || 0);
        expect(Math.abs(cell - own), `${titles![at + 1]} of ${name}: ${cells[at]} for ${own}`).toBeLessThan(0.01);
      }
  };
  check(await savedCsv(panel));

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await panel.locator('.table-row').first().getByRole('gridcell').first().click();
  await page.keyboard.press('Control+KeyA');
  await page.keyboard.press('Control+KeyC');
  await expect(panel.getByText(/copied/i)).toBeVisible();
  const tsv = await page.evaluate(() => navigator.clipboard.readText());
  check(tsv.split('\n').map((line) => line.split('\t')));
  await panel.locator('.table-row').first().getByRole('gridcell').first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: /rows as CSV$/ }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(',');
  check(cellsOf(await page.evaluate(() => navigator.clipboard.readText())));
});

test('dragged over the lanes of two ranks, their times clipped: a column a rank', async ({ app: { page } }) => {
  await dumpReady(page);
  await showOwnClocks(page);
  await page.evaluate(() => {
    const { actions } = window.__tracelane!.session;
    actions.filterLanes({ text: 'stream 2' });
    actions.viewAll();
  });
  const rows = page.getByRole('treeitem', { name: /^Stream 2/ });
  await expect(rows).toHaveCount(2);
  await drawingSettled(page);
  const streams = (await Promise.all([0, 1].map((rank) => slicesOfRank(dump, rank)))).map((slices) =>
    slices.filter(({ process, tid }) => process === 'Ascend Hardware' && tid === '2'),
  );
  // From the middle of the longest one of the first rank to beyond the longest of the other.
  const [own, other] = streams.map((slices) => slices.reduce((a, b) => (a.durationNs > b.durationNs ? a : b))) as [
    FileSlice,
    FileSlice,
  ];
  const [fromX, toX] = await page.evaluate(
    (epochs) => {
      const { originNs } = window.__tracelane!.session.store.getState().dump;
      return epochs.map((ns) => window.__tracelane!.probe().xOf(Number(BigInt(ns) - originNs)));
    },
    [own.epochStartNs + BigInt(Math.round(own.durationNs / 2)), endOf(other) + 20_000_000n].map(String),
  );
  const [first, second] = await Promise.all([rows.nth(0).boundingBox(), rows.nth(1).boundingBox()]);
  await page.keyboard.down('Shift');
  await page.mouse.move(fromX!, first!.y + first!.height / 2);
  await page.mouse.down();
  await page.mouse.move(toX!, second!.y + second!.height / 2, { steps: 5 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  const region = await page.evaluate(() => {
    const { selectedRange, selectedLanes, dump: own } = window.__tracelane!.session.store.getState();
    const lanes = own.ranks.flatMap(({ rank, groups }) =>
      groups.flatMap((group) =>
        group.lanes.filter(({ id }) => selectedLanes?.has(id)).map(({ name }) => `${rank} ${group.name} ${name}`),
      ),
    );
    return { ...selectedRange!, lanes, originNs: String(own.originNs) };
  });
  expect(region.lanes).toEqual(['0 Ascend Hardware Stream 2', '1 Ascend Hardware Stream 2']);
  const at = (ns: number) => BigInt(region.originNs) + BigInt(ns);
  const sums = sumsOf(streams, at(region.startNs), at(region.endNs));
  expect([...sums.values()].filter(({ ofRank }) => ofRank.every((ns) => ns > 0)).length).toBeGreaterThan(2);
  expect([...sums.values()].filter(({ total, whole }) => total < whole).length).toBeGreaterThan(0);

  const panel = page.getByRole('tabpanel', { name: 'Selection' });
  await expect(panel).toContainText(`${sums.size} names`);
  const [titles, ...cells] = await savedCsv(panel);
  const column = (title: string) => titles!.findIndex((own) => own.startsWith(title));
  const [name, count, total, unclipped] = ['Name', 'Count', 'Total', 'Unclipped'].map(column) as [
    number,
    number,
    number,
    number,
  ];
  const ofRanks = [column('Rank 0'), column('Rank 1')];
  const found = cells.map((row) => [
    row[name],
    [count, total, unclipped, ...ofRanks].map((own) => Math.round(Number(row[own] || 0))),
  ]);
  const expected = [...sums].map(([own, sum]) => [own, [sum.count, sum.total, sum.whole, ...sum.ofRank]]);
  const byName = (a: unknown[], b: unknown[]) => (String(a[0]) < String(b[0]) ? -1 : 1);
  expect(found.sort(byName)).toEqual(expected.sort(byName));
});
