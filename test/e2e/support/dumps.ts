import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from '@playwright/test';

export const projectDir = fileURLToPath(new URL('../../..', import.meta.url));
const toldDir = resolve(process.env.TRACELANE_DUMPS ?? join(projectDir, '..', 'shared', 'dumps'));
/** Without links on the way to it: the folder browser shows folders by their real paths. */
const dumpsDir = existsSync(toldDir) ? realpathSync(toldDir) : toldDir;

/** Absolute path of a real dump; `requireDumps()` tells whether it is there. */
export function dumpPath(relativePath: string): string {
  return join(dumpsDir, relativePath);
}

/** Skips the tests of the file (or of the describe block) where there are no real dumps. */
export function requireDumps(): void {
  test.skip(!existsSync(dumpsDir), `no real dumps at ${dumpsDir} (set TRACELANE_DUMPS)`);
}
