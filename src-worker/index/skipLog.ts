import type { Notice, SkippedEvents } from '../../src-contract';

/** First byte offsets kept of each reason for skipping. */
const OFFSETS_KEPT = 20;

/** What was passed over: one entry per reason and file, with the first byte offsets. */
export class SkipLog {
  readonly #byReason = new Map<string, { notice: Notice; eventCount: number; byteOffsets: number[] }>();

  add(reason: Notice, eventCount: number, byteOffsets: readonly number[] = offsetOf(reason)): void {
    const key = JSON.stringify([reason.code, reason.params.phase, reason.path]);
    const known = this.#byReason.get(key);
    if (known) {
      known.eventCount += eventCount;
      known.byteOffsets.push(...byteOffsets.slice(0, OFFSETS_KEPT - known.byteOffsets.length));
    } else {
      this.#byReason.set(key, { notice: reason, eventCount, byteOffsets: byteOffsets.slice(0, OFFSETS_KEPT) });
    }
  }

  entries(): SkippedEvents[] {
    return [...this.#byReason.values()];
  }
}

function offsetOf({ byteOffset }: Notice): number[] {
  return byteOffset === undefined ? [] : [byteOffset];
}
