import type { ThreadData } from '../../../src-worker/files/readable';
import type { CollectiveNameData } from '../../../src-worker/names/collectiveNames';

/** What every thread of an engine is told when it starts. */
export interface ThreadStart extends ThreadData {
  /** Names of collectives that the user has added. */
  readonly collectives?: CollectiveNameData;
  /** It gives way to the window and to threads that somebody waits for, as far as the system knows of that: see givingWay.ts. */
  readonly givesWay?: boolean;
  /** What it does comes by itself, and V8's own threads need not hurry with it: see ownCompiling.ts and roomToGrow.ts. */
  readonly isUnasked?: boolean;
  /** Memory is worth more than what its collector takes. */
  readonly isSparing?: boolean;
}

export const PLAIN_START: ThreadStart = { readableRoots: [] };
