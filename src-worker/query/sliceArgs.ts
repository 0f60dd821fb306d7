import type { ArgEntry } from '../api';
import { openByteSource } from '../formats/byteSource';
import { readObject } from '../formats/jsonObject';
import type { RankIndex } from '../index/rankIndex';
import { FILE_STRIDE_BYTES } from '../index/segmentEvents';

const BLOCK_BYTES = 1 << 20;
const LARGEST_EVENT_BYTES = 256 << 20;
/** Room for the two quotes behind the bytes that the reader of objects stops at. */
const SENTINEL_BYTES = 8;

/**
 * Reads the events of many slices again, each file once from its beginning to its last wanted event. `visit` gets the
 * event's args as written, in the order of the file; not at all for a computed slice, or where the event is not at its
 * place any more. Rejects with what reading rejects with.
 */
export async function readSliceArgs(
  index: RankIndex,
  slices: Iterable<number>,
  visit: (slice: number, args: readonly ArgEntry[]) => void,
): Promise<void> {
  const { byteOffset } = index.slices;
  const wanted = Array.from(slices).filter((slice) => byteOffset[slice] >= 0);
  wanted.sort((a, b) => byteOffset[a] - byteOffset[b]);
  for (let at = 0; at < wanted.length; ) {
    const file = Math.floor(byteOffset[wanted[at]] / FILE_STRIDE_BYTES);
    const reader = new EventReader(index.files[file].path);
    try {
      for (; at < wanted.length && Math.floor(byteOffset[wanted[at]] / FILE_STRIDE_BYTES) === file; at++) {
        const event = await reader.eventAt(byteOffset[wanted[at]] % FILE_STRIDE_BYTES);
        const args = event?.find(({ key }) => key === 'args')?.value;
        if (args?.kind === 'object') visit(wanted[at], args.entries);
      }
    } finally {
      reader.close();
    }
  }
}

/** A window of a file that only moves forward. */
class EventReader {
  readonly #source;
  #bytes = new Uint8Array(BLOCK_BYTES + SENTINEL_BYTES);
  /** Offset in the file of the window's first byte, and how many there are. */
  #start = 0;
  #length = 0;

  constructor(path: string) {
    this.#source = openByteSource(path);
  }

  close(): void {
    this.#source.close();
  }

  /** Undefined if there is no whole object there. */
  async eventAt(byteOffset: number): Promise<ArgEntry[] | undefined> {
    const end = this.#start + this.#length;
    if (byteOffset > end) {
      if (!(await this.#source.skip(byteOffset - end))) return undefined;
      this.#start = byteOffset;
      this.#length = 0;
    }
    while (true) {
      this.#bytes[this.#length] = 0x22;
      this.#bytes[this.#length + 1] = 0x22;
      const event = readObject(this.#bytes, byteOffset - this.#start, this.#length);
      if (event) return event;
      this.#dropBefore(byteOffset);
      if (this.#length + SENTINEL_BYTES >= this.#bytes.length && !this.#grow()) return undefined;
      if (!(await this.#fill())) return undefined;
    }
  }

  /** Only when the window's end is reached, so that every byte is moved once at most. */
  #dropBefore(byteOffset: number): void {
    const dropped = byteOffset - this.#start;
    this.#bytes.copyWithin(0, dropped, this.#length);
    this.#start = byteOffset;
    this.#length -= dropped;
  }

  async #fill(): Promise<boolean> {
    const room = this.#bytes.subarray(0, this.#bytes.length - SENTINEL_BYTES);
    const read = await this.#source.fill(room, this.#length);
    this.#length += read;
    return read > 0;
  }

  #grow(): boolean {
    if (this.#bytes.length >= LARGEST_EVENT_BYTES) return false;
    const bigger = new Uint8Array(4 * this.#bytes.length);
    bigger.set(this.#bytes);
    this.#bytes = bigger;
    return true;
  }
}
