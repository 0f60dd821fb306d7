import { CAPITAL_C, CAPITAL_X, CLOSE_BRACE } from './characters';
import { digitCount, eightFrom } from './digits';
import { durationFlag, Flag, Outcome, putEvent, startFlag } from './event';
import { laneOf } from './lanes';
import { argsEnd } from './nested';
import { NOT_PLAIN, readMicroseconds, readStart, restNs, wholeUs } from './numbers';
import { areSamplesLost, noteOddValues, readSamples } from './samples';
import { RAN_OUT, stringEnd } from './scan';
import { state } from './state';
import { categoryOf, names } from './tables';

/**
 * Events whose members stand in the order and with the spaces that profilers write, read without looking for keys: most of
 * what files consist of.
 *
 *     {"name": "…", "pid": 1, "tid": 2, "ts": "…", "dur": 3.5, "args": {…}, "ph": "X"}
 *     {"ph": "X", "name": "…", "pid": 1, "tid": 2, "ts": "…", "dur": 3.5, "cat": "…", "args": {…}}
 *     {"name": "…", "ts": "…", "pid": 1, "tid": 0, "args": {…}, "ph": "C"}
 *
 * What stands between two values is compared as two numbers of eight bytes that may overlap. The sentinel needs no thought:
 * it is nothing but quotes, and nowhere in these texts does a quote follow another.
 */

/** The first eight bytes and the last eight of `{"name": "`. */
const NAME: u64 = 0x3a22656d616e227b;
const NAME_LAST: u64 = 0x22203a22656d616e;
const NAME_BYTES: usize = 10;
/** The first eight bytes and the last eight of `", "pid": `. */
const PID: u64 = 0x2264697022202c22;
const PID_LAST: u64 = 0x203a226469702220;
const PID_BYTES: usize = 10;
/** The first eight bytes and the last eight of `, "tid": `. */
const TID: u64 = 0x3a2264697422202c;
const TID_LAST: u64 = 0x203a226469742220;
const TID_BYTES: usize = 9;
/** The first eight bytes and the last eight of `, "ts": "`. */
const START: u64 = 0x203a22737422202c;
const START_LAST: u64 = 0x22203a2273742220;
const START_BYTES: usize = 9;
/** The first eight bytes and the last eight of `", "ts": "`. */
const START_BEHIND_NAME: u64 = 0x3a22737422202c22;
const START_BEHIND_NAME_LAST: u64 = 0x22203a2273742220;
const START_BEHIND_NAME_BYTES: usize = 10;
/** The first eight bytes and the last eight of `", "dur": `. */
const DURATION: u64 = 0x2272756422202c22;
const DURATION_LAST: u64 = 0x203a227275642220;
const DURATION_BYTES: usize = 10;
/** The first eight bytes and the last eight of `, "cat": "`. */
const CATEGORY: u64 = 0x3a2274616322202c;
const CATEGORY_LAST: u64 = 0x22203a2274616322;
const CATEGORY_BYTES: usize = 10;
/** The first eight bytes and the last eight of `, "args": {`. */
const ARGS: u64 = 0x227367726122202c;
const ARGS_LAST: u64 = 0x7b203a2273677261;
const ARGS_BYTES: usize = 11;
/** The first eight bytes and the last eight of `, "ph": "X"}`. */
const SLICE_END: u64 = 0x203a22687022202c;
const SLICE_END_LAST: u64 = 0x7d225822203a2268;
const SLICE_END_BYTES: usize = 12;
/** The first eight bytes and the last eight of `, "ph": "C"}`. */
const COUNTER_END: u64 = 0x203a22687022202c;
const COUNTER_END_LAST: u64 = 0x7d224322203a2268;
const COUNTER_END_BYTES: usize = 12;
/** Those of `{"ph": "X", "name": "`, and eight between them. */
const SLICE: u64 = 0x22203a226870227b;
const SLICE_MIDDLE: u64 = 0x6d616e22202c2258;
const SLICE_LAST: u64 = 0x22203a22656d616e;
const SLICE_BYTES: usize = 21;

/** As `readEvent`; `Outcome.unusual` of all other events, of which nothing has been kept then. */
export function readUsualEvent(at: usize, to: usize, fileOffset: f64): Outcome {
  let nameStart: usize;
  let isPhaseFirst = false;
  if (isText(at, NAME, NAME_LAST, NAME_BYTES)) nameStart = at + NAME_BYTES;
  else if (isText(at, SLICE, SLICE_LAST, SLICE_BYTES) && load<u64>(at, 8) === SLICE_MIDDLE) {
    nameStart = at + SLICE_BYTES;
    isPhaseFirst = true;
  } else return Outcome.unusual;
  const nameEnd = stringEnd(nameStart, to);
  if (nameEnd === RAN_OUT) return Outcome.unusual;
  if (!isPhaseFirst && isText(nameEnd, START_BEHIND_NAME, START_BEHIND_NAME_LAST, START_BEHIND_NAME_BYTES))
    return readUsualCounter(at, to, fileOffset, nameStart, nameEnd);

  if (!isText(nameEnd, PID, PID_LAST, PID_BYTES)) return Outcome.unusual;
  const pidStart = nameEnd + PID_BYTES;
  const pidEnd = digitsEnd(pidStart);
  if (pidEnd === pidStart || !isText(pidEnd, TID, TID_LAST, TID_BYTES)) return Outcome.unusual;
  const tidStart = pidEnd + TID_BYTES;
  const tidEnd = digitsEnd(tidStart);
  if (tidEnd === tidStart || !isText(tidEnd, START, START_LAST, START_BYTES)) return Outcome.unusual;
  const startEnd = readStart(tidEnd + START_BYTES);
  if (startEnd === NOT_PLAIN || !isText(startEnd, DURATION, DURATION_LAST, DURATION_BYTES)) return Outcome.unusual;
  const startUs = wholeUs;
  const startNs = restNs;
  let p = readMicroseconds(startEnd + DURATION_BYTES);
  if (p === NOT_PLAIN) return Outcome.unusual;
  const durationNs = wholeUs * 1000 + restNs;
  let categoryStart: usize = 0;
  let categoryEnd: usize = 0;
  if (isPhaseFirst && isText(p, CATEGORY, CATEGORY_LAST, CATEGORY_BYTES)) {
    categoryStart = p + CATEGORY_BYTES;
    categoryEnd = stringEnd(categoryStart, to);
    if (categoryEnd === RAN_OUT) return Outcome.unusual;
    p = categoryEnd + 1;
  }
  const idCount = state.idCount;
  state.hasCollectiveArgs = 0;
  if (isText(p, ARGS, ARGS_LAST, ARGS_BYTES)) {
    p = argsEnd(p + ARGS_BYTES - 1, to);
    if (p === RAN_OUT) {
      state.idCount = idCount;
      return Outcome.unusual;
    }
  }
  const isEnd = isPhaseFirst ? <u32>load<u8>(p) === CLOSE_BRACE : isText(p, SLICE_END, SLICE_END_LAST, SLICE_END_BYTES);
  if (!isEnd) {
    state.idCount = idCount;
    return Outcome.unusual;
  }
  state.position = p + (isPhaseFirst ? 1 : SLICE_END_BYTES);
  const category: u32 = categoryStart === 0 ? 0 : categoryOf(categoryStart, categoryEnd);
  const name = names.intern(nameStart, nameEnd);
  let flags = startFlag(startUs) | durationFlag(durationNs);
  if (state.hasCollectiveArgs !== 0) flags |= Flag.collectiveArgs;
  const lane = laneOf(pidStart, pidEnd, tidStart, tidEnd);
  putEvent(at, fileOffset, CAPITAL_X, flags, startUs, startNs, durationNs, lane, name, category, 0, 0);
  return Outcome.done;
}

function readUsualCounter(at: usize, to: usize, fileOffset: f64, nameStart: usize, nameEnd: usize): Outcome {
  const startEnd = readStart(nameEnd + START_BEHIND_NAME_BYTES);
  if (startEnd === NOT_PLAIN || !isText(startEnd, PID, PID_LAST, PID_BYTES)) return Outcome.unusual;
  const startUs = wholeUs;
  const startNs = restNs;
  const pidStart = startEnd + PID_BYTES;
  const pidEnd = digitsEnd(pidStart);
  if (pidEnd === pidStart || !isText(pidEnd, TID, TID_LAST, TID_BYTES)) return Outcome.unusual;
  const tidStart = pidEnd + TID_BYTES;
  const tidEnd = digitsEnd(tidStart);
  if (tidEnd === tidStart || !isText(tidEnd, ARGS, ARGS_LAST, ARGS_BYTES)) return Outcome.unusual;
  const argsStart = tidEnd + ARGS_BYTES - 1;
  const idCount = state.idCount;
  state.hasCollectiveArgs = 0;
  const p = argsEnd(argsStart, to);
  if (p === RAN_OUT || !isText(p, COUNTER_END, COUNTER_END_LAST, COUNTER_END_BYTES)) {
    state.idCount = idCount;
    return Outcome.unusual;
  }
  const name = names.intern(nameStart, nameEnd);
  if (!readSamples(argsStart, to)) return Outcome.noRoom;
  let flags = startFlag(startUs);
  if (state.hasCollectiveArgs !== 0) flags |= Flag.collectiveArgs;
  if (areSamplesLost) flags |= Flag.lostSamples;
  if ((flags & Flag.hasStart) !== 0) noteOddValues();
  const lane = laneOf(pidStart, pidEnd, tidStart, tidEnd);
  putEvent(at, fileOffset, CAPITAL_C, flags, startUs, startNs, 0, lane, name, 0, 0, 0);
  state.position = p + COUNTER_END_BYTES;
  return Outcome.done;
}

/** Whether a text of so many bytes, eight at least, stands at `p`, of which these are the first and the last eight. */
function isText(p: usize, first: u64, last: u64, length: usize): bool {
  return load<u64>(p) === first && load<u64>(p + length - 8) === last;
}

/** Address behind the digits at `p`, of which no more than 16 count: a number that is longer is not usual. */
function digitsEnd(p: usize): usize {
  const count = digitCount(eightFrom(p));
  return count < 8 ? p + count : p + 8 + digitCount(eightFrom(p + 8));
}
