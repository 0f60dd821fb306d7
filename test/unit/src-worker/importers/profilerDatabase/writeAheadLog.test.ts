/** A timeline whose database has a log beside it, as one that is still being written, or was copied while it was. */
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderState } from '../../../../fixtures/folderState';
import { indexFiles, listSlices, temporaryFolder } from '../../../../fixtures/indexed';
import { newDatabase } from '../../../../fixtures/newDatabase';

const NAME = 'ascend_pytorch_profiler_0.db';
const base = 1_700_000_000_000_000_000n;

/** Calls 0 to 99 are in the file, 100 to 149 in the log alone. Answers the copy's path. */
function copiedWhileWritten(): string {
  const own = join(temporaryFolder(), NAME);
  const database = newDatabase(own);
  database.exec('PRAGMA locking_mode=exclusive; PRAGMA journal_mode=wal; PRAGMA wal_autocheckpoint=0');
  database.exec('CREATE TABLE STRING_IDS (id INTEGER PRIMARY KEY, value TEXT)');
  database.exec("INSERT INTO STRING_IDS VALUES (1, 'aclnnMm')");
  database.exec(
    'CREATE TABLE CANN_API (startNs INTEGER, endNs INTEGER, type INTEGER, globalTid INTEGER, connectionId INTEGER, name INTEGER)',
  );
  const put = (from: number, to: number) => {
    for (let i = from; i < to; i++)
      database.run('INSERT INTO CANN_API VALUES (?, ?, 20000, 4294967303, ?, 1)', [
        base + BigInt(1000 * i),
        base + BigInt(1000 * i + 400),
        i,
      ]);
  };
  put(0, 100);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  put(100, 150);
  const copy = join(temporaryFolder(), NAME);
  copyFileSync(own, copy);
  copyFileSync(`${own}-wal`, `${copy}-wal`);
  database.close();
  return copy;
}

test('rows that are only in the log are on the timeline, and nothing is written beside', async () => {
  const path = copiedWhileWritten();
  const before = folderState(join(path, '..'));
  const indexed = await indexFiles([path]);
  const slices = listSlices(indexed);
  expect([indexed.status, slices.length, indexed.summary.notices]).toEqual(['ready', 150, []]);
  const starts = slices.map(({ startNs, endNs }) => [Number(startNs - base) / 1000, Number(endNs - startNs)]);
  expect(starts).toEqual(Array.from({ length: 150 }, (_, i) => [i, 400]));
  expect(folderState(join(path, '..'))).toEqual(before);
});

test('beside something that is no log, what is in the file', async () => {
  const path = copiedWhileWritten();
  writeFileSync(`${path}-wal`, 'no log');
  const indexed = await indexFiles([path]);
  expect(listSlices(indexed).length).toBe(100);
  expect(indexed.summary.notices).toMatchObject([{ code: 'database-log-unreadable', path }]);
});
