import type { Notice } from '../../../src-contract';
import { type NoticeCode, notice } from '../../files/notices';
import { GrowingTable } from '../../index/columns/chunks';
import {
  ID_COLUMNS,
  MARK_COLUMNS,
  METADATA_COLUMNS,
  SAMPLE_COLUMNS,
  SLICE_COLUMNS,
} from '../../index/columns/segmentColumns';
import type { EventSource } from '../../index/eventSource';
import type { CountedInFile, SegmentEvents } from '../../index/segmentEvents';
import { SkipLog } from '../../index/skipLog';
import { packStrings } from '../../index/strings';
import { BATCH_SAMPLES, EventFlag, type TokenBatch, type Tokenizer } from '../../tokenizer/batch';
import { Kind, PHASES, type SortedBatch } from '../../tokenizer/kinds';
import { TextPool } from '../../tokenizer/textPool';
import { readMetadata } from './metadataEvents';
import type { TraceSink } from './traceSink';

/** Phases of the kinds that need a time. */
const KNOWN_PHASES: ReadonlySet<number> = new Set(
  PHASES.flatMap(([, letters]) => [...letters].map((letter) => letter.charCodeAt(0))),
);

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
  #eventCount = 0;
  #sliceCount = 0;
  #wideCounters = 0;
  #oddValues: CountedInFile | undefined;
  #listsInside: CountedInFile | undefined;

  constructor(
    readonly path: string,
    /** Of the file's first byte; sources count bytes. */
    readonly fileBase: EventSource,
    readonly tokenizer: Tokenizer,
    readonly onProgress: (bytesDone: number, eventCount: number, bytesAgain: number) => boolean,
  ) {}

  progress(bytesDone: number, bytesAgain: number): boolean {
    return this.onProgress(bytesDone, this.#eventCount, bytesAgain);
  }

  notice(said: Notice): void {
    this.#notices.push(said);
  }

  skip(code: NoticeCode, byteOffset: number, params?: Notice['params']): void {
    this.#skipLog.addEvent(code, this.path, byteOffset, params);
  }

  listInside(byteOffset: number): void {
    this.#listsInside = this.#counted(this.#listsInside, byteOffset, 1);
  }

  #counted(known: CountedInFile | undefined, byteOffset: number, count: number): CountedInFile {
    return known ? { ...known, count: known.count + count } : { path: this.path, byteOffset, count };
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
      sampleGroups: [],
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
      oddities: {
        ...oddities,
        ...(this.#oddValues ? { oddValues: this.#oddValues } : {}),
        ...(this.#listsInside ? { listsInside: this.#listsInside } : {}),
      },
      skipped: this.#skipLog.entries(),
      notices: [...this.#notices],
    };
  }

  takeBatch(tokenizer: Tokenizer, fileOffset: number): void {
    const { batch } = tokenizer;
    this.#eventCount += batch.count;
    const behind = {
      slices: this.#slices.count,
      paired: this.#paired.count,
      flowEnds: this.#flowEnds.count,
      ids: this.#ids.count,
      samples: this.#samples.count,
    };
    const sorted = tokenizer.sortByKind(this.fileBase, this.#sliceCount, behind);
    const { kinds, counts, slices, paired, flowEnds, first } = sorted;
    const sliceCount = counts[Kind.slice] + counts[Kind.instant];
    this.#slices.append(slices, sliceCount, first.slices);
    this.#sliceCount += sliceCount;
    this.#ids.append(sorted.ids, sorted.idCount, first.ids);
    this.#paired.append(paired, counts[Kind.paired], first.paired);
    this.#flowEnds.append(flowEnds, counts[Kind.flow], first.flowEnds);
    if (counts[Kind.counter] > 0) this.#takeSamples(tokenizer, sorted);
    if (counts[Kind.metadata] > 0) this.#takeMetadata(tokenizer, kinds, fileOffset);
    if (counts[Kind.skipped] > 0) this.#takeSkipped(batch, kinds);
  }

  #takeSamples(
    { batch }: Tokenizer,
    { kinds, counts, samples, sampleCount, sampledCounters, first }: SortedBatch,
  ): void {
    const { flags, byteOffset } = batch;
    // Only the first of a batch can have more than a batch takes.
    if ((flags[0] & EventFlag.lostSamples) !== 0) this.#noteWideCounter(byteOffset[0]);
    if (batch.oddValueCount > 0)
      this.#oddValues = this.#counted(this.#oddValues, byteOffset[batch.oddValueEvent], batch.oddValueCount);
    this.#samples.append(samples, sampleCount, first.samples);
    if (sampledCounters < counts[Kind.counter]) this.#skipEmptyCounters(batch, kinds);
  }

  #noteWideCounter(byteOffset: number): void {
    if (this.#wideCounters++ >= MAX_WIDE_COUNTERS) return;
    this.#notices.push(
      notice('counter-too-wide', 'warning', { limit: BATCH_SAMPLES }, { path: this.path, byteOffset }),
    );
  }

  /** Says which counters of the batch have no samples. */
  #skipEmptyCounters({ count, byteOffset, sampleEvent, sampleCount }: TokenBatch, kinds: Uint8Array): void {
    let sample = 0;
    for (let row = 0; row < count; row++) {
      while (sample < sampleCount && sampleEvent[sample] < row) sample++;
      const isSampled = sample < sampleCount && sampleEvent[sample] === row;
      if (kinds[row] === Kind.counter && !isSampled) this.skip('counter-without-values', byteOffset[row]);
    }
  }

  #takeMetadata(tokenizer: Tokenizer, kinds: Uint8Array, fileOffset: number): void {
    const { batch, bytes } = tokenizer;
    // Few rows of many: a loop that looks at each would soon be compiled for it, on every thread.
    const own = kinds.subarray(0, batch.count);
    for (let row = own.indexOf(Kind.metadata); row >= 0; row = own.indexOf(Kind.metadata, row + 1)) {
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
