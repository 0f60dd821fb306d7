import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
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
