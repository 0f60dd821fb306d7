import { expect, test } from 'vitest';
import { readCannAllocations } from '../../../../src-worker/sqlite/cannAllocations';
import { withDatabase } from '../../../../src-worker/sqlite/database';
import { readProfilerAllocations } from '../../../../src-worker/sqlite/profilerMemory';
import { describeDumps, dumpPath } from '../../../fixtures/dumps';

describeDumps('allocations of CANN', () => {
  const path = dumpPath('ascend/db_level1_2ranks/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_0.db');
  const base = 1736410576284680000n;

  test('are those that the framework’s own table has beside its own, to the ns', () => {
    withDatabase(path, (database) => {
      const own = readCannAllocations(database, base);
      const rows = Array.from({ length: own.rowCount }, (_, row) =>
        [own.sizeBytes, own.allocatedNs, own.releasedNs, own.allocatedThen, own.allocatedAfter].map((of) => of[row]),
      );
      expect(rows).toHaveLength(57);
      const expected: number[][] = [];
      const names = ['streamPtr', 'size', 'allocationTime', 'releaseTime'];
      database.scan('OP_MEMORY', [...names, 'allocationTotalAllocated', 'releaseTotalAllocated'], (row) => {
        if (row.value(0) !== undefined) return;
        const sinceBase = (column: number) => Number((row.bigint(column) ?? 0n) - base);
        expected.push([row.number(1), sinceBase(2), sinceBase(3), row.number(4), row.number(5)]);
      });
      expect(rows).toEqual(expected.sort((a, b) => a[1] - b[1]));
      // Where it is there, it has them already.
      expect(readProfilerAllocations(database, base).rowCount).toBe(184);
    });
  });

  test('of msprof: by address where types tell nothing', () => {
    withDatabase(dumpPath('ascend/old_db/msprof_0_older_schema.db'), (database) => {
      const table = readProfilerAllocations(database, 1710490360222620070n);
      expect(table.rowCount).toBe(247);
      const [name, size, , allocated, released] = table.columns;
      expect(name).toMatchObject({ kind: 'text' });
      expect([size, allocated, released].map((column) => column.kind === 'number' && column.values[0])).toEqual([
        65_536, 0, 333_450,
      ]);
    });
  });
});
