import { Statement } from '../columns/segmentColumns';
import type { PackedStrings } from '../rankIndex';
import type { SegmentEvents } from '../segmentEvents';
import { packedText } from '../strings';
import type { Threads } from './mergeTables';

/** What is said about a process; texts as references, since most of a million are never shown. */
type SaidOfProcess = { [K in Statement.processName | Statement.processLabels | Statement.processSortIndex]?: number };

/**
 * What the metadata events (ph M) of a trace say about its processes and threads. A later statement about the same thing
 * wins, as in the Chrome trace viewer.
 */
export class Metadata {
  /** By the number of the pid's text. */
  readonly #processes = new Map<number, SaidOfProcess>();
  /** By thread: reference to a text, 0 for none. */
  readonly #threadNames: Uint32Array;
  readonly #threadSortIndexes: Uint32Array;
  /** Texts of all segments; reference r is text r - 1 counted over all of them. */
  readonly #texts: readonly PackedStrings[];

  /** `laneMaps` take the lanes of each segment to threads. */
  constructor(
    segments: readonly Pick<SegmentEvents, 'metadata' | 'tables'>[],
    laneMaps: readonly Uint32Array[],
    readonly threads: Threads,
  ) {
    this.#threadNames = new Uint32Array(threads.pid.length);
    this.#threadSortIndexes = new Uint32Array(threads.pid.length);
    this.#texts = segments.map(({ tables }) => tables.metadataTexts);
    let firstRef = 1;
    segments.forEach(({ metadata, tables }, i) => {
      for (const { columns, count } of metadata)
        for (let row = 0; row < count; row++)
          this.#note(columns.statement[row], laneMaps[i][columns.lane[row]], firstRef + columns.text[row]);
      firstRef += tables.metadataTexts.ends.length;
    });
  }

  #note(statement: Statement, thread: number, ref: number): void {
    if (statement === Statement.threadName) this.#threadNames[thread] = ref;
    else if (statement === Statement.threadSortIndex) this.#threadSortIndexes[thread] = ref;
    else {
      const pid = this.threads.pid[thread];
      let process = this.#processes.get(pid);
      if (!process) {
        process = {};
        this.#processes.set(pid, process);
      }
      process[statement] = ref;
    }
  }

  /** Of the process whose pid has this number among the threads' texts. */
  processName(pid: number): string | undefined {
    return this.#text(this.#processes.get(pid)?.[Statement.processName]);
  }

  processLabels(pid: number): string | undefined {
    return this.#text(this.#processes.get(pid)?.[Statement.processLabels]);
  }

  processSortIndex(pid: number): number {
    return sortIndexOf(this.#text(this.#processes.get(pid)?.[Statement.processSortIndex]));
  }

  threadName(thread: number): string | undefined {
    return this.#text(this.#threadNames[thread]);
  }

  threadSortIndex(thread: number): number {
    return sortIndexOf(this.#text(this.#threadSortIndexes[thread]));
  }

  #text(ref: number | undefined): string | undefined {
    if (!ref) return undefined;
    let id = ref - 1;
    for (const texts of this.#texts) {
      if (id < texts.ends.length) return packedText(texts, id);
      id -= texts.ends.length;
    }
    return undefined;
  }
}

/** 0, as if it were not there, where it is no number. */
function sortIndexOf(text: string | undefined): number {
  const index = Number(text);
  return Number.isFinite(index) ? index : 0;
}
