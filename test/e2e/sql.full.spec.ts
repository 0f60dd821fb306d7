/** The SQL tab over a DuckDB that is installed beside the program: where it can't be, only what is said without it. */
import { duckdbFolder } from '../fixtures/duckdb';
import { expect, test } from './support/test';

const duckdb = duckdbFolder();
const before = process.env.TRACELANE_DUCKDB;
test.use({ demoArgs: ['--ranks', '2', '--steps', '2', '--events', '2000'], hasOwnHost: true });
test.afterEach(() => {
  if (before === undefined) delete process.env.TRACELANE_DUCKDB;
  else process.env.TRACELANE_DUCKDB = before;
});

test.describe('without DuckDB', () => {
  test.beforeEach(() => {
    delete process.env.TRACELANE_DUCKDB;
  });

  test('one sentence says how to get it, in the tab and in the settings', async ({ app: { page } }) => {
    await page.getByRole('tab', { name: 'SQL' }).click();
    const sentence = page.getByText('npm install --prefix DIR @duckdb/node-api');
    await expect(sentence).toHaveCount(1);
    await page.keyboard.press('Control+Comma');
    await expect(page.getByRole('dialog').getByText('npm install --prefix DIR @duckdb/node-api')).toBeVisible();
  });
});

test.describe('with DuckDB', () => {
  test.skip(duckdb === undefined);
  test.beforeEach(() => {
    process.env.TRACELANE_DUCKDB = duckdb ?? '';
  });

  test('a query is written, answered, drawn, saved, stopped, and leads to a slice', async ({ app: { page } }) => {
    await page.getByRole('tab', { name: 'SQL' }).click();
    const query = page.getByRole('textbox', { name: 'Query' });
    await query.fill('select type, count(*) as calls from ker');
    await page.keyboard.press('End');
    await page.keyboard.type('n');
    await page.keyboard.press('Tab');
    await expect(query).toHaveValue('select type, count(*) as calls from kernels');
    await page.keyboard.type(' group by type');
    await page.keyboard.press('Control+Enter');
    const result = page.getByRole('region', { name: 'Result' });
    await expect(result.getByRole('columnheader', { name: 'calls' })).toBeVisible();
    const download = page.waitForEvent('download');
    await result.getByRole('button', { name: 'Parquet' }).click();
    expect((await download).suggestedFilename()).toBe('query.parquet');

    await query.fill('select name, rank_index, slice from slices order by duration_ns desc limit 3');
    await page.keyboard.press('Control+Enter');
    await expect(result.getByText('3 rows', { exact: true })).toBeVisible();
    const row = result.getByRole('row').nth(1);
    const name = await row.getByRole('gridcell').first().textContent();
    await row.dblclick();
    await expect(page.getByRole('tab', { name: /^Timeline/ })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByText(name ?? '').first()).toBeVisible();

    await page.getByRole('tab', { name: 'SQL' }).click();
    await query.fill('select count(*) from range(1000000000) a, range(1000000) b');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('alert').getByText('Cancelled.')).toBeVisible();
    await query.fill("select * from read_csv('/etc/passwd')");
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('alert').getByText('disabled by configuration')).toBeVisible();
  });
});
