import type { Notice, SkippedEvents } from '../api';
import { type NoticePlace, notice } from '../formats/notices';
import type { TraceSink } from '../formats/traceReader';
import { EventFlag, type Tokenizer } from '../tokenizer/batch';
import { nestedEnd } from '../tokenizer/scan';
import { type Chunks, createChunks, growChunks } from './chunks';
import type { MetadataEvent } from './metadata';
import type { IndexedFile } from './rankIndex';

const CODE = (letter: string) => letter.charCodeAt(0);
const MICROSECOND_LIMIT_NS = 2 ** 53;

/** Bits of a slice's flags. */
export const SliceFlag = { instant: 1, unfinished: 2, asynchronous: 4 } as const;

/** Slices as the file has them: complete events and instants. */
export const SLICE_COLUMNS = {
  startNs: Float64Array,
  endNs: Float64Array,
  lane: Uint32Array,
  name: Uint32Array,
  category: Uint16Array,
  flags: Uint8Array,
  byteOffset: Float64Array,
} as const;

/** Begins and ends that must be paired (B/E, b/n/e, S/T/p/F), and flow ends (s/t/f). */
export const MARK_COLUMNS = {
  phase: Uint8Array,
  flags: Uint8Array,
  timeNs: Float64Array,
  lane: Uint32Array,
  name: Uint32Array,
  category: Uint16Array,
  idLow: Uint32Array,
  idHigh: Uint32Array,
  byteOffset: Float64Array,
} as const;

export const SAMPLE_COLUMNS = {
  timeNs: Float64Array,
  lane: Uint32Array,
  name: Uint32Array,
  key: Uint32Array,
  /** Accelerator that the counter event was about (its `acc_id`), or -1. */
  accelerator: Int32Array,
  value: Float64Array,
} as const;

/** First byte offsets kept of each reason for skipping. */
const OFFSETS_KEPT = 20;

/** What to do with each phase. */
type Kind = 'slice' | 'instant' | 'counter' | 'flow' | 'paired' | 'metadata' | 'unknown';
const KIND_BY_PHASE: readonly Kind[] = (() => {
  const kinds = new Array<Kind>(256).fill('unknown');
  kinds[CODE('X')] = 'slice';
  for (const phase of 'iIRPNDOcvV') kinds[CODE(phase)] = 'instant';
  for (const phase of 'BEbneSTpF') kinds[CODE(phase)] = 'paired';
  for (const phase of 'stf') kinds[CODE(phase)] = 'flow';
  kinds[CODE('C')] = 'counter';
  kinds[CODE('M')] = 'metadata';
  return kinds;
})();

/**
 * Everything read from the trace files of one rank, sorted by kind and otherwise in file order. Ids are those of the one
 * tokenizer that reads all of them.
 */
export class EventStore implements TraceSink {
  readonly slices: Chunks<typeof SLICE_COLUMNS> = createChunks(SLICE_COLUMNS);
  readonly paired: Chunks<typeof MARK_COLUMNS> = createChunks(MARK_COLUMNS);
  readonly flowEnds: Chunks<typeof MARK_COLUMNS> = createChunks(MARK_COLUMNS);
  readonly samples: Chunks<typeof SAMPLE_COLUMNS> = createChunks(SAMPLE_COLUMNS);
  readonly metadata: MetadataEvent[] = [];
  readonly countByPhase = new Float64Array(256);
  readonly notices: Notice[] = [];
  readonly #skipped = new Map<string, { notice: Notice; eventCount: number; byteOffsets: number[] }>();
  #accelerator = -1;
  #badDurations = 0;
  #missingDurations = 0;
  #farTimes = 0;
  eventCount = 0;

  readonly files: IndexedFile[] = [];
  /** Where the file being read begins in the run of all files; added to every `byteOffset`. */
  #fileBase = 0;
  #path = '';

  constructor(
    readonly tokenizer: Tokenizer,
    readonly onProgress: (bytesDone: number, eventCount: number) => boolean,
  ) {}

  /** Call before a file is read; `lengthBytes` is how far the offsets of the file before it reached. */
  beginFile(path: string, kind: IndexedFile['kind'], lengthOfLastBytes: number): void {
    this.#fileBase += lengthOfLastBytes;
    this.#path = path;
    this.files.push({ path, firstByteOffset: this.#fileBase, kind });
  }

  progress(bytesDone: number): boolean {
    return this.onProgress(bytesDone, this.eventCount);
  }

  notice(said: Notice): void {
    this.notices.push(said);
  }

  skip(reason: Notice, eventCount: number): void {
    this.#note(reason, eventCount);
  }

  get skipped(): SkippedEvents[] {
    return [...this.#skipped.values()];
  }

  /** Notices that sum up what was odd in many events. Call once, when everything is read. */
  closingNotices(): Notice[] {
    const place = this.files.length === 1 ? { path: this.#path } : {};
    const said: Notice[] = [];
    if (this.#badDurations > 0) said.push(notice('bad-duration', 'warning', { count: this.#badDurations }, place));
    if (this.#missingDurations > 0)
      said.push(notice('missing-duration', 'info', { count: this.#missingDurations }, place));
    if (this.#farTimes > 0) said.push(notice('out-of-range-times', 'warning', { count: this.#farTimes }, place));
    return said;
  }

  takeBatch(tokenizer: Tokenizer, fileOffset: number): void {
    const { batch } = tokenizer;
    this.eventCount += batch.count;
    let sample = 0;
    for (let row = 0; row < batch.count; row++) {
      const phase = batch.phase[row];
      this.countByPhase[phase]++;
      const kind = KIND_BY_PHASE[phase];
      if (kind === 'metadata') {
        this.#takeMetadata(tokenizer, row, fileOffset);
        continue;
      }
      const byteOffset = batch.byteOffset[row];
      if (phase === 0) this.#skipEvent('no-phase', byteOffset);
      else if (kind === 'unknown') this.#skipEvent('unknown-phase', byteOffset, { phase: String.fromCharCode(phase) });
      else if ((batch.flags[row] & EventFlag.hasStart) === 0) this.#skipEvent('no-timestamp', byteOffset);
      else {
        if (Math.abs(batch.startNs[row]) > MICROSECOND_LIMIT_NS) this.#farTimes++;
        if (kind === 'slice' || kind === 'instant') this.#takeSlice(tokenizer, row, kind === 'instant');
        else if (kind === 'counter') sample = this.#takeSamples(tokenizer, row, sample);
        else this.#takeMark(tokenizer, row, kind === 'flow' ? this.flowEnds : this.paired);
      }
    }
  }

  #takeSlice(tokenizer: Tokenizer, row: number, isInstant: boolean): void {
    const { batch } = tokenizer;
    const flags = batch.flags[row];
    if (!isInstant && (flags & EventFlag.hasDuration) === 0) {
      if ((flags & EventFlag.badNumber) !== 0) this.#badDurations++;
      else this.#missingDurations++;
    }
    const chunk = growChunks(this.slices);
    const to = chunk.count++;
    const startNs = batch.startNs[row];
    chunk.columns.startNs[to] = startNs;
    chunk.columns.endNs[to] = isInstant ? startNs : startNs + Math.max(0, batch.durationNs[row]);
    chunk.columns.lane[to] = batch.lane[row];
    chunk.columns.name[to] = batch.name[row];
    chunk.columns.category[to] = batch.category[row];
    chunk.columns.flags[to] = isInstant ? SliceFlag.instant : 0;
    chunk.columns.byteOffset[to] = this.#fileBase + batch.byteOffset[row];
  }

  #takeMark(tokenizer: Tokenizer, row: number, into: Chunks<typeof MARK_COLUMNS>): void {
    const { batch } = tokenizer;
    const chunk = growChunks(into);
    const to = chunk.count++;
    chunk.columns.phase[to] = batch.phase[row];
    chunk.columns.flags[to] = batch.flags[row];
    chunk.columns.timeNs[to] = batch.startNs[row];
    chunk.columns.lane[to] = batch.lane[row];
    chunk.columns.name[to] = batch.name[row];
    chunk.columns.category[to] = batch.category[row];
    chunk.columns.idLow[to] = batch.idLow[row];
    chunk.columns.idHigh[to] = batch.idHigh[row];
    chunk.columns.byteOffset[to] = this.#fileBase + batch.byteOffset[row];
  }

  /** Takes the samples of the counter event at `row`, which begin at `sample`; answers where the next event's begin. */
  #takeSamples(tokenizer: Tokenizer, row: number, sample: number): number {
    const { batch } = tokenizer;
    while (sample < batch.sampleCount && batch.sampleEvent[sample] < row) sample++;
    const first = sample;
    while (sample < batch.sampleCount && batch.sampleEvent[sample] === row) sample++;
    let accelerator = -1;
    for (let i = first; i < sample; i++)
      if (this.#isAcceleratorKey(tokenizer, batch.sampleKey[i])) accelerator = batch.sampleValue[i];
    let taken = 0;
    for (let i = first; i < sample; i++) {
      // An acc_id alone is a value like any other.
      if (sample - first > 1 && this.#isAcceleratorKey(tokenizer, batch.sampleKey[i])) continue;
      const chunk = growChunks(this.samples);
      const to = chunk.count++;
      chunk.columns.timeNs[to] = batch.startNs[row];
      chunk.columns.lane[to] = batch.lane[row];
      chunk.columns.name[to] = batch.name[row];
      chunk.columns.key[to] = batch.sampleKey[i];
      chunk.columns.accelerator[to] = sample - first > 1 ? accelerator : -1;
      chunk.columns.value[to] = batch.sampleValue[i];
      taken++;
    }
    if (taken === 0) this.#skipEvent('counter-without-values', batch.byteOffset[row]);
    return sample;
  }

  #isAcceleratorKey(tokenizer: Tokenizer, key: number): boolean {
    if (this.#accelerator < 0) {
      const bytes = tokenizer.names.bytes(key);
      if (bytes.length === 6 && String.fromCharCode(...bytes) === 'acc_id') this.#accelerator = key;
    }
    return key === this.#accelerator;
  }

  #takeMetadata(tokenizer: Tokenizer, row: number, fileOffset: number): void {
    const at = tokenizer.batch.byteOffset[row] - fileOffset;
    const bytes = tokenizer.bytes;
    // No sentinel needed: the tokenizer has found the event whole.
    const end = nestedEnd(bytes, at, bytes.length);
    try {
      const event: unknown = JSON.parse(new TextDecoder().decode(bytes.slice(at, end)));
      if (typeof event !== 'object' || event === null) throw new SyntaxError('no object');
      const { name, args } = event as { name?: unknown; args?: unknown };
      const lane = tokenizer.laneKey(tokenizer.batch.lane[row]);
      this.metadata.push({ name: String(name), pid: lane.pid, tid: lane.tid, args: isRecord(args) ? args : {} });
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      this.#skipEvent('bad-metadata', tokenizer.batch.byteOffset[row]);
    }
  }

  #skipEvent(
    code: 'no-phase' | 'unknown-phase' | 'no-timestamp' | 'counter-without-values' | 'bad-metadata' | 'unmatched-end',
    byteOffset: number,
    params: Record<string, string> = {},
    place: NoticePlace = { path: this.#path, byteOffset },
  ): void {
    this.#note(notice(code, 'warning', params, place), 1);
  }

  /** A begin/end mark that found no partner, at its offset in the run of files. */
  skipUnmatched(runOffset: number): void {
    const file = this.files.findLast(({ firstByteOffset }) => firstByteOffset <= runOffset) ?? this.files[0];
    const byteOffset = runOffset - file.firstByteOffset;
    this.#skipEvent('unmatched-end', byteOffset, {}, { path: file.path, byteOffset });
  }

  #note(reason: Notice, eventCount: number): void {
    const key = `${reason.code} ${reason.params.phase ?? ''} ${reason.path}`;
    const seen = this.#skipped.get(key);
    const offsets = reason.byteOffset === undefined ? [] : [reason.byteOffset];
    if (!seen) this.#skipped.set(key, { notice: reason, eventCount, byteOffsets: offsets });
    else {
      seen.eventCount += eventCount;
      if (seen.byteOffsets.length < OFFSETS_KEPT) seen.byteOffsets.push(...offsets);
    }
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
