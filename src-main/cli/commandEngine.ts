import { homedir } from 'node:os';
import { version } from '../../package.json';
import { createEngine, type EngineHost, type EngineOptions } from '../engine/engine';
import { userDirs } from '../engine/user/userDirs';
import type { Installation } from '../host/installation';

/** The engine of a command that answers without a window. To be disposed of when it has. */
export function commandEngine(
  { workerUrl }: Installation,
  { leavesNothing = false, readsHere }: Pick<EngineOptions, 'leavesNothing' | 'readsHere'> = {},
): EngineHost {
  return createEngine({
    leavesNothing,
    readsHere,
    workerUrl,
    hasThreadsWhenNeeded: true,
    host: { kind: 'browser', version, platform: process.platform, initialPaths: [], roots: [] },
    userDirs: userDirs(process.platform, process.env, homedir()),
  });
}
