import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import type { Engine } from '../../../src-contract';
import { createEngine } from '../../../src-main/engine/engine';
import type { Input } from '../format';

/** The program without a window: its engine, warm, with folders of its own where writing costs nothing. */
export interface Program {
  readonly engine: Engine;
  /** What the threads have died of since it was asked last. */
  takeDeaths(): readonly string[];
  /** Writes the input with these bytes in the place of its own; answers the path to open. */
  put(input: Input, bytes: Buffer): string;
  /** A folder that nobody else uses. */
  readonly folder: string;
  dispose(): Promise<void>;
}

/** In memory, where the system has such a folder. */
export function quickTemporaryFolder(): string {
  return existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
}

export function startProgram(parentFolder: string, workerUrl: URL): Program {
  const folder = mkdtempSync(join(parentFolder, 'program-'));
  const configDir = join(folder, 'config');
  mkdirSync(configDir);
  // Saving the indexes is a test of its own, and would be most of the time.
  writeFileSync(join(configDir, 'settings.json'), '{"cacheLimitBytes":0}');
  const deaths: string[] = [];
  let isEnding = false;
  const watchThread = (worker: Worker) => {
    worker.once('error', (error: Error) => deaths.push(error.stack ?? error.message));
    worker.once('messageerror', (error: Error) => deaths.push(`a message could not be read: ${error.message}`));
    // A cancelled job that does not end soon is ended with its thread, which is no death of its own.
    let isStopped = false;
    const terminate = worker.terminate.bind(worker);
    worker.terminate = () => {
      isStopped = true;
      return terminate();
    };
    worker.once('exit', (code) => {
      if (!isEnding && !isStopped && code !== 0) deaths.push(`a thread ended with code ${code}`);
    });
  };
  process.on('worker', watchThread);
  const { engine, dispose } = createEngine({
    workerUrl,
    host: { kind: 'browser', version: '0', platform: process.platform, initialPaths: [], roots: [] },
    userDirs: { cacheDir: join(folder, 'cache'), configDir, tempDir: join(folder, 'tmp') },
    // Two processes of this kind share two cores.
    indexThreads: 1,
  });
  let lastInput: Input | undefined;
  return {
    engine,
    folder,
    takeDeaths: () => deaths.splice(0),
    put(input, bytes) {
      const dump = join(folder, 'dump');
      if (input !== lastInput) {
        rmSync(dump, { recursive: true, force: true });
        for (const [path, content] of Object.entries(input.beside)) putFile(join(dump, path), content);
        lastInput = input;
      }
      putFile(join(dump, input.path), bytes);
      return dump;
    },
    async dispose() {
      isEnding = true;
      await dispose();
      process.off('worker', watchThread);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function putFile(path: string, content: Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
