import {
  type FSWatcher,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** What a second start tells the first one. */
export interface SecondInstance {
  readonly argv: readonly string[];
  readonly folder: string;
  readonly data: unknown;
}

/** One process for a folder of user data: who comes second leaves a message and is refused. */
export class SingleInstance {
  private readonly lockPath: string;
  private readonly inbox: string;
  private watcher: FSWatcher | undefined;

  constructor(userData: string) {
    this.inbox = join(userData, 'SingletonMessages');
    this.lockPath = join(userData, 'SingletonLock');
    mkdirSync(this.inbox, { recursive: true });
  }

  /** Synchronous, as Electron's. `onSecond` is told of each that comes after. */
  take(own: SecondInstance, onSecond: (second: SecondInstance) => void): boolean {
    if (this.watcher !== undefined) return true;
    if (!this.lock()) {
      // Electron passes the data on as JSON.
      const path = join(this.inbox, `${process.pid}-${Date.now()}`);
      writeFileSync(`${path}.part`, JSON.stringify(own));
      renameSync(`${path}.part`, `${path}.json`);
      return false;
    }
    this.watcher = watch(this.inbox, () => {
      for (const name of readdirSync(this.inbox).filter((one) => one.endsWith('.json'))) {
        const path = join(this.inbox, name);
        const second = JSON.parse(readFileSync(path, 'utf8')) as SecondInstance;
        rmSync(path);
        onSecond(second);
      }
    });
    return true;
  }

  release(): void {
    if (this.watcher === undefined) return;
    this.watcher.close();
    rmSync(this.lockPath, { force: true });
  }

  private lock(): boolean {
    try {
      writeFileSync(openSync(this.lockPath, 'wx'), String(process.pid));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (isRunning(Number(readFileSync(this.lockPath, 'utf8')))) return false;
      rmSync(this.lockPath);
      return this.lock();
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
