/** Hashes of bytes. Up to 8 bytes behind the end are read, and masked out. */

/** The first `length` (0 … 7) of eight bytes. */
export function lowBytes(eight: u64, length: u32): u64 {
  return eight & (((<u64>1) << (8 * <u64>length)) - 1);
}

/** For the tables of this tokenizer alone: eight bytes at a step. */
export function tableHash(p: usize, length: u32): u32 {
  let hash: u64 = 0x9e3779b97f4a7c15 ^ <u64>length;
  let left = length;
  for (; left >= 8; left -= 8, p += 8) hash = mixEight(hash, load<u64>(p));
  if (left > 0) hash = mixEight(hash, lowBytes(load<u64>(p), left));
  return <u32>(hash >> 32) ^ <u32>hash;
}

function mixEight(hash: u64, eight: u64): u64 {
  const mixed = (hash ^ eight) * 0xff51afd7ed558ccd;
  return mixed ^ (mixed >> 32);
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

function mixFour(hash: u32, four: u32, seed: u32): u32 {
  const mixed = (hash ^ four) * seed;
  return mixed ^ (mixed >> 15);
}
