import { expect, onTestFinished, test, vi } from 'vitest';
import type { DumpId, Engine, QuestionId } from '../../../../src-contract';
import { DumpRecord } from '../../../../src-main/engine/opening/dumpRecord';
import type { IndexCache } from '../../../../src-main/engine/opening/indexCache';
import type { ThreadPool } from '../../../../src-main/engine/threads/threadPool';
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
  expect((await Promise.all(load.mock.results.map(({ value }) => value))).map((kept) => kept !== undefined)).toEqual([
    false,
    true,
  ]);
  expect(reports[1]).toEqual(reports[0]);
});

/** Of files that are large enough, with these stamps of indexes at each look. */
function recordOf(stamps: readonly (readonly (readonly [number, string])[] | undefined)[], fingerprint = 'build') {
  const keys: string[] = [];
  const cache = {
    ...{ limitBytes: 1, minSourceBytes: 10 },
    loadRecord: async ({ key }: { key: string }) => void keys.push(`load ${key}`),
    saveRecord: async ({ key }: { key: string }) => void keys.push(`save ${key}`),
  } as unknown as IndexCache;
  const pool = { run: async () => [], program: { fingerprint } } as unknown as ThreadPool;
  const looks = [...stamps];
  const record = new DumpRecord(cache, pool, { stampsOf: () => looks.shift() });
  return { record, keys };
}

const of = { version: 'v', generations: new Map([[0, 1]]) };
const file = (sizeBytes: number) => ({ ranks: [], clusterFiles: [{ path: '/a', sizeBytes, role: 'table' as const }] });
const made = { bytes: new Uint8Array(), notices: [] };

test('a record is of the very indexes in use; where one is not kept, neither is it', async () => {
  const { record, keys } = recordOf([undefined, [[0, 's']], undefined]);
  record.setFiles(file(10));
  await record.load(of);
  expect(keys).toEqual([]);
  await record.save(of, made, Promise.resolve());
  await record.save(of, made, Promise.resolve());
  expect(keys).toHaveLength(1);
  expect(keys[0]).toContain('[[0,"s"]]');
});

test('a record is of the very build that made it', async () => {
  const places = await Promise.all(
    ['one build', 'another', 'one build'].map(async (fingerprint) => {
      const { record, keys } = recordOf([[[0, 's']]], fingerprint);
      record.setFiles(file(10));
      await record.load(of);
      return keys[0];
    }),
  );
  expect(places[1]).not.toBe(places[0]);
  expect(places[2]).toBe(places[0]);
});

test('of what is small nothing is kept', async () => {
  const { record, keys } = recordOf([[], []]);
  record.setFiles(file(9));
  await record.load(of);
  await record.save(of, made, Promise.resolve());
  expect(keys).toEqual([]);
});
