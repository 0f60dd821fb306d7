import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from './test';

/** The host has written that there are none: the next test may be of the same dump, so what it finds does not hang on when this page went. */
export async function noMarksKept({ configHome }: { readonly configHome: string }): Promise<void> {
  await expect.poll(() => readFile(join(configHome, 'tracelane', 'marks.json'), 'utf8').catch(() => '[]')).toBe('[]');
}
