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

test('of changes that come while one is being written the last is written for all, and other dumps are not touched', async () => {
  const path = folder();
  const marks = new UserMarks(path);
  const onDisk = async () => new UserMarks(path).of(['/a', '/b']);
  const first = marks.keep(['/a', '/b'], [flag]);
  await Promise.all([first, marks.keep(['/c'], [flag])]);
  const begun = marks.keep(['/a', '/b'], []);
  const second = marks.keep(['/b', '/a'], [note]);
  void marks.keep(['/c'], [note]);
  void marks.keep(['/a', '/b'], [flag, note]);
  await begun;
  await second;
  expect(await onDisk()).toEqual([flag, note]);
  await marks.written();
  expect([await onDisk(), await marks.of(['/c'])]).toEqual([[flag, note], [note]]);
});

test('a change that cannot be written is told to all who wait for it, and the next one is tried', async () => {
  const path = join(folder(), 'config');
  writeFileSync(path, 'a file where the folder should be');
  const marks = new UserMarks(path);
  const refused = [marks.keep(['/a'], [flag]), marks.keep(['/a'], [note])];
  for (const own of refused) await expect(own).rejects.toThrow(/marks.json could not be saved/);
  rmSync(path);
  await marks.keep(['/a'], [note]);
  expect(await marks.of(['/a'])).toEqual([note]);
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
