import { expect, type Locator, type Page } from '@playwright/test';
import { plain, rowsOf } from './pageText';

/** Its tab, chosen. */
export async function openCommunication(page: Page): Promise<Locator> {
  await page.getByRole('tab', { name: 'Communication', exact: true }).click();
  const view = page.getByRole('region', { name: 'Communication', exact: true });
  await expect(view.getByRole('radiogroup', { name: 'View' })).toBeVisible();
  return view;
}

type Section = 'Ranks' | 'Groups' | 'Links' | 'Side by side' | 'Collectives' | 'Arrivals';

export const showSection = (view: Locator, name: Section) =>
  view.getByRole('radiogroup', { name: 'View' }).locator('label').filter({ hasText: name }).click();

/** The rows that are drawn, as texts of their cells by the titles of the columns. */
export async function rowsByTitle(view: Locator, name: string): Promise<readonly Readonly<Record<string, string>>[]> {
  const grid = view.getByRole('grid', { name });
  const rows = await rowsOf(grid);
  const titles = (await grid.getByRole('columnheader').allTextContents()).map(plain);
  return rows.map((cells) => Object.fromEntries(cells.map((cell, at) => [titles[at] ?? '', cell])));
}
