import type { Notice } from '../api';
import { type NoticeCode, notice } from '../formats/notices';
import type { TraceSink } from '../formats/traceReader';
import { EventFlag, type TokenBatch, type Tokenizer } from '../tokenizer/batch';
import { nestedEnd } from '../tokenizer/scan';
import { GrowingTable } from './chunks';
import {
  MARK_COLUMNS,
  type MetadataEvent,
  SAMPLE_COLUMNS,
  type SegmentEvents,
  SLICE_COLUMNS,
  SliceFlag,
} from './segmentEvents';
import { SkipLog } from './skipLog';
import { jsonText, packStrings } from './strings';

/** Farther from the base than this, a time in ns is not exact in a float64. */
const EXACT_NS = 2 ** 53;

/** Kinds of events; those up to `INSTANT` become slices, but for `UNKNOWN`, which all become `SKIPPED`. */
const UNKNOWN = 0;
const SLICE = 1;
const INSTANT = 2;
const COUNTER = 3;
const FLOW = 4;
const PAIRED = 5;
const METADATA = 6;
const SKIPPED = 7;
const KINDS = 8;

/** What each phase letter is, as the trace event format has it. */
const KIND_BY_PHASE: Uint8Array = (() => {
  const kinds = new Uint8Array(256).fill(UNKNOWN);
  const set = (letters: string, kind: number) => {
    for (const letter of letters) kinds[letter.charCodeAt(0)] = kind;
  };
  set('X', SLICE);
  set('iIRPNDOcvV', INSTANT);
  set('BEbneSTpF', PAIRED);
  set('stf', FLOW);
  set('C', COUNTER);
  set('M', METADATA);
  return kinds;
})();

/** Gathers the events of a segment while it is read. */
export class EventStore implements TraceSink {
  readonly #slices = new GrowingTable(SLICE_COLUMNS);
  readonly #paired = new GrowingTable(MARK_COLUMNS);
  readonly #flowEnds = new GrowingTable(MARK_COLUMNS);
  readonly #samples = new GrowingTable(SAMPLE_COLUMNS);
  readonly #metadata: MetadataEvent[] = [];
  readonly #countByPhase = new Float64Array(256);
  readonly #notices: Notice[] = [];
  readonly #skipLog = new SkipLog();
  /** Kind of each event of the batch at hand. */
  readonly #kinds: Uint8Array;
  /** Id of the name `acc_id`, once it has been seen. */
  #acceleratorKey = -1;
  #badDurations = 0;
  #missingDurations = 0;
  #farTimes = 0;
  #slicesPerLane = new Uint32Array(64);
  #lostCategories = 0;
  #eventCount = 0;

  constructor(
    readonly path: string,
    /** Added to every byte offset: see `FILE_STRIDE_BYTES`. */
    readonly fileBase: number,
    readonly tokenizer: Tokenizer,
    readonly onProgress: (bytesDone: number, eventCount: number) => boolean,
  ) {
    this.#kinds = new Uint8Array(tokenizer.batch.phase.length);
  }

  progress(bytesDone: number): boolean {
    return this.onProgress(bytesDone, this.#eventCount);
  }

  notice(said: Notice): void {
    this.#notices.push(said);
  }

  skip(reason: Notice, eventCount: number): void {
    this.#skipLog.add(reason, eventCount);
  }

  /** What has been gathered. The store can go on gathering; what is returned does not change. */
  finish(): SegmentEvents {
    const { tokenizer } = this;
    const { laneCount } = tokenizer;
    const lanePid = new Uint32Array(laneCount);
    const laneTid = new Uint32Array(laneCount);
    for (let lane = 0; lane < laneCount; lane++) {
      const key = tokenizer.laneKey(lane);
      lanePid[lane] = key.pid;
      laneTid[lane] = key.tid;
    }
    return {
      slices: this.#slices.chunks(),
      paired: this.#paired.chunks(),
      flowEnds: this.#flowEnds.chunks(),
      samples: this.#samples.chunks(),
      slicesPerLane: this.#slicesPerLane.slice(0, laneCount),
      tables: {
        names: packStrings(tokenizer.names),
        categories: packStrings(tokenizer.categories),
        laneTexts: packStrings(tokenizer.laneTexts),
        lanePid,
        laneTid,
      },
      metadata: [...this.#metadata],
      countByPhase: this.#countByPhase.slice(),
      eventCount: this.#eventCount,
      oddities: {
        badDurations: this.#badDurations,
        missingDurations: this.#missingDurations,
        farTimes: this.#farTimes,
        lostCategories: this.#lostCategories,
      },
      skipped: this.#skipLog.entries(),
      notices: [...this.#notices],
    };
  }

  takeBatch(tokenizer: Tokenizer, fileOffset: number): void {
    const { batch } = tokenizer;
    this.#eventCount += batch.count;
    const counts = this.#takeSlices(batch);
    if (counts[PAIRED] > 0) this.#takeMarks(batch, PAIRED, this.#paired, counts[PAIRED]);
    if (counts[FLOW] > 0) this.#takeMarks(batch, FLOW, this.#flowEnds, counts[FLOW]);
    if (counts[COUNTER] > 0) this.#takeSamples(tokenizer);
    if (counts[METADATA] > 0) this.#takeMetadata(tokenizer, fileOffset);
    if (counts[SKIPPED] > 0) this.#takeSkipped(batch);
  }

  /** Finds each event's kind, and takes the slices, which most are, at once; answers how many there are of each kind. */
  #takeSlices(batch: TokenBatch): Uint32Array {
    const { startNs, endNs, lane, name, category, flags, byteOffset } = this.#slices.room(batch.count);
    // The batch's columns by names of their own: a lookup less per row and column.
    const { phase, startNs: starts, durationNs, flags: eventFlags, lane: lanes, name: names } = batch;
    const { category: categories, byteOffset: offsets } = batch;
    const { fileBase } = this;
    const kinds = this.#kinds;
    const counts = new Uint32Array(KINDS);
    const countByPhase = this.#countByPhase;
    const perLane = this.#roomForLanes();
    let farTimes = 0;
    let to = this.#slices.count;
    for (let row = 0; row < batch.count; row++) {
      const letter = phase[row];
      countByPhase[letter]++;
      const start = starts[row];
      let kind = KIND_BY_PHASE[letter];
      if (kind !== METADATA && (kind === UNKNOWN || (eventFlags[row] & EventFlag.hasStart) === 0)) kind = SKIPPED;
      else if (start > EXACT_NS || start < -EXACT_NS) farTimes++;
      kinds[row] = kind;
      counts[kind]++;
      if (kind > INSTANT) continue;
      startNs[to] = start;
      if (kind === INSTANT) {
        endNs[to] = start;
        flags[to] = SliceFlag.instant;
      } else {
        const duration = durationNs[row];
        endNs[to] = duration > 0 ? start + duration : start;
        if ((eventFlags[row] & EventFlag.hasDuration) === 0) this.#noteDuration(eventFlags[row]);
      }
      lane[to] = lanes[row];
      perLane[lanes[row]]++;
      name[to] = names[row];
      category[to] = this.#categoryOf(categories[row]);
      byteOffset[to] = fileBase + offsets[row];
      to++;
    }
    this.#farTimes += farTimes;
    this.#slices.count = to;
    return counts;
  }

  /** `#slicesPerLane`, long enough for all lanes seen so far. */
  #roomForLanes(): Uint32Array {
    const { laneCount } = this.tokenizer;
    if (this.#slicesPerLane.length < laneCount) {
      const longer = new Uint32Array(laneCount * 2);
      longer.set(this.#slicesPerLane);
      this.#slicesPerLane = longer;
    }
    return this.#slicesPerLane;
  }

  /** Categories have 16 bits in the index; a dump with more than 65,536 of them loses the further ones, and is told so. */
  #categoryOf(category: number): number {
    if (category <= 0xffff) return category;
    this.#lostCategories++;
    return 0;
  }

  #noteDuration(flags: number): void {
    if ((flags & EventFlag.badNumber) !== 0) this.#badDurations++;
    else this.#missingDurations++;
  }

  #takeMarks(batch: TokenBatch, wanted: number, into: GrowingTable<typeof MARK_COLUMNS>, count: number): void {
    const { phase, flags, timeNs, lane, name, category, idLow, idHigh, byteOffset } = into.room(count);
    const { phase: phases, startNs, lane: lanes, idLow: lows, idHigh: highs, byteOffset: offsets } = batch;
    const kinds = this.#kinds;
    const { fileBase } = this;
    let to = into.count;
    for (let row = 0; row < batch.count; row++) {
      if (kinds[row] !== wanted) continue;
      phase[to] = phases[row];
      flags[to] = batch.flags[row];
      timeNs[to] = startNs[row];
      lane[to] = lanes[row];
      name[to] = batch.name[row];
      category[to] = this.#categoryOf(batch.category[row]);
      idLow[to] = lows[row];
      idHigh[to] = highs[row];
      byteOffset[to] = fileBase + offsets[row];
      to++;
    }
    into.count = to;
  }

  #takeSamples(tokenizer: Tokenizer): void {
    const { batch } = tokenizer;
    const { sampleEvent, sampleKey, sampleValue } = batch;
    const kinds = this.#kinds;
    const { timeNs, lane, name, key, accelerator, value } = this.#samples.room(batch.sampleCount);
    let to = this.#samples.count;
    let row = 0;
    for (let sample = 0; sample < batch.sampleCount; ) {
      const event = sampleEvent[sample];
      let end = sample + 1;
      while (end < batch.sampleCount && sampleEvent[end] === event) end++;
      // Counter events between the last one and this have no sample at all.
      for (; row < event; row++) if (kinds[row] === COUNTER) this.#skipEmptyCounter(batch, row);
      row = event + 1;
      if (kinds[event] === COUNTER) {
        // An acc_id alone is a value like any other.
        const unit = end - sample > 1 ? this.#acceleratorOf(tokenizer, sample, end) : -1;
        for (; sample < end; sample++) {
          if (unit >= 0 && sampleKey[sample] === this.#acceleratorKey) continue;
          timeNs[to] = batch.startNs[event];
          lane[to] = batch.lane[event];
          name[to] = batch.name[event];
          key[to] = sampleKey[sample];
          accelerator[to] = unit;
          value[to] = sampleValue[sample];
          to++;
        }
      }
      sample = end;
    }
    for (; row < batch.count; row++) if (kinds[row] === COUNTER) this.#skipEmptyCounter(batch, row);
    this.#samples.count = to;
  }

  /** Value of the `acc_id` among samples [from, to), or -1. */
  #acceleratorOf(tokenizer: Tokenizer, from: number, to: number): number {
    const { sampleKey, sampleValue } = tokenizer.batch;
    for (let sample = from; sample < to; sample++) {
      const key = sampleKey[sample];
      if (this.#acceleratorKey < 0) {
        const bytes = tokenizer.names.bytes(key);
        if (bytes.length === 6 && String.fromCharCode(...bytes) === 'acc_id') this.#acceleratorKey = key;
      }
      if (key === this.#acceleratorKey) return sampleValue[sample];
    }
    return -1;
  }

  #skipEmptyCounter(batch: TokenBatch, row: number): void {
    this.#skipEvent('counter-without-values', batch.byteOffset[row]);
  }

  #takeMetadata(tokenizer: Tokenizer, fileOffset: number): void {
    const { batch } = tokenizer;
    const bytes = tokenizer.bytes;
    for (let row = 0; row < batch.count; row++) {
      if (this.#kinds[row] !== METADATA) continue;
      const at = batch.byteOffset[row] - fileOffset;
      // No sentinel needed: the tokenizer has found the event whole.
      const text = new TextDecoder().decode(bytes.slice(at, nestedEnd(bytes, at, bytes.length)));
      const lane = tokenizer.laneKey(batch.lane[row]);
      try {
        const event: unknown = JSON.parse(text);
        if (!isRecord(event)) throw new SyntaxError('no object');
        this.#metadata.push({
          name: String(event.name),
          pid: jsonText(tokenizer.laneTexts.bytes(lane.pid)),
          tid: jsonText(tokenizer.laneTexts.bytes(lane.tid)),
          args: isRecord(event.args) ? event.args : {},
        });
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        this.#skipEvent('bad-metadata', batch.byteOffset[row]);
      }
    }
  }

  #takeSkipped(batch: TokenBatch): void {
    for (let row = 0; row < batch.count; row++) {
      if (this.#kinds[row] !== SKIPPED) continue;
      const phase = batch.phase[row];
      if (phase === 0) this.#skipEvent('no-phase', batch.byteOffset[row]);
      else if (KIND_BY_PHASE[phase] !== UNKNOWN) this.#skipEvent('no-timestamp', batch.byteOffset[row]);
      else this.#skipEvent('unknown-phase', batch.byteOffset[row], { phase: String.fromCharCode(phase) });
    }
  }

  #skipEvent(code: NoticeCode, byteOffset: number, params: Record<string, string> = {}): void {
    this.#skipLog.add(notice(code, 'warning', params, { path: this.path, byteOffset }), 1);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
