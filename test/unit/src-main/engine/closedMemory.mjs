/** `node closedMemory.mjs ENGINE TRACE`: opens the trace, closes it, and prints the memory of this process before and after. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const [, , engineUrl, trace] = process.argv;
const { createEngine } = await import(engineUrl);
const own = mkdtempSync(join(tmpdir(), 'tracelane-closed-'));
const { engine, dispose } = createEngine({
  workerUrl: new URL('worker.cjs', engineUrl),
  indexThreads: 2,
  host: { kind: 'browser', version: '0', platform: 'test', initialPaths: [], roots: [] },
  userDirs: { cacheDir: join(own, 'cache'), configDir: join(own, 'config'), tempDir: join(own, 'tmp') },
});
await engine.changeSettings({ cacheLimitBytes: 0 });
const dump = await engine.open([trace]);
let update = await engine.watch(dump, 0);
while (update.openMs === undefined) update = await engine.watch(dump, update.revision);
await engine.search({ dump, text: 'n1', maxResults: 10 });
// What indexing leaves behind has been collected meanwhile.
await setTimeout(2000);
const { memoryBytes: indexBytes } = await engine.usage();
const openBytes = process.memoryUsage.rss();
await engine.close(dump);
await setTimeout(3000);
process.stdout.write(JSON.stringify({ indexBytes, openBytes, closedBytes: process.memoryUsage.rss() }));
await dispose();
rmSync(own, { recursive: true, force: true });
