import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { RankIndex, StepTrace } from '../../../../../src-contract';
import { endNsOf } from '../../../../../src-worker/index/columns/indexSlices';
import { stepTrace, stepTraceOps } from '../../../../../src-worker/model/stepTrace/stepTrace';
import { openContext, sharedContext } from '../../../../fixtures/dumpContext';
import { describeDumps, dumpPath } from '../../../../fixtures/dumps';
import { fileTree } from '../../../../fixtures/fileTree';

const FIRST = 0 as RankIndex;

const phases = (trace: StepTrace | undefined) => ({
  steps: [...(trace?.steps ?? [])],
  interval: [...(trace?.intervalNs ?? [])],
  forwardBackward: [...(trace?.forwardBackwardNs ?? [])],
  tail: [...(trace?.tailNs ?? [])],
  total: [...(trace?.totalNs ?? [])],
});

test('MindSpore Insight’s table: counts of 10 ns, the row of means left out, zeros are no collective', async () => {
  const header =
    'step_num,start_point,end_point,total,fp_point,bp_point,iteration_interval,fp_and_bp,tail,stream_7_parallel_0_start_point,stream_7_parallel_0_end_point,stream_7_parallel_0';
  const dump = await openContext(
    fileTree({
      'step_trace_raw_0_detail_time.csv': `${header}\n1,100,200,100,100,180,0,80,20,150,190,40\n2,200,320,120,230,290,30,60,30,0,0,0\n-,200,320,120,230,290,30,60,30,0,0,0\n`,
    }),
  );
  const trace = await stepTrace(dump, { rank: FIRST });
  expect(trace?.source).toBe('step-trace-raw');
  expect(phases(trace)).toEqual({
    steps: [1, 2],
    interval: [0, 300],
    forwardBackward: [800, 600],
    tail: [200, 300],
    total: [1000, 1200],
  });
  // The first step is left out of the mean.
  expect(trace?.shown).toEqual({ stepCount: 1, totalNs: 1200, forwardNs: 300, backwardNs: 900, collectives: [] });
  const { shown } = (await stepTrace(dump, { rank: FIRST, step: 1 })) ?? {};
  expect(shown).toEqual({
    step: 1,
    stepCount: 1,
    totalNs: 1000,
    forwardNs: 0,
    backwardNs: 800,
    collectives: [{ lane: 'Stream 7', startNs: 500, endNs: 900 }],
  });
});

test('msprof’s table: a step begins where the one before ends; the graph with the most iterations', async () => {
  const header =
    'Device_id,Iteration ID,FP Start(us),BP End(us),Iteration End(us),Iteration Time(us),FP to BP Time(us),Iteration Refresh(us),Data Aug Bound(us),Model ID,Reduce Start(us),Reduce Duration(us),Reduce Start(us),Reduce Duration(us)';
  const rows = [
    '0,1,1010.5\t,1040\t,1060\t,50,29.5,20,N/A,5,1041\t,4,1050\t,3',
    '0,2,1080\t,1110\t,1130\t,55,30,20,20,5,1111\t,4,1120\t,2',
    '0,1,9000\t,9001\t,9002\t,2,1,1,N/A,6,N/A,N/A,N/A,N/A',
  ];
  const dump = await openContext(
    fileTree({
      'PROF_1/mindstudio_profiler_output/msprof_0.json': '[{"ph":"X","ts":"1000.000","dur":1,"name":"a"}]',
      'PROF_1/mindstudio_profiler_output/step_trace_0_1.csv': `${header}\n${rows.join('\n')}\n`,
    }),
  );
  const trace = await stepTrace(dump, { rank: FIRST, step: 2 });
  expect(trace?.source).toBe('step-trace-table');
  expect(phases(trace)).toEqual({
    steps: [1, 2],
    interval: [500, 20_000],
    forwardBackward: [29_500, 30_000],
    tail: [20_000, 20_000],
    total: [50_000, 70_000],
  });
  expect(trace?.shown.collectives).toEqual([
    { lane: 'Reduce', startNs: 51_000, endNs: 55_000 },
    { lane: 'Reduce', startNs: 60_000, endNs: 62_000 },
  ]);
  expect(trace?.shown.startNs).toBe(60_000 + Number(1_000_000n - dump.originNs));
});

test('the same as JSON: µs since 1970 are exact to the ns, as numbers too', async () => {
  const event = (name: string, ts: string, dur: string) =>
    `{"ph":"X","pid":1,"tid":9,"name":"${name}","ts":${ts},"dur":${dur},"args":{"as told":"{\\"ts\\": 5}"}}`;
  const events = [
    event('Iteration 1', '1754300001002873.123', '420.123'),
    event('FP_BP Time 1', '1754300001002910.456', '300.001'),
    event('Iteration 2', '"1754300001004000.007"', '500'),
  ];
  const dump = await openContext(
    fileTree({
      'PROF_1/mindstudio_profiler_output/msprof_0.json': '[{"ph":"X","ts":"1754300001002873.000","dur":1,"name":"a"}]',
      'PROF_1/mindstudio_profiler_output/step_trace_0_1.json': `[${events.join(',')}]`,
    }),
  );
  const trace = await stepTrace(dump, { rank: FIRST });
  expect(trace?.source).toBe('step-trace-table');
  expect(phases(trace)).toMatchObject({
    steps: [1, 2],
    // From 873.123 to 910.456, and for 300.001 µs from there.
    interval: [37_333, Number.NaN],
    forwardBackward: [300_001, Number.NaN],
  });
});

/** Two steps of a device: data, forward, backward, an all-reduce, the update of the parameters. */
const kernels = [0, 1000].flatMap((ts) =>
  (
    [
      ['GetNext', 0, 10],
      ['Conv2D', 40, 100],
      ['Relu', 140, 60],
      ['Conv2DBackprop', 200, 100],
      ['Momentum', 350, 50],
    ] as const
  ).map(([name, at, dur]) => ({ ph: 'X', pid: 1, tid: 3, ts: ts + at, dur, name: `Default/net/${name}-op1` })),
);
const meta = (name: string, pid: number, args: object, tid = 0) => ({ ph: 'M', name, pid, tid, args });
const iterations = [0, 1000].map((ts, i) => ({
  ...{ ph: 'X', pid: 1, tid: 9, ts, dur: 420, name: `Iteration ${i + 1}` },
}));
const drawn = JSON.stringify([
  meta('process_name', 1, { name: 'Ascend Hardware' }),
  meta('thread_name', 1, { name: 'Stream 3' }, 3),
  meta('thread_name', 1, { name: 'Step Trace(Model ID:2)' }, 9),
  ...kernels,
  ...iterations,
]);

test('phases between two kernels of the user’s choice', async () => {
  const dump = await openContext(fileTree({ 'PROF_1/mindstudio_profiler_output/msprof_0.json': drawn }));
  // The lane has iterations, but no forward and backward.
  expect(await stepTrace(dump, { rank: FIRST })).toBeUndefined();
  const names = await stepTraceOps(dump, FIRST);
  expect(names.map((name) => name.replace(/^Default\/net\/(\w+)-op1$/, '$1'))).toEqual([
    'GetNext',
    'Conv2D',
    'Relu',
    'Conv2DBackprop',
    'Momentum',
  ]);
  const ops = { forwardStart: names[1], backwardEnd: names[3] };
  const trace = await stepTrace(dump, { rank: FIRST, ops });
  expect(trace?.source).toBe('chosen-ops');
  expect(phases(trace)).toEqual({
    steps: [1, 2],
    interval: [40_000, 620_000],
    forwardBackward: [260_000, 260_000],
    tail: [120_000, 120_000],
    total: [420_000, 1_000_000],
  });
  const other = await stepTrace(dump, { rank: FIRST, ops: { ...ops, forwardStart: names[2] } });
  expect([...(other?.forwardBackwardNs ?? [])]).toEqual([160_000, 160_000]);
  expect(await stepTrace(dump, { rank: FIRST, ops: { ...ops, forwardStart: 'none' } })).toBeUndefined();
});

describeDumps('real step traces', () => {
  test('MindSpore Insight’s: the means are those that the file itself has', async () => {
    const path = dumpPath('mindspore', 'minddata', 'step_trace_raw_0_detail_time.csv');
    const [header, ...rows] = readFileSync(path, 'utf8').trim().split(/\r?\n/);
    const means = new Map(header.split(',').map((name, i) => [name, 10 * Number(rows.at(-1)?.split(',')[i])]));
    const trace = await stepTrace(await openContext(path), { rank: FIRST });
    expect([trace?.source, trace?.steps.length, trace?.shown.stepCount]).toEqual(['step-trace-raw', 20, 19]);
    const near = (name: string, ns: number | undefined) =>
      expect(Math.abs((means.get(name) ?? Number.NaN) - (ns ?? Number.NaN)), name).toBeLessThanOrEqual(5);
    const { totalNs = 0, forwardNs = 0, backwardNs = 0, collectives = [] } = trace?.shown ?? {};
    near('total', totalNs);
    near('iteration_interval', forwardNs);
    near('fp_and_bp', backwardNs - forwardNs);
    near('tail', totalNs - backwardNs);
    expect(collectives.map(({ lane }) => lane)).toEqual(['Stream 10', 'Stream 10', 'Stream 10', 'Stream 11']);
    near('stream_10_parallel_1', collectives[1].endNs - collectives[1].startNs);
  });

  test('msprof’s: ten iterations, though only three of them have a timeline; intervals are its Data_aug Bound', async () => {
    const dump = await sharedContext(dumpPath('mindspore', 'PROF_000001_20230818142704322_COJGGGCANRMICFBC'));
    const trace = await stepTrace(dump, { rank: FIRST });
    expect([trace?.source, ...(trace?.steps ?? [])]).toEqual(['step-trace-table', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    // "Data_aug Bound(us)": 32134.95, 23308.11, …; times are floats with two decimals of µs.
    expect(Math.abs((trace?.intervalNs[1] ?? 0) - 32_134_950)).toBeLessThanOrEqual(10);
    expect(Math.abs((trace?.intervalNs[2] ?? 0) - 23_308_110)).toBeLessThanOrEqual(10);
    expect(Math.abs((trace?.forwardBackwardNs[4] ?? 0) - 4_264_540)).toBeLessThanOrEqual(10);
    expect(Math.abs((trace?.tailNs[4] ?? 0) - 13_196_810)).toBeLessThanOrEqual(10);
    const second = await stepTrace(dump, { rank: FIRST, step: 2 });
    const view = dump.loadedTimelines()[0];
    // The step is where the timeline has it: its end is that of the slice "Iteration 2".
    const slice = view.index.slices.name.findIndex((name) => view.nameText(name) === 'Iteration 2');
    const endNs = endNsOf(view.index.slices, slice) + view.offsetNs;
    expect(Math.abs((second?.shown.startNs ?? 0) + (second?.shown.totalNs ?? 0) - endNs)).toBeLessThanOrEqual(10);
    const names = await stepTraceOps(dump, FIRST);
    expect(names.length).toBeGreaterThan(50);
    // Of the three with a timeline only the second has the step before it.
    const ops = { forwardStart: names[0], backwardEnd: names[names.length - 1] };
    const chosen = await stepTrace(dump, { rank: FIRST, ops });
    expect([...(chosen?.steps ?? [])]).toEqual([1, 2, 10]);
    expect([...(chosen?.intervalNs ?? [])].map(Number.isNaN)).toEqual([false, false, true]);
    expect([chosen?.shown.stepCount, chosen?.shown.totalNs]).toEqual([1, chosen?.totalNs[1]]);
  });
});
