import { expect, test } from './support/test';

// Indexes of files below 8 MB are made as fast as they are read: those of the demo would not be saved.
test.use({ hasOwnHost: true, demoArgs: ['--ranks', '2', '--steps', '2', '--events', '50000', '--seed', '5'] });

test('with saved indexes: what is taken up, and what clearing frees', async ({ app }) => {
  const { page } = app;
  await expect(page.getByText(/^2 ranks · /)).toBeVisible();
  await page.keyboard.press('Control+Comma');
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await expect(dialog.getByText(/MB in 2 indexes$/)).toBeVisible();
  await expect(dialog.getByText(/[\\/]index$/)).toBeVisible();
  await app.screenshot('settings');
  await dialog.getByRole('button', { name: 'Clear saved indexes' }).click();
  await expect(dialog.getByRole('status')).toHaveText(/^[\d.]+\sMB freed$/);
  await expect(dialog.getByText('0 B in 0 indexes')).toBeVisible();
  await dialog.getByRole('button', { name: 'Clear saved indexes' }).click();
  await expect(dialog.getByRole('status')).toHaveText('No saved indexes');
});
