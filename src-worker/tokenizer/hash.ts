/**
 * Hash of an id's bytes, 32 bits wide; two with different seeds make the 64-bit key of a flow. FNV-1a with murmur3's
 * finaliser, so that the WebAssembly tokenizer can do the same in a few instructions.
 */
export function hashBytes(bytes: Uint8Array, start: number, end: number, seed: number): number {
  let hash = seed;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193);
  hash ^= end - start;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

export const HASH_SEED_LOW = 0x811c9dc5;
export const HASH_SEED_HIGH = 0x2f0b4c47;
