import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from '../../../../src-worker/sqlite/database';
import {
  readProfilerCommunication,
  readProfilerSession,
  readProfilerSteps,
  stepAt,
} from '../../../../src-worker/sqlite/profilerDb';
import { readProfilerKernels } from '../../../../src-worker/sqlite/profilerKernels';
import {
  readProfilerAllocations,
  readProfilerMemoryRecords,
  readProfilerModules,
} from '../../../../src-worker/sqlite/profilerMemory';
import { type ColumnTable, findColumn, numbersOf, textReader } from '../../../../src-worker/tables/columnTable';
import { readCsv } from '../../../../src-worker/tables/csvTable';
import { describeDumps, dumpPath } from '../../../fixtures/dumps';

/** All literals were read with SQL by SQLite itself. */
const rank0 = 'ascend/db_level1_2ranks/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_0.db';
const baseNs = 1736410576376650902n;

function open(path: string): Database {
  const database = openDatabase(path);
  onTestFinished(() => database.close());
  return database;
}

function sumOf(table: ColumnTable, key: string, isWanted: (row: number) => boolean = () => true): number {
  const values = numbersOf(table, key);
  if (!values) throw new Error(`No numbers ${key}`);
  return values.reduce((sum, value, row) => (Number.isNaN(value) || !isWanted(row) ? sum : sum + value), 0);
}

function reader(table: ColumnTable, key: string): (row: number) => string {
  const read = textReader(table, key);
  if (!read) throw new Error(`No column ${key}`);
  return read;
}

function rowsWhere(table: ColumnTable, key: string, text: string): number[] {
  const read = reader(table, key);
  return Array.from({ length: table.rowCount }, (_, row) => row).filter((row) => read(row) === text);
}

describeDumps('the database of a PyTorch profile', () => {
  test('kernels', () => {
    const database = open(dumpPath(rank0));
    const table = readProfilerKernels(database, baseNs);
    expect(table.rowCount).toBe(187 + 4);
    const core = reader(table, 'core');
    const totals = new Map<string, [number, number]>();
    const duration = numbersOf(table, 'durationNs') ?? new Float64Array();
    for (let row = 0; row < table.rowCount; row++) {
      const [count, ns] = totals.get(core(row)) ?? [0, 0];
      totals.set(core(row), [count + 1, ns + duration[row]]);
    }
    expect(totals).toEqual(
      new Map([
        ['AI_CORE', [23, 2_859_096]],
        ['AI_VECTOR_CORE', [149, 5_803_593]],
        ['DSA_SQE', [2, 5460]],
        ['MIX_AIV', [13, 235_282]],
        ['COMMUNICATION', [4, 102_108_100]],
      ]),
    );
    const type = reader(table, 'type');
    expect(sumOf(table, 'durationNs', (row) => type(row) === 'ForeachAddList')).toBe(1_947_618);
    expect(sumOf(table, 'durationNs', (row) => type(row) === 'Conv2D')).toBe(723_694);

    const [first] = rowsWhere(table, 'name', 'trans_TransData_0');
    const at = (key: string) => numbersOf(table, key)?.[first];
    expect(reader(table, 'inputShapes')(first)).toBe('"32,3,224,224"');
    expect([at('blockDim'), at('streamId'), at('taskId'), at('device')]).toEqual([32, 2, 11063, 0]);
    expect(at('startNs')).toBe(Number(1736410576404465403n - baseNs));
    expect(at('contextId')).toBeNaN();
    expect(reader(table, 'step')(first)).toBe('50');
    expect(findColumn(table, 'opState')).toBeUndefined();

    const starts = numbersOf(table, 'startNs') ?? new Float64Array();
    const waits = numbersOf(table, 'waitNs') ?? new Float64Array();
    expect(waits[0]).toBe(0);
    for (let row = 1; row < table.rowCount; row++) {
      expect(starts[row]).toBeGreaterThanOrEqual(starts[row - 1]);
      expect(waits[row]).toBe(Math.max(0, starts[row] - starts[row - 1] - duration[row - 1]));
    }
    // The device's counters; a collective has none.
    expect(sumOf(table, 'aiv_total_cycles')).toBe(439_150_030);
    expect(sumOf(table, 'aiv_time(us)')).toBeCloseTo(5_587_401.362054954, 4);
    expect(findColumn(table, 'aiv_time(us)')).toMatchObject({ unit: 'duration' });
    expect(findColumn(table, 'aic_mac_ratio')).toMatchObject({ unit: 'ratio' });
    expect(numbersOf(table, 'aiv_total_cycles')?.filter((value) => !Number.isNaN(value))).toHaveLength(185);
    expect(database.notices).toEqual([]);
  });

  test('its columns are those of kernel_details.csv', async () => {
    const table = readProfilerKernels(open(dumpPath(rank0)), baseNs);
    const csv = await readCsv(
      dumpPath('ascend/text_level1_2ranks/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv'),
      { baseNs },
    );
    // What no database of this version tells.
    const absent = new Set(['OP State', 'HF32 Eligible', 'cube_utilization(%)']);
    const labels = new Map(table.columns.map((column) => [column.label, column]));
    for (const column of csv.columns) {
      if (absent.has(column.label)) continue;
      const own = labels.get(column.label.replace(/^(Start|Duration|Wait)(.*)\(us\)$/, '$1$2'));
      expect(own, column.label).toBeDefined();
      if (own?.kind === 'number') expect(own.unit, column.label).toBe(column.unit);
    }
  });

  test('memory', () => {
    const database = open(dumpPath(rank0));
    const records = readProfilerMemoryRecords(database, 1736410576397917270n);
    expect(records.rowCount).toBe(990);
    const expected = {
      GE: [114, 1_491_009_536, 8_935_440_384, 0, 4_386_238_280],
      PTA: [381, 411_941_165_056, 580_084_826_112, 411_943_692_800, 12_410_328_450],
      'PTA+GE': [495, 543_211_275_264, 791_433_183_232, 539_757_827_584, 16_796_566_730],
    };
    for (const [component, numbers] of Object.entries(expected)) {
      const rows = new Set(rowsWhere(records, 'component', component));
      const sums = ['allocated', 'reserved', 'active', 'timeNs'].map((key) =>
        sumOf(records, key, (row) => rows.has(row)),
      );
      expect([rows.size, ...sums], component).toEqual(numbers);
    }
    expect(new Set(rowsWhere(records, 'device', 'NPU:0')).size).toBe(990);

    const allocations = readProfilerAllocations(database, baseNs);
    expect(allocations.rowCount).toBe(184);
    expect(sumOf(allocations, 'sizeBytes')).toBe(1_495_289_344);
    expect(sumOf(allocations, 'lifetimeNs')).toBe(552_396_700);
    expect(sumOf(allocations, 'activeLifetimeNs')).toBe(553_157_460);
    const released = numbersOf(allocations, 'releasedNs') ?? new Float64Array();
    const allocated = numbersOf(allocations, 'allocatedNs') ?? new Float64Array();
    expect(released.filter((ns) => !Number.isNaN(ns))).toHaveLength(160);
    const lifetimes = released.map((ns, row) => ns - allocated[row]).filter((ns) => !Number.isNaN(ns));
    expect(lifetimes.reduce((sum, ns) => sum + ns, 0)).toBe(552_396_700);
    const names = reader(allocations, 'name');
    expect(new Set(Array.from({ length: 184 }, (_, row) => names(row))).size).toBe(58);
    expect(names(0)).not.toBe('');

    const modules = readProfilerModules(database, baseNs);
    expect(modules.rowCount).toBe(1078);
    const peaks = ['APP', 'HCCL', 'RUNTIME', 'GE', 'UDF'].map((module) => {
      const reserved = numbersOf(modules, 'reserved') ?? new Float64Array();
      return Math.max(...rowsWhere(modules, 'component', module).map((row) => reserved[row]));
    });
    expect(peaks).toEqual([1_522_532_352, 423_690_240, 96_714_752, 79_691_776, 0]);
  });

  test('collectives, steps, and where it was recorded', () => {
    const database = open(dumpPath(rank0));
    const own = readProfilerCommunication(database, baseNs);
    expect(own.rowCount).toBe(4);
    const text = ({ codes, texts }: { codes: Uint32Array; texts: readonly string[] }, row: number) => texts[codes[row]];
    expect([0, 1, 2, 3].map((row) => text(own.name, row))).toEqual([
      'hcom_allReduce__210_0_1',
      'hcom_allReduce__210_1_1',
      'hcom_allReduce__210_2_1',
      'hcom_allReduce__210_3_1',
    ]);
    expect(text(own.type, 0)).toBe('hcom_allReduce_');
    expect(text(own.group, 3)).toBe('90.91.105.46%enp189s0f0_60000_0_1736410538306028');
    expect(text(own.algorithm, 0)).toBe('MESH-RING');
    expect(text(own.dataType, 0)).toBe('FP32');
    expect(own.durationNs.reduce((sum, ns) => sum + ns, 0)).toBe(102_108_100);
    expect(own.count.reduce((sum, count) => sum + count, 0)).toBe(61_100_840);

    const steps = readProfilerSteps(database, baseNs);
    expect(steps).toEqual([{ step: 50, startNs: 9_758_808, endNs: 161_647_558 }]);
    expect(stepAt(steps, 9_758_808)?.step).toBe(50);
    expect(stepAt(steps, 9_758_807)).toBeUndefined();
    expect(stepAt(steps, 161_647_558)).toBeUndefined();
    expect(readProfilerSession(database)).toMatchObject({
      ranks: [{ rank: 0, device: 0 }],
      hostUid: '3538958389648580163',
      hostName: 'ubuntu',
      deviceNames: new Map([[0, 'Ascend910B']]),
      startNs: 1736410576284680000n,
      endNs: 1736410576677568000n,
    });
    expect(readProfilerSession(database).metadata.get('SCHEMA_VERSION')).toBe('1.0.0');
  });
});

describeDumps('a database of msprof with an older schema', () => {
  test('what is there is read, what is not has no rows', () => {
    const database = open(dumpPath('ascend/old_db/msprof_0_older_schema.db'));
    const kernels = readProfilerKernels(database, 1698220811352526000n);
    expect(kernels.rowCount).toBe(11);
    expect(reader(kernels, 'name')(0)).toBe('aclnnInplaceZero_ZerosLikeAiCore_ZerosLike');
    expect(reader(kernels, 'core')(0)).toBe('AI_VECTOR_CORE');
    expect(numbersOf(kernels, 'blockDim')?.[0]).toBe(48);
    expect(reader(kernels, 'step')(0)).toBe('');
    expect(readProfilerMemoryRecords(database, 0n).rowCount).toBe(0);
    expect(readProfilerAllocations(database, 0n).rowCount).toBe(247);
    expect(readProfilerModules(database, 0n).rowCount).toBe(0);
    expect(readProfilerCommunication(database, 0n).rowCount).toBe(0);
    expect(readProfilerSteps(database, 0n)).toEqual([]);
    const session = readProfilerSession(database);
    expect(session).toMatchObject({ ranks: [], hostUid: undefined, startNs: 1698220811352526000n });
    expect(session.deviceNames.get(2)).toBe('Ascend910B');
    expect(database.notices).toEqual([]);
  });
});

test('a database of something else has nothing of a profiler', () => {
  const database = open(join(import.meta.dirname, 'files', 'log.db'));
  expect(readProfilerKernels(database, 0n)).toEqual({ rowCount: 0, columns: [] });
  expect(readProfilerSession(database)).toMatchObject({ ranks: [], startNs: undefined, hostName: undefined });
});

test('steps one after another, with a gap', () => {
  const steps = [
    { step: 7, startNs: 0, endNs: 10 },
    { step: 8, startNs: 10, endNs: 20 },
    { step: 9, startNs: 30, endNs: 40 },
  ];
  expect([-1, 0, 9, 10, 19, 20, 29, 30, 39, 40].map((ns) => stepAt(steps, ns)?.step)).toEqual([
    undefined,
    7,
    7,
    8,
    8,
    undefined,
    undefined,
    9,
    9,
    undefined,
  ]);
});
