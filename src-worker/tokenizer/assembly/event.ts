import {
  BRACE_BIT,
  CAPITAL_C,
  CAPITAL_M,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  SMALL_E,
  SMALL_F,
  SMALL_S,
  SMALL_T,
} from './characters';
import {
  categoryColumn,
  durationColumn,
  flagsColumn,
  idHighColumn,
  idLowColumn,
  laneColumn,
  nameColumn,
  offsetColumn,
  phaseColumn,
  startColumn,
} from './columns';
import { Field, fieldAt, keyLength } from './fields';
import { idHash, scopedHash } from './hash';
import { oddNumber } from './host';
import { laneOf } from './lanes';
import { argsEnd, nestedEnd } from './nested';
import { NOT_PLAIN, readMicroseconds, readStart, restNs, wholeUs } from './numbers';
import { areSamplesLost, noteOddValues, readSamples } from './samples';
import { isLiteralEnd, isPlainColon, literalEnd, RAN_OUT, skipCommas, skipSpaces, stringEnd } from './scan';
import { findScopedId, isScopedIdLocal, scopedIdEnd, scopedIdStart } from './scopedId';
import { state } from './state';
import { categoryOf, names } from './tables';

/** What became of an event. */
export enum Outcome {
  done,
  ranOut,
  badByte,
  /** Its samples don't fit into the batch any more. */
  noRoom,
  /** It is to be read by `readEvent`. */
  unusual,
}

/** As `EventFlag` in ../batch.ts. */
export enum Flag {
  hasStart = 1,
  hasDuration = 2,
  bindsEnclosing = 4,
  badNumber = 8,
  hasId = 16,
  impossibleTime = 32,
  collectiveArgs = 64,
  lostSamples = 128,
}

/** As in ../batch.ts. */
const MAX_TIME_US: f64 = 9007199254740992;
const MAX_DURATION_NS: f64 = 9007199254740992;

/** As in ../hash.ts. */
const HASH_SEED_LOW: u32 = 0x9e3779b1;
const HASH_SEED_HIGH: u32 = 0x85ebca77;

/**
 * Reads the event at `at` into the batch; leaves `state.position` behind it, or at the byte that can't be. Step for
 * step what `#readEvent` of ../plainTokenizer.ts does, strings being numbered at the same moments.
 */
export function readEvent(at: usize, to: usize, fileOffset: f64): Outcome {
  let flags: u32 = 0;
  let phase: u32 = 0;
  let startUs: f64 = 0;
  let startNs: f64 = 0;
  let durationNs: f64 = 0;
  let nameStart: usize = 0;
  let nameEnd: usize = 0;
  let category: u32 = 0;
  let idLow: u32 = 0;
  let idHigh: u32 = 0;
  let idStart: usize = 0;
  let idEnd: usize = 0;
  let isLocalId = false;
  let scopeStart: usize = 0;
  let scopeEnd: usize = 0;
  let pidStart: usize = 0;
  let pidEnd: usize = 0;
  let tidStart: usize = 0;
  let tidEnd: usize = 0;
  let argsStart: usize = 0;

  let p = at + 1;
  while (true) {
    p = skipCommas(p);
    let c: u32 = load<u8>(p);
    if (c !== QUOTE) {
      if (c === CLOSE_BRACE) break;
      return bad(p);
    }
    if (p >= to) return Outcome.ranOut;
    p++;
    const field = fieldAt(p);
    if (field === Field.other) {
      p = stringEnd(p, to);
      if (p === RAN_OUT) return Outcome.ranOut;
    } else p += keyLength(field);
    if (isPlainColon(p)) p += 3;
    else {
      p = skipSpaces(p + 1);
      if (load<u8>(p) !== COLON) return p >= to ? Outcome.ranOut : bad(p);
      p = skipSpaces(p + 1);
    }
    c = load<u8>(p);
    if (p >= to) return Outcome.ranOut;

    // The value: [valueStart, valueEnd) without quotes; p goes behind it.
    let valueStart = p;
    let valueEnd: usize;
    if (field === Field.start || field === Field.duration) {
      // Most numbers end where reading them ends, so that nobody has to look for their end.
      const isQuoted = c === QUOTE;
      valueStart = p + <usize>isQuoted;
      let isNumber = false;
      valueEnd = field === Field.start ? readStart(valueStart) : readMicroseconds(valueStart);
      if (valueEnd !== NOT_PLAIN) {
        const end: u32 = load<u8>(valueEnd);
        isNumber = isQuoted ? end === QUOTE : isLiteralEnd(end);
      }
      // One that ends with the bytes has run into the sentinel, and so does the next step.
      if (isNumber) p = valueEnd + <usize>isQuoted;
      else {
        if (isQuoted) {
          valueEnd = stringEnd(valueStart, to);
          if (valueEnd === RAN_OUT) return Outcome.ranOut;
          p = valueEnd + 1;
        } else if ((c | BRACE_BIT) === OPEN_BRACE) {
          valueEnd = nestedEnd(p, to);
          if (valueEnd === RAN_OUT) return Outcome.ranOut;
          p = valueEnd;
        } else {
          valueEnd = literalEnd(p);
          if (valueEnd >= to) return Outcome.ranOut;
          if (valueEnd === p) return bad(p);
          p = valueEnd;
        }
        isNumber = oddNumber(valueStart, valueEnd);
      }
      if (!isNumber) flags |= Flag.badNumber;
      else if (field === Field.start) {
        flags |= startFlag(wholeUs);
        startUs = wholeUs;
        startNs = restNs;
      } else {
        durationNs = wholeUs * 1000 + restNs;
        flags |= durationFlag(durationNs);
      }
      continue;
    }
    if (c === QUOTE) {
      valueStart = p + 1;
      valueEnd = stringEnd(valueStart, to);
      if (valueEnd === RAN_OUT) return Outcome.ranOut;
      p = valueEnd + 1;
    } else if ((c | BRACE_BIT) === OPEN_BRACE) {
      const isArgs = field === Field.args && c === OPEN_BRACE;
      state.hasCollectiveArgs = 0;
      valueEnd = isArgs ? argsEnd(p, to) : nestedEnd(p, to);
      if (valueEnd === RAN_OUT) return Outcome.ranOut;
      p = valueEnd;
      if (isArgs) argsStart = valueStart;
      if (state.hasCollectiveArgs !== 0) flags |= Flag.collectiveArgs;
    } else {
      valueEnd = literalEnd(p);
      if (valueEnd >= to) return Outcome.ranOut;
      if (valueEnd === p) return bad(p);
      p = valueEnd;
    }

    switch (field) {
      case Field.phase:
        phase = valueEnd - valueStart === 1 ? load<u8>(valueStart) : 0;
        break;
      case Field.name:
        nameStart = valueStart;
        nameEnd = valueEnd;
        break;
      case Field.category:
        category = categoryOf(valueStart, valueEnd);
        break;
      case Field.pid:
        pidStart = valueStart;
        pidEnd = valueEnd;
        break;
      case Field.tid:
        tidStart = valueStart;
        tidEnd = valueEnd;
        break;
      case Field.secondId:
        isLocalId = false;
        if (c === OPEN_BRACE && findScopedId(valueStart, to)) {
          valueStart = scopedIdStart;
          valueEnd = scopedIdEnd;
          isLocalId = isScopedIdLocal;
        }
        flags |= Flag.hasId;
        idStart = valueStart;
        idEnd = valueEnd;
        idLow = idHash(valueStart, <u32>(valueEnd - valueStart), HASH_SEED_LOW);
        idHigh = idHash(valueStart, <u32>(valueEnd - valueStart), HASH_SEED_HIGH);
        break;
      case Field.id:
        isLocalId = false;
        flags |= Flag.hasId;
        idStart = valueStart;
        idEnd = valueEnd;
        idLow = idHash(valueStart, <u32>(valueEnd - valueStart), HASH_SEED_LOW);
        idHigh = idHash(valueStart, <u32>(valueEnd - valueStart), HASH_SEED_HIGH);
        break;
      case Field.scope:
        scopeStart = valueStart;
        scopeEnd = valueEnd;
        break;
      case Field.bindingPoint:
        if (valueEnd - valueStart === 1 && load<u8>(valueStart) === SMALL_E) flags |= Flag.bindsEnclosing;
        break;
    }
  }

  if (phase === SMALL_S || phase === SMALL_F || phase === SMALL_T) nameEnd = nameStart;
  const name =
    phase === CAPITAL_C && idEnd > idStart
      ? counterName(nameStart, nameEnd, idStart, idEnd)
      : names.intern(nameStart, nameEnd);
  if (phase === CAPITAL_C && argsStart > 0) {
    if (!readSamples(argsStart, to)) return Outcome.noRoom;
    if (areSamplesLost) flags |= Flag.lostSamples;
    if ((flags & Flag.hasStart) !== 0) noteOddValues();
  }
  if (isLocalId) {
    const pidLength = <u32>(pidEnd - pidStart);
    idLow = scopedHash(idLow, idHash(pidStart, pidLength, HASH_SEED_LOW), HASH_SEED_LOW);
    idHigh = scopedHash(idHigh, idHash(pidStart, pidLength, HASH_SEED_HIGH), HASH_SEED_HIGH);
  }
  if (scopeEnd > scopeStart) {
    const scopeLength = <u32>(scopeEnd - scopeStart);
    idLow = scopedHash(idLow, idHash(scopeStart, scopeLength, HASH_SEED_LOW), HASH_SEED_LOW);
    idHigh = scopedHash(idHigh, idHash(scopeStart, scopeLength, HASH_SEED_HIGH), HASH_SEED_HIGH);
  }
  const lane = laneOf(pidStart, pidEnd, tidStart, tidEnd);
  putEvent(at, fileOffset, phase, flags, startUs, startNs, durationNs, lane, name, category, idLow, idHigh);
  state.position = p + 1;
  return Outcome.done;
}

/** As in ../plainTokenizer.ts. */
const LONGEST_COUNTER_NAME: usize = 1024;
/** Hashing and comparing read some bytes more. */
const counterText: usize = memory.data(1024 + 64, 16);

/** As `#counterName` in ../plainTokenizer.ts. */
function counterName(nameStart: usize, nameEnd: usize, idStart: usize, idEnd: usize): u32 {
  const nameLength = nameEnd - nameStart;
  const idLength = idEnd - idStart;
  const length = nameLength + idLength + 2;
  if (length > LONGEST_COUNTER_NAME) return names.intern(nameStart, nameEnd);
  memory.copy(counterText, nameStart, nameLength);
  store<u8>(counterText + nameLength, OPEN_BRACKET);
  memory.copy(counterText + nameLength + 1, idStart, idLength);
  store<u8>(counterText + length - 1, CLOSE_BRACKET);
  return names.intern(counterText, counterText + length);
}

export function startFlag(us: f64): u32 {
  return abs(us) <= MAX_TIME_US ? Flag.hasStart : Flag.impossibleTime;
}

export function durationFlag(ns: f64): u32 {
  return abs(ns) <= MAX_DURATION_NS ? Flag.hasDuration : Flag.impossibleTime;
}

/** The batch's next row, of the event at `at`. */
export function putEvent(
  at: usize,
  fileOffset: f64,
  phase: u32,
  flags: u32,
  startUs: f64,
  startNs: f64,
  durationNs: f64,
  lane: u32,
  name: u32,
  category: u32,
  idLow: u32,
  idHigh: u32,
): void {
  let start = startNs;
  if ((flags & Flag.hasStart) !== 0) {
    // What metadata says holds at any time; some writers give it the time 0, far from all others.
    if (state.hasBase === 0 && phase !== CAPITAL_M) {
      state.hasBase = 1;
      state.baseUs = startUs;
    }
    if (state.hasBase === 1) start += (startUs - state.baseUs) * 1000;
  }
  const row = <usize>state.count;
  state.count++;
  store<u8>(phaseColumn + row, phase);
  store<u8>(flagsColumn + row, flags);
  store<f64>(startColumn + (row << 3), start);
  store<f64>(durationColumn + (row << 3), durationNs);
  store<u32>(laneColumn + (row << 2), lane);
  store<u32>(nameColumn + (row << 2), name);
  store<u32>(categoryColumn + (row << 2), category);
  store<u32>(idLowColumn + (row << 2), idLow);
  store<u32>(idHighColumn + (row << 2), idHigh);
  store<f64>(offsetColumn + (row << 3), fileOffset + <f64>(at - state.buffer));
}

function bad(p: usize): Outcome {
  state.position = p;
  return Outcome.badByte;
}
