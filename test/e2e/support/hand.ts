import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { StartedDesktop } from './desktop';

/** What a user does in every host, but with other means. */
export interface Hand {
  /** Opens a path by keyboard: in the folder browser, or in the system's dialog. */
  openPath(path: string): Promise<void>;
  /** Drops a file of the disk onto the window. */
  drop(path: string): Promise<void>;
}

export function handOfBrowser(page: Page): Hand {
  return {
    openPath: async (path) => {
      await page.keyboard.press('Control+KeyO');
      const dialog = page.getByRole('dialog', { name: 'Open a dump' });
      const field = dialog.getByRole('textbox', { name: 'Path' });
      // Once the first folder is listed: a field that is filled in the middle of typing takes both.
      await expect(field).not.toHaveValue('');
      await field.fill(path);
      await dialog.getByRole('button', { name: /^Open / }).press('Enter');
    },
    drop: async (path) => {
      const transfer = await page.evaluateHandle(
        ({ name, text }) => {
          const data = new DataTransfer();
          data.items.add(new File([text], name, { type: 'application/json' }));
          return data;
        },
        { name: basename(path), text: await readFile(path, 'utf8') },
      );
      for (const type of ['dragenter', 'dragover', 'drop']) {
        await page.getByRole('main').dispatchEvent(type, { dataTransfer: transfer });
      }
    },
  };
}

export function handOfDesktop(desktop: StartedDesktop, page: Page): Hand {
  return {
    openPath: async (path) => {
      await desktop.willPick([path]);
      await page.keyboard.press('Control+KeyO');
    },
    drop: (path) => dropFromDisk(page, [path]),
  };
}

/** Drags files of the disk over the middle of the page and lets them go there. */
export async function dropFromDisk(page: Page, paths: readonly string[]): Promise<void> {
  await page.evaluate((dropped) => {
    window.__electronStandInDrops = dropped;
  }, paths);
  const session = await page.context().newCDPSession(page);
  const { x, y } = await page.evaluate(() => ({ x: window.innerWidth / 2, y: window.innerHeight / 2 }));
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x, y, data });
  }
  await session.detach();
}
