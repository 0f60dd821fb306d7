import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { DumpState, RankIndex } from '../../../../src-contract';
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
  test('shows which have come since, with their tables, as when it is opened again', async () => {
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
    const before = await engine.views(id);
    expect(before.missing.flatMap(({ ranks: lacking }) => lacking)).not.toContain(1);
    const output = 'ASCEND_PROFILER_OUTPUT';
    // As a profiler writes it: the timeline, and the tables behind it.
    const from = dumpPath('ascend/text_level1_2ranks/rank1_ascend_pt');
    const to = join(job, 'rank1_ascend_pt');
    mkdirSync(join(to, output), { recursive: true });
    for (const name of readdirSync(from).filter((own) => own.startsWith('profiler_')))
      cpSync(join(from, name), join(to, name));
    cpSync(join(from, output, 'trace_view.json'), join(to, output, 'trace_view.json'));
    const joined = await until(engine, id, (state) => state.ranks[1]?.status === 'ready');
    expect(joined.ranks.map(({ label }) => label)).toEqual(['Rank 0', 'Rank 1']);
    expect(joined.ranks[1].groups.length).toBeGreaterThan(2);
    expect(joined.ranks[0].generation).toBe(ranks[0].generation);
    cpSync(from, to, { recursive: true, force: false });
    const kernels = 'kernel_details.csv';
    const hasKernels = ({ ranks: [, own] }: DumpState) => own.files.some(({ path }) => path.endsWith(kernels));
    const whole = await until(engine, id, hasKernels);
    expect(whole.notices.filter(({ code }) => code.endsWith('-appeared'))).toEqual([]);
    const kernelsOf = async (dump: DumpState['id']) => {
      const source = { table: 'operator.kernels', of: { ranks: [1 as RankIndex] } } as const;
      const page = await engine.table({ dump, source, sort: [], filters: [], firstRow: 0, rowCount: 1, columns: [] });
      return page.totalRows;
    };
    expect(await kernelsOf(id)).toBeGreaterThan(100);
    const counted = await kernelsOf(id);
    await engine.close(id);
    const again = await opened(engine, job);
    expect(await kernelsOf(again.id)).toBe(counted);
    const lanesOf = ({ ranks: [, own] }: DumpState) => own.groups.map(({ name, lanes }) => [name, lanes.length]);
    expect(lanesOf(whole)).toEqual(lanesOf(again));
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
