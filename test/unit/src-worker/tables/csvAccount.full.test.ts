import { expect, test } from 'vitest';
import { describeDumps } from '../../../fixtures/dumps';
import { brokenMutants } from './csvMutantRun';

describeDumps('rows in = rows shown + rows listed', () => {
  test.each([1000, 100_000, 200_000, 300_000])('of five thousand damaged files from number %i on', async (seed) => {
    expect(await brokenMutants(5000, seed)).toEqual([]);
  });
});
