import type { Notice, Progress } from '../api';
import { type ByteSource, openByteSource } from '../formats/byteSource';
import { notice } from '../formats/notices';
import { readTrace, type TraceDocument } from '../formats/traceReader';
import { ZipError } from '../formats/zip';
import { PlainTokenizer } from '../tokenizer/plainTokenizer';
import { buildIndex, type RankSummary } from './buildIndex';
import { EventStore } from './eventStore';
import { LaneRegistry } from './laneRegistry';
import type { RankIndex } from './rankIndex';

export interface RankTask {
  /** Timeline files of the rank, opened together as one timeline. */
  readonly paths: readonly string[];
}

export interface RankResult {
  readonly status: 'ready' | 'cancelled' | 'failed';
  readonly index: RankIndex;
  readonly summary: RankSummary;
  readonly progress: Progress;
  /** Top-level values of the files beside the events, as JSON texts. */
  readonly documentValues: ReadonlyMap<string, string>;
}

export interface RankListener {
  progress(progress: Progress): void;
  /** An index of what has been read so far; a fuller one follows. */
  snapshot(index: RankIndex, summary: RankSummary, progress: Progress): void;
  /** True when the job should stop. */
  isCancelled(): boolean;
}

/** The first snapshot comes after this time, each further one after three times as long as the last. */
const FIRST_SNAPSHOT_MS = 200;
const SNAPSHOT_GROWTH = 3;
const PROGRESS_EVERY_MS = 100;

/** Reads a rank's timeline files and builds its index. Never throws for what is wrong with the files: it says so. */
export async function indexRank(task: RankTask, sizeBytes: number, listener: RankListener): Promise<RankResult> {
  return new RankIndexer(task, sizeBytes, listener).run();
}

class RankIndexer {
  readonly #registry = new LaneRegistry();
  readonly #store: EventStore;
  readonly #values = new Map<string, string>();
  readonly #begunMs = performance.now();
  /** Bytes on disk of the files that are done. */
  #doneBefore = 0;
  #lastProgressMs = 0;
  #nextSnapshotMs = FIRST_SNAPSHOT_MS;
  #progress: Progress;

  constructor(
    readonly task: RankTask,
    sizeBytes: number,
    readonly listener: RankListener,
  ) {
    this.#progress = { bytesDone: 0, bytesTotal: sizeBytes, eventsDone: 0 };
    this.#store = new EventStore(new PlainTokenizer(), (bytesDone, eventsDone) =>
      this.#onProgress(this.#doneBefore + bytesDone, eventsDone),
    );
  }

  async run(): Promise<RankResult> {
    let isCancelled = false;
    let readCount = 0;
    let lastLengthBytes = 0;
    for (const path of this.task.paths) {
      const source = this.#open(path);
      if (!source) continue;
      try {
        this.#store.beginFile(path, source.kind, lastLengthBytes);
        const said = this.#store.notices.length;
        const document = await readTrace(source, this.#store.tokenizer, this.#store);
        isCancelled = document.isCancelled;
        lastLengthBytes = document.lengthBytes;
        this.#doneBefore += source.sizeBytes;
        for (const [key, value] of document.values) this.#values.set(key, value);
        if (this.#isTrace(path, document, said)) readCount++;
      } catch (error) {
        this.#store.notice(unreadable(path, error));
      } finally {
        source.close();
      }
      if (isCancelled) break;
    }
    return this.#finish(isCancelled, readCount);
  }

  #open(path: string): ByteSource | undefined {
    try {
      const source = openByteSource(path);
      if (source.sizeBytes > 0) return source;
      source.close();
      this.#store.notice(notice('empty-file', 'error', {}, { path, byteOffset: 0 }));
    } catch (error) {
      this.#store.notice(unreadable(path, error));
    }
    return undefined;
  }

  /** Says so when the file is JSON but holds nothing of a trace. */
  #isTrace(path: string, document: TraceDocument, noticesBefore: number): boolean {
    const phases = this.#store.countByPhase;
    const hasEvents = phases.subarray(1).some((count) => count > 0);
    const isRefused = this.#store.notices.slice(noticesBefore).some(({ severity }) => severity === 'error');
    if (isRefused) return false;
    if (hasEvents || (document.hasEventList && phases[0] === 0 && this.#store.skipped.length === 0)) return true;
    this.#store.notice(notice('no-trace', 'error', {}, { path, byteOffset: 0 }));
    return false;
  }

  #onProgress(bytesDone: number, eventsDone: number): boolean {
    const elapsedMs = performance.now() - this.#begunMs;
    this.#progress = { ...this.#progress, bytesDone, eventsDone };
    if (elapsedMs - this.#lastProgressMs >= PROGRESS_EVERY_MS) {
      this.#lastProgressMs = elapsedMs;
      this.listener.progress(this.#progress);
    }
    if (elapsedMs >= this.#nextSnapshotMs) {
      const { index, summary } = buildIndex(this.#store, this.#registry, false);
      this.listener.snapshot(index, summary, this.#progress);
      this.#nextSnapshotMs = (performance.now() - this.#begunMs) * SNAPSHOT_GROWTH;
    }
    return !this.listener.isCancelled();
  }

  #finish(isCancelled: boolean, readCount: number): RankResult {
    const { index, summary } = buildIndex(this.#store, this.#registry, true);
    const status = isCancelled ? 'cancelled' : readCount > 0 ? 'ready' : 'failed';
    const bytesDone = isCancelled ? this.#progress.bytesDone : this.#progress.bytesTotal;
    const progress = { ...this.#progress, bytesDone, eventsDone: this.#store.eventCount };
    return { status, index, summary, progress, documentValues: this.#values };
  }
}

function unreadable(path: string, error: unknown): Notice {
  if (error instanceof ZipError) return notice('zip-unreadable', 'error', { reason: error.message }, { path });
  if (!(error instanceof Error)) throw error;
  const code = 'code' in error ? String(error.code) : '';
  // An error without a system code is a defect of ours; it is named as one, and the other files are still read.
  if (code === '') return notice('internal-error', 'error', { reason: error.stack ?? error.message }, { path });
  return notice('file-unreadable', 'error', { reason: reasonOf(code, error.message) }, { path });
}

function reasonOf(code: string, message: string): string {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return 'you have no permission to read it';
    case 'ENOENT':
      return 'it does not exist any more';
    case 'EISDIR':
      return 'it is a folder';
    case 'EIO':
      return 'the disk reports an error';
    default:
      return message;
  }
}
