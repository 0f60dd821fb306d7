import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { listFolder } from '../../../../src-main/engine/user/folderListing';
import { FolderReader } from '../../../../src-worker/discovery/folderEntries';
import { lookAt } from '../../../../src-worker/files/openedFolder';
import { temporaryFolder } from '../../../fixtures/indexed';

function places() {
  const folder = realpathSync(temporaryFolder());
  const [root, outside] = [join(folder, 'root'), join(folder, 'outside')];
  mkdirSync(join(root, 'dump', 'sub'), { recursive: true });
  mkdirSync(outside);
  writeFileSync(join(root, 'dump', 'mine.json'), '[]');
  writeFileSync(join(outside, 'secret.json'), 'x'.repeat(12_345));
  return { root, dump: join(root, 'dump'), outside };
}

test('links that lead within the root are listed as what they lead to; of those that lead out nothing is told', async () => {
  const { root, dump, outside } = places();
  symlinkSync('mine.json', join(dump, 'own.json'));
  symlinkSync('sub', join(dump, 'ownFolder'));
  symlinkSync(join(outside, 'secret.json'), join(dump, 'out.json'));
  symlinkSync(outside, join(dump, 'outFolder'));
  symlinkSync('nowhere', join(dump, 'dangling'));
  const { entries } = await listFolder(dump, [root]);
  expect(entries.map(({ name, kind, sizeBytes }) => [name, kind, kind === 'file' ? sizeBytes : 0])).toEqual([
    ['ownFolder', 'folder', 0],
    ['sub', 'folder', 0],
    ['mine.json', 'file', 2],
    ['own.json', 'file', 2],
  ]);
  const all = await listFolder(dump);
  expect(all.entries.map(({ name }) => name)).toEqual([
    'outFolder',
    'ownFolder',
    'sub',
    'mine.json',
    'out.json',
    'own.json',
  ]);
  const refused = await listFolder(join(dump, 'outFolder'), [root]);
  expect(refused).toMatchObject({ entries: [], notice: { code: 'folder-unreadable' } });
  expect(JSON.stringify(refused)).not.toContain(outside);
  expect(await listFolder(join(dump, 'mine.json'), [root])).toMatchObject({
    notice: { message: 'The folder can’t be read: part of its path is not a folder.' },
  });
});

test('a folder that is exchanged for a link all the while is never listed through it', async () => {
  const { root, dump, outside } = places();
  const swapping = new Worker(
    `const { renameSync, rmSync, symlinkSync } = require('node:fs');
    const { workerData: { dump, outside } } = require('node:worker_threads');
    for (;;) {
      renameSync(dump, dump + '.away');
      symlinkSync(outside, dump);
      rmSync(dump);
      renameSync(dump + '.away', dump);
    }`,
    { eval: true, workerData: { dump, outside } },
  );
  onTestFinished(async () => void (await swapping.terminate()));
  const outcomes = new Map<string, number>();
  const note = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  const outcomeOf = (run: () => string): string => {
    try {
      return run();
    } catch (error) {
      return (error as Error).name === 'OutsideRootsError' ? 'refused' : 'gone';
    }
  };
  const reader = new FolderReader([root]);
  const namesOf = (names: readonly { readonly name: string }[]) => names.map(({ name }) => name).join();
  const deadlineMs = performance.now() + 4000;
  // Often, or once where that takes too long.
  const wantedCount = () => (performance.now() < deadlineMs ? 200 : 1);
  const isMet = (outcome: string) => (outcomes.get(outcome) ?? 0) >= wantedCount();
  while (!(isMet('mine.json,sub') && isMet('refused'))) {
    note(outcomeOf(() => namesOf(reader.list(dump))));
    note(outcomeOf(() => (lookAt(join(dump, 'secret.json'), [root]).kind === 'found' ? 'secret' : 'refused')));
    const { entries, notice } = await listFolder(dump, [root]);
    if (notice === undefined) note(namesOf([...entries].reverse()));
    else note(notice.message.includes('outside of the folders') ? 'refused' : 'gone');
  }
  expect([...outcomes.keys()].filter((outcome) => !['mine.json,sub', 'refused', 'gone'].includes(outcome))).toEqual([]);
});
