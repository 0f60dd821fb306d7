import { test } from 'vitest';
import { expectSameHoweverCut } from './cuts';

test('cuts at random places make no difference on traces full of what looks like a boundary', () =>
  expectSameHoweverCut(500));
