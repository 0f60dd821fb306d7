import { endNsOf } from '../index/indexSlices';
import { type FoundColumns, FoundQuads } from './foundQuads';
import { GatheredRow, GatheredRows } from './gatheredRows';
import type { PartView } from './partView';
import { RowQuads } from './rowQuads';
import { FEWEST_SLICES, recordsTouching, stretchesOf, zoomOf } from './stretches';
import { slicesTouching } from './touching';

/** So few slices are looked at before they would be copied. */
const FEW_SLICES = 16;
/** So many times as wide as its slices are apart, a row is looked at slice by slice. */
const FEW_A_PIXEL = 2;
/** More are not copied. */
const MOST_SLICES = 1 << 17;

/** A row's quads, where they have been found. Good until the next row is drawn. */
export type DrawnRow = FoundColumns | GatheredRow;

export function columnsOf(row: DrawnRow): FoundColumns {
  return row instanceof GatheredRow ? row.columns() : row;
}

/** How the rows of a lane look from a zoom, each found in the way that is the shortest. */
export class DrawnRows {
  readonly #found = new FoundQuads();
  readonly #gathered: GatheredRows | undefined;

  /** `module` of assembly/; without it rows are found in their trees. */
  constructor(module?: WebAssembly.Module) {
    this.#gathered = module && new GatheredRows(module);
  }

  /** What touches [fromNs, toNs] in rows of the lane: see `RowQuads`. */
  ofLane(part: PartView, lane: number, fromNs: number, toNs: number, nsPerPixel: number): (row: number) => DrawnRow {
    const found = this.#found;
    const plain = new RowQuads(part, lane, fromNs, toNs, nsPerPixel, found);
    const inTree = (row: number, isSliceBySlice = false) => {
      found.clear();
      plain.visit(row, isSliceBySlice);
      return found;
    };
    const gathered = this.#gathered;
    const { stretches: ofPart } = part;
    // Before they are made, colours of names are not known, which all slices would have to wait for.
    if (!ofPart || !gathered?.begin(part, lane)) return inTree;
    const nothing = () => {
      found.clear();
      return found;
    };
    return (row) => {
      const stretches = stretchesOf(ofPart, row);
      const zoom = stretches && zoomOf(stretches, nsPerPixel);
      if (zoom) {
        const records = recordsTouching(zoom, fromNs, toNs);
        if (records.length === 0) return nothing();
        return gathered.ofRecords(records, nsPerPixel, zoom.pixelNs === nsPerPixel) ?? inTree(row);
      }
      const { first, end } = slicesTouching(part.index, row, fromNs, toNs);
      if (first === end) return nothing();
      if (end - first <= FEW_SLICES) return inTree(row, true);
      const isNear = stretches !== undefined || isSparse(part, row, nsPerPixel);
      const drawn =
        isNear && end - first <= MOST_SLICES ? gathered.ofSlices(part, lane, first, end, nsPerPixel) : undefined;
      return drawn ?? inTree(row);
    };
  }
}

/** The row alone decides that, so that panning changes nothing. */
function isSparse({ index }: PartView, row: number, nsPerPixel: number): boolean {
  const { rowFirstSlice, slices } = index;
  const first = rowFirstSlice[row];
  const end = rowFirstSlice[row + 1];
  if (end - first < FEWEST_SLICES) return true;
  return (end - first) * nsPerPixel <= FEW_A_PIXEL * (endNsOf(slices, end - 1) - slices.startNs[first]);
}
