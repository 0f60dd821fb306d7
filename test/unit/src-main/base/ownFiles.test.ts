import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { writeOwnFile } from '../../../../src-main/base/ownFiles';
import { removeLeftovers, temporaryName } from '../../../../src-main/base/temporary';
import { RecentDumps } from '../../../../src-main/engine/user/recentDumps';
import { SettingsFile } from '../../../../src-main/engine/user/settings';
import { temporaryFolder } from '../../../fixtures/indexed';

test('a file is written whole, and its folder made', async () => {
  const path = join(temporaryFolder(), 'new', 'a.json');
  await writeOwnFile(path, 'first');
  await writeOwnFile(path, 'second');
  expect(readFileSync(path, 'utf8')).toBe('second');
  expect(readdirSync(join(path, '..'))).toEqual(['a.json']);
});

test('what can’t be written leaves nothing, and says why in our words', async () => {
  const folder = temporaryFolder();
  // Nothing can be renamed to what is a folder with something in it: as good as a disk that is full at that moment.
  for (const name of ['settings.json', 'recent.json']) mkdirSync(join(folder, name, 'x'), { recursive: true });
  const defaults = { cacheLimitBytes: 1, memoryBudgetBytes: 1 };
  const saved = new SettingsFile(folder, defaults).change({ cacheLimitBytes: 2 });
  await expect(saved).rejects.toMatchObject({
    name: 'NotSavedError',
    message: expect.stringMatching(
      /^settings\.json could not be saved: (it is a folder|.* is not empty|there is .*)\.$/,
    ),
  });
  expect(await new RecentDumps(folder).add({ paths: ['/a'], without: [] }, 'a', 1)).toMatchObject([
    { code: 'recent-unwritable', reason: { id: 'is-folder' } },
  ]);
  await expect(new RecentDumps(folder).forget(['/a'])).rejects.toThrow('recent.json could not be saved');
  expect(readdirSync(folder).sort()).toEqual(['recent.json', 'settings.json']);
});

test('what a killed process left is removed, what a running one has is not', async () => {
  const folder = temporaryFolder();
  const { pid: gone } = spawnSync(process.execPath, ['-e', '']);
  const mine = basename(temporaryName('settings.json'));
  const [, machine] = /\.([0-9a-f]{8})-/.exec(mine) ?? [];
  const nameOf = (owner: string | undefined, pid: number) => `uploads.${owner}-${pid}-01234567.tmp`;
  const names = {
    mine,
    parent: nameOf(machine, process.ppid),
    dead: nameOf(machine, gone),
    earlierRun: nameOf(machine, process.pid),
    otherMachine: nameOf('00000000', gone),
    otherMachineLongAgo: nameOf('00000001', gone),
    somethingElse: 'notes.tmp',
  };
  for (const name of Object.values(names)) mkdirSync(join(folder, name, 'inside'), { recursive: true });
  utimesSync(join(folder, names.earlierRun), 1, 1);
  utimesSync(join(folder, names.otherMachineLongAgo), 1, 1);
  await removeLeftovers(folder);
  const { mine: own, parent, otherMachine, somethingElse } = names;
  expect(readdirSync(folder).sort()).toEqual([own, parent, otherMachine, somethingElse].sort());
  writeFileSync(join(folder, 'file'), '');
  await removeLeftovers(join(folder, 'file'));
  await removeLeftovers(join(folder, 'none'));
});
