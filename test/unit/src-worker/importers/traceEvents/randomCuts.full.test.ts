import { test } from 'vitest';
import { expectSameHoweverCut } from './cuts';

/** The claim: this many segments that begin at random places of a file, and not one difference from no cut at all. */
const REQUIRED_CUTS = 10_000;

test('ten thousand cuts at random places make no difference on traces full of what looks like a boundary', () =>
  expectSameHoweverCut(REQUIRED_CUTS));
