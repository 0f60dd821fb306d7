/**
 * Hash of a byte string, 32 bits wide; two with different seeds make the 64-bit key of a flow. Four bytes at a step, so
 * that both tokenizers do it in a few instructions; murmur3's finaliser. The seed is what each step multiplies by:
 * if it were only what the hash begins with, two strings that collide under one seed would often do so under the other.
 */
export function hashBytes(bytes: Uint8Array, start: number, end: number, seed: number): number {
  let hash = end - start;
  let i = start;
  for (; i + 4 <= end; i += 4) {
    hash = Math.imul(hash ^ wordAt(bytes, i), seed);
    hash ^= hash >>> 15;
  }
  if (i < end) {
    let rest = bytes[i];
    if (i + 1 < end) rest |= bytes[i + 1] << 8;
    if (i + 2 < end) rest |= bytes[i + 2] << 16;
    hash = Math.imul(hash ^ rest, seed);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** One half of an id that holds only within the process whose pid has the hash `pidHash` under the same seed. */
export function scopedHash(hash: number, pidHash: number, seed: number): number {
  return (Math.imul(hash ^ pidHash ^ (pidHash >>> 16), seed) ^ pidHash) >>> 0;
}

/** Odd, so that no step loses anything. */
export const HASH_SEED_LOW = 0x9e3779b1;
export const HASH_SEED_HIGH = 0x85ebca77;

/** Sums of `blockSum`: none waits for another. Each takes two words at a step, as far apart as there are sums. */
const SUM_WORDS = 16;
/** 2^13 + 1: a product with it is a shift and an addition, for vectors a tenth of the time. */
const STEP_FACTOR = 0x2001;
const SUM_FACTOR = 0x9e3779b1;

/**
 * Tells whether bytes are still the same ones: each step can be undone, so that a change of one word always shows, and
 * others all but always. Nothing to keep out who means to deceive.
 */
export function blockSum(bytes: Uint8Array, start: number, end: number): number {
  const sums = new Int32Array(SUM_WORDS);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = end - ((end - start) % (8 * SUM_WORDS));
  for (let word = 0; word < SUM_WORDS; word += 4) sumFour(view, start + 4 * word, at, sums, word);
  let sum = hashBytes(bytes, at, end, HASH_SEED_HIGH);
  for (let word = 0; word < SUM_WORDS; word++) {
    const product = Math.imul(sum ^ sums[word], SUM_FACTOR);
    sum = (product << 15) | (product >>> 17);
  }
  return sum >>> 0;
}

/**
 * Four of the sums, over the words at `from` and every `8 * SUM_WORDS` bytes on. In variables, and signed: V8 takes unsigned
 * words through float64. A view reads a word at once wherever it stands.
 */
function sumFour(view: DataView, from: number, end: number, sums: Int32Array, word: number): void {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let i = from; i < end; i += 8 * SUM_WORDS) {
    const further = i + 4 * SUM_WORDS;
    a = mixed(a, view.getInt32(i, true), view.getInt32(further, true));
    b = mixed(b, view.getInt32(i + 4, true), view.getInt32(further + 4, true));
    c = mixed(c, view.getInt32(i + 8, true), view.getInt32(further + 8, true));
    d = mixed(d, view.getInt32(i + 12, true), view.getInt32(further + 12, true));
  }
  sums[word] = a;
  sums[word + 1] = b;
  sums[word + 2] = c;
  sums[word + 3] = d;
}

function mixed(sum: number, four: number, fourMore: number): number {
  const next = (Math.imul(sum ^ four, STEP_FACTOR) + fourMore) | 0;
  return (next << 16) | (next >>> 16);
}

function wordAt(bytes: Uint8Array, i: number): number {
  return bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24);
}
