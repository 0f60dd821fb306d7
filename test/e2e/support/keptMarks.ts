import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from './test';

/** The host has written that there are none: a page that is closed sooner takes the last change with it, and the next test has the marks. */
export async function noMarksKept({ configHome }: { readonly configHome: string }): Promise<void> {
  await expect.poll(() => readFile(join(configHome, 'tracelane', 'marks.json'), 'utf8').catch(() => '[]')).toBe('[]');
}
