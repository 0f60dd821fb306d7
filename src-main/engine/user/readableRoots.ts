import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { HostInfo } from '../../../src-contract';
import { demoFolder } from './demoDump';
import type { UserDirs } from './userDirs';
import { laneFilesFolder } from './userLanes';

/** What the threads may read: what the host's windows may, and what Tracelane itself writes for them. */
export function readableRoots({ roots }: HostInfo, userDirs: UserDirs): readonly string[] {
  if (roots.length === 0) return [];
  const ours = [demoFolder(userDirs), userDirs.tempDir, laneFilesFolder(userDirs)];
  return [...roots, ...ours.map(realpathOfExisting)];
}

/** Of a path that does not exist yet, the part that does is resolved. */
function realpathOfExisting(path: string): string {
  if (existsSync(path)) return realpathSync.native(path);
  const parent = dirname(path);
  return parent === path ? path : join(realpathOfExisting(parent), basename(path));
}
