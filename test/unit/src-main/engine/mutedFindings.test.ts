import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { MutedFindings } from '../../../../src-main/engine/user/mutedFindings';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'muted-'));
  folders.push(path);
  return path;
}

test('what is muted belongs to the dump of these paths, in any order, and is there for the next run of the program', async () => {
  const path = folder();
  const first = new MutedFindings(path);
  void first.change(['/a', '/b'], 'A2:Rank 0', 'known: small batch');
  void first.change(['/c'], 'A2:Rank 0', 'another job');
  await first.change(['/a', '/b'], 'C8:Rank 5', '');
  const next = new MutedFindings(path);
  expect(await next.of(['/b', '/a'])).toEqual([
    { finding: 'C8:Rank 5', reason: '' },
    { finding: 'A2:Rank 0', reason: 'known: small batch' },
  ]);
  expect(await next.of(['/a'])).toEqual([]);
  expect(await next.change(['/b', '/a'], 'C8:Rank 5', undefined)).toEqual([
    { finding: 'A2:Rank 0', reason: 'known: small batch' },
  ]);
  expect(await next.of(['/c'])).toHaveLength(1);
});

test('a damaged file is an empty list, and is replaced', async () => {
  const path = folder();
  writeFileSync(join(path, 'muted.json'), '[{"dump": 1}]');
  const muted = new MutedFindings(path);
  expect(await muted.of(['/a'])).toEqual([]);
  expect(await muted.change(['/a'], 'A2', 'so')).toEqual([{ finding: 'A2', reason: 'so' }]);
});
