import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isForLinuxX64, type LockedPackage, unverified } from '../../../scripts/lib/lock.mjs';

const root = new URL('../../../', import.meta.url);
const packages = JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8')).packages as Readonly<
  Record<string, LockedPackage>
>;
const isHere = (place: string): boolean => existsSync(new URL(`${place}/package.json`, root));

test('every package that is installed on Linux x64 is held against a hash', () => {
  const places = unverified(packages);
  expect(places.filter((place) => !packages[place]?.optional || isForLinuxX64(packages[place]))).toEqual([]);
  expect(Object.keys(packages).length - places.length).toBeGreaterThan(490);
  if (process.platform === 'linux' && process.arch === 'x64') expect(places.filter(isHere)).toEqual([]);
});

test('the others are those that CONTRIBUTING.md lists', () => {
  const text = readFileSync(new URL('CONTRIBUTING.md', root), 'utf8');
  const listed = [...text.matchAll(/^- `([^`]+)@([\d.]+)`$/gm)].map(([, name, version]) => `${name}@${version}`);
  const names = unverified(packages).map(
    (place) => `${place.replace(/^.*node_modules\//, '')}@${packages[place]?.version}`,
  );
  expect(listed.sort()).toEqual([...names].sort());
});

test('the lock file names no address: packages come from the registry in use', () => {
  expect(Object.keys(packages).filter((place) => 'resolved' in packages[place]!)).toEqual([]);
});

test('what a package is for', () => {
  expect(isForLinuxX64({})).toBe(true);
  expect(isForLinuxX64({ os: ['linux'], cpu: ['x64'], libc: ['glibc'] })).toBe(true);
  expect(isForLinuxX64({ os: ['!win32'] })).toBe(true);
  for (const other of [{ os: ['darwin'] }, { cpu: ['arm64'] }, { os: ['linux'], libc: ['musl'] }, { os: ['!linux'] }])
    expect(isForLinuxX64(other)).toBe(false);
});
