/** axe-core finds nothing on any screen. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe';
import { dumpPath, expect, requireDumps, test } from './support/test';

async function allViews(page: Page): Promise<void> {
  const tabs = page.getByRole('tablist').first().getByRole('tab');
  await expect(tabs.nth(4)).toBeVisible();
  for (const tab of await tabs.all()) {
    await tab.click();
    await page.waitForLoadState('networkidle');
    await expect(page.locator('.reading')).toHaveCount(0);
    await expectAccessible(page, (await tab.textContent()) ?? '');
  }
}

test.describe('of a dump', () => {
  requireDumps();
  test.use({ hostArgs: [dumpPath('ascend/text_level1_2ranks')] });

  test('every view', { tag: '@full' }, async ({ app: { page } }) => allViews(page));

  test('every view, in Chinese and dark; panels and dialogs', { tag: '@full' }, async ({ app: { page } }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.getByRole('tablist').first().getByRole('tab').nth(4)).toBeVisible();
    await page.keyboard.press('F1');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.type('Switch language');
    await page.getByRole('option', { name: /^Switch language/ }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', /^zh/);
    await allViews(page);
    await page.getByRole('tab', { name: '时间线' }).click();
    await page.locator('#timeline-area').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('KeyM');
    for (const panel of ['1', '2', '3', '4', '5', '6', '7', '8', '9']) {
      await page.keyboard.press(`Digit${panel}`);
      await expectAccessible(page, `panel ${panel}`);
    }
    for (const dialog of ['F1', 'Control+Comma', 'Shift+Slash']) {
      await page.keyboard.press(dialog);
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page, dialog);
      await page.keyboard.press('Escape');
    }
  });
});

/** Controls that stand out of the window, and cannot be scrolled into it. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const isScrolled = (own: Element) => {
      for (let at = own.parentElement; at; at = at.parentElement) {
        if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth) return true;
      }
      return false;
    };
    return [...document.querySelectorAll('button, input, [role="tab"], h1, h2, h3')]
      .filter((own) => own.checkVisibility({ visibilityProperty: true }) && !own.closest('.visually-hidden'))
      .flatMap((own) => {
        const { left, right, width } = own.getBoundingClientRect();
        const isOut = width > 0 && (left < -0.5 || right > window.innerWidth + 0.5);
        return isOut && !isScrolled(own) ? [`${own.className} ${own.textContent}: ${left} to ${right}`] : [];
      });
  });

test.describe('at 200 % of 1280 × 720', () => {
  requireDumps();
  test.use({ hostArgs: [dumpPath('ascend/text_level1_2ranks')], viewport: { width: 640, height: 360 } });

  test('every view and dialog is whole, and axe-core finds nothing', { tag: '@full' }, async ({ app: { page } }) => {
    const tabs = page.getByRole('tablist').first().getByRole('tab');
    await expect(tabs.nth(4)).toBeAttached();
    for (const tab of await tabs.all()) {
      await tab.click();
      await page.waitForLoadState('networkidle');
      await expect(page.locator('.reading')).toHaveCount(0);
      const name = (await tab.textContent()) ?? '';
      expect(await cutOff(page), name).toEqual([]);
      // Only the tabs themselves are scrolled sideways, not the view below them.
      const left = await page.locator('.tab-content[data-state="active"]').evaluate((own) => {
        const panel = own.closest('[data-panel]') ?? document.body;
        return own.getBoundingClientRect().left - panel.getBoundingClientRect().left;
      });
      expect(left, name).toBe(0);
      await expectAccessible(page, name);
    }
    await tabs.first().click();
    for (const dialog of ['F1', 'Control+Comma', 'Shift+Slash', 'Control+KeyO', 'KeyG']) {
      await page.locator('#timeline-area').focus();
      await page.keyboard.press(dialog);
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await cutOff(page), dialog).toEqual([]);
      await expectAccessible(page, dialog);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  });
});

test('the first page', { tag: '@full' }, async ({ app: { page } }) => {
  await expect(page.getByRole('heading', { name: 'Tracelane' })).toBeVisible();
  await expectAccessible(page, 'welcome');
});
