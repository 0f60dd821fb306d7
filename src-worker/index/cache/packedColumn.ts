/**
 * Columns in fewer bytes, for a file: in blocks of 256 values, each in the way that takes the fewest.
 *
 *     plain       way · 0     │ values as they are
 *     above       way · width │ base │ of each value what it is above the base
 *     steps       way · width │ base │ step │ of each value but the first, which is the base, what it is above that before it and the step
 *     decimals    way · width │ base │ as above, of values times 10 to the power of `way - 2`
 *                  u8    u8     i64    i64    `width` bytes each
 *
 * All are exact: what is no whole number of up to 52 bits, nor one divided by ten or by up to 10^6, stays as it is to the bit.
 */
export type PackableColumn = Float64Array | Uint32Array | Int32Array | Uint16Array | Uint8Array;

/** How columns are packed and unpacked: plain, or in WebAssembly, see `WasmPacking`. What they leave is the same to the byte. */
export interface ColumnPacking {
  /** Packed bytes: those that `pack` has left, and those that `unpack` is to take. */
  readonly bytes: Uint8Array;
  /** Packs the values [at, end) of a column, no more than a piece has; answers how many bytes they take. */
  pack(column: PackableColumn, at: number, end: number): number;
  /**
   * Unpacks the whole blocks among the bytes [from, end), but no more than a piece has, into a column from `at` on.
   * Undefined where they are no blocks.
   */
  unpack(from: number, end: number, column: PackableColumn, at: number): Unpacked | undefined;
}

export interface Unpacked {
  readonly values: number;
  /** Where the first byte stands that has not been unpacked. */
  readonly end: number;
}

/** Values of which it is worth to be called. A multiple of those of a block. */
export const PIECE_VALUES = 1 << 14;
export const PACKED_BYTES = 1 << 18;
/** Behind the bytes, since a value may be read and written with what is behind it. */
export const SLACK_BYTES = 8;

export const BLOCK_VALUES = 256;
const HEAD_BYTES = 2;
const NUMBER_BYTES = 8;
/** From `decimals` on there is one for each number of digits. */
const Way = { plain: 0, above: 1, steps: 2, decimals: 3 } as const;
const MOST_DIGITS = 6;
const MOST_WIDTH = 7;
/** What lies between two differences of such is exact. */
const MOST_WHOLE = 2 ** 51;

/** As assembly/pack.ts tells them. */
export function kindOf(column: PackableColumn): number {
  if (column instanceof Float64Array) return 0;
  if (column instanceof Uint32Array) return 1;
  if (column instanceof Int32Array) return 2;
  return column instanceof Uint16Array ? 3 : 4;
}

/** The twin of assembly/pack.ts. */
export class PlainPacking implements ColumnPacking {
  readonly bytes = new Uint8Array(PACKED_BYTES + SLACK_BYTES).subarray(0, PACKED_BYTES);
  readonly #view = new DataView(this.bytes.buffer);
  /** Of one block, as whole numbers. */
  readonly #whole = new Float64Array(BLOCK_VALUES);

  pack(column: PackableColumn, at: number, end: number): number {
    let to = 0;
    for (let first = at; first < end; first += BLOCK_VALUES)
      to = this.#packBlock(column.subarray(first, Math.min(first + BLOCK_VALUES, end)), to);
    return to;
  }

  #packBlock(block: PackableColumn, to: number): number {
    if (takeTimes(block, 1, this.#whole)) return this.#packWhole(block, to);
    for (let digits = 1; digits <= MOST_DIGITS; digits++)
      if (takeTimes(block, 10 ** digits, this.#whole))
        return this.#packAbove(block.length, Way.decimals + digits - 1, to);
    return this.#packPlain(block, to);
  }

  #packWhole(block: PackableColumn, to: number): number {
    const { length: count, BYTES_PER_ELEMENT: bytes } = block;
    const whole = this.#whole.subarray(0, count);
    const [least, greatest] = extremes(whole);
    const [leastStep, greatestStep] =
      count > 1 ? extremes(whole.subarray(1).map((value, i) => value - whole[i])) : [0, 0];
    const stepWidth = widthOf(greatestStep - leastStep);
    const plainSize = sizeOfBlock(Way.plain, 0, count, bytes);
    const aboveSize = sizeOfBlock(Way.above, widthOf(greatest - least), count, bytes);
    const stepsSize = count > 1 ? sizeOfBlock(Way.steps, stepWidth, count, bytes) : Number.POSITIVE_INFINITY;
    if (plainSize <= Math.min(aboveSize, stepsSize)) return this.#packPlain(block, to);
    if (aboveSize <= stepsSize) return this.#packAbove(count, Way.above, to);
    let at = this.#putNumber(this.#putHead(Way.steps, stepWidth, whole[0], to), leastStep);
    for (let i = 1; i < count; i++) at = this.#putBytes(at, whole[i] - whole[i - 1] - leastStep, stepWidth);
    return at;
  }

  #packPlain(block: PackableColumn, to: number): number {
    this.bytes[to] = Way.plain;
    this.bytes[to + 1] = 0;
    this.bytes.set(bytesOf(block), to + HEAD_BYTES);
    return to + HEAD_BYTES + block.byteLength;
  }

  #packAbove(count: number, way: number, to: number): number {
    const whole = this.#whole.subarray(0, count);
    const [least, greatest] = extremes(whole);
    const width = widthOf(greatest - least);
    let at = this.#putHead(way, width, least, to);
    for (const value of whole) at = this.#putBytes(at, value - least, width);
    return at;
  }

  #putHead(way: number, width: number, base: number, to: number): number {
    this.bytes[to] = way;
    this.bytes[to + 1] = width;
    return this.#putNumber(to + HEAD_BYTES, base);
  }

  #putNumber(at: number, value: number): number {
    this.#view.setBigInt64(at, BigInt(value), true);
    return at + NUMBER_BYTES;
  }

  #putBytes(at: number, value: number, width: number): number {
    let rest = value;
    for (let i = 0; i < width; i++) {
      this.bytes[at + i] = rest % 256;
      rest = Math.floor(rest / 256);
    }
    return at + width;
  }

  unpack(from: number, end: number, column: PackableColumn, at: number): Unpacked | undefined {
    const count = Math.min(PIECE_VALUES, column.length - at);
    const bytes = column.BYTES_PER_ELEMENT;
    let values = 0;
    let place = from;
    while (values < count && place + HEAD_BYTES <= end) {
      const own = Math.min(BLOCK_VALUES, count - values);
      const [way, width] = this.bytes.subarray(place, place + HEAD_BYTES);
      if (width > MOST_WIDTH || way > (bytes === 8 ? Way.decimals + MOST_DIGITS - 1 : Way.steps)) return undefined;
      const size = sizeOfBlock(way, width, own, bytes);
      if (place + size > end) break;
      this.#unpackBlock(place, way, width, column.subarray(at + values, at + values + own));
      place += size;
      values += own;
    }
    return { values, end: place };
  }

  #unpackBlock(place: number, way: number, width: number, block: PackableColumn): void {
    const from = place + HEAD_BYTES;
    if (way === Way.plain) {
      bytesOf(block).set(this.bytes.subarray(from, from + block.byteLength));
      return;
    }
    const base = this.#numberAt(from);
    if (way === Way.steps) {
      const step = this.#numberAt(from + NUMBER_BYTES);
      let value = base;
      block[0] = value;
      for (let i = 1; i < block.length; i++) {
        value += step + this.#bytesAt(from + 2 * NUMBER_BYTES + (i - 1) * width, width);
        block[i] = value;
      }
      return;
    }
    const divisor = way === Way.above ? 1 : 10 ** (way - Way.decimals + 1);
    for (let i = 0; i < block.length; i++)
      block[i] = (base + this.#bytesAt(from + NUMBER_BYTES + i * width, width)) / divisor;
  }

  #numberAt(at: number): number {
    return Number(this.#view.getBigInt64(at, true));
  }

  #bytesAt(at: number, width: number): number {
    let value = 0;
    for (let i = width - 1; i >= 0; i--) value = 256 * value + this.bytes[at + i];
    return value;
  }
}

function sizeOfBlock(way: number, width: number, count: number, bytes: number): number {
  if (way === Way.plain) return HEAD_BYTES + count * bytes;
  if (way === Way.steps) return HEAD_BYTES + 2 * NUMBER_BYTES + (count - 1) * width;
  return HEAD_BYTES + NUMBER_BYTES + count * width;
}

/** The whole numbers that the values are times `factor`; false where some are none that can be told exactly. */
function takeTimes(block: PackableColumn, factor: number, whole: Float64Array): boolean {
  for (let i = 0; i < block.length; i++) {
    const times = Math.floor(block[i] * factor + 0.5);
    // Not of what is no number, nor of -0.
    if (!(Math.abs(times) <= MOST_WHOLE && Object.is(times / factor, block[i]))) return false;
    whole[i] = times;
  }
  return true;
}

function extremes(values: Float64Array): [least: number, greatest: number] {
  let [least] = values;
  let greatest = least;
  for (const value of values) {
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  return [least, greatest];
}

/** Bytes of a number. */
function widthOf(number: number): number {
  let width = 0;
  for (let most = 1; most <= number; most *= 256) width++;
  return width;
}

function bytesOf(column: PackableColumn): Uint8Array {
  return new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
}
