import { homedir } from 'node:os';
import { join } from 'node:path';
import { version } from '../../package.json';
import { createEngine, type EngineHost, type EngineOptions } from '../engine/engine';
import { userDirs } from '../engine/user/userDirs';
import type { Installation } from '../host/installation';

/** The engine of a command that answers without a window. To be disposed of when it has. */
export function commandEngine(
  { workerUrl }: Installation,
  {
    leavesNothing = false,
    readsHere,
    isSparing = false,
  }: Pick<EngineOptions, 'leavesNothing' | 'readsHere' | 'isSparing'> = {},
): EngineHost {
  const dirs = userDirs(process.platform, process.env, homedir());
  return createEngine({
    leavesNothing,
    readsHere,
    isSparing,
    workerUrl,
    hasThreadsWhenNeeded: true,
    host: { kind: 'browser', version, platform: process.platform, initialPaths: [], roots: [] },
    userDirs: dirs,
    // V8 takes compiled code only under the flags that it was compiled with: see `keepGarbageSmall`.
    ...(isSparing && { codeFolder: join(dirs.cacheDir, 'code', 'sparing') }),
  });
}
