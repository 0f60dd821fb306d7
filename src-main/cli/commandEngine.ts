import { homedir } from 'node:os';
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
  return createEngine({
    leavesNothing,
    readsHere,
    isSparing,
    workerUrl,
    hasThreadsWhenNeeded: true,
    host: { kind: 'browser', version, platform: process.platform, initialPaths: [], roots: [] },
    userDirs: userDirs(process.platform, process.env, homedir()),
  });
}
