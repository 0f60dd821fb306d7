/** Hashes of bytes. Up to 32 bytes behind their end are read, and masked out. */

/** 32 bytes of ones, then as many zeros: from `HEAD_MASKS + 32 - n` on, n ones come first. */
const HEAD_MASKS: usize = memory.data<i64>([-1, -1, -1, -1, 0, 0, 0, 0]);

/** Bytes that hashing and comparing take at a step; most names are no longer. */
export const STEP_BYTES: u32 = 32;

/** Of the step's 32 bytes, a mask of the first 16 of those that count, when `length` (32 at most) do. */
export function firstMask(length: u32): v128 {
  return v128.load(HEAD_MASKS + STEP_BYTES - length);
}

/** The same of the last 16. */
export function lastMask(length: u32): v128 {
  return v128.load(HEAD_MASKS + STEP_BYTES - length, 16);
}

/**
 * For the tables of this tokenizer alone. Names differ in length from one to the next, so a loop over them would end in
 * a mispredicted branch each time: up to 32 bytes there is none, what is behind the end being masked to zeros.
 */
export function tableHash(p: usize, length: u32): u32 {
  let sum: u64 = <u64>length * 0xd6e8feb86659fd93;
  let left = length;
  for (; left > STEP_BYTES; left -= STEP_BYTES, p += STEP_BYTES)
    sum = spread(sum + stepSum(v128.load(p), v128.load(p, 16)));
  sum += stepSum(v128.and(v128.load(p), firstMask(left)), v128.and(v128.load(p, 16), lastMask(left)));
  return <u32>(spread(sum) >> 32);
}

/** Products of the four words, none waiting for another. */
function stepSum(first: v128, last: v128): u64 {
  return (
    v128.extract_lane<u64>(first, 0) * 0x9e3779b97f4a7c15 +
    v128.extract_lane<u64>(first, 1) * 0xc2b2ae3d27d4eb4f +
    v128.extract_lane<u64>(last, 0) * 0x165667b19e3779f9 +
    v128.extract_lane<u64>(last, 1) * 0xff51afd7ed558ccd
  );
}

/** High bits of a product hang on all bits below, but low ones on few: this brings them together. */
function spread(sum: u64): u64 {
  return (sum ^ (sum >> 32)) * 0xc4ceb9fe1a85ec53;
}

/** As `hashBytes` in ../hash.ts. */
export function idHash(p: usize, length: u32, seed: u32): u32 {
  let hash = length;
  let left = length;
  for (; left >= 4; left -= 4, p += 4) hash = mixFour(hash, load<u32>(p), seed);
  if (left > 0) hash = mixFour(hash, load<u32>(p) & ((1 << (8 * left)) - 1), seed);
  hash = (hash ^ (hash >> 16)) * 0x85ebca6b;
  hash = (hash ^ (hash >> 13)) * 0xc2b2ae35;
  return hash ^ (hash >> 16);
}

/** As in ../hash.ts. */
export function scopedHash(hash: u32, pidHash: u32, seed: u32): u32 {
  return ((hash ^ pidHash ^ (pidHash >> 16)) * seed) ^ pidHash;
}

function mixFour(hash: u32, four: u32, seed: u32): u32 {
  const mixed = (hash ^ four) * seed;
  return mixed ^ (mixed >> 15);
}
