import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { dumpPath, expect, requireDumps, test } from './support/test';

requireDumps();

/** Drops a file onto the page as the user would, but for the mouse. */
async function dropFile(page: Page, name: string, text: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    ({ name, text }) => {
      const data = new DataTransfer();
      data.items.add(new File([text], name, { type: 'application/json' }));
      return data;
    },
    { name, text },
  );
  for (const type of ['dragenter', 'dragover', 'drop']) {
    await page.getByRole('main').dispatchEvent(type, { dataTransfer: transfer });
  }
}

test('a file dropped into the page is uploaded and opened', async ({ app }) => {
  const text = await readFile(dumpPath('kineto/a100_switch_few_flows.json'), 'utf8');
  await dropFile(app.page, 'dropped.json', text);
  await app.host.waitForOutput(/^Opened dropped\.json: 1 rank, \d+ lanes, [\d,]+ events in/m);
  await expect(app.page.getByText('dropped.json').first()).toBeVisible();
});

test('a dropped file does not become a recent dump: it goes when the window goes', async ({ app }) => {
  const text = await readFile(dumpPath('kineto/a100_switch_few_flows.json'), 'utf8');
  await dropFile(app.page, 'dropped.json', text);
  await app.host.waitForOutput(/^Opened dropped\.json/m);
  await app.page.reload();
  await expect(app.page.getByRole('button', { name: /open.*folder/i }).first()).toBeVisible();
  await expect(app.page.getByText('dropped.json')).toHaveCount(0);
});
