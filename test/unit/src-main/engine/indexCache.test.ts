import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { IndexCache } from '../../../../src-main/engine/opening/indexCache';
import { ThreadPool } from '../../../../src-main/engine/threads/threadPool';
import { ThreadProgram } from '../../../../src-main/engine/threads/threadProgram';
import { fingerprintsOf } from '../../../../src-worker/files/fingerprints';
import { notice } from '../../../../src-worker/files/notices';
import { importRank, type RankResult } from '../../../../src-worker/importers/importRank';
import { PlainTokenizer } from '../../../../src-worker/tokenizer/plainTokenizer';
import { builtWorker } from '../../../fixtures/builtWorker';
import { temporaryFolder } from '../../../fixtures/indexed';
import { Random } from '../../../fixtures/random';

const worker = builtWorker();

interface Prepared {
  readonly cache: IndexCache;
  readonly pool: ThreadPool;
  readonly folder: string;
  /** Writes a trace, indexes it, and saves its index. */
  save(name: string): Promise<{ path: string; result: RankResult }>;
  files(): string[];
}

function prepare(limitBytes = 1e9): Prepared {
  const folder = temporaryFolder();
  const pool = new ThreadPool(new ThreadProgram(worker.url), 2);
  onTestFinished(() => pool.stop());
  const cache = new IndexCache(join(folder, 'index'), { limitBytes, minSourceBytes: 0 });
  return {
    cache,
    pool,
    folder,
    async save(name) {
      const path = join(folder, name);
      writeFileSync(path, traceText(name));
      const result = await importRank([path], (baseUs) => new PlainTokenizer(baseUs));
      expect(await cache.save([path], await fingerprintsOf([path]), result, pool)).toBe(true);
      return { path, result };
    },
    files: () => (existsSync(cache.folder) ? readdirSync(cache.folder) : []),
  };
}

function traceText(name: string): string {
  const events = Array.from({ length: 500 }, (_, i) => ({
    ph: 'X',
    name: `${name} ${i % 7}`,
    cat: 'kernel',
    pid: 4294967297,
    tid: i % 3,
    ts: `${1736408883000000 + i * 10}.${String(i).padStart(3, '0')}`,
    dur: (i % 9) + 0.5,
    args: { i },
  }));
  const counters = Array.from({ length: 200 }, (_, i) => ({
    ph: 'C',
    name: 'HBM',
    pid: 7,
    tid: 0,
    ts: `${1736408883000000 + i * 20}`,
    args: { 'Read(MB/s)': i },
  }));
  return JSON.stringify([...events, ...counters]);
}

test('what is loaded is what was saved, arrays and all', async () => {
  const { cache, pool, save } = prepare();
  const { path, result } = await save('a.json');
  const loaded = await cache.load([path], pool);
  expect(loaded?.index).toEqual(result.index);
  expect(loaded?.summary).toEqual(result.summary);
  expect(loaded?.laneIds).toEqual(result.laneIds);
  expect(loaded?.index.slices.startNs.buffer).toBeInstanceOf(SharedArrayBuffer);
});

test('an index is not used, and deleted, once its file has changed: by a byte, by its time, by its size', async () => {
  const { cache, pool, save, files } = prepare();
  const { path } = await save('a.json');
  const { atime, mtime } = statSync(path);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace('"dur":1.5', '"dur":2.5'));
  utimesSync(path, atime, mtime);
  expect(await cache.load([path], pool)).toBeUndefined();
  expect(files()).toEqual([]);

  await save('b.json');
  const later = new Date(Date.now() + 5000);
  utimesSync(join(path, '..', 'b.json'), later, later);
  expect(await cache.load([join(path, '..', 'b.json')], pool)).toBeUndefined();

  const { path: third } = await save('c.json');
  writeFileSync(third, `${readFileSync(third, 'utf8')} `);
  expect(await cache.load([third], pool)).toBeUndefined();
});

test.each([
  ['a byte of a section', (bytes: Buffer) => bytes.writeUInt8(bytes[40] ^ 0xff, 40)],
  ['a byte of the head', (bytes: Buffer) => bytes.writeUInt8(bytes[bytes.length - 9] ^ 1, bytes.length - 9)],
  ['where its head stands', (bytes: Buffer) => bytes.writeDoubleLE(bytes.readDoubleLE(16) - 1, 16)],
  ['its version', (bytes: Buffer) => bytes.writeUInt32LE(999, 4)],
])('a damaged file is thrown away, not trusted: %s', async (_, damage) => {
  const { cache, pool, save, files } = prepare();
  const { path } = await save('a.json');
  const file = join(cache.folder, files()[0]);
  const bytes = readFileSync(file);
  damage(bytes);
  writeFileSync(file, bytes);
  expect(await cache.load([path], pool)).toBeUndefined();
  expect(files()).toEqual([]);
});

test('whatever byte of it is changed, or wherever it ends: it is not used, or it is right', async () => {
  const { cache, pool, save, files } = prepare();
  const { path, result } = await save('a.json');
  const file = join(cache.folder, files()[0]);
  const bytes = readFileSync(file);
  const random = new Random(3);
  let thrownAway = 0;
  for (let i = 0; i < 120; i++) {
    const damaged = Buffer.from(bytes.subarray(0, i % 3 === 0 ? random.integer(0, bytes.length - 1) : bytes.length));
    if (damaged.length === bytes.length) damaged[random.integer(0, bytes.length - 1)] ^= 1 << random.integer(0, 7);
    writeFileSync(file, damaged);
    const loaded = await cache.load([path], pool);
    if (loaded === undefined) thrownAway++;
    // A few bytes between the arrays are of no meaning.
    else expect(loaded.index).toEqual(result.index);
    expect(files()).toHaveLength(loaded ? 1 : 0);
  }
  expect(thrownAway).toBeGreaterThan(100);
});

test('one that is not read to its end, because the user has had enough, stays', async () => {
  const { cache, pool, save } = prepare();
  const { path } = await save('a.json');
  expect(await cache.load([path], pool, AbortSignal.abort())).toBeUndefined();
  const dying = new ThreadPool(new ThreadProgram(new URL('file:///no/such/worker.mjs')), 1);
  onTestFinished(() => dying.stop());
  expect(await cache.load([path], dying)).toBeUndefined();
  expect(await cache.load([path], pool)).toBeDefined();
});

test('of a large file, a byte in any of the sampled blocks tells, though size and time are the same', async () => {
  const { folder } = prepare();
  const path = join(folder, 'large.json');
  const bytes = Buffer.alloc(5_000_000, 'x');
  writeFileSync(path, bytes);
  const { atime, mtime } = statSync(path);
  utimesSync(path, atime, mtime);
  const [before] = await fingerprintsOf([path]);
  for (let block = 0; block < 16; block++) {
    const changed = Buffer.from(bytes);
    changed[Math.floor(((bytes.length - 65_536) * block) / 15) + 30_000] = 0;
    writeFileSync(path, changed);
    utimesSync(path, atime, mtime);
    const [after] = await fingerprintsOf([path]);
    expect({ ...after, sample: 0 }).toEqual({ ...before, sample: 0 });
    expect(after.sample, `block ${block}`).not.toBe(before.sample);
  }
});

test('so is one that is too short', async () => {
  const { cache, pool, save, files } = prepare();
  const { path } = await save('a.json');
  const file = join(cache.folder, files()[0]);
  truncateSync(file, statSync(file).size - 100);
  expect(await cache.load([path], pool)).toBeUndefined();
  expect(files()).toEqual([]);
});

test('beyond the limit the least recently used goes first', async () => {
  const { cache, pool, save, files } = prepare();
  const { path: a } = await save('a.json');
  const { path: b } = await save('b.json');
  const sizes = (await cache.entries()).map(({ sizeBytes }) => sizeBytes);
  for (const { file } of await cache.entries()) utimesSync(file, new Date(1e12), new Date(1e12));
  // Looked at last, so it stays.
  expect(await cache.load([a], pool)).toBeDefined();
  cache.limitBytes = Math.max(...sizes) + 10;
  await cache.prune();
  expect(files()).toHaveLength(1);
  expect(await cache.load([b], pool)).toBeUndefined();
  expect(await cache.load([a], pool)).toBeDefined();
  expect(await cache.clear()).toBeGreaterThan(0);
  expect(files()).toEqual([]);
});

test('writing that fails says so and leaves nothing behind', async () => {
  const { pool, folder } = prepare();
  const path = join(folder, 'a.json');
  writeFileSync(path, traceText('a'));
  const result = await importRank([path], (baseUs) => new PlainTokenizer(baseUs));
  // A file stands where the cache's folder should be: no index can be written there.
  writeFileSync(join(folder, 'taken'), '');
  const cache = new IndexCache(join(folder, 'taken'), { limitBytes: 1e9, minSourceBytes: 0 });
  await expect(cache.save([path], await fingerprintsOf([path]), result, pool)).rejects.toThrow(/EEXIST|ENOTDIR/);
  expect(statSync(join(folder, 'taken')).size).toBe(0);
});

test('what a killed process left is removed after an hour, what another one is writing is not', async () => {
  const { cache, folder, files } = prepare();
  mkdirSync(join(folder, 'index'));
  const old = join(cache.folder, 'x.tlindex.1-abcd.tmp');
  writeFileSync(old, 'half');
  utimesSync(old, new Date(1e12), new Date(1e12));
  writeFileSync(join(cache.folder, 'y.tlindex.2-abcd.tmp'), 'half');
  await cache.prune();
  expect(files()).toEqual(['y.tlindex.2-abcd.tmp']);
});

test('two windows that save the same dump at once leave one whole index', async () => {
  const { cache, pool, folder, files } = prepare();
  const path = join(folder, 'a.json');
  writeFileSync(path, traceText('a'));
  const result = await importRank([path], (baseUs) => new PlainTokenizer(baseUs));
  const before = await fingerprintsOf([path]);
  const other = new IndexCache(cache.folder, { limitBytes: 1e9, minSourceBytes: 0 });
  await Promise.all([cache, other, cache, other].map((one) => one.save([path], before, result, pool)));
  expect(files()).toHaveLength(1);
  expect((await other.load([path], pool))?.index).toEqual(result.index);
});

test('a file that changed while it was read is not saved', async () => {
  const { cache, pool, folder, files } = prepare();
  const path = join(folder, 'a.json');
  writeFileSync(path, traceText('a'));
  const before = await fingerprintsOf([path]);
  const result = await importRank([path], (baseUs) => new PlainTokenizer(baseUs));
  writeFileSync(path, traceText('b'));
  expect(await cache.save([path], before, result, pool)).toBe(false);
  expect(files()).toEqual([]);
});

describe('what was found out about a dump', () => {
  /** A dump of two files, and its record. */
  async function prepareRecord(limitBytes?: number) {
    const prepared = prepare(limitBytes);
    const paths = ['a.csv', 'b.csv'].map((name) => join(prepared.folder, name));
    for (const path of paths) writeFileSync(path, path);
    const place = { dump: 'these files', key: 'this index' };
    const record = {
      bytes: Uint8Array.from([1, 2, 3, 4, 5]),
      notices: [notice('empty-file', 'error', {}, { path: '/a' })],
    };
    const save = async (own = place) =>
      prepared.cache.saveRecord(own, await fingerprintsOf(paths), record, prepared.pool);
    const load = (own = place) => prepared.cache.loadRecord(own, () => fingerprintsOf(paths), prepared.pool);
    return { ...prepared, paths, place, record, save, load };
  }

  test('is there the next time, byte for byte; not for another index, or by another version', async () => {
    const { record, place, save, load } = await prepareRecord();
    expect(await save()).toBe(true);
    const found = await load();
    expect([Array.from(found?.bytes ?? []), found?.notices]).toEqual([Array.from(record.bytes), record.notices]);
    expect(await load({ ...place, key: 'another index' })).toBeUndefined();
    expect(await load()).toBeDefined();
  });

  test('is thrown away once one of the files is another', async () => {
    const { paths, save, load, files } = await prepareRecord();
    await save();
    writeFileSync(paths[1], 'more');
    expect(await load()).toBeUndefined();
    expect(files()).toEqual([]);
  });

  test('is not kept where a file changes while it is worked out', async () => {
    const { cache, pool, paths, place, record, files } = await prepareRecord();
    const before = await fingerprintsOf(paths);
    writeFileSync(paths[0], 'more');
    expect(await cache.saveRecord(place, before, record, pool)).toBe(false);
    expect(files()).toEqual([]);
  });

  test.each([-2, 40])('is thrown away where it is damaged, at byte %d', async (at) => {
    const { cache, save, load, files } = await prepareRecord();
    await save();
    const file = join(cache.folder, files()[0]);
    const bytes = readFileSync(file);
    const place = at < 0 ? bytes.length + at : at;
    bytes[place] ^= 1;
    writeFileSync(file, bytes);
    expect(await load()).toBeUndefined();
    expect(files()).toEqual([]);
  });

  test('takes part in the limit; of one dump there are two', async () => {
    const { cache, place, save, load } = await prepareRecord();
    for (const [i, key] of ['one', 'two', 'three'].entries()) {
      await save({ ...place, key });
      for (const { file } of await cache.entries()) utimesSync(file, new Date(1e12 + i), new Date(1e12 + i));
    }
    await save({ ...place, dump: 'other files' });
    const entries = await cache.entries();
    expect(entries.map(({ kind }) => kind)).toEqual(['record', 'record', 'record']);
    expect(await load({ ...place, key: 'three' })).toBeDefined();
    cache.limitBytes = entries[0].sizeBytes + 1;
    await cache.prune();
    expect(await cache.entries()).toHaveLength(1);
    expect(await cache.clear()).toBeGreaterThan(0);
  });
});
