/** Communication told by the file of a job of summaries, held against what the dumps of the same job tell. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limitsWith } from '../../../../../src-worker/analysis/report';
import { jobCommunication, linksOfJob } from '../../../../../src-worker/analysis/summary/jobCommunication';
import { communicationOfBytes, jobFile } from '../../../../../src-worker/analysis/summary/jobSummary';
import type { ReducedJob } from '../../../../../src-worker/analysis/summary/reduce';
import type { LinkTraffic } from '../../../../../src-worker/model/collectives/collective';
import type { DumpContext } from '../../../../../src-worker/model/dumpContext';
import { factFile, readFacts } from '../../../../../src-worker/parquet/factFile';
import { factHead } from '../../../../../src-worker/parquet/factRead';
import { availability } from '../../../../../src-worker/views/allViews';
import { communicationWorker } from '../../../../../src-worker/views/communication';
import { openContext, records } from '../../../../fixtures/dumpContext';
import { sharedJob } from '../../../../fixtures/sharedJob';
import { reduceFiles, summariesIn } from '../../analysis/summary/summaries';

const { tables, answers } = communicationWorker;

const place = mkdtempSync(join(tmpdir(), 'tracelane-test-'));
afterAll(() => rmSync(place, { recursive: true }));

let job: ReducedJob;
let bytes: Uint8Array;
let path: string;
/** Opened directly, and by its summaries. */
let dump: DumpContext;
let told: DumpContext;

beforeAll(async () => {
  const { folder } = await sharedJob({
    ranks: 8,
    steps: 2,
    eventsPerRank: 2000,
    seed: 5,
    parallel: { tensor: 2, pipeline: 2, data: 2 },
    faults: [{ kind: 'slow-rank', rank: 5, factor: 1.4 }],
  });
  job = await reduceFiles(await summariesIn(folder));
  bytes = jobFile(job);
  path = written('job.parquet', bytes);
  [dump, told] = [await openContext(folder), await openContext(path)];
}, 120_000);

function written(name: string, own: Uint8Array): string {
  const file = join(place, name);
  writeFileSync(file, own);
  return file;
}

/**
 * Elapsed times are told to the ns call by call; all others have ten bits, which is 0.1 %, and what is left of an elapsed time
 * may be off by as much of the other two.
 */
function expectSameRows(own: readonly Record<string, unknown>[], direct: readonly Record<string, unknown>[]): void {
  expect(own.map((row) => Object.keys(row).filter((key) => key !== 'host'))).toEqual(direct.map(Object.keys));
  for (const [at, row] of direct.entries())
    for (const [key, value] of Object.entries(row)) {
      const other = own[at][key];
      if (typeof value !== 'number' || Number.isNaN(value)) {
        expect([key, other]).toEqual([key, value]);
        continue;
      }
      const calls = Number(row.count ?? row.callCount);
      const exact = { elapseNs: calls, meanNs: 1, idleNs: 0.001 * Number(row.elapseNs) }[key];
      const within = exact ?? (/Ns$|Ratio$|time$|bandwidth$/i.test(key) ? 0.001 * Math.abs(value) + 1e-3 : 0);
      expect(Math.abs(Number(other) - value), `${key} of row ${at}: ${other}, ${value}`).toBeLessThanOrEqual(within);
    }
}

const byKey = (key: string) => (a: Record<string, unknown>, b: Record<string, unknown>) =>
  String(a[key]).localeCompare(String(b[key]), 'en', { numeric: true });

async function expectSame(table: 'ranks' | 'groups' | 'types', key: string, scope: object): Promise<void> {
  const rowsOf = async (own: DumpContext) =>
    records(await tables[`communication.${table}`](own, scope))
      .map(({ rankIndex: _, ...row }) => row)
      .sort(byKey(key));
  const direct = await rowsOf(dump);
  expect(direct.length).toBeGreaterThan(0);
  expectSameRows(await rowsOf(told), direct);
}

test('ranks, groups and types come to what their dumps come to', async () => {
  expect(availability.communication(told)).toBe(true);
  await expectSame('ranks', 'rank', {});
  await expectSame('groups', 'groupKey', {});
  await expectSame('types', 'type', {});
  expect(records(await tables['communication.ranks'](told, {}))[0].host).toMatch(/^node-/);
});

test('so do those of one group, and of one type', async () => {
  const { groups, types } = await answers['communication.overview'](dump, {});
  for (const { key } of groups) await expectSame('ranks', 'rank', { group: key });
  for (const { type } of types) await expectSame('groups', 'groupKey', { type });
  await expectSame('types', 'type', { group: groups[0].key });
});

test('the choices are the same, without steps', async () => {
  const [own, direct] = [
    await answers['communication.overview'](told, {}),
    await answers['communication.overview'](dump, {}),
  ];
  const named = (of: typeof own) => of.groups.map(({ elapseNs: _, ...group }) => group).sort(byKey('key'));
  expect(named(own)).toEqual(named(direct));
  expect(own.types.map(({ type, count }) => [type, count])).toEqual(
    direct.types.map(({ type, count }) => [type, count]),
  );
  expect(own.ranks.map(({ rank }) => rank)).toEqual(direct.ranks.map(({ rank }) => rank));
  expect(own).toMatchObject({ steps: [], sources: ['job-summary'], ofSummaries: { isTold: true } });
  expect(direct.ofSummaries).toBeUndefined();
  // Single collectives are told by nobody.
  expect(await answers['communication.names'](told, {})).toEqual([]);
});

test('links, transports, slow links and late ranks are those of the dumps', async () => {
  const { groups } = await answers['communication.overview'](dump, {});
  for (const scope of [{}, { group: groups[0].key }, { type: 'allReduce' }]) {
    const [own, direct] = await Promise.all(
      [told, dump].map(async (one) => records(await tables['communication.links'](one, scope)).sort(byKey('group'))),
    );
    expect(own).toEqual(direct);
    expect(direct.length).toBeGreaterThan(0);
    const asked = await Promise.all([told, dump].map((one) => answers['communication.transports'](one, scope)));
    expect(asked[0]).toEqual(asked[1]);
    const slow = await Promise.all([told, dump].map((one) => answers['communication.slowLinks'](one, scope)));
    expect(slow[0]).toEqual(slow[1]);
  }
  const [late, direct] = await Promise.all([told, dump].map((one) => answers['communication.late'](one, {})));
  expect(late.ranks.map(({ rank }) => rank)).toEqual(direct.ranks.map(({ rank }) => rank));
  expect(direct.ranks.length).toBeGreaterThan(0);
  // It is a sum of differences of waits, of which each is known to 0.1 %.
  const elapsedNs = records(await tables['communication.ranks'](dump, {})).map((row) => Number(row.elapseNs));
  const withinNs = 0.001 * Math.max(...elapsedNs);
  for (const [at, { causedNs }] of direct.ranks.entries())
    expect(Math.abs(late.ranks[at].causedNs - causedNs)).toBeLessThanOrEqual(0.01 * causedNs + withinNs);
});

test('where the dump of a rank is open beside it, that one tells of its single collectives, and the file of the job', async () => {
  const [own] = dump.ranks;
  const beside = await openContext(path, own.folder);
  const overview = await answers['communication.overview'](beside, {});
  expect(overview.ofSummaries?.isTold).toBe(true);
  expect(overview.ranks.filter(({ index }) => index !== undefined).map(({ rank }) => rank)).toEqual([0]);
  expect(records(await tables['communication.ranks'](beside, {}))).toHaveLength(8);
  const [{ name }] = await answers['communication.names'](beside, {});
  expect(records(await tables['communication.ranks'](beside, { op: name }))).toMatchObject([{ rank: 0, count: 1 }]);
});

test('it is read as it was written', () => {
  expect(communicationOfBytes(bytes)).toEqual({ communication: job.communication });
});

test('the file of an earlier reduce says that it has nothing of this', async () => {
  const facts = (await readFacts(bytes)).filter(({ kind }) => kind !== 'job_communication');
  const before = factFile(facts, Object.fromEntries(factHead(bytes).about));
  const own = await openContext(written('before.parquet', before));
  expect(await answers['communication.overview'](own, {})).toMatchObject({
    ofSummaries: { isTold: false },
    groups: [],
  });
  expect(records(await tables['communication.ranks'](own, {}))).toEqual([]);
  // Then a dump beside it tells what it knows.
  const beside = await openContext(join(place, 'before.parquet'), dump.ranks[0].folder);
  expect((await answers['communication.overview'](beside, {})).ofSummaries).toBeUndefined();
  expect(records(await tables['communication.ranks'](beside, {}))).toMatchObject([{ rank: 0 }]);
});

test('of more links than are kept the slowest are, and the sums are over all', () => {
  // A ring of 100 ranks, each link of 10 GB/s and of as much in two steps, and two that are slower.
  const links = [0, 1].flatMap((step) =>
    Array.from({ length: 100 }, (_, source): LinkTraffic => {
      const bandwidthGBps = source === 40 ? 2 : source === 41 ? 8 : 10;
      return {
        ...{ step: String(step), kind: 'collective', type: 'allreduce', op: '', group: 'dp', isGlobal: true },
        ...{ source, target: (source + 1) % 100, transport: 'RDMA', sizeBytes: 1e8, transitNs: 1e8 / bandwidthGBps },
      };
    }),
  );
  const nothing = { collectives: [], pointToPoint: [], groups: new Map() };
  const late = { ranks: [], fromNs: 1, untoldCount: 0, leftNs: 0, sparedNs: new Map(), stillNs: new Map() };
  const own = jobCommunication({ ...nothing, late }, linksOfJob({ links, references: {} }, limitsWith(), 32));
  expect(own).toMatchObject({ pairCount: 100, keptPairCount: 2 });
  expect(own.links.map(({ source, sizeBytes, step }) => [source, sizeBytes, step])).toEqual([
    [40, 2e8, ''],
    [41, 2e8, ''],
  ]);
  expect(own.slow.map(({ source }) => source)).toContain(40);
  expect(own.transports).toEqual([
    { transport: 'RDMA', type: 'allreduce', group: 'dp', sizeBytes: 200 * 1e8, transitNs: expect.any(Number) },
  ]);
});
