/**
 * The numbers 0 … count - 1, each as far as may be from those before it: 0 first, then halves, quarters, eighths.
 * (The van der Corput sequence: 0 … 2^k - 1 with their bits in reverse order.)
 */
export function spreadOrder(count: number): number[] {
  const bits = Math.ceil(Math.log2(Math.max(1, count)));
  const order: number[] = [];
  for (let i = 0; i < 2 ** bits; i++) {
    let reversed = 0;
    for (let bit = 0; bit < bits; bit++) if (i & (1 << bit)) reversed |= 1 << (bits - 1 - bit);
    if (reversed < count) order.push(reversed);
  }
  return order;
}

/**
 * The order in which segments are read: the first for the first picture; the last two for the names of processes and
 * threads, which Kineto writes behind all else (the last but one proves where the last begins); then spread. Ascend's
 * exporters write them at the beginning, or somewhere in the midst, which nothing tells.
 */
export function readingOrder(count: number): number[] {
  const ends = [0, count - 1, count - 2].filter((i) => i >= 0 && i < count);
  return [...new Set([...ends, ...spreadOrder(count)])];
}
