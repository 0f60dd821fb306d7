/** What stands under the pointer in a run: slices that are too short to be told apart on screen. Pure. */
import type { LaneId, ViewportQuery } from '../../../src-contract';
import type { DataWindow } from './dataWindow';
import type { Hit } from './hitTest';

type QuadHit = Extract<Hit, { kind: 'quad' }>;

/** A pixel of a row of slices. */
export interface NearSpot {
  readonly lane: LaneId;
  readonly laneRow: number;
  /** Its middle. */
  readonly ns: number;
  /** ns under one CSS pixel. */
  readonly nsPerPx: number;
  readonly generation: number;
}

/** Runs up to this many CSS pixels wide are all under the pointer. */
const narrowRun = 2;
/** How much closer the pixel is looked at: runs are up to 80 pixels wide, which is little more than a pixel then. */
const closer = 64;

/** Where to look closer; undefined if what is hit is one slice, or a run no wider than the pointer. */
export function nearSpotOf(hit: Hit, data: DataWindow, ns: number, nsPerPx: number): NearSpot | undefined {
  if (hit.kind !== 'quad' || !isWideRun(hit, data, nsPerPx)) return undefined;
  const { lane } = hit.row;
  const generation = data.lane(lane.id)?.quads.generation ?? 0;
  // By whole pixels: moving within one asks nothing new.
  const middleNs = (Math.floor(ns / nsPerPx) + 0.5) * nsPerPx;
  return { lane: lane.id, laneRow: hit.laneRow, ns: middleNs, nsPerPx, generation };
}

function isWideRun({ quad }: QuadHit, data: DataWindow, nsPerPx: number): boolean {
  const { startNs, endNs, sliceCount } = data.quads;
  return sliceCount[quad] > 1 && endNs[quad] - startNs[quad] > narrowRun * nsPerPx;
}

export function isSameSpot(a: NearSpot, b: NearSpot): boolean {
  return (
    a.ns === b.ns &&
    a.lane === b.lane &&
    a.laneRow === b.laneRow &&
    a.nsPerPx === b.nsPerPx &&
    a.generation === b.generation
  );
}

/** The pixel and one on each side, seen from close by. */
export function nearQuery({ lane, laneRow, ns, nsPerPx }: NearSpot): Omit<ViewportQuery, 'dump'> {
  return {
    startNs: ns - 1.5 * nsPerPx,
    endNs: ns + 1.5 * nsPerPx,
    nsPerPixel: nsPerPx / closer,
    lanes: [lane],
    rows: [{ lane, first: laneRow, end: laneRow + 1 }],
    folded: [],
    labelMinPixels: 1,
  };
}
