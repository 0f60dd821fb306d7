import type { FindingEvidence, RankIndex } from '../../../src-contract';
import type { DumpContext } from '../../model/dumpContext';
import {
  type FunctionPattern,
  type PatternMakers,
  type RankPatterns,
  rankPatterns,
} from '../../model/patterns/rankPatterns';
import { sliceEvidence } from './sliceEvidence';

export interface FunctionRecord extends Omit<FunctionPattern, 'longest' | 'longestStartNs' | 'calls'> {
  /** Undefined: read back from a summary, where no rule asks for it. */
  readonly calls?: FunctionPattern['calls'];
  /** Its longest execution; undefined: not in a timeline. */
  readonly longest?: FindingEvidence;
}

/** D3: some two hundred functions at most, a few tens of kB. */
export interface PatternsRecord extends Omit<RankPatterns, 'functions'> {
  readonly functions: readonly FunctionRecord[];
}

export async function patternsRecord(
  dump: DumpContext,
  index: RankIndex,
  makers: PatternMakers,
): Promise<PatternsRecord | undefined> {
  const patterns = await rankPatterns(dump, dump.knownRank(index), makers);
  const view = patterns && (await dump.timeline(index));
  return (
    patterns && {
      ...patterns,
      functions: patterns.functions.map(({ longest, longestStartNs: _, ...own }) => ({
        ...own,
        ...(view && longest !== undefined && { longest: sliceEvidence(view, longest) }),
      })),
    }
  );
}
