import { expect, test } from 'vitest';
import { StepError } from '../../../scripts/lib/project.mjs';
import { startSentence } from '../../../scripts/lib/startSentence.mjs';

test('whatever goes wrong before the program runs is one sentence', () => {
  const readOnly = Object.assign(new Error('EROFS: read-only file system, mkdir'), { code: 'EROFS' });
  const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
  const odd = new SyntaxError('Unexpected token\nat line 2');
  expect(startSentence(new StepError('The window could not be built.'))).toBe('The window could not be built.');
  expect(startSentence(readOnly)).toMatch(/can’t be written to \(EROFS\); start it as the owner/);
  expect(startSentence(full)).toMatch(/the disk is full/);
  for (const error of [readOnly, full, odd, 'odd'])
    expect(startSentence(error)).toMatch(/^Tracelane can’t be [^\n]+\.$/);
});
