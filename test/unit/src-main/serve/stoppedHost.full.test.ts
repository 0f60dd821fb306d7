/** Ctrl+C while the browser host reads a dump: it ends soon, and speaks of no failure. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { copiedProgram, startBuiltHost } from '../../../fixtures/builtHost';
import { builtWorker } from '../../../fixtures/builtWorker';
import { temporaryFolder } from '../../../fixtures/indexed';

builtWorker();

const RANKS = 4;
/** Of a rank: enough that reading all of them takes a second. */
const EVENTS = 60_000;
/** Behind the host's address. */
const MOMENTS_MS = [20, 100, 250];
const ENDS_WITHIN_MS = 10_000;

function manyRanks(): string {
  const dump = temporaryFolder();
  const events = Array.from(
    { length: EVENTS },
    (_, i) => `{"ph":"X","pid":1,"tid":${i % 9},"ts":${i * 5},"dur":4,"name":"aten::op${i % 997}","args":{"id":${i}}}`,
  );
  const text = `[${events.join(',\n')}]`;
  for (let rank = 0; rank < RANKS; rank++) {
    const folder = join(dump, `host_${rank}_20240101000000000_ascend_pt`);
    mkdirSync(join(folder, 'ASCEND_PROFILER_OUTPUT'), { recursive: true });
    writeFileSync(join(folder, `profiler_info_${rank}.json`), '{}');
    writeFileSync(join(folder, 'ASCEND_PROFILER_OUTPUT', 'trace_view.json'), text);
  }
  return dump;
}

test.skipIf(process.platform === 'win32')('at any moment of reading', async () => {
  const [dump, folder] = [manyRanks(), copiedProgram()];
  for (const afterMs of MOMENTS_MS) {
    const host = await startBuiltHost([dump, '--root', dump], { folder });
    // When all that it has printed has come, too.
    const closed = new Promise<readonly [number | null, NodeJS.Signals | null]>((resolve) =>
      host.process.once('close', (code, signal) => resolve([code, signal])),
    );
    await setTimeout(afterMs);
    host.process.kill('SIGINT');
    const limit = new AbortController();
    const tooLong = setTimeout(ENDS_WITHIN_MS, 'still running', { signal: limit.signal }).catch(() => undefined);
    expect(await Promise.race([closed, tooLong]), `${afterMs} ms`).toEqual([0, null]);
    limit.abort();
    expect(host.errors(), `${afterMs} ms`).toBe('');
    expect(host.output(), `${afterMs} ms`).not.toMatch(/could not|can’t|fail|error|given up/i);
    // On a fast machine the dump may have been read by the later moments.
    if (afterMs === MOMENTS_MS[0]) expect(host.output()).toMatch(/\nPress Ctrl\+C to stop\.\n$/);
  }
});
