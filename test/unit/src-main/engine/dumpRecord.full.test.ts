import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { DumpId, Engine, QuestionId } from '../../../../src-contract';
import { nextDumpState } from '../../../../src-contract/wire/dumpUpdates';
import { DumpRecord } from '../../../../src-main/engine/opening/dumpRecord';
import { temporaryFolder } from '../../../fixtures/indexed';
import { engineIn, filesIn, isIndex, opened, writeTrace } from './cacheFaults';

const findings = (engine: Engine, dump: DumpId) => engine.ask(dump, 'findings.report', {}, 'q' as QuestionId);

test('findings of a dump are there with its index the next time, the same ones', async () => {
  const folder = temporaryFolder();
  const path = writeTrace(folder);
  const load = vi.spyOn(DumpRecord.prototype, 'load');
  onTestFinished(() => load.mockRestore());
  const reports = [];
  for (let opening = 0; opening < 2; opening++) {
    const host = engineIn(folder);
    const { id } = await opened(host.engine, path);
    reports.push(await findings(host.engine, id));
    expect((await host.engine.usage()).cachedIndexes).toBe(1);
    await host.dispose();
    expect(filesIn(folder).filter((name) => name.endsWith('.tlrecord'))).toHaveLength(1);
  }
  expect(
    (await Promise.all(load.mock.results.map(({ value }) => value))).map((kept) => kept.record !== undefined),
  ).toEqual([false, true]);
  expect(reports[1]).toEqual(reports[0]);
});

test('findings that can’t be written are there all the same, and that is said', async () => {
  const folder = temporaryFolder();
  const { engine } = engineIn(folder);
  let state = await opened(engine, writeTrace(folder));
  await vi.waitFor(() => expect(filesIn(folder).filter(isIndex)).toHaveLength(1), { timeout: 20_000 });
  // In the place of the folder that they go to.
  rmSync(join(folder, 'cache', 'index'), { recursive: true });
  writeFileSync(join(folder, 'cache', 'index'), '');
  expect((await findings(engine, state.id)).version).toBe(1);
  while (state.notices.length === 0) state = await nextDumpState(engine, state.id, state);
  expect(state.notices).toMatchObject([{ code: 'findings-not-kept', severity: 'info' }]);
});
