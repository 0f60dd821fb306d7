/** The desktop application's windows: what a page reaches, how dumps come into it, and how it is left. */
import { dumpPath, expect, requireDumps, test } from '../support/test';
import { windowsOf } from './seen';

requireDumps();
const dump = dumpPath('ascend/text_level1_2ranks');
const trace = dumpPath('kineto/a100_switch_few_flows.json');

test('the window has no Node, and reaches the host through the bridge alone', async ({ app }) => {
  const globals = await app.page.evaluate(() => ({
    hasRequire: 'require' in globalThis,
    hasProcess: 'process' in globalThis,
    bridge: Object.keys(window.tracelaneBridge ?? {}).sort(),
  }));
  expect(globals).toEqual({
    hasRequire: false,
    hasProcess: false,
    bridge: ['connect', 'onMenuCommand', 'onOpenPaths', 'pathOfFile', 'pickPaths', 'setLook'],
  });
});

test('the menu runs the window’s commands and shows their keys, in its language @full', async ({ desktop }) => {
  const started = await desktop.start([dump]);
  const page = await started.page();
  await expect(page.getByText('2 ranks · 100 lanes · 20,081 events')).toBeVisible();
  const menu = async () => JSON.stringify(await started.standIn.ask('menu'));
  expect(await menu()).toContain('"label":"Open Folder…","accelerator":"CmdOrCtrl+O"');
  await started.standIn.ask('click-menu', 'Help', 'Keyboard Shortcuts');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await started.standIn.ask('click-menu', 'File', 'Close Dump');
  await expect(page.getByRole('button', { name: 'Open folder…' })).toBeVisible();
  // What was open is among the recent ones now.
  await expect.poll(menu).toContain('"label":"text_level1_2ranks"');
  await started.standIn.ask('click-menu', 'File', 'Open Recent', 'text_level1_2ranks');
  await expect(page.getByText('2 ranks · 100 lanes · 20,081 events')).toBeVisible();
  await started.willPick([trace]);
  await started.standIn.ask('click-menu', 'File', 'Open File…');
  await expect(page).toHaveTitle('a100_switch_few_flows.json — Tracelane');
  await page.keyboard.press('Control+KeyK');
  await page.keyboard.type('language');
  await page.keyboard.press('Enter');
  await expect.poll(menu).toContain('"label":"打开文件夹…","accelerator":"CmdOrCtrl+O"');
});

test('a second start hands its paths to the first, which comes forward', async ({ desktop }) => {
  const first = await desktop.start([]);
  const page = await first.page();
  await expect(page.getByRole('button', { name: 'Open folder…' })).toBeVisible();
  const [{ id }] = await windowsOf(first.standIn);
  await first.standIn.ask('minimize', id);
  const second = await desktop.start(['a100_switch_few_flows.json'], { folder: dumpPath('kineto') });
  expect(await second.standIn.exitCode()).toBe(0);
  await expect(page).toHaveTitle('a100_switch_few_flows.json — Tracelane');
  expect(await windowsOf(first.standIn)).toMatchObject([{ isMinimized: false, isFocused: true }]);
  expect(second.standIn.windows.pages()).toHaveLength(0);
});

test('files that are double-clicked while the window is still coming are opened @full', async ({ desktop }) => {
  const { standIn, page } = await desktop.start([]);
  // Before its page has asked what it is to open, and again when it shows something.
  await page();
  expect(await standIn.ask('app-event', 'open-file', {}, trace)).toBe(true);
  await expect(await page()).toHaveTitle('a100_switch_few_flows.json — Tracelane');
  await standIn.ask('app-event', 'open-file', {}, dump);
  await expect(await page()).toHaveTitle('text_level1_2ranks — Tracelane');
});

test('a reload shows the dump again, over a new port', async ({ desktop }) => {
  const started = await desktop.start([trace]);
  const page = await started.page();
  await expect(page).toHaveTitle('a100_switch_few_flows.json — Tracelane');
  await page.getByText('1 rank').waitFor();
  await page.evaluate(() => Object.assign(window, { isBeforeReload: true }));
  await started.standIn.ask('click-menu', 'View', 'Reload');
  await page.waitForFunction(() => !('isBeforeReload' in window));
  await expect(page).toHaveTitle('a100_switch_few_flows.json — Tracelane');
});

test.describe('while a dump is indexed', () => {
  test.use({ demoArgs: ['--ranks', '2', '--steps', '2', '--events', '140000', '--seed', '5'] });

  test('the task bar shows it, and quitting ends the program', async ({ desktop, job }) => {
    // Into a window that is there: a dump of the command line is read while the window comes, and may be done before it.
    const { standIn, page } = await desktop.start([]);
    await page();
    expect(await standIn.ask('app-event', 'open-file', {}, job.folder)).toBe(true);
    await expect.poll(async () => (await windowsOf(standIn))[0]?.highestProgress ?? -1).toBeGreaterThan(0);
    await standIn.ask('quit');
    expect(await standIn.exitCode()).toBe(0);
    expect(standIn.output()).not.toMatch(/error|fail/i);
  });
});
