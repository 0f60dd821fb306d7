import type { Locator } from '@playwright/test';

/** The button of an `OptionPicker`: what it is for, and what is chosen. */
export const picker = (scope: Locator, label: string): Locator =>
  scope.getByRole('button', { name: new RegExp(`^${label}: `) });

export async function pick(scope: Locator, label: string, option: string): Promise<void> {
  await picker(scope, label).click();
  await scope.page().getByRole('option', { name: option, exact: true }).click();
}
