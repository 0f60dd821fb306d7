type Key = Uint32Array | Uint16Array | Uint8Array;

/** Of each row the number of its group: rows whose keys are all the same make a group, numbered in order of first sight. */
export interface GroupNumbers {
  readonly of: Uint32Array;
  readonly count: number;
}

/** Open addressing: a Map of joined keys takes ten times as long, where there are millions. */
export function groupNumbers(keys: readonly Key[], count: number): GroupNumbers {
  let capacity = 64;
  while (capacity < 2 * count) capacity *= 2;
  const mask = capacity - 1;
  /** Row + 1 of the first of a group, 0 where free. */
  const slots = new Uint32Array(capacity);
  const of = new Uint32Array(count);
  let groups = 0;
  for (let row = 0; row < count; row++) {
    let slot = hashOf(keys, row) & mask;
    for (;;) {
      const first = slots[slot] - 1;
      if (first < 0) {
        slots[slot] = row + 1;
        of[row] = groups++;
        break;
      }
      if (areSame(keys, first, row)) {
        of[row] = of[first];
        break;
      }
      slot = (slot + 1) & mask;
    }
  }
  return { of, count: groups };
}

function hashOf(keys: readonly Key[], row: number): number {
  let hash = 0;
  for (let key = 0; key < keys.length; key++) {
    hash = Math.imul(hash ^ keys[key][row], 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash;
}

function areSame(keys: readonly Key[], a: number, b: number): boolean {
  for (let key = 0; key < keys.length; key++) if (keys[key][a] !== keys[key][b]) return false;
  return true;
}
