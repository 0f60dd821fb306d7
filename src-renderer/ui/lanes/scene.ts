/**
 * What is to fill, in whole device pixels: the one thing both backends draw from, so that they cannot differ.
 *
 * A band is a horizontal strip over the full width: one row of slices, one strip of a counter, a header or the space
 * between. Its rectangles all have the band's height (less the gap at the bottom); its spots have their own.
 *
 *   y ─────────────┐ band: background, then
 *     ███ ██████ █ │   rects of `fillHeight`, then
 *     ◆      ▁▂▃   │   spots (diamonds of instants, curves of counters)
 *
 * x counts from `originNs`, y from the top of the row list; bands of rows that are not scrolled come first, with y below 0. Columns are reused from frame to frame.
 */
export class Scene {
  /** Time of x = 0. */
  originNs = 0;
  /** Device pixels per ns; 0 before the first layout. */
  pxPerNs = 0;
  /** Rectangles are complete for x in [minX, maxX). */
  minX = 0;
  maxX = 0;
  /** Bands are complete for y in [minY, maxY). */
  minY = 0;
  maxY = 0;
  /** Colour where there is no band. */
  background = 0;
  /** Grows with every layout. */
  version = 0;

  bandCount = 0;
  bandY = new Int32Array(64);
  bandHeight = new Int32Array(64);
  bandFillHeight = new Int32Array(64);
  bandColour = new Uint32Array(64);
  /** First rect and first spot of each band; they end where the next band's begin. */
  bandFirstRect = new Uint32Array(65);
  bandFirstSpot = new Uint32Array(65);

  rectCount = 0;
  rectX = new Int32Array(4096);
  rectEnd = new Int32Array(4096);
  rectColour = new Uint32Array(4096);

  spotCount = 0;
  spotX = new Int32Array(1024);
  spotEnd = new Int32Array(1024);
  spotY = new Int32Array(1024);
  spotBottom = new Int32Array(1024);
  spotColour = new Uint32Array(1024);

  /** Slices wide enough for a label. */
  labelCount = 0;
  labelX = new Int32Array(256);
  labelEnd = new Int32Array(256);
  labelBand = new Uint32Array(256);
  /** Of the slice, among all that were laid out, and of what has its name (a rank), as they were given. */
  labelSlice = new Uint32Array(256);
  labelGroup = new Uint32Array(256);

  clear(): void {
    this.bandCount = 0;
    this.rectCount = 0;
    this.spotCount = 0;
    this.labelCount = 0;
    this.bandFirstRect[0] = 0;
    this.bandFirstSpot[0] = 0;
    this.version++;
  }

  /** How many bands, the first, begin above 0. */
  get bandsAbove0(): number {
    let count = 0;
    while (count < this.bandCount && this.bandY[count] < 0) count++;
    return count;
  }

  /** Starts a band; rects and spots added from now on are its own. */
  addBand(y: number, height: number, fillHeight: number, colour: number): void {
    const at = this.bandCount++;
    if (at === this.bandY.length) {
      const size = at * 2;
      this.bandY = grown(this.bandY, new Int32Array(size));
      this.bandHeight = grown(this.bandHeight, new Int32Array(size));
      this.bandFillHeight = grown(this.bandFillHeight, new Int32Array(size));
      this.bandColour = grown(this.bandColour, new Uint32Array(size));
      this.bandFirstRect = grown(this.bandFirstRect, new Uint32Array(size + 1));
      this.bandFirstSpot = grown(this.bandFirstSpot, new Uint32Array(size + 1));
    }
    this.bandY[at] = y;
    this.bandHeight[at] = height;
    this.bandFillHeight[at] = fillHeight;
    this.bandColour[at] = colour;
    this.bandFirstRect[at] = this.rectCount;
    this.bandFirstSpot[at] = this.spotCount;
    this.bandFirstRect[at + 1] = this.rectCount;
    this.bandFirstSpot[at + 1] = this.spotCount;
  }

  addRect(x: number, end: number, colour: number): void {
    const at = this.rectCount++;
    if (at === this.rectX.length) {
      const size = at * 2;
      this.rectX = grown(this.rectX, new Int32Array(size));
      this.rectEnd = grown(this.rectEnd, new Int32Array(size));
      this.rectColour = grown(this.rectColour, new Uint32Array(size));
    }
    this.rectX[at] = x;
    this.rectEnd[at] = end;
    this.rectColour[at] = colour;
    this.bandFirstRect[this.bandCount] = this.rectCount;
  }

  addSpot(x: number, end: number, y: number, bottom: number, colour: number): void {
    const at = this.spotCount++;
    if (at === this.spotX.length) {
      const size = at * 2;
      this.spotX = grown(this.spotX, new Int32Array(size));
      this.spotEnd = grown(this.spotEnd, new Int32Array(size));
      this.spotY = grown(this.spotY, new Int32Array(size));
      this.spotBottom = grown(this.spotBottom, new Int32Array(size));
      this.spotColour = grown(this.spotColour, new Uint32Array(size));
    }
    this.spotX[at] = x;
    this.spotEnd[at] = end;
    this.spotY[at] = y;
    this.spotBottom[at] = bottom;
    this.spotColour[at] = colour;
    this.bandFirstSpot[this.bandCount] = this.spotCount;
  }

  addLabel(x: number, end: number, slice: number, group: number): void {
    const at = this.labelCount++;
    if (at === this.labelX.length) {
      const size = at * 2;
      this.labelX = grown(this.labelX, new Int32Array(size));
      this.labelEnd = grown(this.labelEnd, new Int32Array(size));
      this.labelBand = grown(this.labelBand, new Uint32Array(size));
      this.labelSlice = grown(this.labelSlice, new Uint32Array(size));
      this.labelGroup = grown(this.labelGroup, new Uint32Array(size));
    }
    this.labelX[at] = x;
    this.labelEnd[at] = end;
    this.labelBand[at] = this.bandCount - 1;
    this.labelSlice[at] = slice;
    this.labelGroup[at] = group;
  }
}

function grown<T extends Int32Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** First index in [from, to) of the ascending `ends` whose value is greater than `x`; `to` if none is. */
export function firstEndAfter(ends: Int32Array, from: number, to: number, x: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ends[middle] > x) high = middle;
    else low = middle + 1;
  }
  return low;
}
