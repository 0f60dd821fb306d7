/** The SQL tab over a DuckDB that is installed beside the program: where it can't be, only what is said without it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
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

  test('the tab has the lines that get it, to be copied and done; one sentence says it in the settings', async ({
    app: { page },
  }) => {
    await page.getByRole('tab', { name: 'SQL' }).click();
    // What a page reads of the clipboard is not its own: what it writes is looked at instead.
    await page.evaluate(() => {
      navigator.clipboard.writeText = async (text) => {
        (window as never as { copied: string }).copied = text;
      };
    });
    const copied = async (name: string) => {
      await page.getByRole('button', { name }).click();
      return page.evaluate(() => (window as never as { copied: string }).copied);
    };
    const command = await copied('Copy the command');
    const folder = /^npm install --prefix (\S+) @duckdb\/node-api$/.exec(command)?.[1];
    const settings = await copied('Copy the path');
    mkdirSync(dirname(settings), { recursive: true });
    writeFileSync(settings, await copied('Copy the content of the file'));
    // What has been done is seen when one looks again: nothing has been installed there.
    await page.getByRole('button', { name: 'Look again' }).click();
    await expect(page.getByText(`There is no DuckDB in ${folder}`)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Copy the path' })).toHaveCount(0);
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
