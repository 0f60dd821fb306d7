import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RankIndex } from '../../../../src-contract';
import { builtWorker } from '../../../fixtures/builtWorker';
import { startEngine, until } from './startedEngine';

const worker = builtWorker();
const RANKS = 1000;

/** Of each rank a timeline and a csv, in folders as the profiler names them. */
function writeJob(folder: string): string {
  const job = join(folder, 'job');
  for (let rank = 0; rank < RANKS; rank++) {
    const own = join(job, `node_${100_000 + rank}_20250804093324000_ascend_pt`);
    mkdirSync(join(own, 'ASCEND_PROFILER_OUTPUT'), { recursive: true });
    writeFileSync(join(own, `profiler_info_${rank}.json`), '{}');
    writeFileSync(
      join(own, 'ASCEND_PROFILER_OUTPUT', 'trace_view.json'),
      `[{"ph":"X","pid":1,"tid":1,"ts":"${1_000_000 + rank}","dur":10,"name":"op"}]`,
    );
    writeFileSync(
      join(own, 'ASCEND_PROFILER_OUTPUT', 'step_trace_time.csv'),
      `Device_id,Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble,Communication(Not Overlapped and Exclude Receive),Preparing\n0,5,${1000 + rank},200,300,500,100,0,0,200,50\n`,
    );
  }
  return job;
}

test('a thousand ranks are listed before their timelines are read, and views over files need none', async () => {
  const { engine, folder } = startEngine(worker.url);
  const job = writeJob(folder);
  const startMs = performance.now();
  const id = await engine.open([job]);
  const listed = await until(engine, id, ({ ranks }) => ranks.length === RANKS);
  // 2 s on two quiet cores; told, since a machine with more to do takes longer.
  console.info(`${RANKS} ranks listed after ${Math.round(performance.now() - startMs)} ms`);
  expect(listed.ranks.filter(({ status }) => status === 'unread').length).toBeGreaterThanOrEqual(RANKS - 4);

  const split = await engine.table({
    dump: id,
    source: { table: 'summary.split', of: { step: 'all' } },
    sort: [],
    filters: [],
    firstRow: 0,
    rowCount: RANKS,
  });
  expect(split.totalRows).toBe(RANKS);

  const ready = await until(engine, id, ({ status }) => status === 'ready');
  expect(ready.ranks.filter(({ status }) => status === 'ready')).toHaveLength(4);
  await engine.readTimelines(id, { kind: 'next', ranks: [999, 500].map((rank) => rank as RankIndex) });
  const more = await until(engine, id, ({ ranks }) => ranks[500]!.status === 'ready' && ranks[999]!.status === 'ready');
  expect(more.ranks.filter(({ status }) => status === 'ready')).toHaveLength(6);
  expect(more.reading).toBeUndefined();
});
