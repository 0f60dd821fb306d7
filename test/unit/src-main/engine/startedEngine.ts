import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import type { DumpId, DumpState, Engine, LaneInfo, RankState } from '../../../../src-contract';
import { nextDumpState } from '../../../../src-contract/wire/dumpUpdates';
import { createEngine } from '../../../../src-main/engine/engine';
import { temporaryFolder } from '../../../fixtures/indexed';

export interface Started {
  readonly engine: Engine;
  readonly folder: string;
  /** As when the program ends; done at the end of the test at the latest. */
  readonly dispose: () => Promise<void>;
}

/** An engine with folders of its own; it is gone when the test is over. */
export function startEngine(workerUrl: URL, indexThreads = 2, roots: readonly string[] = []): Started {
  const folder = temporaryFolder();
  const started = engineIn(folder, workerUrl, indexThreads, roots);
  onTestFinished(started.dispose);
  return { ...started, folder };
}

/**
 * One engine for the tests of a file that open dumps of their own, and ask about nothing else: its threads take longer to start
 * than small dumps to read. Each call answers a folder of the test's own.
 */
export function engineOfFile(workerUrl: URL): () => Omit<Started, 'dispose'> {
  let started: Pick<Started, 'engine' | 'dispose'> | undefined;
  let own: string | undefined;
  afterAll(async () => {
    await started?.dispose();
    if (own !== undefined) rmSync(own, { recursive: true, force: true });
  });
  return () => {
    own ??= mkdtempSync(join(tmpdir(), 'tracelane-test-'));
    started ??= engineIn(own, workerUrl, 2, []);
    return { engine: started.engine, folder: temporaryFolder() };
  };
}

function engineIn(
  folder: string,
  workerUrl: URL,
  indexThreads: number,
  roots: readonly string[],
): Pick<Started, 'engine' | 'dispose'> {
  const host = createEngine({
    workerUrl,
    indexThreads,
    host: { kind: 'browser', version: '0', platform: 'test', initialPaths: [], roots },
    userDirs: { cacheDir: join(folder, 'cache'), configDir: join(folder, 'config'), tempDir: join(folder, 'tmp') },
  });
  let disposed: Promise<void> | undefined;
  const dispose = () => {
    disposed ??= host.dispose();
    return disposed;
  };
  return { engine: host.engine, dispose };
}

/** Read, and shown by one clock. */
export const isDone = ({ status, clock }: DumpState) =>
  status !== 'discovering' && status !== 'indexing' && clock?.mode !== 'measuring';

/** The first state of it that is so. */
export async function until(
  engine: Engine,
  dump: DumpId,
  isReached: (state: DumpState) => boolean,
): Promise<DumpState> {
  let state = await nextDumpState(engine, dump);
  while (!isReached(state)) state = await nextDumpState(engine, dump, state);
  return state;
}

/** Opens it, and waits until it is read. */
export async function opened(engine: Engine, ...paths: string[]): Promise<DumpState> {
  return until(engine, await engine.open(paths), isDone);
}

export function lanesOf(rank: RankState): LaneInfo[] {
  return rank.groups.flatMap(({ lanes }) => lanes);
}

/** A trace of one slice, and `more` events. */
export function writeTrace(folder: string, name: string, startUs: string, more = ''): string {
  const path = join(folder, name);
  writeFileSync(path, `[{"ph":"X","pid":1,"tid":1,"ts":"${startUs}","dur":10,"name":"op"}${more}]`);
  return path;
}

/** A rank large enough that reading it takes a while. */
export function writeLarge(folder: string, name: string, events: number): string {
  const path = join(folder, name);
  const parts: string[] = [];
  for (let i = 0; i < events; i++)
    parts.push(
      `{"ph":"X","pid":1,"tid":${i % 8},"ts":${i}.5,"dur":0.${i % 9},"name":"n${i % 50}","args":{"a":"${'x'.repeat(80)}"}}`,
    );
  writeFileSync(path, `[${parts.join(',\n')}]`);
  return path;
}
