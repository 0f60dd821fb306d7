import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, projectDir, test } from './support/test';

const folder = mkdtempSync(join(tmpdir(), 'tracelane-growing-folder-'));
const [made, job] = [join(folder, 'made'), join(folder, 'job')];

/** The folder of one rank, as it is written now. */
function put(rank: number): void {
  const name = readdirSync(made).filter((own) => own.endsWith('_ascend_pt'))[rank];
  cpSync(join(made, name), join(job, name), { recursive: true });
}

test.beforeAll(() => {
  const args = ['demo', made, '--ranks', '2', '--events', '2000', '--fault', 'slow-rank:rank=1'];
  const { status } = spawnSync(process.execPath, [join(projectDir, 'dist/node/cli.js'), ...args]);
  expect(status).toBe(0);
  mkdirSync(job);
  put(0);
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));
test.use({ hostArgs: [job], hasOwnHost: true });

test('a rank that comes to a folder while it is open joins it: its lanes, its tables and what is found in both', async ({
  app,
}) => {
  const { page } = app;
  const rank = (number: number) => page.getByRole('treeitem', { name: new RegExp(`^Rank ${number} .*· [\\d,]+`) });
  await expect(rank(0)).toBeVisible();
  await expect(page.getByRole('treeitem', { name: /^Rank 1/ })).toHaveCount(0);
  put(1);
  await expect(rank(1)).toBeVisible();
  await page.getByRole('tab', { name: 'Summary' }).click();
  const summary = page.getByRole('region', { name: 'Summary', exact: true });
  await expect(summary.getByText('2 rows', { exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Findings' }).click();
  await expect(
    page.getByRole('region', { name: 'Findings' }).getByText('Rank 1 computes', { exact: false }).first(),
  ).toBeVisible();
  // Nothing is left that only shows when it is opened again.
  await expect(page.getByText('open it again', { exact: false })).toHaveCount(0);
});
