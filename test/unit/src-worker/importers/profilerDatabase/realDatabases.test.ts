import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importerNamed } from '../../../../../src-worker/importers/importers';
import { durationNsOf, sourceOf } from '../../../../../src-worker/index/columns/indexSlices';
import type { EventSource } from '../../../../../src-worker/index/eventSource';
import { packedText } from '../../../../../src-worker/index/strings';
import { describeDumps, dumpPath, hasDumps } from '../../../../fixtures/dumps';
import { folderState } from '../../../../fixtures/folderState';
import { type Indexed, indexFiles } from '../../../../fixtures/indexed';
import { timelineContent } from '../../../../fixtures/timelineContent';

/** All literals below were read with SQLite itself: joins of TASK, COMPUTE_TASK_INFO and so on, names from STRING_IDS. */
const level1 = (rank: number) =>
  dumpPath(`ascend/db_level1_2ranks/rank${rank}_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_${rank}.db`);

/** [process, lane, slices, sum of starts since the recording's, sum of durations, characters of names]. */
type LaneSums = readonly [string, string, number, number, number, number];

const rank0: readonly LaneSums[] = [
  ['Python', 'Thread 3136493', 1651, 214_932_537_490, 2_663_693_250, 58_568],
  ['Python', 'Thread 3146352', 650, 97_016_792_680, 23_062_750, 11_491],
  ['Python', 'Thread 3140046', 159, 23_805_883_520, 33_758_190, 3551],
  ['CANN', 'Thread 3136493', 69, 9_559_162_070, 88_529_370, 2107],
  ['CANN', 'Thread 3140046', 395, 58_700_771_790, 37_638_420, 7182],
  ['CANN', 'Thread 3140047', 90, 13_605_052_490, 101_860, 2534],
  ['CANN', 'Thread 3146352', 156, 23_381_825_870, 604_420, 4623],
  ['Ascend Hardware', 'Stream 0', 2, 353_243_298, 20, 33],
  ['Ascend Hardware', 'Stream 2', 219, 34_672_815_083, 89_017_053, 6315],
  ['Ascend Hardware', 'Stream 3', 6, 781_193_389, 10_360, 146],
  ['Ascend Hardware', 'Stream 4', 308, 72_309_905_132, 176_267_535, 2888],
  ['Communication', 'Group 0 Communication', 4, 860_855_739, 102_108_100, 92],
  ['Communication', 'Plane 0', 16, 3_645_637_676, 145_024, 152],
  ['Communication', 'Plane 1', 40, 9_410_924_543, 7_687_713, 460],
  ['Communication', 'Plane 2', 40, 9_411_189_868, 11_337_348, 460],
  ['Communication', 'Plane 3', 40, 9_411_165_768, 9_787_318, 460],
  ['Communication', 'Plane 4', 40, 9_411_180_527, 12_921_882, 460],
  ['Communication', 'Plane 5', 40, 9_411_180_907, 15_034_043, 460],
  ['Communication', 'Plane 6', 40, 9_411_313_071, 101_730_513, 460],
  ['Communication', 'Plane 7', 40, 9_411_302_311, 17_438_990, 460],
];
const rank1: readonly LaneSums[] = [
  ['Python', 'Thread 3136495', 1651, 216_915_980_210, 2_598_547_690, 58_569],
  ['Python', 'Thread 3145066', 650, 97_789_027_320, 22_616_010, 11_491],
  ['Python', 'Thread 3140044', 159, 23_464_347_350, 20_243_330, 3551],
  ['CANN', 'Thread 3136495', 69, 9_632_169_170, 90_224_880, 2107],
  ['CANN', 'Thread 3140044', 395, 57_810_528_110, 24_132_710, 7182],
  ['CANN', 'Thread 3140045', 90, 13_213_273_390, 142_510, 2534],
  ['CANN', 'Thread 3145066', 155, 23_411_532_670, 623_660, 4593],
  ['Ascend Hardware', 'Stream 0', 2, 349_996_495, 20, 33],
  ['Ascend Hardware', 'Stream 2', 219, 34_236_039_759, 93_948_734, 6315],
  ['Ascend Hardware', 'Stream 3', 6, 791_257_835, 10_160, 146],
  ['Ascend Hardware', 'Stream 4', 308, 71_662_445_967, 151_949_169, 2888],
  ['Communication', 'Group 0 Communication', 4, 855_179_771, 98_590_190, 92],
  ['Communication', 'Plane 0', 16, 3_615_902_763, 143_243, 152],
  ['Communication', 'Plane 1', 40, 9_326_133_595, 7_875_614, 460],
  ['Communication', 'Plane 2', 40, 9_326_370_981, 6_297_085, 460],
  ['Communication', 'Plane 3', 40, 9_326_426_803, 9_435_368, 460],
  ['Communication', 'Plane 4', 40, 9_326_479_063, 11_579_531, 460],
  ['Communication', 'Plane 5', 40, 9_326_381_701, 98_249_522, 460],
  ['Communication', 'Plane 6', 40, 9_326_375_561, 13_907_957, 460],
  ['Communication', 'Plane 7', 40, 9_326_440_963, 4_138_783, 460],
];

function laneSums({ index, summary }: Indexed): LaneSums[] {
  const groups = new Map(summary.groups.map(({ localId, name }) => [localId, name]));
  return summary.lanes.flatMap(({ localId, groupLocalId, name, content }): LaneSums[] => {
    const lane = index.lanes.findIndex((own) => own.localId === localId);
    if (content.kind !== 'slices' || groups.get(groupLocalId) === 'Overlap Analysis') return [];
    let [count, starts, durations, characters] = [0, 0, 0, 0];
    const first = index.rowFirstSlice[index.laneFirstRow[lane]];
    const end = index.rowFirstSlice[index.laneFirstRow[lane + 1]];
    for (let slice = first; slice < end; slice++) {
      count++;
      starts += index.slices.startNs[slice];
      durations += durationNsOf(index.slices, slice);
      characters += packedText(index.names, index.slices.name[slice]).length;
    }
    return [[groups.get(groupLocalId) ?? '', name, count, starts, durations, characters]];
  });
}

/** The tree of lanes with what is in each; lanes in the order of the window. */
function laneTree({ summary }: Indexed): string[] {
  return summary.groups.map(({ localId, name }) => {
    const own = summary.lanes.filter(({ groupLocalId }) => groupLocalId === localId);
    const texts = own.map(({ name: lane, content }) => {
      return `${lane} ${content.kind === 'slices' ? content.sliceCount : content.series.map((one) => one.sampleCount)}`;
    });
    return `${name}: ${texts.join(', ')}`;
  });
}

async function argsOf({ index }: Indexed, name: string, after = 0) {
  const { slices, files } = index;
  const slice = slices.name.findIndex((id, at) => at >= after && packedText(index.names, id) === name);
  const event = await importerNamed(files.importer).readEvent(files, sourceOf(slices, slice) as EventSource);
  return Object.fromEntries(
    (event?.args ?? []).map(({ key, value }) => {
      return [key, value.kind === 'number' ? Number(value.digits) : value.kind === 'text' ? value.text : value];
    }),
  );
}

describeDumps('timelines of databases', () => {
  let before: string[];
  beforeAll(() => {
    if (hasDumps) before = folderState(dumpPath('ascend', 'db_level1_2ranks'));
  });
  afterAll(() => {
    if (hasDumps) expect(folderState(dumpPath('ascend', 'db_level1_2ranks'))).toEqual(before);
  });

  test.each([
    [0, 1736410576284680000n, rank0, 382],
    [1, 1736410576286992000n, rank1, 0],
  ] as const)(
    'rank %i of a PyTorch job: every row is a slice on its lane, to the ns',
    async (rank, base, lanes, own) => {
      const built = await indexFiles([level1(rank)]);
      expect(built.status).toBe('ready');
      expect(BigInt(built.index.baseUs) * 1000n).toBe(base);
      const byName = (sums: readonly LaneSums[]) => sums.map((sum) => sum.join('  ')).sort();
      expect(byName(laneSums(built))).toEqual(byName(lanes));
      const slices = lanes.reduce((sum, [, , count]) => sum + count, 0);
      expect(built.summary.eventCounts.X).toBe(slices + own);
      expect(built.summary.skipped).toEqual([]);
      // 13 kernels and 4 collectives of several tasks each.
      expect(built.summary.notices).toMatchObject([{ code: 'database-framing-tasks', params: { count: 17 } }]);
      expect(built.summary.flowCategories).toEqual([
        { name: 'HostToDevice', linkCount: 215, unpairedCount: 0 },
        { name: 'async_npu', linkCount: 210, unpairedCount: 0 },
        { name: 'async_task_queue', linkCount: 159, unpairedCount: 0 },
        { name: 'fwdbwd', linkCount: 27, unpairedCount: 0 },
      ]);
      expect(laneTree(built).slice(3)).toEqual([
        'AI Core Freq: AI Core Freq 3',
        expect.stringContaining('Communication: Group 0 Communication 4, Plane 0 16'),
        'HBM: HBM 0/Read 13, HBM 1/Read 13, HBM 2/Read 13, HBM 3/Read 13, HBM 0/Write 13, HBM 1/Write 13, HBM 2/Write 13, HBM 3/Write 13',
        'LLC: LLC 0 Read/Throughput 13, LLC 0 Read/Hit Rate 13, LLC 1 Read/Throughput 13, LLC 1 Read/Hit Rate 13',
        expect.stringContaining('NPU MEM: APP/DDR 1'),
        'Stars Soc Info: L2 Buffer Bw Level 16, Mata Bw Level 16',
        expect.stringContaining('Acc PMU: read_bandwidth 64,48,48,48,32'),
        'Overlap Analysis: Computing 187, Communication 4, Communication(Not Overlapped) 101, Free 90',
      ]);
    },
  );

  test('the same lanes as the text of a run of the same program has', async () => {
    const text = await indexFiles([
      dumpPath('ascend/text_level1_2ranks/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json'),
    ]);
    const database = await indexFiles([level1(0)]);
    // Threads have other ids, and HCCL is what the process of that version is called; QoS is in no table.
    const named = (built: Indexed) =>
      laneTree(built)
        .map((line) => line.replace(/Thread \d+/g, 'Thread').replace(/^HCCL/, 'Communication'))
        .filter((line) => !line.startsWith('QoS'));
    const [fromText, fromDatabase] = [named(text), named(database)];
    expect(
      fromDatabase.map((line) =>
        line
          .replace(/[\d,]+/g, '#')
          .split(' ')
          .sort(),
      ),
    ).toEqual(
      fromText.map((line) =>
        line
          .replace(/[\d,]+/g, '#')
          .split(' ')
          .sort(),
      ),
    );
    for (const process of ['Python', 'Ascend Hardware', 'Communication', 'Overlap Analysis'])
      expect(fromDatabase.find((line) => line.startsWith(process))).toBe(
        fromText.find((line) => line.startsWith(process)),
      );
  });

  test('arrows to copies begin at the ops that put them into the queue, as in text', async () => {
    const text = dumpPath('ascend/text_level1_2ranks/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json');
    // Counted in the text with a script of its own: the name of the slice at the start of each arrow to a MEMCPY_ASYNC.
    const expected = { acl_memcpy_host_to_device: 2, aclnnDropoutGenMaskV2: 2, ReduceSum: 5, aclnnInplaceCopy: 10 };
    for (const path of [text, level1(0), level1(1)]) {
      const found: Record<string, number> = {};
      for (const arrow of timelineContent(await indexFiles([path])).arrows) {
        const name = /^async_npu: Python\/Thread \d+ \d+ (.*) → .* MEMCPY_ASYNC$/.exec(arrow)?.[1];
        if (name !== undefined) found[name] = (found[name] ?? 0) + 1;
      }
      expect(found, path).toEqual(expected);
    }
  });

  test('hit rates are percentages of either form, which text has as fractions', async () => {
    const text = (rank: number) =>
      dumpPath(`ascend/text_level1_2ranks/rank${rank}_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json`);
    const hitRates = async (path: string) => {
      const { counters } = timelineContent(await indexFiles([path]));
      const found = [...counters.keys()].filter((key) => key.endsWith('/Hit Rate(%)'));
      expect(found).toEqual(['LLC/LLC 0 Read/Hit Rate/Hit Rate(%)', 'LLC/LLC 1 Read/Hit Rate/Hit Rate(%)']);
      return found.map((key) => counters.get(key)?.map((sample) => Number(sample.split(': ')[1])) ?? []);
    };
    // json.load of the trace: args of the events "LLC 0 Read/Hit Rate", in their order.
    expect((await hitRates(text(0)))[0].slice(0, 3)).toEqual([87.5, 83.1, 90.4]);
    // select hitRate from LLC where llcId = 0 order by timestampNs
    expect((await hitRates(level1(0)))[0].slice(0, 3)).toEqual([85.9, 78.5, 83.6]);
    expect((await hitRates(text(1)))[1].slice(0, 7)).toEqual([0, 41.6, 0, 18.9, 0, 0, 68.6]);
  });

  test('args as the text has them, and where the row stands', async () => {
    const built = await indexFiles([level1(0)]);
    expect(await argsOf(built, 'aten::nll_loss_backward')).toEqual({
      'Sequence number': -1,
      'Fwd thread id': 0,
      'Input Dims': ';\r\n32,1000;\r\n32;\r\n;\r\n;\r\n;\r\n',
      'Input type': 'float;\r\nfloat;\r\nlong int;\r\nNone;\r\nScalar;\r\nScalar;\r\nfloat',
    });
    const loader = await argsOf(built, 'enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__');
    expect(String(loader['Call stack']).split(';\r\n')).toHaveLength(11);
    expect(String(loader['Call stack'])).toMatch(
      /torch\/_ops\.py\(692\): __call__;\r\n.*autograd\/profiler\.py\(631\)/,
    );
    expect(await argsOf(built, 'Dequeue@acl_memcpy_host_to_device')).toEqual({ correlation_id: 9884 });
    expect(await argsOf(built, 'AscendCL@aclrtMemcpyAsync')).toEqual({
      'Thread Id': 3140046,
      level: 'acl',
      id: 'aclrtMemcpyAsync',
      connection_id: 936,
    });
    expect(await argsOf(built, 'hcom_allReduce__210_0_1')).toMatchObject({
      connection_id: 1175,
      data_type: 'FP32',
      alg_type: 'MESH-RING',
      count: 4_097_000,
    });
    expect(await argsOf(built, 'Reduce_Inline')).toMatchObject({
      'src rank': 0,
      'dst rank': 4_294_967_295,
      'transport type': 'SDMA',
      'size(Byte)': 4,
      'data type': 'INT32',
      'link type': 'ON_CHIP',
    });
  });
});

describeDumps('each database of the dumps', () => {
  const output = (folder: string, name: string) => `ascend/${folder}/ASCEND_PROFILER_OUTPUT/${name}`;

  test('of an older schema: what is there, marks of another time among it', async () => {
    const built = await indexFiles([dumpPath('ascend/old_db/msprof_0_older_schema.db')]);
    expect(built.status).toBe('ready');
    expect(laneTree(built)).toEqual([
      'CANN: Thread 3571117473 4',
      // Taken two years later than all else in this file.
      'MSTX: Thread 1024172 4, Thread 1029308 9',
      'Ascend Hardware: Stream 8 1, Stream 16 14, Stream 18 9',
      'Communication: Plane 1 1, Plane 5 3, Plane 6 2, Plane 7 2',
      'DDR: DDR/Read 5, DDR/Write 5',
      'HBM: HBM 0/Read 1, HBM 1/Read 1, HBM 2/Read 1, HBM 3/Read 1',
      'LLC: LLC 0 Read/Throughput 4, LLC 0 Read/Hit Rate 4',
      // What another program has begun to compute and not finished counts for nothing.
      'Overlap Analysis: Computing 23, Communication 1, Communication(Not Overlapped) 1, Free 23',
    ]);
    expect(built.summary.flowCategories).toMatchObject([{ name: 'HostToDevice', linkCount: 1 }]);
    // The last task of 2023 ends at 1698220811533883302 ns, counters end later; the first mark of 2025 begins at 1753431218824567380.
    expect(built.summary.notices).toMatchObject([
      { code: 'out-of-range-times', params: { count: 13 } },
      { code: 'lanes-far-apart', params: { count: 13, hours: 15_336, names: 'MSTX' } },
    ]);
    expect(built.summary.skipped).toEqual([]);
  });

  test('cut off: what is left, and what is not', async () => {
    const built = await indexFiles([dumpPath('broken/trunc_ascend_pytorch_profiler_0.db')]);
    expect(built.status).toBe('ready');
    expect(laneTree(built).slice(0, 2)).toEqual([
      'CANN: Thread 3136493 60, Thread 3140046 326, Thread 3140047 81, Thread 3146352 156',
      'Ascend Hardware: Stream 0 2, Stream 2 218, Stream 3 6, Stream 4 240',
    ]);
    const said = built.summary.notices.map(({ code, params }) => [code, params.table ?? '']);
    expect(said).toContainEqual(['database-truncated', '']);
    for (const table of ['PYTORCH_API', 'CANN_API', 'TASK', 'CONNECTION_IDS'])
      expect(said.filter(([code, own]) => code === 'database-damaged-pages' && own === table)).toHaveLength(1);
    // Each table’s damage once, however many parts read it.
    const ofTables = said.filter(([, table]) => table !== '').map(String);
    expect(new Set(ofTables).size).toBe(ofTables.length);
    // Names stand behind the cut.
    expect(said).toContainEqual(['database-names-missing', '']);
  });

  test.each([
    'ascend/cluster_analysis.db',
    output('db_level1_2ranks/rank0_ascend_pt', 'analysis.db'),
    output('db_level1_2ranks/rank1_ascend_pt', 'analysis.db'),
    ...[0, 1, 2, 3].map((rank) => output(`pp2_dp2_4ranks_no_timeline/rank_${rank}_ascend_pt`, 'analysis.db')),
  ])('%s has no events, and says so', async (path) => {
    const built = await indexFiles([dumpPath(path)]);
    expect(built.status).toBe('failed');
    expect(built.summary.eventCounts).toEqual({});
    expect(built.summary.notices).toMatchObject([
      { code: 'database-without-timeline', severity: 'error', path: join(dumpPath(path, '..'), basename(path)) },
    ]);
  });
});
