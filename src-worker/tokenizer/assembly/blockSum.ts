import { idHash } from './hash';
import { state } from './state';

const STEP_BYTES: usize = 128;
const SUM_FACTOR: u32 = 0x9e3779b1;
/** As in ../hash.ts. */
const HASH_SEED_HIGH: u32 = 0x85ebca77;

/** As `blockSum` in ../hash.ts, of the buffer's bytes [from, to): its sixteen sums are the lanes of four vectors. */
export function blockSum(from: u32, to: u32): u32 {
  let a = i32x4.splat(0);
  let b = a;
  let c = a;
  let d = a;
  let p = state.buffer + from;
  const end = state.buffer + to;
  for (; p + STEP_BYTES <= end; p += STEP_BYTES) {
    a = mixed(a, v128.load(p), v128.load(p, 64));
    b = mixed(b, v128.load(p, 16), v128.load(p, 80));
    c = mixed(c, v128.load(p, 32), v128.load(p, 96));
    d = mixed(d, v128.load(p, 48), v128.load(p, 112));
  }
  let sum = idHash(p, <u32>(end - p), HASH_SEED_HIGH);
  sum = joined(joined(joined(joined(sum, a), b), c), d);
  return sum;
}

/** `STEP_FACTOR` of ../hash.ts by a shift: the next step waits for it, and a product takes ten times as long. */
function mixed(sums: v128, four: v128, fourMore: v128): v128 {
  const bits = v128.xor(sums, four);
  const sum = i32x4.add(i32x4.add(i32x4.shl(bits, 13), bits), fourMore);
  // The halves of each change places.
  return i8x16.shuffle(sum, sum, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13);
}

function joined(sum: u32, sums: v128): u32 {
  sum = rotl<u32>((sum ^ i32x4.extract_lane(sums, 0)) * SUM_FACTOR, 15);
  sum = rotl<u32>((sum ^ i32x4.extract_lane(sums, 1)) * SUM_FACTOR, 15);
  sum = rotl<u32>((sum ^ i32x4.extract_lane(sums, 2)) * SUM_FACTOR, 15);
  return rotl<u32>((sum ^ i32x4.extract_lane(sums, 3)) * SUM_FACTOR, 15);
}
