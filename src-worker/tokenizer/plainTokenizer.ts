import {
  BATCH_EVENTS,
  BATCH_IDS,
  BATCH_SAMPLES,
  clearBatch,
  createBatch,
  EventFlag,
  type LaneKey,
  MAX_DURATION_NS,
  MAX_TIME_US,
  type ParseStop,
  type TokenBatch,
  type Tokenizer,
} from './batch';
import { ByteInterner } from './byteInterner';
import { readOddMicroseconds } from './decimal';
import { ArgsReader, IDS_PER_EVENT, scopedIdIn } from './eventIds';
import { blockSum, HASH_SEED_HIGH, HASH_SEED_LOW, hashBytes, scopedHash } from './hash';
import type { SortedBatch, TokenTotals } from './kinds';
import { PlainKinds } from './plainKinds';
import {
  asciiText,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  isSpace,
  literalEnd,
  nestedEnd,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  RAN_OUT,
  SENTINEL_BYTES,
  stringEnd,
} from './scan';

const ZERO = 0x30;
const MINUS = 0x2d;
const DOT = 0x2e;
const SMALL_E = 0x65;
const PHASE_FLOW_START = 0x73;
const PHASE_FLOW_STEP = 0x74;
const PHASE_FLOW_END = 0x66;
const PHASE_COUNTER = 0x43;
const PHASE_METADATA = 0x4d;

/** Of a counter with an id, in bytes, with both; a longer one goes by its name alone. */
const LONGEST_COUNTER_NAME = 1024;

enum Field {
  other,
  phase,
  start,
  duration,
  name,
  category,
  pid,
  tid,
  id,
  secondId,
  args,
  scope,
  bindingPoint,
}

enum Outcome {
  done,
  ranOut,
  badByte,
  /** Its samples don't fit into the batch any more. */
  noRoom,
}

/**
 * The plain tokenizer: one byte loop, no tricks but a sentinel. It is the oracle of the WebAssembly one, and reads
 * whatever that one can't.
 *
 *     {"ph":"X","name":"aten::add","ts":"1736408883733616.140","dur":5.5,"args":{…}},
 *     ^ event    ^ names.intern         ^ digits → ns                        ^ skipped (of counters: read)
 */
export class PlainTokenizer implements Tokenizer {
  readonly batch: TokenBatch = createBatch();
  readonly names = new ByteInterner();
  readonly categories = new ByteInterner();
  readonly laneTexts = new ByteInterner();
  readonly #kinds = new PlainKinds();
  readonly #args = new ArgsReader();
  /** Of a counter with an id: see `#counterName`. */
  readonly #counterText = new Uint8Array(LONGEST_COUNTER_NAME);
  readonly #lanes: LaneKey[] = [];
  readonly #laneByTexts = new Map<number, number>();
  /** pid and tid of the event before: most events are on the same lane as their predecessor. */
  #lastPid = 0;
  #lastTid = 0;
  #lastLane = -1;

  baseUs: number | undefined;
  bytes: Uint8Array = new Uint8Array(SENTINEL_BYTES);
  position = 0;
  eventStart = 0;

  /** What `#readNumber` read: whole µs, and ns beyond them. */
  #wholeUs = 0;
  #restNs = 0;
  /** The flag, after `#readSamples`. */
  #lostSamples = 0;
  /** After `#readSamples`: values of the event that are no finite numbers. */
  #oddValues = 0;

  constructor(baseUs?: number) {
    this.reset(baseUs);
  }

  reset(baseUs?: number): void {
    this.baseUs = baseUs;
    clearBatch(this.batch);
    for (const table of [this.names, this.categories, this.laneTexts]) table.clear();
    this.#lanes.length = 0;
    this.#laneByTexts.clear();
    this.#kinds.reset();
    this.#lastPid = 0;
    this.#lastTid = 0;
    this.#lastLane = -1;
    this.position = 0;
    this.eventStart = 0;
    // 0 is "no category", and "no pid" or "no tid" in the lane texts.
    this.categories.intern(this.bytes, 0, 0);
    this.laneTexts.intern(this.bytes, 0, 0);
  }

  get laneCount(): number {
    return this.#lanes.length;
  }

  laneKey(lane: number): LaneKey {
    return this.#lanes[lane];
  }

  sortByKind(fileBase: number, sliceBase: number): SortedBatch {
    return this.#kinds.sort(this.batch, this.laneCount, this.names, fileBase, sliceBase);
  }

  kindTotals(): TokenTotals {
    const hasCutTexts = [this.names, this.categories, this.laneTexts].some(({ hasCut }) => hasCut);
    return { ...this.#kinds.totals(this.laneCount), hasCutTexts };
  }

  blockSum(from: number, to: number): number {
    return blockSum(this.bytes, from, to);
  }

  reserve(sizeBytes: number): void {
    if (this.bytes.length >= sizeBytes + SENTINEL_BYTES) return;
    const bigger = new Uint8Array(sizeBytes + SENTINEL_BYTES);
    bigger.set(this.bytes);
    this.bytes = bigger;
  }

  parse(from: number, to: number, fileOffset: number): ParseStop {
    const bytes = this.bytes;
    bytes[to] = QUOTE;
    bytes[to + 1] = QUOTE;
    let at = from;
    for (;;) {
      while (isSpace(bytes[at]) || bytes[at] === COMMA) at++;
      this.position = at;
      this.eventStart = at;
      if (at >= to) return 'need-bytes';
      if (bytes[at] === CLOSE_BRACKET) {
        this.position = at + 1;
        return 'array-end';
      }
      if (bytes[at] !== OPEN_BRACE) return 'bad-byte';
      const { count, sampleCount, idCount } = this.batch;
      if (count === BATCH_EVENTS || idCount > BATCH_IDS - IDS_PER_EVENT) return 'batch-full';
      const outcome = this.#readEvent(at, to, fileOffset);
      if (outcome !== Outcome.done) {
        this.batch.sampleCount = sampleCount;
        this.batch.idCount = idCount;
        if (outcome === Outcome.badByte) return 'bad-byte';
        this.position = this.eventStart;
        return outcome === Outcome.noRoom ? 'batch-full' : 'need-bytes';
      }
      at = this.position;
    }
  }

  /** Reads the event at `at` into the batch; leaves `position` behind it, or at the byte that can't be. */
  #readEvent(at: number, to: number, fileOffset: number): Outcome {
    const bytes = this.bytes;
    const batch = this.batch;
    let flags = 0;
    let phase = 0;
    let startUs = 0;
    let startNs = 0;
    let durationNs = 0;
    let nameStart = 0;
    let nameEnd = 0;
    let category = 0;
    let idLow = 0;
    let idHigh = 0;
    let idStart = 0;
    let idEnd = 0;
    let isLocalId = false;
    let scopeStart = 0;
    let scopeEnd = 0;
    let pidStart = 0;
    let pidEnd = 0;
    let tidStart = 0;
    let tidEnd = 0;
    let argsStart = 0;

    let p = at + 1;
    for (;;) {
      while (isSpace(bytes[p]) || bytes[p] === COMMA) p++;
      const c = bytes[p];
      if (c === CLOSE_BRACE) break;
      if (p >= to) return Outcome.ranOut;
      if (c !== QUOTE) return this.#bad(p);
      const keyStart = p + 1;
      const keyEnd = stringEnd(bytes, keyStart, to);
      if (keyEnd === RAN_OUT) return Outcome.ranOut;
      const field = fieldOf(bytes, keyStart, keyEnd);
      p = keyEnd + 1;
      while (isSpace(bytes[p])) p++;
      if (p >= to) return Outcome.ranOut;
      if (bytes[p] !== COLON) return this.#bad(p);
      p++;
      while (isSpace(bytes[p])) p++;
      if (p >= to) return Outcome.ranOut;

      // The value: [valueStart, valueEnd) without quotes; p goes behind it.
      let valueStart = p;
      let valueEnd: number;
      const first = bytes[p];
      if (first === QUOTE) {
        valueStart = p + 1;
        valueEnd = stringEnd(bytes, valueStart, to);
        if (valueEnd === RAN_OUT) return Outcome.ranOut;
        p = valueEnd + 1;
      } else if (first === OPEN_BRACE || first === OPEN_BRACKET) {
        const isArgs = field === Field.args && first === OPEN_BRACE;
        valueEnd = isArgs ? this.#args.end(bytes, p, to, batch) : nestedEnd(bytes, p, to);
        if (valueEnd === RAN_OUT) return Outcome.ranOut;
        p = valueEnd;
        if (isArgs) {
          argsStart = valueStart;
          if (this.#args.hasCollectiveKey) flags |= EventFlag.collectiveArgs;
        }
      } else {
        valueEnd = literalEnd(bytes, p);
        if (valueEnd >= to) return Outcome.ranOut;
        if (valueEnd === p) return this.#bad(p);
        p = valueEnd;
      }

      switch (field) {
        case Field.phase:
          phase = valueEnd - valueStart === 1 ? bytes[valueStart] : 0;
          break;
        case Field.start:
          if (this.#readNumber(valueStart, valueEnd)) {
            startUs = this.#wholeUs;
            startNs = this.#restNs;
            flags |= Math.abs(startUs) <= MAX_TIME_US ? EventFlag.hasStart : EventFlag.impossibleTime;
          } else flags |= EventFlag.badNumber;
          break;
        case Field.duration:
          if (this.#readNumber(valueStart, valueEnd)) {
            durationNs = this.#wholeUs * 1000 + this.#restNs;
            flags |= Math.abs(durationNs) <= MAX_DURATION_NS ? EventFlag.hasDuration : EventFlag.impossibleTime;
          } else flags |= EventFlag.badNumber;
          break;
        case Field.name:
          nameStart = valueStart;
          nameEnd = valueEnd;
          break;
        case Field.category:
          category = this.categories.intern(bytes, valueStart, valueEnd);
          break;
        case Field.pid:
          pidStart = valueStart;
          pidEnd = valueEnd;
          break;
        case Field.tid:
          tidStart = valueStart;
          tidEnd = valueEnd;
          break;
        case Field.id:
          flags |= EventFlag.hasId;
          idStart = valueStart;
          idEnd = valueEnd;
          idLow = hashBytes(bytes, valueStart, valueEnd, HASH_SEED_LOW);
          idHigh = hashBytes(bytes, valueStart, valueEnd, HASH_SEED_HIGH);
          isLocalId = false;
          break;
        case Field.secondId: {
          const scope = first === OPEN_BRACE ? scopedIdIn(bytes, valueStart, valueEnd) : undefined;
          if (scope) [valueStart, valueEnd] = [scope.start, scope.end];
          flags |= EventFlag.hasId;
          idStart = valueStart;
          idEnd = valueEnd;
          idLow = hashBytes(bytes, valueStart, valueEnd, HASH_SEED_LOW);
          idHigh = hashBytes(bytes, valueStart, valueEnd, HASH_SEED_HIGH);
          isLocalId = scope?.isLocal === true;
          break;
        }
        case Field.scope:
          scopeStart = valueStart;
          scopeEnd = valueEnd;
          break;
        case Field.bindingPoint:
          if (valueEnd - valueStart === 1 && bytes[valueStart] === SMALL_E) flags |= EventFlag.bindsEnclosing;
          break;
      }
    }

    // Of flow events nobody needs the name, which often has the id in it: each would be one more distinct name.
    if (isFlow(phase)) nameEnd = nameStart;
    const name =
      phase === PHASE_COUNTER && idEnd > idStart
        ? this.#counterName(nameStart, nameEnd, idStart, idEnd)
        : this.names.intern(bytes, nameStart, nameEnd);
    if (phase === PHASE_COUNTER && argsStart > 0) {
      const { sampleCount } = this.batch;
      if (!this.#readSamples(argsStart, to)) return Outcome.noRoom;
      flags |= this.#lostSamples;
      if (this.#oddValues > 0) this.#noteOddValues(flags, sampleCount);
    }
    if (isLocalId) {
      idLow = scopedHash(idLow, hashBytes(bytes, pidStart, pidEnd, HASH_SEED_LOW), HASH_SEED_LOW);
      idHigh = scopedHash(idHigh, hashBytes(bytes, pidStart, pidEnd, HASH_SEED_HIGH), HASH_SEED_HIGH);
    }
    if (scopeEnd > scopeStart) {
      idLow = scopedHash(idLow, hashBytes(bytes, scopeStart, scopeEnd, HASH_SEED_LOW), HASH_SEED_LOW);
      idHigh = scopedHash(idHigh, hashBytes(bytes, scopeStart, scopeEnd, HASH_SEED_HIGH), HASH_SEED_HIGH);
    }
    if ((flags & EventFlag.hasStart) !== 0) {
      // What metadata says holds at any time; some writers give it the time 0, far from all others.
      if (phase !== PHASE_METADATA) this.baseUs ??= startUs;
      if (this.baseUs !== undefined) startNs += (startUs - this.baseUs) * 1000;
    }
    const row = batch.count++;
    batch.phase[row] = phase;
    batch.flags[row] = flags;
    batch.startNs[row] = startNs;
    batch.durationNs[row] = durationNs;
    batch.lane[row] = this.#laneOf(pidStart, pidEnd, tidStart, tidEnd);
    batch.name[row] = name;
    batch.category[row] = category;
    batch.idLow[row] = idLow;
    batch.idHigh[row] = idHigh;
    batch.byteOffset[row] = fileOffset + at;
    this.position = p + 1;
    return Outcome.done;
  }

  /** Counters of one name with different ids are different ones: "name[id]", as in the Chrome trace viewer. */
  #counterName(nameStart: number, nameEnd: number, idStart: number, idEnd: number): number {
    const nameLength = nameEnd - nameStart;
    const length = nameLength + (idEnd - idStart) + 2;
    const { bytes } = this;
    if (length > LONGEST_COUNTER_NAME) return this.names.intern(bytes, nameStart, nameEnd);
    const text = this.#counterText;
    text.set(bytes.subarray(nameStart, nameEnd));
    text[nameLength] = OPEN_BRACKET;
    text.set(bytes.subarray(idStart, idEnd), nameLength + 1);
    text[length - 1] = CLOSE_BRACKET;
    return this.names.intern(text, 0, length);
  }

  #bad(at: number): Outcome {
    this.position = at;
    return Outcome.badByte;
  }

  #laneOf(pidStart: number, pidEnd: number, tidStart: number, tidEnd: number): number {
    const texts = this.laneTexts;
    const bytes = this.bytes;
    const isLastPid = texts.isEqual(this.#lastPid, bytes, pidStart, pidEnd);
    if (isLastPid && this.#lastLane >= 0 && texts.isEqual(this.#lastTid, bytes, tidStart, tidEnd))
      return this.#lastLane;
    const pid = isLastPid ? this.#lastPid : texts.intern(bytes, pidStart, pidEnd);
    const tid = texts.intern(bytes, tidStart, tidEnd);
    const key = pid * 0x4000000 + tid;
    let lane = this.#laneByTexts.get(key);
    if (lane === undefined) {
      lane = this.#lanes.length;
      this.#lanes.push({ pid, tid });
      this.#laneByTexts.set(key, lane);
    }
    this.#lastPid = pid;
    this.#lastTid = tid;
    this.#lastLane = lane;
    return lane;
  }

  /**
   * Decimal digits to whole µs and ns, rounded to the nearest ns; false if the text is no number. Whole µs are exact
   * below 2^53, that is until the year 2255.
   */
  #readNumber(start: number, end: number): boolean {
    const bytes = this.bytes;
    const isNegative = bytes[start] === MINUS;
    let p = isNegative ? start + 1 : start;
    let whole = 0;
    const wholeStart = p;
    for (let digit = bytes[p] - ZERO; digit >= 0 && digit <= 9; digit = bytes[++p] - ZERO) whole = whole * 10 + digit;
    let rest = 0;
    if (p === wholeStart) return this.#readOddNumber(start, end);
    if (bytes[p] === DOT) {
      p++;
      let weight = 100;
      for (let digit = bytes[p] - ZERO; digit >= 0 && digit <= 9; digit = bytes[++p] - ZERO) {
        if (weight >= 1) rest += digit * weight;
        else if (weight > 0.05 && digit >= 5) rest += 1;
        weight /= 10;
      }
    }
    if (p !== end) return this.#readOddNumber(start, end);
    if (isNegative) {
      whole = -whole;
      rest = -rest;
    }
    this.#wholeUs = whole;
    this.#restNs = rest;
    return true;
  }

  #readOddNumber(start: number, end: number): boolean {
    const odd = readOddMicroseconds(this.bytes, start, end);
    if (odd === undefined) return false;
    this.#wholeUs = odd.wholeUs;
    this.#restNs = odd.restNs;
    return true;
  }

  /**
   * `{"Read(MB/s)": 4626.5, "acc_id": 0}` → one sample for each number. False when the batch has no room for them and
   * is not empty: they then go into the next one. What one event has beyond a whole batch, 131,072, is left out, and its
   * flag says so. Values that are neither numbers nor nothing are counted.
   */
  #readSamples(argsStart: number, to: number): boolean {
    const bytes = this.bytes;
    const batch = this.batch;
    this.#lostSamples = 0;
    this.#oddValues = 0;
    let p = argsStart + 1;
    for (;;) {
      while (isSpace(bytes[p]) || bytes[p] === COMMA) p++;
      if (bytes[p] !== QUOTE) return true;
      const keyStart = p + 1;
      const keyEnd = stringEnd(bytes, keyStart, to);
      p = keyEnd + 1;
      while (isSpace(bytes[p]) || bytes[p] === COLON) p++;
      let valueStart = p;
      let valueEnd: number;
      if (bytes[p] === QUOTE) {
        valueStart = p + 1;
        valueEnd = stringEnd(bytes, valueStart, to);
        p = valueEnd + 1;
      } else if (bytes[p] === OPEN_BRACE || bytes[p] === OPEN_BRACKET) {
        p = nestedEnd(bytes, p, to);
        this.#oddValues++;
        continue;
      } else {
        valueEnd = literalEnd(bytes, p);
        if (valueEnd === p) return true;
        p = valueEnd;
      }
      const value = valueEnd > valueStart ? Number(asciiText(bytes, valueStart, valueEnd)) : Number.NaN;
      if (!Number.isFinite(value)) {
        if (!isNothing(bytes, valueStart, valueEnd)) this.#oddValues++;
        continue;
      }
      if (batch.sampleCount === BATCH_SAMPLES) {
        this.#lostSamples = batch.count === 0 ? EventFlag.lostSamples : 0;
        return batch.count === 0;
      }
      const row = batch.sampleCount++;
      batch.sampleEvent[row] = batch.count;
      batch.sampleKey[row] = this.names.intern(bytes, keyStart, keyEnd);
      batch.sampleValue[row] = value;
    }
  }

  /** Of an event that is shown: of others it is said that they are not. `sampleCount`: before it. */
  #noteOddValues(flags: number, sampleCount: number): void {
    const { batch } = this;
    if ((flags & EventFlag.hasStart) === 0 || batch.sampleCount === sampleCount) return;
    if (batch.oddValueCount === 0) batch.oddValueEvent = batch.count;
    batch.oddValueCount += this.#oddValues;
  }
}

/** An empty text, `null` or "N/A": there was no value. */
function isNothing(bytes: Uint8Array, start: number, end: number): boolean {
  const text = end - start > 4 ? undefined : asciiText(bytes, start, end);
  return text === '' || text === 'null' || text === 'N/A';
}

function isFlow(phase: number): boolean {
  return phase === PHASE_FLOW_START || phase === PHASE_FLOW_STEP || phase === PHASE_FLOW_END;
}

/** "scope", in which the id of an event counts. */
function isScope(bytes: Uint8Array, start: number, length: number): boolean {
  if (length !== 5 || bytes[start] !== 0x73) return false;
  return (
    bytes[start + 1] === 0x63 && bytes[start + 2] === 0x6f && bytes[start + 3] === 0x70 && bytes[start + 4] === 0x65
  );
}

function fieldOf(bytes: Uint8Array, start: number, end: number): Field {
  const length = end - start;
  if (length > 4) return isScope(bytes, start, length) ? Field.scope : Field.other;
  const a = bytes[start];
  const b = bytes[start + 1];
  const c = bytes[start + 2];
  if (length === 2) {
    if (a === 0x70 && b === 0x68) return Field.phase; // ph
    if (a === 0x74 && b === 0x73) return Field.start; // ts
    if (a === 0x69 && b === 0x64) return Field.id; // id
    if (a === 0x62 && b === 0x70) return Field.bindingPoint; // bp
    return Field.other;
  }
  if (length === 3) {
    if (a === 0x70 && b === 0x69 && c === 0x64) return Field.pid; // pid
    if (a === 0x74 && b === 0x69 && c === 0x64) return Field.tid; // tid
    if (a === 0x64 && b === 0x75 && c === 0x72) return Field.duration; // dur
    if (a === 0x63 && b === 0x61 && c === 0x74) return Field.category; // cat
    if (a === 0x69 && b === 0x64 && c === 0x32) return Field.secondId; // id2
    return Field.other;
  }
  const d = bytes[start + 3];
  if (length !== 4) return Field.other;
  if (a === 0x6e && b === 0x61 && c === 0x6d && d === 0x65) return Field.name; // name
  if (a === 0x61 && b === 0x72 && c === 0x67 && d === 0x73) return Field.args; // args
  return Field.other;
}
