/** Opens a trace with the built engine, in this process, and prints as JSON what that took: `node openExtreme.mjs PATH`. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const distDir = new URL('../../dist/node/', import.meta.url);

process.stdout.write(JSON.stringify(await opened(process.argv[2])));

async function opened(path) {
  const { createEngine } = await import(new URL('engine.js', distDir).href);
  const own = mkdtempSync(join(tmpdir(), 'tracelane-extreme-own-'));
  const host = createEngine({
    workerUrl: new URL('worker.js', distDir),
    indexThreads: 2,
    host: { kind: 'browser', version: '0', platform: 'test', initialPaths: [], roots: [] },
    userDirs: { cacheDir: join(own, 'cache'), configDir: join(own, 'config'), tempDir: join(own, 'tmp') },
  });
  try {
    const { engine } = host;
    await engine.changeSettings({ cacheLimitBytes: 0 });
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
