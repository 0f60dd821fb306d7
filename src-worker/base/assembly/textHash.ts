/** Of `size` bytes: equal ones have equal hashes. */
export function hashOf(at: usize, size: u32): u32 {
  let hash: u64 = <u64>size;
  const end = at + <usize>size;
  let i = at;
  for (; i + 8 <= end; i += 8) {
    hash = (hash ^ load<u64>(i)) * 0x9e3779b97f4a7c15;
    hash ^= hash >>> 29;
  }
  let rest: u64 = 0;
  for (; i < end; i++) rest = (rest << 8) | <u64>load<u8>(i);
  hash = (hash ^ rest) * 0x9e3779b97f4a7c15;
  return mixed(<u32>(hash >>> 32) ^ <u32>hash);
}

/** As murmur3's finaliser. */
function mixed(hash: u32): u32 {
  hash = (hash ^ (hash >>> 16)) * 0x85ebca6b;
  hash = (hash ^ (hash >>> 13)) * 0xc2b2ae35;
  return hash ^ (hash >>> 16);
}
