import { expect, test } from 'vitest';
import type { RankIndex } from '../../../../src-contract';
import { LateNotices } from '../../../../src-main/engine/opening/lateNotices';
import { notice } from '../../../../src-worker/files/notices';
import { missingTableNotices } from '../../../../src-worker/model/missingTables';
import type { TableRank } from '../../../../src-worker/model/tableRanks';
import { rankState } from '../../../fixtures/dumpState';

const csv = (path: string, sizeBytes = 9) => ({ path, sizeBytes, role: 'table', table: 'kernels' }) as const;
const ranks = [0, 1].map((index) => rankState(index, { files: [csv(`/dump/rank${index}/kernel_details.csv`)] }));

test('what views find goes to the rank whose file it is, once, else to the dump', () => {
  const late = new LateNotices();
  const ofRank = notice('table-short-rows', 'warning', { count: 2 }, { path: '/dump/rank1/kernel_details.csv' });
  const ofJob = notice('empty-file', 'warning', {}, { path: '/dump/cluster_step_trace_time.csv' });
  expect([...late.add([ofRank, ofJob, ofRank], ranks)]).toEqual([1, undefined]);
  // Another view reads the same file, and knows the place in it or takes it more seriously.
  expect(
    late.add(
      [
        { ...ofRank, byteOffset: 7 },
        { ...ofJob, severity: 'error' },
      ],
      ranks,
    ).size,
  ).toBe(0);
  expect([late.ofRank(0), late.ofRank(1), late.ofDump]).toEqual([[], [ofRank], [ofJob]]);
});

test('the same thing about two tables of one database is said of both', () => {
  const late = new LateNotices();
  const damaged = (table: string) =>
    notice('database-damaged-pages', 'warning', { table, count: 1 }, { path: '/dump/rank0/a.db' });
  late.add([damaged('TASK'), damaged('STRING_IDS')], ranks);
  expect(late.ofDump).toHaveLength(2);
});

function tableRank(index: number, sizesBytes: readonly number[]): TableRank {
  return {
    index: index as RankIndex,
    rank: index,
    label: `Rank ${index}`,
    folder: `/dump/rank${index}`,
    hostName: undefined,
    files: sizesBytes.map((sizeBytes) => csv(`/dump/rank${index}/kernel_details.csv`, sizeBytes)),
  };
}

test('what the same ranks lack is one notice, by names without a rank in them', () => {
  const info = { ...csv('/dump/rank0/profiler_info_0.json', 9), table: 'profiler-info' as const };
  const full = tableRank(0, [9]);
  const notices = missingTableNotices({ ranks: [{ ...full, files: [...full.files, info] }, tableRank(1, [])] });
  expect(notices.map(({ params }) => params.file)).toEqual(['kernel_details.csv, profiler_info_*.json']);
});

test('a table that some ranks have and others lack is missing; an empty one counts as none', () => {
  expect(missingTableNotices({ ranks: [tableRank(0, [9]), tableRank(1, [9])] })).toEqual([]);
  const [one] = missingTableNotices({ ranks: [tableRank(0, [9]), tableRank(1, [0])] });
  expect(one).toMatchObject({
    code: 'table-missing',
    path: '/dump/rank1',
    params: { file: 'kernel_details.csv', ranks: 'Rank 1' },
  });
  const many = Array.from({ length: 30 }, (_, i) => tableRank(i, i === 0 ? [9] : []));
  const [all] = missingTableNotices({ ranks: many });
  expect(all.path).toBeUndefined();
  expect(all.params.ranks).toMatch(/^Rank 1, .*Rank 12, … \(\+17\)$/);
});
