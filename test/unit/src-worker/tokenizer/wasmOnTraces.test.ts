import { beforeAll, describe, expect, test } from 'vitest';
import { planSegments, readSegment } from '../../../../src-worker/importers/traceEvents/segments';
import { PlainTokenizer } from '../../../../src-worker/tokenizer/plainTokenizer';
import { createWasmTokenizer } from '../../../../src-worker/tokenizer/wasmTokenizer';
import { expectEqual } from '../../../fixtures/expectEqual';
import { sharedJob } from '../../../fixtures/sharedJob';
import { tokenizerModule } from '../../../fixtures/tokenizerPair';
import { compareOnCut, compareOnWhole, filesBelow } from './realTraces';

describe('both tokenizers agree on the demo', () => {
  let folder = '';
  beforeAll(async () => {
    ({ folder } = await sharedJob({ ranks: 2, steps: 2, eventsPerRank: 30_000, seed: 5 }));
  });

  test('on every rank', async () => {
    const traces = filesBelow(folder).filter((path) => path.endsWith('trace_view.json'));
    expect(traces).toHaveLength(2);
    for (const path of traces) {
      expect(await compareOnWhole(path)).toBeGreaterThan(20_000);
      expect(await compareOnCut(path)).toBeGreaterThan(20_000);
    }
  });

  test('segments read with either are the same', async () => {
    const traces = filesBelow(folder).filter((path) => path.endsWith('trace_view.json'));
    const { segments, baseUs } = planSegments(traces, { firstBytes: 1 << 20, furtherBytes: 3 << 20 });
    expect(segments.length).toBeGreaterThan(4);
    for (const segment of segments) {
      const [plain, wasm] = await Promise.all([
        readSegment(segment, new PlainTokenizer(baseUs), () => true),
        readSegment(segment, createWasmTokenizer(tokenizerModule(), baseUs), () => true),
      ]);
      expectEqual(wasm, plain);
    }
  });
});
