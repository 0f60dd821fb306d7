import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { accessOf, atOnce, byThreads } from '../../../../src-main/watch/fileAccess';

const folder = mkdtempSync(join(tmpdir(), 'tracelane-access-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'train.log');
writeFileSync(path, '0123456789');

describe.each([
  ['at once', atOnce],
  ['by threads', byThreads],
])('%s', (_, access) => {
  test('reads from a place on, and no further than the end', async () => {
    const file = await access.open(path);
    const into = new Uint8Array(8);
    expect(await access.read(file, into, 6)).toBe(4);
    expect(new TextDecoder().decode(into.subarray(0, 4))).toBe('6789');
    expect((await access.fstat(file)).ino).toBe((await access.stat(path)).ino);
    await access.close(file);
  });

  test('throws what the system says', async () => {
    // At once it throws, by threads it rejects: either way for whoever waits.
    await expect((async () => access.open(join(folder, 'none')))()).rejects.toMatchObject({ code: 'ENOENT' });
    await expect((async () => access.stat(join(folder, 'none')))()).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

test('a folder that is not there, and a file system that is none of a disk, are read by threads', async () => {
  expect(await accessOf(join(folder, 'none'))).toBe(byThreads);
  if (process.platform !== 'linux') return;
  expect(await accessOf('/proc')).toBe(byThreads);
  // ext4, tmpfs and overlayfs: what tests run on.
  const isKnown = [0xef53, 0x01021994, 0x794c7630, 0x58465342, 0x9123683e].includes((await statfs(folder)).type);
  if (isKnown) expect(await accessOf(folder)).toBe(atOnce);
});
