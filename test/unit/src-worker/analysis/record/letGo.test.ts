/** What a record is made of, the most that is kept of a rank, is kept no longer than it is wanted. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RankIndex } from '../../../../../src-contract';
import { makePart } from '../../../../../src-worker/analysis/record/recordParts';
import { DumpContext } from '../../../../../src-worker/model/dumpContext';
import { deviceFacts } from '../../../../../src-worker/model/kernels/device';
import { kernelsOf } from '../../../../../src-worker/model/kernels/kernels';
import { frameworkGrowth } from '../../../../../src-worker/model/memory/growth';
import { memoryOf } from '../../../../../src-worker/model/memory/rankMemory';
import { temporaryFolder } from '../../../../fixtures/indexed';

const RANK = 0 as RankIndex;
const KERNELS = 'kernels of rank 0';
const MEMORY = 'memory of rank 0';

/** A rank of tables alone: one kernel that tells clock and cores, and two records of memory. */
function dumpOfTables(): DumpContext {
  const folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  const write = (name: string, table: 'kernels' | 'memory-record', rows: readonly string[]) => {
    const path = join(folder, name);
    writeFileSync(path, `${rows.join('\n')}\n`);
    return { path, sizeBytes: 1, role: 'table' as const, table };
  };
  const files = [
    write('kernel_details.csv', 'kernels', [
      'Step Id,Name,Type,Accelerator Core,Start Time(us),Duration(us),Wait Time(us),Block Dim,aicore_time(us),aic_total_cycles',
      '1,MatMul_1,MatMulV2,AI_CORE,1000.000,100.0,0,20,100.0,3700000',
    ]),
    write('memory_record.csv', 'memory-record', [
      'Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Device Type',
      'PTA,1000.000,1,2,NPU:0',
      'PTA,2000.000,3,4,NPU:0',
    ]),
  ];
  const rank = { index: RANK, rank: 0, label: 'Rank 0', folder, hostName: '', files };
  return new DumpContext({ ranks: [rank], clusterFiles: [] }, 0n, () => new Map());
}

test('kernels go once their facts are made, and what they tell of the device stays', async () => {
  const dump = dumpOfTables();
  const direct = dumpOfTables();
  const facts = await deviceFacts(direct, await kernelsOf(direct, [RANK]));
  expect(facts).toMatchObject({ cubeCores: 20 });
  expect(direct.isKept(KERNELS)).toBe(true);
  expect(await makePart(dump, 'tableFacts', RANK)).toMatchObject({ kernels: { computeCount: 1 } });
  expect(dump.isKept(KERNELS)).toBe(false);
  expect(await makePart(dump, 'device', RANK)).toEqual(facts);
  await makePart(dump, 'chip', RANK);
  expect(dump.isKept(KERNELS)).toBe(false);
});

test('memory that is read for its growth alone is let go of; what a view has asked for stays', async () => {
  const dump = dumpOfTables();
  await frameworkGrowth(dump, RANK);
  expect(dump.isKept(MEMORY)).toBe(false);
  const [rank] = dump.ranks;
  const asked = rank && (await memoryOf(dump, rank));
  expect(asked?.components.length).toBeGreaterThan(0);
  await frameworkGrowth(dump, RANK);
  expect(rank && (await memoryOf(dump, rank))).toBe(asked);
});
