import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCommunication, rowsByTitle, showSection } from './support/communicationView';
import { expect, projectDir, test } from './support/test';

const folder = mkdtempSync(join(tmpdir(), 'tracelane-e2e-summaries-'));
const job = join(folder, 'job.parquet');

test.beforeAll(() => {
  const run = (...args: readonly string[]) =>
    execFileSync('node', [join(projectDir, 'dist/node/cli.js'), ...args], { stdio: 'ignore' });
  const dump = join(folder, 'dump');
  const layout = ['--ranks', '8', '--tp', '2', '--pp', '2', '--dp', '2', '--ranks-per-host', '4', '--events', '2000'];
  run('demo', dump, ...layout, '--fault', 'slow-rank:rank=5,factor=1.4');
  run('summarize', dump, '--out', join(folder, 'summaries', 'all.parquet'));
  run('reduce', join(folder, 'summaries'), '--out', job);
});
test.afterAll(() => rmSync(folder, { recursive: true }));

test.use({ hostArgs: [job] });

test('a job of summaries: its findings, its ranks as cells and rows, and from one to its timeline', async ({
  app: { page },
}) => {
  await expect(page.getByText(/^Rank 5 computes 4\d(\.\d)?\s% slower than its peers/).first()).toBeVisible();
  await page.getByRole('tab', { name: 'Ranks' }).click();
  await expect(page.getByText('8 ranks, from summaries.')).toBeVisible();
  const table = page.getByRole('grid', { name: 'Ranks' });
  await expect(table.getByRole('row')).toHaveCount(10); // Header, eight ranks, and what all rows come to.
  await table.getByRole('columnheader', { name: 'Computing' }).click();
  await expect(table.getByRole('row').nth(1).getByRole('gridcell').first()).toHaveText('5');
  await table.getByRole('row').nth(1).dblclick();
  const chosen = page.getByRole('region', { name: 'Rank 5' });
  await expect(chosen).toContainText(join(folder, 'dump'));
  await chosen.getByRole('button', { name: 'Open its timeline' }).click();
  await expect(page.getByText(/^1 rank · \d+ lanes · [\d,]+ events$/)).toBeVisible();
  await page.getByRole('tab', { name: 'Timeline' }).click();
  await expect(
    page.getByRole('tree', { name: /lanes/i }).getByRole('treeitem', { name: /^Rank 5( |$)/ }),
  ).toBeVisible();
  await page.getByRole('tab', { name: /^Summary/ }).click();
  const split = page.getByRole('grid', { name: /split/i });
  await expect(split.getByRole('row')).toHaveCount(10);
  await page
    .getByRole('radio', { name: 'Parallel map' })
    .or(page.getByText('Parallel map', { exact: true }))
    .first()
    .click();
  await expect(page.getByText('As the job’s summaries have them.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Rank 5\b/ }).first()).toBeVisible();
  await page.getByRole('tab', { name: 'Findings' }).click();
  await expect(page.getByText(/^Rank 5 computes 4\d(\.\d)?\s% slower than its peers/).first()).toBeVisible();
});

test('its communication: ranks, groups and links of the job, and of one rank what only its dump tells', async ({
  app,
}) => {
  const { page } = app;
  const view = await openCommunication(page);
  const pages = view.getByRole('radiogroup', { name: 'View' });
  await expect(pages.getByRole('radio')).toHaveCount(3);
  await expect(view.getByText('Summaries: sums over all steps')).toBeVisible();
  await expect.poll(async () => (await rowsByTitle(view, 'Times by rank')).length).toBe(8);
  const late = view.getByRole('region', { name: 'Late ranks' });
  await expect(late.getByRole('listitem').first()).toContainText('Rank 5');
  const missing = view.getByRole('region', { name: 'Not in the job file' });
  await expect(missing).toContainText('Single collectives, arrivals, packet sizes');
  await app.screenshot('job-communication-ranks');

  await showSection(view, 'Groups');
  const groups = await rowsByTitle(view, 'Groups');
  // Each rank is of one group of each kind: tp and dp of two ranks, and the pairs of the pipeline.
  expect(groups.map(({ Members }) => Members)).toEqual(groups.map(() => '2'));
  expect(new Set(groups.map(({ Group }) => Group))).toEqual(new Set(['tp', 'dp', 'pp']));
  const types = await rowsByTitle(view, 'Types of collectives');
  const calls = (rows: typeof types) => rows.reduce((sum, row) => sum + Number(row.Calls?.replaceAll(',', '')), 0);
  expect(calls(types)).toBe(calls(groups));
  await showSection(view, 'Links');
  await expect(view.getByRole('application', { name: 'Bandwidth, rank to rank' })).toBeVisible();
  expect((await rowsByTitle(view, 'Links')).length).toBeGreaterThan(0);

  // Of one group its two ranks are left.
  await showSection(view, 'Groups');
  await view.getByRole('grid', { name: 'Groups' }).getByRole('row').nth(1).dblclick();
  await expect.poll(async () => (await rowsByTitle(view, 'Times by rank')).length).toBe(2);
  await view.getByRole('button', { name: 'Show everything' }).click();

  await late.getByRole('button', { name: 'Choose this rank' }).first().click();
  await expect(missing).toContainText(join(folder, 'dump'));
  await missing.getByRole('button', { name: 'Open its dump' }).click();
  await expect(pages.getByText('Side by side')).toBeVisible();
  await expect.poll(async () => (await rowsByTitle(view, 'Times by rank')).length).toBe(8);
  await showSection(view, 'Collectives');
  await expect.poll(async () => (await rowsByTitle(view, 'Collectives'))[0]?.Rank).toBe('5');
});

test.describe('the folder of tracelane scale', () => {
  const root = mkdtempSync(join(tmpdir(), 'tracelane-e2e-scale-'));
  const run = join(root, 'runs', '1');
  const names = [0, 1, 2].map((rank) => `rank-00000${rank}-0123456789.parquet`);
  test.beforeAll(() => {
    mkdirSync(join(root, 'summaries'));
    mkdirSync(join(run, 'logs'), { recursive: true });
    const line = (name: string, at: number) =>
      JSON.stringify({ job: 'job', folder: join(root, 'summaries'), ranks: [{ place: `/data/rank_${at}`, name }] });
    writeFileSync(join(run, 'tasks.jsonl'), names.map((name, at) => `${line(name, at)}\n`).join(''));
    writeFileSync(join(run, 'logs', 'map-0-2.log'), 'Killed by <b>somebody</b>\n');
    writeFileSync(join(root, 'summaries', names[0]), '');
  });
  test.afterAll(() => rmSync(root, { recursive: true }));
  test.use({ hostArgs: [root] });

  test('how far it is while ranks are summarised, who is missing, and the job once it is made', async ({
    app: { page, screenshot },
  }) => {
    const card = page.getByRole('region', { name: 'How far tracelane scale is' });
    await expect(card).toContainText('1 of 3 ranks have their summary.');
    await expect(page.getByRole('tab', { name: 'Findings' })).toHaveCount(0);
    const missing = card.getByRole('list', { name: 'Ranks without a summary' }).getByRole('listitem');
    await expect(missing).toHaveCount(2);
    await expect(missing.last()).toContainText('/data/rank_2');
    await expect(missing.last()).toContainText('Killed by <b>somebody</b>');
    await screenshot('scale-progress');

    writeFileSync(join(root, 'summaries', names[1]), '');
    await expect(card).toContainText('2 of 3 ranks have their summary.');
    await expect(card.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '67');
    await expect(card.getByRole('button', { name: 'Show the job' })).toHaveCount(0);
    copyFileSync(job, join(root, 'job.parquet'));
    await expect(card).toContainText('The job is made without those that are missing.');
    await card.getByRole('button', { name: 'Show the job' }).click();
    await expect(page.getByText(/^Rank 5 computes 4\d(\.\d)?\s% slower than its peers/).first()).toBeVisible();
    await page.getByRole('tab', { name: 'Ranks' }).click();
    await expect(page.getByText('8 ranks, from summaries.')).toBeVisible();
    await expect(card).toContainText('2 of 3 ranks have their summary.');
  });
});
