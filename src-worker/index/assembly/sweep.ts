import { endAt } from './columns';

/** As `Fit` in ../arrows/sweptLane.ts. */
enum Fit {
  none,
  instant,
  around,
  empty,
  long,
}

/** As `SliceFlag.instant`. */
const INSTANT_FLAG: u32 = 1;

/**
 * As `sweepRow` in ../arrows/sweptLane.ts, of a row whose first slice has the number `firstSlice` among all. `fits`, `beginning` and
 * `touching` are bytes.
 */
export function sweepRow(
  starts: usize,
  durations: usize,
  longEnds: usize,
  flags: usize,
  sliceCount: u32,
  firstSlice: u32,
  instants: usize,
  instantCount: u32,
  found: usize,
  fits: usize,
  beginning: usize,
  touching: usize,
): void {
  let next: usize = 0;
  for (let i: usize = 0; i < instantCount; i++) {
    const ns = load<f64>(instants + (i << 3));
    while (next < sliceCount && load<f64>(starts + (next << 3)) <= ns) next++;
    if (next === 0) continue;
    const slice = next - 1;
    const end = endAt(starts, durations, longEnds, slice);
    if (end < ns) continue;
    store<u8>(touching + i, load<u8>(touching + i) + 1);
    let fit: u32 = Fit.around;
    if (load<f64>(starts + (slice << 3)) === ns) {
      store<u8>(beginning + i, load<u8>(beginning + i) + 1);
      if (end > ns) fit = Fit.long;
      else fit = (<u32>load<u8>(flags + slice) & INSTANT_FLAG) !== 0 ? Fit.instant : Fit.empty;
    }
    if (fit > <u32>load<u8>(fits + i)) {
      store<u8>(fits + i, fit);
      store<u32>(found + (i << 2), firstSlice + <u32>slice);
    }
  }
}

/** Whether several may be meant, in the place of how well the one fits that was found. */
export function markAmbiguous(fits: usize, beginning: usize, touching: usize, count: u32): void {
  for (let i: usize = 0; i < count; i++) {
    const isLong = <u32>load<u8>(fits + i) === Fit.long;
    const isAmbiguous = <u32>load<u8>(beginning + i) > 1 || (!isLong && <u32>load<u8>(touching + i) > 1);
    store<u8>(fits + i, <u8>isAmbiguous);
  }
}
