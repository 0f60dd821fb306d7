import { expect, test } from 'vitest';
import { type BrowserFacts, browserLaunches } from '../../../../../src-main/cli/window/browsers';

const facts: BrowserFacts = {
  platform: 'linux',
  env: { PATH: '/usr/local/bin:/usr/bin' },
  isRoot: false,
  profileDir: '/cache/browser',
  exists: (path) => path === '/usr/bin/chromium',
};

test('a Chromium on the path gets a window of its own, with its own profile', () => {
  const [app, fallback] = browserLaunches('http://127.0.0.1:1/?token=x', facts);
  expect(app).toMatchObject({ kind: 'app-window', name: 'Chromium', command: '/usr/bin/chromium' });
  expect(app?.args).toContain('--app=http://127.0.0.1:1/?token=x');
  expect(app?.args).toContain('--user-data-dir=/cache/browser');
  expect(app?.args).not.toContain('--no-sandbox');
  expect(fallback).toMatchObject({
    kind: 'default-browser',
    command: 'xdg-open',
    args: ['http://127.0.0.1:1/?token=x'],
  });
});

test('root needs Chromium’s sandbox off', () => {
  expect(browserLaunches('a', { ...facts, isRoot: true })[0]?.args).toContain('--no-sandbox');
});

test('without one, the default browser', () => {
  const none = { ...facts, exists: () => false };
  expect(browserLaunches('a', none).map(({ command }) => command)).toEqual(['xdg-open']);
  expect(browserLaunches('a', { ...none, platform: 'darwin' }).map(({ command }) => command)).toEqual(['open']);
  expect(browserLaunches('a', { ...none, platform: 'win32' }).map(({ command }) => command)).toEqual(['rundll32']);
});

test('Edge on Windows, wherever it is installed', () => {
  const path = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe';
  const env = { PROGRAMFILES: 'C:\\Program Files', 'PROGRAMFILES(X86)': 'C:\\Program Files (x86)' };
  const launches = browserLaunches('a', {
    ...facts,
    platform: 'win32',
    env,
    exists: (candidate) => candidate === path,
  });
  expect(launches[0]).toMatchObject({ name: 'Edge', command: path });
});
