import {
  ALIGN_ROWS,
  BATCH_SAMPLES,
  laneColumn,
  nameColumn,
  sampleEventColumn,
  sampleKeyColumn,
  sampleValueColumn,
  startColumn,
} from './columns';
import { COUNTER_KIND, firstSample, kindColumn } from './kinds';
import { acceleratorKey } from './samples';
import { state } from './state';

/** Columns one after another, as `SAMPLE_ROWS` of ../kinds.ts has them. */
const SAMPLE_ROW_BYTES: u32 = 32;
const SAMPLE_ROWS: u32 = BATCH_SAMPLES + ALIGN_ROWS;
export const sampleRows: usize = memory.data(SAMPLE_ROWS * SAMPLE_ROW_BYTES, 16);

/** Offsets of columns, per row. */
const VALUE: usize = SAMPLE_ROWS * 8;
const LANE: usize = SAMPLE_ROWS * 16;
const NAME: usize = SAMPLE_ROWS * 20;
const KEY: usize = SAMPLE_ROWS * 24;
const ACCELERATOR: usize = SAMPLE_ROWS * 28;

const NO_ACCELERATOR: i32 = -1;
const MAX_ACCELERATOR: f64 = 0x7fffffff;

/** Where the next row goes in `sampleRows`, and the counters that they are of. */
let rows: usize = 0;
let counters: u32 = 0;

/** After `sortByKind`: puts the samples of counters into `sampleRows`; answers how many they are. */
export function sortSamples(): u32 {
  rows = <usize>firstSample;
  counters = 0;
  const count = <usize>state.sampleCount;
  let sample: usize = 0;
  while (sample < count) {
    const event = eventOf(sample);
    let end = sample + 1;
    while (end < count && eventOf(end) === event) end++;
    if (<u32>load<u8>(kindColumn + <usize>event) === COUNTER_KIND) putSamples(event, sample, end);
    sample = end;
  }
  return <u32>rows - firstSample;
}

/** Counters of the batch that have samples, once these are sorted. */
export function sampledCounters(): u32 {
  return counters;
}

function eventOf(sample: usize): u32 {
  return load<u32>(sampleEventColumn + (sample << 2));
}

/** The samples [from, end) of an event; an `acc_id` beside others is no value, but what they are about. */
function putSamples(event: u32, from: usize, end: usize): void {
  counters++;
  const accelerator = end - from > 1 ? acceleratorOf(from, end) : NO_ACCELERATOR;
  const start = load<f64>(startColumn + ((<usize>event) << 3));
  const lane = load<u32>(laneColumn + ((<usize>event) << 2));
  const name = load<u32>(nameColumn + ((<usize>event) << 2));
  for (let sample = from; sample < end; sample++) {
    const key = load<u32>(sampleKeyColumn + (sample << 2));
    if (accelerator >= 0 && key === acceleratorKey) continue;
    const eight = sampleRows + (rows << 3);
    store<f64>(eight, start);
    store<f64>(eight + VALUE, load<f64>(sampleValueColumn + (sample << 3)));
    const four = sampleRows + (rows << 2);
    store<u32>(four + LANE, lane);
    store<u32>(four + NAME, name);
    store<u32>(four + KEY, key);
    store<i32>(four + ACCELERATOR, accelerator);
    rows++;
  }
}

/** As `acceleratorOf` in ../plainSamples.ts. */
function acceleratorOf(from: usize, end: usize): i32 {
  for (let sample = from; sample < end; sample++) {
    if (load<u32>(sampleKeyColumn + (sample << 2)) !== acceleratorKey) continue;
    const value = load<f64>(sampleValueColumn + (sample << 3));
    const isNumber = value >= 0 && value <= MAX_ACCELERATOR && floor(value) === value;
    return isNumber ? <i32>value : NO_ACCELERATOR;
  }
  return NO_ACCELERATOR;
}
