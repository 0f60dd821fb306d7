import { expect, test } from 'vitest';
import { chooseHost, hasDisplay } from '../../../../../src-main/cli/window/chooseHost';

const there = { isThere: true, path: '/e' } as const;
const missing = { isThere: false, reason: "Electron's binary is not installed" } as const;

test('Electron where it is there and can show a window', () => {
  expect(chooseHost('auto', there, true)).toEqual({ kind: 'electron', path: '/e', reason: 'installed' });
});

test('else the browser host, with the reason', () => {
  expect(chooseHost('auto', missing, true)).toEqual({ kind: 'browser', reason: missing.reason });
  expect(chooseHost('auto', there, false)).toEqual({ kind: 'browser', reason: 'there is no display' });
  expect(chooseHost('browser', there, true)).toEqual({ kind: 'browser', reason: 'asked for' });
});

test('asking for Electron where it cannot be is an error', () => {
  expect(() => chooseHost('electron', missing, true)).toThrow(
    "Electron cannot be used: Electron's binary is not installed.",
  );
  expect(() => chooseHost('electron', there, false)).toThrow('Electron cannot be used: there is no display.');
});

test('a display, by platform and environment', () => {
  expect(hasDisplay('linux', {})).toBe(false);
  expect(hasDisplay('linux', { DISPLAY: '' })).toBe(false);
  expect(hasDisplay('linux', { DISPLAY: ':0' })).toBe(true);
  expect(hasDisplay('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(true);
  expect(hasDisplay('darwin', {})).toBe(true);
});
