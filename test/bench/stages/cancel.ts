import { statSync } from 'node:fs';
import type { DumpState } from '../../../src-contract';
import { nextDumpState } from '../../../src-contract/wire/dumpUpdates';
import { type Measurement, startStopwatch } from '../measurement';
import { eventCountOf, openedState, startEngine } from './engineProcess';

/** How far an opening has come when it is cancelled. */
const MOMENTS: Readonly<Record<string, (state: DumpState) => boolean>> = {
  'at once': () => true,
  'some read': ({ progress }) => progress.eventsDone > 0,
  'something shown': ({ ranks }) => (ranks[0]?.groups.length ?? 0) > 0,
  'all read': ({ progress }) => progress.bytesTotal > 0 && progress.bytesDone === progress.bytesTotal,
};

/**
 * The longest, over several moments, from a cancel until the dump says that it has ended; and an opening after it, which
 * has to find the threads free and all events.
 */
export async function measureCancel(path: string): Promise<Measurement> {
  const host = startEngine();
  const watch = startStopwatch();
  let cancelMs = 0;
  for (const hasCome of Object.values(MOMENTS)) {
    const dump = await host.engine.open([path]);
    let state = await nextDumpState(host.engine, dump);
    while (!hasCome(state) && state.openMs === undefined) state = await nextDumpState(host.engine, dump, state);
    const startMs = performance.now();
    await host.engine.cancel(dump);
    while (state.status === 'discovering' || state.status === 'indexing')
      state = await nextDumpState(host.engine, dump, state);
    cancelMs = Math.max(cancelMs, performance.now() - startMs);
    await host.engine.close(dump);
  }
  const events = eventCountOf(await openedState(host.engine, path));
  const measured = watch.read();
  await host.dispose();
  return { ...measured, sizeBytes: statSync(path).size, events, details: { cancelMs } };
}
