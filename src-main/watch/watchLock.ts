import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { systemCode } from '../../src-contract/wire/systemErrors';
import { temporaryName } from '../base/temporary';

/** Who holds it says so more often than this; who has been silent for longer is gone. */
const SILENT_MS = 60_000;
const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

interface Holder {
  readonly id: string;
  readonly pid: number;
  readonly host: string;
}

/**
 * Of several watchers of the same files one holds the lock: a file with its process in it, whose time is that of the last
 * `refresh`. It is taken over from a process that has ended, or that has been silent for a minute.
 */
export class WatchLock {
  /** Undefined: it has not been looked at yet. */
  isHeld: boolean | undefined;
  /** Who holds it instead, for a sentence. */
  other: string | undefined;
  readonly #own: Holder = { id: randomUUID(), pid: process.pid, host: hostname() };

  constructor(
    readonly path: string,
    readonly silentMs = SILENT_MS,
  ) {}

  /** Holds it from now on, if nobody else does. Rejects where the folder can't be written to. */
  async refresh(): Promise<void> {
    if (this.isHeld && (await this.#holder())?.id === this.#own.id) {
      await sayThere(this.path);
      return;
    }
    if ((await this.#take()) || ((await this.#removeStale()) && (await this.#take()))) {
      this.isHeld = true;
      this.other = undefined;
      return;
    }
    const holder = await this.#holder();
    this.isHeld = false;
    this.other = holder && `${holder.host}, ${holder.pid}`;
  }

  async release(): Promise<void> {
    if (this.isHeld && (await this.#holder())?.id === this.#own.id) await rm(this.path, { force: true });
    this.isHeld = undefined;
  }

  /** It is there with its holder in it, or not at all: who is killed meanwhile leaves none that nobody is known to hold. */
  async #take(): Promise<boolean> {
    await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
    const aside = temporaryName(this.path);
    const text = JSON.stringify(this.#own);
    try {
      await writeFile(aside, text, { mode: 0o600 });
      await link(aside, this.path).catch((error) => {
        // A file system without links.
        if (!NO_LINKS.has(systemCode(error) ?? '')) throw error;
        return writeFile(this.path, text, { flag: 'wx', mode: 0o600 });
      });
      return true;
    } catch (error) {
      if (systemCode(error) === 'EEXIST') return false;
      throw error;
    } finally {
      await rm(aside, { force: true });
    }
  }

  /** Undefined: nobody, or it is being written. */
  async #holder(): Promise<Holder | undefined> {
    try {
      return JSON.parse(await readFile(this.path, 'utf8')) as Holder;
    } catch (error) {
      if (systemCode(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
      throw error;
    }
  }

  async #removeStale(): Promise<boolean> {
    const holder = await this.#holder();
    const found = await stat(this.path).catch(() => undefined);
    if (!found) return true;
    const nowMs = await this.#nowMs();
    const isHere = holder?.host === this.#own.host;
    // In a container every run may have the same number.
    const isOfRunBefore = holder?.pid === process.pid && found.mtimeMs < nowMs - process.uptime() * 1000;
    const isGone = isHere && (isOfRunBefore || !isAlive(holder.pid));
    if (!isGone && nowMs - found.mtimeMs < this.silentMs) return false;
    return this.#takeAway(holder?.id);
  }

  /** By the clock of the file system: those of two hosts may be minutes apart. */
  async #nowMs(): Promise<number> {
    const clock = temporaryName(this.path);
    await writeFile(clock, '', { mode: 0o600 });
    const { mtimeMs } = await stat(clock);
    await rm(clock, { force: true });
    return mtimeMs;
  }

  /** Of two that find it at once, one gets it out of the way; what somebody else has put there meanwhile is put back. */
  async #takeAway(id: string | undefined): Promise<boolean> {
    const aside = temporaryName(this.path);
    try {
      await rename(this.path, aside);
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return true;
      throw error;
    }
    const text = await readFile(aside, 'utf8');
    const isOther = id !== undefined && !text.includes(id);
    if (isOther) await writeFile(this.path, text, { flag: 'wx', mode: 0o600 }).catch(takenAgain);
    await rm(aside, { force: true });
    return !isOther;
  }
}

function takenAgain(error: unknown): void {
  if (systemCode(error) !== 'EEXIST') throw error;
}

/** Its own first byte once more: the file system sets the time, by its own clock. */
async function sayThere(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.write('{', 0);
  } finally {
    await file.close();
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there, and somebody else's.
    return systemCode(error) === 'EPERM';
  }
}
