import type { Finding } from '../format';
import { type Failure, sameWords } from './failures';

const MOST_TRIES = 400;
const MOST_MS = 30_000;

/**
 * Fewer bytes that fail the same way: parts are left out, large ones first, as long as it still fails (ddmin, Zeller and
 * Hildebrandt 2002, without its complements).
 */
export async function minimised(
  bytes: Buffer,
  failure: Failure,
  findingsOf: (bytes: Buffer) => Promise<readonly Finding[]>,
): Promise<Buffer> {
  const wanted = sameWords(failure.detail);
  const startMs = performance.now();
  let tries = 0;
  const isOver = () => tries >= MOST_TRIES || performance.now() - startMs > MOST_MS;
  const fails = async (parts: readonly Buffer[]) => {
    tries++;
    const findings = await findingsOf(Buffer.concat(parts));
    return findings.some(({ kind, detail }) => kind === failure.kind && sameWords(detail) === wanted);
  };
  let parts = partsOf(bytes);
  // A failure of time, or of a mutant after others, may not come again.
  if (!(await fails(parts))) return bytes;
  for (let size = Math.ceil(parts.length / 2); size >= 1 && !isOver(); size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < parts.length && !isOver(); ) {
      const without = [...parts.slice(0, from), ...parts.slice(from + size)];
      if (without.length < parts.length && (await fails(without))) parts = without;
      else from += size;
    }
  }
  return Buffer.concat(parts);
}

/** Lines and members of text where it has any, else bytes in pieces of sixteen. */
function partsOf(bytes: Buffer): readonly Buffer[] {
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = 0; at < bytes.length; at++) {
    const isEnd = bytes[at] === 0x0a || bytes[at] === 0x2c || bytes[at] === 0x7d || at - from >= 200;
    if (!isEnd) continue;
    parts.push(bytes.subarray(from, at + 1));
    from = at + 1;
  }
  return [...parts, bytes.subarray(from)];
}
