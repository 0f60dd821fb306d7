import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { numbers, texts } from '../../../../src-worker/sqlite/columns';
import { type Database, openDatabase } from '../../../../src-worker/sqlite/database';
import { folderState } from '../../../fixtures/folderState';
import { temporaryFolder } from '../../../fixtures/indexed';

const file = (name: string) => join(import.meta.dirname, 'files', name);

/** `log.db` in a folder of its own, with this in place of its log. */
function openCopy(log?: Uint8Array): Database {
  const path = join(temporaryFolder(), 'log.db');
  copyFileSync(file('log.db'), path);
  if (log) writeFileSync(`${path}-wal`, log);
  const database = openDatabase(path);
  onTestFinished(() => database.close());
  return database;
}

function content(database: Database): { count: number; sum: number; late: readonly (string | undefined)[] } {
  const { rowCount, columns } = database.readColumns('t', { value: numbers('value') });
  return {
    count: rowCount,
    sum: columns.value.reduce((sum, value) => sum + value, 0),
    late: database.readColumns('late', { name: texts('name') }).columns.name,
  };
}

const carried = { count: 100, sum: 4950, late: [] };
const logged = { count: 400, sum: 347_350, late: ['only in the log'] };

test('changes that are only in the log are shown, and nothing is written', () => {
  const before = folderState(join(import.meta.dirname, 'files'));
  const database = openDatabase(file('log.db'));
  onTestFinished(() => database.close());
  expect(content(database)).toEqual(logged);
  expect(database.notices).toEqual([]);
  expect(folderState(join(import.meta.dirname, 'files'))).toEqual(before);
});

test('a database of the log’s kind without a log', () => {
  const database = openCopy();
  expect(content(database)).toEqual(carried);
  expect(database.notices).toEqual([]);
});

test('an empty log, and one that has been carried into the file', () => {
  expect(content(openCopy(new Uint8Array(0)))).toEqual(carried);
  const log = readFileSync(file('log.db-wal'));
  const database = openCopy(log.subarray(0, 32));
  expect(content(database)).toEqual(carried);
  expect(database.notices).toEqual([]);
});

test('frames count up to the last commit whose checksum is right', () => {
  const log = readFileSync(file('log.db-wal'));
  const frameBytes = 24 + 512;
  const frameCount = (log.length - 32) / frameBytes;
  const commits = Array.from({ length: frameCount }, (_, frame) => frame).filter(
    (frame) => log.readUInt32BE(32 + frame * frameBytes + 4) > 0,
  );
  expect(commits).toHaveLength(4);
  // Cut off in the second last transaction: the one before it stands.
  const [afterUpdate, afterInsert] = commits;
  expect(content(openCopy(log.subarray(0, 32 + (afterUpdate + 1) * frameBytes)))).toMatchObject({
    count: 100,
    sum: 2500,
  });
  expect(content(openCopy(log.subarray(0, 32 + afterInsert * frameBytes + 100)))).toMatchObject({
    count: 100,
    sum: 2500,
  });
  expect(content(openCopy(log.subarray(0, 32 + (afterInsert + 1) * frameBytes)))).toEqual({ ...logged, late: [] });
  // A byte that has turned over in the first frame: nothing of the log counts.
  const turned = Buffer.from(log);
  turned[32 + 24 + 500] ^= 1;
  expect(content(openCopy(turned))).toEqual(carried);
});

test('a log that is none is said to be left out', () => {
  const database = openCopy(Buffer.from('not a log at all, but longer than its header would be'));
  expect(content(database)).toEqual(carried);
  expect(database.notices).toMatchObject([{ code: 'database-log-unreadable', path: database.path }]);
});

test('a change that was never finished is said', () => {
  const path = join(temporaryFolder(), 'log.db');
  copyFileSync(file('log.db'), path);
  writeFileSync(`${path}-journal`, 'anything');
  const database = openDatabase(path);
  onTestFinished(() => database.close());
  expect(database.notices).toMatchObject([{ code: 'database-journal', path }]);
});
