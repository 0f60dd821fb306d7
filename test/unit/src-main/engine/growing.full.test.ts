import { appendFileSync, cpSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { DumpState } from '../../../../src-contract';
import { builtWorker } from '../../../fixtures/builtWorker';
import { describeDumps, dumpPath } from '../../../fixtures/dumps';
import { opened, startEngine, until } from './startedEngine';

const worker = builtWorker();
/** Times count from the rank's first: what the dump counts from is settled by what was there when it was opened. */
function ofFile({ ranks }: DumpState): unknown {
  const [{ generation: _, isGrowing: _growing, progress: _progress, files: _files, ...rest }] = ranks;
  const text = JSON.stringify(rest, (key, value) =>
    key === 'startNs' || key === 'endNs' ? value - rest.startNs : value,
  );
  return JSON.parse(text);
}

describeDumps('a job that is opened while its ranks are written', () => {
  test('says which have come since, and has them when it is opened again', async () => {
    const { engine, folder } = startEngine(worker.url);
    const job = join(folder, 'job');
    mkdirSync(job);
    const put = (rank: number) =>
      cpSync(dumpPath(`ascend/text_level1_2ranks/rank${rank}_ascend_pt`), join(job, `rank${rank}_ascend_pt`), {
        recursive: true,
      });
    put(0);
    const timeline = join(job, 'rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json');
    utimesSync(timeline, new Date(), new Date());
    const { id, ranks } = await opened(engine, job);
    expect(ranks).toHaveLength(1);
    put(1);
    writeFileSync(join(job, 'rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/api_statistic_more.csv'), 'Name\n');
    const told = await until(engine, id, ({ notices }) => notices.some(({ code }) => code === 'ranks-appeared'));
    const news = told.notices.filter(({ code }) => code.endsWith('-appeared'));
    expect(news.map(({ code, params }) => [code, params.count])).toEqual([
      ['ranks-appeared', 1],
      ['files-appeared', 1],
    ]);
    await engine.close(id);
    expect((await opened(engine, job)).ranks).toHaveLength(2);
  }, 60_000);
});

describeDumps('a trace that is opened while it is written', () => {
  test('follows, and is in the end what opening it then gives; kept once it stands still', async () => {
    const bytes = readFileSync(
      dumpPath('ascend/text_level1_2ranks/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json'),
    );
    const { engine, folder, dispose } = startEngine(worker.url);
    const path = join(folder, 'trace_view.json');
    const cuts = [0.3, 0.5, 0.8].map((share) => Math.round(share * bytes.length));
    writeFileSync(path, bytes.subarray(0, cuts[0]));
    const first = await opened(engine, path);
    let state = first;
    for (const [at, cut] of cuts.slice(1).entries()) {
      appendFileSync(path, bytes.subarray(cuts[at], cut));
      const { generation } = state.ranks[0];
      state = await until(engine, first.id, ({ ranks }) => ranks[0].generation > generation);
      expect(state.ranks[0].isGrowing).toBe(true);
      expect(state.ranks[0].notices.map(({ code }) => code)).not.toContain('truncated-event');
    }
    appendFileSync(path, bytes.subarray(cuts[2]));
    const done = await until(engine, first.id, ({ ranks }) => ranks[0].isGrowing === false);
    await engine.close(first.id);
    await dispose();
    const whole = await opened(startEngine(worker.url).engine, path);
    expect(ofFile(done)).toEqual(ofFile(whole));
  }, 60_000);
});
