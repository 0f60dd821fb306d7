/** A csv or JSON-lines file of events and counters → slices and samples, lane by lane. */
import type { LaneFileReading, Notice, SkippedEvents } from '../../../src-contract';
import { MOST_FILE_LANES } from '../../../src-contract/ownLanes';
import { type NoticeCode, notice } from '../../files/notices';
import { encodingNotice, mayBeNoUtf8 } from '../../files/textEncoding';
import { SkipLog } from '../../index/skipLog';
import { TableError } from '../../tables/tableError';
import { inOurWords } from '../../tables/textFile';
import { type LaneColumns, laneColumns } from './columns';
import { InstantReader, LengthReader, plainNumber } from './instants';
import { LaneStore, type RankLanes } from './laneStore';
import { ColumnNames, type FileHead, type FileRow, firstText, readHead, readRows } from './rows';

/** More would take more memory than an index does. */
const MOST_ROWS = 20_000_000;
const MOST_NAME_BYTES = 4_096;
const MOST_RANK_BYTES = 32;
const LONGEST_NUMBER = 64;

export interface LaneFileOptions extends Pick<LaneFileReading, 'unit' | 'origin' | 'byNs'> {
  /** What instants count from: of `clock`, since 1970; of `start`, since the dump's beginning. */
  readonly baseNs: bigint;
  /** What lanes are called whose rows name none. */
  readonly title: string;
  /** Called while the file is read; what it throws ends the reading. */
  readonly onBlock: () => void;
  readonly mostRows?: number;
}

export interface LaneFileContent {
  readonly columns: LaneColumns;
  /** By the number of the rank that the rows name; undefined: they name none. */
  readonly ranks: ReadonlyMap<number | undefined, RankLanes>;
  readonly rowCount: number;
  readonly skipped: readonly SkippedEvents[];
  /** What is wrong with the file as a whole. */
  readonly notices: readonly Notice[];
}

export interface LaneFileHead {
  readonly head: FileHead;
  readonly columns: LaneColumns;
}

/** What the file has. Rejects with a `TableError` where it can't be read, or makes no lanes. */
export async function laneFileHead(path: string): Promise<LaneFileHead> {
  const head = await inOurWords(path, () => readHead(path));
  if (!head) throw new TableError(notice('lane-file-without-header', 'error', {}, { path }));
  const columns = laneColumns(head.header);
  if (!columns) throw new TableError(notice('lane-file-without-columns', 'error', {}, { path }));
  return { head, columns };
}

/** The time of the first row, as written; '' where no row has any. Rejects as `laneFileHead`. */
export function firstTimeOf(path: string, { head, columns }: LaneFileHead): Promise<string> {
  return inOurWords(path, () => firstText(path, head, columns.time.at, LONGEST_NUMBER));
}

/** All of it. Rejects with a `TableError`, and with what `onBlock` throws. Rows that can't be shown are listed. */
export async function readLaneFile(path: string, options: LaneFileOptions): Promise<LaneFileContent> {
  const { head, columns } = await laneFileHead(path);
  const reader = new LaneReader(path, columns, options);
  const skip = reader.skip.bind(reader);
  await inOurWords(path, () => readRows(path, head, (row) => reader.take(row), skip, options.onBlock));
  const content = reader.content();
  const isRead = textsOf(content).every((text) => !mayBeNoUtf8(text));
  const told = isRead ? undefined : await inOurWords(path, () => encodingNotice(path, options.onBlock));
  return { ...content, notices: told ? [told] : [] };
}

/** All that is shown of the file without being asked for: names of columns, lanes and slices. */
function textsOf({ columns, ranks }: ReadRows): readonly string[] {
  const lanes = [...ranks.values()].flatMap(({ slices, samples }) => [
    ...samples.keys(),
    ...[...slices].flatMap(([lane, { names }], at) => (at === 0 ? [lane, ...names] : [lane])),
  ]);
  return [...columns.header, ...lanes];
}

/** Numbers that are times, or lengths of time, and whose columns name no unit. */
export function needsUnit({ time, duration }: LaneColumns, firstTime: string): boolean {
  if (time.unit !== undefined) return false;
  return duration !== undefined ? duration.unit === undefined || isNumber(firstTime) : isNumber(firstTime);
}

function isNumber(text: string): boolean {
  return /^-?\d+(\.\d*)?$/.test(text);
}

type ReadRows = Omit<LaneFileContent, 'notices'>;

class LaneReader {
  readonly #ranks = new Map<number | undefined, LaneStore>();
  readonly #skipped = new SkipLog();
  readonly #time: InstantReader;
  readonly #end: InstantReader;
  readonly #duration: LengthReader | undefined;
  readonly #lanes: ColumnNames;
  readonly #names: ColumnNames;
  readonly #rankTexts: ColumnNames;
  #rowCount = 0;
  readonly #limits: Partial<Record<NoticeCode, Notice['params']>>;

  constructor(
    readonly path: string,
    readonly columns: LaneColumns,
    readonly options: LaneFileOptions,
  ) {
    const { unit, baseNs, byNs } = options;
    const { time, end, duration, lane, name, rank } = columns;
    this.#limits = {
      'lane-rows-beyond': { limit: this.#mostRows },
      'lane-file-too-many-lanes': { limit: MOST_FILE_LANES },
    };
    // What is shown later counts from an earlier base.
    const base = baseNs - BigInt(Math.round(byNs));
    this.#time = new InstantReader(time.unit ?? unit, base);
    this.#end = new InstantReader(end?.unit ?? time.unit ?? unit, base);
    const durationUnit = duration?.unit ?? time.unit ?? unit;
    this.#duration = durationUnit && new LengthReader(durationUnit);
    this.#lanes = new ColumnNames(lane, MOST_NAME_BYTES);
    this.#names = new ColumnNames(name, MOST_NAME_BYTES);
    this.#rankTexts = new ColumnNames(rank, MOST_RANK_BYTES);
  }

  get #mostRows(): number {
    return this.options.mostRows ?? MOST_ROWS;
  }

  skip(code: NoticeCode, byteOffset: number): void {
    this.#rowCount++;
    this.#skipped.addEvent(code, this.path, byteOffset, this.#limits[code]);
  }

  take(row: FileRow): void {
    const problem = this.#take(row);
    if (problem) this.skip(problem, row.byteOffset);
    else this.#rowCount++;
  }

  /** Why the row is not shown; undefined: it is. */
  #take(row: FileRow): NoticeCode | undefined {
    if (this.#rowCount >= this.#mostRows) return 'lane-rows-beyond';
    const { time, counters } = this.columns;
    const ns = row.isThere(time.at) ? this.#time.read(row.bytes, row.start[time.at], row.end[time.at]) : Number.NaN;
    if (Number.isNaN(ns)) return 'lane-row-without-time';
    const rankText = this.#rankTexts.of(row);
    if (rankText !== '' && !/^\d{1,9}$/.test(rankText)) return 'lane-row-without-rank';
    const rank = rankText === '' ? undefined : Number(rankText);
    const store = this.#ranks.get(rank) ?? new LaneStore(MOST_FILE_LANES);
    const problem = counters.length > 0 ? this.#takeCounters(row, ns, store) : this.#takeOne(row, ns, store);
    // A rank that nothing is shown of is none.
    if (!problem) this.#ranks.set(rank, store);
    return problem;
  }

  /** Each column a counter. */
  #takeCounters(row: FileRow, ns: number, store: LaneStore) {
    const lane = this.#lanes.of(row);
    let isAny = false;
    for (const at of this.columns.counters) {
      const value = numberIn(row, at);
      if (!Number.isFinite(value)) continue;
      if (!store.sample(joined(lane, this.columns.header[at]), ns, value)) return 'lane-file-too-many-lanes';
      isAny = true;
    }
    return isAny ? undefined : 'lane-row-without-value';
  }

  #takeOne(row: FileRow, ns: number, store: LaneStore) {
    const { columns, options } = this;
    const lane = this.#lanes.of(row);
    const name = this.#names.of(row);
    const isTimed = row.isThere(columns.duration?.at) || row.isThere(columns.end?.at);
    if (row.isThere(columns.value) && !isTimed) {
      const value = numberIn(row, columns.value);
      if (!Number.isFinite(value)) return 'lane-row-without-value';
      return store.sample(joined(lane, name) || options.title, ns, value) ? undefined : 'lane-file-too-many-lanes';
    }
    if (!isTimed && name === '' && (columns.name !== undefined || columns.value !== undefined))
      return columns.value === undefined ? 'lane-row-without-name' : 'lane-row-without-value';
    const lengthNs = this.#lengthNs(row, ns);
    if (Number.isNaN(lengthNs)) return 'lane-row-without-length';
    const event = {
      name: name || lane || options.title,
      startNs: ns,
      endNs: ns + lengthNs,
      byteOffset: row.byteOffset,
    };
    return store.slice(lane || options.title, event) ? undefined : 'lane-file-too-many-lanes';
  }

  #lengthNs(row: FileRow, startNs: number): number {
    const { duration, end } = this.columns;
    if (duration && row.isThere(duration.at))
      return this.#duration?.read(row.bytes, row.start[duration.at], row.end[duration.at]) ?? Number.NaN;
    if (!end || !row.isThere(end.at)) return 0;
    const lengthNs = this.#end.read(row.bytes, row.start[end.at], row.end[end.at]) - startNs;
    return lengthNs < 0 ? Number.NaN : lengthNs;
  }

  content(): ReadRows {
    const ranks = new Map([...this.#ranks].map(([rank, store]) => [rank, store.lanes()]));
    const { columns } = this;
    return { columns, ranks, rowCount: this.#rowCount, skipped: this.#skipped.entries() };
  }
}

/** NaN where it is no number. */
function numberIn(row: FileRow, at: number): number {
  if (!row.isThere(at)) return Number.NaN;
  const plain = plainNumber(row.bytes, row.start[at], row.end[at]);
  if (plain !== undefined) return plain;
  const text = row.text(at, LONGEST_NUMBER);
  return text === '' ? Number.NaN : Number(text);
}

function joined(lane: string, name: string): string {
  return lane === '' || name === '' ? lane + name : `${lane} ${name}`;
}
