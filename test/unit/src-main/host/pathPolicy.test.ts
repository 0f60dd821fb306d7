import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, win32 } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isInside, rootedPolicy } from '../../../../src-main/host/pathPolicy';

let dir = '';
beforeEach(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), 'tracelane-policy-')));
  await mkdir(join(dir, 'root', 'dump'), { recursive: true });
  await mkdir(join(dir, 'root-beside'), { recursive: true });
  await mkdir(join(dir, 'outside'), { recursive: true });
  await writeFile(join(dir, 'outside', 'secret.json'), '[]');
});
afterEach(() => rm(dir, { recursive: true, force: true }));

test('the root and what is below it', async () => {
  const policy = await rootedPolicy([join(dir, 'root')]);
  await expect(policy.resolve(join(dir, 'root'))).resolves.toBe(join(dir, 'root'));
  await expect(policy.resolve(join(dir, 'root', 'dump', '..', 'dump'))).resolves.toBe(join(dir, 'root', 'dump'));
});

test.each([
  ['a folder beside it', 'outside'],
  ['a name that begins with the root’s', 'root-beside'],
  ['the way up', 'root/../outside'],
  ['the folder above', '.'],
  ['a path that does not exist', 'nowhere/at/all'],
])('%s is refused', async (_name, path) => {
  const policy = await rootedPolicy([join(dir, 'root')]);
  await expect(policy.resolve(join(dir, path))).rejects.toMatchObject({ name: 'OutsideRootsError' });
});

test('a symlink that leads out is refused, also for what does not exist behind it', async () => {
  await symlink(join(dir, 'outside'), join(dir, 'root', 'link'));
  const policy = await rootedPolicy([join(dir, 'root')]);
  for (const path of ['link', 'link/secret.json', 'link/missing.json']) {
    await expect(policy.resolve(join(dir, 'root', path))).rejects.toMatchObject({ name: 'OutsideRootsError' });
  }
});

test('a root that is itself a symlink allows what it points to', async () => {
  await symlink(join(dir, 'root'), join(dir, 'way-in'));
  const policy = await rootedPolicy([join(dir, 'way-in')]);
  await expect(policy.resolve(join(dir, 'way-in', 'dump'))).resolves.toBe(join(dir, 'root', 'dump'));
});

test('what is missing below the root passes, for the engine to say so', async () => {
  const policy = await rootedPolicy([join(dir, 'root')]);
  await expect(policy.resolve(join(dir, 'root', 'gone', 'x'))).resolves.toBe(join(dir, 'root', 'gone', 'x'));
});

test('a name that begins with two dots is inside', () => {
  expect(isInside('/root', '/root/..dump')).toBe(true);
  expect(isInside('/root', '/root/../dump')).toBe(false);
});

test('on Windows: disks, shares, case', () => {
  const inside: [folder: string, path: string][] = [
    ['C:\\data', 'C:\\data'],
    ['C:\\data', 'c:\\DATA\\rank0'],
    ['C:\\', 'C:\\data'],
    ['C:\\data', 'C:\\data\\..a'],
    ['\\\\server\\share', '\\\\SERVER\\share\\训练 1'],
    ['\\\\server\\share\\', '\\\\server\\share\\a'],
  ];
  const outside: [folder: string, path: string][] = [
    ['C:\\data', 'D:\\data'],
    ['C:\\data', 'C:\\data-beside'],
    ['C:\\data', 'C:\\data\\..\\x'],
    ['C:\\data', 'C:\\'],
    ['C:\\', '\\\\server\\share'],
    ['\\\\server\\share', '\\\\server\\other'],
    ['\\\\server\\share', '\\\\other\\share\\a'],
    ['\\\\server\\share', 'C:\\server\\share'],
    ['C:\\data', '\\\\?\\D:\\data'],
  ];
  expect(inside.filter(([folder, path]) => !isInside(folder, path, win32))).toEqual([]);
  expect(outside.filter(([folder, path]) => isInside(folder, path, win32))).toEqual([]);
});

test.skipIf(process.platform === 'win32')(
  'a name may begin with a backslash where that separates nothing',
  async () => {
    const policy = await rootedPolicy([join(dir, 'root')]);
    // Not there, but without its backslash it would be.
    await expect(policy.resolve(join(dir, 'root', '\\dump'))).resolves.toBe(join(dir, 'root', '\\dump'));
  },
);
