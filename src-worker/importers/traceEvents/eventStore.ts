import type { Notice } from '../../../src-contract';
import { type NoticeCode, notice } from '../../files/notices';
import { type Columns, GrowingTable } from '../../index/chunks';
import type { EventSource } from '../../index/eventSource';
import {
  ID_COLUMNS,
  MARK_COLUMNS,
  METADATA_COLUMNS,
  SAMPLE_COLUMNS,
  type SegmentEvents,
  SLICE_COLUMNS,
} from '../../index/segmentEvents';
import { SkipLog } from '../../index/skipLog';
import { packStrings } from '../../index/strings';
import { BATCH_SAMPLES, EventFlag, type TokenBatch, type Tokenizer } from '../../tokenizer/batch';
import { Kind, PHASES } from '../../tokenizer/kinds';
import { TextPool } from '../../tokenizer/textPool';
import { readMetadata } from './metadataEvents';
import type { TraceSink } from './traceSink';

/** Phases of the kinds that need a time. */
const KNOWN_PHASES: ReadonlySet<number> = new Set(
  PHASES.flatMap(([, letters]) => [...letters].map((letter) => letter.charCodeAt(0))),
);

/** By a name of its own: a lookup less per row. */
const COUNTER = Kind.counter;

/** So many are named one by one. */
const MAX_WIDE_COUNTERS = 20;

/** Gathers the events of a segment while it is read. */
export class EventStore implements TraceSink {
  readonly #slices = new GrowingTable(SLICE_COLUMNS);
  readonly #paired = new GrowingTable(MARK_COLUMNS);
  readonly #flowEnds = new GrowingTable(MARK_COLUMNS);
  readonly #samples = new GrowingTable(SAMPLE_COLUMNS);
  readonly #ids = new GrowingTable(ID_COLUMNS);
  readonly #metadata = new GrowingTable(METADATA_COLUMNS);
  readonly #metadataTexts = new TextPool();
  readonly #notices: Notice[] = [];
  readonly #skipLog = new SkipLog();
  /** Id of the name `acc_id`, once it has been seen. */
  #acceleratorKey = -1;
  #eventCount = 0;
  #sliceCount = 0;
  #wideCounters = 0;

  constructor(
    readonly path: string,
    /** Of the file's first byte; sources count bytes. */
    readonly fileBase: EventSource,
    readonly tokenizer: Tokenizer,
    readonly onProgress: (bytesDone: number, eventCount: number) => boolean,
  ) {}

  progress(bytesDone: number): boolean {
    return this.onProgress(bytesDone, this.#eventCount);
  }

  notice(said: Notice): void {
    this.#notices.push(said);
  }

  skip(code: NoticeCode, byteOffset: number, params?: Notice['params']): void {
    this.#skipLog.addEvent(code, this.path, byteOffset, params);
  }

  /** What has been gathered. The store can go on gathering; what is returned does not change. */
  finish(): SegmentEvents {
    const { tokenizer } = this;
    const { laneCount } = tokenizer;
    const { countByPhase, slicesPerLane, ...oddities } = tokenizer.kindTotals();
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
      ids: this.#ids.chunks(),
      slicesPerLane,
      tables: {
        names: packStrings(tokenizer.names),
        categories: packStrings(tokenizer.categories),
        laneTexts: packStrings(tokenizer.laneTexts),
        metadataTexts: packStrings(this.#metadataTexts),
        lanePid,
        laneTid,
      },
      metadata: this.#metadata.chunks(),
      countByPhase,
      eventCount: this.#eventCount,
      oddities,
      skipped: this.#skipLog.entries(),
      notices: [...this.#notices],
    };
  }

  takeBatch(tokenizer: Tokenizer, fileOffset: number): void {
    const { batch } = tokenizer;
    this.#eventCount += batch.count;
    const sorted = tokenizer.sortByKind(this.fileBase, this.#sliceCount);
    const { kinds, counts, slices, paired, flowEnds } = sorted;
    const sliceCount = counts[Kind.slice] + counts[Kind.instant];
    this.#slices.append(slices, sliceCount);
    this.#sliceCount += sliceCount;
    this.#ids.append(sorted.ids, sorted.idCount);
    this.#paired.append(paired, counts[Kind.paired]);
    this.#flowEnds.append(flowEnds, counts[Kind.flow]);
    if (counts[Kind.counter] > 0) this.#takeSamples(tokenizer, kinds);
    if (counts[Kind.metadata] > 0) this.#takeMetadata(tokenizer, kinds, fileOffset);
    if (counts[Kind.skipped] > 0) this.#takeSkipped(batch, kinds);
  }

  #takeSamples(tokenizer: Tokenizer, kinds: Uint8Array): void {
    const { sampleEvent, sampleCount, count, flags, byteOffset } = tokenizer.batch;
    // Only the first of a batch can have more than a batch takes.
    if ((flags[0] & EventFlag.lostSamples) !== 0) this.#noteWideCounter(byteOffset[0]);
    const into = this.#samples.room(sampleCount);
    this.#samples.count = this.#copySamples(tokenizer, kinds, into, this.#samples.count);
    this.#skipEmptyCounters(tokenizer.batch, kinds, sampleCount > 0 ? sampleEvent[sampleCount - 1] + 1 : 0, count);
  }

  #noteWideCounter(byteOffset: number): void {
    if (this.#wideCounters++ >= MAX_WIDE_COUNTERS) return;
    this.#notices.push(
      notice('counter-too-wide', 'warning', { limit: BATCH_SAMPLES }, { path: this.path, byteOffset }),
    );
  }

  /** Answers the row behind those copied. Nothing but the loop, which V8 would compile again with all that follows it. */
  #copySamples(tokenizer: Tokenizer, kinds: Uint8Array, into: Columns<typeof SAMPLE_COLUMNS>, at: number): number {
    const { batch } = tokenizer;
    let to = at;
    let row = 0;
    for (let sample = 0; sample < batch.sampleCount; ) {
      const event = batch.sampleEvent[sample];
      const end = endOfEvent(batch, sample);
      // Counter events between the last one and this have no sample at all.
      if (row < event) this.#skipEmptyCounters(batch, kinds, row, event);
      row = event + 1;
      if (kinds[event] === COUNTER) {
        // An acc_id alone is a value like any other.
        const unit = end - sample > 1 ? this.#acceleratorOf(tokenizer, sample, end) : -1;
        to = copyValues(batch, sample, end, unit, unit >= 0 ? this.#acceleratorKey : -1, into, to);
      }
      sample = end;
    }
    return to;
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

  /** Says which of the counters among the events [from, to) have no samples: all of them. */
  #skipEmptyCounters(batch: TokenBatch, kinds: Uint8Array, from: number, to: number): void {
    for (let row = from; row < to; row++)
      if (kinds[row] === COUNTER) this.skip('counter-without-values', batch.byteOffset[row]);
  }

  #takeMetadata(tokenizer: Tokenizer, kinds: Uint8Array, fileOffset: number): void {
    const { batch, bytes } = tokenizer;
    for (let row = 0; row < batch.count; row++) {
      if (kinds[row] !== Kind.metadata) continue;
      // No sentinel needed: the tokenizer has found the event whole.
      const said = readMetadata(bytes, batch.byteOffset[row] - fileOffset, bytes.length);
      if (said === 'bad') this.skip('bad-metadata', batch.byteOffset[row]);
      if (said === 'bad' || said === 'nothing') continue;
      const into = this.#metadata.room(1);
      const to = this.#metadata.count++;
      into.lane[to] = batch.lane[row];
      into.statement[to] = said.statement;
      into.text[to] = this.#metadataTexts.add(bytes, said.start, said.end);
    }
  }

  #takeSkipped(batch: TokenBatch, kinds: Uint8Array): void {
    for (let row = 0; row < batch.count; row++) {
      if (kinds[row] !== Kind.skipped) continue;
      const phase = batch.phase[row];
      const at = batch.byteOffset[row];
      if (phase === 0) this.skip('no-phase', at);
      else if (!KNOWN_PHASES.has(phase)) this.skip('unknown-phase', at, { phase: String.fromCharCode(phase) });
      else if ((batch.flags[row] & EventFlag.impossibleTime) !== 0) this.skip('impossible-time', at);
      else this.skip('no-timestamp', at);
    }
  }
}

/** Behind the samples of the event that `sample` is the first of. */
function endOfEvent({ sampleEvent, sampleCount }: TokenBatch, sample: number): number {
  const event = sampleEvent[sample];
  let end = sample + 1;
  while (end < sampleCount && sampleEvent[end] === event) end++;
  return end;
}

/** Copies the samples [from, to) of one event, all but those of the key `withoutKey`; answers the row behind them. */
function copyValues(
  { startNs, lane, name, sampleEvent, sampleKey, sampleValue }: TokenBatch,
  from: number,
  to: number,
  accelerator: number,
  withoutKey: number,
  into: Columns<typeof SAMPLE_COLUMNS>,
  at: number,
): number {
  const event = sampleEvent[from];
  let row = at;
  for (let sample = from; sample < to; sample++) {
    if (sampleKey[sample] === withoutKey) continue;
    into.timeNs[row] = startNs[event];
    into.lane[row] = lane[event];
    into.name[row] = name[event];
    into.key[row] = sampleKey[sample];
    into.accelerator[row] = accelerator;
    into.value[row] = sampleValue[sample];
    row++;
  }
  return row;
}
