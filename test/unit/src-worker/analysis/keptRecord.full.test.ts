import { expect, test } from 'vitest';
import { jobRecord } from '../../../../src-worker/analysis/record/jobRecord';
import { recordBytes, recordOfBytes } from '../../../../src-worker/analysis/record/keptRecord';
import { DumpContext } from '../../../../src-worker/model/dumpContext';
import { RankView } from '../../../../src-worker/query/rankView';
import { openContext } from '../../../fixtures/dumpContext';
import { sharedJob } from '../../../fixtures/sharedJob';

const LATER_NS = 1_234_567;

test('a record is as if it had been made in the opening that reads it: with its origin, and its indexes', async () => {
  const { folder } = await sharedJob({ ranks: 2, steps: 3, eventsPerRank: 3000, seed: 5 });
  const made = await openContext(folder);
  const views = new Map(
    made.loadedTimelines().map((own) => {
      const { rank, label, generation, indexes, offsetNs } = own;
      return [rank, new RankView(rank, label, generation + 2, indexes, offsetNs - LATER_NS)] as const;
    }),
  );
  const wanted = new DumpContext(made.files, made.baseNs, () => views);
  const originNs = made.originNs + BigInt(LATER_NS);
  const generations = new Map([...views].map(([rank, { generation }]) => [rank, generation]));
  wanted.setPlace({ names: new Map(), originNs, shifts: [], clockRevision: 0, generations });
  const record = await jobRecord(made);
  const found = recordOfBytes(recordBytes(record, made), wanted);
  expect(found).toEqual(await jobRecord(wanted));
  expect(found).not.toEqual(record);
});
