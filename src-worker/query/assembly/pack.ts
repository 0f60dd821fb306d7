import { BUSY, COUNT, END, LONGEST, MOST_SLICES, RECORD_BYTES } from './gather';

/** As in ../quads/quadPacker.ts. */
const LARGE: f64 = 0xffff_ffff;
const LARGE_COUNT: u32 = 0xff;

/** Records as columns, as ../quads/foundQuads.ts has them. */
export function spread(
  records: usize,
  count: u32,
  startNs: usize,
  endNs: usize,
  busyNs: usize,
  longest: usize,
  sliceCount: usize,
  colour: usize,
): void {
  for (let i: usize = 0; i < count; i++, records += RECORD_BYTES) {
    store<f64>(startNs + (i << 3), load<f64>(records));
    store<f64>(endNs + (i << 3), load<f64>(records, END));
    store<f64>(busyNs + (i << 3), load<f64>(records, BUSY));
    store<u32>(longest + (i << 2), load<u32>(records, LONGEST));
    const counted = load<u32>(records, COUNT);
    store<u32>(sliceCount + (i << 2), counted & MOST_SLICES);
    store<u8>(colour + i, <u8>(counted >> 24));
  }
}

/** From an index's times to the job's: see ../../base/clockShift.ts. */
let addedNs: f64 = 0;
let shiftNs: f64 = 0;
let shiftRate: f64 = 0;
let aroundNs: f64 = 0;
/** Of the row packed last. */
let namedCount: u32 = 0;
let largeCount: u32 = 0;

/** How the times of the rows are shown that are packed next; without a rate the shift is in what is added. */
export function showTimes(added: f64, shift: f64, rate: f64, around: f64): void {
  addedNs = added;
  shiftNs = shift;
  shiftRate = rate;
  aroundNs = around;
}

/** Quads with a name, of the row packed last. */
export function named(): u32 {
  return namedCount;
}

/** Numbers too large for their columns, of the row packed last. */
export function largeOnes(): u32 {
  return largeCount;
}

/** As `QuadPacker.addRow` in ../quads/quadPacker.ts; for each quad that has a name its duration and the slice that has it. */
export function pack(
  records: usize,
  count: u32,
  originNs: f64,
  firstSlice: u32,
  namedFromNs: f64,
  gaps: usize,
  durations: usize,
  slices: usize,
  counts: usize,
  busy: usize,
  colours: usize,
  large: usize,
  namedNs: usize,
  namedSlices: usize,
): void {
  let lastEndNs = originNs;
  let nameAt: usize = 0;
  const firstLarge = large;
  for (let i: usize = 0; i < count; i++, records += RECORD_BYTES) {
    const startNs = toJob(load<f64>(records));
    const endNs = toJob(load<f64>(records, END));
    const durationNs = endNs - startNs;
    const gapNs = startNs - lastEndNs;
    lastEndNs = endNs;
    if (gapNs >= 0 && gapNs < LARGE) store<u32>(gaps + (i << 2), <u32>gapNs);
    else {
      store<u32>(gaps + (i << 2), <u32>LARGE);
      store<f64>(large, gapNs);
      large += 8;
    }
    if (durationNs >= 0 && durationNs < LARGE) store<u32>(durations + (i << 2), <u32>durationNs);
    else {
      store<u32>(durations + (i << 2), <u32>LARGE);
      store<f64>(large, durationNs);
      large += 8;
    }
    const longest = load<u32>(records, LONGEST);
    store<u32>(slices + (i << 2), firstSlice + longest);
    const counted = load<u32>(records, COUNT);
    const sliceCount = counted & MOST_SLICES;
    const isOne = sliceCount === 1;
    store<u8>(colours + i, <u8>(counted >> 24));
    store<u8>(counts + i, <u8>min(sliceCount, LARGE_COUNT));
    if (sliceCount >= LARGE_COUNT) {
      store<f64>(large, <f64>sliceCount);
      large += 8;
    }
    const share = <u32>min<f64>(255, rounded((255 * load<f64>(records, BUSY)) / max<f64>(1, durationNs)));
    store<u8>(busy + i, <u8>select<u32>(255, share, isOne));
    if ((i32(isOne) & i32(durationNs >= namedFromNs)) !== 0) {
      store<f64>(namedNs + (nameAt << 3), durationNs);
      store<u32>(namedSlices + (nameAt << 2), longest);
      nameAt++;
    }
  }
  namedCount = <u32>nameAt;
  largeCount = <u32>((large - firstLarge) >> 3);
}

function toJob(indexNs: f64): f64 {
  const ownNs = indexNs + addedNs;
  if (shiftRate === 0) return ownNs;
  return ownNs - rounded(shiftNs + shiftRate * (ownNs - aroundNs));
}

/** As `Math.round` does. */
function rounded(value: f64): f64 {
  const whole = floor(value);
  return whole + <f64>i32(value - whole >= 0.5);
}
