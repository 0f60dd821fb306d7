import type { LaneId, RankIndex as RankNumber, SliceRef, SliceSummary } from '../../src-contract';
import type { IndexedSeries, RankIndex } from '../index/rankIndex';
import { SliceFlag } from '../index/segmentEvents';
import { SliceIds } from '../index/sliceIds';
import { orderByKey } from '../index/sortLane';
import { packedBytes, packedText } from '../index/strings';
import { colourVariant, HUE_CLASSES, nameHue } from '../names/hues';
import { FlowWindow } from './flowWindow';
import { NameSearch } from './nameSearch';
import { NodeHues } from './nodeHues';

/** Lanes of one rank have the ids `rank * LANES_PER_RANK + localId`. */
export const LANES_PER_RANK = 1 << 20;

export function laneIdOf(rank: number, localId: number): LaneId {
  return (rank * LANES_PER_RANK + localId) as LaneId;
}

const UNKNOWN = 0xff;

/**
 * A rank's index as queries use it: what is looked up by id, texts and colours made when first asked for, and times
 * turned from the rank's own base to the dump's origin.
 */
export class RankView {
  readonly #laneByLocalId = new Map<number, number>();
  readonly #lanesByGroup = new Map<number, number[]>();
  readonly #seriesByLane = new Map<number, IndexedSeries[]>();
  readonly #texts = new Map<number, string>();
  readonly #laneHues: Uint8Array;
  /** Per name: hue class or 14 where the lane decides, times 16, plus the variant; 0xff until asked for. */
  readonly #nameColours: Uint8Array;
  #nameSearch: NameSearch | undefined;
  #slicesPerName: Uint32Array | undefined;
  #nodeHues: NodeHues | undefined;
  #flowWindow: FlowWindow | undefined;
  #ids: SliceIds | undefined;
  #linksByFrom: Uint32Array | undefined;
  #linksByTo: Uint32Array | undefined;

  constructor(
    readonly rank: RankNumber,
    readonly label: string,
    readonly generation: number,
    readonly index: RankIndex,
    /** What to add to the index's times to get the dump's. */
    readonly offsetNs: number,
  ) {
    index.lanes.forEach((lane, position) => {
      this.#laneByLocalId.set(lane.localId, position);
      const group = this.#lanesByGroup.get(lane.groupLocalId);
      if (group) group.push(position);
      else this.#lanesByGroup.set(lane.groupLocalId, [position]);
    });
    for (const series of index.counters) {
      const own = this.#seriesByLane.get(series.laneLocalId);
      if (own) own.push(series);
      else this.#seriesByLane.set(series.laneLocalId, [series]);
    }
    this.#laneHues = Uint8Array.from(index.lanes, ({ hue }) => HUE_CLASSES.indexOf(hue));
    this.#nameColours = new Uint8Array(index.names.ends.length).fill(UNKNOWN);
  }

  /** The next generation of the same rank, with all its times later by `ns`. */
  moved(ns: number): RankView {
    return new RankView(this.rank, this.label, this.generation + 1, this.index, this.offsetNs + ns);
  }

  get nodeHues(): NodeHues {
    this.#nodeHues ??= new NodeHues(this.index);
    return this.#nodeHues;
  }

  get nameSearch(): NameSearch {
    this.#nameSearch ??= new NameSearch(this.index.names);
    return this.#nameSearch;
  }

  /** How many slices each name has: counted when names are first searched. */
  get slicesPerName(): Uint32Array {
    this.#slicesPerName ??= countPerName(this.index.slices.name, this.index.names.ends.length);
    return this.#slicesPerName;
  }

  get flowWindow(): FlowWindow {
    this.#flowWindow ??= new FlowWindow(this.index.flows);
    return this.#flowWindow;
  }

  /** Ids in the slices' args. */
  get ids(): SliceIds {
    this.#ids ??= new SliceIds(this.index.ids);
    return this.#ids;
  }

  /** Links in the order of their `fromSlice`: made when the first slice is asked about. */
  get linksByFrom(): Uint32Array {
    const { fromSlice } = this.index.flows;
    this.#linksByFrom ??= orderByKey(fromSlice, 0, fromSlice.length);
    return this.#linksByFrom;
  }

  get linksByTo(): Uint32Array {
    const { toSlice } = this.index.flows;
    this.#linksByTo ??= orderByKey(toSlice, 0, toSlice.length);
    return this.#linksByTo;
  }

  /** Positions of the slice lanes with this id: one lane, all of a group, or none. */
  slicePositions(localId: number): readonly number[] {
    const lane = this.#laneByLocalId.get(localId);
    return lane === undefined ? (this.#lanesByGroup.get(localId) ?? []) : [lane];
  }

  seriesOf(localId: number): readonly IndexedSeries[] {
    return this.#seriesByLane.get(localId) ?? [];
  }

  laneId(position: number): LaneId {
    return laneIdOf(this.rank, this.index.lanes[position].localId);
  }

  nameText(name: number): string {
    let text = this.#texts.get(name);
    if (text === undefined) {
      text = packedText(this.index.names, name);
      this.#texts.set(name, text);
    }
    return text;
  }

  colour(name: number, lanePosition: number): number {
    let colour = this.#nameColours[name];
    if (colour === UNKNOWN) {
      const hue = nameHue(packedText(this.index.names, name));
      const variant = colourVariant(packedBytes(this.index.names, name));
      // 14 is no hue class: it stands for "as the lane".
      colour = (hue === undefined ? 14 : HUE_CLASSES.indexOf(hue)) * 16 + variant;
      this.#nameColours[name] = colour;
    }
    if (colour >> 4 !== 14) return colour;
    return this.#laneHues[lanePosition] * 16 + (colour & 15);
  }

  /** Row (of the whole rank) that holds the slice. */
  rowOf(slice: number): number {
    return upperBound(this.index.rowFirstSlice, slice) - 1;
  }

  /** Position of the lane that has the row. */
  laneOfRow(row: number): number {
    return upperBound(this.index.laneFirstRow, row) - 1;
  }

  summary(slice: number): SliceSummary {
    const { slices, laneFirstRow, categories } = this.index;
    const row = this.rowOf(slice);
    const lane = this.laneOfRow(row);
    const flags = slices.flags[slice];
    return {
      ref: this.ref(slice),
      lane: this.laneId(lane),
      row: row - laneFirstRow[lane],
      name: this.nameText(slices.name[slice]),
      category: categories[slices.category[slice]],
      startNs: slices.startNs[slice] + this.offsetNs,
      durationNs: slices.endNs[slice] - slices.startNs[slice],
      colour: this.colour(slices.name[slice], lane),
      isInstant: (flags & SliceFlag.instant) !== 0,
      isUnfinished: (flags & SliceFlag.unfinished) !== 0,
    };
  }

  ref(slice: number): SliceRef {
    return { rank: this.rank, slice: slice as SliceRef['slice'], generation: this.generation };
  }
}

function countPerName(names: Uint32Array, nameCount: number): Uint32Array {
  const counts = new Uint32Array(nameCount);
  for (let slice = 0; slice < names.length; slice++) counts[names[slice]]++;
  return counts;
}

/** First position whose value is greater than `value`, in an ascending column. */
export function upperBound(column: Uint32Array | Float64Array, value: number, from = 0, to = column.length): number {
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (column[middle] <= value) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** First position whose value is not less than `value`, in an ascending column. */
export function lowerBound(column: Uint32Array | Float64Array, value: number, from = 0, to = column.length): number {
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (column[middle] < value) from = middle + 1;
    else to = middle;
  }
  return from;
}
