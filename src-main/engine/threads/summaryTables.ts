import type { MessagePort } from 'node:worker_threads';
import type { Thresholds } from '../../../src-contract';
import type { JobCalls, JudgedCalls } from '../../../src-worker/analysis/summary/judgedCalls';
import { aboutFile, type FoundFacts, factsOfBytes } from '../../../src-worker/analysis/summary/summaryFile';
import type { AlignmentLimits } from '../../../src-worker/model/clock/alignmentLimits';
import type { Alignment } from '../../../src-worker/model/clock/alignRanks';
import type { CallColumns } from '../../../src-worker/model/clock/callColumns';
import { FactMemory } from '../../../src-worker/parquet/factMemory';
import type { ReadPools } from '../../../src-worker/parquet/factRead';
import { type FactBytes, type FactTable, TextPool } from '../../../src-worker/parquet/factTable';
import { ShapePool } from '../../../src-worker/parquet/numberHoles';
import { type TableRoom, TableRooms } from '../../../src-worker/parquet/tableRoom';
import { readSummary } from './summaryBytes';

/** What a thread is to do. */
export type ThreadWish = SummaryWish | AlignmentWish | JudgeWish;

/** Files to read. */
export interface SummaryWish {
  readonly kind: 'read';
  readonly paths: readonly string[];
  /** Given away: room for their tables, of some that were read before. */
  readonly room: ArrayBuffer | undefined;
}

/** Calls to align ranks by (`alignColumns`), which it answers with an `Alignment`. They are given away. */
export interface AlignmentWish {
  readonly kind: 'align';
  readonly rankCount: number;
  readonly calls: CallColumns;
  readonly limits: AlignmentLimits;
}

/** Calls of a job to judge (`judgedCalls`), which it answers with `JudgedCalls`. */
export interface JudgeWish {
  readonly kind: 'judge';
  readonly calls: JobCalls;
  readonly limits: Thresholds;
}

/** What a thread has read: plain data. */
export interface SummaryTables {
  /** In the order of the paths. */
  readonly files: readonly FoundFacts<FactBytes>[];
  /** Where their tables are, most of them. */
  readonly room: ArrayBuffer;
  /** Those of the thread's pools that it has not told yet; of shapes their texts. */
  readonly texts: readonly string[];
  readonly shapes: readonly string[];
}

/**
 * Reads the files whose paths come through the port, for as long as that is open, aligns ranks, and judges their calls. Texts and shapes are told once. `module`: see
 * `SummaryFiles`.
 */
export function serveTables(port: MessagePort, module?: WebAssembly.Module): void {
  const pools = { texts: new TextPool(), shapes: new ShapePool() };
  const told = { texts: 0, shapes: 0 };
  const reading = new SummaryFiles(module);
  const rooms = new TableRooms();
  const read = ({ paths, room: known }: SummaryWish) => {
    const room = rooms.next(known);
    const files = paths.map((path): FoundFacts<FactBytes> => {
      const found = reading.read(path, pools, room);
      return found.kind === 'facts' ? { kind: 'facts', table: found.table.bytes } : found;
    });
    rooms.filled(room);
    const texts = pools.texts.texts.slice(told.texts);
    told.texts += texts.length;
    const shapes = pools.shapes.shapes.slice(told.shapes).map(({ text }) => text);
    told.shapes += shapes.length;
    const buffers = new Set([room.buffer]);
    for (const own of files) if (own.kind === 'facts') buffers.add(own.table.buffer).add(own.table.moreNumbers.buffer);
    port.postMessage({ files, room: room.buffer, texts, shapes } satisfies SummaryTables, [...buffers]);
  };
  let last: Promise<void> = Promise.resolve();
  port.on('message', (wish: ThreadWish) => {
    if (wish.kind === 'read') read(wish);
    else
      last = last
        .then(async () => port.postMessage(await (wish.kind === 'align' ? align(wish) : judge(wish))))
        // It ends the thread, and with it the port, which whoever waits there hears of.
        .catch((error: unknown) => {
          setImmediate(() => {
            throw error;
          });
        });
  });
}

/** Loaded when files have been read. */
async function align({ rankCount, calls, limits }: AlignmentWish): Promise<Alignment> {
  const { alignColumns } = await import('../../../src-worker/model/clock/alignRanks');
  return alignColumns(rankCount, calls, limits);
}

/** Loaded when an alignment has been made. */
async function judge({ calls, limits }: JudgeWish): Promise<JudgedCalls> {
  const { judgedCalls } = await import('../../../src-worker/analysis/summary/judgedCalls');
  return judgedCalls(calls, limits);
}

/** What is larger is no usual summary, and its room would stay. */
const MOST_ROOM = 4 << 20;

/** Reads summaries from disk, one after another. */
export class SummaryFiles {
  readonly #memory: FactMemory | undefined;

  /** `module`: what reads files that are as usual; undefined: all are read in TypeScript. */
  constructor(module?: WebAssembly.Module) {
    this.#memory = module && new FactMemory(module, aboutFile('ranks'));
  }

  /** `pools`: the same each time; `room`: where the table is put. */
  read(path: string, pools: ReadPools, room: TableRoom): FoundFacts<FactTable> {
    let bytes: Uint8Array;
    let memory: FactMemory | undefined;
    try {
      bytes = readSummary(path, (size) => {
        memory = size <= MOST_ROOM ? this.#memory : undefined;
        return memory?.room(size) ?? new Uint8Array(size);
      });
    } catch (error) {
      return { kind: 'refused', why: 'unreadable', detail: error instanceof Error ? error.message : String(error) };
    }
    const table = memory?.read(bytes.length, pools, room);
    return table ? { kind: 'facts', table } : factsOfBytes(bytes, 'ranks', pools);
  }
}
