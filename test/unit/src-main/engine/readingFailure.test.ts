import { expect, test } from 'vitest';
import { readingFailure } from '../../../../src-main/engine/opening/readingFailure';
import { ThreadDiedError } from '../../../../src-main/engine/threads/thread';

test('a thread that ended without memory is told from one that ended otherwise, and both from a file that can’t be read', () => {
  const missing = Object.assign(new Error('ENOENT: no such file'), { code: 'ENOENT', path: '/data/trace_view.json' });
  const failures = [new ThreadDiedError('out of memory', 'memory'), new ThreadDiedError('gone'), missing];
  const notices = failures.map(readingFailure);
  expect(notices.map(({ code }) => code).slice(0, 2)).toEqual(['out-of-memory', 'reading-ended']);
  expect(new Set(notices.map(({ code }) => code)).size).toBe(3);
  expect(notices.map(({ severity }) => severity)).toEqual(['error', 'error', 'error']);
});
