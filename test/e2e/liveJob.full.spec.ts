import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import type { LivePlaces } from '../../src-main/demo/live/liveOptions';
import { expect, projectDir, test } from './support/test';

const folder = mkdtempSync(join(tmpdir(), 'tracelane-live-job-'));
let job: ChildProcess | undefined;

test.afterAll(() => {
  job?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

test.use({ hasOwnHost: true, hostArgs: ['--root', folder] });

/** Ten are promised where nothing else runs; of the tests three run at once. */
const MOST_MS = 40_000;
const POLL_MS = 20;

test('a job slows down: within seconds alarm, profile, dump, and the planted cause, which is opened', async ({
  app,
}) => {
  const { page } = app;
  const home = join(folder, 'job');
  const args = ['demo', home, '--live', '--step-ms', '50', '--slow-after', '300'];
  const own = spawn(process.execPath, [join(projectDir, 'dist/node/cli.js'), ...args], {
    env: { ...process.env, XDG_CACHE_HOME: join(folder, 'cache'), XDG_CONFIG_HOME: join(folder, 'config') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  job = own;
  let text = '';
  own.stdout.on('data', (part: Buffer) => {
    text += part.toString();
  });
  /** When the job says so. */
  const said = async (what: string | RegExp) => {
    await expect.poll(() => text, { intervals: [POLL_MS] }).toMatch(what);
    return performance.now();
  };
  const placesPath = join(home, 'live.json');
  await expect.poll(() => existsSync(placesPath)).toBe(true);
  const places = JSON.parse(readFileSync(placesPath, 'utf8')) as LivePlaces;

  await page.getByRole('button', { name: 'Watch a job' }).first().click();
  const view = page.getByRole('region', { name: 'Live' });
  await view.getByRole('button', { name: 'Watch a job' }).last().click();
  const dialog = page.getByRole('dialog', { name: 'Watch a running job' });
  await dialog.getByRole('textbox', { name: 'Paths, one per line' }).fill(places.log);
  await expect(dialog.getByText('lines are steps')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'When there is an alarm' }).selectOption('npu-daemons');
  await dialog.getByRole('textbox', { name: 'Hosts', exact: true }).fill(`127.0.0.1:${places.daemonPort}`);
  await dialog.getByRole('textbox', { name: 'Processes per host' }).fill('8');
  await dialog.getByRole('textbox', { name: 'Folder for the profile' }).fill(join(folder, 'profiles'));
  await dialog.getByRole('button', { name: 'Watch a job' }).click();
  await expect(view.getByRole('status').first()).toHaveText(/^Steps are as they were in the baseline/);

  const slowMs = await said('Behind step 300');
  const events = view.getByRole('grid', { name: 'What has happened' });
  const shown = async (what: Locator) => {
    await expect(what.first()).toBeVisible();
    return performance.now();
  };
  const moments = await Promise.all([
    shown(events.getByRole('row').filter({ hasText: 'Alarm at step' })),
    said('a profile is taken'),
    said('is complete'),
    shown(view.getByText('Rank 5 computes 40', { exact: false })),
  ]);
  const [alarm, profile, dump, findings] = moments.map((ms) => `${((ms - slowMs) / 1_000).toFixed(1)} s`);
  // For whoever reads the log: ten are promised.
  console.log(`From the slowed step: alarm ${alarm}, profile ${profile}, dump ${dump}, findings ${findings}`);
  expect(moments[3] - slowMs).toBeLessThan(MOST_MS);
  await expect(view.getByRole('button', { name: /report ready/ })).toBeVisible();
  await expect(view.getByRole('status').first()).toHaveText(/^Steps are 2[01] % slower since \d\d:\d\d \(step 301\)/);
  await app.screenshot('live-report');

  await view.getByRole('button', { name: 'Open the dump' }).click();
  await page.getByRole('tab', { name: 'Findings' }).click();
  await expect(
    page.getByRole('region', { name: 'Findings' }).getByText('Rank 5 computes 40', { exact: false }).first(),
  ).toBeVisible();
  // The job goes on beside the dump.
  await page.getByRole('tab', { name: 'Live' }).click();
  await expect(page.getByRole('figure', { name: 'Step time' })).toBeVisible();
});
