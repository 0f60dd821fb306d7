import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';

/**
 * Has this thread give way to the others of the process. Linux alone has threads with priorities of their own, and tells
 * the thread which one it is; elsewhere nothing changes. There is no way back: the system lets nobody raise it again.
 */
export function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    const own = Number(basename(readlinkSync('/proc/thread-self')));
    setPriority(own, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // No /proc is there, or a sandbox forbids the call: the thread goes on like the others.
  }
}
