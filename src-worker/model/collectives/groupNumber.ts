/** "hcom_allReduce__271_0_1": type, end of the group's number, counter within the group. */
const NUMBERED = /^\w+?__(\d+)_\d+/;
/** How many digits of the group's number names have. */
const DIGITS = 3;

/**
 * Which group the name of an HCCL collective tells of. It has the last three digits of the group's number (see
 * `groupHash.ts`), which are those of one known group as a rule; where they are not, or none is known, they stand for it
 * themselves.
 */
export class GroupNumbers {
  readonly #keys = new Map<string, string | undefined>();

  /** `keys`: of the groups that are known; those that are no numbers are passed over. */
  constructor(keys: Iterable<string>) {
    for (const key of keys) {
      if (!/^\d{4,}$/.test(key)) continue;
      const digits = key.slice(-DIGITS);
      this.#keys.set(digits, this.#keys.has(digits) ? undefined : key);
    }
  }

  /** Undefined where the name tells nothing. */
  groupOf(name: string): string | undefined {
    const digits = NUMBERED.exec(name)?.[1];
    return digits === undefined ? undefined : (this.#keys.get(digits.padStart(DIGITS, '0')) ?? digits);
  }
}
