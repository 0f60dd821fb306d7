import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sharedBytes } from '../../../../../src-main/engine/questions/residentRanks';
import { describedFiles } from '../../../../../src-worker/importers/importers';
import { DatabaseEvents } from '../../../../../src-worker/importers/profilerDatabase/databaseEvents';
import { Names, type StringIds } from '../../../../../src-worker/importers/profilerDatabase/names';
import { fillCacheSections, openCacheFile, writeCacheFile } from '../../../../../src-worker/index/cache/cacheFile';
import { buildIndex } from '../../../../../src-worker/index/indexRank';
import type { IndexedSeries, RankIndex } from '../../../../../src-worker/index/rankIndex';
import { indexFiles, temporaryFile } from '../../../../fixtures/indexed';
import { type SqlCell, writeDatabase } from '../../../../fuzz/inputs/sqliteWriter';

const files = describedFiles({ importer: 'profilerDatabase', paths: ['/a.db'] });
const base = 1_700_000_000_000_000_000n;

type Row = readonly [ns: number, accelerator: number, ...values: (number | string)[]];

/** ACC_PMU: four counters of accelerators that are measured in turn. */
function indexRows(rows: readonly Row[]) {
  const columns = 'timestampNs,accId,readBwLevel,writeBwLevel,readOstLevel,writeOstLevel,deviceId';
  const cells = rows.map(([ns, ...rest]): SqlCell[] => [base + BigInt(ns), ...rest, 0]);
  const session = { name: 'SESSION_TIME_INFO', columns: ['startTimeNs INTEGER'], rows: [[base]] };
  const table = { name: 'ACC_PMU', columns: columns.split(',').map((name) => `${name} INTEGER`), rows: cells };
  return indexFiles([temporaryFile('ascend_pytorch_profiler_0.db', writeDatabase([session, table]))]);
}

function seriesOf({ counters }: RankIndex): readonly string[] {
  return counters.map(({ counter, series, timeNs, value }) => `${counter} ${series}: ${[...timeNs]} → ${[...value]}`);
}

function areSameBytes(one: IndexedSeries, other: IndexedSeries): boolean {
  return one.timeNs.buffer === other.timeNs.buffer && one.timeNs.byteOffset === other.timeNs.byteOffset;
}

/** Accelerator 2 has no value of `write_ost` at 30, and its rows are in no order. */
const rows: readonly Row[] = [
  [10, 1, 1, 2, 3, 4],
  [40, 2, 5, 6, 7, 8],
  [20, 1, 9, 10, 11, 12],
  [30, 2, 13, 14, 15, 'N/A'],
];

describe('samples of counters that come in rows', () => {
  test('are those of their table, by time, and without what has no value', async () => {
    const { index, summary } = await indexRows(rows);
    expect(seriesOf(index)).toEqual([
      'read_bandwidth 0: 10,20 → 1,9',
      'read_bandwidth 1: 30,40 → 13,5',
      'write_band_width 0: 10,20 → 2,10',
      'write_band_width 1: 30,40 → 14,6',
      'read_ost 0: 10,20 → 3,11',
      'read_ost 1: 30,40 → 15,7',
      'write_ost 0: 10,20 → 4,12',
      'write_ost 1: 40 → 8',
    ]);
    expect(summary.eventCounts).toEqual({ C: 15 });
  });

  test('have their instants in common, but where one has fewer', async () => {
    const { counters } = (await indexRows(rows)).index;
    const [ofFirst, ofSecond] = [counters.filter((_, i) => i % 2 === 0), counters.filter((_, i) => i % 2 === 1)];
    expect(ofFirst.map((own) => areSameBytes(own, ofFirst[0]))).toEqual([true, true, true, true]);
    expect(ofSecond.map((own) => areSameBytes(own, ofSecond[0]))).toEqual([true, true, true, false]);
  });

  test('are kept on disk once, and come back so', async () => {
    const { index } = await indexRows(rows);
    const path = temporaryFile('kept', '');
    const again = `${path}.cache`;
    const sizeBytes = writeCacheFile(again, { counters: index.counters });
    expect(sizeBytes).toBe(readFileSync(again).length);
    const opened = openCacheFile(again);
    fillCacheSections(again, opened.sections);
    const { counters } = opened.value as Pick<RankIndex, 'counters'>;
    expect(seriesOf({ ...index, counters })).toEqual(seriesOf(index));
    expect(areSameBytes(counters[0], counters[2])).toBe(true);
    // 15 values, 2 + 2 + 1 instants; of each of 8 series the least and the greatest of a block.
    expect(sharedBytes(counters)).toBe(8 * (15 + 5 + 2 * 8));
  });

  test('of more kinds than there are groups for, the same one by one', () => {
    const strings = { text: () => undefined } as unknown as StringIds;
    const events = new DatabaseEvents('/a.db', new Names(strings), 1);
    const lane = events.lane({ pid: '1', name: 'Acc PMU', label: '', sortIndex: 0 }, '0');
    const [name, other, key] = ['read', 'write', 'value'].map((text) => events.names.ofText(text));
    const group = events.sampleGroup(lane, 1, [{ name, key }]);
    expect(events.sampleGroup(lane, 2, [{ name, key }])).toBeUndefined();
    for (const ns of [10, 20]) {
      if (group) events.samples(group, ns, Float64Array.of(ns));
      events.sample(ns + 5, lane, other, key, 2 * ns, 2);
    }
    const { index, summary } = buildIndex([events.finish()], files, 0);
    expect(summary.eventCounts).toEqual({ C: 4 });
    expect(seriesOf(index)).toEqual(['read 0: 10,20 → 10,20', 'write 0: 15,25 → 20,40']);
  });
});
