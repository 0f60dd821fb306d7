import { expect, type Locator, type Page } from '@playwright/test';

/** Its tab, chosen. */
export async function openSummary(page: Page): Promise<Locator> {
  await page.getByRole('tab', { name: 'Summary', exact: true }).click();
  const view = page.getByRole('region', { name: 'Summary', exact: true });
  await expect(view.getByRole('radiogroup', { name: 'Sections' })).toBeVisible();
  return view;
}

export const showSection = (view: Locator, section: string) =>
  view.getByRole('radiogroup', { name: 'Sections' }).locator('label').filter({ hasText: section }).click();
