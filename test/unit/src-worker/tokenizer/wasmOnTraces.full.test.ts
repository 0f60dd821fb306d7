import { expect, test } from 'vitest';
import { describeDumps } from '../../../fixtures/dumps';
import { compareOnAll, compareOnCut } from './realTraces';

describeDumps('both tokenizers agree on real traces', () => {
  test('on every file there is, cut at random', async () => {
    expect(await compareOnAll(compareOnCut)).toBeGreaterThan(100_000);
  });
});
