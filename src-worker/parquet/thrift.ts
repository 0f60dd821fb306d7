/** Thrift's compact protocol, in which Parquet writes what it says of itself. */

/** Members of a struct by their numbers. Lists are arrays, texts bytes; what is not there is undefined. */
export type ThriftStruct = readonly (ThriftValue | undefined)[];
export type ThriftValue = boolean | number | Uint8Array | readonly ThriftValue[] | ThriftStruct;

/** Whatever is damaged is no thousand structs deep. */
const MOST_DEPTH = 16;

const STOP = 0;
const TRUE = 1;
const FALSE = 2;
const BYTE = 3;
const I16 = 4;
const I32 = 5;
const I64 = 6;
const DOUBLE = 7;
const BINARY = 8;
const LIST = 9;
const STRUCT = 12;

/** Reads on from `at`. Whole numbers above 2^53 come rounded: none that matters here is. Throws a `RangeError` at the end of the bytes. */
export class ThriftReader {
  constructor(
    readonly bytes: Uint8Array,
    public at: number,
  ) {}

  struct(depth = 0): ThriftStruct {
    if (depth > MOST_DEPTH) throw new RangeError('structs in structs without end');
    const members: (ThriftValue | undefined)[] = [];
    for (let id = 0; ; ) {
      const byte = this.byte();
      const type = byte & 0x0f;
      if (type === STOP) return members;
      const more = byte >> 4;
      id = more > 0 ? id + more : this.#zigzag();
      if (!(id >= 0 && id < MOST_MEMBERS)) throw new RangeError(`a member numbered ${id}`);
      members[id] = type === TRUE || type === FALSE ? type === TRUE : this.#value(type, depth);
    }
  }

  byte(): number {
    if (this.at >= this.bytes.length) throw new RangeError('the file ends within a number');
    return this.bytes[this.at++];
  }

  /** Of seven bits a byte, the lowest first. */
  varint(): number {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = this.byte();
      value += (byte & 0x7f) * unit;
      if (byte < 0x80) return value;
      if (unit > MOST_UNIT) throw new RangeError('a number of more than 64 bits');
    }
  }

  #zigzag(): number {
    const value = this.varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  #value(type: number, depth: number): ThriftValue {
    switch (type) {
      case BYTE:
        return (this.byte() << 24) >> 24;
      case I16:
      case I32:
      case I64:
        return this.#zigzag();
      case DOUBLE:
        return this.#double();
      case BINARY:
        return this.#binary();
      case LIST:
        return this.#list(depth);
      case STRUCT:
        return this.struct(depth + 1);
      default:
        throw new RangeError(`a value of type ${type}`);
    }
  }

  #double(): number {
    const view = new DataView(this.bytes.buffer, this.bytes.byteOffset, this.bytes.byteLength);
    const value = view.getFloat64(this.at, true);
    this.at += 8;
    return value;
  }

  #binary(): Uint8Array {
    const length = this.varint();
    if (length > this.bytes.length - this.at) throw new RangeError('a text that is longer than the file');
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  #list(depth: number): readonly ThriftValue[] {
    const head = this.byte();
    const type = head & 0x0f;
    const count = head >> 4 === 15 ? this.varint() : head >> 4;
    // An element has a byte at least.
    if (count > this.bytes.length - this.at) throw new RangeError('a list that is longer than the file');
    const isBoolean = type === TRUE || type === FALSE;
    return Array.from({ length: count }, () => (isBoolean ? this.byte() === TRUE : this.#value(type, depth)));
  }
}

const MOST_MEMBERS = 256;
const MOST_UNIT = 2 ** 63;
