import { expect, test } from 'vitest';
import { DumpRecord } from '../../../../src-main/engine/opening/dumpRecord';
import type { IndexCache } from '../../../../src-main/engine/opening/indexCache';
import type { ThreadPool } from '../../../../src-main/engine/threads/threadPool';

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
  expect(await record.load(of)).toEqual({ record: undefined, isKept: true });
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
  expect(await record.load(of)).toEqual({ record: undefined, isKept: false });
  await record.save(of, made, Promise.resolve());
  expect(keys).toEqual([]);
});
