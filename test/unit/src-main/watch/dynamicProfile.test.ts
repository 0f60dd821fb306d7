import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  dynamicProfilePath,
  nextDynamicProfile,
  requestDynamicProfile,
} from '../../../../src-main/watch/dynamicProfile';
import { lightRequest } from '../../../../src-watch/requests/profileRequest';
import { temporaryFolder } from '../../../fixtures/indexed';

const request = { ...lightRequest, output: '/data/p' };

test.each([
  ['there is none', undefined, {}],
  ['it is damaged', '{"metadata": {', {}],
  ['it is no object', '[1, 2]', {}],
  ['others have set something', '{"metadata": {"a": 1}, "own": 2}', { metadata: { a: 1 }, own: 2 }],
])('where %s: a whole file, of a valid request', async (_, before, kept) => {
  const folder = temporaryFolder();
  const path = dynamicProfilePath(folder);
  if (before !== undefined) writeFileSync(path, before);
  const next = await nextDynamicProfile(folder, request);
  if (before !== undefined) expect(readFileSync(path, 'utf8')).toBe(before);
  await requestDynamicProfile(folder, request);
  expect(readFileSync(path, 'utf8')).toBe(next);
  expect(JSON.parse(next)).toMatchObject({ ...kept, is_valid: true, prof_dir: '/data/p', active: 1 });
  expect(readdirSync(folder)).toEqual(['profiler_config.json']);
});

test('what cannot be read is not written over', async () => {
  const folder = temporaryFolder();
  mkdirSync(dynamicProfilePath(folder));
  await expect(requestDynamicProfile(folder, request)).rejects.toThrow('EISDIR');
});
