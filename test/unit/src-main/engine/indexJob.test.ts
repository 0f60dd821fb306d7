import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Remote } from 'comlink';
import { expect, onTestFinished, test } from 'vitest';
import { Cancellation } from '../../../../src-main/engine/cancellation';
import { IndexJob } from '../../../../src-main/engine/indexJob';
import { ThreadPool } from '../../../../src-main/engine/threadPool';
import type { ThreadApi } from '../../../../src-main/engine/workerMain';
import type { BuiltIndex } from '../../../../src-worker/index/buildIndex';
import { indexRank } from '../../../../src-worker/index/indexRank';
import { PlainTokenizer } from '../../../../src-worker/tokenizer/plainTokenizer';
import { WorkerApi } from '../../../../src-worker/workerApi';
import { builtWorker } from '../../../fixtures/builtWorker';
import { contentOf } from '../../../fixtures/indexContent';
import { temporaryFile, temporaryFolder, viewOf } from '../../../fixtures/indexed';
import { Random } from '../../../fixtures/random';
import { trappyTrace } from '../../../fixtures/trappyTrace';

const worker = builtWorker();

const EVENTS = 220;
/** So long that a few hundred events are several segments. */
const PADDING = 'x'.repeat(150_000);

/** Does what the threads do, in this one, and tells of every segment that has been read. */
class LocalPool extends ThreadPool {
  readonly #api = new WorkerApi((baseUs) => new PlainTokenizer(baseUs));

  constructor(readonly segmentRead: () => void) {
    super(new URL('file:///no/thread/is/started'), 2);
  }

  override async run<T>(work: (api: Remote<ThreadApi>) => Promise<T>): Promise<T> {
    const answer: unknown = await work(this.#api as unknown as Remote<ThreadApi>);
    if (typeof answer === 'object' && answer !== null && 'endsAtBoundary' in answer) this.segmentRead();
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
  const whole = await indexRank([path], (baseUs) => new PlainTokenizer(baseUs), {
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
