/** What tests wait for in the window: states of its session that no element on the page tells of. */
import type { Page } from '@playwright/test';

/** The dump has been read. */
export async function dumpReady(page: Page): Promise<void> {
  await page.waitForFunction(() => window.__tracelane?.session.store.getState().dump.status === 'ready');
}

/** All that is to be on screen is drawn. */
export async function drawingSettled(page: Page): Promise<void> {
  await page.waitForFunction(() => window.__tracelane?.probe().isSettled === true);
}

/** Shows each rank by its own clock, as its file has it. */
export async function showOwnClocks(page: Page): Promise<void> {
  await page.evaluate(() => window.__tracelane!.session.actions.setClock({ mode: 'off' }));
  await page.waitForFunction(() => window.__tracelane!.session.store.getState().dump.clock?.mode === 'off');
}
