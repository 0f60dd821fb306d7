import type { GroupKind, LaneId, RankIndex as RankNumber, SliceRef, SliceSummary } from '../../src-contract';
import { type ClockShift, NO_SHIFT } from '../base/clockShift';
import { importerNamed } from '../importers/importers';
import type { SliceIds } from '../index/ids/sliceIds';
import type { IndexedGroup, IndexedSeries, RankIndex } from '../index/rankIndex';
import { laneIdOf, type PartPlace, PartView, type RankPlace } from './partView';
import { RankTime } from './rankTime';
import type { Stretches } from './stretches';

export { lowerBound, upperBound } from './bounds';
export { LANES_PER_RANK, laneIdOf } from './partView';

/** A lane with slices: the part that has it, and which of that part's lanes it is. */
export interface PartLane {
  readonly part: PartView;
  readonly lane: number;
}

/** A slice: the part that has it, and which of that part's slices it is. */
export interface PartSlice {
  readonly part: PartView;
  readonly slice: number;
}

/**
 * A rank as queries see it: several immutable parts, one behind the other in one numbering of lanes, rows, slices and names.
 *
 *     parts    what was read from the files ──────────────┬ computed lanes ┬ …
 *     slices   0 1 2 3 …                               n-1│n  n+1 …        │
 *
 * A lane lies in one part, so a question about a lane is one about a part. The first part is what was read from the rank's
 * files; its own numbers are those of the rank, and the model, which makes sense of what the files hold, uses its `index`.
 */
export class RankView implements RankPlace {
  /** What belongs to it: in the model, in searches, in what is looked for by time. */
  readonly parts: readonly PartView[];
  /** And what is shown beside that: see `append`. */
  #all: readonly PartView[];
  #time: RankTime;
  #timeBaseNs: Promise<bigint> | undefined;
  readonly #laneByLocalId = new Map<number, PartLane>();
  readonly #lanesByGroup = new Map<number, PartLane[]>();
  readonly #seriesByLane = new Map<number, IndexedSeries[]>();
  readonly #groups = new Map<number, IndexedGroup>();
  readonly #made = new Map<(view: RankView) => unknown, unknown>();

  constructor(
    readonly rank: RankNumber,
    readonly label: string,
    readonly generation: number,
    /** At least one: what was read from the files. */
    readonly indexes: readonly RankIndex[],
    /** What to add to the indexes' times to get the rank's own: see `ClockShift`. */
    readonly offsetNs: number,
    shift: ClockShift = NO_SHIFT,
  ) {
    this.#time = new RankTime(offsetNs, shift);
    this.parts = placeParts(this, indexes);
    this.#all = this.parts;
    for (const part of this.parts) this.#addLanes(part);
  }

  /**
   * Shows one more part, behind all others, whose lanes and slices are asked about like any. It stays as long as the view: what
   * it is numbered by is never another's. What has been made of the rank does not depend on it.
   */
  append(index: RankIndex): void {
    const last = this.#all[this.#all.length - 1];
    const part = new PartView(this, index, placeBehind(last));
    this.#all = [...this.#all, part];
    this.#addLanes(part);
  }

  #addLanes(part: PartView): void {
    for (const group of part.index.groups) this.#groups.set(group.localId, group);
    part.index.lanes.forEach(({ localId, groupLocalId }, lane) => {
      const own = { part, lane };
      this.#laneByLocalId.set(localId, own);
      const group = this.#lanesByGroup.get(groupLocalId);
      if (group) group.push(own);
      else this.#lanesByGroup.set(groupLocalId, [own]);
    });
    for (const series of part.index.counters) {
      const own = this.#seriesByLane.get(series.laneLocalId);
      if (own) own.push(series);
      else this.#seriesByLane.set(series.laneLocalId, [series]);
    }
  }

  /**
   * What `make` makes of this view alone, made when it is first asked for and kept as long as the view: nothing of it ever
   * changes. By the function itself, so that is to be one of a module, not a closure.
   */
  once<T>(make: (view: RankView) => T): T {
    if (!this.#made.has(make)) this.#made.set(make, make(this));
    return this.#made.get(make) as T;
  }

  /** What `make` makes of this view, as another thread has made it of the same one. */
  give<T>(make: (view: RankView) => T, made: T): void {
    if (!this.#made.has(make)) this.#made.set(make, made);
  }

  /** From now on its parts, as far as they have any, are drawn by these from afar. */
  setStretches(stretches: readonly (Stretches | undefined)[]): void {
    this.parts.forEach((part, i) => {
      part.stretches = stretches[i];
    });
  }

  /** From now on its times are shown by another clock. Nothing that has been made of the rank depends on that. */
  setShift(shift: ClockShift): void {
    this.#time = new RankTime(this.offsetNs, shift);
  }

  get time(): RankTime {
    return this.#time;
  }

  /** What the times of its files count from, in ns since 1970: looked for when a slice is first asked about. */
  get timeBaseNs(): Promise<bigint> {
    const { files } = this.index;
    this.#timeBaseNs ??= importerNamed(files.importer).timeBaseNs?.(files) ?? Promise.resolve(0n);
    return this.#timeBaseNs;
  }

  /** What was read from the files. */
  get index(): RankIndex {
    return this.indexes[0];
  }

  get sliceCount(): number {
    const { index, place } = this.#all[this.#all.length - 1];
    return place.firstSlice + index.slices.startNs.length;
  }

  /** Ids in the args of the files' slices. */
  get ids(): SliceIds {
    return this.parts[0].ids;
  }

  /** Of the files' arrows: see `PartView`. */
  get flowWindow() {
    return this.parts[0].flowWindow;
  }

  get linksByTo(): Uint32Array {
    return this.parts[0].linksByTo;
  }

  /** The slice lanes with this id: one lane, all of a group, or none. */
  lanesWith(localId: number): readonly PartLane[] {
    const lane = this.#laneByLocalId.get(localId);
    return lane === undefined ? (this.#lanesByGroup.get(localId) ?? []) : [lane];
  }

  seriesOf(localId: number): readonly IndexedSeries[] {
    return this.#seriesByLane.get(localId) ?? [];
  }

  /** Of any part. */
  group(localId: number): IndexedGroup | undefined {
    return this.#groups.get(localId);
  }

  groupName(localId: number): string {
    return this.group(localId)?.name ?? '';
  }

  groupKind(localId: number): GroupKind | undefined {
    return this.group(localId)?.kind;
  }

  hasGroupOf(kind: GroupKind): boolean {
    return this.indexes.some(({ groups }) => groups.some((group) => group.kind === kind));
  }

  laneAt(position: number): PartLane {
    const part = this.#partOf('firstLane', position);
    return { part, lane: position - part.place.firstLane };
  }

  sliceAt(slice: number): PartSlice {
    const part = this.#partOf('firstSlice', slice);
    return { part, slice: slice - part.place.firstSlice };
  }

  laneId(position: number): LaneId {
    const { part, lane } = this.laneAt(position);
    return laneIdOf(this.rank, part.index.lanes[lane].localId);
  }

  nameText(name: number): string {
    const part = this.#partOf('firstName', name);
    return part.nameText(name - part.place.firstName);
  }

  /** Row (of the whole rank) that holds the slice. */
  rowOf(slice: number): number {
    const { part, slice: own } = this.sliceAt(slice);
    return part.place.firstRow + part.rowOf(own);
  }

  /** Position of the lane that has the row. */
  laneOfRow(row: number): number {
    const part = this.#partOf('firstRow', row);
    return part.place.firstLane + part.laneOfRow(row - part.place.firstRow);
  }

  summary(slice: number): SliceSummary {
    const { part, slice: own } = this.sliceAt(slice);
    return part.summary(own);
  }

  ref(slice: number): SliceRef {
    const { part, slice: own } = this.sliceAt(slice);
    return part.ref(own);
  }

  /** There are few parts, and the first is the one that is mostly asked about. */
  #partOf(first: keyof PartPlace, number: number): PartView {
    const parts = this.#all;
    let at = 0;
    while (at + 1 < parts.length && parts[at + 1].place[first] <= number) at++;
    return parts[at];
  }
}

function placeParts(rank: RankPlace, indexes: readonly RankIndex[]): PartView[] {
  const parts: PartView[] = [];
  for (const index of indexes) parts.push(new PartView(rank, index, placeBehind(parts.at(-1))));
  return parts;
}

function placeBehind(before: PartView | undefined): PartPlace {
  if (!before) return { firstLane: 0, firstRow: 0, firstSlice: 0, firstName: 0 };
  const { place, index } = before;
  return {
    firstLane: place.firstLane + index.lanes.length,
    firstRow: place.firstRow + index.rowFirstSlice.length - 1,
    firstSlice: place.firstSlice + index.slices.startNs.length,
    firstName: place.firstName + index.names.ends.length,
  };
}
