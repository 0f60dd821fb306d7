/**
 * The numbers of shared/docs/analyses.md §7, line by line, where they are asserted: all of them here, of what `tracelane analyze --json`
 * prints, some once more by the worker (`test/unit/src-worker/analysis/realDumps.test.ts`, `…/views/communication/realDumps.test.ts`).
 *
 * | §7, `ascend/text_level1_2ranks` | test |
 * | --- | --- |
 * | Computing, Not Overlapped, Communication, Free, Stage, Preparing of both ranks | two of eight ranks: `expected` |
 * | exposed: 3.936 moving, 98.249 waiting; 3.946 and 92.547 | the same: `exposed` |
 * | arrivals after rank 0’s start: 5.625, 4.686, 78.777, others ≤ .03 | the same: `arrival(0, 0, …)` |
 * | rank 1 sees peer 5 at 73.162, started 5.608 later: 78.770, within 7 µs | the same: `apartMs` |
 * | late again in the 4th, + 22.0 | the same: `arrival(3, 0, 5)` |
 * | 0→1 61.2106 MB, 3.8839 ms, 15.7599 GB/s; 1→0 15.8557 | the same: `link` |
 * | sums of communication.json: elapse, transit, wait, sync, idle | the same: `sums` |
 * | alignment: 2 ops, 28,647,232 B and 17,267,200 B | the same: `unaligned` |
 * | 187 kernels, all dynamic; 19 compiles, 14–16 ms | the same: `kernels`, `compile` |
 * | rank 1 against rank 0: 1.0354, 1.0582, .9651, .9794 and what they are of | rank 1 against rank 0 |
 *
 * | §7, `ascend/pp2_dp2_4ranks_no_timeline` | test |
 * | --- | --- |
 * | Computing, Not Overlapped, Free of four ranks | two stages of two ranks: `expected` |
 * | TP1 PP2 DP2, stages (0, 1) and (2, 3), 1.73 × | the same: `stages`, `joined` |
 * | the DP peers agree to .17 % | the same: `notReported` of D2 |
 * | GB/s: 18.944, 18.932, 20.91 | the same: `GBps` |
 * | batchSendRecv: 313.9 and 323.0 ms for .80 ms of data | the same: `exchangedMs`, `moved` |
 *
 * | §7, traps | test |
 * | --- | --- |
 * | clocks that are apart | two of eight ranks: `offsetMs` (8 µs; the 79 µs of the list are in neither pair of dumps) |
 * | the chart’s wait 5.9 and the true waiting 98.2; Idle holds most of it | the same: `profilerWaitMs` |
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { builtWorker } from '../../../fixtures/builtWorker';
import { describeDumps, dumpPath } from '../../../fixtures/dumps';
import { temporaryFolder } from '../../../fixtures/indexed';

/** The report for programs, as far as these tests look. */
interface Report {
  readonly stepMs: number;
  readonly clocks: readonly { readonly offsetMs: number }[];
  readonly split: readonly (Readonly<Record<string, number>> & {
    readonly exposed: Readonly<Record<string, number>>;
    readonly free: { readonly totalMs: number; readonly owners: readonly { readonly ms: number }[] };
  })[];
  readonly kernels: {
    readonly ranks: readonly { readonly rank: number; readonly count: number; readonly dynamic: number | null }[];
  };
  readonly findings: readonly {
    readonly rule: string;
    readonly rank: number | null;
    readonly titleId: string;
    readonly values: Readonly<Record<string, number>>;
    readonly cause: { readonly id: string; readonly values: Readonly<Record<string, number>> };
  }[];
  readonly trust: readonly { readonly text: string }[];
  readonly notReported: readonly { readonly rule: string; readonly title: string }[];
  readonly communication: {
    readonly ops: readonly {
      readonly rank: number;
      readonly op: string;
      readonly startNs: number;
      readonly elapseMs: number;
      readonly transitMs: number;
    }[];
    readonly ranks: readonly Readonly<Record<string, number>>[];
    readonly links: readonly {
      readonly group: string;
      readonly source: number;
      readonly target: number;
      readonly transport: string;
      readonly bytes: number;
      readonly transitMs: number;
      readonly bandwidthGBps: number;
    }[];
    readonly arrivals: readonly {
      readonly op: string;
      readonly observer: number;
      readonly peer: number;
      readonly afterMs: number;
    }[];
  };
}

interface Change {
  readonly aMs: number;
  readonly bMs: number;
  readonly ratio: number;
}

/** The comparison, the same. */
interface Comparison {
  readonly step: Change;
  readonly groups: readonly (Change & { readonly group: string })[];
  readonly families: readonly (Change & { readonly family: string })[];
}

describeDumps('the numbers that are known of real dumps, as `tracelane analyze --json` prints them', () => {
  const { programPath } = builtWorker();

  const analyze = (...path: readonly string[]): Report => analyzeAll([dumpPath(...path)]);

  function printed(...args: readonly string[]): unknown {
    const home = temporaryFolder();
    const env = { ...process.env, XDG_CACHE_HOME: home, XDG_CONFIG_HOME: home };
    const { stdout } = spawnSync('node', [programPath, 'analyze', ...args, '--json'], {
      ...{ encoding: 'utf8', env, maxBuffer: 1 << 26 },
    });
    return JSON.parse(stdout);
  }

  function analyzeAll(paths: readonly string[]): Report {
    const report = printed(...paths) as Report;
    const schema = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../docs/findings.schema.json'), 'utf8'));
    expect(z.fromJSONSchema(schema).safeParse(report).error).toBeUndefined();
    return report;
  }

  const parts = ['computingMs', 'notOverlappedMs', 'communicationMs', 'freeMs', 'stageMs', 'preparingMs'];
  const times = ['elapseMs', 'transitMs', 'waitMs', 'synchronizationMs', 'idleMs'];

  test('two dumps of ranks 0 and 1: each has its own numbers, with its name', () => {
    const names = ['text_level1_2ranks', 'db_level1_2ranks'];
    const paths = names.map((name) => dumpPath('ascend', name));
    const together = analyzeAll(paths).communication;
    for (const [at, name] of names.entries()) {
      const alone = analyzeAll([paths[at]]).communication;
      const named = (rows: readonly object[]) => rows.map((row) => ({ dump: name, ...row }));
      const own = <T extends object>(rows: readonly T[]) => rows.filter((row) => 'dump' in row && row.dump === name);
      expect(alone.ranks).toHaveLength(2);
      expect(own(together.ranks)).toEqual(named(alone.ranks));
      expect(own(together.links)).toEqual(named(alone.links));
      expect(own(together.arrivals)).toEqual(named(alone.arrivals));
    }
  });

  test('two of eight ranks', () => {
    const { split, clocks, kernels, findings, notReported, communication } = analyze('ascend/text_level1_2ranks');
    const expected = [
      [8.873_756, 101.963_203, 105.991_878, 25.744_05, 136.581, 17.902_5],
      [8.878_295, 96.359_047, 100.375_286, 26.675_274, 131.912_5, 20.433_25],
    ];
    for (const [at, own] of split.entries())
      for (const [part, ms] of expected[at].entries()) expect(own[parts[part]], parts[part]).toBeCloseTo(ms, 6);

    // Rank 1 has 3.94692 and 92.548008 ms, by the timeline with other scripts too: the list has 3.946, cut off, and 92.547.
    const exposed = [
      [3.936, 98.249],
      [3.9469, 92.548],
    ];
    expect(Math.floor(1e3 * split[1].exposed.movingMs)).toBe(3946);
    expect(Math.abs(split[1].exposed.waitingMs - 92.547)).toBeLessThan(0.0011);
    // What the profiler calls waiting is 5.9 ms of these 98.2, and its idle time holds most of the rest.
    expect(split[0].exposed.profilerWaitMs).toBeCloseTo(5.941, 3);
    expect(split[0].exposed.profilerIdleMs).toBeCloseTo(96.368, 3);
    for (const [at, { exposed: own, freeMs, free, ...rest }] of split.entries()) {
      expect([own.movingMs, own.waitingMs].map((ms) => Math.abs(ms))).toEqual([
        expect.closeTo(exposed[at][0], 3),
        expect.closeTo(exposed[at][1], 3),
      ]);
      // Parts are wholes, to 1 µs: the step, exposed communication, Free.
      const both = own.movingMs + own.waitingMs - own.movingWhileWaitingMs + own.restMs;
      expect(Math.abs(both - rest.notOverlappedMs)).toBeLessThan(0.001);
      expect(Math.abs(rest.computingMs + rest.notOverlappedMs + freeMs - rest.stageMs)).toBeLessThan(0.001);
      expect(Math.abs(free.owners.reduce((sum, { ms }) => sum + ms, 0) - freeMs)).toBeLessThan(0.001);
    }
    expect(kernels.ranks.map(({ rank, count, dynamic }) => [rank, count, dynamic])).toEqual([
      [0, 187, 187],
      [1, 187, 187],
    ]);

    const sums = [
      [105.992, 3.683, 5.941, 5.616, 96.368],
      [100.375, 3.86, 0.191, 0.021, 96.324],
    ];
    for (const [at, own] of communication.ranks.entries())
      for (const [time, ms] of sums[at].entries()) expect(own[times[time]], times[time]).toBeCloseTo(ms, 3);
    const link = (from: number, to: number) =>
      communication.links.find(
        ({ source, target, transport }) => source === from && target === to && transport === 'HCCS',
      );
    expect((link(0, 1)?.bytes ?? 0) / 1e6).toBeCloseTo(61.2106, 4);
    expect(link(0, 1)?.transitMs).toBeCloseTo(3.8839, 4);
    expect(link(0, 1)?.bandwidthGBps).toBeCloseTo(15.7599, 4);
    expect(link(1, 0)?.bandwidthGBps).toBeCloseTo(15.8557, 4);

    const arrival = (number: number, observer: number, peer: number) =>
      communication.arrivals.find(
        (own) => own.op === `hcom_allReduce__586_${number}_1` && own.observer === observer && own.peer === peer,
      )?.afterMs ?? Number.NaN;
    expect(arrival(0, 0, 1)).toBeCloseTo(5.625, 3);
    expect(arrival(0, 0, 4)).toBeCloseTo(4.686, 3);
    expect(arrival(0, 0, 5)).toBeCloseTo(78.777, 3);
    for (const peer of [2, 3, 6, 7]) expect(arrival(0, 0, peer)).toBeLessThan(0.03);
    expect(arrival(0, 1, 5)).toBeCloseTo(73.162, 3);
    expect(arrival(3, 0, 5)).toBeCloseTo(22, 1);
    // By the ranks’ own clocks, as the files have them: the job’s time and what they are off by.
    const startMs = (number: number, rank: number) => {
      const own = communication.ops.find(({ op, rank: of }) => op === `hcom_allReduce__586_${number}_1` && of === rank);
      return (own?.startNs ?? Number.NaN) / 1e6 + clocks[rank].offsetMs;
    };
    expect(clocks.map(({ offsetMs }) => offsetMs)).toEqual([0, expect.closeTo(-0.0081, 4)]);
    const apartMs = startMs(0, 1) - startMs(0, 0);
    expect(apartMs).toBeCloseTo(5.608, 3);
    expect(apartMs + arrival(0, 1, 5)).toBeCloseTo(78.77, 3);
    expect(Math.abs(apartMs + arrival(0, 1, 5) - arrival(0, 0, 5))).toBeLessThan(0.007);
    const [late] = findings;
    expect(late).toMatchObject({ rule: 'C8', rank: 5, cause: { id: 'C8.cause.agreed' } });
    expect(late.cause.values.spread).toBeLessThan(7_000);

    const compile = findings.find(({ rule }) => rule === 'B3');
    expect(compile).toMatchObject({ cause: { id: 'compile.cause.dynamic', values: { count: 19 } } });
    expect((compile?.cause.values.total ?? 0) / 1e6).toBeGreaterThan(14);
    expect((compile?.cause.values.total ?? 0) / 1e6).toBeLessThan(16);
    const unaligned = notReported.find(({ rule }) => rule === 'C3')?.title ?? '';
    expect(unaligned.match(/\d[\d,]* B/g)).toEqual(['17,267,200 B', '28,647,232 B']);
  });

  test('two stages of two ranks, without timeline', () => {
    const { split, findings, notReported, communication } = analyze('ascend/pp2_dp2_4ranks_no_timeline');
    const expected = [
      [231.2901, 420.174_26, 158.558],
      [230.903_72, 441.708_38, 136.819_56],
      [400.448_26, 277.649_66, 131.705_28],
      [401.131_7, 261.498_44, 147.520_2],
    ];
    const own = ['computingMs', 'notOverlappedMs', 'freeMs'];
    for (const [at, rank] of split.entries())
      for (const [part, ms] of expected[at].entries()) expect(rank[own[part]], own[part]).toBeCloseTo(ms, 5);
    const stages = findings.find(({ titleId }) => titleId === 'stages.title');
    expect(stages?.cause.values).toMatchObject({ ranks: [2, 3], others: [0, 1] });
    expect(stages?.cause.values.ratio).toBeCloseTo(1.73, 2);
    expect(findings.map(({ titleId }) => titleId)).not.toContain('D2.title');
    // The ranks of a stage agree to 0.17 %.
    expect(notReported.find(({ rule, title }) => rule === 'D2' && title.includes('slowest rank'))).toMatchObject({
      value: expect.closeTo(0.0017, 4),
    });
    const GBps = (group: string, from: number, to: number) =>
      communication.links.find(
        (link) => link.group === group && link.source === from && link.target === to && link.transport === 'HCCS',
      )?.bandwidthGBps;
    expect(GBps('dp_cp', 0, 1)).toBeCloseTo(18.944, 3);
    expect(GBps('dp_cp', 2, 3)).toBeCloseTo(18.932, 3);
    expect(GBps('pp', 0, 2)).toBeCloseTo(20.91, 2);
    const bubble = findings.find(({ titleId }) => titleId === 'bubble.title')?.cause.values;
    expect(((bubble?.waiting ?? 0) + (bubble?.moving ?? 0)) / 1e6).toBeCloseTo(323, 1);
    expect((bubble?.moving ?? 0) / 1e6).toBeCloseTo(0.8, 2);
    const exchanges = communication.ops.filter(({ op }) => op.startsWith('hcom_batchSendRecv'));
    const exchangedMs = [0, 1].map((rank) =>
      exchanges.reduce((sum, own) => (own.rank === rank ? sum + own.elapseMs : sum), 0),
    );
    expect(exchangedMs).toEqual([expect.closeTo(313.9, 1), expect.closeTo(323, 1)]);
    // What they move, by the links that they move it over: communication.json calls their transit 0.
    for (const { transitMs } of exchanges) expect(transitMs).toBe(0);
    const moved = communication.links.filter(({ group, source, target }) => group === 'pp' && source < 2 && target > 1);
    expect(moved.map(({ transitMs }) => transitMs)).toEqual([expect.closeTo(0.8, 2), expect.closeTo(0.8, 2)]);
    // TP1 PP2 DP2: two of each group for data and of the pipeline, none of several ranks for tensors.
    const joined = (wanted: string) => {
      const own = communication.links.filter(({ group, source, target }) => group === wanted && source < target);
      return [...new Set(own.map(({ source, target }) => `${source}-${target}`))].sort();
    };
    expect(['tp', 'pp', 'dp_cp'].map(joined)).toEqual([[], ['0-2', '1-3'], ['0-1', '2-3']]);
  });

  test('a timeline that is cut off: first of all the file, and the byte where its last, unfinished event begins', () => {
    const path = dumpPath('broken/trunc_mid_event_ascend_pt');
    const file = join(path, 'ASCEND_PROFILER_OUTPUT', 'trace_view.json');
    const lastEvent = readFileSync(file).lastIndexOf('{"name":');
    expect(analyzeAll([path]).trust[0].text).toContain(
      `${file} is cut off at byte ${lastEvent.toLocaleString('en-US')}`,
    );
  });

  test('rank 1 against rank 0', () => {
    const path = dumpPath('ascend/text_level1_2ranks');
    const { step, groups, families } = printed(path, '--ranks', '1,0') as Comparison;
    const matmul = families.find(({ family }) => family === 'matmul');
    const [, exposed, free] = groups;
    expect([exposed.group, free.group]).toEqual(['exposed', 'free']);
    const changes = [step, exposed, free, matmul].map((own) => [own?.aMs, own?.bMs, own?.ratio]);
    const expected = [
      [131.913, 136.581, 1.0354],
      [96.359, 101.963, 1.0582],
      [26.675, 25.744, 0.9651],
      [1.089, 1.066, 0.9794],
    ];
    expect(changes).toEqual(
      expected.map(([a, b, ratio]) => [expect.closeTo(a, 3), expect.closeTo(b, 3), expect.closeTo(ratio, 4)]),
    );
  });
});
