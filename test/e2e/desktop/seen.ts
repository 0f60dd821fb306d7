import { expect, type Page } from '@playwright/test';

export interface SeenWindow {
  readonly id: number;
  /** As `setProgressBar` takes it: -1 is none. */
  readonly progress: number;
  /** Of all that the task bar has shown of the window so far. */
  readonly highestProgress: number;
}

/** The windows as the application has them, in the order in which they were opened. */
export async function windowsOf(standIn: { ask(name: string): Promise<unknown> }): Promise<readonly SeenWindow[]> {
  return (await standIn.ask('windows')) as readonly SeenWindow[];
}

/** The page shows the trace that most of these tests open. */
export async function isOpen(page: Page): Promise<void> {
  await expect(page).toHaveTitle('a100_switch_few_flows.json — Tracelane');
  await expect(page.getByText(/^1 rank · /)).toBeVisible();
}
