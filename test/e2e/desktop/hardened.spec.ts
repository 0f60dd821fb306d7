/** What a page of the desktop application cannot do, whatever has got hold of it; see docs/security.md. */
import { channels, portMessage } from '../../../src-contract/wire/electronBridge';
import type { StandIn } from '../electronStandIn/driver/standIn';
import { dumpPath, expect, requireDumps, test } from '../support/test';

requireDumps();
const trace = dumpPath('kineto/a100_switch_few_flows.json');

const ours = 'tracelane://app/index.html';

test('a page goes nowhere else, opens no window, and asks the system for nothing but the clipboard and notices', async ({
  desktop,
}) => {
  const { standIn, page: pageOf } = await desktop.start([]);
  const page = await pageOf();
  await expect(page.getByRole('button', { name: 'Open folder…' })).toBeVisible();
  const address = page.url();

  await page.evaluate(() => {
    window.location.href = 'https://example.com/';
  });
  await page.evaluate(() => {
    const link = document.createElement('a');
    link.href = 'https://example.com/linked';
    document.body.append(link);
    link.click();
    link.target = '_blank';
    link.click();
    window.open('https://example.com/opened');
  });
  await expect(page.getByRole('button', { name: 'Open folder…' })).toBeVisible();
  await expect.poll(() => page.context().pages().length).toBe(1);
  expect(page.url()).toBe(address);

  const may = (what: string, url: string, isMainFrame = true) =>
    standIn.ask('may-navigate', { window: 1, url, isMainFrame }, what);
  expect(await may('will-navigate', ours)).toBe(true);
  for (const url of [
    'https://example.com/',
    'tracelane://application/',
    'tracelane://app.evil/',
    'file:///etc/passwd',
  ]) {
    expect(await may('will-navigate', url), url).toBe(false);
  }
  expect(await may('will-navigate', ours, false), 'a frame').toBe(false);
  expect(await may('will-redirect', ours), 'a redirect').toBe(false);

  const states = await page.evaluate(async () => {
    const names = ['clipboard-write', 'geolocation', 'camera', 'microphone', 'notifications', 'midi'];
    const found: Record<string, string> = {};
    for (const name of names) found[name] = (await navigator.permissions.query({ name: name as PermissionName })).state;
    return found;
  });
  expect(states).toEqual({
    ...{ 'clipboard-write': 'granted', geolocation: 'denied', camera: 'denied', microphone: 'denied' },
    ...{ notifications: 'granted', midi: 'denied' },
  });
  for (const permission of ['media', 'fullscreen', 'openExternal', 'hid', 'serial', 'usb', 'pointerLock']) {
    expect(await standIn.ask('is-granted', 1, permission), permission).toBe(false);
  }
  for (const device of ['hid', 'serial', 'usb']) expect(await standIn.ask('is-device-granted', device)).toBe(false);
  expect(await toSystem(standIn)).toContainEqual({ what: 'app.enableSandbox', args: [] });
});

test.describe('within the policy', () => {
  test.use({ expectedErrors: [/Failed to load resource|Content Security Policy/] });

  test('of the disk a page gets its own files, and those only to read', async ({ app }) => {
    const statuses = await app.page.evaluate(async () => {
      const found: Record<string, number> = {};
      for (const path of [
        '/index.html',
        '/',
        '/../package.json',
        '/..%2f..%2fpackage.json',
        '/etc/passwd',
        '/index.html/',
      ]) {
        found[path] = (await fetch(path)).status;
      }
      found.post = (await fetch('/index.html', { method: 'POST', body: '' })).status;
      return found;
    });
    expect(statuses).toEqual({
      ...{ '/index.html': 200, '/': 200, '/../package.json': 404, '/..%2f..%2fpackage.json': 404, '/etc/passwd': 404 },
      ...{ '/index.html/': 404, post: 405 },
    });
    const policy = await app.page.evaluate(async () =>
      (await fetch('/index.html')).headers.get('content-security-policy'),
    );
    expect(policy).toContain("default-src 'none'; script-src 'self'");
    const injected = await app.page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'document.title = "injected"';
      document.body.append(script);
      return document.title;
    });
    expect(injected).toBe('Tracelane');
  });
});

test('only our own page, and no frame in it, is heard by the main process', async ({ desktop }) => {
  const { standIn, page: pageOf } = await desktop.start([]);
  const page = await pageOf();
  await expect(page.getByRole('button', { name: 'Open folder…' })).toBeVisible();
  await page.evaluate((message) => {
    window.addEventListener('message', ({ data }) => {
      if (data === message) document.title = 'another port';
    });
  }, portMessage);
  const strangers = [
    { url: 'https://example.com/', isMain: true },
    { url: 'tracelane://application/', isMain: true },
    { url: ours, isMain: false },
  ];
  await standIn.ask('choose', [trace]);
  for (const stranger of strangers) {
    await standIn.ask('ipc-from', 1, stranger, channels.connect);
    await standIn.ask('ipc-from', 1, stranger, channels.setLook, { language: 'zh', theme: 'dark', keys: {} });
    expect(await standIn.ask('invoke-from', 1, stranger, channels.pickPaths, 'file')).toEqual([]);
  }
  expect(JSON.stringify(await standIn.ask('menu'))).not.toContain('文件');
  expect(await page.title()).toBe('Tracelane');
  // The same from our own page is heard: the test is one of the checks.
  await standIn.ask('ipc-from', 1, { url: ours, isMain: true }, channels.connect);
  await expect(page).toHaveTitle('another port');
  expect(await standIn.ask('invoke-from', 1, { url: ours, isMain: true }, channels.pickPaths, 'file')).toEqual([trace]);
});

test('what takes part in the lock of the single instance opens nothing unless it is a start of ours', async ({
  desktop,
}) => {
  const started = await desktop.start([]);
  const page = await started.page();
  await expect(page.getByRole('button', { name: 'Open folder…' })).toBeVisible();
  for (const data of [
    undefined,
    7,
    { arguments: trace, folder: '/' },
    { arguments: [{}], folder: '/' },
    { folder: '/' },
  ]) {
    await started.standIn.ask('app-event', 'second-instance', {}, [trace], '/', data);
  }
  expect(await page.title()).toBe('Tracelane');
  await started.standIn.ask('app-event', 'second-instance', {}, [], '/', { arguments: [trace], folder: '/' });
  await expect(page).toHaveTitle('a100_switch_few_flows.json — Tracelane');
  expect(started.output()).not.toMatch(/TypeError|failed/);
});

test('a link opens a dump of this machine once the user agrees, and nothing else', async ({ desktop }) => {
  const { standIn, page: pageOf } = await desktop.start([`tracelane://open?path=${encodeURIComponent(trace)}`]);
  const page = await pageOf();
  await expect(page.getByRole('button', { name: 'Open folder…' })).toBeVisible();
  const boxes = async () => (await toSystem(standIn)).filter(({ what }) => what === 'dialog.showMessageBox');
  await expect.poll(boxes).toMatchObject([{ args: [{ message: 'Open what a link asks for?', detail: trace }] }]);
  await standIn.ask('choose', 0);
  await expect(page).toHaveTitle('a100_switch_few_flows.json — Tracelane');
  await standIn.ask('app-event', 'open-url', {}, 'tracelane://open?path=//host/share');
  await expect
    .poll(async () => (await boxes())[1])
    .toMatchObject({ args: [{ message: 'Tracelane does not open this link.' }] });
});

interface Handed {
  readonly what: string;
  readonly args: readonly unknown[];
}

async function toSystem(standIn: StandIn): Promise<readonly Handed[]> {
  return (await standIn.ask('to-system')) as readonly Handed[];
}
