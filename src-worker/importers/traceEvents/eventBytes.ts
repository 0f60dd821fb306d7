import type { ArgEntry } from '../../../src-contract';
import { openByteSource } from '../../files/byteSource';
import { readObject } from './jsonObject';

const ONE_EVENT_BYTES = 1 << 16;
const MANY_EVENTS_BYTES = 1 << 20;
const LARGEST_EVENT_BYTES = 64 << 20;
/** Room for the two quotes behind the bytes that the reader of objects stops at. */
const SENTINEL_BYTES = 8;

/**
 * The event that begins at `byteOffset` in the file's (unpacked) bytes, read again: its members as written. Undefined if
 * there is no whole object there any more. Throws what reading throws.
 */
export async function readEventAt(path: string, byteOffset: number): Promise<ArgEntry[] | undefined> {
  const reader = new EventReader(path, ONE_EVENT_BYTES);
  try {
    return await reader.eventAt(byteOffset);
  } finally {
    reader.close();
  }
}

/** Events of one file read again, in their order: a window of the file that only moves forward. */
export class EventReader {
  readonly #source;
  #bytes: Uint8Array;
  /** Offset in the file of the window's first byte, and how many there are. */
  #start = 0;
  #length = 0;

  /** Throws what opening throws. `blockBytes`: read at once. */
  constructor(path: string, blockBytes = MANY_EVENTS_BYTES) {
    this.#source = openByteSource(path);
    this.#bytes = new Uint8Array(blockBytes + SENTINEL_BYTES);
  }

  close(): void {
    this.#source.close();
  }

  /** The members of the object that begins there, not before the last one asked for; undefined if no whole one does. */
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
