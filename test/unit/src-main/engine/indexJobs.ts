import type { Remote } from 'comlink';
import { expect, onTestFinished } from 'vitest';
import { Cancellation } from '../../../../src-main/engine/opening/cancellation';
import { IndexJob } from '../../../../src-main/engine/opening/indexJob';
import { SnapshotPace } from '../../../../src-main/engine/opening/snapshotPace';
import { ThreadPool } from '../../../../src-main/engine/threads/threadPool';
import { ThreadProgram } from '../../../../src-main/engine/threads/threadProgram';
import type { ThreadApi } from '../../../../src-main/engine/threads/workerMain';
import type { SegmentSizes } from '../../../../src-worker/importers/importer';
import { importRank } from '../../../../src-worker/importers/importRank';
import type { BuiltIndex } from '../../../../src-worker/index/buildIndex';
import { PlainTokenizer } from '../../../../src-worker/tokenizer/plainTokenizer';
import { WorkerApi } from '../../../../src-worker/workerApi';
import { contentOf } from '../../../fixtures/indexContent';
import { listSlices, temporaryFile, viewOf } from '../../../fixtures/indexed';
import { Random } from '../../../fixtures/random';
import { trappyTrace } from '../../../fixtures/trappyTrace';

/** Does what the threads do, two jobs at a time in this one, and tells of every segment that has been read. */
export class LocalPool extends ThreadPool {
  readonly #api = new WorkerApi((baseUs) => new PlainTokenizer(baseUs));
  readonly #line: (() => Promise<void>)[] = [];
  #running = 0;

  constructor(readonly segmentRead: () => void) {
    super(new ThreadProgram(new URL('file:///no/thread/is/started')), 2);
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

/** The slices of a snapshot or an index by what the file says of them, and their lanes' ids. Without computed ones. */
export function slicesOf({ index, summary }: BuiltIndex): Set<string> {
  const listed = listSlices({ summary, view: viewOf(index) }).filter(({ isComputed }) => !isComputed);
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

export function missingFrom(whole: ReadonlySet<string>, part: ReadonlySet<string>): string[] {
  return [...part].filter((slice) => !whole.has(slice)).slice(0, 3);
}

/** Indexes a file in segments of a few kB to MB, with a snapshot as often as there can be one. */
export async function snapshotsOf(path: string, sizes: SegmentSizes, isSlow: boolean) {
  const pool = new LocalPool(() => {});
  const snapshots: BuiltIndex[] = [];
  const events = { started: () => {}, snapshot: (built: BuiltIndex) => snapshots.push(built) };
  const pace = new SnapshotPace(isSlow ? 1e9 : 0);
  const result = await new IndexJob([path], pool, new Cancellation(), events, { pace, sizes }).run();
  return { snapshots, result };
}

/** Indexes a file on three threads, and expects what one thread makes of it. */
export async function expectSameOnThreads(workerUrl: URL, sliceCount: number): Promise<void> {
  const trace = trappyTrace(new Random(8), true, false, sliceCount);
  const path = temporaryFile('trace.json', trace);
  const pool = new ThreadPool(new ThreadProgram(workerUrl), 3);
  onTestFinished(() => pool.stop());
  const job = new IndexJob([path], pool, new Cancellation(), { started: () => {}, snapshot: () => {} });
  const parallel = await job.run();
  const whole = await importRank([path], (baseUs) => new PlainTokenizer(baseUs), {
    firstBytes: 2 ** 40,
    furtherBytes: 2 ** 40,
  });
  expect(parallel.status).toBe('ready');
  expect([...parallel.values]).toEqual([...whole.values]);
  const [actual, expected] = [parallel, whole].map((one) => contentOf({ ...one, view: viewOf(one) }));
  expect(expected.slices).toHaveLength(sliceCount);
  for (const part of ['slices', 'arrows', 'lanes'] as const) {
    // `toEqual` of so many is slow; the first that differs tells enough.
    const at = expected[part].findIndex((one, i) => one !== actual[part][i]);
    expect(actual[part][at], `${part} ${at}`).toBe(expected[part][at]);
    expect(actual[part].length).toBe(expected[part].length);
  }
  for (const part of ['counters', 'counts', 'skipped', 'notices', 'names'] as const)
    expect(actual[part], part).toEqual(expected[part]);
}
