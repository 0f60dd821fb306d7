import { expect, onTestFinished, test, vi } from 'vitest';
import type { DumpId, Engine, QuestionId } from '../../../../src-contract';
import { DumpRecord } from '../../../../src-main/engine/opening/dumpRecord';
import { temporaryFolder } from '../../../fixtures/indexed';
import { engineIn, filesIn, opened, writeTrace } from './cacheFaults';

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
