import { expect, test } from 'vitest';
import type { RankIndex } from '../../../../../src-contract';
import { groupHash } from '../../../../../src-worker/model/collectives/groupHash';
import { communicationWorker } from '../../../../../src-worker/views/communication';
import { cells, records, sharedContext } from '../../../../fixtures/dumpContext';
import { describeDumps, dumpPath } from '../../../../fixtures/dumps';

const { tables, answers } = communicationWorker;
const ms = (ns: number) => Number((ns / 1e6).toFixed(3));

/** The numbers of shared/docs/analyses.md §6, and some read from the files by hand. */
describeDumps('two ranks of a job of eight', () => {
  const open = () => sharedContext(dumpPath('ascend', 'text_level1_2ranks'));

  test('times per rank, without the profiler’s own total', async () => {
    const rows = records(await tables['communication.ranks'](await open(), {}));
    const times = rows.map((row) =>
      ['elapseNs', 'transitNs', 'waitNs', 'synchronizationNs', 'idleNs'].map((key) => ms(Number(row[key]))),
    );
    expect(times).toEqual([
      [105.992, 3.683, 5.941, 5.616, 96.368],
      [100.375, 3.86, 0.191, 0.021, 96.324],
    ]);
    expect(rows.map(({ count }) => count)).toEqual([4, 4]);
    // wait / (wait + transit), of the sums.
    expect(rows[0].waitRatio).toBeCloseTo(5.941 / (5.941 + 3.683), 3);
  });

  test('starts are those of the file, which are not exact there: its writer has rounded them', async () => {
    const dump = await open();
    const table = await tables['communication.ops'](dump, { ranks: [0], op: 'hcom_allReduce__586_0_1' });
    expect(dump.baseNs + BigInt(Number(cells(table, 'startNs')[0]))).toBe(1_736_408_883_732_241_500n);
  });

  test('bandwidth of a link is its size over its time', async () => {
    const rows = records(await tables['communication.links'](await open(), {}));
    const link = (source: number, target: number) => rows.find((row) => row.source === source && row.target === target);
    expect(link(0, 1)).toMatchObject({ sizeBytes: 61_210_624, transport: 'HCCS' });
    expect(ms(Number(link(0, 1)?.transitNs))).toBe(3.884);
    expect(Number(link(0, 1)?.bandwidthGBps)).toBeCloseTo(15.7599, 4);
    expect(Number(link(1, 0)?.bandwidthGBps)).toBeCloseTo(15.8557, 4);
    // The dump does not tell which ranks the group has: numbers are places in it.
    expect((await answers['communication.matrix'](await open(), {})).isGlobal).toBe(false);
  });

  test('when every peer arrived, also those that were not profiled', async () => {
    const dump = await open();
    const all = records(await tables['communication.arrivals'](dump, {}));
    const seen = (observer: number, op: string) =>
      Object.fromEntries(
        all
          .filter((row) => row.observer === observer && row.op === op)
          .map((row) => [row.peer, Number(row.afterNs) / 1e6]),
      );
    const first = seen(0, 'hcom_allReduce__586_0_1');
    expect(Object.keys(first)).toEqual(['1', '2', '3', '4', '5', '6', '7']);
    expect(first[1]).toBeCloseTo(5.625, 3);
    expect(first[4]).toBeCloseTo(4.686, 3);
    expect(first[5]).toBeCloseTo(78.777, 3);
    for (const peer of [2, 3, 6, 7]) expect(first[peer]).toBeLessThan(0.03);
    // What the two ranks see agrees, once the difference of their own starts is added.
    const starts = cells(await tables['communication.ops'](dump, { op: 'hcom_allReduce__586_0_1' }), 'startNs');
    const apartMs = (Number(starts[1]) - Number(starts[0])) / 1e6;
    const other = seen(1, 'hcom_allReduce__586_0_1')[5];
    expect(apartMs).toBeCloseTo(5.608, 3);
    expect(other).toBeCloseTo(73.162, 3);
    expect(apartMs + other).toBeCloseTo(78.77, 3);
    expect(Math.abs(apartMs + other - first[5])).toBeLessThan(0.007);
    expect(seen(0, 'hcom_allReduce__586_3_1')[5]).toBeCloseTo(22, 1);
    expect(all).toHaveLength(2 * 4 * 7);
  });

  test('rank 5, which was not profiled, is named as the late one', async () => {
    const { ranks: late } = await answers['communication.late'](await open(), {});
    expect(late[0]).toMatchObject({ rank: 5, isProfiled: false, isGlobal: true, seenCount: 4 });
    expect(late[0].worst.op).toBe('hcom_allReduce__586_0_1');
    // As rank 0 saw it, by one clock: next to last was rank 1, 5.625 ms after rank 0's start; 78.777 - 5.625.
    expect(ms(late[0].worst.lateNs)).toBeCloseTo(73.152, 2);
    expect(late[0].evidence).toBeDefined();
  });

  test('exposed communication: moving, and waiting for whom', async () => {
    const dump = await open();
    const [first, second] = await Promise.all(
      [0, 1].map((rank) => answers['communication.exposed'](dump, { rank: rank as RankIndex })),
    );
    expect(
      [first, second].map((split) => [split?.exposedNs, split?.movingNs, split?.waitingNs].map((ns) => ms(ns ?? 0))),
    ).toEqual([
      [101.963, 3.936, 98.249],
      [96.359, 3.947, 92.548],
    ]);
    expect(first?.byPeer[0].rank).toBe(5);
    expect(first && first.movingNs + first.waitingNs + first.restNs).toBeGreaterThanOrEqual(first?.exposedNs ?? 0);
  });

  test('packets of a transport: as many as the files have, by size', async () => {
    const [hccs, ...others] = await answers['communication.packets'](await open(), { ranks: [0] });
    expect([hccs.transport, others]).toEqual(['HCCS', []]);
    expect(hccs.count.reduce((sum, count) => sum + count)).toBe(56);
    const bytes = hccs.sizeBytes.reduce((sum, size, i) => sum + size * hccs.count[i], 0);
    expect(bytes).toBeCloseTo(427_596_096, 0);
  });
});

describeDumps('two ranks of a job of eight: sizes', () => {
  test('two collectives move sizes that end within a block of 512 bytes', async () => {
    const dump = await sharedContext(dumpPath('ascend', 'text_level1_2ranks'));
    const [hccs, ...others] = await answers['communication.unaligned'](dump, { ranks: [0] });
    expect(others).toEqual([]);
    expect(hccs).toMatchObject({ transport: 'HCCS', opCount: 2 });
    const ops = records(await tables['communication.ops'](dump, { ranks: [0] }));
    const sizes = hccs.names.map((name) => ops.find(({ op }) => op === name)?.['HCCS size']);
    expect(sizes.sort()).toEqual([17_267_200, 28_647_232]);
    for (const size of hccs.sizesBytes) expect(size % 512).not.toBe(0);
  });
});

describeDumps('four ranks without timeline', () => {
  const open = () => sharedContext(dumpPath('ascend', 'pp2_dp2_4ranks_no_timeline'));

  test('groups have their names and their ranks', async () => {
    const { groups, steps, sources } = await answers['communication.overview'](await open(), {});
    const named = new Map(groups.map(({ name, ranks }) => [`${name} ${ranks}`, true]));
    for (const name of ['dp_cp 0,1', 'dp_cp 2,3', 'pp 0,2', 'pp 1,3', 'default_group 0,1,2,3', 'embd 1,3', 'mp 0,2'])
      expect([name, named.get(name)]).toEqual([name, true]);
    expect([steps, sources]).toEqual([['13'], ['communication.json']]);
  });

  test('bandwidths by group, with ranks of the job', async () => {
    const dump = await open();
    const { groups } = await answers['communication.overview'](dump, {});
    const bandwidth = async (name: string, source: number, target: number) => {
      const group = groups.find((own) => own.name === name && own.ranks.includes(source) && own.ranks.includes(target));
      const rows = records(await tables['communication.links'](dump, { group: group?.key ?? '' }));
      return rows.find((row) => row.source === source && row.target === target)?.bandwidthGBps;
    };
    expect(await bandwidth('dp_cp', 0, 1)).toBeCloseTo(18.944, 3);
    expect(await bandwidth('dp_cp', 2, 3)).toBeCloseTo(18.932, 3);
    expect(await bandwidth('pp', 0, 2)).toBeCloseTo(20.91, 2);
    expect((await answers['communication.matrix'](dump, {})).isGlobal).toBe(true);
  });

  test('links of a reduceScatter, whose sums the matrix calls “reduce”', async () => {
    const dump = await open();
    const rows = records(await tables['communication.links'](dump, { type: 'reduceScatter' }));
    const sent = rows.filter((row) => row.source !== row.target);
    expect(sent.map(({ source, target, sizeBytes }) => [source, target, sizeBytes])).toEqual([
      [0, 1, 751_631_360],
      [1, 0, 751_631_360],
      [2, 3, 751_633_408],
      [3, 2, 751_633_408],
    ]);
    const { types } = await answers['communication.overview'](dump, {});
    for (const { type } of types)
      expect([type, records(await tables['communication.links'](dump, { type })).length > 0]).toEqual([type, true]);
  });

  test('sends and receives of a pipeline’s first stage: long, for little data', async () => {
    const rows = records(await tables['communication.ranks'](await open(), { type: 'batchSendRecv' }));
    expect(rows.map((row) => Number((Number(row.elapseNs) / 1e6).toFixed(1)))).toEqual([313.9, 323, 72.7, 75]);
    const dataMs = rows.slice(0, 2).map((row) => Number(row['HCCS time']) / 1e6);
    for (const time of dataMs) expect(time).toBeCloseTo(0.8, 1);
  });
});

describeDumps('a summary of sixteen ranks', () => {
  test('its collectives and links, with ranks of the job', async () => {
    const dump = await sharedContext(dumpPath('ascend', 'cluster_analysis_output_16ranks'));
    const { ranks, sources, groups } = await answers['communication.overview'](dump, {});
    expect([ranks.map(({ rank }) => rank), sources]).toEqual([[0, 1, 8, 9], ['cluster']]);
    expect(groups.map(({ ranks }) => ranks)).toContainEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    const rows = records(await tables['communication.ranks'](dump, {}));
    // send 0.896 + broadcasts 4.975 and 0.540, without "Total Op Info".
    expect(Number(rows[0].elapseNs) / 1e6).toBeCloseTo(6.4, 1);
    const links = records(await tables['communication.links'](dump, { op: 'hcom_send__822_0' }));
    expect(links.find(({ target }) => target === 8)).toMatchObject({
      source: 0,
      transport: 'RDMA',
      sizeBytes: 20_971_520,
    });
  });
});

test('the hash that stands for a group in the files', () => {
  // Keys of profiler_metadata.json, and what stands behind the "@" for the same ranks in communication.json.
  expect(groupHash('group_name_0')).toBe('5862276093215481612');
  expect(groupHash('group_name_5')).toBe('5862276114690318097');
  expect(groupHash('group_name_19')).toBe('3985310405473756128');
});

describeDumps('rows of collectives and slices of the timeline', () => {
  test('each row carries its slice, a question finds the same, and the slice tells the collective', async () => {
    const dump = await sharedContext(dumpPath('ascend', 'text_level1_2ranks'));
    const rows = records(await tables['communication.ops'](dump, {}));
    expect(rows).toHaveLength(8);
    for (const { rankIndex, step, groupKey, op, slice, generation } of rows) {
      const rank = Number(rankIndex) as RankIndex;
      const asked = { rank, step: String(step), group: String(groupKey), op: String(op) };
      const ref = await answers['communication.slice'](dump, asked);
      expect(ref).toEqual({ rank, slice, generation });
      const name = ref && (await answers['communication.collective'](dump, { ref }));
      expect(name).toMatchObject({ name: op, group: groupKey, step, rankCount: 2 });
    }
  });

  test('the profiler’s wait stands beside the waiting of any plane', async () => {
    const dump = await sharedContext(dumpPath('ascend', 'text_level1_2ranks'));
    const exposed = await answers['communication.exposed'](dump, { rank: 0 as RankIndex });
    expect([exposed?.isSplit, ms(exposed?.waitingNs ?? 0)]).toEqual([true, 98.249]);
    expect([ms(exposed?.profiler?.waitNs ?? 0), ms(exposed?.profiler?.idleNs ?? 0)]).toEqual([5.941, 96.368]);
  });
});
