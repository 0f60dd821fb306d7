import type { MenuItemConstructorOptions } from 'electron';
import { expect, test } from 'vitest';
import { menuCommandIds } from '../../../../src-contract/wire/electronBridge';
import { type MenuContents, menuTemplate } from '../../../../src-main/electron/menu';
import { menuLanguage } from '../../../../src-main/electron/menuStrings';

const actions: MenuContents['actions'] = {
  run: () => undefined,
  newWindow: () => undefined,
  open: () => undefined,
  zoom: () => undefined,
  showLogs: () => undefined,
};
const contents: MenuContents = {
  ...{ language: 'en', platform: 'linux', keys: {}, recents: [], hasDeveloperTools: true, actions },
};

function itemsOf(template: readonly MenuItemConstructorOptions[]): readonly MenuItemConstructorOptions[] {
  return template.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? itemsOf(item.submenu) : [])]);
}

function click(item: MenuItemConstructorOptions | undefined): void {
  (item?.click as (() => void) | undefined)?.();
}

test.each(['linux', 'darwin', 'win32'] as const)('every command is in the menu of %s, once, and runs', (platform) => {
  const ran: string[] = [];
  const items = itemsOf(menuTemplate({ ...contents, platform, actions: { ...actions, run: (id) => ran.push(id) } }));
  for (const id of menuCommandIds) {
    const [item, ...more] = items.filter((candidate) => candidate.id === id);
    expect(more).toEqual([]);
    click(item);
  }
  expect(ran).toEqual(menuCommandIds);
});

test('every item has a label of its language', () => {
  const labels = (language: 'en' | 'zh') =>
    itemsOf(menuTemplate({ ...contents, language }))
      .filter(({ type }) => type !== 'separator')
      .map(({ label }) => label ?? '');
  expect(labels('en').every((label) => /^[A-Z]/.test(label))).toBe(true);
  expect(labels('zh').every((label) => /[\u4e00-\u9fff]/.test(label))).toBe(true);
});

test('keys of the window are shown, and left to it; no two of the menu’s own are the same', () => {
  const keys = { 'file.openFolder': 'CmdOrCtrl+O', 'view.palette': 'CmdOrCtrl+K' };
  const items = itemsOf(menuTemplate({ ...contents, keys }));
  expect(items.find(({ id }) => id === 'file.openFolder')).toMatchObject({
    ...{ accelerator: 'CmdOrCtrl+O', registerAccelerator: false },
  });
  expect(items.find(({ id }) => id === 'file.close')).not.toHaveProperty('accelerator');
  const all = items.flatMap(({ accelerator }) => (accelerator === undefined ? [] : [accelerator]));
  expect(new Set(all).size).toBe(all.length);
  // The timeline's: the whole dump.
  expect(all).not.toContain('CmdOrCtrl+0');
});

test('recent dumps are in it, by their titles to the letter; without any it says so', () => {
  const opened: (readonly string[])[] = [];
  const recents = [{ label: 'a & b', paths: ['/data/a & b'] }];
  const items = itemsOf(
    menuTemplate({ ...contents, recents, actions: { ...actions, open: (paths) => opened.push(paths) } }),
  );
  click(items.find(({ label }) => label === 'a && b'));
  expect(opened).toEqual([['/data/a & b']]);
  const none = itemsOf(menuTemplate(contents)).find(({ label }) => label === 'Nothing Yet');
  expect(none?.enabled).toBe(false);
});

test('developer tools are for development', () => {
  const roles = (hasDeveloperTools: boolean) =>
    itemsOf(menuTemplate({ ...contents, hasDeveloperTools })).map(({ role }) => role);
  expect(roles(true)).toContain('toggleDevTools');
  expect(roles(false)).not.toContain('toggleDevTools');
});

test('the language of the system', () => {
  expect(['zh-CN', 'zh', 'zh-Hant-TW', 'en-GB', 'fr', ''].map(menuLanguage)).toEqual([
    'zh',
    'zh',
    'zh',
    'en',
    'en',
    'en',
  ]);
});
