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

test('a lane among too many is found by the filter above the tree, and all are back when it is empty @bridge', async ({
  app,
}) => {
  const { page } = app;
  const lanes = page.getByRole('tree', { name: /lanes/i });
  await expect(page.getByText('1 rank · 4,001 lanes · 6,000 events')).toBeVisible();
  const filter = page.getByRole('searchbox', { name: /^Filter lanes/ });
  await filter.fill(`thread ${THREADS - 1}`);
  await filter.press('Enter');
  await expect(lanes.getByRole('treeitem', { name: `Thread ${THREADS - 1}`, exact: true })).toBeVisible();
  await expect(lanes.getByRole('treeitem', { name: /^… \+5,999/ })).toBeVisible();
  await filter.fill('');
  await filter.press('Enter');
  await expect(page.getByText('1 rank · 4,001 lanes · 6,000 events')).toBeVisible();
});

test('lanes that only a filter finds and that are merged are so again, once it finds them after a reload', {
  tag: '@browser',
}, async ({ app: { page } }) => {
  const tree = page.getByRole('tree', { name: 'Lanes' });
  const lane = (name: string) => tree.getByRole('treeitem', { name, exact: true });
  const [first, second] = [THREADS - 2, THREADS - 1].map((tid) => `Thread ${tid}`) as [string, string];
  const together = tree.getByRole('treeitem', { name: `${first} + ${second}` });
  const filter = page.getByRole('searchbox', { name: /^Filter lanes/ });
  const find = async (text: string) => {
    await filter.fill(text);
    await filter.press('Enter');
  };
  await expect(page.getByText('1 rank · 4,001 lanes · 6,000 events')).toBeVisible();
  await find('thread 599');
  await lane(first).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Merge with the lane below' }).click();
  await expect(together).toBeVisible();
  await expect(lane(second)).toHaveCount(0);
  await expect.poll(() => new URL(page.url()).hash).toContain('merge=');
  await find('');
  await expect(page.getByText('1 rank · 4,001 lanes · 6,000 events')).toBeVisible();
  await expect.poll(() => new URL(page.url()).hash).not.toContain('only=');

  // All lanes are those of the beginning again, and they are not among them.
  await page.reload();
  await expect(page.getByText('1 rank · 4,001 lanes · 6,000 events')).toBeVisible();
  // Longer than the address waits until it is written.
  await page.waitForTimeout(1000);
  expect(new URL(page.url()).hash).toContain('merge=');
  await find(`thread ${THREADS - 2}`);
  await expect(lane(first)).toBeVisible();
  await expect(lane(second)).toHaveCount(0);
  await find('thread 599');
  await expect(together).toBeVisible();
  await expect(lane(second)).toHaveCount(0);

  // The filter comes back with a reload, too, and finds its lanes again.
  // The address is written when nothing has changed for a moment: until then it has the filter before.
  await expect.poll(() => new URLSearchParams(new URL(page.url()).hash.slice(1)).get('only')).toMatch(/thread 599"/);
  await page.reload();
  await expect(filter).toHaveValue('thread 599');
  await expect(together).toBeVisible();
  await expect(lane(second)).toHaveCount(0);
});

test('without a filter all lanes are back, however it is taken away', { tag: '@browser' }, async ({
  app: { page },
}) => {
  const tree = page.getByRole('tree', { name: 'Lanes' });
  const wanted = tree.getByRole('treeitem', { name: `Thread ${THREADS - 1}`, exact: true });
  const filter = page.getByRole('searchbox', { name: /^Filter lanes/ });
  await expect(page.getByText('1 rank · 4,001 lanes · 6,000 events')).toBeVisible();
  const ways = [() => page.getByRole('button', { name: 'Remove the filter' }).click(), () => filter.press('Escape')];
  for (const clear of ways) {
    await filter.fill(`thread ${THREADS - 1}`);
    await filter.press('Enter');
    await expect(wanted).toBeVisible();
    await clear();
    await expect(filter).toHaveValue('');
    await expect(page.getByText('1 rank · 4,001 lanes · 6,000 events')).toBeVisible();
    await expect(wanted).toHaveCount(0);
  }
});
