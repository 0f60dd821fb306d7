import type { BuiltIndex } from '../index/buildIndex';
import { buildIndex } from '../index/indexRank';
import type { LeafMemories } from '../sqlite/leafMemory';
import type { Tokenizer } from '../tokenizer/batch';
import { TokenizerPool } from '../tokenizer/tokenizerPool';
import { foundBefore, gatherSegments, type ReadSegments } from './gatherSegments';
import type { SegmentResult, SegmentSizes } from './importer';
import { describedFiles, importerNamed, planRank } from './importers';

export interface RankResult extends BuiltIndex, Pick<ReadSegments, 'values' | 'status'> {}

/**
 * Reads a rank's timeline files and builds its index, all in this thread: what the engine does in parallel, done plainly.
 * Tests hold the one against the other.
 */
export async function importRank(
  paths: readonly string[],
  createTokenizer: (baseUs: number | undefined) => Tokenizer,
  sizes?: SegmentSizes,
  device?: number,
  memories?: LeafMemories,
): Promise<RankResult> {
  const plan = await planRank(paths, sizes, device);
  const importer = importerNamed(plan.importer);
  const tokenizers = new TokenizerPool(createTokenizer);
  const results: SegmentResult[] = [];
  let baseUs = plan.baseUs;
  for (const segment of plan.segments) {
    const earlier = foundBefore(plan.segments, results, segment);
    const result = await importer.read(segment, baseUs, tokenizers, () => true, earlier, memories);
    results.push(result);
    baseUs ??= result.baseUs;
  }
  const read = gatherSegments(plan, results);
  const built = buildIndex(
    read.segments,
    describedFiles({ importer: plan.importer, paths, checks: read.checks }),
    baseUs ?? 0,
  );
  const notices = [...read.notices, ...built.summary.notices];
  return { ...built, summary: { ...built.summary, notices }, values: read.values, status: read.status };
}
