import { chmodSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { builtWorker } from '../../../fixtures/builtWorker';
import { describeDumps, dumpPath } from '../../../fixtures/dumps';
import { folderState } from '../../../fixtures/folderState';
import { temporaryFolder } from '../../../fixtures/indexed';
import { opened, startEngine } from './startedEngine';

const worker = builtWorker();

describeDumps('a database without its name, in a folder that nobody may write to', () => {
  test('opens as timeline and tables; nothing appears beside it', async () => {
    const folder = temporaryFolder();
    const output = 'ascend/db_level1_2ranks/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT';
    const path = join(folder, 'recording.dat');
    copyFileSync(dumpPath(output, 'ascend_pytorch_profiler_0.db'), path);
    chmodSync(path, 0o444);
    chmodSync(folder, 0o555);
    onTestFinished(() => chmodSync(folder, 0o755));
    const before = folderState(folder);
    const { engine } = startEngine(worker.url);
    const state = await opened(engine, path);
    expect(state.status).toBe('ready');
    const [rank] = state.ranks;
    expect(rank.groups.map(({ name }) => name)).toEqual([
      'Python',
      'CANN',
      'Ascend Hardware',
      'AI Core Freq',
      'Communication',
      'HBM',
      'LLC',
      'NPU MEM',
      'Stars Soc Info',
      'Acc PMU',
      'Overlap Analysis',
    ]);
    const found = await engine.search({ dump: state.id, text: 'hcom_allReduce__210_0_1', maxResults: 10 });
    expect(found.slices).toHaveLength(1);
    const details = await engine.slice(state.id, found.slices[0].ref);
    expect(details?.epochStartNs).toBe(1_736_410_576_431_631_806n);
    expect(details?.durationNs).toBe(88_750_993);
    expect(details?.args).toContainEqual({ key: 'count', value: { kind: 'number', digits: '4097000' } });
    expect(details?.place).toMatchObject({ path });
    expect(details?.links.map(({ category, flowId }) => [category, flowId])).toEqual([
      ['HostToDevice', '1175'],
      ['async_npu', '1175'],
    ]);
    const kernels = await engine.table({
      dump: state.id,
      source: { table: 'operator.kernels', of: { ranks: [rank.index] } },
      sort: [],
      filters: [],
      firstRow: 0,
      rowCount: 1,
    });
    // 187 kernels and 4 collectives.
    expect(kernels.totalRows).toBe(191);
    expect(folderState(folder)).toEqual(before);
  });
});
