/** A part of the timeline as a file that opens again: trace-event JSON of one rank, a zip with one file each of several. */
import { strToU8, Zip, ZipPassThrough } from 'fflate';
import type { DumpId, Engine, LaneId, RankState } from '../../../src-contract';
import { exportTrace, groupsWith, type TraceCounts, traceFileNames } from '../../../src-report/trace/traceFile';
import type { TimeRange } from '../../base/timeRange';

export interface TracePart {
  /** Undefined: from the first event to the last. */
  readonly range: TimeRange | undefined;
  /** Undefined: all that was read from the files. */
  readonly lanes: ReadonlySet<LaneId> | undefined;
  readonly ranks: readonly RankState[];
}

export interface SavedTrace extends TraceCounts {
  readonly blob: Blob;
  /** How its name ends. */
  readonly ending: 'json' | 'zip';
}

interface SaveTrace {
  readonly engine: Pick<Engine, 'ask'>;
  readonly dump: DumpId;
  readonly part: TracePart;
  /** Of all ranks, 0 to 1. */
  readonly progress: (share: number) => void;
  readonly signal: AbortSignal;
}

/** Text is handed to the browser by blobs of this many characters, which it may keep outside of the page's memory. */
const BLOB_CHARACTERS = 16_000_000;

/** Of `ranks` only those that have lanes in it. */
export function ranksOf(part: TracePart): readonly RankState[] {
  return part.ranks.filter((rank) => groupsOf(rank, part).length > 0);
}

/** Rejects as `Engine.ask`, with an AbortError when it was cancelled, or with an Error when nothing is to be saved. */
export async function saveTrace({ engine, dump, part, progress, signal }: SaveTrace): Promise<SavedTrace> {
  const ranks = ranksOf(part);
  if (ranks.length === 0) throw new Error('none of these ranks has such lanes');
  const counts = { slices: 0, arrows: 0 };
  const write = async (rank: RankState, at: number, text: (text: string) => void) => {
    const own = await exportTrace({
      engine,
      dump,
      rank,
      wish: { startNs: part.range?.startNs, endNs: part.range?.endNs, groups: groupsOf(rank, part) },
      write: text,
      progress: (done, total) => progress((at + done / Math.max(1, total)) / ranks.length),
      signal,
    });
    counts.slices += own.slices;
    counts.arrows += own.arrows;
  };
  if (ranks.length === 1) {
    const parts = new BlobParts();
    await write(ranks[0], 0, (text) => parts.add(text, text.length));
    return { ...counts, blob: parts.blob('application/json'), ending: 'json' };
  }
  const blob = await zipOf(ranks, write);
  return { ...counts, blob, ending: 'zip' };
}

function groupsOf(rank: RankState, { lanes }: TracePart) {
  if (rank.status !== 'ready') return [];
  return groupsWith(rank, ({ id }, group) => lanes === undefined || lanes.has(id) || lanes.has(group.id));
}

/** Not compressed: that would stop the window, and what opens a zip reads it as fast as the file in it. */
async function zipOf(
  ranks: readonly RankState[],
  write: (rank: RankState, at: number, text: (text: string) => void) => Promise<void>,
): Promise<Blob> {
  const parts = new BlobParts();
  let failure: Error | undefined;
  const zip = new Zip((error, data) => {
    if (error) failure = error;
    else parts.add(data.slice(), data.length);
  });
  const names = traceFileNames(ranks);
  for (const [at, rank] of ranks.entries()) {
    const file = new ZipPassThrough(names[at]);
    zip.add(file);
    await write(rank, at, (text) => file.push(strToU8(text)));
    file.push(new Uint8Array(0), true);
    if (failure) throw failure;
  }
  zip.end();
  if (failure) throw failure;
  return parts.blob('application/zip');
}

class BlobParts {
  readonly #done: Blob[] = [];
  #open: BlobPart[] = [];
  #openSize = 0;

  add(part: BlobPart, size: number): void {
    this.#open.push(part);
    this.#openSize += size;
    if (this.#openSize >= BLOB_CHARACTERS) this.#close();
  }

  blob(type: string): Blob {
    this.#close();
    return new Blob(this.#done, { type });
  }

  #close(): void {
    this.#done.push(new Blob(this.#open));
    this.#open = [];
    this.#openSize = 0;
  }
}
