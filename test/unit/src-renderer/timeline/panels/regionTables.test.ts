import { expect, test } from 'vitest';
import type { NameStatistics } from '../../../../../src-contract';
import { nameColumns } from '../../../../../src-renderer/timeline/panels/RegionTables';

test('the share of a name on several ranks is what it takes of one of them, on average', () => {
  const row = { name: 'MatMul', totalNs: 1200 } as NameStatistics;
  const shareOf = (rankCount: number) =>
    nameColumns({ lengthNs: 1000, rankCount }, [])
      .find(({ key }) => key === 'share')
      ?.valueOf(row);
  // 0.6 of the range on each of two: their times pass beside each other.
  expect([shareOf(1), shareOf(2)]).toEqual([120, 60]);
});
