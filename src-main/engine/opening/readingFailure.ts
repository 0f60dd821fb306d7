import type { Notice } from '../../../src-contract';
import { notice } from '../../../src-worker/files/notices';
import { unreadable } from '../../../src-worker/files/unreadable';
import { ThreadDiedError } from '../threads/thread';

/** Why a rank, or the dump, could not be read to its end. */
export function readingFailure(error: unknown): Notice {
  if (!(error instanceof ThreadDiedError)) return unreadable(undefined, error);
  return notice(error.deathCause === 'memory' ? 'out-of-memory' : 'reading-ended', 'error');
}
