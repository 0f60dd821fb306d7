/** Moving about: the view in time (which the session holds) and the scroll position of the rows. */
import type {
  LaneId,
  NeighbourDirection,
  RankIndex,
  SliceDetails,
  SliceLink,
  SliceSummary,
} from '../../../src-contract';
import {
  isSameRange,
  nsPerPixelOf,
  orderedRange,
  shiftedView,
  type TimeRange,
  viewAround,
  zoomedView,
} from '../../base/timeRange';
import type { DumpSession } from '../../session/session';
import { metrics } from '../rows/metrics';
import { laneSpot, lanesTouching, type RowModel, rowIndexAt, type TimelineRow } from '../rows/rows';
import { linkToFollow } from './linkToFollow';

export interface Geometry {
  /** CSS pixels of the drawing area, with the ruler. */
  readonly width: number;
  readonly height: number;
  readonly pixelRatio: number;
}

/** Air around what is fitted, as a share of its length, on each side. */
const fitMargin = 0.2;
/** One zoom or move by command rather than by a held key. */
const commandZoom = 1.6;
const commandPanShare = 0.25;
/** Share of the height that lanes which are not scrolled may take. */
const MOST_FIXED = 0.5;

export class Navigation {
  /** Category of the arrow that was followed last: one goes on along the same. */
  private followed: string | undefined;
  /** Key of the row whose title has the focus. */
  focusedKey: string | undefined;

  constructor(
    private readonly session: DumpSession,
    private readonly geometry: () => Geometry,
    private readonly rows: () => RowModel,
    private readonly onError: (error: unknown) => void,
  ) {}

  get model(): RowModel {
    return this.rows();
  }

  /** The row whose title has the focus; else that of the selected slice, where it has one of its own. */
  rowInFocus(): TimelineRow | undefined {
    const { rows, rowOfLane } = this.rows();
    const focused = this.focusedKey === undefined ? undefined : rows.find(({ key }) => key === this.focusedKey);
    if (focused !== undefined) return focused;
    const { selectedDetails } = this.session.store.getState();
    return selectedDetails && rows.at(rowOfLane.get(selectedDetails.lane) ?? rows.length);
  }

  get view(): TimeRange {
    return this.session.store.getState().view;
  }

  /** CSS pixels; a whole number of device pixels. */
  get scrollTop(): number {
    return this.session.store.getState().scrollTop;
  }

  /** ns under one CSS pixel. */
  get nsPerPx(): number {
    return nsPerPixelOf(this.view, this.geometry().width);
  }

  nsAt(x: number): number {
    return this.view.startNs + x * this.nsPerPx;
  }

  get centreX(): number {
    return this.geometry().width / 2;
  }

  /** CSS pixels of scrolled rows that are on screen. */
  get pageHeight(): number {
    return Math.max(0, this.geometry().height - metrics.rulerHeight - this.rows().fixedHeight);
  }

  /** CSS pixels that lanes which are not scrolled may take. */
  get fixedSpace(): number {
    return (this.geometry().height - metrics.rulerHeight) * MOST_FIXED;
  }

  /** Of a place below the ruler, CSS pixels from the top of the list of rows; below 0 on lanes that are not scrolled. */
  rowListY(y: number): number {
    const scrolledY = y - this.rows().fixedHeight;
    return scrolledY < 0 ? scrolledY : scrolledY + this.scrollTop;
  }

  /** The lanes between two places of the drawing area, CSS pixels from its top. */
  lanesBetween(fromY: number, toY: number): readonly LaneId[] {
    const listY = (y: number) => this.rowListY(Math.max(y, metrics.rulerHeight) - metrics.rulerHeight);
    return lanesTouching(this.rows(), listY(Math.min(fromY, toY)), listY(Math.max(fromY, toY)));
  }

  /** The row that is there, CSS pixels from the top of the drawing area. */
  rowAt(y: number): TimelineRow | undefined {
    const model = this.rows();
    const row = rowIndexAt(model, this.rowListY(y - metrics.rulerHeight));
    return row === undefined ? undefined : model.rows[row];
  }

  /** The rank whose row is there. */
  rankAt(y: number): RankIndex | undefined {
    return this.rowAt(y)?.rank.index;
  }

  zoomAt(x: number, factor: number): void {
    this.session.actions.setView(zoomedView(this.view, factor, this.nsAt(x)));
  }

  zoomByCommand(direction: 'in' | 'out', x: number): void {
    this.zoomAt(x, direction === 'in' ? 1 / commandZoom : commandZoom);
  }

  panBy(px: number): void {
    this.session.actions.setView(shiftedView(this.view, px * this.nsPerPx));
  }

  panByCommand(direction: 'left' | 'right'): void {
    this.panBy(this.geometry().width * commandPanShare * (direction === 'left' ? -1 : 1));
  }

  scrollTo(top: number): void {
    const { pixelRatio } = this.geometry();
    const highest = Math.max(0, this.rows().totalHeight - this.pageHeight);
    const bounded = Math.min(highest, Math.max(0, top));
    const snapped = Math.round(bounded * pixelRatio) / pixelRatio;
    this.session.actions.scrollRows(snapped);
  }

  scrollBy(px: number): void {
    this.scrollTo(this.scrollTop + px);
  }

  /** After the rows or the size changed. */
  keepInside(): void {
    this.scrollTo(this.scrollTop);
  }

  /** Scrolls only if the row is not on screen; then it comes to a quarter of the height, with most of what follows. */
  revealLane(lane: SliceSummary['lane'], row: number): void {
    const spot = laneSpot(this.rows(), lane, row);
    if (spot === undefined || spot.y < 0) return;
    const margin = Math.min(metrics.sliceRow, this.pageHeight / 4);
    const isAbove = spot.y - margin < this.scrollTop;
    const isBelow = spot.y + spot.height + margin > this.scrollTop + this.pageHeight;
    if (isAbove || isBelow) this.scrollTo(spot.y + spot.height / 2 - this.pageHeight / 4);
  }

  /** Scrolls no further than brings the row on screen. */
  revealRow({ top, height }: TimelineRow): void {
    if (top < 0) return;
    if (top < this.scrollTop) this.scrollTo(top);
    else if (top + height > this.scrollTop + this.pageHeight) {
      this.scrollTo(Math.min(top, top + height - this.pageHeight));
    }
  }

  /** Moves the view, without zooming, so that the slice is seen. */
  revealTime(startNs: number, endNs: number): void {
    const { view } = this;
    const spanNs = view.endNs - view.startNs;
    const isSeen = startNs < view.endNs - spanNs * 0.02 && endNs > view.startNs + spanNs * 0.02;
    if (isSeen) return;
    const middleNs = endNs - startNs > spanNs ? startNs + spanNs * 0.4 : (startNs + endNs) / 2;
    this.session.actions.setView({ startNs: middleNs - spanNs / 2, endNs: middleNs + spanNs / 2 });
  }

  fit(range: TimeRange): void {
    this.session.actions.setView(viewAround(range, fitMargin), { isJump: true });
  }

  zoomToBox(fromNs: number, toNs: number): void {
    this.session.actions.setView(orderedRange(fromNs, toNs), { isJump: true });
  }

  goTo(end: 'start' | 'end'): void {
    const { view } = this;
    const { dump } = this.session.store.getState();
    const spanNs = view.endNs - view.startNs;
    const margin = spanNs * 0.02;
    const startNs = end === 'start' ? dump.startNs - margin : dump.endNs + margin - spanNs;
    this.session.actions.setView({ startNs, endNs: startNs + spanNs }, { isJump: true });
  }

  fitSlice({ startNs, durationNs, lane, row }: SliceSummary): void {
    this.fit({ startNs, endNs: startNs + durationNs });
    this.revealLane(lane, row);
  }

  /** Marks the time range of the slice; where that is marked, takes the mark away. */
  markSlice({ startNs, durationNs }: SliceSummary): void {
    const { selectedRange } = this.session.store.getState();
    const span = { startNs, endNs: startNs + durationNs };
    const isMarked = selectedRange !== undefined && isSameRange(selectedRange, span);
    this.session.actions.selectRange(isMarked ? undefined : span);
  }

  /** Shows the marked stretch, as wide as can be. */
  zoomToRange(): boolean {
    const { selectedRange } = this.session.store.getState();
    if (selectedRange === undefined) return false;
    this.session.actions.setView(selectedRange, { isJump: true });
    return true;
  }

  /** Selects the slice beside, around or inside the selected one, and shows it. */
  selectNeighbour(direction: NeighbourDirection): boolean {
    const { selectedSlice } = this.session.store.getState();
    if (selectedSlice === undefined) return false;
    this.session.engine.neighbour(this.session.dumpId, selectedSlice, direction).then((slice) => {
      // Another slice may have been selected meanwhile.
      if (slice === undefined || this.session.store.getState().selectedSlice !== selectedSlice) return;
      this.session.actions.selectSlice(slice.ref);
      this.revealTime(slice.startNs, slice.startNs + slice.durationNs);
      this.revealLane(slice.lane, slice.row);
    }, this.onError);
    return true;
  }

  /** Along an arrow of the slice: see `linkToFollow`. False where none leads that way. */
  followFlow(slice: SliceDetails, direction: SliceLink['direction']): boolean {
    const link = linkToFollow(slice.links, direction, this.followed);
    if (link === undefined) return false;
    this.followed = link.category;
    this.session.actions.jumpTo(link.other, slice);
    return true;
  }

  /** From a selected stretch of a critical path, or a copy, to the slice that it is of; false where there is none. */
  jumpToPathSlice(): boolean {
    const of = this.session.store.getState().selectedDetails?.standsFor;
    if (of === undefined) return false;
    this.session.engine.slice(this.session.dumpId, of).then((slice) => {
      if (slice !== undefined) this.session.actions.jumpTo(slice);
    }, this.onError);
    return true;
  }

  clear(): boolean {
    const { chosenSlices, selectedRange, selectedSlice } = this.session.store.getState();
    if (selectedSlice === undefined && selectedRange === undefined && chosenSlices.length === 0) return false;
    this.session.actions.selectSlice(undefined);
    this.session.actions.selectRange(undefined);
    return true;
  }
}
