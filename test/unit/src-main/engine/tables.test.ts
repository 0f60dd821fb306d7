import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { DumpState, Engine, Notice, RankIndex, TableQuery } from '../../../../src-contract';
import { nextDumpState } from '../../../../src-contract/wire/dumpUpdates';
import { builtWorker } from '../../../fixtures/builtWorker';
import { describeDumps, dumpPath } from '../../../fixtures/dumps';
import { folderState } from '../../../fixtures/folderState';
import { temporaryFolder } from '../../../fixtures/indexed';
import { engineOfFile, opened } from './startedEngine';

const worker = builtWorker();
const start = engineOfFile(worker.url);

function kernelsOf(dump: DumpState, ...ranks: number[]): TableQuery {
  return {
    dump: dump.id,
    source: { table: 'operator.kernels', of: { ranks: ranks as RankIndex[] } },
    sort: [],
    filters: [],
    firstRow: 0,
    rowCount: 10,
  };
}

describeDumps('tables of real dumps', () => {
  test('a kernel of the table is a slice of the timeline, to the ns', async () => {
    const { engine } = start();
    const dump = await opened(engine, dumpPath('ascend', 'text_level1_2ranks'));
    const before = folderState(dump.ranks[0].folder);
    const page = await engine.table({ ...kernelsOf(dump, 1), rowCount: 1000 });
    const { startNs, name, durationNs, core } = page.cells;
    if (name?.kind !== 'text' || core?.kind !== 'text' || startNs?.kind !== 'number' || durationNs?.kind !== 'number')
      throw new Error('kernels have a name, a core and times');
    let found = 0;
    for (let row = 0; row < page.rowIds.length; row++) {
      const slice = await engine.findSlice({
        dump: dump.id,
        rank: 1 as RankIndex,
        startNs: startNs.values[row],
        // One collective starts 1 ns later in the trace: the two writers round differently.
        toleranceNs: 1,
        name: name.texts[name.values[row]],
      });
      if (slice?.name !== name.texts[name.values[row]]) continue;
      expect(Math.abs(slice.durationNs - durationNs.values[row])).toBeLessThanOrEqual(1);
      found++;
    }
    expect([page.totalRows, found]).toEqual([191, 191]);
    expect(folderState(dump.ranks[0].folder)).toEqual(before);
  });

  test('a job without timeline: time counts from what its tables begin with', async () => {
    const { engine } = start();
    const dump = await opened(engine, dumpPath('ascend', 'pp2_dp2_4ranks_no_timeline'));
    expect(dump.status).toBe('ready');
    const { startNs } = (await engine.table(kernelsOf(dump, 0, 2))).cells;
    if (startNs?.kind !== 'number') throw new Error('kernels have times');
    expect(Math.min(...startNs.values)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...startNs.values)).toBeLessThan(10e9);
    const views = await engine.views(dump.id);
    const missing = new Map(views.missing.map(({ table, ranks }) => [table, ranks]));
    expect(views.operator).toBe(true);
    expect(missing.get('kernels')).toEqual([1, 3]);
    expect(missing.get('memory-record')).toEqual([1, 3]);
    expect(missing.get('timeline')).toEqual([0, 1, 2, 3]);
    expect(missing.has('communication')).toBe(false);
  });

  test('a summary of a whole job opens without its ranks', async () => {
    const { engine } = start();
    const dump = await opened(engine, dumpPath('ascend', 'cluster_analysis.db'));
    expect([dump.status, dump.ranks, dump.clusterFiles.map(({ table }) => table)]).toEqual([
      'ready',
      [],
      ['cluster-db'],
    ]);
  });
});

describe('what is wrong with files that only views read', () => {
  const header = 'Name,Start Time(us),Duration(us)\n';

  /** Two ranks without a timeline; the csv of the second is damaged and its memory_record.csv is not there. */
  function damagedJob(): string {
    const folder = temporaryFolder();
    const write = (rank: number, name: string, text: string) => {
      const output = join(folder, `rank${rank}_ascend_pt`, 'ASCEND_PROFILER_OUTPUT');
      mkdirSync(output, { recursive: true });
      writeFileSync(join(output, name), text);
    };
    write(0, 'kernel_details.csv', `${header}a,1700000000000000.100,2\n`);
    write(0, 'memory_record.csv', 'Component,Timestamp(us)\nPTA,1700000000000000.100\n');
    write(1, 'kernel_details.csv', `${header}a,1700000000000000.100,2\nb\nc,1700000000000005.100,2\n`);
    return folder;
  }

  const codesOf = ({ notices }: { readonly notices: readonly Notice[] }) => notices.map(({ code }) => code);

  async function newer(engine: Engine, dump: DumpState): Promise<DumpState> {
    return nextDumpState(engine, dump.id, dump);
  }

  test('is among the messages of the dump and its ranks, once each, whoever asks how often', async () => {
    const { engine } = start();
    const path = damagedJob();
    const dump = await opened(engine, path);
    expect(codesOf(dump)).toContain('table-missing');
    const { params } = dump.notices.find(({ code }) => code === 'table-missing') ?? {};
    expect(params).toEqual({ file: 'memory_record.csv', count: 1, ranks: dump.ranks[1].label });
    expect(codesOf(dump.ranks[1])).not.toContain('table-short-rows');

    await engine.table(kernelsOf(dump, 0, 1));
    const now = await newer(engine, dump);
    expect(now.ranks[0]).toBe(dump.ranks[0]);
    const [late] = now.ranks[1].notices.filter(({ code }) => code === 'table-short-rows');
    const file = join(path, 'rank1_ascend_pt', 'ASCEND_PROFILER_OUTPUT', 'kernel_details.csv');
    expect(late).toMatchObject({ path: file, byteOffset: header.length + 'a,1700000000000000.100,2\n'.length });

    await engine.ask(dump.id, 'operator.overview', { ranks: [0, 1] as RankIndex[] });
    await engine.table({ ...kernelsOf(dump, 1), firstRow: 1 });
    const whole = await nextDumpState(engine, dump.id);
    expect(codesOf(whole.ranks[1]).filter((code) => code === 'table-short-rows')).toHaveLength(1);
    // Another dump of the same files begins without.
    const again = await opened(engine, path);
    expect(codesOf(again.ranks[1])).not.toContain('table-short-rows');
    await engine.table(kernelsOf(again, 1));
    expect(codesOf((await newer(engine, again)).ranks[1]).filter((code) => code === 'table-short-rows')).toHaveLength(
      1,
    );
  });

  test('also where there is no answer at all', async () => {
    const { engine } = start();
    const folder = temporaryFolder();
    const output = join(folder, 'rank0_ascend_pt', 'ASCEND_PROFILER_OUTPUT');
    mkdirSync(output, { recursive: true });
    writeFileSync(join(output, 'kernel_details.csv'), '\n\n');
    const dump = await opened(engine, folder);
    await expect(engine.table(kernelsOf(dump, 0))).rejects.toMatchObject({ name: 'TableError' });
    expect(codesOf((await newer(engine, dump)).ranks[0])).toContain('table-without-header');
  });
});

describe('what can’t be answered', () => {
  test('is rejected with a sentence', async () => {
    const { engine } = start();
    const dump = await opened(engine, temporaryFolder());
    const query = kernelsOf(dump, 0);
    await expect(engine.table({ ...query, source: { table: 'constructor', of: {} } as never })).rejects.toThrow(
      /no table/,
    );
    await expect(engine.ask(dump.id, 'toString' as never, {} as never)).rejects.toThrow(/no question/);
    await engine.close(dump.id);
    await expect(engine.table(query)).rejects.toMatchObject({ name: 'DumpClosedError' });
  });
});
