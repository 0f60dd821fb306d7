import { chmodSync, copyFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { discoverDump } from '../../../../src-worker/discovery/discover';
import { isDumpName } from '../../../../src-worker/discovery/dumpNames';
import { describeDumps, dumpPath } from '../../../fixtures/dumps';
import { rankTree as rank, ONE_SLICE as TRACE, fileTree as tree } from '../../../fixtures/fileTree';

const codes = (notices: readonly { code: string }[]) => notices.map(({ code }) => code);

describe('made-up trees', () => {
  test('a job: ranks by number, at any depth up to 8, tables beside the timeline', async () => {
    const folder = tree({
      ...rank('host-10_9_20250109123456_ascend_pt', 10),
      ...rank('a/b/host-2_8_20250109123456_ascend_pt', 2),
      ...rank('1/2/3/4/5/6/7/deep_ascend_ms', 0),
      ...rank('1/2/3/4/5/6/7/8/9/too_deep_ascend_pt', 7),
    });
    const { ranks, notices } = await discoverDump([folder]);
    expect(ranks.map((found) => found.rank)).toEqual([0, 2, 10]);
    expect(ranks[1]).toMatchObject({
      hostName: 'host-2',
      folder: join(folder, 'a/b/host-2_8_20250109123456_ascend_pt'),
    });
    expect(ranks[1].files.map(({ path, role }) => [relative(ranks[1].folder, path), role])).toEqual([
      ['ASCEND_PROFILER_OUTPUT/kernel_details.csv', 'table'],
      ['ASCEND_PROFILER_OUTPUT/trace_view.json', 'timeline'],
      ['profiler_info_2.json', 'table'],
    ]);
    expect(notices).toEqual([]);
  });

  test('what macOS leaves beside files on other disks is not looked at', async () => {
    const own = '\u0000\u0005\u0016\u0007';
    const folder = tree({
      ...rank('node_9_20250109123456_ascend_pt', 3),
      'node_9_20250109123456_ascend_pt/._profiler_info_7.json': own,
      'node_9_20250109123456_ascend_pt/ASCEND_PROFILER_OUTPUT/._trace_view.json': own,
      'node_9_20250109123456_ascend_pt/ASCEND_PROFILER_OUTPUT/._kernel_details.csv': own,
      'gpu/worker1.pt.trace.json': TRACE,
      'gpu/._worker1.pt.trace.json': own,
      '__MACOSX/gpu/._worker1.pt.trace.json': own,
    });
    const { ranks, notices } = await discoverDump([folder]);
    expect(ranks.map(({ rank: number }) => number)).toEqual([1, 3]);
    expect(ranks.flatMap(({ files }) => files.map(({ path }) => basename(path)))).toEqual([
      ...['worker1.pt.trace.json', 'kernel_details.csv', 'trace_view.json', 'profiler_info_3.json'],
    ]);
    expect(notices).toEqual([]);
  });

  test('a trace in UTF-16 is found, so that its reader says what it is', async () => {
    const folder = tree({ 'a.json': '', 'b.json': '' });
    for (const [name, mark] of [
      ['a.json', ''],
      ['b.json', '\ufeff'],
    ])
      writeFileSync(join(folder, name), `${mark}${TRACE}`, 'utf16le');
    const { ranks } = await discoverDump([folder]);
    expect(ranks.flatMap(({ timelinePaths }) => timelinePaths).sort()).toEqual([
      join(folder, 'a.json'),
      join(folder, 'b.json'),
    ]);
  });

  test('folders may be called anything', async () => {
    const names = ['a b', "it's", '100%', '%41', '训练 #1', 'a\\b', '-rf', 'c:', '"x"', 'é'.normalize('NFD')];
    const folder = tree(
      Object.assign({}, ...names.map((name, i) => rank(`${name}/h_${i}_20250109123456_ascend_pt`, i))),
    );
    const { ranks, notices } = await discoverDump([folder]);
    expect(ranks.map((found) => relative(folder, found.timelinePaths[0]).split('/')[0])).toEqual(names);
    expect(notices).toEqual([]);
  });

  test('endings in capitals', async () => {
    const { ranks } = await discoverDump([tree({ 'RANK0.PT.TRACE.JSON': TRACE, 'X.JSON': TRACE, 'Y.JSON': '{}' })]);
    expect(ranks.map((found) => basename(found.timelinePaths[0]))).toEqual(['RANK0.PT.TRACE.JSON', 'X.JSON']);
  });

  test('databases copied into one folder: each is a rank, by the number in its name', async () => {
    const folder = tree({
      'ascend_pytorch_profiler_10.db': 'SQLite',
      'ascend_pytorch_profiler_2.db': 'SQLite',
      'notes.txt': '',
    });
    const { ranks, notices } = await discoverDump([folder]);
    expect(ranks.map((found) => [found.rank, found.files.map(({ table }) => table)])).toEqual([
      [2, ['profiler-db']],
      [10, ['profiler-db']],
    ]);
    expect(ranks.map(({ timelinePaths }) => timelinePaths)).toEqual([
      [join(folder, 'ascend_pytorch_profiler_2.db')],
      [join(folder, 'ascend_pytorch_profiler_10.db')],
    ]);
    expect(codes(notices)).toEqual([]);
    const alone = await discoverDump([join(folder, 'ascend_pytorch_profiler_10.db')]);
    expect(alone.ranks.map((found) => found.rank)).toEqual([10]);
  });

  test('the rank, its output folder and its timeline are the same thing to open', async () => {
    const folder = tree(rank('x_ascend_pt', 3));
    const inside = join(folder, 'x_ascend_pt');
    const output = join(inside, 'ASCEND_PROFILER_OUTPUT');
    const expected = (await discoverDump([folder])).ranks;
    expect(expected).toMatchObject([{ rank: 3, timelinePaths: [join(output, 'trace_view.json')] }]);
    for (const path of [inside, output, join(output, 'trace_view.json'), `${inside}/`])
      expect((await discoverDump([path])).ranks[0]).toMatchObject({
        rank: 3,
        timelinePaths: expected[0].timelinePaths,
      });
  });

  test('two that say the same rank are both kept, and it is said', async () => {
    const { ranks, notices } = await discoverDump([tree({ ...rank('a_ascend_pt', 1), ...rank('b_ascend_pt', 1) })]);
    expect(ranks.map((found) => found.rank)).toEqual([1, 1]);
    expect(notices).toMatchObject([{ code: 'duplicate-rank', params: { rank: 1, count: 2 } }]);
  });

  test('ranks that are left out are not there; opened twice, a rank is there once', async () => {
    const folder = tree({ ...rank('a_ascend_pt', 0), ...rank('b_ascend_pt', 1), 'c/worker2.pt.trace.json': TRACE });
    const all = await discoverDump([folder]);
    const [a, b, c] = all.ranks.map(({ place }) => place);
    const left = await discoverDump([folder], { without: [b, c] });
    expect(left.ranks.map(({ place }) => place)).toEqual([a]);
    expect(left.notices).toEqual([]);
    expect((await discoverDump([folder], { without: [a, b, c] })).notices).toEqual([]);
    // Each place opens its rank and no other.
    for (const found of all.ranks) expect((await discoverDump([found.place])).ranks).toEqual([found]);
    const twice = await discoverDump([folder, c, b]);
    expect(twice.ranks).toEqual(all.ranks);
  });

  test('of a profile that was copied again the last is shown, and it is said that another is not', async () => {
    const name = 'host_42_20250109123456789_ascend_pt';
    const folder = tree({ ...rank(`old/${name}`, 3), ...rank(`new/${name}`, 3), ...rank('old/other_ascend_pt', 4) });
    const { ranks, notices } = await discoverDump([join(folder, 'old'), join(folder, 'new')]);
    expect(ranks.map(({ place }) => relative(folder, place))).toEqual([`new/${name}`, 'old/other_ascend_pt']);
    expect(notices).toMatchObject([
      { code: 'older-copies', severity: 'warning', params: { count: 1 }, path: join(folder, 'old', name) },
    ]);
    // What is opened twice is no copy.
    const again = join(folder, 'new');
    expect((await discoverDump([again, again, join(again, name)])).notices).toEqual([]);
  });

  test('a rank without timeline is kept, and it is said why', async () => {
    const folder = tree({
      'a_ascend_pt/ASCEND_PROFILER_OUTPUT/communication.json': '{}',
      'a_ascend_pt/profiler_info_0.json': '{}',
      'b_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_1.db': 'SQLite',
      'b_ascend_pt/profiler_info_1.json': '{}',
      ...rank('c_ascend_pt', 2),
      'c_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_2.db': 'SQLite',
    });
    const { ranks } = await discoverDump([folder]);
    expect(ranks.map(({ timelinePaths, notices }) => [timelinePaths.length, ...codes(notices)])).toEqual([
      [0, 'no-timeline-file'],
      [1],
      [1, 'text-and-database'],
    ]);
    expect(ranks.flatMap(({ timelinePaths }) => timelinePaths.map((path) => basename(path)))).toEqual([
      'ascend_pytorch_profiler_1.db',
      'trace_view.json',
    ]);
  });

  test('what msprof wrote as text and as a database is one rank, with the text’s timeline; the database alone is one too', async () => {
    const text = { 'PROF_1/mindstudio_profiler_output/msprof_1.json': '[]' };
    const both = await discoverDump([tree({ ...text, 'PROF_1/msprof_1.db': 'SQLite' })]);
    expect(both.ranks.map(({ timelinePaths }) => timelinePaths.map((path) => basename(path)))).toEqual([
      ['msprof_1.json'],
    ]);
    expect(both.ranks.map(({ notices }) => codes(notices))).toEqual([['text-and-database']]);
    const alone = await discoverDump([tree({ 'PROF_1/msprof_1.db': 'SQLite', 'PROF_1/host/data.bin': '' })]);
    expect(alone.ranks.map(({ timelinePaths }) => timelinePaths.map((path) => basename(path)))).toEqual([
      ['msprof_1.db'],
    ]);
  });

  test('a database with another name is what its tables are; what only looks like one is none', async () => {
    const folder = tree({ 'recording.dat': 'SQLite, but no' });
    const files = join(import.meta.dirname, '..', 'sqlite', 'files');
    copyFileSync(join(files, 'cluster_analysis.db'), join(folder, 'job.dat'));
    // A profiler's own, say: nothing in it is a timeline.
    copyFileSync(join(files, 'values.db'), join(folder, 'raw.db'));
    const { ranks, clusterFiles } = await discoverDump([folder]);
    expect(ranks).toEqual([]);
    expect(clusterFiles).toMatchObject([{ path: join(folder, 'job.dat'), table: 'cluster-db' }]);
  });

  test('analysis.db without its rank’s folder is a rank of tables; beside one timeline it belongs to that', async () => {
    const tables = (found: Awaited<ReturnType<typeof discoverDump>>) =>
      found.ranks.map(({ files }) => files.map(({ table }) => table));
    const alone = await discoverDump([tree({ 'analysis.db': 'SQLite' })]);
    expect([tables(alone), codes(alone.notices)]).toEqual([[['analysis-db']], []]);
    const both = await discoverDump([tree({ 'analysis.db': 'SQLite', 'ascend_pytorch_profiler_3.db': 'SQLite' })]);
    expect([tables(both), both.ranks[0].rank]).toEqual([[['profiler-db', 'analysis-db']], 3]);
  });

  test('files of several other profilers are each said', async () => {
    const folder = tree({ 'a.nsys-rep': '', 'b.xplane.pb': '', 'c.xplane.pb': '', 'd.pftrace': '' });
    const { notices } = await discoverDump([folder]);
    expect(codes(notices).sort()).toEqual(['nsight-report', 'perfetto-file', 'xplane-file']);
  });

  test('a job without any timeline says so once, and it is no warning', async () => {
    const tables = (folder: string) => ({ [`${folder}/ASCEND_PROFILER_OUTPUT/communication.json`]: '{}' });
    const job = tree({ ...tables('a_ascend_pt'), ...tables('b_ascend_pt') });
    const { ranks, notices } = await discoverDump([job]);
    expect(ranks.map((found) => found.notices)).toEqual([[], []]);
    expect(notices).toEqual([
      expect.objectContaining({ code: 'no-timelines', severity: 'info', params: { count: 2 }, path: job }),
    ]);
    const alone = await discoverDump([tree(tables('a_ascend_pt'))]);
    expect(alone.notices).toEqual([]);
    expect(alone.ranks.map((found) => found.notices)).toMatchObject([
      [{ code: 'no-timeline-file', severity: 'warning' }],
    ]);
  });

  test('links in circles end, and what is reached twice is there once', async () => {
    const folder = tree(rank('ranks/a_ascend_pt', 0));
    symlinkSync(folder, join(folder, 'ranks', 'up'));
    symlinkSync(join(folder, 'ranks'), join(folder, 'again'));
    symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling'));
    symlinkSync(join(folder, 'self'), join(folder, 'self'));
    const { ranks, notices } = await discoverDump([folder]);
    expect(ranks).toHaveLength(1);
    expect(notices).toEqual([]);
  });

  test('opened twice it is there once', async () => {
    const folder = tree(rank('a_ascend_pt', 0));
    const { ranks } = await discoverDump([folder, join(folder, 'a_ascend_pt'), `${folder}/`]);
    expect(ranks).toHaveLength(1);
  });

  test('traces nobody named are told by their name or by what is in them', async () => {
    const folder = tree({
      'one.json': TRACE,
      'two.json.gz': gzipSync(TRACE),
      'three.pt.trace.json': 'broken',
      'config.json': '{"learning_rate": 1}',
      'notes.txt': TRACE,
      'zeros.json': '',
      'bad.gz': 'not gzip',
    });
    const { ranks } = await discoverDump([folder]);
    expect(ranks.flatMap(({ timelinePaths }) => timelinePaths.map((path) => relative(folder, path)))).toEqual([
      'one.json',
      'three.pt.trace.json',
      'two.json.gz',
    ]);
  });

  test('ranks of bare traces come from their names', async () => {
    const folder = tree({
      'worker3_step_1.pt.trace.json': TRACE,
      'rank-10.pt.trace.json': TRACE,
      'trace_rank_7.json': TRACE,
      'drank9.pt.trace.json': TRACE,
    });
    const { ranks } = await discoverDump([folder]);
    expect(ranks.map((found) => found.rank)).toEqual([3, 7, 10, undefined]);
  });

  test('msprof: the newer layout, the older one with a folder per device', async () => {
    const newer = tree({
      'PROF_1_2/mindstudio_profiler_output/msprof_1.json': TRACE,
      'PROF_1_2/mindstudio_profiler_output/msprof_2.json': TRACE,
      'PROF_1_2/mindstudio_profiler_output/msprof_10.json': TRACE,
      'PROF_1_2/mindstudio_profiler_output/op_summary_1.csv': 'x',
    });
    const [found] = (await discoverDump([newer])).ranks;
    expect(found.timelinePaths.map((path) => relative(newer, path).split('/').at(-1))).toEqual([
      'msprof_1.json',
      'msprof_2.json',
      'msprof_10.json',
    ]);
    expect(codes(found.notices)).toEqual(['several-iterations']);
    const older = tree({
      'PROF_1/device_5/timeline/msprof_0_1.json': TRACE,
      'PROF_1/device_5/timeline/hccl_0_1.json': TRACE,
      'PROF_1/device_6/timeline/task_time_0_1.json': TRACE,
    });
    const { ranks } = await discoverDump([older]);
    expect(ranks.map((one) => [one.rank, one.timelinePaths.length, ...codes(one.notices)])).toEqual([
      [5, 1, 'parallel-timeline-files'],
      [6, 1],
    ]);
  });

  test('nothing there, nothing in it', async () => {
    const folder = tree({ 'empty/': '', 'cluster/cluster_analysis_output/communication_group.json': '{}' });
    const missing = await discoverDump([join(folder, 'gone')]);
    expect(missing.notices).toMatchObject([{ code: 'path-missing', severity: 'error', path: join(folder, 'gone') }]);
    const empty = await discoverDump([join(folder, 'empty')]);
    expect(empty.notices).toMatchObject([{ code: 'no-dump-found', severity: 'error', path: join(folder, 'empty') }]);
    const cluster = await discoverDump([join(folder, 'cluster')]);
    expect(cluster.notices).toEqual([]);
    const path = join(folder, 'cluster/cluster_analysis_output/communication_group.json');
    expect(cluster.clusterFiles).toEqual([{ path, sizeBytes: 2, role: 'table', table: 'communication-group' }]);
  });

  test('a cluster summary beside its ranks does not hide them', async () => {
    const folder = tree({
      ...rank('a_ascend_pt', 0),
      'cluster_analysis_output/communication_group.json': '{}',
      'cluster_analysis.db': 'SQLite',
    });
    const { ranks, notices } = await discoverDump([folder]);
    expect(ranks).toHaveLength(1);
    expect(notices).toEqual([]);
  });

  test('a file the user named is opened whatever it looks like', async () => {
    const folder = tree({ 'trace.txt': 'hello' });
    const { ranks, notices } = await discoverDump([join(folder, 'trace.txt')]);
    expect(ranks).toMatchObject([{ timelinePaths: [join(folder, 'trace.txt')], rank: undefined }]);
    expect(notices).toEqual([]);
  });

  test('names with spaces, quotes, Chinese and a leading dash', async () => {
    const names = ['a b_ascend_pt', '性能 "数据"_ascend_pt', '-rf_ascend_pt', "q'%23#?_ascend_pt"];
    const folder = tree(Object.assign({}, ...names.map((name, i) => rank(name, i))));
    const { ranks } = await discoverDump([folder]);
    expect(ranks.map((found) => relative(folder, found.folder))).toEqual(names);
  });

  test('more files than are opened: the first, and it is said', async () => {
    const files = Object.fromEntries(Array.from({ length: 1030 }, (_, i) => [`t${i}.pt.trace.json`, TRACE]));
    const { ranks, notices } = await discoverDump([tree(files)]);
    expect(ranks).toHaveLength(1024);
    expect(codes(notices)).toEqual(['too-many-files']);
  });
});

/** A folder that can't be read stays readable for root, so the process becomes somebody else while it looks. */
async function asNobody<T>(look: () => Promise<T>): Promise<T> {
  const { geteuid, seteuid } = process;
  if (geteuid?.() !== 0 || !seteuid) return look();
  process.seteuid?.(65_534);
  try {
    return await look();
  } finally {
    process.seteuid?.(0);
  }
}

describe.skipIf(process.platform === 'win32')('folders that can’t be read', () => {
  test('the one that was opened', async () => {
    const folder = tree({ 'locked/a.json': TRACE });
    chmodSync(folder, 0o755);
    chmodSync(join(folder, 'locked'), 0);
    const { ranks, notices } = await asNobody(() => discoverDump([join(folder, 'locked')]));
    chmodSync(join(folder, 'locked'), 0o755);
    expect(ranks).toEqual([]);
    expect(notices).toMatchObject([{ code: 'folder-unreadable', severity: 'error', path: join(folder, 'locked') }]);
  });

  test('one among others: the others are shown, and it is named', async () => {
    const folder = tree({ ...rank('a_ascend_pt', 0), 'locked/b.json': TRACE });
    chmodSync(folder, 0o755);
    chmodSync(join(folder, 'locked'), 0);
    const { ranks, notices } = await asNobody(() => discoverDump([folder]));
    chmodSync(join(folder, 'locked'), 0o755);
    expect(ranks).toHaveLength(1);
    expect(notices).toMatchObject([{ code: 'folder-unreadable', severity: 'warning', path: join(folder, 'locked') }]);
  });

  test('the output folder of one rank among others', async () => {
    const folder = tree({ ...rank('a_ascend_pt', 0), ...rank('b_ascend_pt', 1) });
    const locked = join(folder, 'b_ascend_pt', 'ASCEND_PROFILER_OUTPUT');
    chmodSync(folder, 0o755);
    chmodSync(locked, 0);
    const { ranks, notices } = await asNobody(() => discoverDump([folder]));
    chmodSync(locked, 0o755);
    expect(ranks.filter(({ timelinePaths }) => timelinePaths.length > 0)).toMatchObject([{ rank: 0 }]);
    const said = [...notices, ...ranks.flatMap((found) => found.notices)];
    expect(said).toMatchObject([{ code: 'folder-unreadable', path: locked }]);
  });
});

describeDumps('real folders', () => {
  test('the two ranks of the text dump', async () => {
    const { ranks, notices } = await discoverDump([dumpPath('ascend', 'text_level1_2ranks')]);
    expect(ranks.map((found) => [found.rank, found.timelinePaths.length, found.files.length])).toEqual([
      [0, 1, 14],
      [1, 1, 14],
    ]);
    expect(notices).toEqual([]);
    // Those about the rank itself stand beside the folder of its tables.
    const kinds = ranks[0].files.flatMap(({ table }) => table ?? []);
    expect(kinds.sort()).toEqual(
      [
        ['api-statistic', 'communication', 'communication-matrix', 'kernels', 'l2-cache', 'memory-record', 'metadata'],
        ['module-memory', 'op-statistic', 'operator-details', 'operator-memory', 'profiler-info', 'step-trace'],
      ].flat(),
    );
  });

  test('a rank’s tables without its folders, and one table alone', async () => {
    const folder = dumpPath('ascend', 'msprof_analyze_2024');
    const whole = await discoverDump([folder]);
    const timelinePaths = [join(folder, 'trace_view.json')];
    expect(whole).toMatchObject({ ranks: [{ timelinePaths, notices: [] }], notices: [] });
    expect(whole.ranks[0].files.map(({ table, role }) => table ?? role)).toEqual(['kernels', 'timeline']);
    const alone = await discoverDump([join(folder, 'kernel_details.csv')]);
    expect(alone.ranks).toMatchObject([{ files: [{ table: 'kernels' }], timelinePaths: [] }]);
  });

  test('ranks with databases only, and without timeline', async () => {
    const database = await discoverDump([dumpPath('ascend', 'db_level1_2ranks')]);
    expect(database.ranks.map((found) => [found.rank, ...codes(found.notices)])).toEqual([[0], [1]]);
    expect(database.ranks.map(({ timelinePaths }) => timelinePaths.map((path) => basename(path)))).toEqual([
      ['ascend_pytorch_profiler_0.db'],
      ['ascend_pytorch_profiler_1.db'],
    ]);
    const partial = await discoverDump([dumpPath('ascend', 'pp2_dp2_4ranks_no_timeline')]);
    expect(partial.ranks.map((found) => [found.rank, ...codes(found.notices)])).toEqual([0, 1, 2, 3].map((n) => [n]));
    expect(partial.notices).toMatchObject([{ code: 'no-timelines', severity: 'info', params: { count: 4 } }]);
  });

  test('eight Kineto workers', async () => {
    const { ranks } = await discoverDump([dumpPath('kineto', 'dlrm_8ranks_v100')]);
    expect(ranks.map((found) => found.rank)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  test('two devices taken by msprof', async () => {
    const { ranks } = await discoverDump([dumpPath('mindspore')]);
    // Beside them lie the files of another run, of two devices as well.
    expect(ranks.map((found) => [found.rank, basename(found.folder).slice(0, 11), found.timelinePaths.length])).toEqual(
      [
        [0, 'minddata', 0],
        [0, 'PROF_000001', 3],
        [1, 'minddata', 0],
        [1, 'PROF_000001', 3],
      ],
    );
  });

  test('a cluster summary alone', async () => {
    const summary = dumpPath('ascend', 'cluster_analysis_output_16ranks');
    const { ranks, notices, clusterFiles } = await discoverDump([summary]);
    expect([ranks, notices]).toEqual([[], []]);
    expect(clusterFiles.map(({ table }) => table)).toEqual([
      'cluster-communication-matrix',
      'cluster-communication',
      'cluster-step-trace',
      'communication-group',
    ]);
    const database = await discoverDump([dumpPath('ascend', 'cluster_analysis.db')]);
    expect(database.clusterFiles).toMatchObject([{ table: 'cluster-db', sizeBytes: 299_008 }]);
    expect([database.ranks, database.notices]).toEqual([[], []]);
  });
});

test('what the folder browser marks as something to open', () => {
  for (const name of [
    'x_ascend_pt',
    'x_ascend_ms',
    'ASCEND_PROFILER_OUTPUT',
    'PROF_000001_2023',
    'cluster_analysis_output',
  ])
    expect([name, isDumpName(name, 'folder')]).toEqual([name, true]);
  for (const name of ['trace_view.json', 'my_trace.json', 'a.pt.trace.json.gz', 'msprof_0.json', 'kernel_details.csv'])
    expect([name, isDumpName(name, 'file')]).toEqual([name, true]);
  for (const name of ['package.json', 'table.csv', 'x_ascend_pt.zip'])
    expect([name, isDumpName(name, 'file')]).toEqual([name, false]);
  expect(isDumpName('src', 'folder')).toBe(false);
});

test('tables copied out of their rank’s folder: files whose names are not known are listed with them', async () => {
  const folder = tree({ 'kernel_details.csv': 'Name\n', 'soc_pmu_0.csv': 'a,b\n', 'notes.txt': 'x', 'what.json': '3' });
  const { ranks } = await discoverDump([folder]);
  expect(ranks.map(({ files }) => files.map(({ path, role, table }) => [relative(folder, path), role, table]))).toEqual(
    [
      [
        ['kernel_details.csv', 'table', 'kernels'],
        ['notes.txt', 'unread', undefined],
        ['soc_pmu_0.csv', 'table', 'other-table'],
        ['what.json', 'unread', undefined],
      ],
    ],
  );
});

test('MindSpore Insight’s files of several devices in one folder; beside PROF_ they are of its ranks', async () => {
  const insight = (device: number) => ({
    [`device_queue_profiling_${device}.txt`]: '1 64 1 0 10\n',
    [`flops_summary_${device}.json`]: '{}',
    [`profiler_info_${device}.json`]: '{}',
  });
  // Of a device that has further files, what others write too is of that device, and whatever is no table that is known.
  const others = {
    'operator_memory_12.csv': 'Name\n',
    'dataset_12.csv': 'Operation\n',
    'operator_memory_31.csv': 'Name\n',
  };
  const alone = tree({ ...insight(0), ...insight(12), 'notes_7.txt': '', 'output_op_mem_9.csv': '', ...others });
  const found = await discoverDump([alone]);
  expect(found.ranks.map(({ rank, files }) => [rank, files.map(({ path }) => basename(path)).sort()])).toEqual([
    [0, Object.keys(insight(0)).sort()],
    [12, [...Object.keys(insight(12)), 'dataset_12.csv', 'operator_memory_12.csv'].sort()],
    [undefined, ['notes_7.txt', 'operator_memory_31.csv', 'output_op_mem_9.csv']],
  ]);
  const beside = tree({ ...insight(1), 'PROF_000001_2023/device_1/timeline/msprof_1_0_1.json': TRACE });
  const { ranks } = await discoverDump([beside]);
  expect(ranks.map(({ rank, timelinePaths, files }) => [rank, timelinePaths.length, files.length])).toEqual([
    [1, 1, 4],
  ]);
  const [file] = (await discoverDump([join(alone, 'device_queue_profiling_12.txt')])).ranks;
  expect([file.rank, file.files.map(({ table }) => table)]).toEqual([12, ['host-queue']]);
});

test('the folder of tracelane scale: the list of its last run, and the job where it is made', async () => {
  const job = Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(20), Buffer.from('PAR1')]);
  const files = { 'summaries/rank-000000-00.parquet': '', 'runs/2/tasks.jsonl': '{}', 'runs/10/tasks.jsonl': '{}' };
  // One that is just being begun has none yet.
  const root = tree({ ...files, 'runs/11/logs/map-0-0.log': '' });
  const found = await discoverDump([root]);
  expect(found).toMatchObject({ ranks: [], notices: [{ code: 'scale-no-job', severity: 'info' }] });
  expect(found.clusterFiles.map(({ path, table }) => [relative(root, path), table])).toEqual([
    [join('runs', '10', 'tasks.jsonl'), 'scale-tasks'],
  ]);
  const made = tree({ ...files, 'job.parquet': job });
  expect((await discoverDump([made])).clusterFiles.map(({ table }) => table)).toEqual(['scale-tasks', 'job-summary']);
  // The job alone, moved elsewhere; and what is only called so.
  const moved = tree({ 'job.parquet': job, 'readme.txt': 'x' });
  expect((await discoverDump([moved])).clusterFiles.map(({ table }) => table)).toEqual(['job-summary']);
  // Beside ranks, which tell more, it is shown only if it was opened itself.
  const beside = tree({
    ...rank('r0_ascend_pt', 0),
    'out/job.parquet': job,
    ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`scaled/${path}`, text])),
  });
  const withRanks = await discoverDump([beside]);
  expect(withRanks.ranks).toHaveLength(1);
  expect(withRanks.clusterFiles).toEqual([]);
  expect(withRanks.notices.filter(({ code }) => code === 'job-summary-beside').map(({ path }) => path)).toEqual([
    join(beside, 'out', 'job.parquet'),
    join(beside, 'scaled'),
  ]);
  const both = await discoverDump([made, beside]);
  expect(both.ranks).toHaveLength(1);
  expect(both.clusterFiles.map(({ table }) => table)).toEqual(['scale-tasks', 'job-summary']);
  const other = await discoverDump([tree({ 'job.parquet': 'text', 'runs/1/other': '', 'summaries/x': '' })]);
  expect(other.clusterFiles).toEqual([]);
  expect(other.notices.map(({ severity }) => severity)).toEqual(['error']);
});
