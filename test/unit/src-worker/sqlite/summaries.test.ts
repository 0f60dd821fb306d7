import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  readAnalysisCommunication,
  readAnalysisLinks,
  readAnalysisSteps,
} from '../../../../src-worker/sqlite/analysisDb';
import {
  readClusterCommunication,
  readClusterFacts,
  readClusterGroups,
  readClusterLinks,
  readClusterPlaces,
  readClusterSteps,
  readRanksOfGroups,
} from '../../../../src-worker/sqlite/clusterDb';
import { type Database, openDatabase } from '../../../../src-worker/sqlite/database';
import { describeDumps, dumpPath } from '../../../fixtures/dumps';

function open(path: string): Database {
  const database = openDatabase(path);
  onTestFinished(() => database.close());
  return database;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

interface JsonOp {
  readonly 'Communication Time Info': Readonly<Record<string, number>>;
  readonly 'Communication Bandwidth Info': Readonly<
    Record<string, Readonly<Record<string, number>> & { readonly 'Size Distribution': Record<string, number[]> }>
  >;
}

type ByStepAndKind<T> = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, T>>>>>>;

describeDumps('analysis.db says what the text files of the same run say', () => {
  const folder = (rank: number) =>
    dumpPath('ascend', 'pp2_dp2_4ranks_no_timeline', `rank_${rank}_ascend_pt`, 'ASCEND_PROFILER_OUTPUT');
  const baseNs = 1764246877000000000n;

  test.each([0, 1, 2, 3])('collectives of rank %i', (rank) => {
    const rows = readAnalysisCommunication(open(join(folder(rank), 'analysis.db')), baseNs);
    const text = readFileSync(join(folder(rank), 'communication.json'), 'utf8');
    const json: ByStepAndKind<JsonOp> = JSON.parse(text);
    const starts = text.matchAll(/"([^"]+)": \{"Communication Time Info": \{"Start Timestamp\(us\)": ([\d.]+)/g);
    const digits = new Map([...starts].map(([, name, start]) => [name, start]));
    let count = 0;
    for (const [step, kinds] of Object.entries(json)) {
      for (const [kind, ops] of Object.entries(kinds)) {
        for (const [fullName, op] of Object.entries(ops)) {
          if (fullName.startsWith('Total Op Info')) continue;
          count++;
          const row = rows.find((own) => `${own.name}@${own.group}` === fullName);
          const time = op['Communication Time Info'];
          expect(row).toMatchObject({ step, kind, isTotal: false });
          const [us, fraction = ''] = digits.get(fullName)?.split('.') ?? [];
          expect(row?.startNs).toBe(Number(BigInt(us + fraction.padEnd(3, '0')) - baseNs));
          for (const [key, name] of [
            ['elapseNs', 'Elapse Time(ms)'],
            ['transitNs', 'Transit Time(ms)'],
            ['waitNs', 'Wait Time(ms)'],
            ['synchronizationNs', 'Synchronization Time(ms)'],
            ['idleNs', 'Idle Time(ms)'],
          ] as const) {
            expect(row?.[key]).toBeCloseTo(time[name] * 1e6, 6);
          }
          const used = Object.entries(op['Communication Bandwidth Info']).filter(
            ([, own]) => own['Transit Size(MB)'] > 0,
          );
          expect(row?.bandwidths.map(({ transport }) => transport)).toEqual(used.map(([transport]) => transport));
          for (const [transport, own] of used) {
            const bandwidth = row?.bandwidths.find((other) => other.transport === transport);
            expect(bandwidth?.sizeBytes).toBe(Math.round(own['Transit Size(MB)'] * 1e6));
            expect(bandwidth?.bandwidthGBps).toBe(own['Bandwidth(GB/s)']);
            expect(bandwidth?.packets.map(({ sizeBytes, count: packets }) => [sizeBytes, packets]).sort()).toEqual(
              Object.entries(own['Size Distribution'])
                .map(([size, [packets]]) => [Math.round(Number(size) * 1e6), packets])
                .sort(),
            );
          }
        }
      }
    }
    expect(rows.filter(({ isTotal }) => !isTotal)).toHaveLength(count);
    expect(count).toBeGreaterThan(10);
  });

  test.each([0, 1, 2, 3])('links of rank %i', (rank) => {
    const rows = readAnalysisLinks(open(join(folder(rank), 'analysis.db')));
    const json: ByStepAndKind<Record<string, Record<string, number | string>>> = JSON.parse(
      readFileSync(join(folder(rank), 'communication_matrix.json'), 'utf8'),
    );
    let count = 0;
    for (const [step, kinds] of Object.entries(json)) {
      for (const [kind, ops] of Object.entries(kinds)) {
        for (const [fullName, pairs] of Object.entries(ops)) {
          for (const [pair, link] of Object.entries(pairs)) {
            count++;
            const found = rows.filter(
              (own) => `${own.name}@${own.group}` === fullName && `${own.source}-${own.target}` === pair,
            );
            expect(found).toMatchObject([
              {
                step,
                kind,
                transport: link['Transport Type'],
                sizeBytes: Math.round(Number(link['Transit Size(MB)']) * 1e6),
                bandwidthGBps: link['Bandwidth(GB/s)'],
                opName: link['Op Name'] ?? '',
              },
            ]);
            expect(found[0].transitNs).toBeCloseTo(Number(link['Transit Time(ms)']) * 1e6, 6);
          }
        }
      }
    }
    expect(rows).toHaveLength(count);
  });

  test('steps', () => {
    const rows = [0, 1, 2, 3].map((rank) => readAnalysisSteps(open(join(folder(rank), 'analysis.db'))));
    expect(rows.map((own) => own.length)).toEqual([1, 1, 1, 1]);
    const steps = rows.map(([step]) => step);
    expect(steps.map(({ step }) => step)).toEqual(['13', '13', '13', '13']);
    expect(steps.map(({ computingNs }) => computingNs)).toEqual([231290100, 230903720, 400448260, 401131700]);
    expect(steps.map(({ notOverlappedNs }) => notOverlappedNs)).toEqual([420174260, 441708380, 277649660, 261498440]);
    expect(steps.map(({ freeNs }) => freeNs)).toEqual([158558000, 136819560, 131705280, 147520200]);
    expect(steps.map(({ device }) => device)).toEqual([0, 1, 4, 5]);
  });

  test('a version without a device, and a collective in every number', () => {
    const path = 'ascend/db_level1_2ranks/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/analysis.db';
    const database = open(dumpPath(path));
    expect(readAnalysisSteps(database)).toEqual([
      {
        step: '50',
        device: Number.NaN,
        computingNs: 8_903_431,
        notOverlappedNs: 98_071_947,
        overlappedNs: 4_036_153,
        communicationNs: 102_108_100,
        freeNs: 25_258_144,
        stageNs: 132_233_522,
        bubbleNs: 0,
        notOverlappedExceptReceiveNs: 98_071_947,
        preparingNs: 18_055_693,
      },
    ]);
    const ops = readAnalysisCommunication(database, 0n);
    expect(ops).toHaveLength(4);
    expect(sum(ops.map(({ elapseNs }) => elapseNs))).toBeCloseTo(102_108_100.09375, 4);
    expect(ops[0].bandwidths).toEqual([
      {
        transport: 'HCCS',
        sizeBytes: 28_647_232,
        transitNs: 1_821_896.3437499998,
        bandwidthGBps: 15.7239,
        largePacketRatio: 0,
        packets: [
          { sizeBytes: 2_064_384, count: 12, timeNs: 1_581_391.53125 },
          { sizeBytes: 1_937_312, count: 2, timeNs: 240_504.8125 },
        ],
      },
      {
        transport: 'SDMA',
        sizeBytes: 28_647_232,
        transitNs: 1_821_896.3437499998,
        bandwidthGBps: 15.7239,
        largePacketRatio: 0,
        packets: [],
      },
    ]);
    const total = readAnalysisLinks(database).find(
      ({ name, source, target }) => name === 'allreduce-total' && source === 0 && target === 1,
    );
    expect(total).toMatchObject({ sizeBytes: 61_210_624, bandwidthGBps: 14.8882, opName: '', transport: 'HCCS' });
  });
});

describeDumps('cluster_analysis.db of 8 ranks', () => {
  const path = dumpPath('ascend', 'cluster_analysis.db');
  const all = [0, 1, 2, 3, 4, 5, 6, 7];

  test('steps of ranks and of the stage', () => {
    const steps = readClusterSteps(open(path));
    expect(steps.map(({ kind, ranks }) => [kind, ranks])).toEqual([
      ...all.map((rank) => ['rank', [rank]]),
      ['stage', all],
    ]);
    expect(steps.map(({ computingNs }) => computingNs)).toEqual([
      179_587_578, 178_060_760, 178_328_340, 177_931_480, 178_491_800, 180_580_220, 177_531_680, 178_016_000,
      180_580_220,
    ]);
    expect(steps[0]).toMatchObject({ step: '1', stageNs: 1_834_814_319, preparingNs: Number.NaN, dpIndex: Number.NaN });
  });

  test('collectives: what is no total adds up to the total', () => {
    const rows = readClusterCommunication(open(path), 1710490359000000000n);
    expect(rows).toHaveLength(344);
    const elapse = (rank: number, isTotal: boolean) =>
      sum(rows.filter((row) => row.rank === rank && row.isTotal === isTotal).map(({ elapseNs }) => elapseNs));
    expect(all.map((rank) => elapse(rank, false) / 1e6)).toEqual(
      [
        289.93596649999995, 673.798122125, 528.0341400000001, 703.20372, 643.4196599999998, 89.36289999999997,
        703.1127400000001, 693.6124199999999,
      ].map((ms) => expect.closeTo(ms, 6)),
    );
    for (const rank of all) expect(elapse(rank, true)).toBeCloseTo(elapse(rank, false), 2);
    expect(rows.find(({ rank, name }) => rank === 3 && name === 'hcom_broadcast__535_0_1')).toMatchObject({
      step: 'step1',
      kind: 'collective',
      group: '12708701795769052535',
      startNs: 954_866_500,
      elapseNs: 226_408_620,
    });
    const total = rows.find(({ rank, isTotal }) => rank === 1 && isTotal);
    expect(total?.startNs).toBeNaN();
    expect(
      total?.bandwidths.map(({ transport, sizeBytes, packets }) => [transport, sizeBytes, packets.length]),
    ).toEqual([
      ['HCCS', 4_932_830_116, 7],
      ['SDMA', 4_932_764_516, 0],
    ]);
  });

  test('links and groups', () => {
    const database = open(path);
    const links = readClusterLinks(database);
    expect(links).toHaveLength(1087);
    expect(sum(links.map(({ sizeBytes }) => sizeBytes))).toBe(103_491_408_344);
    expect(links[0]).toEqual({
      step: 'step1',
      kind: 'collective',
      name: 'broadcast-top1',
      group: '12708701795769052535',
      isTotal: false,
      source: 3,
      target: 5,
      transport: 'HCCS',
      sizeBytes: 4224,
      transitNs: 1140,
      bandwidthGBps: 3.7053,
      opName: 'hcom_broadcast__535_20_1',
    });
    expect(readClusterGroups(database).map(({ kind, ranks, group }) => [kind, ranks, group])).toEqual([
      ['collective', all, ''],
      ['collective', all, ''],
      ['p2p', all, ''],
    ]);
    expect([...readRanksOfGroups(database)]).toEqual([
      ['12708701795769052535', all],
      ['8966325107052482655', all],
    ]);
    expect(readClusterPlaces(database)).toEqual([]);
    expect(readClusterFacts(database).size).toBe(0);
    expect(database.notices).toEqual([]);
  });
});

describe('the tables of newer versions', () => {
  const path = join(import.meta.dirname, 'files', 'cluster_analysis.db');

  test('steps tell where the rank stands', () => {
    const [rank, stage] = readClusterSteps(open(path));
    expect(rank).toMatchObject({ step: '5', kind: 'rank', ranks: [3], computingNs: 8_915_634, preparingNs: 9000 });
    expect(rank).toMatchObject({ dpIndex: 1, ppIndex: 0, tpIndex: 1, cpIndex: Number.NaN });
    expect(stage).toMatchObject({ kind: 'stage', ranks: [2, 3], dpIndex: Number.NaN });
  });

  test('collectives, links, groups, places, facts', () => {
    const database = open(path);
    const [op, total] = readClusterCommunication(database, 1736410576000000000n);
    expect(op).toEqual({
      step: 'step5',
      rank: 3,
      kind: 'p2p',
      name: 'hcom_send__1_2_3',
      group: '17148521525495523210',
      isTotal: false,
      startNs: 380_380_500,
      elapseNs: 85_233_843,
      transitNs: 200_000,
      waitNs: 300_000,
      synchronizationNs: 400_000,
      idleNs: 500_000,
      bandwidths: [
        {
          transport: 'HCCS',
          sizeBytes: 28_647_232,
          transitNs: 1_750_000,
          bandwidthGBps: 16.4,
          largePacketRatio: 0.9,
          packets: [
            { sizeBytes: 2_064_384, count: 12, timeNs: 1_500_000 },
            { sizeBytes: 1_937_312, count: 2, timeNs: 250_000 },
          ],
        },
        {
          transport: 'SDMA',
          sizeBytes: 28_647_232,
          transitNs: 1_750_000,
          bandwidthGBps: 16.4,
          largePacketRatio: 0.9,
          packets: [],
        },
      ],
    });
    expect(total).toMatchObject({ isTotal: true, startNs: Number.NaN });
    expect(readClusterLinks(database)).toMatchObject([
      { name: 'send-total', kind: 'p2p', source: 2, target: 3, sizeBytes: 61_210_624, transitNs: 3_883_900 },
    ]);
    expect(readClusterGroups(database)).toEqual([
      {
        kind: 'collective',
        ranks: [2, 3],
        group: '17148521525495523210',
        parallelName: 'tp',
        groupId: '10.0.0.1%eth0_60000',
      },
    ]);
    expect([...readRanksOfGroups(database)]).toEqual([['17148521525495523210', [2, 3]]]);
    expect(readClusterPlaces(database)).toEqual([
      { rank: 3, device: 1, hostUid: '3538958389648580163', hostName: 'node-a' },
    ]);
    expect(JSON.parse(readClusterFacts(database).get('distributed_args') ?? '')).toEqual({
      tensor_model_parallel_size: 2,
    });
  });

  test('a database without any of the tables has no rows', () => {
    const database = open(join(import.meta.dirname, 'files', 'log.db'));
    expect(readClusterSteps(database)).toEqual([]);
    expect(readClusterCommunication(database, 0n)).toEqual([]);
    expect(readClusterLinks(database)).toEqual([]);
    expect(readRanksOfGroups(database).size).toBe(0);
    expect(readAnalysisSteps(database)).toEqual([]);
  });
});
