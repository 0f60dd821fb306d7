import type { BuiltIndex } from '../index/buildIndex';
import { buildIndex } from '../index/indexRank';
import type { Tokenizer } from '../tokenizer/batch';
import { gatherSegments, indexedFiles, type ReadSegments } from './gatherSegments';
import type { SegmentResult, SegmentSizes } from './importer';
import { planSegments, readSegment } from './traceEvents/segments';

export interface RankResult extends BuiltIndex, Pick<ReadSegments, 'values' | 'status'> {}

/**
 * Reads a rank's timeline files and builds its index, all in this thread: what the engine does in parallel, done plainly.
 * Tests hold the one against the other.
 */
export async function importRank(
  paths: readonly string[],
  createTokenizer: (baseUs: number | undefined) => Tokenizer,
  sizes?: SegmentSizes,
): Promise<RankResult> {
  const plan = planSegments(paths, sizes);
  const results: SegmentResult[] = [];
  let baseUs = plan.baseUs;
  for (const segment of plan.segments) {
    const result = await readSegment(segment, createTokenizer(baseUs), () => true);
    results.push(result);
    baseUs ??= result.baseUs;
  }
  const read = gatherSegments(plan, results);
  const built = buildIndex(read.segments, indexedFiles(paths, plan), baseUs ?? 0);
  const notices = [...read.notices, ...built.summary.notices];
  return { ...built, summary: { ...built.summary, notices }, values: read.values, status: read.status };
}
