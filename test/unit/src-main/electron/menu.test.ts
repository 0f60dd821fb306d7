import type { MenuItemConstructorOptions } from 'electron';
import { expect, test } from 'vitest';
import { menuCommandIds } from '../../../../src-contract/wire/electronBridge';
import { menuTemplate } from '../../../../src-main/electron/menu';
import { menuLanguage } from '../../../../src-main/electron/menuStrings';

function itemsOf(template: readonly MenuItemConstructorOptions[]): readonly MenuItemConstructorOptions[] {
  return template.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? itemsOf(item.submenu) : [])]);
}

test.each(['linux', 'darwin', 'win32'] as const)('every command is in the menu of %s, once, and runs', (platform) => {
  const ran: string[] = [];
  const items = itemsOf(menuTemplate('en', platform, { run: (id) => ran.push(id), newWindow: () => undefined }));
  for (const id of menuCommandIds) {
    const [item, ...more] = items.filter((candidate) => candidate.id === id);
    expect(more).toEqual([]);
    (item?.click as (() => void) | undefined)?.();
  }
  expect(ran).toEqual(menuCommandIds);
});

test('every item has a label of its language', () => {
  const labels = (language: 'en' | 'zh') =>
    itemsOf(menuTemplate(language, 'linux', { run: () => undefined, newWindow: () => undefined }))
      .filter(({ type }) => type !== 'separator')
      .map(({ label }) => label ?? '');
  expect(labels('en').every((label) => /^[A-Z]/.test(label))).toBe(true);
  expect(labels('zh').every((label) => /[\u4e00-\u9fff]/.test(label))).toBe(true);
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
