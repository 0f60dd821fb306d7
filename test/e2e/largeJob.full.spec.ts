/** A job of 256 ranks in the tabs that show all of its ranks. How soon they are there, `npm run bench` measures. */
import { openCommunication, rowsByTitle, showSection as showCommunication } from './support/communicationView';
import { openSummary, showSection as showSummary } from './support/summaryView';
import { expect, test } from './support/test';

const sizes = '--tp 8 --pp 4 --dp 8 --layers 1 --micro-batches 2 --steps 1 --no-timeline';
const faults = ['--fault', 'slow-rank:rank=77,factor=1.6', '--fault', 'slow-link:ranks=32-40,factor=0.3'];
test.use({ demoArgs: [...sizes.split(' '), ...faults] });

test('Communication: its slow link and its slow rank', async ({ app }) => {
  const { page } = app;
  const view = await openCommunication(page);
  expect((await rowsByTitle(view, 'Times by rank')).length).toBeGreaterThan(10);
  // The findings of all ranks are worked out beside it.
  const late = view.getByRole('region', { name: 'Late ranks' }).getByRole('listitem');
  await expect(late.first()).toContainText('Rank 77');
  await expect(view.getByRole('button', { name: /32 → 40|40 → 32/ })).toHaveCount(2);
  await view.getByRole('button', { name: /32 → 40/ }).click();
  await expect(view.getByRole('button', { name: 'Only 32 → 40 · All pairs' })).toBeVisible();
  const [row, ...others] = await rowsByTitle(view, 'Links');
  expect([row?.['From rank'], row?.['To rank'], row?.Transport, others.length]).toEqual(['32', '40', 'RDMA', 0]);
  await showCommunication(view, 'Side by side');
  await expect(view.locator('canvas').first()).toBeVisible();
});

test('Summary: its table and its map', async ({ app }) => {
  const { page } = app;
  const view = await openSummary(page);
  await expect(view.getByText('256 rows')).toBeVisible();
  const grid = view.getByRole('grid');
  await expect(grid.locator('.table-row').first()).toContainText('ms');
  await grid.hover();
  for (let turn = 0; turn < 20; turn++) await page.mouse.wheel(0, 120);
  await expect(grid.locator('.table-row').first()).not.toContainText(/^0\b/);
  await showSummary(view, 'Parallel map');
  await expect(view.locator('.parallel-cell')).toHaveCount(256);
  await expect(view.locator('.parallel-cell.is-slow')).toHaveText(['77']);
  await expect(view.getByRole('button', { name: 'Rank 77', exact: true })).toBeVisible();
  await app.screenshot('summary-256-ranks');
});
