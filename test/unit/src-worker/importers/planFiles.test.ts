import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Segment } from '../../../../src-worker/importers/importer';
import { planFiles } from '../../../../src-worker/importers/planFiles';
import { temporaryFolder } from '../../../fixtures/indexed';

test('files in order: divided, whole where they are packed, said where there is nothing in them or they are gone', () => {
  const folder = temporaryFolder();
  const write = (name: string, bytes: string | Uint8Array) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  };
  const gone = join(folder, 'gone.json');
  const paths = [write('a.json', 'abcd'), write('b.json', ''), write('c.json.gz', gzipSync('abcd')), gone];
  paths.push(write('d.json', 'ab'));
  const halves = (path: string, file: number, sizeBytes: number) => ({
    segments: [0, 1].map((): Segment => ({ path, kind: 'plain', file, sizeBytes: sizeBytes / 2 })),
    // The first that is known counts.
    baseUs: file === 0 ? undefined : file,
  });
  const { segments, baseUs, notices } = planFiles(paths, (packed) => packed, halves);
  expect(segments.map(({ file, kind }) => `${file} ${kind}`)).toEqual([
    '0 plain',
    '0 plain',
    '2 packed',
    '4 plain',
    '4 plain',
  ]);
  expect(segments.map(({ sizeBytes }) => sizeBytes)).toEqual([2, 2, expect.any(Number), 1, 1]);
  expect(baseUs).toBe(4);
  expect(notices.map(({ code, path }) => [code, path])).toEqual([
    ['empty-file', paths[1]],
    ['file-unreadable', gone],
  ]);
});
