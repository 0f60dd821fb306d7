import type { ByteSource } from '../../files/byteSource';
import { notice } from '../../files/notices';
import { utf16AtBytes } from '../../files/textEncoding';
import { clearBatch, type Tokenizer } from '../../tokenizer/batch';
import { CLOSE_BRACKET, isSpace, OPEN_BRACE, OPEN_BRACKET, QUOTE } from '../../tokenizer/scan';
import { EventsAhead } from './eventsAhead';
import { notATrace } from './notATrace';
import { oddElement } from './oddElements';
import { StretchBytes, type TraceStretch } from './stretchBytes';
import { TopLevelMembers } from './topLevelMembers';
import type { TraceDocument, TraceReaderLimits, TraceSink } from './traceSink';

export const WHOLE_FILE: TraceStretch = { startOffset: 0 };

export const DEFAULT_LIMITS: TraceReaderLimits = { maxEventBytes: 64 << 20, maxValueBytes: 1 << 20 };

/** More bytes that a step could not use than a block are of something long. */
const LONG_STEP_BYTES = 1 << 20;

/** `members`: in the top-level object, outside of the event list. */
type State = 'document' | 'members' | 'events' | 'resync' | 'stop';

/** What is being passed over: `cut` is listed already. */
type Damage = 'json' | 'cut' | 'behind-the-end';

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
  const input = new StretchBytes(source, tokenizer, stretch);
  await input.open();
  return new TraceReader(input, sink, limits).read();
}

class TraceReader {
  #state: State = 'document';
  /** What follows the end of the event list: more members of the object it stands in, or the next document. */
  #isInObject = false;
  #hasEventList = false;
  /** File offset of the top-level object that is read or was read last. */
  #objectStart = -1;
  #isCancelled = false;
  #endsAtBoundary = false;
  #isResumed = false;
  /** Brackets that are open around the members which are read, beside that of the top-level object. */
  #depth = 0;
  /** The events read now stand in the file itself. */
  #isWithoutList = false;

  /** In front of this file offset no members are read: they are of one that is damaged. */
  #damagedUntil = 0;
  /** File offset where the damage being passed over begins. */
  #damageStart = 0;
  #damage: Damage = 'json';
  /** Something in it is nested too deep to tell whether it is an event. */
  #hidesTooDeep = false;
  readonly #ahead: EventsAhead;
  readonly #members: TopLevelMembers;

  constructor(
    readonly input: StretchBytes,
    readonly sink: TraceSink,
    readonly limits: TraceReaderLimits,
  ) {
    this.#ahead = new EventsAhead(input);
    this.#members = new TopLevelMembers(input, this.#ahead, limits.maxValueBytes);
    const { startOffset, isInObject = false, firstLine } = input.stretch;
    if (startOffset === 0) return;
    if (firstLine !== undefined) {
      this.#isWithoutList = true;
      this.#objectStart = firstLine;
    }
    this.#state = 'events';
    this.#hasEventList = true;
    this.#isInObject = isInObject;
  }

  async read(): Promise<TraceDocument> {
    this.input.source.goesOnAgain = () => this.#goesOn();
    while (this.#state !== 'stop') {
      // A step that can't go on without more bytes leaves `input.at` where it must go on from.
      if (!this.#step() && !(await this.#enough())) break;
    }
    this.#flush();
    if (!this.#isCancelled) this.#finish();
    return {
      values: this.#members.values,
      hasEventList: this.#hasEventList,
      isCancelled: this.#isCancelled,
      endsAtBoundary: this.#endsAtBoundary,
      blockEnds: this.input.blockEnds,
      blockSums: this.input.blockSums,
    };
  }

  /** Does what can be done with the bytes there are; false when it needs more. */
  #step(): boolean {
    switch (this.#state) {
      case 'document':
        return this.#readDocumentStart();
      case 'members':
        return this.#readMember();
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
    const { input } = this;
    const wantedBytes = input.rest > LONG_STEP_BYTES ? Math.min(2 * input.rest, this.limits.maxEventBytes + 1) : 0;
    do {
      if (!(await this.#more())) return false;
    } while (input.rest < wantedBytes && !input.isAtEnd && !input.isAtStretchEnd);
    return true;
  }

  /** Gets more bytes behind those not used yet. False at the end of the source or the stretch, or when cancelled. */
  async #more(): Promise<boolean> {
    const { input } = this;
    this.#flush();
    if (!this.#goesOn()) return false;
    if (input.isAtEnd || this.#isStretchRead()) return false;
    await input.fill((said) => this.sink.notice(said));
    // What has been cancelled on the way ends where it is: that is not the end of the file.
    return !input.isAtEnd || this.#goesOn();
  }

  /** False when cancelled. */
  #goesOn(): boolean {
    const { bytesDone, bytesAgain } = this.input.source;
    this.#isCancelled ||= !this.sink.progress(bytesDone, bytesAgain);
    return !this.#isCancelled;
  }

  /** At the end of the stretch: true if it ends between two events. If not, reading goes on behind it. */
  #isStretchRead(): boolean {
    const { input } = this;
    if (!input.isAtStretchEnd) return false;
    // Damage that reaches up to a proved event start ends there.
    this.#endsAtBoundary = this.#state === 'resync' || (this.#state === 'events' && input.rest === 0);
    if (!this.#endsAtBoundary) input.readOn();
    return this.#endsAtBoundary;
  }

  #flush(): void {
    const { tokenizer, fileOffset } = this.input;
    if (tokenizer.batch.count > 0) this.sink.takeBatch(tokenizer, fileOffset);
    clearBatch(tokenizer.batch);
  }

  #readDocumentStart(): boolean {
    const { input } = this;
    const { bytes } = input;
    if (input.offset() === 0 && this.#refuseUtf16()) return true;
    while (input.rest > 0 && (isSpace(bytes[input.at]) || bytes[input.at] === 0)) input.at++;
    if (input.rest < 3 && !input.isAtEnd) return false;
    if (bytes[input.at] === 0xef && bytes[input.at + 1] === 0xbb && bytes[input.at + 2] === 0xbf) {
      input.at += 3;
      return true;
    }
    if (input.rest <= 0) return false;
    const first = bytes[input.at];
    // Between two documents a stray comma or bracket is common where files were put together by hand.
    if (this.#hasEventList && (first === 0x2c || first === 0x5d || first === 0x7d)) {
      input.at++;
      return true;
    }
    if (first === OPEN_BRACKET) {
      this.#isInObject = false;
      return this.#beginList(input.at + 1);
    }
    if (first === QUOTE && this.#mayBeInside()) {
      this.#state = 'members';
      return true;
    }
    if (first !== OPEN_BRACE) return this.#refuse();
    if (this.#hasEventList) {
      const isMore = this.#goesOnWithEvents();
      if (isMore === undefined) return false;
      if (isMore) return this.#resumeList();
    }
    this.#objectStart = input.offset();
    this.#depth = 0;
    input.at++;
    this.#isInObject = true;
    this.#state = 'members';
    return true;
  }

  /** Behind an object's end: in how many others it stood is not known where reading has begun in the middle of the file. */
  #mayBeInside(): boolean {
    return this.#isInObject && this.input.stretch.startOffset > 0;
  }

  /** At the first byte of the file. */
  #refuseUtf16(): boolean {
    const { input } = this;
    const at = utf16AtBytes(input.bytes.subarray(input.at, input.end));
    if (at === undefined) return false;
    this.sink.notice(notice('utf16', 'error', {}, input.place(input.at + at)));
    input.at = input.end;
    this.#state = 'stop';
    return true;
  }

  #beginList(at: number): true {
    this.input.at = at;
    this.#hasEventList = true;
    this.#state = 'events';
    return true;
  }

  /**
   * At a brace behind a list of events: whether it is one of them, or may be, or damaged and others follow, but no other document with a
   * list of its own. Then a bracket too many has ended the list. Undefined where that takes more bytes to tell.
   */
  #goesOnWithEvents(): boolean | undefined {
    const { input } = this;
    const next = this.#ahead.next();
    if (next === input.at || this.#ahead.isTooDeep) return true;
    if (next !== undefined) return !this.#ahead.isInList;
    return input.isAtEnd || input.rest > this.limits.maxValueBytes ? false : undefined;
  }

  /** At what is neither an array nor an object. */
  #refuse(): boolean {
    const { input } = this;
    if (this.#hasEventList) return this.#beginResync('behind-the-end');
    if (this.#objectStart >= 0) {
      // A brace too many has ended an object in its middle, or it was an event, and the list does not begin in this file.
      const next = this.#ahead.next(Math.max(0, this.#objectStart - input.fileOffset));
      if (next === undefined && !input.isAtEnd && input.rest <= this.limits.maxValueBytes) return false;
      if (next !== undefined) {
        this.#damageStart = this.#objectStart;
        if (input.offset(next) > this.#damageStart) this.#endDamage(input.offset(next));
        return this.#beginList(next);
      }
    }
    const head = String.fromCharCode(...input.bytes.subarray(input.at, Math.min(input.end, input.at + 30)));
    const refusal = notATrace(input.source.path, head, input.place(), input.source.sizeBytes);
    const mayBeDamaged = refusal.code === 'not-json' && this.#objectStart < 0;
    if (mayBeDamaged) {
      const next = this.#ahead.next();
      if (next === undefined && !input.isAtEnd && input.rest <= this.limits.maxValueBytes) return false;
      if (next !== undefined) return this.#beginDamaged(next);
    }
    this.sink.notice(refusal);
    input.at = input.end;
    this.#state = 'stop';
    return true;
  }

  /** At the beginning of the file, which is no JSON; the first event is at `next`. */
  #beginDamaged(next: number): true {
    const { input } = this;
    // Where the object's brace is damaged, what tells of its times may stand in its members, so they are read.
    const goesOnAt = this.#ahead.isInList ? input.bytes.indexOf(QUOTE, input.at) : next;
    this.sink.notice(notice('damaged-start', 'warning', { skippedBytes: goesOnAt - input.at }, input.place()));
    if (!this.#ahead.isInList) return this.#beginList(next);
    input.at = goesOnAt;
    this.#objectStart = input.offset();
    this.#isInObject = true;
    this.#state = 'members';
    return true;
  }

  /** At a member of the top-level object, in it, or at the object's end. */
  #readMember(): boolean {
    const { input } = this;
    const { bytes } = input;
    if (!this.#members.isInside) {
      while (input.rest > 0 && (isSpace(bytes[input.at]) || bytes[input.at] === 0x2c)) input.at++;
      if (input.rest <= 0) return false;
      if (input.offset() < this.#damagedUntil) return this.#beginResync();
      const first = bytes[input.at];
      if (first === 0x7d) {
        if (this.#isEvent()) return this.#beginWithoutList();
        input.at++;
        if (this.#depth > 0) this.#depth--;
        else this.#state = 'document';
        return true;
      }
      if (first === OPEN_BRACE && this.#hasEventList) {
        const isMore = this.#goesOnWithEvents();
        if (isMore === undefined) return false;
        if (isMore) return this.#resumeList();
      }
      if (this.#depth > 0 && this.#passBracket(first)) return true;
      if (first !== QUOTE) return this.#beginResync();
    }
    const end = this.#members.pass();
    if (end === 'list' && this.#depth > 0) return this.#beginListInside(0);
    if (end === 'list') return this.#beginList(input.at);
    if (end === 'end' || end === 'bytes-end') return end === 'end';
    if ('openBrackets' in end) return this.#beginListInside(end.openBrackets);
    // What is left of it is looked through for events, and what follows as far as it looked like a part of it.
    this.#damagedUntil = end.endOffset;
    this.#beginResync();
    this.#damageStart = end.startOffset;
    return true;
  }

  /** With a list inside of a member; behind it, members of the value are read as if they were the file's own. */
  #beginListInside(openBrackets: number): true {
    const { at } = this.input;
    this.sink.listInside(this.input.offset(at - 1));
    this.#depth += openBrackets;
    return this.#beginList(at);
  }

  /** Among members of such a value: of a list around it, its end or another object in it. False at what is neither. */
  #passBracket(bracket: number): boolean {
    if (bracket !== OPEN_BRACE && bracket !== CLOSE_BRACKET) return false;
    this.#depth += bracket === OPEN_BRACE ? 1 : -1;
    this.input.at++;
    return true;
  }

  /** Whether the top-level object that ends here was an event itself, and is still among the bytes. */
  #isEvent(): boolean {
    return !this.#hasEventList && this.#members.values.has('ph') && this.#objectStart >= this.input.fileOffset;
  }

  /** With the object that was taken for a document: to the tokenizer, events one a line are those of a list. */
  #beginWithoutList(): true {
    this.#members.values.clear();
    this.#isInObject = false;
    this.#isWithoutList = true;
    return this.#beginList(this.#objectStart - this.input.fileOffset);
  }

  /**
   * With the list that a bracket too many has ended. A stretch may also have begun in the args of an event, whose list was
   * ended rightly: so that it does not count as sound, it is read on to the end of the file.
   */
  #resumeList(): true {
    if (!this.#isResumed) this.sink.notice(notice('events-behind-list', 'warning', {}, this.input.place()));
    this.#isResumed = true;
    this.#state = 'events';
    if (this.input.stretch.startOffset > 0) this.input.readOn();
    return true;
  }

  #readEvents(): boolean {
    const { input } = this;
    const { tokenizer } = input;
    switch (tokenizer.parse(input.at, input.end, input.fileOffset)) {
      case 'need-bytes':
        input.at = tokenizer.position;
        if (input.rest > this.limits.maxEventBytes) {
          this.sink.skip('event-too-large', input.offset(), { limitBytes: this.limits.maxEventBytes });
          return this.#beginResync('cut');
        }
        return input.isAtEnd && this.#hidesEvents() && this.#beginResync();
      case 'batch-full':
        input.at = tokenizer.position;
        this.#flush();
        return true;
      case 'array-end':
        input.at = tokenizer.position;
        this.#state = this.#isInObject ? 'members' : 'document';
        return true;
      case 'bad-byte':
        input.at = tokenizer.eventStart;
        return tokenizer.position === input.at ? this.#passElements() : this.#beginResync();
    }
  }

  /**
   * At the end of the file, in an event that does not end: true if whole events stand behind its first brace. Then it was
   * not cut off: a quote or a bracket is missing further up, and has made all that follows look like a part of it.
   */
  #hidesEvents(): boolean {
    return this.#ahead.next(this.input.at + 1) !== undefined;
  }

  /** Elements of the event list that are no objects, up to the next that may be one: there can be millions of them. */
  #passElements(): boolean {
    const { input } = this;
    const { bytes } = input;
    input.putSentinel();
    while (input.rest > 0 && bytes[input.at] !== OPEN_BRACE && bytes[input.at] !== 0x5d) {
      if (bytes[input.at] === OPEN_BRACKET && this.#holdsEvents()) {
        this.sink.skip('not-an-event', input.offset());
        input.at++;
        return true;
      }
      const element = oddElement(bytes, input.at, input.end);
      if (element === 'damaged') return this.#beginResync();
      if (element === 'cut' || (element.next === input.end && !input.isAtEnd)) {
        const mayStillEnd = !input.isAtEnd && input.rest <= this.limits.maxEventBytes;
        return mayStillEnd ? false : this.#beginResync();
      }
      this.sink.skip('not-an-event', input.offset());
      input.at = element.next;
      while (input.rest > 0 && (isSpace(bytes[input.at]) || bytes[input.at] === 0x2c)) input.at++;
    }
    return true;
  }

  /** At a bracket in the event list: whether it is one too many, since an event stands behind it. */
  #holdsEvents(): boolean {
    const { bytes, at, end } = this.input;
    let next = at + 1;
    while (next < end && isSpace(bytes[next])) next++;
    return next < end && bytes[next] === OPEN_BRACE && this.#ahead.next(next) === next;
  }

  #beginResync(damage: Damage = 'json'): true {
    this.#damageStart = this.input.offset();
    this.#damage = damage;
    this.#hidesTooDeep = false;
    // Not the event that is damaged: its own brace would be found again.
    this.input.at++;
    this.#state = 'resync';
    return true;
  }

  #resync(): boolean {
    const { input } = this;
    const found = this.#ahead.next();
    this.#hidesTooDeep ||= this.#ahead.hasTooDeep;
    if (found === undefined) {
      // The next event may stand across the end of these bytes; what is far before it is done with.
      const keepBytes = input.isAtEnd ? 0 : 1 << 20;
      input.at = Math.max(input.at, input.end - keepBytes);
      return false;
    }
    this.#endDamage(input.offset(found));
    return this.#beginList(found);
  }

  #endDamage(endOffset: number): void {
    if (this.#damage === 'cut') return;
    const skippedBytes = endOffset - this.#damageStart;
    this.sink.skip('damaged-json', this.#damageStart, { skippedBytes });
  }

  /** Says how the file ended, if not as it should. */
  #finish(): void {
    const { input } = this;
    if (this.#endsAtBoundary) {
      if (this.#state === 'resync') this.#endDamage(input.offset(input.end));
      return;
    }
    switch (this.#state) {
      case 'events':
        if (input.rest > 0) this.sink.skip('truncated-event', input.offset());
        else if (this.#isWithoutList) this.#noteWithoutList();
        else this.sink.notice(notice('missing-bracket', 'info', {}, input.place()));
        break;
      case 'members':
        this.sink.notice(notice('truncated-document', 'warning', {}, input.place()));
        break;
      case 'resync':
        if (this.#damage === 'behind-the-end' && !this.#hidesTooDeep) this.#noteGarbage();
        else this.#endDamage(input.offset(input.end));
        break;
      case 'document':
        if (!this.#hasEventList && this.#objectStart < 0) this.#noteBlank();
        break;
      case 'stop':
        break;
    }
  }

  /** Nothing but white space and zeros: what a file holds whose data were never written. */
  #noteBlank(): void {
    const { source } = this.input;
    const sizeBytes = this.input.offset(this.input.end);
    if (sizeBytes > 0)
      this.sink.notice(notice('blank-file', 'error', { sizeBytes }, { path: source.path, byteOffset: 0 }));
  }

  #noteWithoutList(): void {
    const place = { path: this.input.source.path, byteOffset: this.#objectStart };
    this.sink.notice(notice('events-without-list', 'info', {}, place));
  }

  #noteGarbage(): void {
    const { source } = this.input;
    const skippedBytes = this.input.offset(this.input.end) - this.#damageStart;
    const place = { path: source.path, byteOffset: this.#damageStart };
    this.sink.notice(notice('garbage-after-end', 'warning', { skippedBytes }, place));
  }
}
