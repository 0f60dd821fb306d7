import { beforeAll, expect, test } from 'vitest';
import type { Finding, FindingsReport } from '../../../../src-contract';
import { findingsWorker } from '../../../../src-worker/views/findings';
import { sharedContext } from '../../../fixtures/dumpContext';
import { describeDumps, dumpPath } from '../../../fixtures/dumps';

const MS = 1_000_000;

async function report(path: string): Promise<FindingsReport> {
  return findingsWorker.answers['findings.report'](await sharedContext(dumpPath(path)), {});
}

function found({ findings }: FindingsReport, rule: string): Finding {
  const own = findings.find((one) => one.rule === rule);
  if (!own) throw new Error(`No finding of ${rule}`);
  return own;
}

const number = (own: Finding, key: string, of: 'title' | 'cause' = 'cause') => Number(own[of].values[key]);

describeDumps('two of eight ranks', () => {
  let job: FindingsReport;
  beforeAll(async () => {
    job = await report('ascend/text_level1_2ranks');
  });

  test('A1: the split of the file, and its sums', () => {
    const expected = [
      [8873.756, 101963.203, 105991.878, 25744.05, 136581, 17902.5],
      [8878.295, 96359.047, 100375.286, 26675.274, 131912.5, 20433.25],
    ];
    for (const [at, own] of job.split.entries()) {
      const parts = [
        own.computingNs,
        own.notOverlappedNs,
        own.communicationNs,
        own.freeNs,
        own.stageNs,
        own.preparingNs,
      ];
      for (const [part, us] of expected[at].entries()) expect(parts[part] / 1000).toBeCloseTo(us, 3);
      expect(own.communicationNs - own.overlappedNs).toBeCloseTo(own.notOverlappedNs, 0);
      // The step of the job is its slowest rank's, whole.
      const wholeNs = own.computingNs + own.notOverlappedNs + own.freeNs;
      expect(Math.abs(wholeNs - own.stageNs)).toBeLessThan(1000);
    }
    expect(job.stepNs / MS).toBeCloseTo(136.581, 3);
  });

  test('A3: the owners of Free sum to Free, to 1 µs', () => {
    for (const { free, freeNs } of job.split) {
      const sum = free?.owners.reduce((ns, own) => ns + own.ns, 0) ?? Number.NaN;
      expect(Math.abs(sum - freeNs)).toBeLessThan(1000);
    }
    expect(found(job, 'A2')).toMatchObject({ class: 'host', place: { ranks: [0, 1] } });
  });

  test('A5: moving and waiting, by all planes and not by the one that waited least', () => {
    const [first, second] = job.split.map(({ exposed }) => exposed);
    expect((first?.movingNs ?? 0) / MS).toBeCloseTo(3.936, 3);
    expect((first?.waitingNs ?? 0) / MS).toBeCloseTo(98.249, 3);
    expect((second?.movingNs ?? 0) / MS).toBeCloseTo(3.947, 2);
    expect((second?.waitingNs ?? 0) / MS).toBeCloseTo(92.548, 2);
    // What the profiler counts as waiting is named beside it.
    expect((first?.profiler?.waitNs ?? 0) / MS).toBeCloseTo(5.941, 3);
    expect((first?.profiler?.idleNs ?? 0) / MS).toBeCloseTo(96.368, 3);
    for (const own of [first, second]) {
      if (!own) throw new Error('No planes');
      const bothNs = own.movingNs + own.waitingNs + own.restNs - own.exposedNs;
      expect(bothNs).toBeGreaterThanOrEqual(0);
      expect(bothNs).toBeLessThan(own.movingNs);
      expect(own.byPeer[0]).toMatchObject({ rank: 5, isGlobal: true });
    }
  });

  test('C8: peer 5, though it was not profiled; both ranks agree once their clocks are aligned', () => {
    const late = found(job, 'C8');
    expect(job.findings[0]).toBe(late);
    expect(late).toMatchObject({ rank: 5, class: 'parallelism', confidence: 'high', cause: { id: 'C8.cause.agreed' } });
    expect(number(late, 'late') / MS).toBeCloseTo(78.777, 3);
    expect(late.cause.values).toMatchObject({ observer: [0], observers: [0, 1], last: 3, seen: 4 });
    expect(number(late, 'spread')).toBeLessThan(7_000);
    // 78.777 − 5.625 of peer 1 in the first, 22 in the fourth, and a little.
    expect(late.lostNsPerStep / MS).toBeGreaterThan(73.1 + 22);
    expect(late.lostNsPerStep / MS).toBeLessThan(98.2);
    expect(late.evidence[0]).toMatchObject({ kind: 'slice', name: 'Notify_Wait' });
    // Who waits for it is not named.
    expect(job.findings.filter(({ rule }) => rule === 'C8')).toHaveLength(1);
  });

  test('B3: 19 compiles are no cliff; all 187 kernels are dynamic', () => {
    const compile = found(job, 'B3');
    expect(compile.cause.id).toBe('compile.cause.dynamic');
    expect(number(compile, 'count')).toBe(19);
    expect(compile.gain.nsPerStep / MS).toBeGreaterThan(14);
    expect(compile.gain.nsPerStep / MS).toBeLessThan(16);
    expect(compile.lostNsPerStep).toBeLessThan(compile.gain.nsPerStep);
  });

  test('C3: the two unaligned sizes are listed; so short on the wire they are no finding', () => {
    const own = job.notReported.find(({ rule }) => rule === 'C3');
    expect(own?.title.values.sizes).toBe('17,267,200 B, 28,647,232 B');
    // By rank 1’s communication.json: 0.2639 + 0.1718 ms on 27.584 / 3.8597 links at a time, of 136.581 ms.
    expect(own?.value).toBeCloseTo(0.000446, 6);
    expect(job.findings.some(({ rule }) => rule === 'C3')).toBe(false);
  });

  test('E5: six ranks that these two waited for are missing, nothing tells how many there are, and the clocks’ error is told', () => {
    const notes = new Map(job.trust.map(({ sentence }) => [sentence.id, sentence.values]));
    expect(notes.get('trust.ranks.least')).toMatchObject({ ranks: [2, 3, 4, 5, 6, 7], count: 6 });
    expect(Number(notes.get('trust.clock')?.error)).toBeLessThan(50_000);
    expect(notes.has('trust.one-step')).toBe(true);
    expect(notes.has('trust.sums')).toBe(false);
    expect(notes.has('trust.free')).toBe(false);
  });

  test('shares are of the step, by time lost; what is under its threshold is listed', () => {
    const lost = job.findings.map(({ lostNsPerStep }) => lostNsPerStep);
    expect(lost).toEqual([...lost].sort((a, b) => b - a));
    for (const { shareOfStep, lostNsPerStep } of job.findings) {
      expect(shareOfStep).toBeCloseTo(lostNsPerStep / job.stepNs, 9);
      expect(shareOfStep).toBeLessThanOrEqual(1);
    }
    const moving = job.notReported.find(({ rule }) => rule === 'A5');
    expect(moving).toMatchObject({ limit: 0.1, threshold: 'exposed.share' });
    expect(moving?.value).toBeCloseTo(0.0279, 3);
    expect(job.findings.some(({ rule }) => rule === 'D2')).toBe(false);
  });
});

describeDumps('two stages, two data-parallel ranks each', () => {
  test('D2: the stages differ 1.73 times, and no rank is slow', async () => {
    const job = await report('ascend/pp2_dp2_4ranks_no_timeline');
    const computing = job.split.map(({ computingNs }) => computingNs / 1000);
    for (const [at, us] of [231290.1, 230903.72, 400448.26, 401131.7].entries())
      expect(computing[at]).toBeCloseTo(us, 1);
    const exposed = job.split.map(({ notOverlappedNs }) => notOverlappedNs / 1000);
    for (const [at, us] of [420174.26, 441708.38, 277649.66, 261498.44].entries())
      expect(exposed[at]).toBeCloseTo(us, 1);
    const free = job.split.map(({ freeNs }) => freeNs / 1000);
    for (const [at, us] of [158558, 136819.56, 131705.28, 147520.2].entries()) expect(free[at]).toBeCloseTo(us, 1);
    const [bubble, ...slow] = job.findings.filter(({ rule }) => rule === 'D2');
    // 313.9 and 323.0 ms in hcom_batchSendRecv for .80 ms of data, besides the stages’ imbalance.
    expect(bubble).toMatchObject({ id: 'D2:bubble', rank: undefined, cause: { values: { ranks: [1] } } });
    expect(number(bubble, 'waiting') / MS).toBeCloseTo(322.981 - 0.8025, 2);
    expect(number(bubble, 'moving') / MS).toBeCloseTo(0.8, 2);
    // Two of its three move 8.39 MB each, one nothing.
    expect(number(bubble, 'size') / 1e6).toBeCloseTo(2 * 8.388608, 3);
    // Nothing of the communication is hidden; 92.1 ms of it move data.
    expect(found(job, 'A4').cause.values).toMatchObject({ overlap: 0 });
    expect(found(job, 'A4').lostNsPerStep / MS).toBeCloseTo(92.22 + 0.8, 1);
    expect(slow).toHaveLength(1);
    expect(slow[0]).toMatchObject({ class: 'parallelism', rank: undefined, place: { stages: [1], ranks: [2, 3] } });
    expect(number(slow[0], 'ratio', 'title')).toBeCloseTo(1.73, 2);
    // A product with a side of 151,936 keeps neither its units nor its loads busy: by hand 36.8 ms · (1 − .27 / .8), and less of others.
    const compute = job.findings.filter(({ class: own }) => own === 'compute');
    expect(compute).toMatchObject([{ rule: 'B4', rank: 2, place: { op: 'MatMulV3' } }]);
    expect(compute[0].lostNsPerStep / MS).toBeGreaterThan(24);
    expect(compute[0].lostNsPerStep / MS).toBeLessThan(32);
    // 2 · 4096 · 151,936 · 1024 in 18.4 ms, of 20 cores at 1.65 GHz with 8192 FLOP a cycle.
    const product = job.kernels.rows.find(({ type, core }) => type === 'MatMulV3' && core === 'MIX_AIC');
    expect(product).toMatchObject({ count: 2, bound: 'underutilised' });
    expect((product?.flopPerSecond ?? 0) / 1e12).toBeCloseTo((2 * 4096 * 151_936 * 1024) / 18.41e-3 / 1e12, 0);
    expect(product?.reach).toBeCloseTo((2 * 4096 * 151_936 * 1024) / 18.41e-3 / (20 * 1.65e9 * 8192), 2);
    const exp = job.kernels.rows.find(({ type }) => type === 'Exp');
    expect(exp).toMatchObject({ bound: 'memory' });
    const under = job.notReported.find(({ rule }) => rule === 'D2');
    expect(under?.value).toBeCloseTo(0.0017, 4);
    expect(job.trust.map(({ sentence }) => sentence.id)).toEqual(
      expect.arrayContaining(['trust.timeline', 'trust.files', 'trust.clock', 'trust.level2']),
    );
    expect(new Set(job.notRun.map(({ rule }) => rule))).toEqual(
      new Set(['A5', 'B3', 'B4', 'B5', 'B6', 'B7', 'B8', 'B9', 'C4', 'C5', 'C8', 'C9', 'E1', 'E2', 'F1', 'H1']),
    );
    // One collective alone of a group whose ranks come 86 ms apart does not tell their clocks.
    const untold = job.notRun.find(({ rule }) => rule === 'C8');
    expect(untold?.reason).toMatchObject({ id: 'needs.clocks', values: { count: 2 } });
    const waiting = found(job, 'C7');
    expect(waiting.title.id).toBe('C7.title.partly');
    // By hand: 53.77 ms of waits in 22 collectives are a rank's mean (the groups of both stages wait side by side), less late ranks.
    expect(waiting.lostNsPerStep / MS).toBeCloseTo(44.26, 1);
  });
});

describeDumps('eight GPUs of one host', () => {
  test('D5: the late rank is followed back to what its host did longer than the others’', async () => {
    const job = await report('kineto/dlrm_8ranks_v100');
    const late = found(job, 'C8');
    expect(late).toMatchObject({ rank: 7, cause: { id: 'D5.host', values: { peers: [0, 1, 2] } } });
    expect(number(late, 'excess')).toBeGreaterThan(number(late, 'alone'));
    expect(late.evidence.some(({ kind }) => kind === 'range')).toBe(true);
  });
});

describeDumps('a MindSpore job, recorded by msprof', () => {
  test('is advised settings of MindSpore', async () => {
    const job = await report('mindspore/PROF_000001_20230818142704322_COJGGGCANRMICFBC');
    expect(found(job, 'A5').advice.map(({ id }) => id)).toEqual([
      'mindspore.advice.overlap',
      'mindspore.advice.buckets',
    ]);
    // Its evidence is the call that has most of it.
    expect(found(job, 'A5').evidence).toMatchObject([{ kind: 'slice', name: 'Default/AllReduce-op534_0' }]);
    // Whose number in the job is not known is told by its place.
    expect(found(job, 'C8').advice).toMatchObject([{ id: 'C8.advice.profile.place', values: { place: 2 } }]);
  });
});

describeDumps('steps that are not what their parts or marks say', () => {
  test('a timeline that ends within its overlap lanes: the step is as long as they reach, and no loss is longer than it', async () => {
    const job = await report('broken/trunc_mid_event_ascend_pt');
    // 34.17 ms of parts; the one collective ends 106.69 ms after the first kernel begins.
    expect(job.stepNs / MS).toBeCloseTo(106.687872, 6);
    expect(job.trust[0].sentence.id).toBe('trust.sums');
    expect(found(job, 'C8').shareOfStep).toBeCloseTo(73.151902 / 106.687872, 6);
  });

  test('a GPU’s mark of the step that ends before backward: the step ends with its last kernel, and the long launch is told', async () => {
    const job = await report('kineto/hta/amd_trace');
    // By the file, µs since its first event: the first kernel begins at 752.9, the optimizer’s ends at 9,347.3.
    expect(job.stepNs / MS).toBeCloseTo(8.594445, 6);
    expect(found(job, 'A2').cause).toMatchObject({ id: 'A2.cause.launch.long', values: { name: 'hipLaunchKernel' } });
    expect(Number(found(job, 'A2').cause.values.part) / MS).toBeGreaterThan(6.5);
  });

  test('a timeline of Ascend that is opened alone is advised settings of Ascend', async () => {
    const job = await report('broken/trunc_no_closing_bracket_trace_view.json');
    expect(job.isGpu).toBe(false);
    expect(found(job, 'A2').advice.map(({ id }) => id)).toContain('A2.advice.queue');
  });

  test('kernels whose names a damaged file has lost are no sequence', async () => {
    const job = await report('broken/trunc_ascend_pytorch_profiler_0.db');
    expect(found(job, 'A2').effects).toEqual([]);
  });
});

describeDumps('what is known of a job by its summary alone', () => {
  test('what it lacks is what dumps of Ascend have; who comes late most is named, and what that leaves told apart', async () => {
    const job = await report('ascend/cluster_analysis.db');
    expect(job.notRun.find(({ rule }) => rule === 'A5')?.reason.id).toBe('needs.planes');
    expect(job.trust.map(({ sentence }) => sentence.id)).toContain('trust.summary');
    // By the database, over 42 collectives: the second shortest call less the shortest, where that is 50 µs or more; rank 5 and rank 0.
    const late = job.findings.filter(({ rule }) => rule === 'C8');
    expect(late.map(({ rank, lostNsPerStep }) => [rank, (lostNsPerStep / MS).toFixed(1)])).toEqual([
      [5, '127.9'],
      [0, '45.6'],
    ]);
    // Their longest calls less their mean are 261.31 of 801.87 ms.
    const waiting = found(job, 'C7');
    expect(waiting.title.id).toBe('C7.title.partly');
    expect(number(waiting, 'waste')).toBeCloseTo(0.3259, 4);
    expect(waiting.lostNsPerStep / MS).toBeCloseTo(261.31, 1);
  });
});

describeDumps('a pipeline of sixteen ranks of which two tell their collectives', () => {
  test('the others’ receives are in their step files: the second stage waits for the first', async () => {
    const job = await report('ascend/cluster_analysis_output_16ranks');
    const bubble = found(job, 'D2');
    // Bubble of rank 11, and by hand (median of ranks 8 to 15 + .03 of the first stage) / 2 less the imbalance, 2.2.
    expect(bubble).toMatchObject({ id: 'D2:bubble', cause: { id: 'bubble.cause.steps', values: { ranks: [11] } } });
    expect(number(bubble, 'waiting') / MS).toBeCloseTo(195.49828, 4);
    expect(bubble.lostNsPerStep / MS).toBeCloseTo((179.615 + 0.03) / 2 - 2.21, 1);
  });

  test('work that sampled traces show 8.7 ms behind its call has waited for something else than the host', async () => {
    const { cause, confidence } = found(await report('kineto/hta/trace_filter'), 'A2');
    expect([cause.id, confidence]).toEqual(['A2.cause.launch.queued', 'medium']);
  });
});

describeDumps('what a recording has of the host', () => {
  test('where that says nothing about Free, the advice is to record the host, and not its stacks', async () => {
    const job = await report('ascend/old_db/msprof_0_older_schema.db');
    expect(found(job, 'A2').cause.id).toBe('A2.cause.no-host');
  });

  test('kernels that were launched before it began are no part of its step', async () => {
    const job = await report('kineto/dlrm_8ranks_v100');
    // By the files, the union of all kernels that are no collective: 1.246 ms on rank 1, 1.240 on rank 3. 64 of each, at its beginning,
    // have no launch in the file: the step before launched them. The step begins with the first task that it launched, on rank 1 a copy
    // with two of the 64 behind it; from there on 1.050 and 1.064.
    expect([1, 3].map((rank) => (job.split[rank].computingNs / MS).toFixed(3))).toEqual(['1.050', '1.064']);
  });
});

describeDumps('traces that hardly belong together', () => {
  test('two recordings of one rank are no job: none of them is slower than its peers', async () => {
    const job = await report('kineto/hta/trace_compare');
    expect(job.findings.some(({ rule }) => rule === 'D2')).toBe(false);
    expect(job.notRun.find(({ rule }) => rule === 'D2')?.reason.id).toBe('needs.related');
    // By the file, µs since its first event: the device waits from 157,463 to 157,469. The step’s thread has nothing then but the mark
    // of step 1010 (100,398 to 222,547), that of backward nothing between 94,855 and 199,370: no op can own it. The kernel that ends
    // the wait is one of 16 (of 18 on the device) whose launch was left out of the file: no delay is claimed.
    expect(found(job, 'A2').cause.id).toBe('A2.cause.no-host.gpu');
    // The host’s steps 1009 and 1010 take 100,298 and 122,149 µs; of base 16 of 18 launches were left out.
    expect(job.trust.map(({ sentence }) => sentence.id)).toContain('trust.short-step');
    // The copies of test lie before the first kernel of its step of 217 µs: Preparing, no Free, of which it has 6 µs.
    expect(job.findings.filter(({ rule }) => rule === 'D3')).toEqual([]);
  });

  test('traces of two kinds of GPUs: what one reaches is no roofline of the other’s kernels', async () => {
    const job = await report('kineto/tracelens');
    expect(job.kernels.chip).toBeUndefined();
    expect(job.findings.some(({ rule }) => rule === 'B5')).toBe(false);
    expect((await report('kineto/tracelens/mi300')).kernels.chip?.name).toBe('AMD MI300X');
  });

  test('traces of several jobs: that is said, and none of their ranks is slower than its peers', async () => {
    const job = await report('kineto/hta');
    expect(job.trust[0].sentence).toMatchObject({ id: 'trust.several-jobs', values: { sizes: '128, 300' } });
    expect(job.findings.some(({ rule }) => rule === 'D2')).toBe(false);
    // Nor does one wait longer than what is usual.
    expect(job.findings.flatMap(({ rule, title }) => (rule === 'A2' ? title.id : []))).toEqual(['A2.title.part']);
    // A kernel of 1.76 µs, and four in 108.9 ms: none of them is all of it.
    const short = job.trust.find(({ sentence }) => sentence.id === 'trust.short-step')?.sentence.values;
    expect([short?.deviceLeast, short?.device].map((ns) => Math.round(Number(ns) / 10) / 100)).toEqual([1.76, 108_919]);
  });

  test('sampled traces: collectives of the same number are not the same, so nobody is late and nobody waits', async () => {
    const job = await report('kineto/hta/trace_filter');
    // The fourth call of rank 0 ends at 898.396 s, that of rank 1 at 898.530 s.
    const note = job.trust.find(({ sentence }) => sentence.id === 'trust.clock.unmatched');
    expect(Number(note?.sentence.values.error) / MS).toBeGreaterThan(50);
    expect(job.findings.filter(({ rule }) => ['C7', 'C8', 'A4'].includes(rule))).toEqual([]);
    expect(job.notRun.map(({ rule, reason }) => `${rule} ${reason.id}`)).toEqual(
      expect.arrayContaining(['C7 needs.matched', 'C8 needs.clocks', 'A4 needs.moving.other']),
    );
  });

  test('kernels whose launches were not recorded, in front of the first one that was, are said to be in no step', async () => {
    const note = (await report('kineto/dlrm_8ranks_v100')).trust.find(
      ({ sentence }) => sentence.id === 'trust.outside-steps.gpu',
    );
    expect(note?.sentence.values).toEqual({ ranks: [1, 3], count: 125, time: 372_000 });
  });
});
