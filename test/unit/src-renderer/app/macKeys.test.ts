import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { HostInfo } from '../../../../src-contract';
import { type AppServices, AppServicesContext } from '../../../../src-renderer/app/appServices';
import { MacKeys } from '../../../../src-renderer/app/MacKeys';
import { chordKeys, useIsMac } from '../../../../src-renderer/base/commands';

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36';
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36';

function Keys() {
  return chordKeys({ code: 'KeyF', ctrl: true }, useIsMac()).join('+');
}

/** What a part of the window writes for Ctrl+F, in such a browser and with such a host. */
function shown(userAgent: string, host: Partial<HostInfo> | undefined): string {
  vi.stubGlobal('navigator', { userAgent });
  const controller = { store: createStore(() => ({ host })) };
  const services = { controller } as unknown as AppServices;
  return renderToStaticMarkup(
    createElement(AppServicesContext, { value: services }, createElement(MacKeys, null, createElement(Keys))),
  );
}

test.each<[string, string, Partial<HostInfo> | undefined, string]>([
  ['in a browser on a Mac, before the host is known', MAC, undefined, '⌘+F'],
  ['in a browser elsewhere', LINUX, undefined, 'Ctrl+F'],
  ['in a browser on a Mac, of a host elsewhere', MAC, { kind: 'browser', platform: 'linux' }, '⌘+F'],
  ['in a browser elsewhere, of a host on a Mac', LINUX, { kind: 'browser', platform: 'darwin' }, 'Ctrl+F'],
  ['in Electron, which tells its platform', LINUX, { kind: 'electron', platform: 'darwin' }, '⌘+F'],
  ['in Electron elsewhere', MAC, { kind: 'electron', platform: 'win32' }, 'Ctrl+F'],
])('keys are those of the machine in front of the user: %s', (_, userAgent, host, keys) => {
  expect(shown(userAgent, host)).toBe(keys);
});

test('outside of the window keys are no Mac’s', () => {
  expect(renderToStaticMarkup(createElement(Keys))).toBe('Ctrl+F');
});
