import type { Notice } from '../../../src-contract';
import type { NoticeCode } from '../../files/notices';
import { GrowingTable, Slabs } from '../../index/columns/chunks';
import { NarrowTable, type SliceChunks } from '../../index/columns/narrowSlices';
import { MARK_COLUMNS, SAME_IDS, SAMPLE_COLUMNS, Statement } from '../../index/columns/segmentColumns';
import { NarrowIdTable } from '../../index/ids/narrowIds';
import type { SampleGroup, SegmentEvents } from '../../index/segmentEvents';
import { SkipLog } from '../../index/skipLog';
import { MAX_TIME_US } from '../../tokenizer/batch';
import { EventId } from '../../tokenizer/eventIds';
import { EXACT_NS } from '../../tokenizer/kinds';
import { LaneStatements } from '../laneStatements';
import { type Names, packNames } from './names';
import { NumberTable } from './numberTable';
import type { ProcessPlace } from './processes';
import { GrowingGroup, MOST_GROUPS } from './sampleGroups';

/** Of one slice: they stand in the same chunk. */
const MOST_IDS = 4;
/** Pairs with such ranks are numbers that are exact in a float64. */
const MOST_RANKS = 2 ** 21;
const NONE_32 = 2 ** 32 - 1;
const SLICE = 'X'.charCodeAt(0);
const BEGIN = 'B'.charCodeAt(0);
const COUNTER = 'C'.charCodeAt(0);
const FLOW_START = 's'.charCodeAt(0);
const FLOW_END = 'f'.charCodeAt(0);

/** On either side of the base, so that what lies between any two of them is a time too: 143 years. */
const MOST_NS = (MAX_TIME_US * 1000) / 2;

/** False for NaN, and for what is no time at all. Beyond `EXACT_NS` times are rounded, and counted. */
export function isTime(ns: number): boolean {
  return Math.abs(ns) < MOST_NS;
}

function hasSamples({ series }: SampleGroup): boolean {
  return series.some(({ sampleCount }) => sampleCount > 0);
}

/** Gathers the events of a segment while its tables are read; what an importer of text gets from its tokenizer. */
export class DatabaseEvents {
  /** Slices are let go before all else is. */
  readonly #slices = new NarrowTable();
  readonly #slabs = new Slabs();
  readonly #begins = new GrowingTable(MARK_COLUMNS, this.#slabs);
  readonly #flowEnds = new GrowingTable(MARK_COLUMNS, this.#slabs);
  readonly #samples = new GrowingTable(SAMPLE_COLUMNS, this.#slabs);
  readonly #sampleGroups: GrowingGroup[] = [];
  readonly #ids = new NarrowIdTable();
  readonly #statements = new LaneStatements(this.#slabs);
  readonly #categories = [''];
  readonly #lanes: (readonly [pid: string, tid: string])[] = [];
  readonly #laneOf = new Map<string, number>();
  readonly #notices: Notice[] = [];
  readonly #skipped = new SkipLog();
  /** The slice that had the last id, and where that was put. */
  #idSlice = -1;
  #idColumns = this.#ids.room(MOST_IDS);
  #idCount = 0;
  /** The first id of the first slice between these two ranks. */
  readonly #betweenRanks = new NumberTable();
  #slicesPerLane = new Uint32Array(64);
  #sliceCount = 0;
  #endCount = 0;
  /** Of the ends, those that begin an arrow. */
  #startCount = 0;
  #sampleCount = 0;
  #badDurations = 0;
  #missingDurations = 0;
  #farTimes = 0;

  constructor(
    readonly path: string,
    readonly names: Names,
    readonly mostGroups = MOST_GROUPS,
  ) {}

  get eventCount(): number {
    return this.#sliceCount + this.#begins.count + this.#endCount + this.#sampleCount;
  }

  /** The lane of a thread of a process; the names are those of the first call. */
  lane(process: ProcessPlace, tid: string, threadName?: string, sortIndex?: number): number {
    const known = this.#lanes.length;
    const lane = this.namedElsewhere(process.pid, tid);
    if (lane < known) return lane;
    this.#statements.sayOfThread(lane, process, threadName, sortIndex);
    return lane;
  }

  /** A lane that another segment has told the names of. */
  namedElsewhere(pid: string, tid: string): number {
    const key = `${pid} ${tid}`;
    let lane = this.#laneOf.get(key);
    if (lane !== undefined) return lane;
    lane = this.#lanes.push([pid, tid]) - 1;
    this.#laneOf.set(key, lane);
    if (lane >= this.#slicesPerLane.length) {
      const more = new Uint32Array(2 * this.#slicesPerLane.length);
      more.set(this.#slicesPerLane);
      this.#slicesPerLane = more;
    }
    return lane;
  }

  /** Process and thread of each lane so far. */
  get lanes(): readonly (readonly [pid: string, tid: string])[] {
    return this.#lanes;
  }

  /** A later statement about the same lane takes the place of an earlier one. */
  sortLane(lane: number, sortIndex: number): void {
    this.#statements.say(lane, Statement.threadSortIndex, String(sortIndex));
  }

  category(text: string): number {
    const known = this.#categories.indexOf(text);
    return known >= 0 ? known : this.#categories.push(text) - 1;
  }

  /**
   * One slice; answers its row, −1 where the times are none and it is passed over. `source`: as in `tableBase`, with the
   * row's id added.
   */
  slice(startNs: number, endNs: number, lane: number, name: number, category: number, source: number): number {
    if (!isTime(startNs)) {
      this.skip('row-without-time', source);
      return -1;
    }
    if (Math.abs(startNs) >= EXACT_NS) this.#farTimes++;
    let end = endNs;
    if (Number.isNaN(end)) {
      this.#missingDurations++;
      end = startNs;
    } else if (!(end >= startNs && end - startNs < EXACT_NS)) {
      this.#badDurations++;
      end = startNs;
    }
    const into = this.#slices.room();
    const row = this.#slices.count++;
    into.startNs[row] = startNs;
    into.endNs[row] = end;
    into.lane[row] = lane;
    into.name[row] = name;
    into.category[row] = category;
    into.source[row] = source;
    this.#slicesPerLane[lane]++;
    return this.#sliceCount++;
  }

  /** What has begun, and not ended when the recording did: it lasts as long as that. It has no ids and no arrows. */
  begin(startNs: number, lane: number, name: number, category: number, source: number): void {
    if (!isTime(startNs)) {
      this.skip('row-without-time', source);
      return;
    }
    if (Math.abs(startNs) >= EXACT_NS) this.#farTimes++;
    const into = this.#begins.room(1);
    const row = this.#begins.count++;
    into.phase[row] = BEGIN;
    into.timeNs[row] = startNs;
    into.lane[row] = lane;
    into.name[row] = name;
    into.category[row] = category;
    into.source[row] = source;
  }

  /** An id of the slice that was put in last; 32 or 64 bits that are all set are none, as in text. */
  id(slice: number, kind: EventId, high: number, low: number): void {
    if (low === NONE_32 && (high === 0 || high === NONE_32)) return;
    this.#addId(slice, kind, high, low);
    this.#idCount++;
  }

  /**
   * The ranks that the slice is between, `NONE_32` for none. There are few pairs of them and millions of slices: those of a
   * pair share its ids.
   */
  ranks(slice: number, source: number, destination: number): void {
    const pair = source < MOST_RANKS ? source * 2 ** 32 + destination : Number.NaN;
    const known = this.#betweenRanks.get(pair);
    if (known >= 0) {
      this.#addId(slice, SAME_IDS, 0, known);
      return;
    }
    const first = this.#idCount;
    this.id(slice, EventId.sourceRank, 0, source);
    this.id(slice, EventId.destinationRank, 0, destination);
    if (this.#idCount > first) this.#betweenRanks.add(pair, first);
  }

  #addId(slice: number, kind: number, high: number, low: number): void {
    // Where the first of a slice has room, all of them have.
    const into = slice === this.#idSlice ? this.#idColumns : this.#ids.room(MOST_IDS);
    this.#idSlice = slice;
    this.#idColumns = into;
    const row = this.#ids.count++;
    into.slice[row] = slice;
    into.kind[row] = kind;
    into.valueHigh[row] = high;
    into.valueLow[row] = low;
  }

  /** Not many more ends of arrows than these will come: they are to stand in one chunk. */
  expectFlowEnds(count: number): void {
    this.#flowEnds.room(count);
  }

  /** An end of an arrow. Both have the same id, which is a connection of the database. */
  flowEnd(isStart: boolean, timeNs: number, lane: number, category: number, connection: number, source: number): void {
    const into = this.#flowEnds.room(1);
    const row = this.#flowEnds.count++;
    into.phase[row] = isStart ? FLOW_START : FLOW_END;
    into.timeNs[row] = timeNs;
    into.lane[row] = lane;
    into.category[row] = category;
    into.idLow[row] = connection;
    if (connection >= 2 ** 32) into.idHigh[row] = Math.floor(connection / 2 ** 32);
    into.source[row] = source;
    this.#endCount++;
    if (isStart) this.#startCount++;
  }

  /** A value of a counter; NaN is none. `accelerator`: see `SAMPLE_COLUMNS`. */
  sample(timeNs: number, lane: number, name: number, key: number, value: number, accelerator = -1): void {
    if (Number.isNaN(value) || !isTime(timeNs)) return;
    if (Math.abs(timeNs) >= EXACT_NS) this.#farTimes++;
    const into = this.#samples.room(1);
    const row = this.#samples.count++;
    into.timeNs[row] = timeNs;
    into.lane[row] = lane;
    into.name[row] = name;
    into.key[row] = key;
    into.accelerator[row] = accelerator;
    into.value[row] = value;
    this.#sampleCount++;
  }

  /**
   * Series that are to have their samples at the same instants; to be asked for once for each counter of an accelerator.
   * Undefined where there are too many such: then `sample` takes each by itself.
   */
  sampleGroup(
    lane: number,
    accelerator: number,
    series: readonly { readonly name: number; readonly key: number }[],
  ): GrowingGroup | undefined {
    if (this.#sampleGroups.length >= this.mostGroups) return undefined;
    const group = new GrowingGroup(lane, accelerator, series, this.#slabs);
    this.#sampleGroups.push(group);
    return group;
  }

  /** A value for each series of the group; NaN is none. */
  samples(group: GrowingGroup, timeNs: number, values: Float64Array): void {
    if (!isTime(timeNs)) return;
    const count = group.add(timeNs, values, this.#sampleCount);
    if (Math.abs(timeNs) >= EXACT_NS) this.#farTimes += count;
    this.#sampleCount += count;
  }

  /** All so far. */
  slices(): SliceChunks {
    return this.#slices.chunks();
  }

  notice(said: Notice): void {
    this.#notices.push(said);
  }

  /** A row that is no event. `place`: what tells of it, its row id or where it stands. */
  skip(code: NoticeCode, place: number): void {
    this.#skipped.addEvent(code, this.path, place);
  }

  /** What has been gathered. More may come; what is returned does not change. */
  finish(): SegmentEvents {
    const lanePid = Uint32Array.from(this.#lanes, ([pid]) => this.#statements.text(pid));
    const laneTid = Uint32Array.from(this.#lanes, ([, tid]) => this.#statements.text(tid));
    const { metadata, ...laneTexts } = this.#statements.packed(packNames);
    return {
      slices: this.#slices.chunks(),
      paired: this.#begins.chunks(),
      flowEnds: this.#flowEnds.chunks(),
      samples: this.#samples.chunks(),
      sampleGroups: this.#sampleGroups.map((own) => own.group()).filter(hasSamples),
      ids: this.#ids.chunks(),
      slicesPerLane: this.#slicesPerLane.slice(0, this.#lanes.length),
      tables: {
        names: this.names.packed(),
        categories: packNames(this.#categories),
        ...laneTexts,
        lanePid,
        laneTid,
      },
      metadata,
      countByPhase: this.#countByPhase(),
      eventCount: this.eventCount,
      oddities: {
        badDurations: this.#badDurations,
        missingDurations: this.#missingDurations,
        farTimes: this.#farTimes,
        lostCategories: 0,
        hasCutTexts: this.names.hasCut,
      },
      skipped: this.#skipped.entries(),
      notices: [...this.#notices],
    };
  }

  #countByPhase(): Float64Array {
    const counts = new Float64Array(256);
    counts[SLICE] = this.#sliceCount;
    counts[BEGIN] = this.#begins.count;
    counts[COUNTER] = this.#sampleCount;
    counts[FLOW_START] = this.#startCount;
    counts[FLOW_END] = this.#endCount - this.#startCount;
    return counts;
  }
}
