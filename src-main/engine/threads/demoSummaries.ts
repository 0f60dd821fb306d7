import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { summaryFile } from '../../../src-worker/analysis/summary/summaryFile';
import { frequencyOfSamples } from '../../../src-worker/model/coreFrequency';
import type { DemoOptions } from '../../demo/options';
import { ranksWithoutTimeline } from '../../demo/summaryRanks';
import type { RankTruth } from '../../demo/truth';
import { summariesWithoutTimelines } from './rankFolder';

/** Digits of a rank's number in the name of its file. */
const DIGITS = 5;

/**
 * Writes summaries of some ranks of the demo's job into its folder, and answers what is true of them. What a summary is made from is
 * the rank's dump without a timeline, which is there for as long as that takes.
 */
export async function writeDemoSummaries(options: DemoOptions, ranks: readonly number[]): Promise<RankTruth[]> {
  const truths: RankTruth[] = [];
  const aside = join(options.folder, `.making-${ranks[0]}`);
  try {
    for (const { rank, files, frequency, truth } of ranksWithoutTimeline(options, ranks)) {
      for (const { path, text } of files) {
        mkdirSync(dirname(join(aside, path)), { recursive: true });
        writeFileSync(join(aside, path), text);
      }
      const timeNs = Float64Array.from(frequency, (own) => own.timeNs);
      const mhz = Float64Array.from(frequency, (own) => own.mhz);
      const summaries = await summariesWithoutTimelines(aside, frequencyOfSamples(timeNs, mhz));
      const name = `rank-${String(rank).padStart(DIGITS, '0')}.parquet`;
      writeFileSync(join(options.folder, name), summaryFile(summaries));
      truths.push(truth);
      rmSync(aside, { recursive: true });
    }
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
  return truths;
}
