/** A seeded stream of random numbers (mulberry32): small, fast, the same on every machine. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** Uniform in [0, 1). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** Around 1, within ± `spread`, denser in the middle. */
  jitter(spread: number): number {
    return 1 + (this.next() + this.next() - 1) * spread;
  }

  /** Uniform in [min, max). */
  between(min: number, max: number): number {
    return min + this.next() * (max - min);
  }
}

/** Mixes two integers to an unsigned 32-bit one: for choices that must be the same whenever they are asked for. */
export function hash2(a: number, b: number): number {
  let mixed = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

/** `hash2` as a number in [0, 1). */
export function hashShare(a: number, b: number): number {
  return hash2(a, b) / 4294967296;
}
