/**
 * The view model: ranks, groups and lanes of a dump as one flat list of rows, top to bottom.
 *
 *   ▾ Rank 0        ▒▒█▒▒▒█▒       rank row: compute, communication, free, where the dump tells
 *     ▾ Ascend Hardware            group row; the device comes first
 *       ▾ Stream 1                 lane row, `rowCount` slice rows high
 *     ▸ CANN        ▒▒█▒  ▒█       folded group: where it is busy
 *   ▸ Rank 1        ▒▒█▒▒▒█▒       folded rank: the same strip, else one for each group
 *
 * or, by kind, the lanes of all ranks under a heading for each kind. `buildRows.ts` makes the list; here is what can be asked of it.
 *
 * Lanes that are pinned stand above all that, and nowhere else. As far as they leave room for the others they stay where they
 * are when the list is scrolled: their `top` is below 0, up to where the list begins.
 */
import type { CounterLane, GroupKind, LaneGroup, LaneId, RankState, SliceLane, TimePart } from '../../../src-contract';
import { isUnmerged } from '../../session/lanes/mergedLanes';
import { metrics } from './metrics';

interface RowCommon {
  /** Stable while the dump is open; for React keys and ARIA ids. */
  readonly key: string;
  readonly rank: RankState;
  /** CSS pixels from the top of the list. */
  readonly top: number;
  readonly height: number;
  readonly isFoldable: boolean;
  readonly isFolded: boolean;
  /** A lane that stands above its rank and group. */
  readonly isPinned?: boolean;
  /** A lane that stands among those of its kind, of all ranks. */
  readonly isByKind?: boolean;
}

export interface RankRow extends RowCommon {
  readonly kind: 'rank';
}

export interface GroupRow extends RowCommon {
  readonly kind: 'group';
  readonly group: LaneGroup;
}

/** Heading of the lanes of one kind of all ranks, the first of which is `rank`. */
export interface KindRow extends RowCommon {
  readonly kind: 'kind';
  readonly groupKind: GroupKind;
  readonly lanes: readonly LaneId[];
}

export interface SliceRow extends RowCommon {
  readonly kind: 'slices';
  readonly group: LaneGroup;
  readonly lane: SliceLane;
  /** CSS pixels of one row of slices. */
  readonly rowHeight: number;
  /** Rows of slices that are drawn, from the top; 0: one strip where the lane is busy. */
  readonly shownRows: number;
}

export interface CounterRow extends RowCommon {
  readonly kind: 'counter';
  readonly group: LaneGroup;
  readonly lane: CounterLane;
  /** CSS pixels of one series. */
  readonly stripHeight: number;
}

export type TimelineRow = RankRow | GroupRow | KindRow | SliceRow | CounterRow;

export interface RowModel {
  readonly rows: readonly TimelineRow[];
  /** CSS pixels of the rows that are scrolled. */
  readonly totalHeight: number;
  /** How many rows, the first, are not scrolled, and how high they are together. */
  readonly fixedCount: number;
  readonly fixedHeight: number;
  /** Lane or group → index of the row that shows it; the row of its folded group or rank if that hides it. */
  readonly rowOfLane: ReadonlyMap<LaneId, number>;
}

export const emptyRowModel: RowModel = {
  rows: [],
  totalHeight: 0,
  fixedCount: 0,
  fixedHeight: 0,
  rowOfLane: new Map(),
};

const stripParts: readonly TimePart[] = ['computing', 'exposed', 'free'];

/** The lanes that together are all of the device's time, for the one strip of a rank; none where the dump does not tell. */
export function stripLanes(rank: RankState): readonly SliceLane[] {
  const found: SliceLane[] = [];
  for (const part of stripParts)
    for (const group of rank.groups) {
      if (group.kind !== 'overlap') continue;
      const lane = group.lanes.find((own) => own.kind === 'slices' && own.timePart === part);
      if (lane?.kind === 'slices') found.push(lane);
    }
  return found.some(({ sliceCount }) => sliceCount > 0) ? found : [];
}

/** Counters that a folded group draws: those of a group without slices, as many as can be told apart. */
export function foldedCounters({ lanes }: Pick<LaneGroup, 'lanes'>): readonly CounterLane[] {
  if (lanes.some(({ kind }) => kind === 'slices')) return [];
  return lanes.filter((lane) => lane.kind === 'counter').slice(0, metrics.foldedCounters);
}

/** What a rank's row draws as strips: lanes, or its groups, if it is folded. */
export function rankStrips(row: RankRow): readonly LaneId[] {
  const lanes = stripLanes(row.rank);
  if (lanes.length > 0) return lanes.map(({ id }) => id);
  return row.isFolded ? busyGroups(row.rank).map(({ id }) => id) : [];
}

/** Groups of a rank that can show where they are busy (those with slices). */
export function busyGroups(rank: RankState): readonly LaneGroup[] {
  return rank.groups.filter((group) => isUnmerged(group) && group.lanes.some((lane) => lane.kind === 'slices'));
}

/**
 * The lanes whose rows touch [top, bottom]: those that a folded row hides, too. Headings alone stand for all that is below them.
 */
export function lanesTouching(model: RowModel, top: number, bottom: number): readonly LaneId[] {
  const touched: number[] = [];
  model.rows.forEach((row, index) => {
    const isTouched = row.top <= bottom && row.top + row.height > top;
    // What is not scrolled lies over what is.
    if (isTouched && index < model.fixedCount === row.top < 0) touched.push(index);
  });
  const lanes = touched.flatMap((index) => lanesOfRow(model, index, false));
  return lanes.length > 0 ? lanes : touched.flatMap((index) => lanesOfRow(model, index, true));
}

/** `isHeading`: of a rank or group that is unfolded all lanes; else none, since they have rows of their own. */
export function lanesOfRow({ rows, rowOfLane }: RowModel, index: number, isHeading: boolean): readonly LaneId[] {
  const row = rows[index];
  if (row.kind === 'slices' || row.kind === 'counter') return [row.lane.id];
  if (!row.isFolded && !isHeading) return [];
  if (row.kind === 'kind') return row.lanes;
  const groups = row.kind === 'group' ? [row.group] : row.rank.groups.filter(isUnmerged);
  const lanes = groups.flatMap((group) => group.lanes.map(({ id }) => id));
  return row.isFolded ? lanes.filter((lane) => rowOfLane.get(lane) === index) : lanes;
}

/** Index of the row at `y` (CSS pixels from the top of the list; below 0 of what is not scrolled), or undefined beside all rows. */
export function rowIndexAt(model: RowModel, y: number): number | undefined {
  if (y < -model.fixedHeight || y >= model.totalHeight) return undefined;
  let low = 0;
  let high = model.rows.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (model.rows[middle].top <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}

export interface RowSpan {
  readonly first: number;
  /** One past the last. */
  readonly end: number;
}

/** Rows that are scrolled and touch [top, bottom). */
export function rowsBetween(model: RowModel, top: number, bottom: number): RowSpan {
  if (model.rows.length === 0 || bottom <= 0 || top >= model.totalHeight) return { first: 0, end: 0 };
  const first = rowIndexAt(model, Math.max(0, top)) ?? 0;
  const last = rowIndexAt(model, Math.min(model.totalHeight - 0.5, bottom - 0.5)) ?? model.rows.length - 1;
  return { first, end: last + 1 };
}

/** The rows that touch a stretch of the list, and the stretch: of a tall lane only some rows of slices may lie in it. */
export interface RowWindow extends RowSpan {
  /** Rows before this one are not scrolled, and belong to every window. */
  readonly fixedEnd: number;
  /** CSS pixels from the top of the list. */
  readonly top: number;
  readonly bottom: number;
}

export function rowWindow(model: RowModel, top: number, bottom: number): RowWindow {
  return { ...rowsBetween(model, top, bottom), fixedEnd: model.fixedCount, top, bottom };
}

/** Each row of a window, with the stretch of it that may be seen. */
export function eachRow(
  model: RowModel,
  { fixedEnd, first, end, top, bottom }: RowWindow,
  visit: (row: TimelineRow, index: number, top: number, bottom: number) => void,
): void {
  for (let index = 0; index < fixedEnd; index++) visit(model.rows[index], index, Number.NEGATIVE_INFINITY, 0);
  for (let index = first; index < end; index++) visit(model.rows[index], index, top, bottom);
}

/** Rows of slices that a lane draws, [first, end), that touch [top, bottom). */
export function laneRowsBetween(row: SliceRow, top: number, bottom: number): RowSpan {
  const content = row.top + metrics.rowPadding;
  const first = Math.min(row.shownRows, Math.max(0, Math.floor((top - content) / row.rowHeight)));
  const end = Math.min(row.shownRows, Math.ceil((bottom - content) / row.rowHeight));
  return { first, end: Math.max(first, end) };
}

export interface LaneSpot {
  /** CSS pixels from the top of the list to the top of the slice row (or of the row that hides it). */
  readonly y: number;
  readonly height: number;
  /** True where the lane's own rows are not drawn because it, its group or its rank is folded. */
  readonly isHidden: boolean;
}

/** Where row `row` of a lane is drawn; undefined for a lane that is not in the model. */
export function laneSpot(model: RowModel, lane: LaneId, row: number): LaneSpot | undefined {
  const index = model.rowOfLane.get(lane);
  if (index === undefined) return undefined;
  const shown = model.rows[index];
  if (shown.kind === 'slices' && row < shown.shownRows) {
    const y = shown.top + metrics.rowPadding + row * shown.rowHeight;
    return { y, height: shown.rowHeight - 1, isHidden: false };
  }
  return {
    y: shown.top + metrics.rowPadding,
    height: shown.height - 2 * metrics.rowPadding,
    isHidden: shown.kind !== 'counter',
  };
}
