import type { Notice } from '../../../src-contract';
import type { NoticeCode } from '../../files/notices';
import { GrowingTable } from '../../index/columns/chunks';
import { ID_COLUMNS, SLICE_COLUMNS, SliceFlag } from '../../index/columns/segmentColumns';
import type { SegmentEvents } from '../../index/segmentEvents';
import { SkipLog } from '../../index/skipLog';
import { packStrings } from '../../index/strings';
import { MAX_TIME_US } from '../../tokenizer/batch';
import { ByteInterner } from '../../tokenizer/byteInterner';
import { EventId } from '../../tokenizer/eventIds';
import { EXACT_NS } from '../../tokenizer/kinds';
import { sourceAt } from '../traceEvents/eventPlaces';
import { LaneTable } from './laneTable';
import type { LineSink } from './lineReader';
import { type LineKind, MonitorLine } from './monitorLine';
import { bitsOf, digits, type NsBase, nsBase, nsSince } from './nsDigits';

/** On either side of the base, as in all importers: 143 years. */
const MOST_NS = (MAX_TIME_US * 1000) / 2;

/** Calls of the host have the kind for a category, which is how they are known to have launched something. */
const CATEGORIES: readonly (LineKind | '')[] = ['', 'Marker', 'API', 'AclAPI', 'NodeAPI', 'RuntimeAPI'];

const CODE = (letter: string) => letter.charCodeAt(0);

/** Kinds of lines about the job, which are kept as they stand. */
const FACTS = ['parallel_group_info', 'rank_device_map'];

/** Gathers the events of a segment, line by line. */
export class MonitorEvents implements LineSink {
  /** Lines about the job, by their kinds. */
  readonly values = new Map<string, string>();
  /** Undefined until a time has been read. */
  baseUs: number | undefined;
  #base: NsBase | undefined;
  readonly #line = new MonitorLine();
  readonly #slices = new GrowingTable(SLICE_COLUMNS);
  readonly #ids = new GrowingTable(ID_COLUMNS);
  readonly #names = new ByteInterner();
  readonly #categories = new ByteInterner();
  readonly #lanes: LaneTable;
  readonly #skipped = new SkipLog();
  readonly #notices: Notice[] = [];
  readonly #countByPhase = new Float64Array(256);
  #sliceCount = 0;
  #eventCount = 0;
  #badDurations = 0;
  #missingDurations = 0;
  #farTimes = 0;

  constructor(
    readonly path: string,
    /** Position of the file among the rank's. */
    readonly file: number,
    baseUs: number | undefined,
    /** Of the process, where a line does not tell: of the file's name. */
    hostPid: number,
    readonly onProgress: (bytesDone: number, eventCount: number) => boolean,
  ) {
    if (baseUs !== undefined) this.#setBase(baseUs);
    this.#lanes = new LaneTable(hostPid);
    for (const category of CATEGORIES) this.#categories.intern(Buffer.from(category), 0, category.length);
  }

  /** True if a line of a kind that is known was there. */
  get hasLines(): boolean {
    return this.#eventCount > 0;
  }

  progress(bytesDone: number): boolean {
    return this.onProgress(bytesDone, this.#eventCount);
  }

  notice(said: Notice): void {
    this.#notices.push(said);
  }

  tooLong(byteOffset: number): void {
    this.#skipped.addEvent('line-too-long', this.path, byteOffset);
  }

  line(bytes: Uint8Array, from: number, to: number, byteOffset: number, isOpen: boolean): void {
    if (isBlank(bytes, from, to)) return;
    const status = this.#line.read(bytes, withoutMark(bytes, from, to), to);
    if (status === 'object') this.#take(byteOffset, from, to);
    else this.#skip(isOpen && status === 'unfinished' ? 'line-unfinished' : 'line-damaged', byteOffset);
  }

  #skip(code: NoticeCode, byteOffset: number): void {
    this.#skipped.addEvent(code, this.path, byteOffset);
  }

  #take(byteOffset: number, from: number, to: number): void {
    const line = this.#line;
    const kind = line.eventKind();
    if (kind !== undefined) this.#takeEvent(kind, byteOffset);
    else if (FACTS.some((fact) => line.is('kind', fact))) this.#takeFact(from, to);
    else this.#skip('line-of-no-kind', byteOffset);
  }

  #takeFact(from: number, to: number): void {
    const { bytes } = this.#line;
    this.values.set(this.#line.text('kind'), Buffer.from(bytes.subarray(from, to)).toString('utf8'));
    this.#eventCount++;
    this.#countByPhase[CODE('M')]++;
  }

  #takeEvent(kind: LineKind, byteOffset: number): void {
    const line = this.#line;
    const startNs = this.#time('startNs');
    if (!(Math.abs(startNs) < MOST_NS)) {
      this.#skip('line-without-time', byteOffset);
      return;
    }
    const into = this.#slices.room(1);
    const row = this.#slices.count++;
    const endNs = this.#endOf(startNs);
    const isInstant = kind === 'Marker' && endNs === startNs;
    into.startNs[row] = startNs;
    into.endNs[row] = endNs;
    into.lane[row] = this.#lanes.laneOf(kind, line);
    into.name[row] = line.has('name')
      ? this.#names.intern(line.bytes, line.start('name'), line.end('name'))
      : this.#names.intern(line.bytes, 0, 0);
    into.category[row] = Math.max(0, CATEGORIES.indexOf(kind));
    into.flags[row] = isInstant ? SliceFlag.instant : 0;
    into.source[row] = sourceAt(this.file, byteOffset);
    if (kind !== 'Marker') this.#takeCorrelation();
    this.#sliceCount++;
    this.#eventCount++;
    this.#countByPhase[CODE(isInstant ? 'i' : 'X')]++;
  }

  #time(key: 'startNs' | 'endNs'): number {
    const line = this.#line;
    if (!line.has(key)) return Number.NaN;
    if (!this.#base) {
      const us = digits(line.bytes, line.start(key), line.end(key) - 3);
      if (Number.isNaN(us) || us >= MAX_TIME_US) return Number.NaN;
      this.#setBase(us);
    }
    return nsSince(line.bytes, line.start(key), line.end(key), this.#base as NsBase);
  }

  #setBase(baseUs: number): void {
    this.baseUs = baseUs;
    this.#base = nsBase(baseUs);
  }

  #endOf(startNs: number): number {
    const endNs = this.#time('endNs');
    if (Math.abs(startNs) >= EXACT_NS) this.#farTimes++;
    if (Number.isNaN(endNs)) this.#missingDurations++;
    else if (!(endNs >= startNs && endNs - startNs < EXACT_NS)) this.#badDurations++;
    else return endNs;
    return startNs;
  }

  #takeCorrelation(): void {
    const line = this.#line;
    if (!line.has('correlationId')) return;
    const bits = bitsOf(line.bytes, line.start('correlationId'), line.end('correlationId'));
    if (!bits) return;
    const into = this.#ids.room(1);
    const row = this.#ids.count++;
    into.slice[row] = this.#sliceCount;
    into.kind[row] = EventId.correlation;
    [into.valueHigh[row], into.valueLow[row]] = bits;
  }

  /** What has been gathered. More may come; what is returned does not change. */
  finish(): SegmentEvents {
    const { lanePid, laneTid, laneTexts, metadata, metadataTexts } = this.#lanes.packed();
    return {
      slices: this.#slices.chunks(),
      paired: [],
      flowEnds: [],
      samples: [],
      sampleGroups: [],
      ids: this.#ids.chunks(),
      slicesPerLane: this.#lanes.slicesPerLane(),
      tables: {
        names: packStrings(this.#names),
        categories: packStrings(this.#categories),
        laneTexts,
        metadataTexts,
        lanePid,
        laneTid,
      },
      metadata,
      countByPhase: this.#countByPhase.slice(),
      eventCount: this.#eventCount,
      oddities: {
        badDurations: this.#badDurations,
        missingDurations: this.#missingDurations,
        farTimes: this.#farTimes,
        lostCategories: 0,
        hasCutTexts: this.#names.hasCut,
      },
      skipped: this.#skipped.entries(),
      notices: [...this.#notices],
    };
  }
}

function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
  for (let p = from; p < to; p++) if (bytes[p] !== 0x20 && bytes[p] !== 0x0d && bytes[p] !== 0x09) return false;
  return true;
}

/** Behind the byte order mark that a file may begin with. */
function withoutMark(bytes: Uint8Array, from: number, to: number): number {
  return to - from >= 3 && bytes[from] === 0xef && bytes[from + 1] === 0xbb && bytes[from + 2] === 0xbf
    ? from + 3
    : from;
}
