import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Measurement, startStopwatch, watchEventLoop } from '../measurement';
import { eventCountOf, openedState, startEngine, statesOf } from './engineProcess';

/**
 * The whole of opening, as the program does it: from nothing to everything queryable, on all cores, without the cache.
 * The time is the engine's own: who watches it hears of the end up to 100 ms later.
 */
export async function measureOpen(path: string): Promise<Measurement> {
  const host = startEngine();
  const loop = watchEventLoop();
  const watch = startStopwatch();
  let firstSlicesMs: number | undefined;
  let events = 0;
  let skipped = 0;
  let slices = 0;
  let openMs: number | undefined;
  for await (const state of statesOf(host.engine, await host.engine.open([path]))) {
    if (state.ranks.some(({ groups }) => groups.length > 0)) firstSlicesMs ??= watch.read().wallMs;
    events = eventCountOf(state);
    slices = state.ranks.reduce((sum, { eventCounts }) => sum + (eventCounts.X ?? 0), 0);
    openMs = state.openMs;
    skipped = state.ranks.flatMap((rank) => rank.skipped).reduce((sum, { eventCount }) => sum + eventCount, 0);
  }
  const measured = watch.read();
  const mainThreadMs = loop.longestMs();
  const { memoryBytes } = await host.engine.usage();
  await host.dispose();
  const details = {
    firstSlicesMs: firstSlicesMs ?? measured.wallMs,
    indexBytes: memoryBytes,
    mainThreadMs,
    skipped,
    slices,
  };
  return { ...measured, wallMs: openMs ?? measured.wallMs, sizeBytes: statSync(path).size, events, details };
}

/** Opening again what was opened, and kept, by an engine before; that one's time and memory are not counted. */
export async function measureReopen(path: string): Promise<Measurement> {
  const cacheFolder = mkdtempSync(join(tmpdir(), 'tracelane-bench-cache-'));
  try {
    const before = startEngine(cacheFolder);
    await openedState(before.engine, path);
    await before.dispose();
    const indexFolder = join(cacheFolder, 'index');
    const kept = existsSync(indexFolder) ? readdirSync(indexFolder) : [];
    const cacheBytes = kept.reduce((sum, name) => sum + statSync(join(indexFolder, name)).size, 0);
    const host = startEngine(cacheFolder);
    const watch = startStopwatch();
    const state = await openedState(host.engine, path);
    const measured = watch.read();
    await host.dispose();
    const wallMs = state.openMs ?? measured.wallMs;
    return {
      ...measured,
      wallMs,
      sizeBytes: statSync(path).size,
      events: eventCountOf(state),
      details: { cacheBytes },
    };
  } finally {
    rmSync(cacheFolder, { recursive: true, force: true });
  }
}
