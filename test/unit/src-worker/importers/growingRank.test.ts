import { appendFileSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { gatherSegments } from '../../../../src-worker/importers/gatherSegments';
import { GrowingRank, type ReadSoFar } from '../../../../src-worker/importers/growingRank';
import { grownFile } from '../../../../src-worker/importers/growth';
import type { SegmentResult } from '../../../../src-worker/importers/importer';
import { describedFiles, importerNamed, planRank } from '../../../../src-worker/importers/importers';
import { buildIndex } from '../../../../src-worker/index/indexRank';
import { TokenizerPool } from '../../../../src-worker/tokenizer/tokenizerPool';
import { createWasmTokenizer } from '../../../../src-worker/tokenizer/wasmTokenizer';
import { describeDumps, dumpPath } from '../../../fixtures/dumps';
import { contentOf } from '../../../fixtures/indexContent';
import { indexFiles, temporaryFile, viewOf } from '../../../fixtures/indexed';
import { Random } from '../../../fixtures/random';
import { tokenizerModule } from '../../../fixtures/tokenizerPair';
import { trappyTrace } from '../../../fixtures/trappyTrace';

/** A rank of one file, read on in this thread, and how many bytes its readers have taken. */
function growing(path: string) {
  const taken = { bytes: 0 };
  const pool = new TokenizerPool((baseUs) => {
    const tokenizer = createWasmTokenizer(tokenizerModule());
    tokenizer.reset(baseUs);
    return tokenizer;
  });
  const rank = new GrowingRank([path], {
    plan: (paths) => planRank(paths),
    grown: grownFile,
    async read(importer, segment, baseUs): Promise<SegmentResult> {
      const result = await importerNamed(importer).read(segment, baseUs, pool, () => true, []);
      const start = 'startOffset' in segment ? Number(segment.startOffset) : 0;
      taken.bytes += (result.check.blockEnds.at(-1) ?? start) - start;
      return result;
    },
  });
  return { rank, taken };
}

function indexed(read: ReadSoFar) {
  const { segments, checks, notices } = gatherSegments(read.plan, read.results);
  const paths = [...new Set(read.plan.segments.map(({ path }) => path))];
  const files = describedFiles({ importer: read.plan.importer, paths, checks });
  const built = buildIndex(segments, files, read.plan.baseUs ?? 0);
  const summary = { ...built.summary, notices: [...notices, ...built.summary.notices] };
  return contentOf({ ...built, summary, view: viewOf(built) });
}

async function opened(path: string) {
  const whole = await indexFiles([path]);
  return contentOf(whole);
}

function expectSame(grown: ReturnType<typeof indexed>, whole: ReturnType<typeof indexed>) {
  for (const part of Object.keys(whole) as (keyof typeof whole)[]) expect(grown[part], part).toEqual(whole[part]);
}

/** Writes the text piece by piece, and reads on after each; expects no slice twice, and in the end what opening gives. */
async function expectGrown(name: string, bytes: Uint8Array, cuts: readonly number[]) {
  const path = temporaryFile(name, '');
  const { rank, taken } = growing(path);
  let at = 0;
  let sliceCount = 0;
  for (const cut of [...cuts].sort((a, b) => a - b)) {
    appendFileSync(path, bytes.subarray(at, cut));
    at = cut;
    const read = await rank.readOn(false);
    if (!read) throw new Error('taken for another file');
    const { slices, skipped } = indexed(read);
    // Of what is cut off there more will come.
    expect(skipped, `cut ${cut}`).toEqual([]);
    expect(slices.length).toBeGreaterThanOrEqual(sliceCount);
    sliceCount = slices.length;
  }
  appendFileSync(path, bytes.subarray(at));
  const last = await rank.readOn(true);
  if (!last) throw new Error('taken for another file');
  const whole = await opened(path);
  expectSame(indexed(last), whole);
  expect(whole.slices.length).toBeGreaterThan(0);
  return taken.bytes;
}

test('made-up traces that grow come to the index of the whole', async () => {
  for (let seed = 1; seed <= 12; seed++) {
    const random = new Random(seed);
    const bytes = Buffer.from(trappyTrace(random, random.chance(0.5), false, 300));
    const cuts = Array.from({ length: 6 }, () => random.integer(1, bytes.length - 1));
    await expectGrown('trace.json', bytes, cuts);
  }
});

const event = (at: number) =>
  `{"ph":"X","pid":1,"tid":${at % 3},"ts":${1_000_000 + at * 10},"dur":8,"name":"op ${at % 50}","args":{"n":${at}}}`;

test('what was read is not read again: bytes go by what has come', async () => {
  const path = temporaryFile('trace.json', `[\n${Array.from({ length: 60_000 }, (_, at) => event(at)).join(',\n')}`);
  const { rank, taken } = growing(path);
  await rank.readOn(false);
  const first = statSync(path).size;
  expect(taken.bytes).toBe(first);
  for (let round = 0; round < 40; round++) {
    appendFileSync(path, `,\n${Array.from({ length: 100 }, (_, at) => event(60_000 + round * 100 + at)).join(',\n')}`);
    await rank.readOn(false);
  }
  const appended = statSync(path).size - first;
  // Each time at most what is looked through for the last event, besides what is new.
  expect(taken.bytes - first).toBeLessThan(appended * 2 + 40 * (1 << 16));
  expect(taken.bytes).toBeLessThan(2 * first);
  appendFileSync(path, '\n]\n');
  const last = await rank.readOn(true);
  expect(last && indexed(last).slices.length).toBe(64_000);
});

test('a file that was cut, or written anew, is told from one that grows', async () => {
  const text = (from: number, count: number) =>
    `[${Array.from({ length: count }, (_, at) => event(from + at)).join(',\n')}`;
  const path = temporaryFile('trace.json', text(0, 4_000));
  const { rank } = growing(path);
  expect(await rank.readOn(false)).toBeDefined();
  truncateSync(path, 100_000);
  expect(await rank.readOn(false)).toBeUndefined();
  expect(await rank.readOn(false)).toBeDefined();
  writeFileSync(path, `${text(5_000, 4_000)}]`);
  expect(await rank.readOn(false)).toBeUndefined();
  const anew = await rank.readOn(true);
  expect(anew && indexed(anew)).toEqual(await opened(path));
});

test('a trace that ends in the midst of an event says so once it stands still, not before', async () => {
  const path = temporaryFile('trace.json', `[${event(1)},${event(2)},${event(3)},${event(4)},{"ph":"X","na`);
  const { rank } = growing(path);
  const growingRead = await rank.readOn(false);
  expect(growingRead && indexed(growingRead).skipped).toEqual([]);
  const still = await rank.readOn(true);
  expect(still && indexed(still)).toEqual(await opened(path));
  expect((await opened(path)).skipped).toHaveLength(1);
});

/** Of msMonitor. */
const line = (at: number) =>
  JSON.stringify({
    kind: 'Kernel',
    name: `k${at % 7}`,
    startNs: 1e18 + at * 1000,
    endNs: 1e18 + at * 1000 + 500,
    deviceId: 0,
    streamId: at % 2,
    type: 'X',
    correlationId: at,
  });

test('lines of msMonitor that go on in another file: the index is that of both', async () => {
  const lines = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => `${line(from + at)}\n`).join('');
  const first = temporaryFile('msmonitor_11_20260101120000000_0.jsonl', lines(0, 300));
  const { rank } = growing(first);
  expect(await rank.readOn(false)).toBeDefined();
  appendFileSync(first, lines(300, 400));
  const second = temporaryFile('msmonitor_11_20260101120100000_0.jsonl', lines(400, 450));
  rank.addFiles([second]);
  const both = await rank.readOn(false);
  if (!both) throw new Error('taken for another file');
  expectSame(indexed(both), contentOf(await indexFiles([first, second])));
  appendFileSync(second, lines(450, 900));
  const last = await rank.readOn(true);
  if (!last) throw new Error('taken for another file');
  expectSame(indexed(last), contentOf(await indexFiles([first, second])));
});

test('lines of msMonitor', async () => {
  const bytes = Buffer.from(`${Array.from({ length: 800 }, (_, at) => line(at)).join('\n')}\n`);
  const random = new Random(7);
  await expectGrown(
    'msmonitor_11_20260101120000000_0.jsonl',
    bytes,
    Array.from({ length: 8 }, () => random.integer(1, bytes.length - 1)),
  );
});

describeDumps('real traces that are written piece by piece', () => {
  test.each([
    'ascend/text_level1_2ranks/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json',
    'chrome/catapult/main_thread_has_unclosed_slices.json',
  ])(
    '%s: slices, arrows, counters, ids, what is skipped and said are those of the whole',
    async (name) => {
      const bytes = readFileSync(dumpPath(name));
      const random = new Random(name.length);
      const cuts = Array.from({ length: 5 }, () => random.integer(1, bytes.length - 1));
      const taken = await expectGrown(basename(name), bytes, cuts);
      expect(taken).toBeLessThan(bytes.length + 7 * ((1 << 20) + (1 << 16)));
    },
    60_000,
  );
});
