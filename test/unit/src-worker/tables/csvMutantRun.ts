import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { csvReport } from '../../../fixtures/csvAccount';
import { csvMutant } from '../../../fixtures/csvMutants';
import { dumpsFolder } from '../../../fixtures/dumps';
import { temporaryFolder } from '../../../fixtures/indexed';
import { Random } from '../../../fixtures/random';

/** Files larger than that are cut behind a line, so that a mutant takes a millisecond or two. */
const MOST_BYTES = 6000;
const baseNs = 1_736_412_474_000_000_000n;

export function csvFilesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.csv')).map((name) => join(folder, name));
}

/** Damages the dumps' csv files, one after another; what is wrong with any of these, with the number that makes it again. */
export async function brokenMutants(count: number, seed: number): Promise<string[]> {
  const originals = csvFilesIn(dumpsFolder).map((path) => beginning(readFileSync(path)));
  const path = join(temporaryFolder(), 'mutant.csv');
  const broken: string[] = [];
  for (let number = seed; number < seed + count; number++) {
    writeFileSync(path, csvMutant(originals[number % originals.length], new Random(number)));
    const { mistakes } = await csvReport(path, baseNs);
    if (mistakes.length > 0) broken.push(`${number}: ${mistakes.join('; ')}`);
  }
  return broken;
}

function beginning(bytes: Buffer): Buffer {
  return bytes.length <= MOST_BYTES ? bytes : bytes.subarray(0, bytes.lastIndexOf('\n', MOST_BYTES) + 1);
}
