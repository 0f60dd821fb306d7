/** The quads of an answer, unpacked for drawing. A hot loop: an answer can have 100,000. */
import type { PackedQuads } from '../../../src-contract';

/** Quad by quad, in the order of the answer. */
export interface Quads {
  /** Of each row of each lane its first quad; one more at the end. */
  readonly rowFirstQuad: Uint32Array;
  /** Whole ns since the dump's origin, not clipped to the window. */
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
  /** The slice itself, or the longest one of a merged quad. */
  readonly slice: Uint32Array;
  /** 1: exactly the one. */
  readonly sliceCount: Uint32Array;
  /** Share of the quad's span that is busy, 0…255. */
  readonly busy: Uint8Array;
  readonly colour: Uint8Array;
  /** Id of the name, or `noName`. */
  readonly name: Uint32Array;
}

/** The quad is of several slices, or too narrow for its name to matter. */
export const noName = 0xffff_ffff;

const large = 0xffff_ffff;
const largeCount = 0xff;

export function unpackQuads(packed: PackedQuads): Quads {
  const { originNs, namedFromNs, rowQuads, gapNs, durationNs, slice, busy, colour } = packed;
  const count = gapNs.length;
  const startNs = new Float64Array(count);
  const endNs = new Float64Array(count);
  const sliceCount = new Uint32Array(count);
  const name = new Uint32Array(count).fill(noName);
  const rowFirstQuad = new Uint32Array(rowQuads.length + 1);
  let nextLarge = 0;
  let nextName = 0;
  let quad = 0;
  for (let row = 0; row < rowQuads.length; row++) {
    const rowEnd = quad + rowQuads[row];
    let ns = originNs;
    for (; quad < rowEnd; quad++) {
      const gap = gapNs[quad];
      const packedDuration = durationNs[quad];
      const packedCount = packed.sliceCount[quad];
      ns += gap === large ? packed.large[nextLarge++] : gap;
      startNs[quad] = ns;
      const duration = packedDuration === large ? packed.large[nextLarge++] : packedDuration;
      ns += duration;
      endNs[quad] = ns;
      sliceCount[quad] = packedCount === largeCount ? packed.large[nextLarge++] : packedCount;
      if (packedCount === 1 && duration >= namedFromNs) name[quad] = packed.name[nextName++];
    }
    rowFirstQuad[row + 1] = rowEnd;
  }
  return { rowFirstQuad, startNs, endNs, slice, sliceCount, busy, colour, name };
}
