import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { MemoryMetric, RankIndex, RankMemory } from '../../../../src-worker/api';
import { memoryWorker } from '../../../../src-worker/memory';
import { aliveRows } from '../../../../src-worker/memory/live';
import { componentById } from '../../../../src-worker/memory/memoryData';
import { memoryOf } from '../../../../src-worker/memory/rankMemory';
import type { DumpContext } from '../../../../src-worker/tables/dumpContext';
import { openContext, records } from '../../../fixtures/dumpContext';
import { describeDumps, dumpPath } from '../../../fixtures/dumps';

const MB = 2 ** 20;
const rankOf = (index: number) => index as RankIndex;

async function factsOf(dump: DumpContext, index = 0): Promise<RankMemory> {
  const [facts] = await memoryWorker.answers['memory.ranks'](dump, { ranks: [rankOf(index)] });
  return facts;
}

function peakOf(facts: RankMemory, id: string, metric: MemoryMetric) {
  return facts.components.find((component) => component.id === id)?.metrics.find((own) => own.metric === metric);
}

/** The file's lines as cells, read on their own; no cell of these files has a comma in it. */
function linesOf(path: string): Record<string, string>[] {
  const [header, ...lines] = readFileSync(path, 'utf8').trim().split(/\r?\n/);
  const names = header.split(',');
  return lines.map((line) => {
    const cells = line.split(',').map((cell) => cell.trim());
    return Object.fromEntries(names.map((name, i) => [name, cells[i]]));
  });
}

const wholeNs = (us: string) => BigInt(us.replace('.', ''));

describeDumps('memory of real dumps', () => {
  describe('text_level1_2ranks', () => {
    const folder = 'ascend/text_level1_2ranks/rank0_ascend_pt';
    const file = (name: string) => dumpPath(folder, 'ASCEND_PROFILER_OUTPUT', name);
    const opened = openContext(dumpPath('ascend/text_level1_2ranks'));

    test('peaks of every allocator, in bytes', async () => {
      const facts = await factsOf(await opened);
      expect(peakOf(facts, 'PTA', 'allocated')?.peakBytes).toBe(1187.9814453125 * MB);
      expect(peakOf(facts, 'PTA', 'reserved')?.peakBytes).toBe(1452 * MB);
      expect(peakOf(facts, 'GE', 'allocated')?.peakBytes).toBe(73.0625 * MB);
      expect(peakOf(facts, 'PTA+GE', 'allocated')?.peakBytes).toBe(1261.04296875 * MB);
      expect(peakOf(facts, 'PTA+GE', 'reserved')?.peakBytes).toBe(1526.75 * MB);
      expect(peakOf(facts, 'APP', 'reserved')?.peakBytes).toBe(2113.73046875 * MB);
      expect(peakOf(facts, 'APP', 'allocated')).toBeUndefined();
      expect(facts.allocations).toMatchObject({ count: 184, neverFreedCount: 24, earlierCount: 0 });
      expect(facts.allocations.neverFreedBytes / MB).toBe(252.6474609375);
      expect(facts.hasModules).toBe(true);
    });

    test('the instant of the peak, to the ns', async () => {
      const dump = await opened;
      const peakNs = peakOf(await factsOf(dump), 'PTA+GE', 'allocated')?.peakNs ?? Number.NaN;
      expect(dump.originNs + BigInt(peakNs)).toBe(1736408883743396450n);
    });

    test('what is alive, and what was there before, make up every total the profiler wrote', async () => {
      const dump = await opened;
      const data = await memoryOf(dump, dump.ranks[0]);
      for (const id of ['PTA', 'GE']) {
        const component = data && componentById(data, id);
        if (!data || !component?.values.allocated) throw new Error(`${id} is missing`);
        let before = Number.POSITIVE_INFINITY;
        component.timeNs.forEach((ns, at) => {
          const alive = aliveRows(data, component, ns).reduce((sum, row) => sum + data.allocations.sizeBytes[row], 0);
          const unrecorded = component.values.allocated?.[at] ?? Number.NaN;
          // Of what was allocated before the recording, some is released in it and none is added.
          expect(unrecorded - alive).toBeLessThanOrEqual(before);
          before = unrecorded - alive;
        });
        expect(before).toBeGreaterThanOrEqual(0);
      }
    });

    test('what is live at the peak', async () => {
      const dump = await opened;
      const atNs = peakOf(await factsOf(dump), 'PTA', 'allocated')?.peakNs ?? Number.NaN;
      const of = { rank: rankOf(0), component: 'PTA', atNs };
      const totals = await memoryWorker.answers['memory.liveTotals'](dump, of);
      expect(totals.liveCount).toBe(41);
      expect(totals.liveBytes).toBe(486.56103515625 * MB);
      expect(totals.allocatedBytes).toBe(1187.9814453125 * MB);
      expect((totals.unrecordedBytes ?? 0) / MB).toBeCloseTo(701.42041015625, 8);
      const byOp = records(await memoryWorker.tables['memory.live'](dump, { ...of, by: 'op' }));
      expect(byOp.reduce((sum, row) => sum + Number(row.liveBytes), 0)).toBe(totals.liveBytes);
      expect(byOp.reduce((sum, row) => sum + Number(row.count), 0)).toBe(41);
    });

    test('the same set counted from the file itself, at every 7th record', async () => {
      const dump = await opened;
      const rows = linesOf(file('operator_memory.csv')).filter(({ Name }) => !Name.startsWith('cann::'));
      for (const record of linesOf(file('memory_record.csv')).filter(
        ({ Component }, i) => Component === 'PTA' && i % 7 === 0,
      )) {
        const at = wholeNs(record['Timestamp(us)']);
        const alive = rows.filter((row) => {
          const ends = [row['Release Time(us)'], row['Active Release Time(us)']]
            .filter((cell) => cell !== '')
            .map(wholeNs);
          return wholeNs(row['Allocation Time(us)']) <= at && ends.every((end) => end > at);
        });
        const of = { rank: rankOf(0), component: 'PTA', atNs: Number(at - dump.originNs) };
        const totals = await memoryWorker.answers['memory.liveTotals'](dump, of);
        expect(totals.liveCount).toBe(alive.length);
        expect(totals.liveBytes).toBe(alive.reduce((sum, row) => sum + Number(row['Size(KB)']) * 1024, 0));
      }
    });

    test('call stacks are those of the op that was running', async () => {
      const dump = await opened;
      const atNs = peakOf(await factsOf(dump), 'PTA', 'allocated')?.peakNs ?? Number.NaN;
      const of = { rank: rankOf(0), component: 'PTA', atNs };
      const { joins } = await memoryWorker.answers['memory.liveTotals'](dump, of);
      expect(joins).toEqual({ slice: 25, enclosing: 16, 'only-stack': 0, ambiguous: 0, none: 0 });
      const byStack = records(await memoryWorker.tables['memory.live'](dump, { ...of, by: 'stack' }));
      console.log(byStack.slice(0, 6));
    });

    test('the components of npu_module_mem', async () => {
      const rows = records(await memoryWorker.tables['memory.modules'](await opened, { ranks: [rankOf(0)] }));
      const expected = new Map<string, number>();
      for (const line of linesOf(file('npu_module_mem.csv'))) {
        const bytes = Number(line['Total Reserved(MB)']) * MB;
        expected.set(line.Component, Math.max(expected.get(line.Component) ?? 0, bytes));
      }
      expect(new Map(rows.map(({ module, peakBytes }) => [module, peakBytes]))).toEqual(expected);
      console.log(rows.filter((row) => Number(row.peakBytes) > 0).slice(0, 5));
    });

    test('steps', async () => {
      const growth = await memoryWorker.answers['memory.steps'](await opened, { rank: rankOf(0), component: 'PTA' });
      console.log(JSON.stringify(growth));
    });
  });
});

describeDumps('memory of a profiler’s database', () => {
  const opened = openContext(dumpPath('ascend/db_level1_2ranks'));

  test('the same curves as the csv files of such a run, exact times included', async () => {
    const dump = await opened;
    const facts = await factsOf(dump);
    expect(facts.source).toBe('database');
    expect(peakOf(facts, 'PTA', 'allocated')?.peakBytes).toBe(1_245_688_832);
    expect(peakOf(facts, 'PTA+GE', 'reserved')?.peakBytes).toBe(1_600_913_408);
    expect(peakOf(facts, 'APP', 'reserved')?.peakBytes).toBe(2_216_402_944);
    expect(facts.allocations).toMatchObject({ count: 184, neverFreedCount: 24 });
    const [curve] = await memoryWorker.answers['memory.curves'](dump, {
      curves: [{ kind: 'component', rank: rankOf(0), component: 'PTA', metric: 'allocated' }],
      buckets: 1000,
    });
    expect(curve.sampleCount).toBe(381);
    expect(dump.originNs + BigInt(curve.timeNs[0])).toBe(1_736_410_576_394_583_320n);
  });

  test('driver components by name', async () => {
    const rows = records(await memoryWorker.tables['memory.modules'](await opened, { ranks: [rankOf(1)] }));
    expect(rows).toHaveLength(77);
    expect(rows.find(({ module }) => module === 'HCCL')?.peakBytes).toBeGreaterThan(0);
  });
});
