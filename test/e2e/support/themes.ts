import { type App, expect } from './test';

/** Pictures of the page as it is, NAME-light.png and NAME-dark.png. */
export async function inBothThemes({ page, screenshot }: App, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    await screenshot(`${name}-${colorScheme}`);
  }
}
