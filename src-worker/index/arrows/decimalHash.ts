import { HASH_SEED_HIGH, HASH_SEED_LOW, hashBytes } from '../../tokenizer/hash';

const TWO_32 = 2 ** 32;
const MAX_DIGITS = 20;

/** Compares whole numbers with the hashes of ids as files have them: of the number's digits. */
export class DecimalHash {
  readonly #digits = new Uint8Array(MAX_DIGITS);

  /** Whether the 64-bit number `low`, `high` is the id whose hashes these are. */
  isOf(low: number, high: number, idLow: number, idHigh: number): boolean {
    const start = high < 2 ** 21 ? this.#write(high * TWO_32 + low) : this.#writeLarge(low, high);
    const digits = this.#digits;
    if (hashBytes(digits, start, MAX_DIGITS, HASH_SEED_LOW) !== idLow) return false;
    return hashBytes(digits, start, MAX_DIGITS, HASH_SEED_HIGH) === idHigh;
  }

  /** The digits of a number up to 2^53 into the end of `#digits`; answers where they begin. */
  #write(value: number): number {
    let rest = value;
    let at = MAX_DIGITS;
    do {
      const tenth = Math.floor(rest / 10);
      this.#digits[--at] = 0x30 + (rest - tenth * 10);
      rest = tenth;
    } while (rest > 0);
    return at;
  }

  #writeLarge(low: number, high: number): number {
    const text = String((BigInt(high) << 32n) | BigInt(low));
    const start = MAX_DIGITS - text.length;
    for (let i = 0; i < text.length; i++) this.#digits[start + i] = text.charCodeAt(i);
    return start;
  }
}
