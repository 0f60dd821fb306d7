import { gunzipSync } from 'node:zlib';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { jobRecord } from '../../../../../src-worker/analysis/record/jobRecord';
import type { RankRecord } from '../../../../../src-worker/analysis/record/rankRecord';
import { Alike, FactReader } from '../../../../../src-worker/analysis/summary/factCodec';
import { recordFacts, recordOfFacts } from '../../../../../src-worker/analysis/summary/recordFacts';
import { summariesOf } from '../../../../../src-worker/analysis/summary/summarise';
import { summaryFile } from '../../../../../src-worker/analysis/summary/summaryFile';
import { factFile } from '../../../../../src-worker/parquet/factFile';
import { factHead, readFactTable } from '../../../../../src-worker/parquet/factRead';
import { summaryWorker } from '../../../../../src-worker/views/summary';
import { openContext, records, sharedContext } from '../../../../fixtures/dumpContext';
import { describeDumps, dumpPath } from '../../../../fixtures/dumps';

/** What is in timelines alone; and calls, which are for other readers of the file. */
const UNSEEN = new Set(['evidence', 'longest', 'worst', 'calls', 'shown']);

/** Where the reader has the numbers of kernels and functions. */
const COLUMNS = new Set(['told', 'own', 'at', 'part', 'numbers', 'first']);

function withoutEvidence(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEvidence);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    membersOf(value).flatMap(([key, own]) => (UNSEEN.has(key) ? [] : [[key, withoutEvidence(own)]])),
  );
}

/** Of an object that reads them from columns, too. */
function membersOf(value: object): (readonly [string, unknown])[] {
  const its = Object.getPrototypeOf(value) as object;
  if (its === Object.prototype) return Object.entries(value);
  const names = [...Object.keys(value), ...Object.getOwnPropertyNames(its)].filter((own) => !COLUMNS.has(own));
  return names
    .map((name) => [name, Reflect.get(value, name) as unknown] as const)
    .filter(([name, own]) => name !== 'constructor' && own !== undefined);
}

/** What of a record its file has, what is the reader's, and what only the timeline has. A new member stands here, and in the file, before the tests compile. */
const members = {
  ...{
    version: 'file',
    rank: 'reader',
    index: 'reader',
    label: 'file',
    job: 'reader',
    stepCount: 'file',
    stepNs: 'file',
  },
  ...{
    split: 'file',
    free: 'file',
    host: 'file',
    kernels: 'file',
    unfused: 'file',
    sequences: 'file',
    frequency: 'file',
  },
  ...{ collectives: 'file', buckets: 'file', last: 'file', trend: 'file', steps: 'file', hostCpu: 'file' },
  outside: 'file',
  ...{ environment: 'file', memory: 'file', patterns: 'file', shown: 'timeline' },
} as const satisfies Readonly<Record<keyof RankRecord, 'file' | 'reader' | 'timeline'>>;

async function readAgain(record: RankRecord, originNs: bigint): Promise<RankRecord | undefined> {
  const bytes = factFile(recordFacts(record, originNs), {});
  const alike = new Alike();
  // What is alike is found the second time that it is read.
  readFactTable(bytes, factHead(bytes), alike);
  const table = readFactTable(bytes, factHead(bytes), alike);
  const { rank, index } = record;
  if (index === undefined) throw new Error('No rank that is open');
  return recordOfFacts(new FactReader({ table, rows: [...table.has.keys()] }, alike), { rank, index, originNs });
}

describeDumps('a file and back', () => {
  for (const dump of ['ascend/text_level1_2ranks', 'ascend/pp2_dp2_4ranks_no_timeline', 'kineto/dlrm_8ranks_v100'])
    test(`the record of each rank: ${dump}`, async () => {
      const context = await openContext(dumpPath(dump));
      const { ranks } = await jobRecord(context);
      for (const record of ranks)
        expect(withoutEvidence(await readAgain(record, context.originNs))).toEqual(withoutEvidence(record));
    });

  test('every member that a record has', async () => {
    const known = new Set<string>();
    for (const dump of ['ascend/text_level1_2ranks', 'ascend/pp2_dp2_4ranks_no_timeline'])
      for (const record of (await jobRecord(await sharedContext(dumpPath(dump)))).ranks)
        for (const [member, value] of Object.entries(record)) {
          if (value !== undefined) known.add(member);
        }
    expect([...known].filter((own) => !Object.hasOwn(members, own))).toEqual([]);
  });

  test('what another reader finds in the file is what the Summary tab says', async () => {
    const context = await openContext(dumpPath('ascend/text_level1_2ranks'));
    const { buffer } = summaryFile(await summariesOf(context, 'text'));
    const rows = await parquetReadObjects({
      file: buffer as ArrayBuffer,
      compressors: Object.fromEntries([['GZIP', (bytes: Uint8Array) => gunzipSync(bytes)]]),
    });
    expect(parquetMetadata(buffer as ArrayBuffer).key_value_metadata).toContainEqual({
      key: 'tracelane.form',
      value: 'ranks',
    });
    const table = records(await summaryWorker.tables['summary.split'](context, { step: 'all' }));
    const ns = (rank: number, part: string) =>
      rows.find((row) => row.kind === 'split' && row.rank === rank && row.name === part)?.ns;
    expect(table.length).toBe(2);
    for (const own of table) {
      const rank = own.splitRank as number;
      expect(ns(rank, 'computing')).toBeCloseTo(own.splitComputing as number, 3);
      expect(ns(rank, 'notOverlapped')).toBeCloseTo(own.splitNotOverlapped as number, 3);
      expect(ns(rank, 'free')).toBeCloseTo(own.splitFree as number, 3);
      expect(ns(rank, 'preparing')).toBeCloseTo(own.splitPreparing as number, 3);
    }
  });
});
