import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { KeptMark, SliceSource } from '../../../../src-contract';
import { checkedArguments } from '../../../../src-contract/arguments/wrongArgument';
import { UserMarks } from '../../../../src-main/engine/user/userMarks';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'marks-'));
  folders.push(path);
  return path;
}

const flag: KeptMark = {
  id: 'a',
  name: 'here',
  colour: 'blue',
  startNs: '1736412474714258990',
  endNs: '1736412474714258990',
};
const slice = { place: '/a/rank0', source: 'event 5' as SliceSource };
const note: KeptMark = { id: 'b', name: '慢', colour: 'red', startNs: '-5', endNs: '7', slice };

test('marks belong to the dump of these paths and are there, to the ns, for the next run of the program', async () => {
  const path = folder();
  const first = new UserMarks(path);
  void first.keep(['/a', '/b'], [flag]);
  await first.keep(['/a', '/b'], [flag, note]);
  await first.keep(['/c'], [note]);
  const next = new UserMarks(path);
  expect(await next.of(['/b', '/a'])).toEqual([flag, note]);
  expect(await next.of(['/a'])).toEqual([]);
  await next.keep(['/b', '/a'], []);
  expect([await next.of(['/a', '/b']), await next.of(['/c'])]).toEqual([[], [note]]);
  expect(JSON.parse(readFileSync(join(path, 'marks.json'), 'utf8'))).toHaveLength(1);
});

test('a damaged file is an empty list, and is replaced', async () => {
  const path = folder();
  writeFileSync(join(path, 'marks.json'), JSON.stringify([{ dump: 'x', marks: [{ ...flag, startNs: 5 }] }]));
  const marks = new UserMarks(path);
  expect(await marks.of(['/a'])).toEqual([]);
  await marks.keep(['/a'], [flag]);
  expect(await marks.of(['/a'])).toEqual([flag]);
});

test('what is no mark is refused before it is kept', () => {
  expect(checkedArguments('keepUserMarks', ['dump', [flag, note]])).toEqual(['dump', [flag, note]]);
  for (const wrong of [
    { ...flag, colour: 'blink' },
    { ...flag, startNs: '1e9' },
    { ...flag, endNs: 7 },
    { ...note, slice: { place: '' } },
    { ...flag, name: 'a'.repeat(2001) },
  ])
    expect(() => checkedArguments('keepUserMarks', ['dump', [wrong]])).toThrow();
  expect(() => checkedArguments('keepUserMarks', ['dump', Array(1001).fill(flag)])).toThrow(/at most 1,000/);
});
