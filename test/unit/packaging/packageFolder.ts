import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A folder for a file of tests, which goes after the last of them. */
export function packageFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tracelane-package-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
