import { expect, type Locator } from '@playwright/test';

/** A text of the page with plain spaces, none of them double, and without marks that nobody sees. */
export function plain(text: string | null): string {
  return (text ?? '')
    .replace(/[\u202f\u00a0]/g, ' ')
    .replaceAll('\u2060', '')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * The rows that are drawn of the table in there, as texts of their cells, once all have been read: those of another question
 * stay until then.
 */
export async function rowsOf(grid: Locator): Promise<readonly (readonly string[])[]> {
  const busy = '[aria-busy="true"]';
  await expect(grid.locator('.table-row').first()).toBeVisible();
  await expect(grid.locator(`.table-grid${busy}, .table-row${busy}`)).toHaveCount(0);
  await expect(grid.and(grid.page().locator(busy))).toHaveCount(0);
  const rows = await grid
    .locator('.table-row')
    .evaluateAll((elements) =>
      elements.map((row) => [...row.querySelectorAll('[role="gridcell"]')].map((cell) => cell.textContent ?? '')),
    );
  return rows.map((cells) => cells.map(plain));
}
