import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** Home directories are shared by the machines of a cluster: whether a process runs can be told of this one only. */
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const pattern = /\.([0-9a-f]{8})-(\d+)-[0-9a-f]{8}\.tmp$/;
/** What other machines have not touched for so long is theirs no more. */
const FOREIGN_MS = 24 * 3600_000;

/** A name for what is written before it is what `name` stands for; it tells whose it is. */
export function temporaryName(name: string): string {
  return `${name}.${machine}-${process.pid}-${randomBytes(4).toString('hex')}.tmp`;
}

/** Removes what processes left in the folder that were killed before they could. Never rejects. */
export async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      // What can't be removed now is left to the next start.
      if (await isLeftOver(path)) await rm(path, { recursive: true, force: true }).catch(() => {});
    }),
  );
}

async function isLeftOver(path: string): Promise<boolean> {
  const [, owner, pid] = pattern.exec(path) ?? [];
  if (owner === undefined) return false;
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return false;
  if (owner !== machine) return Date.now() - found.mtimeMs > FOREIGN_MS;
  // In a container every run may have the same number.
  if (Number(pid) === process.pid) return found.mtimeMs < Date.now() - process.uptime() * 1000;
  return !isRunning(Number(pid));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process exists, too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
