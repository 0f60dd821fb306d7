/** Windows that are closed, one of several, the last, and while their dump is read. */
import { dumpPath, expect, requireDumps, test } from '../support/test';
import { windowsOf } from './seen';

requireDumps();
const trace = dumpPath('kineto/a100_switch_few_flows.json');

test('another window has its own dump; closing one leaves the other; closing the last ends the program', async ({
  desktop,
}) => {
  const started = await desktop.start([trace]);
  const page = await started.page();
  await expect(page).toHaveTitle('a100_switch_few_flows.json — Tracelane');
  await started.standIn.ask('click-menu', 'File', 'New Window');
  const other = await started.page(1);
  await expect(other.getByRole('button', { name: 'Open folder…' })).toBeVisible();
  const [, { id }] = await windowsOf(started.standIn);
  await started.standIn.ask('close-window', id);
  await expect.poll(() => other.isClosed()).toBe(true);
  await expect(page).toHaveTitle('a100_switch_few_flows.json — Tracelane');
  await page.close();
  expect(await started.standIn.exitCode()).toBe(0);
});

test.describe('while a dump is indexed', () => {
  test.use({ demoArgs: ['--ranks', '2', '--steps', '2', '--events', '70000', '--seed', '5'] });

  test('closing its window ends the reading', async ({ desktop, job }) => {
    const { standIn, page } = await desktop.start([]);
    await expect((await page()).getByRole('button', { name: 'Open folder…' })).toBeVisible();
    await standIn.ask('click-menu', 'File', 'New Window');
    const other = await page(1);
    await expect(other.getByRole('button', { name: 'Open folder…' })).toBeVisible();
    await standIn.ask('app-event', 'open-file', {}, job.folder);
    await expect(other).toHaveTitle(/Tracelane/);
    const [, { id }] = await windowsOf(standIn);
    await standIn.ask('close-window', id);
    await expect.poll(() => other.isClosed()).toBe(true);
    await standIn.ask('quit');
    expect(await standIn.exitCode()).toBe(0);
    expect(standIn.output()).not.toMatch(/error|fail/i);
  });
});
