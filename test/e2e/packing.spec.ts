/** Hundreds of near-empty streams: shown by kind of work by themselves, taken back, and not done again. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './support/test';
import { drawingSettled, dumpReady } from './support/waiting';

/** 150 streams with three tasks each, of another kind each, and one with sixty. */
const events: object[] = [
  { ph: 'M', name: 'process_name', pid: 7, args: { name: 'Ascend Hardware' } },
  { ph: 'M', name: 'process_labels', pid: 7, args: { labels: 'NPU' } },
];
const kinds = ['MatMul', 'hcom_allReduce__123_0_1', 'MEMCPY_ASYNC'] as const;
const task = (tid: number, at: number, name: string) =>
  events.push({
    ph: 'X',
    name,
    pid: 7,
    tid,
    ts: String(1_736_412_474_000_000 + tid * 7 + at * 2_000),
    dur: 5,
    args: {},
  });
for (let tid = 1; tid <= 150; tid++) for (const [at, name] of kinds.entries()) task(tid, at, name);
for (let at = 0; at < 60; at++) task(200, at, 'MatMul');
const path = join(mkdtempSync(join(tmpdir(), 'tracelane-streams-')), 'streams.json');
writeFileSync(path, JSON.stringify(events));

test.use({ hostArgs: [path], addressParams: { measure: '', backend: 'raster' } });

/** Lanes that stand for others, with how many slices they have. */
const packed = (page: Page) =>
  page.evaluate(() => {
    const { dump, merged } = window.__tracelane!.session.store.getState();
    return dump.ranks[0]!.groups.filter(({ id }) => merged.has(id)).flatMap(({ lanes }) =>
      lanes.map((lane) => [lane.name, lane.kind === 'slices' ? lane.sliceCount : 0]),
    );
  });

test('near-empty streams stand by kind of work; undone they are one by one, also after a reload @full', async ({
  app: { page, screenshot },
}) => {
  await dumpReady(page);
  await expect
    .poll(() => packed(page))
    .toEqual([
      ['compute', 150],
      ['communication allReduce', 150],
      ['memory', 150],
    ]);
  await expect(
    page.getByText('150 streams with hardly anything on them are shown by kind of work').first(),
  ).toBeVisible();
  const lanes = page.getByRole('tree', { name: 'Lanes' });
  await expect(lanes.getByRole('treeitem', { name: /200/ })).toBeVisible();
  await screenshot('packed-streams');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('tracelane.arrangements'))).toContain('"packed":["');
  await page.reload();
  await dumpReady(page);
  await expect.poll(async () => (await packed(page)).length).toBe(3);

  await page.locator('#timeline-area').focus();
  // What has come back is nobody's act: the menu takes it apart.
  await lanes.getByRole('treeitem', { name: /^Lanes by kind of work/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Back to the lanes of the dump' }).click();
  await expect.poll(() => packed(page)).toEqual([]);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('tracelane.arrangements'))).toContain('"merges":[]');
  await page.reload();
  await dumpReady(page);
  await drawingSettled(page);
  expect(await packed(page)).toEqual([]);
});

test('Ctrl+Z takes it back', { tag: '@full' }, async ({ app: { page } }) => {
  await dumpReady(page);
  await expect.poll(async () => (await packed(page)).length).toBe(3);
  await page.locator('#timeline-area').focus();
  await page.keyboard.press('Control+KeyZ');
  await expect.poll(() => packed(page)).toEqual([]);
});
