import { test } from 'vitest';
import { expectSameInPieces } from './cutPieces';

test('where the bytes are cut on their way in, the result is the same for a cut at every byte', () =>
  expectSameInPieces(1));
