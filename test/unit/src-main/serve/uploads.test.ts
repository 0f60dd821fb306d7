import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
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

test('a file within a file, or in the place of a folder, is refused with a sentence', async () => {
  const uploads = new Uploads({ tempDir });
  const { id } = await uploads.start('s');
  await uploads.receive(id, 'x', bytes(3), 3);
  for (const path of ['x/y', 'x/y/z'])
    await expect(uploads.receive(id, path, bytes(3), 3)).rejects.toMatchObject({
      code: 'upload-bad-path',
      message: `${path} can’t be written: a part of its path has been uploaded as a file.`,
    });
  await uploads.receive(id, 'a/b', bytes(3), 3);
  await expect(uploads.receive(id, 'a', bytes(3), 3)).rejects.toMatchObject({ code: 'upload-bad-path' });
  expect(uploads.finish(id).paths).toHaveLength(2);
});

test('what the system reports comes in our words', async () => {
  await writeFile(join(tempDir, 'file'), '');
  const uploads = new Uploads({ tempDir: join(tempDir, 'file', 'temp') });
  await expect(uploads.start('s')).rejects.toMatchObject({
    code: 'upload-failed',
    message: 'What was dropped could not be written: part of its path is not a folder.',
  });
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  const failing = new Readable({
    read() {
      this.destroy(full);
    },
  });
  const good = new Uploads({ tempDir });
  const { id } = await good.start('s');
  await expect(good.receive(id, 'a', failing, undefined)).rejects.toMatchObject({
    code: 'upload-too-large',
    message: 'There is no room on the disk for a.',
  });
});
