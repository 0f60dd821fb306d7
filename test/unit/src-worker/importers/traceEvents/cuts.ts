import { statSync } from 'node:fs';
import { expect } from 'vitest';
import { collectGarbage } from '../../../../../src-worker/base/collectGarbage';
import { gatherSegments } from '../../../../../src-worker/importers/gatherSegments';
import type { SegmentPlan, SegmentResult } from '../../../../../src-worker/importers/importer';
import { describedFiles } from '../../../../../src-worker/importers/importers';
import { importRank } from '../../../../../src-worker/importers/importRank';
import { planSegments, readSegment, type TraceSegment } from '../../../../../src-worker/importers/traceEvents/segments';
import { buildIndex } from '../../../../../src-worker/index/indexRank';
import type { Tokenizer } from '../../../../../src-worker/tokenizer/batch';
import { PlainTokenizer } from '../../../../../src-worker/tokenizer/plainTokenizer';
import { createWasmTokenizer } from '../../../../../src-worker/tokenizer/wasmTokenizer';
import { contentOf } from '../../../../fixtures/indexContent';
import { temporaryFile, viewOf } from '../../../../fixtures/indexed';
import { Random } from '../../../../fixtures/random';
import { tokenizerModule } from '../../../../fixtures/tokenizerPair';
import { trappyTrace } from '../../../../fixtures/trappyTrace';

const NO_CUT = { firstBytes: 2 ** 40, furtherBytes: 2 ** 40 };

/** Used for one segment after another, as a thread does: nothing of the one before may be left. */
const tokenizers: readonly Tokenizer[] = [new PlainTokenizer(), createWasmTokenizer(tokenizerModule())];

/**
 * A plan that begins a segment wherever the product, asked to cut at each of `places` by itself, begins one; cuts that
 * come to the same event are one.
 */
function planAt(path: string, places: readonly number[]): SegmentPlan<TraceSegment> {
  const plans = places.map((place) => planSegments([path], { firstBytes: place, furtherBytes: 2 ** 40 }));
  const segments = new Map(
    plans.flatMap((plan) => plan.segments.map((one) => [one.stretch.startOffset, one] as const)),
  );
  const ordered = [...segments].sort(([a], [b]) => a - b).map(([, segment]) => segment);
  return {
    ...plans[0],
    segments: ordered.map((segment, i) => {
      const { endOffset: _, ...start } = segment.stretch;
      const next = ordered[i + 1]?.stretch.startOffset;
      return { ...segment, stretch: { ...start, ...(next === undefined ? {} : { endOffset: next }) } };
    }),
  };
}

/** The content of the file read so, and at how many places it was really cut. */
async function readAt(path: string, places: readonly number[], tokenizer: Tokenizer) {
  const plan = planAt(path, places);
  const results: SegmentResult[] = [];
  for (const segment of plan.segments) {
    tokenizer.reset(plan.baseUs);
    results.push(await readSegment(segment, tokenizer, () => true));
  }
  const { segments, values, status } = gatherSegments(plan, results);
  const cuts = segments.length - 1;
  const built = buildIndex(segments, describedFiles({ importer: 'traceEvents', paths: [path] }), plan.baseUs ?? 0);
  return { cuts, content: contentOf({ ...built, view: viewOf(built) }), values: [...values], status };
}

/** Cuts a file at random places, all at once; answers how many of them came to be the start of a segment. */
export async function compareCut(path: string, random: Random, placeCount: number): Promise<number> {
  const whole = await importRank([path], (baseUs) => new PlainTokenizer(baseUs), NO_CUT);
  const { size } = statSync(path);
  const places = Array.from({ length: placeCount }, () => random.integer(1, size - 1));
  const { cuts, ...read } = await readAt(path, places, random.pick(tokenizers));
  const content = contentOf({ ...whole, view: viewOf(whole) });
  expect(read.status).toBe(whole.status);
  expect(read.values).toEqual([...whole.values]);
  for (const part of Object.keys(content) as (keyof typeof content)[])
    expect(read.content[part], part).toEqual(content[part]);
  // V8 takes no account of shared memory: of thousands of segments nothing would be given back.
  collectGarbage();
  return cuts;
}

/** Cuts made-up traces at so many places, and expects not one difference from no cut at all. */
export async function expectSameHoweverCut(requiredCuts: number): Promise<void> {
  let cuts = 0;
  for (let seed = 1; cuts < requiredCuts; seed++) {
    const random = new Random(seed);
    const trace = trappyTrace(random, random.chance(0.5), false, 500);
    const text = random.chance(0.2) ? JSON.stringify(JSON.parse(trace), undefined, random.integer(1, 4)) : trace;
    const found = await compareCut(temporaryFile('trace.json', text), random, 300);
    expect(found, `seed ${seed}`).toBeGreaterThan(100);
    cuts += found;
  }
}
