/** The Live tab of the desktop application: the stand-in job slows down, and the desktop tells it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { LivePlaces } from '../../../src-main/demo/live/liveOptions';
import { expect, projectDir, test } from '../support/test';

const folder = mkdtempSync(join(tmpdir(), 'tracelane-live-desktop-'));
let job: ChildProcess | undefined;

test.afterAll(() => {
  job?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Notices as the page hands them to the system, which a test does not have. */
interface Told {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
}

async function hearNotices(page: Page): Promise<void> {
  await page.evaluate(() => {
    const told: Told[] = [];
    class Heard extends EventTarget {
      static readonly permission = 'granted';
      static requestPermission = async () => 'granted';
      constructor(title: string, options: { readonly body: string; readonly tag: string }) {
        super();
        told.push({ title, ...options });
      }
    }
    Object.assign(window, { Notification: Heard, toldNotices: told });
  });
}

const noticesOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { toldNotices: readonly Told[] }).toldNotices);

test('a job slows down: alarm, profile, its cause, and notices on the desktop; a new start has curves and report', async ({
  desktop,
}) => {
  const home = join(folder, 'job');
  const args = ['demo', home, '--live', '--step-ms', '50'];
  const own = spawn(process.execPath, [join(projectDir, 'dist/node/cli.js'), ...args], {
    env: { ...process.env, XDG_CACHE_HOME: join(folder, 'cache'), XDG_CONFIG_HOME: join(folder, 'config') },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  job = own;
  await expect.poll(() => existsSync(join(home, 'live.json'))).toBe(true);
  const places = JSON.parse(readFileSync(join(home, 'live.json'), 'utf8')) as LivePlaces;

  const first = await desktop.start([]);
  const page = await first.page();
  await page.getByRole('button', { name: 'Watch a job' }).first().click();
  const view = page.getByRole('region', { name: 'Live' });
  await view.getByRole('button', { name: 'Watch a job' }).last().click();
  const dialog = page.getByRole('dialog', { name: 'Watch a running job' });
  await dialog.getByText('msMonitor', { exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Paths, one per line' }).fill(places.monitor);
  await dialog.getByRole('combobox', { name: 'When there is an alarm' }).selectOption('npu-daemons');
  await dialog.getByRole('textbox', { name: 'Hosts', exact: true }).fill(`127.0.0.1:${places.daemonPort}`);
  await dialog.getByRole('textbox', { name: 'Processes per host' }).fill('8');
  await dialog.getByRole('textbox', { name: 'Folder for the profile' }).fill(join(folder, 'profiles'));
  await dialog.getByRole('button', { name: 'Watch a job' }).click();
  await expect(view.getByRole('status').first()).toHaveText(/^Steps are as they were in the baseline/);
  await hearNotices(page);
  await view.getByRole('checkbox', { name: 'Notify me' }).click();
  await expect(view.getByRole('checkbox', { name: 'Notify me' })).toBeChecked();

  own.stdin.write('slow\n');
  await expect(view.getByText('Rank 5 computes 40', { exact: false }).first()).toBeVisible();
  await expect.poll(async () => (await noticesOf(page)).length).toBe(2);
  const [alarm, report] = await noticesOf(page);
  expect(alarm.body).toMatch(/^Alarm at step \d+: 6\d\.?\d* ms/);
  expect(report.body).toMatch(/Rank 5 computes 40/);
  expect(alarm.tag).not.toBe(report.tag);
  const curve = view.getByRole('figure', { name: 'Step time' });
  await expect(curve).toBeVisible();
  const steps = Number(/step (\d+)/.exec((await view.getByRole('status').first().textContent()) ?? '')?.[1]);
  expect(steps).toBeGreaterThan(40);
  await first.stop();

  // What has been written meanwhile belongs to the same curves; the report is told once more.
  const second = await (await desktop.start([])).page();
  await second
    .getByRole('tab', { name: 'Live' })
    .or(second.getByRole('button', { name: 'Watch a job' }))
    .first()
    .click();
  const again = second.getByRole('region', { name: 'Live' });
  await expect(again.getByText('Rank 5 computes 40', { exact: false }).first()).toBeVisible();
  await expect(again.getByRole('button', { name: 'Open the dump' })).toBeVisible();
  // The table draws what is in sight, and on a busy machine many a step that took long stands above what is looked for.
  for (const text of ['Baseline complete', 'Alarm at step']) {
    await again.getByRole('button', { name: 'Filter: What' }).click();
    await second.getByRole('textbox', { name: 'Contains…' }).fill(text);
    await second.keyboard.press('Enter');
    await second.keyboard.press('Escape');
    await expect(again.getByRole('row').filter({ hasText: text })).toHaveCount(1);
  }
});
