import { closeSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { systemCode } from '../../../src-contract/wire/systemErrors';
import { type MarkedRange, MonitorSteps, type SavedMonitorSteps } from '../../../src-watch/lines/monitorDatabase';
import type { RankStep } from '../../../src-watch/rule/jobSteps';
import { bytesOfType } from '../../../src-worker/base/elementTypes';
import { type Database, openDatabase } from '../../../src-worker/sqlite/database';
import { SqliteFormatError } from '../../../src-worker/sqlite/sqliteFormatError';
import { type Place, type RangeRow, RowCursor } from './rowCursor';

/** Marks on a device's stream have tasks of their own, which are no kernels. */
const MARK_CONNECTIONS = 4_000_000_000;
/** HCCL's types of elements, by their numbers (`hccl_types.h`). */
const ELEMENTS = 'INT8 INT16 INT32 FP16 FP32 INT64 UINT64 UINT8 UINT16 UINT32 FP64 BFP16 INT128'.split(' ');
/** Read at once; whoever else runs on the thread waits for it. */
const SLICE_BYTES = 1 << 20;
/** Of marks that are no steps, as far as anybody can tell, no more are held back than these. */
const MOST_MARKS = 1_024;
/** A database that is written over and over while it is read is read on at the next look. */
const MOST_OPENED = 20;

/** Where one is in a database, as plain data. */
export interface SavedReading {
  /** Device and inode. */
  readonly id: string;
  readonly steps: SavedMonitorSteps;
  readonly places: Readonly<Record<string, Place>>;
  /** Digits of ns that instants are told since. */
  readonly baseNs?: string;
}

export interface MonitorReading {
  readonly kind: 'read';
  readonly steps: readonly RankStep[];
  readonly rowCount: number;
  readonly saved: SavedReading;
}

/** `no-database`: it is being made, or written at this moment. `failed`: the system's code. Plain data, also between threads. */
export type MonitorOutcome =
  | MonitorReading
  | { readonly kind: 'no-database' }
  | { readonly kind: 'failed'; readonly code: string };

/** What is asked for: what has come to a database since it was read last. */
export interface MonitorQuestion {
  readonly path: string;
  readonly rank: number | undefined;
  readonly saved: SavedReading | undefined;
}

/**
 * Rows by their ids, in slices, kernels and collectives in the order of time with the marks, so that however much there is, some thousand
 * rows are in memory. `giveWay` is waited for between slices.
 */
export async function readMonitorDatabase(
  { path, rank, saved }: MonitorQuestion,
  giveWay: () => Promise<void> | undefined,
): Promise<MonitorOutcome> {
  try {
    const id = idOf(statSync(path));
    // Another file of that name: what is known of the steps stays, rows begin again.
    const places = saved?.id === id ? saved.places : {};
    const reading = new Reading(path, rank, places, saved);
    await reading.run(giveWay);
    return { kind: 'read', steps: reading.steps, rowCount: reading.rowCount, saved: { id, ...reading.save() } };
  } catch (error) {
    const isFormat = error instanceof SqliteFormatError;
    const code = systemCode(isFormat ? error.cause : error);
    if (code !== undefined) return { kind: 'failed', code };
    if (isFormat) return { kind: 'no-database' };
    throw error;
  }
}

class Reading {
  readonly steps: RankStep[] = [];
  readonly #monitor: MonitorSteps;
  readonly #kernels: RowCursor;
  readonly #collectives: RowCursor;
  readonly #marks: RowCursor;
  /** Ranges that are no step, or not known to be one, since the last that was. */
  #held: MarkedRange[] = [];
  /** Knows steps already, of the first marks of this reading, where `#monitor` knows none: how long they are. */
  #guide: MonitorSteps | undefined;
  /** Undefined: there are none yet. */
  #names: ReadonlyMap<number, string> | undefined;
  #baseNs: bigint | undefined;

  constructor(
    readonly path: string,
    readonly rank: number | undefined,
    places: SavedReading['places'],
    saved: SavedReading | undefined,
  ) {
    this.#monitor = new MonitorSteps(saved?.steps);
    this.#baseNs = saved?.baseNs === undefined ? undefined : BigInt(saved.baseNs);
    this.#kernels = new RowCursor('TASK', ['connectionId'], 1, 'startNs', places.TASK);
    const { COMMUNICATION_OP: collectives } = places;
    this.#collectives = new RowCursor('COMMUNICATION_OP', ['count', 'dataType'], 0, 'startNs', collectives);
    // When it ends it is told.
    this.#marks = new RowCursor('MSTX_EVENTS', ['message'], 1, 'endNs', places.MSTX_EVENTS);
  }

  get rowCount(): number {
    return this.#cursors.reduce((sum, own) => sum + own.rowCount, 0);
  }

  get #cursors(): readonly RowCursor[] {
    return [this.#kernels, this.#collectives, this.#marks];
  }

  save(): Omit<SavedReading, 'id'> {
    return {
      steps: this.#monitor.save(),
      places: Object.fromEntries(this.#cursors.map((own) => [own.table, own.place])),
      ...(this.#baseNs !== undefined && { baseNs: String(this.#baseNs) }),
    };
  }

  async run(giveWay: () => Promise<void> | undefined): Promise<void> {
    let opened = this.#open();
    let count = 1;
    try {
      this.#names = stepNames(opened.database);
      for (;;) {
        const empty = this.#cursors.find((own) => own.needsMore);
        if (empty) {
          const rows = empty.read(opened.database, SLICE_BYTES, () => this.#base(opened.database));
          if (printOf(this.path) === opened.print) empty.take(rows);
          else {
            // Written to meanwhile: pages may be of two states. What was read before is good.
            opened.database.close();
            opened = this.#open();
            count++;
            for (const own of this.#cursors) {
              if (count <= MOST_OPENED) own.begin();
              else own.end();
            }
          }
          await giveWay();
          continue;
        }
        if (!this.#next()) break;
      }
      this.#tell();
    } finally {
      opened.database.close();
    }
  }

  #open(): { readonly database: Database; readonly print: string } {
    const print = printOf(this.path);
    return { database: openDatabase(this.path), print };
  }

  /** The first instant of all. */
  #base(database: Database): bigint | undefined {
    for (const { table } of this.#cursors) {
      if (this.#baseNs !== undefined) break;
      const [first] = database.leafPages(table);
      if (first === undefined) continue;
      database.walk(
        table,
        [['startNs']],
        (row) => {
          for (row.index = 0; row.index < row.batch.count; row.index++) this.#baseNs ??= row.bigint(0);
        },
        Uint32Array.of(first),
      );
    }
    return this.#baseNs;
  }

  /** The row that comes first by its time. False: there is none. */
  #next(): boolean {
    let cursor = this.#kernels;
    if (this.#collectives.time < cursor.time) cursor = this.#collectives;
    if (this.#marks.time < cursor.time) cursor = this.#marks;
    if (cursor.isDone) return false;
    const { startNs, endNs, first, second } = cursor;
    cursor.next();
    const { light } = this.#monitor;
    if (cursor === this.#marks) this.#mark(this.#named({ startNs, endNs, first, second }));
    else if (cursor === this.#collectives) light.add('communication', startNs, endNs, bytesOf(first, second));
    else if (first < MARK_CONNECTIONS) light.add('compute', startNs, endNs);
    return true;
  }

  #named({ startNs, endNs, first: message }: RangeRow): MarkedRange {
    return { startNs, endNs, name: this.#names && (this.#names.get(message) ?? '') };
  }

  #mark(own: MarkedRange): void {
    this.#held.push(own);
    const isLong = this.#monitor.isKnown ? this.#monitor.isLong(own) : this.#guideTo().isLong(own);
    if (isLong || this.#held.length >= MOST_MARKS) this.#tell();
  }

  #guideTo(): MonitorSteps {
    if (this.#guide) return this.#guide;
    const first = [...this.#held, ...this.#marks.rest(MOST_MARKS).map((own) => this.#named(own))];
    this.#guide = new MonitorSteps();
    this.#guide.take(
      first.sort((a, b) => a.endNs - b.endNs),
      undefined,
    );
    return this.#guide;
  }

  #tell(): void {
    const held = this.#held;
    this.#held = [];
    for (const step of this.#monitor.take(held, this.rank)) this.steps.push(step);
  }
}

/** 0: it is not told. */
function bytesOf(count: number, type: number): number {
  return Math.max(0, count * bytesOfType(ELEMENTS[type] ?? '') || 0);
}

/** Names that may be a step's, by their ids. Undefined: names are not written yet. */
function stepNames(database: Database): ReadonlyMap<number, string> | undefined {
  const names = new Map<number, string>();
  let count = 0;
  database.scan('STRING_IDS', ['id', 'value'], (row) => {
    count++;
    const name = row.text(1);
    if (name !== undefined && /^step/i.test(name)) names.set(row.number(0), name);
  });
  return count === 0 ? undefined : names;
}

/** What tells whether pages that have been read are of one state: a log may grow, and nothing else. */
function printOf(path: string): string {
  const { size, mtimeMs, dev, ino } = statSync(path);
  return [size, mtimeMs, dev, ino, headOfLog(`${path}-wal`)].join();
}

/** Its salts, which are others when it begins anew. */
function headOfLog(path: string): string {
  try {
    const file = openSync(path, 'r');
    try {
      const head = Buffer.alloc(32);
      return head.subarray(0, readSync(file, head, 0, head.length, 0)).toString('hex');
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return '';
  }
}

function idOf({ dev, ino }: Stats): string {
  return `${dev}:${ino}`;
}
