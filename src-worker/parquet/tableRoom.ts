/**
 * Room for the tables of some files, one behind another in one buffer that is used again for the next ones: a buffer of its own for each of ten
 * thousand files is memory that is touched for the first time, and that the collector is told of each time.
 */
export class TableRoom {
  #takenBytes = 0;
  #wantedBytes = 0;

  constructor(readonly buffer: ArrayBuffer) {}

  /** Of all that was asked for, whether it had room or not. */
  get wantedBytes(): number {
    return this.#wantedBytes;
  }

  /** Where so many bytes have their place: another buffer where this one is full. What stands there is of whoever had it before. */
  take(sizeBytes: number): { readonly buffer: ArrayBuffer; readonly from: number } {
    // Columns of numbers begin at a multiple of their width.
    const whole = Math.ceil(sizeBytes / WIDTH_BYTES) * WIDTH_BYTES;
    this.#wantedBytes += whole;
    const from = this.#takenBytes;
    if (from + whole > this.buffer.byteLength) return { buffer: new ArrayBuffer(sizeBytes), from: 0 };
    this.#takenBytes += whole;
    return { buffer: this.buffer, from };
  }
}

const WIDTH_BYTES = 8;

/** Files differ a little in what they have. */
const SPARE = 1.25;

/** Makes rooms that are large enough for as many files as there were before. */
export class TableRooms {
  #mostBytes = 0;

  /** `known`: a buffer that nobody needs any more. */
  next(known: ArrayBuffer | undefined): TableRoom {
    const isEnough = known !== undefined && known.byteLength >= this.#mostBytes;
    return new TableRoom(isEnough ? known : new ArrayBuffer(Math.ceil(SPARE * this.#mostBytes)));
  }

  /** The room has all that it will have. */
  filled({ wantedBytes }: TableRoom): void {
    this.#mostBytes = Math.max(this.#mostBytes, wantedBytes);
  }
}
