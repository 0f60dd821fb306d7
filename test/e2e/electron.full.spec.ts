import { _electron, type ElectronApplication } from '@playwright/test';
import { hasDisplay } from '../../src-main/cli/window/chooseHost';
import { findElectron } from '../../src-main/cli/window/electronBinary';
import { dumpPath, expect, projectDir, requireDumps, test } from './support/test';

requireDumps();

let app: ElectronApplication;

test.beforeAll(async () => {
  const electron = await findElectron(projectDir, process.platform);
  test.skip(!electron.isThere, electron.isThere ? '' : electron.reason);
  test.skip(!hasDisplay(process.platform, process.env), 'there is no display');
  if (!electron.isThere) return;
  app = await _electron.launch({
    executablePath: electron.path,
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), projectDir, dumpPath('ascend/text_level1_2ranks')],
  });
});
test.afterAll(() => app?.close());

test('the window opens the dump of the command line', async () => {
  const page = await app.firstWindow();
  await expect(page.getByText('text_level1_2ranks').first()).toBeVisible();
});

test('the window has no Node, and reaches the host through the bridge alone', async () => {
  const page = await app.firstWindow();
  const globals = await page.evaluate(() => ({
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

test('new windows and foreign pages are refused', async () => {
  const page = await app.firstWindow();
  const opened = await page.evaluate(() => window.open('https://example.com') !== null);
  expect(opened).toBe(false);
  await page.evaluate(() => {
    window.location.href = 'https://example.com';
  });
  expect(page.url()).toMatch(/^tracelane:\/\/app\//);
});

test('the native menu speaks the language of the window', async () => {
  const page = await app.firstWindow();
  const labels = () => app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label) ?? []);
  await page.evaluate(() => window.tracelaneBridge?.setLook({ language: 'zh-CN', theme: 'system', keys: {} }));
  await expect.poll(labels).toContain('文件');
  await page.evaluate(() => window.tracelaneBridge?.setLook({ language: 'en', theme: 'system', keys: {} }));
  await expect.poll(labels).toContain('File');
});
