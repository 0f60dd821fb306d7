import { setFlagsFromString } from 'node:v8';

/** What a thread for findings of a long rank comes to hold, and half as much again. */
const ROOM_MB = 300;

/**
 * Starts a thread whose collector looks through all that it holds only once that is large: one that makes a single long answer keeps
 * nearly all it makes until then, and V8 would look through it each time it has grown by half. V8 reads the flag when the thread has
 * begun, so that thread itself takes it back (`takeRoomBack`). One that others start in between has the same room, and compiles its
 * program itself: V8 takes no compiled code as long as a flag is other than when it was compiled.
 */
export function startWithRoom<T>(start: () => T): T {
  setFlagsFromString(`--initial-old-space-size=${ROOM_MB}`);
  try {
    return start();
  } catch (error) {
    takeRoomBack();
    throw error;
  }
}

/** Before anything is compiled: 0 is what V8 has by itself. */
export function takeRoomBack(): void {
  setFlagsFromString('--initial-old-space-size=0');
}
