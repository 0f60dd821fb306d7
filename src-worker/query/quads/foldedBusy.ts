import type { FoldedBusy, LaneId, ViewportQuery } from '../../../src-contract';
import type { RankView } from '../rankView';
import { rowsOfLane } from '../touching';
import { columnsOf, type DrawnRows } from './drawnRows';

/**
 * Where a folded group or lane is busy: per pixel the busy share of its busiest row, in the colour of the slice that
 * fills most of it.
 */
export function foldedBusy(
  rank: RankView,
  lane: LaneId,
  localId: number,
  query: ViewportQuery,
  drawnRows: DrawnRows,
): FoldedBusy {
  const { time } = rank;
  const { nsPerPixel } = query;
  const pixels = Math.max(1, Math.ceil((query.endNs - query.startNs) / nsPerPixel));
  const fromNs = time.first(query.startNs);
  const toNs = time.last(query.endNs);
  const busy = new Uint8Array(pixels);
  const colour = new Uint8Array(pixels);
  /** Of the row being visited: busy ns per pixel, and the longest single share with its colour. */
  const rowBusyNs = new Float64Array(pixels);
  const rowBestNs = new Float64Array(pixels);
  const rowColour = new Uint8Array(pixels);
  // A lane can have very many rows, each with little in it: only those pixels are looked at.
  let touchedFrom = pixels;
  let touchedTo = 0;

  for (const { part, lane: position } of rank.lanesWith(localId)) {
    const { index } = part;
    drawnRows.begin(part, position, fromNs, toNs, nsPerPixel);
    const { first, end } = rowsOfLane(index, position);
    for (let row = first; row < end; row++) {
      const found = columnsOf(drawnRows.row(row));
      for (let quad = 0; quad < found.count; quad++) {
        const startNs = found.startNs[quad];
        const endNs = found.endNs[quad];
        // Merged quads may reach over a column's border, and zero-length ones still are to be seen.
        const share = Math.min(1, found.busyNs[quad] / Math.max(1, endNs - startNs));
        const firstPixel = Math.max(0, Math.floor((startNs - fromNs) / nsPerPixel));
        const lastPixel = Math.min(pixels - 1, Math.floor((Math.max(startNs, endNs - 1) - fromNs) / nsPerPixel));
        touchedFrom = Math.min(touchedFrom, firstPixel);
        touchedTo = Math.max(touchedTo, lastPixel + 1);
        for (let pixel = firstPixel; pixel <= lastPixel; pixel++) {
          const inPixelNs =
            Math.min(endNs, fromNs + (pixel + 1) * nsPerPixel) - Math.max(startNs, fromNs + pixel * nsPerPixel);
          const addNs = Math.max(nsPerPixel / 255, inPixelNs * share);
          rowBusyNs[pixel] += addNs;
          if (addNs > rowBestNs[pixel]) {
            rowBestNs[pixel] = addNs;
            rowColour[pixel] = found.colour[quad];
          }
        }
      }
      for (let pixel = touchedFrom; pixel < touchedTo; pixel++) {
        const share = Math.min(255, Math.round((255 * rowBusyNs[pixel]) / nsPerPixel));
        if (share > busy[pixel]) {
          busy[pixel] = share;
          colour[pixel] = rowColour[pixel];
        }
        rowBusyNs[pixel] = 0;
        rowBestNs[pixel] = 0;
      }
      touchedFrom = pixels;
      touchedTo = 0;
    }
  }
  return { lane, startNs: query.startNs, nsPerPixel, busy, colour };
}
