import { expect, test } from 'vitest';
import type { JobRecord } from '../../../../src-worker/analysis/record/jobRecord';
import { keptJobRecord, recordBytes, recordOfBytes } from '../../../../src-worker/analysis/record/keptRecord';
import { notice } from '../../../../src-worker/files/notices';
import { DumpContext } from '../../../../src-worker/model/dumpContext';
import { type KeptRecord, type RecordOf, UNWATCHED } from '../../../../src-worker/model/work';

/** A dump of nothing, opened with what was kept of it. */
function opened(record?: KeptRecord, isKept = true) {
  const asked: RecordOf[] = [];
  const saved: KeptRecord[] = [];
  const records = {
    load: async (of: RecordOf) => {
      asked.push(of);
      return { record, isKept };
    },
    save: async (_of: RecordOf, own: KeptRecord) => void saved.push(own),
  };
  const context = new DumpContext({ ranks: [], clusterFiles: [] }, 0n, () => new Map());
  context.setPlace({ names: new Map(), originNs: 7n, shifts: [], clockRevision: 0, generations: new Map() });
  return { dump: context.during({ ...UNWATCHED, records }), asked, saved };
}

test('what one opening has found out is what the next one has, with what was noted of the files', async () => {
  const first = opened();
  first.dump.note(notice('empty-file', 'error', {}, { path: '/a.csv' }));
  const made = await keptJobRecord(first.dump);
  expect(first.saved).toHaveLength(1);
  const second = opened(first.saved[0]);
  expect(await keptJobRecord(second.dump)).toEqual(made);
  expect(second.saved).toEqual([]);
  expect(second.dump.notices).toEqual(first.dump.notices);
});

test('without a place to keep it, or where it is not worth it, it is made', async () => {
  const { dump, saved } = opened(undefined, false);
  expect(await keptJobRecord(dump)).toMatchObject({ ranks: [] });
  expect(await keptJobRecord(dump.during(UNWATCHED))).toMatchObject({ ranks: [] });
  expect(saved).toEqual([]);
});

test('bytes that are no record are worked out anew', async () => {
  const broken = opened({ bytes: Uint8Array.from([1, 2, 3]), notices: [] });
  expect(await keptJobRecord(broken.dump)).toMatchObject({ ranks: [] });
  expect(broken.saved).toHaveLength(1);
});

test('slices are referred to by the indexes of this opening; what was one object stays one', () => {
  const ref = { rank: 2, slice: 5, generation: 1 };
  const evidence = { kind: 'slice', ref, startNs: 100, durationNs: 7 };
  const other = { kind: 'slice', ref: { rank: 3, slice: 5, generation: 4 }, startNs: 200, durationNs: 7 };
  const record = {
    longCalls: [{ evidence: [evidence] }],
    lateEvidence: [[evidence, other]],
    groups: new Map([['g', ref]]),
  };
  const bytes = recordBytes(record as unknown as JobRecord, { originNs: 50n, generations: new Map() });
  const found = recordOfBytes(bytes, { originNs: 20n, generations: new Map([[2, 9]]) }) as JobRecord;
  const [[first, second]] = found.lateEvidence;
  expect(first).toEqual({ ...evidence, ref: { ...ref, generation: 9 }, startNs: 130 });
  expect(second).toEqual({ ...other, startNs: 230 });
  expect(found.longCalls[0].evidence[0]).toBe(first);
  expect(found.groups.get('g')).toBe((first as { ref: unknown }).ref);
});
