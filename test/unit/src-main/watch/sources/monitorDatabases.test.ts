import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { MonitorDatabases as Databases } from '../../../../../src-main/watch/sources/monitorDatabases';
import { type MonitorReader, readHere } from '../../../../../src-main/watch/sources/monitorReader';
import { newDatabase } from '../../../../fixtures/newDatabase';

const root = mkdtempSync(join(tmpdir(), 'tracelane-monitor-db-'));
afterAll(() => rmSync(root, { recursive: true }));
let made = 0;
const EPOCH = 1_757_655_301_123_456_789n;

/** Whatever else this machine does meanwhile: what can be read is read with the look that asks for it. */
class MonitorDatabases extends Databases {
  constructor(paths: readonly string[], saved?: unknown, reader: MonitorReader = readHere, patienceMs = 60_000) {
    super(paths, saved, reader, patienceMs);
  }
}

/** As msMonitor writes it: rows are appended, names come last. */
function monitored(sizes = '') {
  const path = join(root, `msmonitor_${++made}_20250912133501123_5.db`);
  const database = newDatabase(path);
  database.exec(`CREATE TABLE TASK (startNs INTEGER, endNs INTEGER, deviceId INTEGER, connectionId INTEGER);
    CREATE TABLE COMMUNICATION_OP (opName INTEGER, startNs INTEGER, endNs INTEGER${sizes});
    CREATE TABLE MSTX_EVENTS (startNs INTEGER, endNs INTEGER, eventType INTEGER, message INTEGER, globalTid INTEGER);`);
  const at = (ns: number): bigint => EPOCH + BigInt(ns);
  const range = (from: number, to: number, message: number) =>
    database.run('INSERT INTO MSTX_EVENTS VALUES (?, ?, 2, ?, 7)', [at(from), at(to), message]);
  const kernels = (n: number, rows: number, allNs: number): void => {
    for (let row = 0; row < rows; row++) {
      const from = n * 10_000_000 + row * 1_000;
      database.run('INSERT INTO TASK VALUES (?, ?, 0, 12)', [at(from), at(from + allNs / rows)]);
    }
  };
  return {
    path,
    database,
    /** Kernels of a step, before it is told. */
    kernels,
    /** A step from `n` ms on, of 10 ms, with a part that is marked, kernels of 6 ms and a collective of 3. */
    step: (n: number, message: number, rows = 3) => {
      const from = n * 10_000_000;
      database.exec('BEGIN');
      range(from + 1_000, from + 2_000_000, 900);
      kernels(n, rows, 6_000_000);
      // Of a mark on the device's stream: no kernel.
      database.run('INSERT INTO TASK VALUES (?, ?, 0, 4000000012)', [at(from), at(from + 9_000_000)]);
      database.run('INSERT INTO COMMUNICATION_OP (opName, startNs, endNs) VALUES (1, ?, ?)', [
        at(from + 5_000_000),
        at(from + 8_000_000),
      ]);
      range(from, from + 10_000_000 - n, message);
      database.exec('COMMIT');
    },
    names: (...of: readonly (readonly [number, string])[]) => {
      database.exec('CREATE TABLE STRING_IDS (id INTEGER, value TEXT)');
      for (const own of of) database.run('INSERT INTO STRING_IDS VALUES (?, ?)', [...own]);
    },
  };
}

test('a database that grows, without names: steps are counted, each once, with what they were made of', async () => {
  const { path, step, database } = monitored();
  database.exec('PRAGMA journal_mode=WAL');
  let source = new MonitorDatabases([path]);
  expect((await source.look()).steps).toEqual([]);
  expect(source.status[0]).toMatchObject({ state: 'following', rank: 5, isKnown: false, needs: 'markers' });
  const told: unknown[] = [];
  const lights: unknown[] = [];
  for (let n = 0; n < 40; n++) {
    // Many rows: they fill pages.
    step(n, n + 1, 60);
    const { steps } = await source.look();
    for (const { step: number, durationNs, rank, light } of steps.flat()) {
      told.push([number, durationNs, rank]);
      lights.push(...(light ?? []));
    }
    // Whoever goes on reads no row twice.
    if (n % 8 === 7) source = new MonitorDatabases([path], JSON.parse(JSON.stringify(source.save())));
  }
  database.close();
  expect(told).toEqual(Array.from({ length: 40 }, (_, n) => [n + 1, 10_000_000 - n, 5]));
  // The last two may get more.
  expect(lights.length).toBe(38);
  for (const light of lights) expect(light).toMatchObject({ computeNs: 6_000_000, communicationNs: 3_000_000 });
});

test('collectives that tell their size have a bandwidth: three million elements of two bytes in 3 ms', async () => {
  const { path, step, database } = monitored(', count NUMERIC DEFAULT 3000000, dataType INTEGER DEFAULT 11');
  for (let n = 0; n < 6; n++) step(n, n + 1);
  // One of a type that is none, and one whose size is not told.
  for (const [count, type] of [
    [7, 65_535],
    [null, 4],
  ])
    database.run('INSERT INTO COMMUNICATION_OP VALUES (1, ?, ?, ?, ?)', [EPOCH, EPOCH + 1n, count, type]);
  database.close();
  const { steps } = await new MonitorDatabases([path]).look();
  const lights = steps.flat().flatMap(({ light = [] }) => light);
  expect(lights.map(({ communicationBytes }) => communicationBytes)).toEqual([6e6, 6e6, 6e6, 6e6]);
});

test('killed in the middle of a step: what had been read of it counts for it all the same', async () => {
  const { path, step, kernels, database } = monitored();
  let source = new MonitorDatabases([path]);
  const lights: unknown[] = [];
  for (let n = 0; n < 12; n++) {
    kernels(n, 40, 4_000_000);
    await source.look();
    source = new MonitorDatabases([path], JSON.parse(JSON.stringify(source.save())));
    step(n, n + 1);
    for (const { light } of (await source.look()).steps.flat()) lights.push(...(light ?? []));
  }
  database.close();
  expect(lights.length).toBe(10);
  for (const light of lights) expect(light).toMatchObject({ computeNs: 10_000_000, communicationNs: 3_000_000 });
});

test('much of it at once: steps and what they were made of are as if it had been read bit by bit', async () => {
  const { path, step, database } = monitored();
  for (let n = 0; n < 300; n++) step(n, n + 1, 40);
  database.close();
  const steps = (await new MonitorDatabases([path]).look()).steps.flat();
  expect(steps.map(({ step: number }) => number)).toEqual(Array.from({ length: 300 }, (_, n) => n + 1));
  const lights = steps.flatMap(({ light }) => light ?? []);
  expect(lights.length).toBe(298);
  for (const light of lights) expect(light).toMatchObject({ computeNs: 6_000_000, communicationNs: 3_000_000 });
});

test('another file by its name, and one that has been made anew in its place: rows begin again, steps go on', async () => {
  const first = monitored();
  for (let n = 0; n < 60; n++) first.step(n, n + 1, 40);
  first.database.close();
  const source = new MonitorDatabases([first.path]);
  const look = async () => (await source.look()).steps.flat().map(({ step }) => step);
  expect((await look()).length).toBe(60);
  const other = monitored();
  for (let n = 0; n < 3; n++) other.step(100 + n, n + 1);
  other.database.close();
  renameSync(other.path, first.path);
  expect(await look()).toEqual([61, 62, 63]);
  const third = monitored();
  third.step(200, 1);
  third.database.close();
  writeFileSync(first.path, readFileSync(third.path));
  expect(await look()).toEqual([]);
  rmSync(third.path);
  // As long as it stays in one piece; whoever reads it half written sees no database, and asks again.
  writeFileSync(first.path, 'SQLite format 3');
  expect(await look()).toEqual([]);
  expect(source.status[0]).toMatchObject({ state: 'following' });
});

test('a file system that goes away, and comes back', async () => {
  const { path, step, database } = monitored();
  step(0, 1);
  const gone = { code: 'ESTALE' as string | undefined };
  const reader: MonitorReader = (question) =>
    gone.code === undefined ? readHere(question) : Promise.resolve({ kind: 'failed', code: gone.code });
  const source = new MonitorDatabases([path], undefined, reader);
  for (const code of ['ESTALE', 'EIO']) {
    gone.code = code;
    expect((await source.look()).steps).toEqual([]);
    expect(source.status[0]).toMatchObject({ state: 'unreachable', reason: code });
  }
  gone.code = undefined;
  expect((await source.look()).steps.flat().map((own) => own.step)).toEqual([1]);
  step(1, 2);
  database.close();
  renameSync(path, `${path}.away`);
  await source.look();
  expect(source.status[0]).toMatchObject({ state: 'missing' });
  renameSync(`${path}.away`, path);
  expect((await source.look()).steps.flat().map((own) => own.step)).toEqual([2]);
});

test('one that is not answered for holds up nobody, and is read when it answers', async () => {
  const { path, step, database } = monitored();
  step(0, 1);
  database.close();
  let answer = (): void => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const reader: MonitorReader = (question) => held.then(() => readHere(question));
  const source = new Databases([path], undefined, reader, 1);
  expect((await source.look()).steps).toEqual([]);
  // Nothing is kept as read that was not handed over.
  expect(source.save()).toEqual([{ path }]);
  answer();
  let steps: readonly number[] = [];
  while (steps.length === 0) steps = (await source.look()).steps.flat().map((own) => own.step);
  expect(steps).toEqual([1]);
});

test('with names the markers of steps alone count, by their numbers; what is damaged is left', async () => {
  const { step, names, database } = monitored();
  for (let n = 0; n < 5; n++) step(n, n + 1);
  database.run('INSERT INTO MSTX_EVENTS VALUES (NULL, 5, 2, 3, 7)');
  names([900, 'dataloader'], ...Array.from({ length: 5 }, (_, n) => [n + 1, `step ${n + 100}`] as const));
  database.close();
  const { steps } = await new MonitorDatabases([root]).look();
  const own = steps.find(([first]) => first.step === 100) ?? [];
  expect(own.map(({ step: number }) => number)).toEqual([100, 101, 102, 103, 104]);
});

test('a file that is not there, and one that is none', async () => {
  const source = new MonitorDatabases([join(root, 'none.db')]);
  await source.look();
  expect(source.status[0]).toMatchObject({ state: 'missing' });
});
