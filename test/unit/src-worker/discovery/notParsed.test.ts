import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { discoverDump } from '../../../../src-worker/discovery/discover';
import { rankTree, fileTree as tree } from '../../../fixtures/fileTree';
import { newDatabase } from '../../../fixtures/newDatabase';

const prof = 'PROF_000001_20240101000000000_ABCDEFGH';
const recorded = { [`${prof}/host/data/unaging.api_event.data.slice_0`]: 'x', [`${prof}/device_0/data/ts.data`]: 'x' };
const inside = (folder: string, files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));

/** The words of a command line, as the shell splits them. */
function wordsOf(command: string): string[] {
  const { stdout } = spawnSync('sh', ['-c', `printf '%s\\n' ${command}`], { encoding: 'utf8' });
  return stdout.trimEnd().split('\n');
}

describe('raw data that nobody has parsed', () => {
  test.each([
    ['torch_npu', 'host_1_20240101000000000_ascend_pt', 'torch.op_range'],
    ['mindspore', 'host_1_20240101000000000_ascend_ms', 'mindspore.op_range'],
    // Renamed: what FRAMEWORK holds tells.
    ['mindspore', 'renamed', 'mindspore.memory_usage'],
    ['torch_npu', 'renamed', 'torch.op_range'],
  ])('of %s in %s: its analyse() on the folder around it', async (writer, name, file) => {
    const folder = tree(inside(name, { ...recorded, [`FRAMEWORK/${file}`]: 'x', 'profiler_info_0.json': '{}' }));
    const { ranks, notices } = await discoverDump([folder]);
    expect(ranks).toEqual([]);
    expect(notices).toMatchObject([{ code: `raw-data-${writer.replace('_', '-')}`, severity: 'error' }]);
    expect(notices[0].path).toBe(join(folder, name));
    expect(wordsOf(String(notices[0].params.command))).toEqual([
      'python3',
      '-c',
      `from ${writer}.profiler.profiler import analyse; analyse("${folder}")`,
    ]);
  });

  test('of msprof: its export, of one folder or of all beside each other', async () => {
    const one = tree(recorded);
    expect((await discoverDump([one])).notices).toMatchObject([
      { code: 'raw-data-msprof', params: { count: 1, command: `msprof --export=on --output=${join(one, prof)}` } },
    ]);
    expect((await discoverDump([join(one, prof)])).notices).toMatchObject([{ code: 'raw-data-msprof' }]);
    const two = tree({ ...recorded, ...inside('PROF_000002_X', { 'host/data/a': 'x', 'device_1/data/b': 'x' }) });
    expect((await discoverDump([two])).notices).toMatchObject([
      { code: 'raw-data-msprof', path: two, params: { count: 2, command: `msprof --export=on --output=${two}` } },
    ]);
  });

  test('a path is one word of the command, whatever is in it', async () => {
    const folder = tree(inside(`it's $HOME`, recorded));
    const [{ params }] = (await discoverDump([folder])).notices;
    expect(wordsOf(String(params.command))).toEqual([
      'msprof',
      '--export=on',
      `--output=${join(folder, `it's $HOME`, prof)}`,
    ]);
  });

  test('an output folder without files is one that parsing gave up; ranks beside it are opened', async () => {
    const folder = tree({
      ...rankTree('b_9_20250109123456_ascend_pt', 1),
      ...inside('a_9_20250109123456_ascend_pt', { ...recorded, 'ASCEND_PROFILER_OUTPUT/': '' }),
    });
    const { ranks, notices } = await discoverDump([folder]);
    expect(ranks.map(({ rank }) => rank)).toEqual([1]);
    expect(notices).toMatchObject([{ code: 'raw-data-torch-npu', severity: 'warning' }]);
  });

  test('what has been parsed is shown, raw data beside it or not', async () => {
    const folder = tree({
      ...rankTree('a_9_20250109123456_ascend_pt', 0),
      ...inside('a_9_20250109123456_ascend_pt', { ...recorded, 'FRAMEWORK/torch.op_range': 'x' }),
      // Exported by msprof though not by torch_npu.
      ...inside('b_9_20250109123456_ascend_pt', {
        ...recorded,
        [`${prof}/mindstudio_profiler_output/msprof_2024.json`]: '[{"ph":"X","pid":1,"tid":1,"ts":1,"dur":1}]',
      }),
    });
    const { ranks, notices } = await discoverDump([folder]);
    expect(ranks.length).toBe(2);
    expect(notices).toEqual([]);
  });
});

describe('files of other profilers', () => {
  test.each([
    ['report1.nsys-rep', 'nsight-report'],
    ['host.xplane.pb', 'xplane-file'],
    ['trace.pftrace', 'perfetto-file'],
    ['trace.perfetto-trace', 'perfetto-file'],
  ])('%s: %s, opened itself or with its folder', async (name, code) => {
    const folder = tree({ [`run/${name}`]: 'x' });
    const path = join(folder, 'run', name);
    expect((await discoverDump([path])).notices).toMatchObject([{ code, severity: 'error', path }]);
    expect((await discoverDump([folder])).notices).toMatchObject([{ code, severity: 'error', path }]);
  });

  test('the SQLite file that Nsight exports is told from a profiler’s of Ascend', async () => {
    const folder = tree({ 'README.md': 'x' });
    const path = join(folder, 'report1.sqlite');
    const database = newDatabase(path);
    database.exec(
      'CREATE TABLE StringIds (id INTEGER, value TEXT); CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER)',
    );
    database.close();
    for (const opened of [path, folder]) {
      const { ranks, notices } = await discoverDump([opened]);
      expect(ranks).toEqual([]);
      expect(notices).toMatchObject([{ code: 'nsight-report', severity: 'error', path }]);
    }
  });

  test('beside something that opens nothing is said of them', async () => {
    const folder = tree({ 'a.nsys-rep': 'x', 'worker0.pt.trace.json': '[{"ph":"X","pid":1,"tid":1,"ts":1,"dur":1}]' });
    const { ranks, notices } = await discoverDump([folder]);
    expect(ranks.length).toBe(1);
    expect(notices).toEqual([]);
  });
});
