import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { type App, expect, test } from './support/test';

// What they change is the host's.
test.use({ hasOwnHost: true });

async function openSettings({ page }: App) {
  await expect(page.getByRole('button', { name: 'Open folder…' })).toBeVisible();
  await page.keyboard.press('Control+Comma');
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await expect(dialog).toBeVisible();
  return dialog;
}

const memory = (page: Page) => page.getByRole('spinbutton', { name: 'Memory for indexes' });
const disk = (page: Page) => page.getByRole('spinbutton', { name: 'Disk space for saved indexes' });

/** As a user does; Playwright's `fill` would end with the `change` that only Enter or leaving the field brings. */
async function typeInto(field: Locator, text: string): Promise<void> {
  await field.press('Control+KeyA');
  await field.pressSequentially(text);
}

test('what reading may take up is saved at once, by step, Enter or leaving, and found again @full', async ({ app }) => {
  const { page, host } = app;
  const dialog = await openSettings(app);
  await expect(disk(page)).toHaveValue('20');
  await disk(page).press('ArrowDown');
  await expect(disk(page)).toHaveValue('19');
  await typeInto(memory(page), '2.5');
  await memory(page).press('Enter');
  await typeInto(disk(page), '7');
  // A click beside the dialog closes it; what was typed was meant.
  await page.mouse.click(20, 400);
  await expect(dialog).toBeHidden();
  // A reload at the same instant would end the page before what it has to say has left it.
  const saved = () => readFile(join(host.configHome, 'tracelane', 'settings.json'), 'utf8');
  await expect.poll(saved).toContain(`"cacheLimitBytes": ${7 * 2 ** 30}`);
  await page.reload();
  await openSettings(app);
  await expect(memory(page)).toHaveValue('2.5');
  await expect(disk(page)).toHaveValue('7');
});

test('Esc takes back what was typed; what makes no sense is said and not saved', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  const dialog = await openSettings(app);
  const before = await memory(page).inputValue();
  await typeInto(memory(page), '3');
  await memory(page).press('Escape');
  await expect(dialog).toBeHidden();
  await openSettings(app);
  await expect(memory(page)).toHaveValue(before);
  await typeInto(memory(page), '0');
  await expect(memory(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog.getByText('Enter a number from 0.5 to 16,384')).toBeVisible();
  await memory(page).press('Enter');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await openSettings(app);
  await expect(memory(page)).toHaveValue(before);
});

test('theme and language change under the open dialog, by keyboard; the menu and the palette lead to it', {
  tag: '@full',
}, async ({ app }) => {
  const { page } = app;
  const dialog = await openSettings(app);
  await dialog.getByRole('radio', { name: 'Light' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await dialog.getByRole('radio', { name: '简体中文' }).click();
  await expect(page.getByRole('dialog', { name: '设置' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '设置' }).click();
  await page.getByRole('menuitem', { name: '设置…' }).click();
  await page.getByRole('radio', { name: 'English' }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+KeyK');
  await page.keyboard.type('settings');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
});

test('a setting that cannot be written is said', async ({ app }) => {
  const { page, host } = app;
  const dialog = await openSettings(app);
  await rm(host.configHome, { recursive: true, force: true });
  await writeFile(host.configHome, 'a file where the folder should be');
  await disk(page).press('ArrowUp');
  await expect(dialog.getByRole('alert')).toContainText('The setting was not saved');
});
