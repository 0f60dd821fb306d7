import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { systemCode } from '../../../src-contract/wire/systemErrors';
import { monitorFile } from '../../../src-watch/lines/monitorFile';
import { rankOfName } from '../../../src-watch/lines/rankOfName';
import type { RankStep } from '../../../src-watch/rule/jobSteps';
import { withPast } from '../../../src-watch/rule/stepAges';
import type { SourceStatus } from '../../../src-watch/why/whyNoData';
import type { Look, StepSource } from '../stepSource';
import { type MonitorReader, readHere } from './monitorReader';
import type { MonitorReading, SavedReading } from './monitorReading';

/** Nobody waits longer for what is new: it is told with a later look. */
const PATIENCE_MS = 200;
/** Whoever has been read for so long is on a file system that hangs: half a gigabyte takes some seconds. */
const SILENT_MS = 60_000;

interface Followed {
  readonly path: string;
  readonly rank: number | undefined;
  /** As of what has been handed over; undefined: it has not been read. */
  saved: SavedReading | undefined;
  /** Sizes and times of the file and its log, as of the last reading. */
  print: string;
  /** It is being read, or its file system has not answered. */
  busySinceMs: number | undefined;
  /** What has been read, and not been handed over. */
  found: MonitorReading | undefined;
  rowCount: number;
  state: SourceStatus['state'];
  reason: string | undefined;
  changedMs: number;
}

interface SavedDatabase {
  readonly path: string;
  readonly reading?: SavedReading;
}

/**
 * Databases that msMonitor writes (`--export-type DB`), read on from the last row, with their write-ahead logs, as soon as they have changed:
 * rows are appended every report interval, 60 s as a rule. One is read behind the other, and nobody waits for it.
 */
export class MonitorDatabases implements StepSource {
  readonly isEnded = false;
  readonly #followed = new Map<string, Followed>();
  /** Folders that have been asked for their names, and have not answered. */
  readonly #asked = new Set<string>();
  #reading: Promise<void> = Promise.resolve();
  /** Something that no file system does. */
  #failure: unknown;

  constructor(
    readonly paths: readonly string[],
    saved?: unknown,
    readonly reader: MonitorReader = readHere,
    readonly patienceMs = PATIENCE_MS,
  ) {
    for (const own of (saved as readonly SavedDatabase[] | undefined) ?? []) this.#follow(own.path, own.reading);
  }

  get count(): number {
    return this.#followed.size;
  }

  get status(): readonly SourceStatus[] {
    const nowMs = performance.now();
    return [...this.#followed.values()].map(({ path, rank, reason, rowCount, saved, changedMs, ...own }) => ({
      ...{ path, reason, rank, lineCount: rowCount, isKnown: (saved?.steps.count ?? 0) > 0 },
      state: nowMs - (own.busySinceMs ?? nowMs) > SILENT_MS ? 'silent' : own.state,
      ...{ lastLine: undefined, needs: 'markers', unchangedMs: nowMs - changedMs },
    }));
  }

  save(): readonly SavedDatabase[] {
    return [...this.#followed.values()].map(({ path, saved }) => ({ path, ...(saved && { reading: saved }) }));
  }

  async look(): Promise<Look> {
    const patience = new AbortController();
    const late = wait(this.patienceMs, undefined, { signal: patience.signal }).catch(() => {});
    try {
      await Promise.race([this.#readAll(), late]);
    } finally {
      patience.abort();
    }
    if (this.#failure !== undefined) throw this.#failure;
    const steps = [...this.#followed.values()].map(handOver).filter((own) => own.length > 0);
    return { steps, news: [] };
  }

  async #readAll(): Promise<void> {
    await Promise.all(this.paths.map((path) => this.#find(path)));
    for (const own of this.#followed.values()) {
      if (own.busySinceMs !== undefined || own.found) continue;
      own.busySinceMs = performance.now();
      this.#reading = this.#reading.then(() => this.#readOn(own));
    }
    await this.#reading;
  }

  /** What it finds counts as read when it is handed over. */
  async #readOn(own: Followed): Promise<void> {
    // Those that wait for others do not count as silent.
    own.busySinceMs = performance.now();
    try {
      const { print, modifiedMs } = await printOf(own.path);
      if (print === own.print) return;
      const found = await this.reader({ path: own.path, rank: own.rank, saved: own.saved });
      if (found.kind === 'no-database') return;
      if (found.kind === 'failed') {
        fail(own, found.code);
        return;
      }
      const isFirst = own.print === '';
      own.print = print;
      own.state = 'following';
      own.reason = undefined;
      own.found = isFirst ? { ...found, steps: withPast(found.steps, Date.now() - modifiedMs) } : found;
    } catch (error) {
      const code = systemCode(error);
      if (code === undefined) this.#failure ??= error;
      else fail(own, code);
    } finally {
      own.busySinceMs = undefined;
    }
  }

  async #find(path: string): Promise<void> {
    if (this.#asked.has(path)) return;
    this.#asked.add(path);
    try {
      for (const own of await databasesOf(path)) this.#follow(own, undefined);
    } finally {
      this.#asked.delete(path);
    }
  }

  #follow(path: string, saved: SavedReading | undefined): void {
    if (this.#followed.has(path)) return;
    this.#followed.set(path, {
      ...{ path, rank: rankOfName(path), saved, print: '', busySinceMs: undefined, found: undefined },
      ...{ rowCount: 0, state: 'new', reason: undefined, changedMs: performance.now() },
    });
  }
}

async function databasesOf(path: string): Promise<string[]> {
  if (path.endsWith('.db')) return [path];
  try {
    return (await readdir(path))
      .filter((name) => monitorFile(name)?.form === 'db')
      .sort()
      .map((name) => join(path, name));
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return [];
  }
}

function fail(own: Followed, code: string): void {
  own.state = code === 'ENOENT' ? 'missing' : 'unreachable';
  own.reason = code;
}

function handOver(own: Followed): readonly RankStep[] {
  const { found } = own;
  if (!found) return [];
  own.found = undefined;
  own.saved = found.saved;
  own.rowCount += found.rowCount;
  own.changedMs = performance.now();
  return found.steps;
}

async function printOf(path: string): Promise<{ readonly print: string; readonly modifiedMs: number }> {
  const own = await stat(path);
  const log = await stat(`${path}-wal`).catch(() => undefined);
  const print = [own.size, own.mtimeMs, log?.size, log?.mtimeMs].join();
  return { print, modifiedMs: Math.max(own.mtimeMs, log?.mtimeMs ?? 0) };
}
