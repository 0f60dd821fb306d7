/**
 * Opens a trace with the built engine, in this process, and prints as JSON what that took: `node openExtreme.mjs PATH`.
 * `node openExtreme.mjs PATH SHARE` cancels it when so much of the file has been read, and prints how much the threads still
 * did.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const distDir = new URL('../../dist/node/', import.meta.url);

/** A thread that does nothing but wait for messages takes less of a stretch than this share. */
const IDLE_SHARE = 0.2;
const STRETCH_MS = 50;

const [, , path, share] = process.argv;
process.stdout.write(JSON.stringify(share === undefined ? await opened(path) : await cancelled(path, Number(share))));

function opened(path) {
  return withEngine(async (engine) => {
    const startedMs = performance.now();
    const cpuBefore = process.cpuUsage();
    const dump = await engine.open([path]);
    let update = await engine.watch(dump, 0);
    const ranks = new Map();
    for (;;) {
      for (const rank of update.changedRanks) ranks.set(rank.index, rank);
      if (update.openMs !== undefined && !update.isPart) break;
      update = await engine.watch(dump, update.revision);
    }
    const wallMs = performance.now() - startedMs;
    const { user, system } = process.cpuUsage(cpuBefore);
    const [rank] = ranks.values();
    const lanes = rank.groups.flatMap((group) => group.lanes.map(({ id }) => id));
    const askedMs = performance.now();
    const { startNs, endNs } = rank;
    // As a window asks: of a lane the rows that are on screen.
    const rows = lanes.map((lane) => ({ lane, first: 0, end: 100 }));
    const nsPerPixel = (endNs - startNs) / 2000 || 1;
    await engine.viewport({ dump, startNs, endNs, nsPerPixel, lanes, rows, folded: [], labelMinPixels: 30 });
    return {
      wallMs,
      cpuMs: (user + system) / 1000,
      peakMb: peakBytes() / 1e6,
      lanes: lanes.length,
      askMs: performance.now() - askedMs,
      says: [
        update.status,
        ...rank.notices.map(({ code, params }) => `${code}${params.count ? `:${params.count}` : ''}`),
        ...rank.skipped.map(({ notice, eventCount }) => `${notice.code}×${eventCount}`),
      ],
    };
  });
}

async function cancelled(path, share) {
  return withEngine(async (engine) => {
    const dump = await engine.open([path]);
    let update = await engine.watch(dump, 0);
    while (!hasRead(update.progress, share) && update.openMs === undefined) {
      update = await engine.watch(dump, update.revision);
    }
    const cpuAtCancel = process.cpuUsage();
    await engine.cancel(dump);
    update = await engine.watch(dump, 0);
    while (update.status === 'discovering' || update.status === 'indexing')
      update = await engine.watch(dump, update.revision);
    // The dump may be done with while threads still work for it.
    for (;;) {
      const stopping = process.cpuUsage(cpuAtCancel);
      const before = process.cpuUsage();
      await setTimeout(STRETCH_MS);
      const { user, system } = process.cpuUsage(before);
      if (user + system < IDLE_SHARE * 1000 * STRETCH_MS)
        return { status: update.status, stoppingCpuMs: (stopping.user + stopping.system) / 1000 };
    }
  });
}

async function withEngine(ask) {
  const { createEngine } = await import(new URL('engine.js', distDir).href);
  const own = mkdtempSync(join(tmpdir(), 'tracelane-extreme-own-'));
  const host = createEngine({
    workerUrl: new URL('worker.cjs', distDir),
    indexThreads: 2,
    host: { kind: 'browser', version: '0', platform: 'test', initialPaths: [], roots: [] },
    userDirs: { cacheDir: join(own, 'cache'), configDir: join(own, 'config'), tempDir: join(own, 'tmp') },
  });
  try {
    await host.engine.changeSettings({ cacheLimitBytes: 0 });
    return await ask(host.engine);
  } finally {
    await host.dispose();
    rmSync(own, { recursive: true, force: true });
  }
}

/** Where the system tells only of now (all but Linux), that. */
function peakBytes() {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024;
  } catch {
    return process.memoryUsage.rss();
  }
}

function hasRead({ bytesDone, bytesTotal }, share) {
  return bytesTotal > 0 && bytesDone >= share * bytesTotal;
}
