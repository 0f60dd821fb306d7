import { expect, test } from './support/test';

test('the welcome page loads, without an error and within the policy', async ({ app }) => {
  await expect(app.page).toHaveTitle(/Tracelane/);
  await expect(app.page.getByRole('button', { name: /open.*folder/i }).first()).toBeVisible();
  expect(new URL(app.page.url()).search).toBe('');
  await app.screenshot('welcome');
  await app.page.emulateMedia({ colorScheme: 'dark' });
  await app.screenshot('welcome-dark');
});

test('it survives a reload: the cookie counts, the token is gone from the address', { tag: '@browser' }, async ({
  app,
}) => {
  await app.page.reload();
  await expect(app.page.getByRole('button', { name: /open.*folder/i }).first()).toBeVisible();
});
