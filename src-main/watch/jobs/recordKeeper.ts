import { readFile } from 'node:fs/promises';
import { systemCode } from '../../../src-contract/wire/systemErrors';
import { writeOwnFile } from '../../base/ownFiles';
import type { JobRecord, SavedRecord } from './jobRecord';

/** Who is killed loses curves of so long, never an alarm: these are in the journal. */
const KEEP_MS = 30_000;
/** Of more ranks no curves are kept: a file that is written so often should be small. */
const MOST_RANKS = 64;

/**
 * Keeps the curves and events of a job beside its journal, for the next start: servers forget, databases are deleted when they are rotated, and
 * dumps are read once.
 */
export class RecordKeeper {
  readonly #path: string;
  #keptAtMs = performance.now();
  #keptSteps = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(
    journalPath: string,
    readonly record: JobRecord,
  ) {
    this.#path = journalPath.replace(/\.json$/, '.curves.json');
  }

  /** Whether there was something. A file of ours that is damaged, or of another version, is as none. */
  async restore(): Promise<boolean> {
    try {
      const saved = JSON.parse(await readFile(this.#path, 'utf8')) as SavedRecord;
      if (saved.version === 1) this.record.restore(saved);
      return saved.version === 1;
    } catch (error) {
      if (systemCode(error) === undefined && !(error instanceof SyntaxError)) throw error;
      return false;
    }
  }

  /** After each look at the source. */
  looked(): void {
    if (performance.now() - this.#keptAtMs >= KEEP_MS) void this.keep();
  }

  /** Curves are worth less than the watching: that they could not be written stops nothing, and is tried again. */
  keep(): Promise<void> {
    this.#keptAtMs = performance.now();
    const { stepCount } = this.record;
    if (stepCount === this.#keptSteps) return this.#writing;
    this.#keptSteps = stepCount;
    const saved = this.record.save();
    const ranks = this.record.rankCount > MOST_RANKS ? { ranks: { ...saved?.ranks, rows: [] } } : {};
    const text = JSON.stringify({ ...saved, ...ranks });
    this.#writing = this.#writing.then(() => writeOwnFile(this.#path, text)).catch(() => undefined);
    return this.#writing;
  }
}
