/**
 * The number that stands for a communication group behind the "@" in communication.json: two polynomial hashes of the
 * group's name, with 29 and 131, one in each half of 64 bits. Found by the differences between the numbers of a real job
 * (group_name_0 … group_name_20), and checked on all of its groups.
 */
export function groupHash(name: string): string {
  let high = 0;
  let low = 0;
  for (const byte of new TextEncoder().encode(name)) {
    high = (Math.imul(high, 29) + byte) >>> 0;
    low = (Math.imul(low, 131) + byte) >>> 0;
  }
  return ((BigInt(high) << 32n) | BigInt(low)).toString();
}
