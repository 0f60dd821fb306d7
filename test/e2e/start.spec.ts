/** The window's first moments: what is there before its parts are. */
import { expect, test } from './support/test';

test.describe('in the dark, in Chinese', () => {
  test.use({ colorScheme: 'dark', locale: 'zh-CN' });

  test('the title bar comes first, in the right theme; only the language in use is fetched', async ({ host, page }) => {
    let see = () => {};
    const isSeen = new Promise<void>((resolve) => {
      see = resolve;
    });
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
    await page.route(/showWindow[^/]*\.js$/, async (route) => {
      await isSeen;
      await route.continue();
    });
    await page.goto(host.address, { waitUntil: 'commit' });
    // Being in the document is not being seen.
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    await expect(page.getByRole('banner').getByText('Tracelane')).toBeVisible();
    const look = () =>
      page.evaluate(() => ({
        theme: document.documentElement.dataset.theme,
        language: document.documentElement.lang,
        background: getComputedStyle(document.body).backgroundColor,
        title: document.querySelector('.title-bar')?.getBoundingClientRect().toJSON(),
      }));
    const before = await look();
    expect(before).toMatchObject({ theme: 'dark', language: 'zh-CN', background: 'rgb(21, 23, 27)' });
    see();
    await expect(page.getByRole('button', { name: '打开文件夹…' })).toBeVisible();
    // Nothing that was seen moves or changes.
    expect(await look()).toEqual(before);
    const languages = fetched.filter((path) => /\/strings(En|Zh)-/.test(path));
    expect(languages).toHaveLength(1);
    expect(languages[0]).toContain('stringsZh');
  });
});

test('a part of the window that cannot be had is said', async ({ host, page }) => {
  await page.route(/showWindow[^/]*\.js$/, (route) => route.abort());
  await page.goto(host.address, { waitUntil: 'commit' });
  await expect(page.getByText(/showWindow/)).toBeVisible();
});
