import {
  HUE_CLASSES,
  type LaneId,
  type RankIndex as RankNumber,
  type SliceRef,
  type SliceSummary,
} from '../../src-contract';
import { orderByKey } from '../index/arranging/sortLane';
import { durationNsOf } from '../index/columns/indexSlices';
import { SliceFlag } from '../index/columns/segmentColumns';
import { SliceIds } from '../index/ids/sliceIds';
import type { RankIndex } from '../index/rankIndex';
import { packedBytes, packedText } from '../index/strings';
import { colourVariant, nameHue } from '../names/hues';
import { upperBound } from './bounds';
import { FlowWindow } from './flowWindow';
import { NameDurations } from './nameDurations';
import { NameSearch } from './nameSearch';
import { NodeColours } from './nodeColours';
import type { RankTime } from './rankTime';
import type { Stretches } from './stretches';

/** Lanes of one rank have the ids `rank * LANES_PER_RANK + localId`. */
export const LANES_PER_RANK = 1 << 20;

export function laneIdOf(rank: number, localId: number): LaneId {
  return (rank * LANES_PER_RANK + localId) as LaneId;
}

const UNKNOWN = 0xff;
/** A colour from here on stands for the lane's hue, or is not known yet: 14 is no hue class. */
export const AS_LANE = 14 * 16;

/** What all parts of a rank have in common. */
export interface RankPlace {
  readonly rank: RankNumber;
  readonly label: string;
  readonly generation: number;
  /** From the index's times to the job's. */
  readonly time: RankTime;
}

/** Where a part stands in its rank's numbering: what its own lane, row, slice and name 0 are there. */
export interface PartPlace {
  readonly firstLane: number;
  readonly firstRow: number;
  readonly firstSlice: number;
  readonly firstName: number;
}

/**
 * A part of a rank as queries use it: texts, colours and what is made when it is first asked for. Lanes, rows, slices and
 * names are numbered as in the part's own index; what it answers with is numbered as in the rank.
 */
export class PartView {
  readonly #texts: (string | undefined)[];
  readonly #laneHues: Uint8Array;
  /** Per name: hue class or 14 where the lane decides, times 16, plus the variant; 0xff until asked for by `colour`. */
  readonly nameColours: Uint8Array;
  /** Names before this one have their colours. */
  #colouredNames = 0;
  #nameSearch: NameSearch | undefined;
  #nameDurations: NameDurations | undefined;
  #nodeColours: NodeColours | undefined;
  #flowWindow: FlowWindow | undefined;
  #ids: SliceIds | undefined;
  #linksByFrom: Uint32Array | undefined;
  #linksByTo: Uint32Array | undefined;
  #stretches: Stretches | undefined;

  constructor(
    readonly rank: RankPlace,
    readonly index: RankIndex,
    readonly place: PartPlace,
  ) {
    this.#laneHues = Uint8Array.from(index.lanes, ({ hue }) => HUE_CLASSES.indexOf(hue));
    this.#texts = new Array(index.names.ends.length);
    this.nameColours = new Uint8Array(index.names.ends.length).fill(UNKNOWN);
  }

  get time(): RankTime {
    return this.rank.time;
  }

  /** How its rows look from afar, once that has been made; with it come the colours of its names. */
  get stretches(): Stretches | undefined {
    return this.#stretches;
  }

  set stretches(stretches: Stretches | undefined) {
    this.#stretches = stretches;
    if (!stretches) return;
    const { nameColours } = stretches;
    this.nameColours.set(nameColours);
    this.#colouredNames = Math.max(this.#colouredNames, nameColours.length);
  }

  get nodeColours(): NodeColours {
    this.#nodeColours ??= new NodeColours(this.index);
    return this.#nodeColours;
  }

  get nameSearch(): NameSearch {
    this.#nameSearch ??= new NameSearch(this.index.names);
    return this.#nameSearch;
  }

  /** How many slices each name has, and how long: worked out when names are first searched. */
  get nameDurations(): NameDurations {
    this.#nameDurations ??= new NameDurations(this.index.slices, this.index.names.ends.length);
    return this.#nameDurations;
  }

  get flowWindow(): FlowWindow {
    this.#flowWindow ??= new FlowWindow(this.index);
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

  laneId(lane: number): LaneId {
    return laneIdOf(this.rank.rank, this.index.lanes[lane].localId);
  }

  nameText(name: number): string {
    let text = this.#texts[name];
    if (text === undefined) {
      text = packedText(this.index.names, name);
      this.#texts[name] = text;
    }
    return text;
  }

  /** Finds the colours of so many names more; false once those of all are known. */
  colourNames(count: number): boolean {
    const { length } = this.nameColours;
    const end = Math.min(length, this.#colouredNames + count);
    while (this.#colouredNames < end) this.#nameColour(this.#colouredNames++);
    return end < length;
  }

  #nameColour(name: number): number {
    let colour = this.nameColours[name];
    if (colour !== UNKNOWN) return colour;
    const hue = this.index.path?.hues[name] ?? nameHue(packedText(this.index.names, name));
    const variant = colourVariant(packedBytes(this.index.names, name));
    // 14 is no hue class: it stands for "as the lane".
    colour = (hue === undefined ? 14 : HUE_CLASSES.indexOf(hue)) * 16 + variant;
    this.nameColours[name] = colour;
    return colour;
  }

  colour(name: number, lane: number): number {
    const colour = this.#nameColour(name);
    if (colour >> 4 !== 14) return colour;
    return this.#laneHues[lane] * 16 + (colour & 15);
  }

  /** Number of the hue class that slices have whose names say nothing. */
  laneHue(lane: number): number {
    return this.#laneHues[lane];
  }

  rowOf(slice: number): number {
    return upperBound(this.index.rowFirstSlice, slice) - 1;
  }

  /** The lane that has the row. */
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
      startNs: this.time.toJob(slices.startNs[slice]),
      durationNs: durationNsOf(slices, slice),
      colour: this.colour(slices.name[slice], lane),
      isInstant: (flags & SliceFlag.instant) !== 0,
      isUnfinished: (flags & SliceFlag.unfinished) !== 0,
    };
  }

  ref(slice: number): SliceRef {
    const { rank, generation } = this.rank;
    return { rank, slice: (this.place.firstSlice + slice) as SliceRef['slice'], generation };
  }
}
