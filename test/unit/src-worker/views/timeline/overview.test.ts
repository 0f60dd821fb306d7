import { expect, test } from 'vitest';
import type { RankOverview } from '../../../../../src-contract';
import type { DumpContext } from '../../../../../src-worker/model/dumpContext';
import { answer } from '../../../../../src-worker/views/dumpTables';
import { drawTrace } from '../../../../fixtures/drawnTrace';
import { openContext, sharedContext } from '../../../../fixtures/dumpContext';
import { dumpPath } from '../../../../fixtures/dumps';
import { temporaryFile } from '../../../../fixtures/indexed';

const ask = async (dump: DumpContext, startNs: number, endNs: number, columns: number) =>
  (await answer(dump, 'timeline.overview', { rank: 0, startNs, endNs, columns })) as RankOverview;

const share = (microseconds: number, of: number) => Math.round((255 * microseconds) / of);

test('each instant counts once: computing before communication before memory, the rest of the recording is idle', async () => {
  const dump = await openContext(
    temporaryFile(
      'trace_view.json',
      // A character is a microsecond.
      drawTrace(`
    Python / Thread 1          : [ProfilerStep#4        ][ProfilerStep#5         ]
    Ascend Hardware / Stream 2 :   [MatMul ][Add ]
    Ascend Hardware / Stream 3 :                       [MEMCPY_ASYNC]
    HCCL / Group 0 Communication :            [hcom_allReduce]             [hcom_x ]
  `),
    ),
  );
  const view = (await dump.timeline(0))!;
  const { slices } = view.index;
  const named = (text: string) => {
    const at = Array.from(slices.name).findIndex((name) => view.nameText(name) === text);
    const startUs = view.time.toJob(slices.startNs[at]) / 1000;
    return { from: startUs, to: startUs + slices.durationNs[at] / 1000 };
  };
  const spans = {
    computing: [named('MatMul'), named('Add')],
    communication: [named('hcom_allReduce'), named('hcom_x')],
    memory: [named('MEMCPY_ASYNC')],
  };
  const first = spans.computing[0].from;
  const last = spans.communication[1].to;
  const inAny = (own: readonly { from: number; to: number }[], us: number) =>
    own.some(({ from, to }) => from <= us && us < to);
  const origin = Math.floor(first) - 3;
  const columnUs = 5;
  const columns = 12;
  const { busy, steps } = await ask(dump, origin * 1000, (origin + columns * columnUs) * 1000, columns);
  // Microsecond by microsecond.
  const kindAt = (us: number) => {
    for (const kind of ['computing', 'communication', 'memory'] as const) if (inAny(spans[kind], us)) return kind;
    return us >= first && us < last ? 'idle' : 'none';
  };
  for (const kind of ['computing', 'communication', 'memory', 'idle'] as const) {
    const wanted = Array.from({ length: columns }, (_, column) => {
      let count = 0;
      for (let us = 0; us < columnUs; us++) if (kindAt(origin + column * columnUs + us) === kind) count++;
      return share(count, columnUs);
    });
    expect([...busy[kind]], kind).toEqual(wanted);
    expect(Math.max(...wanted), kind).toBeGreaterThan(0);
  }
  expect([...busy.host]).toEqual(Array(columns).fill(0));
  expect(steps.map(({ number }) => number)).toEqual([4, 5]);
  expect(steps[0].endNs).toBeLessThanOrEqual(steps[1].startNs);
});

test('of a rank without a device the busiest lane counts, and its outermost calls alone', async () => {
  const dump = await openContext(
    temporaryFile(
      'trace.json',
      drawTrace(`
    app / Thread 1 : [work    ]     [more]
    app / Thread 1 :   [inner]
    app / Thread 2 :      [long          ]
  `),
    ),
  );
  const view = (await dump.timeline(0))!;
  const origin = view.time.toJob(view.index.startNs);
  const { busy, steps } = await ask(dump, origin, origin + 24_000, 4);
  const { slices } = view.index;
  const spans = Array.from(slices.name, (name, at) => ({
    name: view.nameText(name),
    from: (view.time.toJob(slices.startNs[at]) - origin) / 1000,
    to: (view.time.toJob(slices.startNs[at]) - origin + slices.durationNs[at]) / 1000,
  }));
  const us = (names: readonly string[], column: number) => {
    let count = 0;
    for (let at = 6 * column; at < 6 * column + 6; at++)
      if (spans.some(({ name, from, to }) => names.includes(name) && from <= at && at < to)) count++;
    return count;
  };
  const wanted = [0, 1, 2, 3].map((column) => share(Math.max(us(['work', 'more'], column), us(['long'], column)), 6));
  expect([...busy.host]).toEqual(wanted);
  expect([steps, busy.computing.every((value) => value === 0)]).toEqual([[], true]);
});

test('of a real dump: its columns together are as long as what a plain loop over its tasks adds up', async () => {
  const dump = await sharedContext(dumpPath('ascend/text_level1_2ranks'));
  const view = (await dump.timeline(0))!;
  const { startNs, endNs } = view.index;
  const [fromNs, toNs] = [view.time.toJob(startNs), view.time.toJob(endNs)];
  const columns = 500;
  const { busy } = await ask(dump, fromNs, toNs, columns);
  const { slices } = view.index;
  // Flags' upper bits are the kind of task: 1 computes, 2 communicates.
  const spans = Array.from(slices.flags, (flags, at) => ({ kind: flags >> 4, at }))
    .filter(({ kind }) => kind === 1)
    .map(({ at }) => [slices.startNs[at], slices.startNs[at] + slices.durationNs[at]] as const)
    .sort((a, b) => a[0] - b[0]);
  let [unionNs, reached] = [0, Number.NEGATIVE_INFINITY];
  for (const [start, end] of spans) {
    unionNs += Math.max(0, end - Math.max(start, reached));
    reached = Math.max(reached, end);
  }
  const columnNs = (toNs - fromNs) / columns;
  const found = busy.computing.reduce((sum, value) => sum + (value / 255) * columnNs, 0);
  expect(unionNs).toBeGreaterThan(0);
  // Each column is rounded to a 255th of it; what is next to nothing counts as one.
  expect(Math.abs(found - unionNs)).toBeLessThan((columns * columnNs) / 255);
});
