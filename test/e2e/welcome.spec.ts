import { startHost } from './support/host';
import { dumpPath, expect, requireDumps, test } from './support/test';

test('the welcome page loads, without an error and within the policy @bridge', async ({ app }) => {
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

test.describe('when the host is started again', () => {
  requireDumps();
  test.use({
    hasOwnHost: true,
    hostArgs: [dumpPath('ascend/text_level1_2ranks')],
    // What is asked of a host that is gone.
    expectedErrors: [/Failed to load resource|WebSocket connection/],
  });

  test('its new address shows the same view @full', { tag: '@browser' }, async ({ app: { page, host } }) => {
    await expect(page.getByText('20,081 events')).toBeVisible();
    await page.getByRole('tab', { name: 'Operator' }).click();
    await expect(page.getByRole('grid', { name: 'Kernel groups' })).toBeVisible();
    await expect.poll(() => new URL(page.url()).hash).toContain('tab=operator');
    const { hash } = new URL(page.url());
    await host.stop();
    const banner = page.getByRole('alert').filter({ hasText: 'Tracelane has stopped' });
    const field = banner.getByRole('textbox', { name: 'Address that Tracelane prints' });
    await field.fill('127.0.0.1');
    await field.press('Enter');
    await expect(banner).toContainText('This is not the address of a page');
    const again = await startHost([dumpPath('ascend/text_level1_2ranks')]);
    try {
      await field.fill(again.address);
      await banner.getByRole('button', { name: 'Open' }).click();
      await expect(page.getByText('20,081 events')).toBeVisible();
      await expect(page.getByRole('tab', { name: 'Operator' })).toHaveAttribute('aria-selected', 'true');
      await expect.poll(() => new URL(page.url()).hash).toBe(hash);
      expect(page.url()).not.toContain('token');
    } finally {
      await page.goto('about:blank');
      await again.stop();
    }
  });
});
