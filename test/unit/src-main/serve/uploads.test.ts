import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Uploads } from '../../../../src-main/serve/uploads';

const reserveBytes = 512 * 1024 * 1024;
let tempDir = '';
beforeEach(async () => {
  tempDir = await mkdtemp(join(tmpdir(), 'tracelane-uploads-'));
});
afterEach(() => rm(tempDir, { recursive: true, force: true }));

const bytes = (count: number): Readable => Readable.from([Buffer.alloc(count)]);

test('no more is written than the disk has room for, whatever was announced', async () => {
  const uploads = new Uploads({ tempDir, freeBytes: async () => reserveBytes + 100 });
  const { id, maxBytes } = await uploads.start('s');
  expect(maxBytes).toBe(100);
  await uploads.receive(id, 'fits', bytes(60), 60);
  await expect(uploads.receive(id, 'announced', bytes(0), 41)).rejects.toMatchObject({ code: 'upload-too-large' });
  await expect(uploads.receive(id, 'silent', bytes(41), undefined)).rejects.toMatchObject({ code: 'upload-too-large' });
  expect(uploads.finish(id).paths.map((path) => path.split(/[\\/]/).at(-1))).toEqual(['fits']);
});

test('the folder is private, and gone when the host ends', async () => {
  const uploads = new Uploads({ tempDir });
  const { id } = await uploads.start('s');
  await uploads.receive(id, 'a/b.json', bytes(3), 3);
  const [folder = ''] = await readdir(tempDir);
  expect((await stat(join(tempDir, folder))).mode & 0o077).toBe(0);
  expect(uploads.contains(uploads.finish(id).paths[0] ?? '')).toBe(true);
  expect(uploads.contains(join(tempDir, folder, '..', 'other'))).toBe(false);
  await uploads.dispose();
  expect(await readdir(tempDir)).toEqual([]);
});

test('a window that goes takes its uploads along, but not those of others', async () => {
  const uploads = new Uploads({ tempDir });
  const mine = await uploads.start('mine');
  const other = await uploads.start('other');
  await uploads.receive(other.id, 'kept.json', bytes(3), 3);
  await uploads.removeOf('mine');
  await expect(uploads.receive(mine.id, 'a', bytes(1), 1)).rejects.toMatchObject({ code: 'upload-unknown' });
  expect(uploads.finish(other.id).paths).toHaveLength(1);
});

test('what a killed host left is removed, what a running one has is not', async () => {
  const gone = 2 ** 22 + 1;
  await mkdir(join(tempDir, `uploads-${gone}-abc`));
  await mkdir(join(tempDir, `uploads-${process.pid}-abc`));
  await mkdir(join(tempDir, 'something else'));
  await new Uploads({ tempDir }).start('s');
  const names = await readdir(tempDir);
  expect(names).toContain('something else');
  expect(names).toContain(`uploads-${process.pid}-abc`);
  expect(names).not.toContain(`uploads-${gone}-abc`);
});
