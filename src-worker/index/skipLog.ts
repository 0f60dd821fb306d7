import type { Notice, SkippedEvents } from '../../src-contract';
import { type NoticeCode, notice } from '../files/notices';

/** First byte offsets kept of each reason for skipping. */
const OFFSETS_KEPT = 20;

interface Entry {
  readonly notice: Notice;
  eventCount: number;
  readonly byteOffsets: number[];
}

const NO_PARAMS: Notice['params'] = {};

/** What was passed over: one entry per reason and file, with the first byte offsets. */
export class SkipLog {
  readonly #byReason = new Map<string, Entry>();
  /** The entry of the event before: there can be millions for one reason. */
  #last: Entry | undefined;

  /** One event. Only the first one of a reason costs a sentence. */
  addEvent(code: NoticeCode, path: string | undefined, byteOffset: number, params = NO_PARAMS): void {
    const last = this.#last;
    const isSame = last?.notice.code === code && last.notice.path === path && last.notice.params.phase === params.phase;
    const entry = isSame ? last : this.#entry(code, path, byteOffset, params);
    entry.eventCount++;
    if (entry.byteOffsets.length < OFFSETS_KEPT) entry.byteOffsets.push(byteOffset);
    this.#last = entry;
  }

  /** What another log has. */
  add({ notice: reason, eventCount, byteOffsets }: SkippedEvents): void {
    const key = keyOf(reason.code, reason.path, reason.params);
    const known = this.#byReason.get(key);
    if (known) {
      known.eventCount += eventCount;
      known.byteOffsets.push(...byteOffsets.slice(0, OFFSETS_KEPT - known.byteOffsets.length));
    } else this.#byReason.set(key, { notice: reason, eventCount, byteOffsets: byteOffsets.slice(0, OFFSETS_KEPT) });
  }

  entries(): SkippedEvents[] {
    return [...this.#byReason.values()].map((entry) => ({ ...entry, byteOffsets: [...entry.byteOffsets] }));
  }

  #entry(code: NoticeCode, path: string | undefined, byteOffset: number, params: Notice['params']): Entry {
    const key = keyOf(code, path, params);
    let entry = this.#byReason.get(key);
    if (!entry) {
      const place = path === undefined ? { byteOffset } : { path, byteOffset };
      entry = { notice: notice(code, 'warning', params, place), eventCount: 0, byteOffsets: [] };
      this.#byReason.set(key, entry);
    }
    return entry;
  }
}

/** The path last: there may be anything in it. */
function keyOf(code: string, path: string | undefined, { phase }: Notice['params']): string {
  return `${code} ${phase ?? ''} ${path ?? ''}`;
}
