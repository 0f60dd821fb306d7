import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { MemoryMetric, RankIndex, RankMemory } from '../../../../../src-contract';
import type { DumpContext } from '../../../../../src-worker/model/dumpContext';
import { componentById } from '../../../../../src-worker/model/memory/memoryData';
import { memoryOf } from '../../../../../src-worker/model/memory/rankMemory';
import { memoryWorker } from '../../../../../src-worker/views/memory';
import { aliveRows } from '../../../../../src-worker/views/memory/live';
import { records, sharedContext } from '../../../../fixtures/dumpContext';
import { describeDumps, dumpPath } from '../../../../fixtures/dumps';

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
    const opened = sharedContext(dumpPath('ascend/text_level1_2ranks'));

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
      expect(joins).toEqual({ slice: 25, forward: 13, enclosing: 3, 'only-stack': 0, ambiguous: 0, none: 0 });
      const byStack = records(await memoryWorker.tables['memory.live'](dump, { ...of, by: 'stack' }));
      expect(byStack.reduce((sum, row) => sum + Number(row.count), 0)).toBe(41);
      expect(byStack[0]).toMatchObject({ ops: 'aten::_foreach_add ×17', stackJoin: 'slice', count: 17 });
      // The optimizer's step; the innermost frame comes first.
      expect(String(byStack[0].stack)).toMatch(/^\S*sgd\.py\(\d+\): _multi_tensor_sgd ← /);
      // The backward pass has no Python stack: that of the forward op whose gradient it computes.
      const backward = byStack.find(({ ops }) => String(ops).includes('aten::mm'));
      expect(backward).toMatchObject({ ops: 'aten::addmm, aten::mm ×3', stackJoin: 'forward+slice' });
      expect(String(backward?.stack)).toMatch(
        /^\S*nn\/modules\/linear\.py\(114\): forward ← .*alexnet\.py\(51\): forward ← /,
      );
    });

    test('from an allocation to the op in the timeline, and its instant is within the op', async () => {
      const dump = await opened;
      const table = records(await memoryWorker.tables['memory.allocations'](dump, { ranks: [rankOf(0)] }));
      let found = 0;
      for (const row of table.filter(({ component }) => component === 'PTA')) {
        const atNs = dump.toOwnNs(Number(row.allocatedNs));
        const question = { rank: rankOf(0), name: String(row.name), atNs };
        const { slice } = await memoryWorker.answers['memory.opSlice'](dump, question);
        if (!slice) continue;
        found++;
        expect(slice.name).toBe(row.name);
        expect(slice.startNs).toBeLessThanOrEqual(atNs);
        expect(slice.startNs + slice.durationNs).toBeGreaterThanOrEqual(atNs);
      }
      expect(found).toBe(127);
    });

    test('streams: sums of their own allocations', async () => {
      const facts = await factsOf(await opened);
      const second = linesOf(file('operator_memory.csv')).filter((row) => row['Stream Ptr'] === '904703504');
      const stream = facts.streams.find((own) => own.stream === '904703504');
      expect(stream).toMatchObject({ component: 'PTA', allocationCount: second.length });
      // Two masks of 36.5 and 16.5 KB are alive together, and a scratch block of 1.5 KB beside them.
      expect(stream?.peakBytes).toBe((36.5 + 16.5 + 1.5) * 1024);
    });

    test('the components of npu_module_mem', async () => {
      const rows = records(await memoryWorker.tables['memory.modules'](await opened, { ranks: [rankOf(0)] }));
      const expected = new Map<string, number>();
      for (const line of linesOf(file('npu_module_mem.csv'))) {
        const bytes = Number(line['Total Reserved(MB)']) * MB;
        expected.set(line.Component, Math.max(expected.get(line.Component) ?? 0, bytes));
      }
      expect(new Map(rows.map(({ module, peakBytes }) => [module, peakBytes]))).toEqual(expected);
    });

    test('the one step, from the timeline', async () => {
      const growth = await memoryWorker.answers['memory.steps'](await opened, { rank: rankOf(0), component: 'PTA' });
      expect(growth.stepsFrom).toBe('timeline');
      expect(growth.trend).toBeUndefined();
      expect(growth.steps).toMatchObject([
        {
          step: 50,
          peakBytes: 1_245_688_832,
          endBytes: 954.06787109375 * MB,
          allocationCount: 127,
          neverFreedCount: 24,
        },
      ]);
    });
  });
});

describeDumps('memory of a profiler’s database', () => {
  const opened = sharedContext(dumpPath('ascend/db_level1_2ranks'));

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

  test('steps as the marks in its timeline have them', async () => {
    const growth = await memoryWorker.answers['memory.steps'](await opened, { rank: rankOf(0), component: 'PTA' });
    expect(growth).toMatchObject({ stepsFrom: 'timeline', steps: [{ neverFreedCount: 24, peakBytes: 1_245_688_832 }] });
  });

  test('driver components by name', async () => {
    const rows = records(await memoryWorker.tables['memory.modules'](await opened, { ranks: [rankOf(1)] }));
    expect(rows).toHaveLength(77);
    expect(rows.find(({ module }) => module === 'HCCL')?.peakBytes).toBeGreaterThan(0);
  });
});

describeDumps('pp2_dp2_4ranks_no_timeline', () => {
  const opened = sharedContext(dumpPath('ascend/pp2_dp2_4ranks_no_timeline'));

  test('peaks, and what is live at them, without a timeline', async () => {
    const dump = await opened;
    const [first, second, third] = await memoryWorker.answers['memory.ranks'](dump, { ranks: [0, 1, 2].map(rankOf) });
    expect(peakOf(first, 'PTA', 'allocated')?.peakBytes).toBe(10282.7490234375 * MB);
    expect(peakOf(third, 'PTA', 'allocated')?.peakBytes).toBe(10818.06298828125 * MB);
    expect(peakOf(first, 'APP', 'reserved')?.peakBytes).toBe(11925.015625 * MB);
    expect(first.allocations).toMatchObject({ count: 3103, neverFreedCount: 1, neverFreedBytes: 512 });
    expect(third.allocations).toMatchObject({ neverFreedCount: 5 });
    expect(third.allocations.neverFreedBytes / MB).toBe(16.00244140625);
    expect(second).toMatchObject({ components: [], hasModules: false });
    expect(second.source).toBeUndefined();
    const atNs = peakOf(first, 'PTA', 'allocated')?.peakNs ?? Number.NaN;
    const of = { rank: rankOf(0), component: 'PTA+GE', atNs };
    const totals = await memoryWorker.answers['memory.liveTotals'](dump, of);
    expect(totals).toMatchObject({ liveCount: 623, liveBytes: 5977.7919921875 * MB });
    expect((totals.unrecordedBytes ?? 0) / MB).toBeCloseTo(4304.95703125, 6);
  });

  test('steps from the kernels, where no timeline tells them', async () => {
    const growth = await memoryWorker.answers['memory.steps'](await opened, { rank: rankOf(0), component: 'PTA' });
    expect(growth).toMatchObject({ stepsFrom: 'kernels', steps: [{ step: 13, peakBytes: 10282.7490234375 * MB }] });
  });
});

describeDumps('old_columns_2ranks', () => {
  const opened = sharedContext(dumpPath('ascend/old_columns_2ranks'));

  test('without columns of active memory and of streams', async () => {
    const facts = await factsOf(await opened);
    expect(peakOf(facts, 'PTA', 'allocated')).toMatchObject({ peakBytes: 4599.86572265625 * MB, sampleCount: 3 });
    expect(peakOf(facts, 'PTA', 'active')).toBeUndefined();
    expect(facts.allocations).toMatchObject({ count: 28, neverFreedCount: 0 });
    expect(facts.streams).toMatchObject([{ stream: '', component: 'GE', allocationCount: 28 }]);
  });

  test('components of the driver were sampled in another run: their times are far from those of the curves', async () => {
    const { extent, modulesExtent } = await factsOf(await opened);
    expect((modulesExtent?.startNs ?? 0) - (extent?.endNs ?? 0)).toBeGreaterThan(300 * 86_400e9);
  });

  test('rounded times give values but no curve; the allocations give the curve', async () => {
    const dump = await opened;
    const facts = await factsOf(dump, 1);
    const lost = facts.components.find(({ id }) => id === 'PTA');
    expect(lost).toMatchObject({ isTimeLost: true });
    expect(peakOf(facts, 'PTA', 'allocated')?.peakBytes).toBeCloseTo(4599.740723 * MB, 3);
    expect(peakOf(facts, 'PTA', 'allocated')?.peakNs).toBeUndefined();
    expect(facts.notices.map(({ code }) => code)).toContain('table-rounded-times');
    const spare = facts.components.find(({ from }) => from === 'allocations');
    expect(spare).toMatchObject({ component: 'PTA', isTimeLost: false });
    const curves = await memoryWorker.answers['memory.curves'](dump, {
      curves: [lost, spare].map((own) => ({
        kind: 'component',
        rank: rankOf(1),
        component: own?.id ?? '',
        metric: 'allocated',
      })),
      buckets: 100,
    });
    // 21 allocations, 19 of them released; none of the curve with the lost times.
    expect(
      curves.map(({ choice, sampleCount }) => [choice.kind === 'component' && choice.component, sampleCount]),
    ).toEqual([[spare?.id, 40]]);
    // The two ranks were recorded months apart: the window must not put them on one axis.
    const other = await factsOf(dump);
    expect((facts.extent?.startNs ?? 0) - (other.extent?.endNs ?? 0)).toBeGreaterThan(100 * 86_400e9);
  });

  test('static graphs: half-open node ranges, TOTAL apart', async () => {
    const dump = await opened;
    const { graphs } = await factsOf(dump, 1);
    expect(graphs).toMatchObject([
      { graph: '0', model: '0', device: 'host', opCount: 27, totalBytes: 17210.5 * 1024, peakNode: 17 },
      { graph: '1', opCount: 27, totalBytes: 19910.5 * 1024, peakNode: 32 },
    ]);
    const ops = linesOf(dumpPath('ascend/old_columns_2ranks/test_rank_1/ASCEND_PROFILER_OUTPUT/static_op_mem.csv'));
    for (const graph of graphs) {
      const own = ops.filter((op) => op['Graph ID'] === graph.graph && op['Op Name'] !== 'TOTAL');
      const held = (node: number) =>
        own
          .filter((op) => Number(op['Node Index Start']) <= node && node < Number(op['Node Index End']))
          .reduce((sum, op) => sum + Number(op['Size(KB)']) * 1024, 0);
      const curve = await memoryWorker.answers['memory.graph'](dump, { rank: rankOf(1), graph });
      curve.node.forEach((node, at) => {
        expect(curve.bytes[at]).toBeCloseTo(held(node), 3);
      });
      expect(graph.peakBytes).toBeCloseTo(Math.max(...Array.from(curve.node, held)), 3);
    }
    const rows = records(await memoryWorker.tables['memory.static'](dump, { ranks: [rankOf(1)] }));
    expect(rows).toHaveLength(54);
    expect(rows.find(({ name, graph }) => name === 'add_02' && graph === '0')).not.toHaveProperty('nodeEnd');
  });
});

describeDumps('memory events of PyTorch traces', () => {
  test.each([
    ['kineto/a100_switch_few_flows.json', 'CPU', 413_782_920, 0, 265, 413_741_960],
    ['kineto/cpu_only_half_instants.json', 'CPU', 117_349_888, 0, 0, 0],
    [
      'kineto/h100_transformer/dcb0aa1a78e7_4399.1752181589621105859.pt.trace.json',
      'CUDA 0',
      94_398_464,
      117_440_512,
      0,
      0,
    ],
    ['kineto/tracelens/h100/Falconsai_nsfw_image_detection__1016002.json.gz', 'CUDA 0', 231_332_864, 245_366_784, 0, 0],
    ['kineto/tracelens/mi300/gaunernst_bert-small-uncased__1016001.json.gz', 'HIP 0', 146_394_112, 224_395_264, 0, 0],
  ])('%s', async (path, device, allocated, reserved, neverFreedCount, neverFreedBytes) => {
    const dump = await sharedContext(dumpPath(path));
    expect(memoryWorker.isAvailable(dump)).toBe(true);
    const facts = await factsOf(dump);
    expect(facts.source).toBe('trace');
    expect(peakOf(facts, device, 'allocated')?.peakBytes).toBe(allocated);
    expect(peakOf(facts, device, 'reserved')?.peakBytes ?? 0).toBe(reserved);
    expect(facts.allocations).toMatchObject({ neverFreedCount, neverFreedBytes, earlierCount: 0 });
    // What is alive and what was there before make up the total at every event.
    const data = await memoryOf(dump, dump.ranks[0]);
    const component = data && componentById(data, device);
    if (!data || !component) throw new Error(`no ${device}`);
    const before = new Set<number>();
    component.timeNs.forEach((ns, at) => {
      // Of several events in one µs only the last has the total of them all.
      if (ns === component.timeNs[at + 1]) return;
      const alive = aliveRows(data, component, ns).reduce((sum, row) => sum + data.allocations.sizeBytes[row], 0);
      before.add((component.values.allocated?.[at] ?? Number.NaN) - alive);
    });
    expect(before.size).toBe(1);
    expect(Math.min(...before)).toBeGreaterThanOrEqual(0);
  });

  test('an allocation is named after the op around it, and has the slices around it for a stack', async () => {
    const dump = await sharedContext(
      dumpPath('kineto/h100_transformer/dcb0aa1a78e7_4399.1752181589621105859.pt.trace.json'),
    );
    const atNs = peakOf(await factsOf(dump), 'CUDA 0', 'allocated')?.peakNs ?? Number.NaN;
    const rows = records(
      await memoryWorker.tables['memory.live'](dump, { rank: rankOf(0), component: 'CUDA 0', atNs, by: 'stack' }),
    );
    expect(rows[0]).toMatchObject({ ops: 'aten::addmm', stackJoin: 'enclosing', liveBytes: 16_777_216 });
    expect(String(rows[0].stack)).toMatch(/^aten::addmm ← aten::linear ← /);
  });

  test('a trace without memory events has no memory', async () => {
    const dump = await sharedContext(dumpPath('chrome/catapult'));
    expect(memoryWorker.isAvailable(dump)).toBe(false);
    const [facts] = await memoryWorker.answers['memory.ranks'](dump, { ranks: [rankOf(0)] });
    expect(facts).toMatchObject({ components: [], allocations: { count: 0 } });
  });
});
