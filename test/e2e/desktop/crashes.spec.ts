/** Processes of Chromium that die: the window comes back with its dump. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { dumpPath, expect, requireDumps, test } from '../support/test';
import { isOpen } from './seen';

requireDumps();
const trace = dumpPath('kineto/a100_switch_few_flows.json');

test('a page whose process has died comes back with its dump, which was never closed', async ({ desktop }) => {
  const started = await desktop.start([trace]);
  const before = await started.page();
  await isOpen(before);
  await crash(before);
  await expect.poll(async () => (await started.page()) === before).toBe(false);
  await isOpen(await started.page());
  // Once: it was not read again.
  expect(started.output().match(/^Opened a100_switch/gm)).toHaveLength(1);
  const log = await readFile(join(desktop.home, 'state', 'tracelane', 'tracelane.log'), 'utf8');
  expect(log).toContain('The process of a window has gone: crashed (5)');
});

test('when the GPU’s process has crashed, windows draw without it, the dump still open @full', async ({ desktop }) => {
  const started = await desktop.start([trace]);
  await isOpen(await started.page());
  await started.standIn.ask('app-event', 'child-process-gone', {}, { type: 'Utility', reason: 'crashed', exitCode: 1 });
  expect((await started.page()).url()).not.toContain('backend');
  await started.standIn.ask('app-event', 'child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 1 });
  const page = await started.page();
  await page.waitForURL(/backend=raster/);
  await isOpen(page);
  expect(started.output().match(/^Opened a100_switch/gm)).toHaveLength(1);
});

/** As if the renderer's process had died. */
async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  // It is never answered: who would answer has gone.
  void session.send('Page.crash').catch(() => undefined);
  await crashed;
}
