import { BRACE_BIT, COLON, COMMA, OPEN_BRACE, QUOTE } from './characters';
import { BATCH_SAMPLES, sampleEventColumn, sampleKeyColumn, sampleValueColumn } from './columns';
import { sampleValue } from './host';
import { nestedEnd } from './nested';
import { plainNumber, readPlainNumber } from './numbers';
import { isSpace, literalEnd, stringEnd } from './scan';
import { state } from './state';
import { names } from './tables';

/** Id of the name `acc_id`, once it has been seen. */
export let acceleratorKey: u32 = u32.MAX_VALUE;
const ACCELERATOR_KEY_LENGTH: usize = 6;
/** Its first four letters and the other two, as numbers. */
const ACC_: u32 = 0x5f636361;
const ID: u32 = 0x6469;

export function clearSamples(): void {
  acceleratorKey = u32.MAX_VALUE;
}

/** After `readSamples`: the event has more than a whole batch. */
export let areSamplesLost: bool = false;
/** After `readSamples`: values of the event that are no finite numbers, and whether it has others. */
let oddValues: u32 = 0;
let hasSamples: bool = false;

/** What `null` and "N/A" are, as numbers. */
const NULL: u32 = 0x6c6c756e;
const N_: u32 = 0x2f4e;
const CAPITAL_A: u32 = 0x41;

/**
 * The args of a counter, which begin at `argsStart` and are known to be whole: a sample for each number. False when the
 * batch has no room for them and is not empty; see ../plainTokenizer.ts.
 */
export function readSamples(argsStart: usize, to: usize): bool {
  areSamplesLost = false;
  oddValues = 0;
  hasSamples = false;
  let p = argsStart + 1;
  while (true) {
    let c: u32 = load<u8>(p);
    while (c === COMMA || isSpace(c)) c = load<u8>(++p);
    if (c !== QUOTE) return true;
    const keyStart = p + 1;
    const keyEnd = stringEnd(keyStart, to);
    p = keyEnd + 1;
    c = load<u8>(p);
    while (c === COLON || isSpace(c)) c = load<u8>(++p);
    let valueStart = p;
    let valueEnd: usize;
    if (c === QUOTE) {
      valueStart = p + 1;
      valueEnd = stringEnd(valueStart, to);
      p = valueEnd + 1;
    } else if ((c | BRACE_BIT) === OPEN_BRACE) {
      p = nestedEnd(p, to);
      oddValues++;
      continue;
    } else {
      valueEnd = literalEnd(p);
      if (valueEnd === p) return true;
      p = valueEnd;
    }
    const value = numberOf(valueStart, valueEnd);
    if (!(abs(value) < Infinity)) {
      if (!isNothing(valueStart, valueEnd)) oddValues++;
      continue;
    }
    if (state.sampleCount === BATCH_SAMPLES) {
      areSamplesLost = state.count === 0;
      return areSamplesLost;
    }
    const key = names.intern(keyStart, keyEnd);
    if (isAcceleratorKey(keyStart, keyEnd)) acceleratorKey = key;
    const row = <usize>state.sampleCount;
    state.sampleCount++;
    store<u32>(sampleEventColumn + (row << 2), state.count);
    store<u32>(sampleKeyColumn + (row << 2), key);
    store<f64>(sampleValueColumn + (row << 3), value);
    hasSamples = true;
  }
}

/** After `readSamples`, of an event that is shown: of others it is said that they are not. */
export function noteOddValues(): void {
  if (oddValues === 0 || !hasSamples) return;
  if (state.oddValueCount === 0) state.oddValueEvent = state.count;
  state.oddValueCount += oddValues;
}

/** An empty text, `null` or "N/A": there was no value. */
function isNothing(start: usize, end: usize): bool {
  const length = end - start;
  if (length === 4) return load<u32>(start) === NULL;
  if (length === 3) return <u32>load<u16>(start) === N_ && <u32>load<u8>(start, 2) === CAPITAL_A;
  return length === 0;
}

function isAcceleratorKey(start: usize, end: usize): bool {
  return end - start === ACCELERATOR_KEY_LENGTH && load<u32>(start) === ACC_ && <u32>load<u16>(start, 4) === ID;
}

function numberOf(start: usize, end: usize): f64 {
  if (readPlainNumber(start) === end) return plainNumber;
  return start === end ? NaN : sampleValue(start, end);
}
