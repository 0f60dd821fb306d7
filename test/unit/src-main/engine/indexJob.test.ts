import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { Cancellation } from '../../../../src-main/engine/opening/cancellation';
import { IndexJob } from '../../../../src-main/engine/opening/indexJob';
import { SnapshotPace } from '../../../../src-main/engine/opening/snapshotPace';
import { DEFAULT_SEGMENT_SIZES } from '../../../../src-worker/importers/importer';
import type { BuiltIndex } from '../../../../src-worker/index/buildIndex';
import { builtWorker } from '../../../fixtures/builtWorker';
import { temporaryFile, temporaryFolder } from '../../../fixtures/indexed';
import { Random } from '../../../fixtures/random';
import { trappyTrace } from '../../../fixtures/trappyTrace';
import { expectSameOnThreads, LocalPool, missingFrom, slicesOf, snapshotsOf } from './indexJobs';

const worker = builtWorker();

const EVENTS = 220;
/** So long that a few hundred events are several segments. */
const PADDING = 'x'.repeat(150_000);

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

test('what the stages make on several threads is what one thread makes of it all', () =>
  expectSameOnThreads(worker.url, 15_000));

describe('while a rank is read', () => {
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
