import { expect, test } from 'vitest';
import { describeDumps } from '../../../fixtures/dumps';
import { compareOnAll, compareOnCut, compareOnWhole } from './realTraces';

describeDumps('both tokenizers agree on real traces', () => {
  test('on every file there is', async () => {
    expect(await compareOnAll(compareOnWhole)).toBeGreaterThan(100_000);
  });

  test('on every file there is, cut at random', async () => {
    expect(await compareOnAll(compareOnCut)).toBeGreaterThan(100_000);
  });
});
