import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Remote } from 'comlink';
import { describe, expect, onTestFinished, test } from 'vitest';
import { generateDemo } from '../../../../src-main/demo/generate';
import { Cancellation } from '../../../../src-main/engine/cancellation';
import { IndexJob } from '../../../../src-main/engine/indexJob';
import { SnapshotPace } from '../../../../src-main/engine/snapshotPace';
import { ThreadPool } from '../../../../src-main/engine/threadPool';
import type { ThreadApi } from '../../../../src-main/engine/workerMain';
import { DEFAULT_SEGMENT_SIZES, type SegmentSizes } from '../../../../src-worker/importers/importer';
import { importRank } from '../../../../src-worker/importers/importRank';
import type { BuiltIndex } from '../../../../src-worker/index/buildIndex';
import { PlainTokenizer } from '../../../../src-worker/tokenizer/plainTokenizer';
import { WorkerApi } from '../../../../src-worker/workerApi';
import { builtWorker } from '../../../fixtures/builtWorker';
import { contentOf } from '../../../fixtures/indexContent';
import { listSlices, temporaryFile, temporaryFolder, viewOf } from '../../../fixtures/indexed';
import { Random } from '../../../fixtures/random';
import { trappyTrace } from '../../../fixtures/trappyTrace';

const worker = builtWorker();

const EVENTS = 220;
/** So long that a few hundred events are several segments. */
const PADDING = 'x'.repeat(150_000);

/** Does what the threads do, two jobs at a time in this one, and tells of every segment that has been read. */
class LocalPool extends ThreadPool {
  readonly #api = new WorkerApi((baseUs) => new PlainTokenizer(baseUs));
  readonly #line: (() => Promise<void>)[] = [];
  #running = 0;

  constructor(readonly segmentRead: () => void) {
    super(new URL('file:///no/thread/is/started'), 2);
  }

  override run<T>(work: (api: Remote<ThreadApi>) => Promise<T>, isUrgent = false): Promise<T> {
    return new Promise((resolve, reject) => {
      const job = () => this.#do(work).then(resolve, reject);
      if (isUrgent) this.#line.unshift(job);
      else this.#line.push(job);
      void this.#runAll();
    });
  }

  async #runAll(): Promise<void> {
    if (this.#running === this.size) return;
    this.#running++;
    for (let job = this.#line.shift(); job; job = this.#line.shift()) {
      await job();
      // Who waited for it says what comes next.
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#running--;
  }

  async #do<T>(work: (api: Remote<ThreadApi>) => Promise<T>): Promise<T> {
    const answer: unknown = await work(this.#api as unknown as Remote<ThreadApi>);
    if (typeof answer === 'object' && answer !== null && 'excerpt' in answer) this.segmentRead();
    return answer as T;
  }
}

test('a cancel that comes when all has just been read does not pass a snapshot off as the whole', async () => {
  const path = join(temporaryFolder(), 'trace.json');
  const events = Array.from(
    { length: EVENTS },
    (_, i) => `{"ph":"X","pid":1,"tid":1,"ts":${i},"dur":1,"name":"n${i}","args":{"s":"${PADDING}"}}`,
  );
  writeFileSync(path, `[${events.join(',\n')}]`);
  const snapshots: BuiltIndex[] = [];
  const cancellation = new Cancellation();
  let segmentsRead = 0;
  const pool = new LocalPool(() => {
    if (++segmentsRead === 2) cancellation.request();
  });
  const job = new IndexJob([path], pool, cancellation, {
    started: () => {},
    snapshot: (built) => snapshots.push(built),
  });
  const { status, summary } = await job.run();
  expect(segmentsRead).toBe(2);
  expect(snapshots[0].summary.eventCounts.X).toBeLessThan(EVENTS);
  expect([status, summary.eventCounts.X]).toEqual(['ready', EVENTS]);
});

test('what the stages make on several threads is what one thread makes of it all', async () => {
  const trace = trappyTrace(new Random(8), true, false, 100_000);
  const path = temporaryFile('trace.json', trace);
  const pool = new ThreadPool(worker.url, 3);
  onTestFinished(() => pool.stop());
  const job = new IndexJob([path], pool, new Cancellation(), { started: () => {}, snapshot: () => {} });
  const parallel = await job.run();
  const whole = await importRank([path], (baseUs) => new PlainTokenizer(baseUs), {
    firstBytes: 2 ** 40,
    furtherBytes: 2 ** 40,
  });
  expect(parallel.status).toBe('ready');
  expect([...parallel.values]).toEqual([...whole.values]);
  const [actual, expected] = [parallel, whole].map((one) => contentOf({ ...one, view: viewOf(one.index) }));
  expect(expected.slices).toHaveLength(100_000);
  for (const part of ['slices', 'arrows', 'lanes'] as const) {
    // `toEqual` of a hundred thousand is slow; the first that differs tells enough.
    const at = expected[part].findIndex((one, i) => one !== actual[part][i]);
    expect(actual[part][at], `${part} ${at}`).toBe(expected[part][at]);
    expect(actual[part].length).toBe(expected[part].length);
  }
  for (const part of ['counters', 'counts', 'skipped', 'notices', 'names'] as const)
    expect(actual[part], part).toEqual(expected[part]);
}, 60_000);

/** The slices of a snapshot or an index by what the file says of them, and their lanes' ids. Without computed ones. */
function slicesOf({ index, summary }: BuiltIndex): Set<string> {
  const listed = listSlices({ index, summary, view: viewOf(index) }).filter(({ isComputed }) => !isComputed);
  const pids = new Map(summary.groups.map(({ localId, pid }) => [localId, pid]));
  const ids = new Map(
    summary.lanes.map((lane) => [`${pids.get(lane.groupLocalId)} ${lane.tid} ${lane.name}`, lane.localId]),
  );
  return new Set(
    listed.map(({ pid, tid, laneName, ...slice }) => {
      const id = ids.get(`${pid} ${tid} ${laneName}`);
      return [id, pid, tid, slice.name, slice.category, slice.startNs, slice.endNs, slice.byteOffset].join(' ');
    }),
  );
}

function missingFrom(whole: ReadonlySet<string>, part: ReadonlySet<string>): string[] {
  return [...part].filter((slice) => !whole.has(slice)).slice(0, 3);
}

/** Indexes a file in segments of a few kB to MB, with a snapshot as often as there can be one. */
async function snapshotsOf(path: string, sizes: SegmentSizes, isSlow: boolean) {
  const pool = new LocalPool(() => {});
  const snapshots: BuiltIndex[] = [];
  const events = { started: () => {}, snapshot: (built: BuiltIndex) => snapshots.push(built) };
  const pace = new SnapshotPace(isSlow ? 1e9 : 0);
  const result = await new IndexJob([path], pool, new Cancellation(), events, { pace, sizes }).run();
  return { snapshots, result };
}

describe('while a rank is read', () => {
  test('more and more of its slices are shown, all of which stay', async () => {
    const folder = join(temporaryFolder(), 'demo');
    await generateDemo({ folder, ranks: 1, steps: 4, eventsPerRank: 200_000, seed: 5 });
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const path = join(folder, files.find((name) => name.endsWith('trace_view.json')) ?? '');
    const sizes = { firstBytes: 1 << 17, furtherBytes: 1 << 20 };
    const { snapshots, result } = await snapshotsOf(path, sizes, false);
    const shown = [...snapshots.map(slicesOf), slicesOf(result)];
    const counts = shown.map(({ size }) => size);
    expect(counts.length).toBeGreaterThan(10);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(new Set(counts).size).toBeGreaterThan(10);
    // An excerpt: enough to fill a window, and far less than all.
    const [before, all] = counts.slice(-2);
    expect(before).toBeGreaterThan(15_000);
    expect(before).toBeLessThan(all / 2);
    for (const [i, slices] of shown.slice(0, -1).entries()) {
      expect(missingFrom(shown[i + 1], slices), `snapshot ${i} and what follows`).toEqual([]);
      expect(missingFrom(shown[shown.length - 1], slices), `snapshot ${i} and the whole`).toEqual([]);
    }
    // From everywhere in the file after a few segments, not from its beginning on.
    const lengthNs = ({ index }: BuiltIndex) => index.endNs - index.startNs;
    expect(lengthNs(snapshots[4])).toBeGreaterThan(0.5 * lengthNs(result));
    for (const { summary } of snapshots) {
      expect(summary.notices).toEqual([]);
      expect(summary.lanes.filter(({ isComputed }) => isComputed)).toEqual([]);
    }
  }, 60_000);

  test('it is shown only as often as the pace allows', async () => {
    const path = temporaryFile('trace.json', trappyTrace(new Random(3), true, false, 3_000));
    const { snapshots } = await snapshotsOf(path, { firstBytes: 1 << 12, furtherBytes: 1 << 14 }, true);
    expect(snapshots).toHaveLength(1);
  });

  test('so it is of a packed file, which is read in one', async () => {
    const events = Array.from({ length: 60_000 }, (_, i) => {
      return `{"ph":"X","pid":1,"tid":${i % 3},"ts":${1000 + i},"dur":${i % 7},"name":"name ${i % 500}","args":{"i":${i}}}`;
    });
    const path = temporaryFile('trace.json.gz', gzipSync(`[${events.join(',')}]`));
    const { snapshots, result } = await snapshotsOf(path, DEFAULT_SEGMENT_SIZES, false);
    const shown = [...snapshots.map(slicesOf), slicesOf(result)];
    expect(shown.length).toBeGreaterThan(2);
    expect(shown[shown.length - 1].size).toBe(60_000);
    for (const [i, slices] of shown.slice(0, -1).entries()) {
      expect(slices.size).toBeLessThan(shown[i + 1].size);
      expect(missingFrom(shown[i + 1], slices), `snapshot ${i}`).toEqual([]);
    }
  });

  test('a cancel leaves what was shown, and says that it is an excerpt', async () => {
    const path = temporaryFile('trace.json', trappyTrace(new Random(4), true, false, 3_000));
    const cancellation = new Cancellation();
    let segmentsRead = 0;
    const pool = new LocalPool(() => {
      if (++segmentsRead === 6) cancellation.request();
    });
    const snapshots: BuiltIndex[] = [];
    const events = { started: () => {}, snapshot: (built: BuiltIndex) => snapshots.push(built) };
    const options = { pace: new SnapshotPace(0), sizes: { firstBytes: 1 << 12, furtherBytes: 1 << 14 } };
    const result = await new IndexJob([path], pool, cancellation, events, options).run();
    expect(result.status).toBe('cancelled');
    expect(slicesOf(result)).toEqual(slicesOf(snapshots[snapshots.length - 1]));
    expect(result.summary.notices).toMatchObject([{ code: 'excerpt-only', severity: 'warning' }]);
  });

  test('nothing is shown that a wrong boundary makes up', async () => {
    for (let seed = 0; seed < 12; seed++) {
      const path = temporaryFile('trace.json', trappyTrace(new Random(seed), seed % 2 === 0, true, 400));
      const { snapshots, result } = await snapshotsOf(path, { firstBytes: 2_000, furtherBytes: 3_000 }, false);
      const whole = slicesOf(result);
      expect(whole.size).toBe(400);
      for (const [i, one] of snapshots.entries())
        expect(missingFrom(whole, slicesOf(one)), `seed ${seed}, snapshot ${i}`).toEqual([]);
    }
  }, 60_000);
});
