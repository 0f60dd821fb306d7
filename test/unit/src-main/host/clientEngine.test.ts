import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import type { DumpId, HostInfo, LiveJob, LiveJobId, LiveProfileWay, OwnLane } from '../../../../src-contract';
import { type ClientEngineOptions, createClientEngine } from '../../../../src-main/host/clientEngine';
import { createInitialDump } from '../../../../src-main/host/initialDump';
import { rootedPolicy } from '../../../../src-main/host/pathPolicy';
import { fakeEngine } from '../../../fixtures/fakeEngine';
import { createFakeEngine } from '../support/fakeEngine';

const host: HostInfo = {
  kind: 'browser',
  version: '1',
  platform: 'test',
  initialPaths: ['/dumps/job'],
  roots: ['/tmp'],
};

async function setUp(more: Partial<ClientEngineOptions> = {}) {
  const engine = createFakeEngine();
  const policy = await rootedPolicy([tmpdir()]);
  return { engine, client: createClientEngine({ engine, host, policy, ...more }) };
}

test('a path outside of the roots is not opened', async () => {
  const { engine, client } = await setUp();
  await expect(client.engine.open([tmpdir(), '/etc'])).rejects.toMatchObject({ name: 'OutsideRootsError' });
  expect(engine.calls).toEqual([]);
});

test('a listing outside of the roots is a notice, and the root has no parent', async () => {
  const { engine, client } = await setUp();
  const refused = await client.engine.listFolder('/etc');
  expect(refused.notice?.code).toBe('outside-roots');
  expect(engine.calls).toEqual([]);
  expect((await client.engine.listFolder(tmpdir())).parent).toBeUndefined();
});

test('recent dumps are those that may be opened, without uploads', async () => {
  const { client } = await setUp();
  expect((await client.engine.recentDumps()).map(({ title }) => title)).toEqual(['tmp']);
  const uploading = await setUp({ isUpload: (path) => path === tmpdir() });
  expect(await uploading.client.engine.recentDumps()).toEqual([]);
});

test('own lanes reach the engine as they were asked for, also while the paths of the ones before are looked at', async () => {
  const { engine, client } = await setUp();
  const dump = await client.engine.open([tmpdir()]);
  const ofFile: OwnLane = { id: 'a', name: 'a', kind: 'file', path: tmpdir(), reading: { origin: 'start', byNs: 0 } };
  await Promise.all([client.engine.showOwnLanes(dump, [ofFile]), client.engine.showOwnLanes(dump, [])]);
  expect(engine.calls.filter(([method]) => method === 'showOwnLanes').map(([, , lanes]) => lanes)).toEqual([
    [ofFile],
    [],
  ]);
  // One that is refused stops none after it.
  const refused = client.engine.showOwnLanes(dump, [{ ...ofFile, path: '/etc' }]);
  const last = client.engine.showOwnLanes(dump, []);
  await expect(refused).rejects.toMatchObject({ name: 'OutsideRootsError' });
  expect((await last).lanes).toEqual([]);
});

test('the dump of the command line goes to the first window that asks for it, and to no other', async () => {
  const initialDump = createInitialDump(host.initialPaths, Promise.resolve('early' as DumpId));
  const first = await setUp({ initialDump });
  const second = createClientEngine({ engine: first.engine, host, policy: await rootedPolicy([]), initialDump });
  expect(await first.client.engine.open(['/dumps/job'])).toBe('early');
  expect(await second.engine.open(['/dumps/job'])).not.toBe('early');
});

test('a window that goes takes its dumps along, but not those of others', async () => {
  const { engine, client } = await setUp();
  const other = await engine.open(['/x']);
  const mine = await client.engine.open([tmpdir()]);
  const closed = await client.engine.open([tmpdir()]);
  await client.engine.close(closed);
  await client.dispose();
  expect([...engine.openDumps]).toEqual([other]);
  expect(engine.calls.filter(([method]) => method === 'close')).toEqual([
    ['close', closed],
    ['close', mine],
  ]);
});

test('a dump that is handed over stays open for the page that comes next, whatever the one before does', async () => {
  const { engine, client } = await setUp();
  const left = await client.engine.open([tmpdir(), tmpdir()]);
  const shown = await client.engine.open([tmpdir()]);
  const inherited = client.handOver();
  // As its page does when it is left.
  await client.engine.close(shown);
  await client.dispose();
  expect([...engine.openDumps]).toEqual([shown]);
  expect(engine.calls).toContainEqual(['close', left]);

  const next = createClientEngine({ engine, host, policy: await rootedPolicy([tmpdir()]), inherited });
  const { initialPaths } = await next.engine.host();
  expect(initialPaths).toEqual([tmpdir()]);
  expect(await next.engine.open(initialPaths)).toBe(shown);
  expect(await next.engine.open(initialPaths)).not.toBe(shown);
  await next.dispose();
  expect([...engine.openDumps]).toEqual([]);
});

test('what is handed over and never asked for is closed, and without a dump there is nothing to hand over', async () => {
  const { engine, client } = await setUp();
  expect(await client.handOver()).toBeUndefined();
  await client.engine.open([tmpdir()]);
  const next = createClientEngine({
    engine,
    host,
    policy: await rootedPolicy([tmpdir()]),
    inherited: client.handOver(),
  });
  await next.dispose();
  expect([...engine.openDumps]).toEqual([]);
});

test('what the window is to open is told as it is when it asks', async () => {
  let initialPaths: readonly string[] = [];
  const { client } = await setUp({ initialPaths: () => initialPaths });
  initialPaths = ['/later'];
  expect((await client.engine.host()).initialPaths).toEqual(['/later']);
});

describe('jobs that are watched', () => {
  const limits = {};
  const none = { kind: 'none' } as const;
  const log = (path: string) => ({ kind: 'log', paths: [path] }) as const;
  const jobOf = (id: string, path: string, profile: LiveProfileWay = none) =>
    ({ id: id as LiveJobId, source: log(path), profile }) as unknown as LiveJob;

  async function watching(jobs: readonly LiveJob[] = []) {
    const asked: (readonly [string, ...unknown[]])[] = [];
    const engine = fakeEngine({
      liveJobs: async () => ({ revision: 1, jobs }),
      addLiveJob: async (wish) => {
        asked.push(['add', wish]);
        return 'new' as LiveJobId;
      },
      previewLive: async (source) => {
        asked.push(['preview', source]);
        return { files: [], fileCount: 0, problem: undefined };
      },
      removeLiveJob: async (job) => void asked.push(['remove', job]),
      liveEvents: async (job) => {
        asked.push(['events', job]);
        return [];
      },
    });
    const policy = await rootedPolicy([tmpdir()]);
    return { asked, own: createClientEngine({ engine, host, policy }).engine };
  }

  test('a window names no file outside of the roots, nor a folder for a profile there', async () => {
    const { asked, own } = await watching();
    const outside = { name: 'OutsideRootsError' };
    const wish = { source: log('/etc/passwd'), limits, profile: none, dumps: undefined };
    await expect(own.previewLive(log('/etc/passwd'))).rejects.toMatchObject(outside);
    await expect(own.addLiveJob(wish)).rejects.toMatchObject(outside);
    const profile = { kind: 'dynamic', folder: '/etc', output: '/data' } as const;
    await expect(own.addLiveJob({ ...wish, source: log(tmpdir()), profile })).rejects.toMatchObject(outside);
    expect(asked).toEqual([]);
  });

  test('a place of dumps that the window may not see is not waited for; the job is watched', async () => {
    const { asked, own } = await watching();
    await own.addLiveJob({ source: log(tmpdir()), limits, profile: none, dumps: '/etc' });
    expect(asked).toEqual([['add', expect.objectContaining({ dumps: undefined })]]);
  });

  test('what else is said of a job is handed on', async () => {
    const { asked, own } = await watching();
    const more = {
      work: { flops: 1e15 },
      stages: 4,
      stall: { factor: 3, leastNs: 30e9 },
      webhook: 'https://ops.example',
    };
    await own.addLiveJob({ source: log(tmpdir()), limits, profile: none, dumps: undefined, ...more });
    expect(asked).toEqual([['add', expect.objectContaining(more)]]);
  });

  test('a window has the jobs whose files it may see, and asks about no other', async () => {
    const dynamic = { kind: 'dynamic', folder: '/etc', output: '/data' } as const;
    const jobs = [jobOf('mine', tmpdir()), jobOf('other', '/etc/passwd'), jobOf('folder', tmpdir(), dynamic)];
    const { asked, own } = await watching(jobs);
    expect((await own.liveJobs(0)).jobs.map(({ id }) => id)).toEqual(['mine']);
    await own.liveEvents('mine' as LiveJobId, 0);
    for (const id of ['other', 'folder', 'unknown'] as LiveJobId[]) {
      await expect(own.liveEvents(id, 0)).rejects.toThrow('not watched');
      await expect(own.removeLiveJob(id)).rejects.toThrow('not watched');
    }
    expect(asked).toEqual([['events', 'mine']]);
  });
});
