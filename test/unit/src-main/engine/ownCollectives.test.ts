import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readOwnCollectives } from '../../../../src-main/engine/user/ownCollectives';
import { temporaryFolder } from '../../../fixtures/indexed';

function written(content: string): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'collectives.json'), content);
  return folder;
}

test('no file: nothing is added, and nothing is said', () => {
  expect(readOwnCollectives(temporaryFolder())).toEqual({ notices: [], version: '' });
});

test('names are read; other names are another version', () => {
  const read = readOwnCollectives(written('{"libraries": [{"library": "ours", "sure": ["^xchg_"]}]}'));
  expect(read.notices).toEqual([]);
  expect(read.data?.libraries).toEqual([{ library: 'ours', sure: ['^xchg_'], likely: [] }]);
  const other = readOwnCollectives(written('{"libraries": [{"library": "ours", "sure": ["^halo_"]}]}'));
  expect(other.version).not.toBe(read.version);
});

test.each(['{', '[]', '{"libraries": [{"sure": ["("]}]}', '{"types": [{"type": 3}]}'])(
  'what is wrong with %s is said, and none of it used',
  (content) => {
    const { data, notices, version } = readOwnCollectives(written(content));
    expect({ data, version }).toEqual({ data: undefined, version: '' });
    expect(notices.map(({ code, path }) => [code, path?.endsWith('collectives.json')])).toEqual([
      ['own-collectives-unreadable', true],
    ]);
  },
);
