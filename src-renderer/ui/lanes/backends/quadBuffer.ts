/** Vertices of merged rectangles: four corners each of x, y (float32) and a packed colour, 12 bytes a corner. */

export const bytesPerVertex = 12;
const wordsPerQuad = (4 * bytesPerVertex) / 4;

export class QuadBuffer {
  private capacity: number;
  quadCount = 0;
  /** One memory, written as coordinates and as colours. */
  coordinates: Float32Array;
  colours: Uint32Array;
  /** Two triangles for each quad the buffer has room for. */
  indices: Uint32Array;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.coordinates = new Float32Array(capacity * wordsPerQuad);
    this.colours = new Uint32Array(this.coordinates.buffer);
    this.indices = quadIndices(capacity);
  }

  /** Empties it and makes room; true if the arrays were replaced by larger ones. */
  reset(quadCount: number): boolean {
    this.quadCount = 0;
    if (quadCount <= this.capacity) return false;
    this.capacity = 2 ** Math.ceil(Math.log2(quadCount));
    this.coordinates = new Float32Array(this.capacity * wordsPerQuad);
    this.colours = new Uint32Array(this.coordinates.buffer);
    this.indices = quadIndices(this.capacity);
    return true;
  }

  add(x: number, y: number, end: number, bottom: number, colour: number): void {
    const { coordinates, colours } = this;
    let at = this.quadCount++ * wordsPerQuad;
    coordinates[at] = x;
    coordinates[at + 1] = y;
    colours[at + 2] = colour;
    at += 3;
    coordinates[at] = end;
    coordinates[at + 1] = y;
    colours[at + 2] = colour;
    at += 3;
    coordinates[at] = end;
    coordinates[at + 1] = bottom;
    colours[at + 2] = colour;
    at += 3;
    coordinates[at] = x;
    coordinates[at + 1] = bottom;
    colours[at + 2] = colour;
  }

  get usedBytes(): number {
    return this.quadCount * 4 * bytesPerVertex;
  }
}

function quadIndices(quadCount: number): Uint32Array {
  const indices = new Uint32Array(quadCount * 6);
  for (let quad = 0; quad < quadCount; quad++) {
    const corner = quad * 4;
    indices.set([corner, corner + 1, corner + 2, corner, corner + 2, corner + 3], quad * 6);
  }
  return indices;
}
