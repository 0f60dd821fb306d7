import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Of all files in a folder and in those below it. */
export function sizeBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, own) => (own.isFile() ? sum + own.size : sum), 0);
}
