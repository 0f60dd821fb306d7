import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { DumpContext } from '../../../../../src-worker/model/dumpContext';
import { communicationWorker } from '../../../../../src-worker/views/communication';
import { openContext, records, sharedContext } from '../../../../fixtures/dumpContext';
import { describeDumps, dumpPath } from '../../../../fixtures/dumps';

const { tables, answers } = communicationWorker;
const round = (value: number, digits: number) => Number(value.toFixed(digits));

describeDumps('four ranks that have both files and databases', () => {
  const job = dumpPath('ascend', 'pp2_dp2_4ranks_no_timeline');

  /** The same job as if its profiler had written databases alone. */
  function withoutJson(): string {
    const folder = mkdtempSync(join(tmpdir(), 'tracelane-databases-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const rank of [0, 1, 2, 3]) {
      const [from, to] = [job, folder].map((root) => join(root, `rank_${rank}_ascend_pt`));
      mkdirSync(join(to, 'ASCEND_PROFILER_OUTPUT'), { recursive: true });
      for (const name of [`profiler_info_${rank}.json`, 'profiler_metadata.json', 'ASCEND_PROFILER_OUTPUT/analysis.db'])
        cpSync(join(from, name), join(to, name));
    }
    return folder;
  }

  /** Rows without what floating point makes of different ways of adding up. */
  const rowsOf = async (
    dump: DumpContext,
    table: 'communication.ops' | 'communication.ranks' | 'communication.links',
  ) =>
    records(await tables[table](dump, {}))
      .map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([key, value]) => {
            if (key === 'startNs') return [key, dump.baseNs + BigInt(value)];
            return [key, typeof value === 'number' ? round(value, 4) : value];
          }),
        ),
      )
      .sort((a, b) => Number(a.rank) - Number(b.rank) || (a.startNs < b.startNs ? -1 : 1));

  test.each(['communication.ops', 'communication.ranks', 'communication.links'] as const)(
    '%s: the same from either',
    async (table) => {
      const [files, databases] = await Promise.all([openContext(job), openContext(withoutJson())]);
      const fromFiles = await rowsOf(files, table);
      expect(fromFiles.length).toBeGreaterThan(3);
      expect(await rowsOf(databases, table)).toEqual(fromFiles);
    },
  );

  test('says where it has it from', async () => {
    const overview = await answers['communication.overview'](await openContext(withoutJson()), {});
    expect(overview.sources).toEqual(['analysis.db']);
    expect(overview.groups.find(({ name, ranks }) => name === 'dp_cp' && ranks.includes(2))?.ranks).toEqual([2, 3]);
  });
});

describeDumps('two ranks with a profiler’s databases', () => {
  test('collectives, and instants that are near the recording', async () => {
    const dump = await sharedContext(dumpPath('ascend', 'db_level1_2ranks'));
    const rows = records(await tables['communication.ranks'](dump, {}));
    expect(rows.map(({ rank, count, elapseNs }) => [rank, count, round(Number(elapseNs), 2)])).toEqual([
      [0, 4, 102_108_100.09],
      [1, 4, expect.closeTo(98590189.81, 1)],
    ]);
    const starts = records(await tables['communication.ops'](dump, {})).map(({ startNs }) => Number(startNs));
    for (const start of starts) expect(Math.abs(start)).toBeLessThan(600e9);
  });
});

describeDumps('the summary database of eight ranks, alone', () => {
  const open = () => sharedContext(dumpPath('ascend', 'cluster_analysis.db'));

  test('times of each rank', async () => {
    const dump = await open();
    const rows = records(await tables['communication.ranks'](dump, {}));
    expect(rows.map(({ rank, elapseNs }) => [rank, round(Number(elapseNs) / 1e6, 3)])).toEqual([
      [0, 289.936],
      [1, 673.798],
      [2, 528.034],
      [3, 703.204],
      [4, 643.42],
      [5, 89.363],
      [6, 703.113],
      [7, 693.612],
    ]);
    const first = await tables['communication.ops'](dump, { ranks: [3], op: 'hcom_broadcast__535_0_1' });
    expect(dump.baseNs + BigInt(Number(records(first)[0].startNs))).toBe(1_710_490_359_954_866_500n);
  });

  test('the rank that the others wait for', async () => {
    const { ranks } = await answers['communication.late'](await open(), {});
    const [late] = ranks;
    expect(late).toMatchObject({ rank: 5, lastCount: 24, seenCount: 42 });
  });

  test('its group has its ranks, and links are between ranks of the job', async () => {
    const dump = await open();
    const { groups, sources, ranks } = await answers['communication.overview'](dump, {});
    expect(sources).toEqual(['cluster']);
    expect(ranks.map(({ rank }) => rank)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(groups[0].ranks).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    const matrix = await answers['communication.matrix'](dump, {});
    expect([matrix.isGlobal, matrix.ranks.length]).toEqual([true, 8]);
  });
});

describeDumps('the summary files of sixteen ranks, alone', () => {
  test('links between hosts and within them', async () => {
    const dump = await sharedContext(dumpPath('ascend', 'cluster_analysis_output_16ranks'));
    const rows = records(await tables['communication.links'](dump, {}));
    expect(rows.find(({ source, target }) => source === 0 && target === 8)).toMatchObject({
      transport: 'RDMA',
      sizeBytes: 20_971_520,
      bandwidthGBps: expect.closeTo(24.2778, 4),
    });
    const { sources, ranks } = await answers['communication.overview'](dump, {});
    expect([sources, ranks.length > 0]).toEqual([['cluster'], true]);
  });
});
