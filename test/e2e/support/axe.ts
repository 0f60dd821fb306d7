/** axe-core in the page: what it finds wrong for those who hear the window or use keys only. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { expect } from './test';

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Each place and what is wrong with it; `screen` is where one is, for the message. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  // Evaluated, not loaded: the page's policy lets no script in.
  await page.evaluate(await source);
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(root: Document): Promise<AxeResults> } };
    const { violations } = await axe.run(document);
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target }) => `${id} (${help}): ${target.join(' ')}`),
    );
  });
  expect(found, screen).toEqual([]);
}
