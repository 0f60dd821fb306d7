import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from './support/test';

const THREADS = 6000;
const folder = mkdtempSync(join(tmpdir(), 'tracelane-lanes-'));
const path = join(folder, 'threads.json');
const events = Array.from(
  { length: THREADS },
  (_, tid) => `{"ph":"X","ts":${tid},"dur":3,"pid":1,"tid":${tid},"name":"op"}`,
);
writeFileSync(path, `[${events.join(',')}]`);

test.use({ hostArgs: [path] });
// Also in the process that only lists the tests.
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

test('a lane among too many is found by the filter above the tree, and all are back when it is empty', async ({
  app,
}) => {
  const { page } = app;
  const lanes = page.getByRole('tree', { name: /lanes/i });
  await expect(page.getByText('1 rank · 4,001 lanes · 6,000 events')).toBeVisible({ timeout: 30_000 });
  const filter = page.getByRole('searchbox', { name: /^Filter lanes/ });
  await filter.fill(`thread ${THREADS - 1}`);
  await filter.press('Enter');
  await expect(lanes.getByRole('treeitem', { name: `Thread ${THREADS - 1}`, exact: true })).toBeVisible();
  await expect(lanes.getByRole('treeitem', { name: /^… \+5,999/ })).toBeVisible();
  await filter.fill('');
  await filter.press('Enter');
  await expect(page.getByText('1 rank · 4,001 lanes · 6,000 events')).toBeVisible();
});
