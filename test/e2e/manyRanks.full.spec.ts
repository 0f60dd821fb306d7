import { expect, test } from './support/test';

const RANKS = 96;

test.use({
  demoArgs: ['--ranks', String(RANKS), '--steps', '1', '--events', '1000', '--seed', '3'],
  addressParams: { measure: '' },
});

test('a job of many ranks opens, and its tree holds in the document only what is on screen', async ({ app }) => {
  const { page } = app;
  // So many are read as they are needed; here all are wanted.
  await expect(page.getByText(/^96 ranks · /)).toBeVisible();
  await page.keyboard.press('Shift+KeyR');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Read all/ })
    .click();
  await page.keyboard.press('Escape');
  await expect(page.getByText(/^96 ranks · [\d,]+ lanes · [\d,]+ events$/)).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 90_000 });
  // Between two of them there is no progress to be seen either, and one without lanes is nowhere in the timeline.
  await expect
    .poll(() => page.evaluate(() => window.__tracelane?.session.store.getState().dump.ranks.map((own) => own.status)), {
      timeout: 90_000,
    })
    .toEqual(Array.from({ length: RANKS }, () => 'ready'));
  await page.getByRole('tab', { name: 'Summary' }).click();
  const tree = page.getByRole('tree', { name: 'Dump' });
  await expect(tree.getByText('Rank 0', { exact: true })).toBeVisible();
  await tree.focus();
  await page.keyboard.press('End');
  await expect(tree.getByText(`Rank ${RANKS - 1}`, { exact: true })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('End');
  await expect(tree.getByRole('treeitem').last()).toContainText('Files');
  expect(await tree.getByRole('treeitem').count()).toBeLessThan(80);
  // A click on a rank that is folded in the timeline brings it into view there.
  await page.keyboard.press('Home');
  await tree.getByText('Rank 5', { exact: true }).click();
  await page.getByRole('tab', { name: 'Timeline' }).click();
  const lanes = page.getByRole('tree', { name: /lanes/i });
  await expect(lanes.getByRole('treeitem', { name: /^Rank 5( |$)/ })).toBeInViewport();
});
