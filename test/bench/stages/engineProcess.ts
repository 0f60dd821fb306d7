import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DumpId, DumpState, Engine, LaneId, SliceLane } from '../../../src-contract';
import { nextDumpState } from '../../../src-contract/wire/dumpUpdates';
import { createEngine, type EngineHost } from '../../../src-main/engine/engine';

export interface BenchEngine extends EngineHost {
  /** Ends the threads and deletes the engine's folders. */
  dispose(): Promise<void>;
}

/** An engine with user folders of its own; `cacheFolder` to keep indexes in, without it none are kept. */
export function startEngine(cacheFolder?: string): BenchEngine {
  const folder = mkdtempSync(join(tmpdir(), 'tracelane-bench-'));
  const configDir = join(folder, 'config');
  mkdirSync(configDir);
  if (cacheFolder === undefined) writeFileSync(join(configDir, 'settings.json'), '{"cacheLimitBytes":0}');
  const host = createEngine({
    workerUrl: new URL('worker.cjs', import.meta.url),
    // What a program keeps of itself for its next start, of this build.
    codeFolder: fileURLToPath(new URL('kept', import.meta.url)),
    host: { kind: 'browser', version: '0', platform: process.platform, initialPaths: [], roots: [] },
    userDirs: { cacheDir: cacheFolder ?? join(folder, 'cache'), configDir, tempDir: join(folder, 'tmp') },
  });
  return {
    engine: host.engine,
    async dispose() {
      await host.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Every state from `open` to the end; the last one is it. Throws if the dump could not be read. */
export async function* statesOf(engine: Engine, dump: DumpId): AsyncGenerator<DumpState> {
  let state = await nextDumpState(engine, dump);
  yield state;
  while (state.status === 'discovering' || state.status === 'indexing') {
    state = await nextDumpState(engine, dump, state);
    yield state;
  }
  if (state.status !== 'ready') throw new Error(`Opening ended as ${state.status}: ${JSON.stringify(state.notices)}`);
}

export async function openedState(engine: Engine, path: string): Promise<DumpState> {
  let last: DumpState | undefined;
  for await (const state of statesOf(engine, await engine.open([path]))) last = state;
  if (!last) throw new Error('No state');
  return last;
}

export function eventCountOf({ ranks }: DumpState): number {
  return ranks.reduce((sum, rank) => Object.values(rank.eventCounts).reduce((total, count) => total + count, sum), 0);
}

/**
 * The state of a job that is shown by its ranks' clocks. Measuring them takes one of the cores for a second or more, when
 * all is read, and moves everything once: what is measured comes after that.
 */
export async function withClocks(engine: Engine, opened: DumpState): Promise<DumpState> {
  let state = opened;
  while (state.clock?.mode === 'measuring') state = await nextDumpState(engine, state.id, state);
  return state;
}

export function sliceLanes(state: DumpState): SliceLane[] {
  return state.ranks
    .flatMap(({ groups }) => groups.flatMap(({ lanes }) => lanes))
    .flatMap((lane) => (lane.kind === 'slices' ? [lane] : []));
}

/** The `count` lanes with the most slices. */
export function fullestLanes(state: DumpState, count: number): LaneId[] {
  return sliceLanes(state)
    .sort((a, b) => b.sliceCount - a.sliceCount)
    .slice(0, count)
    .map(({ id }) => id);
}
