import { setImmediate } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import type { JudgedCalls } from '../../../src-worker/analysis/summary/judgedCalls';
import type { ThreadBeside } from '../../../src-worker/analysis/summary/reduce';
import type { FoundFacts } from '../../../src-worker/analysis/summary/summaryFile';
import type { Alignment } from '../../../src-worker/model/clock/alignRanks';
import type { ReadPools } from '../../../src-worker/parquet/factRead';
import { FactTable } from '../../../src-worker/parquet/factTable';
import type { Shape } from '../../../src-worker/parquet/numberHoles';
import { TableRooms } from '../../../src-worker/parquet/tableRoom';
import {
  type AlignmentWish,
  type JudgeWish,
  SummaryFiles,
  type SummaryTables,
  type SummaryWish,
  type ThreadWish,
} from './summaryTables';

/** Files that are read at a time: a message has some MB. */
const BATCH_FILES = 64;
/** Batches that a reader has before it: it never waits for the reduce, and memory holds few. */
const AHEAD = 3;

/** `room`: where tables of its files are. */
interface Batch {
  readonly files: readonly FoundFacts[];
  readonly room: ArrayBuffer;
}

/**
 * Reads files of summaries ahead of whoever makes something of them, by threads behind ports (`serveTables`). Asked for one after another, from
 * the first on. What no reader has begun when it is asked for is read here, so that nobody waits for the other.
 */
export class SummaryReading {
  readonly #readers: readonly Reader[];
  readonly #batchCount: number;
  /** The first that nobody has begun. */
  #next = 0;
  readonly #begun = new Map<number, Batch | Promise<Batch>>();
  readonly #files: SummaryFiles;
  readonly #rooms = new TableRooms();
  /** Those that nobody needs any more. */
  readonly #free: ArrayBuffer[] = [];

  /** `ports`: none: all is read here. `module`: see `SummaryFiles`. */
  constructor(
    readonly paths: readonly string[],
    ports: readonly MessagePort[],
    module?: WebAssembly.Module,
  ) {
    this.#files = new SummaryFiles(module);
    this.#batchCount = Math.ceil(paths.length / BATCH_FILES);
    this.#readers = ports.map((port) => new Reader(port));
  }

  /**
   * `pools`: those of all files, the same each time. The table is good until the next one is asked for: its room is used again. Rejects where a
   * reader has ended.
   */
  async at(file: number, pools: ReadPools): Promise<FoundFacts> {
    const number = Math.floor(file / BATCH_FILES);
    if (file % BATCH_FILES === 0) await this.#begin(number, pools);
    const batch = await this.#begun.get(number);
    if (!batch) throw new RangeError(`Files are asked for one after another, not ${file} now`);
    return batch.files[file % BATCH_FILES];
  }

  /** A reader's thread, which has nothing to do once all is read; undefined without one. Rejects where that has ended. */
  get beside(): ThreadBeside | undefined {
    const [reader] = this.#readers;
    return (
      reader && {
        align: (rankCount, calls, limits) => reader.align({ kind: 'align', rankCount, calls, limits }),
        judge: (calls, limits) => reader.judge({ kind: 'judge', calls, limits }),
      }
    );
  }

  end(): void {
    for (const own of this.#readers) own.end();
  }

  async #begin(number: number, pools: ReadPools): Promise<void> {
    const before = this.#begun.get(number - 1);
    if (before && !(before instanceof Promise)) this.#free.push(before.room);
    this.#begun.delete(number - 1);
    // What readers have answered meanwhile is taken in.
    await setImmediate();
    if (!this.#begun.has(number)) {
      this.#next = number + 1;
      this.#askReaders(pools);
      this.#begun.set(number, this.#readHere(number, pools));
      return;
    }
    this.#askReaders(pools);
    // One that is still being read is waited for, and another is read in the meantime.
    while (this.#begun.get(number) instanceof Promise && this.#next < this.#batchCount) {
      const other = this.#next++;
      this.#begun.set(other, this.#readHere(other, pools));
      await setImmediate();
    }
  }

  #askReaders(pools: ReadPools): void {
    for (const own of this.#readers)
      while (own.waitingCount < AHEAD && this.#next < this.#batchCount) {
        const number = this.#next++;
        const batch = own.read({ kind: 'read', paths: this.#pathsOf(number), room: this.#free.pop() }, pools);
        this.#begun.set(number, batch);
        batch.then(
          (done) => this.#begun.has(number) && this.#begun.set(number, done),
          // Whoever asks for it learns why.
          () => undefined,
        );
      }
  }

  #pathsOf(number: number): readonly string[] {
    return this.paths.slice(number * BATCH_FILES, (number + 1) * BATCH_FILES);
  }

  #readHere(number: number, pools: ReadPools): Batch {
    const room = this.#rooms.next(this.#free.pop());
    const files = this.#pathsOf(number).map((path) => this.#files.read(path, pools, room));
    this.#rooms.filled(room);
    return { files, room: room.buffer };
  }
}

type ThreadAnswer = SummaryTables | Alignment | JudgedCalls;

/** A thread behind a port; it answers in the order in which it is asked, and aligns nothing while it has files to read. */
class Reader {
  readonly #waiting: PromiseWithResolvers<ThreadAnswer>[] = [];
  /** Of its pools, by their places in them; each is that of the reduce's own. */
  readonly #texts: string[] = [];
  readonly #shapes: Shape[] = [];
  #isOver = false;

  constructor(readonly port: MessagePort) {
    port.on('message', (made: ThreadAnswer) => this.#waiting.shift()?.resolve(made));
    port.once('close', () => {
      this.#isOver = true;
      for (const own of this.#waiting.splice(0)) own.reject(new Error('The thread that reads summaries has ended'));
    });
  }

  get waitingCount(): number {
    return this.#waiting.length;
  }

  async read(wish: SummaryWish, pools: ReadPools): Promise<Batch> {
    const { files, room, texts, shapes } = await this.#ask<SummaryTables>(wish, wish.room ? [wish.room] : []);
    for (const text of texts) this.#texts.push(pools.texts.texts[pools.texts.placeOf(text)]);
    for (const text of shapes) this.#shapes.push(pools.shapes.shapes[pools.shapes.placeOf(text)]);
    const own = { texts: this.#texts, shapes: this.#shapes };
    const found = files.map((file): FoundFacts => {
      return file.kind === 'facts' ? { kind: 'facts', table: new FactTable(file.table, own) } : file;
    });
    return { files: found, room };
  }

  align(wish: AlignmentWish): Promise<Alignment> {
    const columns = Object.values(wish.calls).filter((own): own is Float64Array<ArrayBuffer> =>
      ArrayBuffer.isView(own),
    );
    return this.#ask<Alignment>(
      wish,
      columns.map(({ buffer }) => buffer),
    );
  }

  judge(wish: JudgeWish): Promise<JudgedCalls> {
    return this.#ask<JudgedCalls>(wish, []);
  }

  end(): void {
    this.port.close();
  }

  #ask<T extends ThreadAnswer>(wish: ThreadWish, given: readonly ArrayBuffer[]): Promise<T> {
    if (this.#isOver) return Promise.reject(new Error('The thread that reads summaries has ended'));
    return new Promise((resolve, reject) => {
      // What it answers is what was asked for.
      this.#waiting.push({ resolve: (made) => resolve(made as T), reject });
      this.port.postMessage(wish, given);
    });
  }
}

interface PromiseWithResolvers<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}
