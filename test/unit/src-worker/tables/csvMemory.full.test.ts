import { test } from 'vitest';
import { describeDumps, dumpsFolder } from '../../../fixtures/dumps';
import { readBoth, readMutants } from './csvBothWays';
import { csvFilesIn } from './csvMutantRun';

describeDumps('csv files of the dumps are what TypeScript makes of them', () => {
  test('as they are', async () => {
    for (const file of csvFilesIn(dumpsFolder)) await readBoth(file);
  });

  test('damaged', async () => {
    await readMutants(3000);
  });
});
