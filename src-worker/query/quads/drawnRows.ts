import { endNsOf } from '../../index/columns/indexSlices';
import type { PartView } from '../partView';
import { FEWEST_SLICES, recordsTouching, type Stretches, stretchesOf, zoomOf } from '../stretches';
import { slicesTouching } from '../touching';
import { type FoundColumns, FoundQuads } from './foundQuads';
import { GatheredRow, GatheredRows } from './gatheredRows';
import { PlainSpace, type QuadSpace } from './quadSpace';
import { RowQuads } from './rowQuads';

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
  /** What has been begun. */
  #asked: Asked | undefined;
  /** Of its stretches: absent where it is drawn from its trees. */
  #stretches: Stretches | undefined;
  #inTree: RowQuads | undefined;

  /** `module` of assembly/; without it rows are found in their trees. */
  constructor(module?: WebAssembly.Module) {
    this.#gathered = module && new GatheredRows(module);
  }

  /** What the rows are best packed in. */
  get space(): QuadSpace {
    return this.#gathered?.space ?? new PlainSpace();
  }

  /** Rows of this lane are next, and what touches [fromNs, toNs] in them: see `RowQuads`. */
  begin(part: PartView, lane: number, fromNs: number, toNs: number, nsPerPixel: number): void {
    this.#asked = { part, lane, fromNs, toNs, nsPerPixel };
    this.#inTree = undefined;
    // Before they are made, colours of names are not known, which all slices would have to wait for.
    this.#stretches = part.stretches && this.#gathered?.begin(part, lane) ? part.stretches : undefined;
  }

  /** A row of the lane that has been begun. */
  row(row: number): DrawnRow {
    const asked = this.#asked;
    if (!asked) throw new Error('No lane has been begun');
    const ofPart = this.#stretches;
    const gathered = this.#gathered;
    if (!ofPart || !gathered) return this.#treeRow(asked, row);
    const { part, fromNs, toNs, nsPerPixel } = asked;
    const stretches = stretchesOf(ofPart, row);
    const zoom = stretches && zoomOf(stretches, nsPerPixel);
    if (zoom) {
      const records = recordsTouching(zoom, fromNs, toNs);
      if (records.first === records.end) return this.#nothing();
      return gathered.ofRecords(records, nsPerPixel) ?? this.#treeRow(asked, row);
    }
    const { first, end } = slicesTouching(part.index, row, fromNs, toNs);
    if (first === end) return this.#nothing();
    if (end - first <= FEW_SLICES) return this.#treeRow(asked, row, true);
    const isNear = stretches !== undefined || isSparse(part, row, nsPerPixel);
    const drawn = isNear && end - first <= MOST_SLICES ? gathered.ofSlices(part, first, end, nsPerPixel) : undefined;
    return drawn ?? this.#treeRow(asked, row);
  }

  #nothing(): FoundQuads {
    this.#found.clear();
    return this.#found;
  }

  #treeRow({ part, lane, fromNs, toNs, nsPerPixel }: Asked, row: number, isSliceBySlice = false): FoundQuads {
    const found = this.#nothing();
    this.#inTree ??= new RowQuads(part, lane, fromNs, toNs, nsPerPixel, found);
    this.#inTree.visit(row, isSliceBySlice);
    return found;
  }
}

interface Asked {
  readonly part: PartView;
  readonly lane: number;
  readonly fromNs: number;
  readonly toNs: number;
  readonly nsPerPixel: number;
}

/** The row alone decides that, so that panning changes nothing. */
function isSparse({ index }: PartView, row: number, nsPerPixel: number): boolean {
  const { rowFirstSlice, slices } = index;
  const first = rowFirstSlice[row];
  const end = rowFirstSlice[row + 1];
  if (end - first < FEWEST_SLICES) return true;
  return (end - first) * nsPerPixel <= FEW_A_PIXEL * (endNsOf(slices, end - 1) - slices.startNs[first]);
}
