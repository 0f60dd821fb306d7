import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { lastWork } from '../../../../../src-worker/model/collectives/unfinished';
import { drawTrace } from '../../../../fixtures/drawnTrace';
import { openContext } from '../../../../fixtures/dumpContext';

const folder = mkdtempSync(join(tmpdir(), 'unfinished-'));
afterAll(() => rmSync(folder, { recursive: true }));

const picture = `
  Python / Thread 1                     : [save    ]
  Ascend Hardware / Stream 2            :  [Add]
  Communication / Group 0 Communication :   [hcom_allReduce__001_0_1]
`;

test('a collective that was begun and not ended, and what came last', async () => {
  const trace = JSON.parse(drawTrace(picture)) as { traceEvents: Record<string, unknown>[] };
  const [own] = trace.traceEvents.filter(({ name }) => name === 'hcom_allReduce__001_0_1');
  const begun = { ...own, ph: 'B', ts: 8, name: 'hcom_allReduce__001_1_1', dur: undefined };
  const next = { ...own, ts: 3, dur: 2 };
  const path = join(folder, 'trace_view.json');
  writeFileSync(
    path,
    JSON.stringify({ traceEvents: [...trace.traceEvents.filter((event) => event !== own), next, begun] }),
  );
  const dump = await openContext(path);
  const view = await dump.timeline(0);
  if (!view) throw new Error('No timeline');
  const { unfinished, call, task } = await lastWork(dump, dump.ranks[0], view);
  expect(unfinished).toMatchObject([{ name: 'hcom_allReduce__001_1_1', type: 'allReduce' }]);
  // Column 8 to the end of “save”, 2 µs later.
  expect(unfinished[0].waitedNs).toBe(2000);
  expect([call, task]).toEqual(['save', 'hcom_allReduce__001_1_1']);
});

test('one that never ended is in no file of the profiler: the timeline tells of it all the same', async () => {
  const own = join(folder, 'node_1_ascend_pt', 'ASCEND_PROFILER_OUTPUT');
  mkdirSync(own, { recursive: true });
  const trace = JSON.parse(drawTrace(picture)) as { traceEvents: Record<string, unknown>[] };
  const [ended] = trace.traceEvents.filter(({ name }) => name === 'hcom_allReduce__001_0_1');
  const begun = { ...ended, ph: 'B', ts: 8, name: 'hcom_allReduce__001_1_1', dur: undefined };
  writeFileSync(join(own, 'trace_view.json'), JSON.stringify([...trace.traceEvents, begun]));
  const times = { 'Start Timestamp(us)': ended.ts, 'Elapse Time(ms)': (ended.dur as number) / 1000 };
  const op = { 'Communication Time Info': times, 'Communication Bandwidth Info': {} };
  const told = { step: { p2p: {}, collective: { 'hcom_allReduce__001_0_1@123001': op } } };
  writeFileSync(join(own, 'communication.json'), JSON.stringify(told));
  const dump = await openContext(join(folder, 'node_1_ascend_pt'));
  const view = await dump.timeline(0);
  if (!view) throw new Error('No timeline');
  const { unfinished } = await lastWork(dump, dump.ranks[0], view);
  expect(unfinished).toMatchObject([{ name: 'hcom_allReduce__001_1_1', type: 'allReduce' }]);
});
