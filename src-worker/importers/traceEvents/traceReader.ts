import type { Notice } from '../../../src-contract';
import { type ByteSource, UnpackError } from '../../files/byteSource';
import { type NoticeCode, notice } from '../../files/notices';
import { clearBatch, type Tokenizer } from '../../tokenizer/batch';
import { isSpace, literalEnd, nestedEnd, RAN_OUT, stringEnd } from '../../tokenizer/scan';
import { EventSearch } from './eventBoundary';
import { notATrace } from './notATrace';

/** Where the events of a trace go while it is read. */
export interface TraceSink {
  /**
   * Takes the tokenizer's batch; the reader clears it afterwards. `tokenizer.bytes[0]` stands at `fileOffset`, so an
   * event's bytes are still there.
   */
  takeBatch(tokenizer: Tokenizer, fileOffset: number): void;
  /** What stands there was passed over: an event, or as good as one. */
  skip(code: NoticeCode, byteOffset: number, params?: Notice['params']): void;
  notice(notice: Notice): void;
  /** Called a few times a second at least; false stops the reading. */
  progress(bytesDone: number): boolean;
}

export interface TraceDocument {
  /** Top-level values beside the events, as their JSON texts: `distributedInfo`, `displayTimeUnit`, … */
  readonly values: ReadonlyMap<string, string>;
  /** True if there was a list of events, even an empty one. */
  readonly hasEventList: boolean;
  readonly isCancelled: boolean;
  /**
   * True if the stretch ended where it should: between two events of the list. If not, what was taken for the start of
   * the next one is no event, and this reader has read on to the end of the file.
   */
  readonly endsAtBoundary: boolean;
  /** Of the bytes read, block by block: see `FileCheck`. */
  readonly blockEnds: readonly number[];
  readonly blockSums: readonly number[];
}

export interface TraceReaderLimits {
  /** A longer event is passed over. */
  readonly maxEventBytes: number;
  /** A longer top-level value beside the events is not kept. */
  readonly maxValueBytes: number;
}

/** The part of a file that one reader reads. */
export interface TraceStretch {
  /** Where to begin: 0, or where an event begins inside the event list. */
  readonly startOffset: number;
  /** Where the next stretch begins; the end of the file if absent. */
  readonly endOffset?: number;
  /** Of a stretch that begins inside the event list: whether the list is the member of an object. */
  readonly isInObject?: boolean;
}

export const WHOLE_FILE: TraceStretch = { startOffset: 0 };

export const DEFAULT_LIMITS: TraceReaderLimits = { maxEventBytes: 64 << 20, maxValueBytes: 1 << 20 };

/** Bytes asked of the source at a time: large enough to make the calls cheap, small enough to stay in the cache. */
const FIRST_BUFFER_BYTES = 4 << 20;

/** More bytes that a step could not use than a block are of something long. */
const LONG_STEP_BYTES = 1 << 20;

/** Bytes that hold whatever event is looked at to see whether it is one. */
const ENOUGH_FOR_AN_EVENT = 1 << 16;

type State = 'document' | 'key' | 'value' | 'events' | 'resync' | 'stop';

/**
 * Reads a whole trace: an array of events, or an object with `traceEvents`, or several of them one after another.
 * The tokenizer reads what is inside the event lists; this reads what is around them, and finds the way back to the
 * next event where the file is damaged.
 */
export async function readTrace(
  source: ByteSource,
  tokenizer: Tokenizer,
  sink: TraceSink,
  stretch: TraceStretch = WHOLE_FILE,
  limits: TraceReaderLimits = DEFAULT_LIMITS,
): Promise<TraceDocument> {
  return new TraceReader(source, tokenizer, sink, stretch, limits).read();
}

class TraceReader {
  #state: State = 'document';
  /** What follows the end of the event list: more keys of the object it stands in, or the next document. */
  #isInObject = false;
  #hasEventList = false;
  #isCancelled = false;
  readonly #values = new Map<string, string>();
  #key = '';
  /** Of a top-level value that is being passed over: brackets open, whether in a string, the text so far. */
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #valueText: string[] = [];
  #valueBytes = 0;
  /** File offset where the damage being passed over begins. */
  #damageStart = 0;
  #isDamageCut = false;
  readonly #search = new EventSearch(1);

  /** The bytes not used yet are `tokenizer.bytes[#at, #end)`; `bytes[0]` stands at `#fileOffset`. */
  #at = 0;
  #end = 0;
  #fileOffset = 0;
  #isAtEnd = false;
  /** Bytes behind this offset belong to the next stretch; undefined once it is clear that they don't. */
  #endOffset: number | undefined;
  #endsAtBoundary = false;
  readonly startOffset: number;
  readonly #blockEnds: number[] = [];
  readonly #blockSums: number[] = [];

  constructor(
    readonly source: ByteSource,
    readonly tokenizer: Tokenizer,
    readonly sink: TraceSink,
    stretch: TraceStretch,
    readonly limits: TraceReaderLimits,
  ) {
    tokenizer.reserve(FIRST_BUFFER_BYTES);
    this.startOffset = stretch.startOffset;
    this.#fileOffset = stretch.startOffset;
    this.#endOffset = stretch.endOffset;
    if (stretch.startOffset > 0) {
      this.#state = 'events';
      this.#hasEventList = true;
      this.#isInObject = stretch.isInObject ?? false;
    }
  }

  async read(): Promise<TraceDocument> {
    if (this.#fileOffset > 0) await this.source.skip(this.#fileOffset);
    while (this.#state !== 'stop') {
      // A step that can't go on without more bytes leaves `#at` where it must go on from.
      if (!this.#step() && !(await this.#enough())) break;
    }
    this.#flush();
    if (!this.#isCancelled) this.#finish();
    return {
      values: this.#values,
      hasEventList: this.#hasEventList,
      isCancelled: this.#isCancelled,
      endsAtBoundary: this.#endsAtBoundary,
      blockEnds: this.#blockEnds,
      blockSums: this.#blockSums,
    };
  }

  get #bytes(): Uint8Array {
    return this.tokenizer.bytes;
  }

  #offset(at = this.#at): number {
    return this.#fileOffset + at;
  }

  #place(byteOffset: number) {
    return { path: this.source.path, byteOffset };
  }

  /** Does what can be done with the bytes there are; false when it needs more. */
  #step(): boolean {
    switch (this.#state) {
      case 'document':
        return this.#readDocumentStart();
      case 'key':
        return this.#readKey();
      case 'value':
        return this.#skipValue();
      case 'events':
        return this.#readEvents();
      case 'resync':
        return this.#resync();
      case 'stop':
        return false;
    }
  }

  /**
   * Gets as many bytes as the next step wants: of a long event twice as many each time. With every block anew it would be
   * read as often as it has blocks. False at the end of the source, or when cancelled.
   */
  async #enough(): Promise<boolean> {
    const rest = this.#end - this.#at;
    const wantedBytes = rest > LONG_STEP_BYTES ? Math.min(2 * rest, this.limits.maxEventBytes + 1) : 0;
    do {
      if (!(await this.#more())) return false;
    } while (this.#end - this.#at < wantedBytes && !this.#isAtEnd && !this.#isAtEndOffset);
    return true;
  }

  /** Gets more bytes behind those not used yet. False at the end of the source, or when cancelled. */
  async #more(): Promise<boolean> {
    this.#flush();
    if (!this.sink.progress(this.source.bytesDone)) {
      this.#isCancelled = true;
      return false;
    }
    if (this.#isAtEnd) return false;
    const bytes = this.#bytes;
    if (this.#at > 0) {
      bytes.copyWithin(0, this.#at, this.#end);
      this.#fileOffset += this.#at;
      this.#end -= this.#at;
      this.#at = 0;
    }
    if (this.#end * 2 > bytes.length) this.tokenizer.reserve(bytes.length * 2);
    if (this.#isStretchRead()) return false;
    let read: number;
    try {
      // The tokenizer's sentinel needs the last few bytes.
      read = await this.source.fill(this.#bytes.subarray(0, this.#fillEnd()), this.#end);
    } catch (error) {
      if (!(error instanceof UnpackError)) throw error;
      this.sink.notice(notice(`${error.format}-${error.kind}`, 'warning', {}, this.#place(error.unpackedBytes)));
      read = 0;
    }
    if (read > 0) this.#noteBlock(read);
    this.#end += read;
    // At the end there is one more step: what waited for bytes can tell now that there are none.
    if (read === 0) this.#isAtEnd = true;
    return true;
  }

  /** Before anything writes behind them, and while they are in the processor's cache. */
  #noteBlock(length: number): void {
    this.#blockEnds.push(this.#offset(this.#end + length));
    this.#blockSums.push(this.tokenizer.blockSum(this.#end, this.#end + length));
  }

  /** Up to where the buffer may be filled. */
  #fillEnd(): number {
    const end = this.#bytes.length - 8;
    return this.#endOffset === undefined ? end : Math.min(end, this.#endOffset - this.#fileOffset);
  }

  get #isAtEndOffset(): boolean {
    return this.#endOffset !== undefined && this.#fileOffset + this.#end >= this.#endOffset;
  }

  /** At the end of the stretch: true if it ends between two events. If not, reading goes on behind it. */
  #isStretchRead(): boolean {
    if (!this.#isAtEndOffset) return false;
    // Damage that reaches up to a proved event start ends there.
    this.#endsAtBoundary = this.#state === 'resync' || (this.#state === 'events' && this.#at === this.#end);
    this.#endOffset = undefined;
    return this.#endsAtBoundary;
  }

  #flush(): void {
    if (this.tokenizer.batch.count > 0) this.sink.takeBatch(this.tokenizer, this.#fileOffset);
    clearBatch(this.tokenizer.batch);
  }

  #readDocumentStart(): boolean {
    const bytes = this.#bytes;
    while (this.#at < this.#end && (isSpace(bytes[this.#at]) || bytes[this.#at] === 0)) this.#at++;
    if (this.#end - this.#at < 3 && !this.#isAtEnd) return false;
    if (bytes[this.#at] === 0xef && bytes[this.#at + 1] === 0xbb && bytes[this.#at + 2] === 0xbf) {
      this.#at += 3;
      return true;
    }
    if (this.#at >= this.#end) return false;
    const first = bytes[this.#at];
    // Between two documents a stray comma or bracket is common where files were put together by hand.
    if (this.#hasEventList && (first === 0x2c || first === 0x5d || first === 0x7d)) {
      this.#at++;
      return true;
    }
    if (first === 0x5b) {
      this.#at++;
      this.#isInObject = false;
      this.#hasEventList = true;
      this.#state = 'events';
      return true;
    }
    if (first === 0x7b && this.#hasEventList && !this.#isInObject) {
      if (this.#end - this.#at < ENOUGH_FOR_AN_EVENT && !this.#isAtEnd) return false;
      if (this.#goesOnWithEvents()) return this.#resumeList();
    }
    if (first === 0x7b) {
      this.#at++;
      this.#isInObject = true;
      this.#state = 'key';
      return true;
    }
    this.#refuse();
    return true;
  }

  /** At a brace behind a list of events: it is one of them, or damaged, but no other document with a list of its own. */
  #goesOnWithEvents(): boolean {
    const found = this.#search.find(this.#bytes, this.#at, this.#end);
    if (found === undefined || found === this.#at) return found !== undefined;
    return Buffer.from(this.#bytes.subarray(this.#at, found)).indexOf('"traceEvents"') < 0;
  }

  #refuse(): void {
    const place = this.#place(this.#offset());
    if (this.#hasEventList) {
      this.#damageStart = this.#offset();
      this.sink.notice(notice('garbage-after-end', 'warning', { skippedBytes: this.#end - this.#at }, place));
    } else {
      const head = String.fromCharCode(...this.#bytes.subarray(this.#at, Math.min(this.#end, this.#at + 30)));
      this.sink.notice(notATrace(this.source.path, head, place, this.source.sizeBytes));
    }
    this.#at = this.#end;
    this.#state = 'stop';
  }

  /** At a key of the top-level object, or at its end. */
  #readKey(): boolean {
    const bytes = this.#bytes;
    while (this.#at < this.#end && (isSpace(bytes[this.#at]) || bytes[this.#at] === 0x2c)) this.#at++;
    if (this.#at >= this.#end) return false;
    if (bytes[this.#at] === 0x7d) {
      this.#at++;
      this.#state = 'document';
      return true;
    }
    if (bytes[this.#at] === 0x7b && this.#hasEventList) {
      const isEvent = this.#beginsEvent();
      if (isEvent === undefined) return false;
      if (isEvent) return this.#resumeList();
    }
    if (bytes[this.#at] !== 0x22) return this.#beginResync();
    this.#putSentinel();
    const keyEnd = stringEnd(bytes, this.#at + 1, this.#end);
    if (keyEnd === RAN_OUT) return this.#end - this.#at > this.limits.maxValueBytes ? this.#passLongKey() : false;
    let at = keyEnd + 1;
    while (at < this.#end && (isSpace(bytes[at]) || bytes[at] === 0x3a)) at++;
    if (at >= this.#end) return false;
    this.#key = new TextDecoder().decode(bytes.slice(this.#at + 1, keyEnd));
    this.#at = at;
    if (this.#key === 'traceEvents' && bytes[at] === 0x5b) {
      this.#at++;
      this.#hasEventList = true;
      this.#state = 'events';
      return true;
    }
    this.#depth = 0;
    this.#isInString = false;
    this.#isEscaped = false;
    this.#valueText = [];
    this.#valueBytes = 0;
    this.#state = 'value';
    return true;
  }

  /** No key that counts is so long: it is passed over with its value, block by block. */
  #passLongKey(): true {
    this.#at++;
    this.#key = '';
    this.#depth = 0;
    this.#isInString = true;
    this.#isEscaped = false;
    this.#valueText = [];
    this.#valueBytes = this.limits.maxValueBytes + 1;
    this.#state = 'value';
    return true;
  }

  /**
   * Behind the event list, at a brace: whether an event begins there. Then a bracket too many has ended the list. Undefined
   * where that takes more bytes to tell.
   */
  #beginsEvent(): boolean | undefined {
    const found = this.#search.find(this.#bytes, this.#at, this.#end);
    if (found !== undefined) return found === this.#at;
    return this.#isAtEnd || this.#end - this.#at > this.limits.maxValueBytes ? false : undefined;
  }

  /**
   * With the list that a bracket too many has ended. A stretch may also have begun in the args of an event, whose list was
   * ended rightly: so that it does not count as sound, it is read on to the end of the file.
   */
  #resumeList(): true {
    this.sink.notice(notice('events-behind-list', 'warning', {}, this.#place(this.#offset())));
    this.#state = 'events';
    if (this.startOffset > 0) this.#endOffset = undefined;
    return true;
  }

  /** Passes over a top-level value of any length, keeping its text if it is short. */
  #skipValue(): boolean {
    const bytes = this.#bytes;
    const start = this.#at;
    let at = start;
    let isDone = false;
    for (; at < this.#end; at++) {
      const c = bytes[at];
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (c === 0x5c) this.#isEscaped = true;
        else if (c === 0x22) this.#isInString = false;
      } else if (c === 0x22) this.#isInString = true;
      else if (c === 0x7b || c === 0x5b) this.#depth++;
      else if (this.#depth > 0 && (c === 0x7d || c === 0x5d)) this.#depth--;
      else if (this.#depth === 0 && (c === 0x2c || c === 0x7d)) {
        isDone = true;
        break;
      }
    }
    this.#valueBytes += at - start;
    if (this.#valueBytes <= this.limits.maxValueBytes)
      this.#valueText.push(new TextDecoder().decode(bytes.slice(start, at)));
    this.#at = at;
    if (!isDone) return false;
    if (this.#valueBytes <= this.limits.maxValueBytes) this.#values.set(this.#key, this.#valueText.join('').trim());
    this.#state = 'key';
    return true;
  }

  #readEvents(): boolean {
    const stop = this.tokenizer.parse(this.#at, this.#end, this.#fileOffset);
    switch (stop) {
      case 'need-bytes':
        this.#at = this.tokenizer.position;
        if (this.#end - this.#at > this.limits.maxEventBytes) {
          const limitBytes = this.limits.maxEventBytes;
          this.sink.skip('event-too-large', this.#offset(), { limitBytes });
          this.#beginResync();
          this.#isDamageCut = true;
        } else if (this.#isAtEnd && this.#hidesEvents()) this.#beginResync();
        return this.#state === 'resync';
      case 'batch-full':
        this.#at = this.tokenizer.position;
        this.#flush();
        return true;
      case 'array-end':
        this.#at = this.tokenizer.position;
        this.#state = this.#isInObject ? 'key' : 'document';
        return true;
      case 'bad-byte':
        this.#at = this.tokenizer.eventStart;
        return this.tokenizer.position === this.#at ? this.#skipElements() : this.#beginResync();
    }
  }

  /**
   * At the end of the file, in an event that does not end: true if whole events stand behind its first brace. Then it was
   * not cut off: a quote or a bracket is missing further up, and has made all that follows look like a part of it.
   */
  #hidesEvents(): boolean {
    return this.#search.find(this.#bytes, this.#at + 1, this.#end) !== undefined;
  }

  /**
   * Elements of the event list that are no objects (`null`, a number, a string, a list), up to the next that may be one:
   * there can be millions of them. False when it needs more bytes.
   */
  #skipElements(): boolean {
    const bytes = this.#bytes;
    this.#putSentinel();
    while (this.#at < this.#end && bytes[this.#at] !== 0x7b && bytes[this.#at] !== 0x5d) {
      if (bytes[this.#at] === 0x5b && this.#holdsEvents()) {
        this.sink.skip('not-an-event', this.#offset());
        this.#at++;
        return true;
      }
      const end = elementEnd(bytes, this.#at, this.#end);
      if (end === this.#at) return this.#beginResync();
      const isWhole = end > this.#at && end < this.#end;
      if (!isWhole) {
        const mayStillEnd = !this.#isAtEnd && this.#end - this.#at <= this.limits.maxEventBytes;
        return mayStillEnd ? false : this.#beginResync();
      }
      let next = end;
      while (next < this.#end && isSpace(bytes[next])) next++;
      if (next === this.#end && !this.#isAtEnd) return false;
      // A quote that does not belong there turns round all that follow: what they are about is no text.
      if (bytes[this.#at] === 0x22 && next < this.#end && bytes[next] !== 0x2c && bytes[next] !== 0x5d)
        return this.#beginResync();
      this.sink.skip('not-an-event', this.#offset());
      this.#at = next;
      while (this.#at < this.#end && (isSpace(bytes[this.#at]) || bytes[this.#at] === 0x2c)) this.#at++;
    }
    return true;
  }

  /** At a bracket in the event list: whether it is one too many, since an event stands behind it. */
  #holdsEvents(): boolean {
    const bytes = this.#bytes;
    let next = this.#at + 1;
    while (next < this.#end && isSpace(bytes[next])) next++;
    return next < this.#end && bytes[next] === 0x7b && this.#search.find(bytes, next, this.#end) === next;
  }

  #putSentinel(): void {
    this.#bytes[this.#end] = 0x22;
    this.#bytes[this.#end + 1] = 0x22;
  }

  #beginResync(): true {
    this.#damageStart = this.#offset();
    this.#isDamageCut = false;
    // Not the event that is damaged: its own brace would be found again.
    this.#at++;
    this.#state = 'resync';
    return true;
  }

  #resync(): boolean {
    const found = this.#search.find(this.#bytes, this.#at, this.#end);
    if (found === undefined) {
      // The next event may stand across the end of these bytes; what is far before it is done with.
      const keepBytes = this.#isAtEnd ? 0 : 1 << 20;
      this.#at = Math.max(this.#at, this.#end - keepBytes);
      return false;
    }
    this.#at = found;
    this.#endDamage(this.#offset());
    this.#hasEventList = true;
    this.#state = 'events';
    return true;
  }

  #endDamage(endOffset: number): void {
    if (this.#isDamageCut) return;
    const skippedBytes = endOffset - this.#damageStart;
    this.sink.skip('damaged-json', this.#damageStart, { skippedBytes });
  }

  /** Says how the file ended, if not as it should. */
  #finish(): void {
    if (this.#endsAtBoundary) {
      if (this.#state === 'resync') this.#endDamage(this.#offset(this.#end));
      return;
    }
    const rest = this.#end - this.#at;
    switch (this.#state) {
      case 'events':
        if (rest > 0) this.sink.skip('truncated-event', this.#offset());
        else this.sink.notice(notice('missing-bracket', 'info', {}, this.#place(this.#offset())));
        break;
      case 'key':
      case 'value':
        this.sink.notice(notice('truncated-document', 'warning', {}, this.#place(this.#offset())));
        break;
      case 'resync':
        this.#endDamage(this.#offset(this.#end));
        break;
      case 'document':
      case 'stop':
        break;
    }
  }
}

/** Behind the element at `at`, `RAN_OUT`, or `at` where there is none. */
function elementEnd(bytes: Uint8Array, at: number, to: number): number {
  const first = bytes[at];
  if (first === 0x5b) return nestedEnd(bytes, at, to);
  if (first !== 0x22) return literalEnd(bytes, at);
  const quote = stringEnd(bytes, at + 1, to);
  return quote === RAN_OUT ? RAN_OUT : quote + 1;
}
