import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateDemo } from '../../../../src-main/demo/generate';
import { openByteSource, UnpackError } from '../../../../src-worker/files/byteSource';
import { ZipError } from '../../../../src-worker/files/zip';
import { planSegments, readSegment } from '../../../../src-worker/importers/traceEvents/segments';
import { PlainTokenizer } from '../../../../src-worker/tokenizer/plainTokenizer';
import { createWasmTokenizer } from '../../../../src-worker/tokenizer/wasmTokenizer';
import { describeDumps, dumpsFolder } from '../../../fixtures/dumps';
import { Random } from '../../../fixtures/random';
import { TokenizerPair, tokenizerModule } from '../../../fixtures/tokenizerPair';

const module = tokenizerModule();

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .sort();
}

/** A file's bytes, unpacked as far as they can be, from inside its first list on. */
async function eventListOf(path: string): Promise<Uint8Array> {
  const blocks: Uint8Array[] = [];
  try {
    const source = openByteSource(path);
    for (;;) {
      const block = new Uint8Array(1 << 20);
      const length = await source.fill(block, 0);
      if (length === 0) break;
      blocks.push(block.subarray(0, length));
    }
    source.close();
  } catch (error) {
    // What came before the damage is as good as anything to compare on.
    if (!(error instanceof UnpackError || error instanceof ZipError)) throw error;
  }
  const bytes = Buffer.concat(blocks);
  return bytes.subarray(bytes.indexOf(0x5b) + 1);
}

/** Compares on a whole file, then with the file cut at random; answers the number of its events. */
async function compareOn(path: string): Promise<number> {
  const bytes = await eventListOf(path);
  const whole = new TokenizerPair(module);
  whole.expectSame(bytes);
  whole.expectSameTables();
  const cut = new TokenizerPair(module);
  const random = new Random(bytes.length);
  const ends = Array.from({ length: 30 }, () => random.integer(0, bytes.length)).sort((a, b) => a - b);
  cut.expectSame(bytes, [...ends, bytes.length]);
  cut.expectSameTables();
  return whole.eventCount;
}

describeDumps('both tokenizers agree on real traces', () => {
  test('on every file there is', async () => {
    let events = 0;
    for (const path of filesBelow(dumpsFolder)) {
      // Tables and databases are no lists of events.
      if (/\.(db|csv|md|txt|log)$/i.test(path)) continue;
      try {
        events += await compareOn(path);
      } catch (error) {
        throw new Error(`on ${relative(dumpsFolder, path)}`, { cause: error });
      }
    }
    expect(events).toBeGreaterThan(100_000);
  }, 120_000);
});

describe('both tokenizers agree on the demo', () => {
  let folder = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tracelane-demo-'));
    await generateDemo({ folder, ranks: 2, steps: 2, eventsPerRank: 30_000, seed: 5 });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('on every rank', async () => {
    const traces = filesBelow(folder).filter((path) => path.endsWith('trace_view.json'));
    expect(traces).toHaveLength(2);
    for (const path of traces) expect(await compareOn(path)).toBeGreaterThan(20_000);
  });

  test('segments read with either are the same', async () => {
    const traces = filesBelow(folder).filter((path) => path.endsWith('trace_view.json'));
    const { segments, baseUs } = planSegments(traces, { firstBytes: 1 << 20, furtherBytes: 3 << 20 });
    expect(segments.length).toBeGreaterThan(4);
    for (const segment of segments) {
      const [plain, wasm] = await Promise.all([
        readSegment(segment, new PlainTokenizer(baseUs), () => true),
        readSegment(segment, createWasmTokenizer(module, baseUs), () => true),
      ]);
      expect(wasm).toEqual(plain);
    }
  });
});
