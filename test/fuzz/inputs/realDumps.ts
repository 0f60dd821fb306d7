import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Where real dumps are, beside the checkout or where it is told; undefined where they are absent. */
export function realDumps(): string | undefined {
  const told = process.env.TRACELANE_DUMPS;
  const folder = told ? resolve(told) : resolve(process.cwd(), '..', 'shared', 'dumps');
  return existsSync(folder) ? folder : undefined;
}

/** Contents of those of the files that are there. */
export function readThose(folder: string, paths: readonly string[]): (readonly [path: string, bytes: Buffer])[] {
  return paths.filter((path) => existsSync(join(folder, path))).map((path) => [path, readFileSync(join(folder, path))]);
}
