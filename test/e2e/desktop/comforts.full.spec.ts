/** What the desktop application keeps from start to start, and shows of itself. */
import { join } from 'node:path';
import { dumpPath, expect, requireDumps, test } from '../support/test';
import { isOpen, windowsOf } from './seen';

requireDumps();
const trace = dumpPath('kineto/a100_switch_few_flows.json');

test('place, size, zoom and theme of the window are found again, on a display that is there', async ({ desktop }) => {
  const first = await desktop.start([]);
  const page = await first.page();
  await expect(page.getByRole('button', { name: 'Open folder…' })).toBeVisible();
  const bounds = { x: 70, y: 40, width: 1300, height: 820 };
  await first.standIn.ask('set-bounds', 1, bounds);
  await expect.poll(() => page.viewportSize()).toEqual({ width: 1300, height: 820 });
  await first.standIn.ask('click-menu', 'View', 'Enlarge');
  await page.keyboard.press('Control+Comma');
  await page.getByRole('radio', { name: 'Dark' }).click();
  await first.standIn.ask('maximize', 1);
  await first.stop();

  const second = await desktop.start([]);
  await expect((await second.page()).getByRole('button', { name: 'Open folder…' })).toBeVisible();
  expect(await windowsOf(second.standIn)).toMatchObject([{ isMaximized: true, zoomLevel: 0.5, themeSource: 'dark' }]);
  await second.standIn.ask('unmaximize', 1);
  expect(await windowsOf(second.standIn)).toMatchObject([{ bounds }]);
  await second.standIn.ask('set-bounds', 1, { x: 2500, y: 300 });
  await second.stop();
  // The display that it was on is not there any more.
  const third = await desktop.start([]);
  await expect((await third.page()).getByRole('button', { name: 'Open folder…' })).toBeVisible();
  expect(await windowsOf(third.standIn)).toMatchObject([{ bounds: { x: 310, y: 110, width: 1300, height: 820 } }]);
});

test('the menu leads to the logs, and says the versions; a start tells its times', async ({ desktop }) => {
  const started = await desktop.start(['--time', trace]);
  await isOpen(await started.page());
  await started.waitForOutput(/^Window after \d+ ms$/m);
  await started.waitForOutput(/^First slices after \d+ ms$/m);
  await started.standIn.ask('click-menu', 'Help', 'Show Logs');
  await started.standIn.ask('click-menu', 'Help', 'About Tracelane');
  const handed = (await started.standIn.ask('to-system')) as readonly { what: string; args: readonly unknown[] }[];
  expect(handed).toContainEqual({ what: 'shell.openPath', args: [join(desktop.home, 'state', 'tracelane')] });
  expect(JSON.stringify(handed)).toMatch(/"app.setAboutPanelOptions".*Electron 45\.\d+\.\d+, Chromium \d+/);
  expect(handed.at(-1)?.what).toBe('app.showAboutPanel');
});
