/** Values of the Engine's contract as bytes, for transports that cannot clone them (WebSocket). */
import { Packr } from 'msgpackr';

/** Either direction of the connection encodes and decodes with its own codec. */
export interface Codec {
  encode(value: unknown): Uint8Array<ArrayBuffer>;
  /** Throws when the bytes are not one whole encoded value. */
  decode(bytes: Uint8Array): unknown;
}

export function createCodec(): Codec {
  const packr = new Packr({
    // bigint, undefined, typed arrays and Errors survive, as with structuredClone.
    structuredClone: true,
    moreTypes: true,
    // Records would make the decoder compile functions, which the window's content security policy forbids.
    useRecords: false,
    mapsAsObjects: true,
  });
  return {
    encode: (value) => {
      const packed = packr.pack(value);
      // msgpackr answers with a view into a buffer that it goes on writing to; a frame may be sent much later.
      return new Uint8Array(packed);
    },
    decode: (bytes) => packr.unpack(bytes),
  };
}
