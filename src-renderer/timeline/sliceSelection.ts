/** Selecting slices: what is hit, or the first of a lane; of a run what of it is there, which has to be asked for. */
import type { SliceDetails, SliceRef } from '../../src-contract';
import type { DumpSession } from '../session/session';
import type { ClickKind } from '../ui/lanes/gestures';
import { firstEndingAfter } from '../ui/lanes/slices';
import type { TimelineData } from './data/dataSource';
import { type DataWindow, quadsOfRow } from './data/dataWindow';
import type { Hit } from './data/hitTest';
import { nearSpotOf } from './data/near';
import type { Navigation } from './moving/navigation';
import type { RowModel, TimelineRow } from './rows/rows';
import { sliceRefOf } from './tooltipText';

export class SliceSelection {
  /** Counts what was selected alone: an answer that comes after another such selection is too late. */
  private selections = 0;
  /** Clicks whose slices are still being looked for, and what came after them: one takes effect after the other. */
  private underWay: Promise<void> | undefined;
  /** The row whose first slice is to be selected when there are data of it: its key. */
  awaited: string | undefined;

  constructor(
    private readonly session: DumpSession,
    private readonly data: TimelineData,
    private readonly navigation: Navigation,
    private readonly onError: (error: unknown) => void,
    /** So many would have been selected one by one. */
    private readonly sayTooMany: (count: number) => void,
  ) {}

  /**
   * Selects what is hit; of a run what of it is at `ns`: `closerIn` finds it in the data from close by. `click`: alone, or with
   * what is selected.
   */
  select(
    hit: Hit | undefined,
    ns: number,
    closerIn: (near: DataWindow) => Hit | undefined,
    click: ClickKind = 'alone',
  ): void {
    if (click === 'alone') this.selections++;
    this.awaited = undefined;
    const { window: data } = this.data;
    if (hit?.kind !== 'quad' || data === undefined) {
      // Beside all slices: who adds to what is selected has missed one.
      if (click === 'alone') this.session.actions.selectSlice(undefined);
      return;
    }
    const whole = sliceRefOf(data, hit);
    const spot = nearSpotOf(hit, data, ns, this.navigation.nsPerPx);
    if (spot !== undefined) {
      const found = this.data.askNear(spot).then((near) => {
        const closer = closerIn(near);
        return closer?.kind === 'quad' ? sliceRefOf(near, closer) : whole;
      });
      this.takeInTurn(found, click);
    } else if (click !== 'alone' && this.underWay !== undefined) this.takeInTurn(Promise.resolve(whole), click);
    else this.take(whole, click);
  }

  /** See `Selecting.withSelected`; of a click whose slice is still being looked for it is that one. */
  withSelected(act: (slice: SliceDetails) => void): boolean {
    const { withSelected } = this.session.actions;
    if (this.underWay === undefined) return withSelected(act);
    // What it is rejected with has been reported.
    void this.underWay.then(() => withSelected(act));
    return true;
  }

  /** What is selected alone may still be looked for when the next slice is added to it. */
  private takeInTurn(found: Promise<SliceRef | undefined>, click: ClickKind): void {
    const { selections } = this;
    const before = click === 'alone' ? undefined : this.underWay;
    const take = async () => {
      try {
        await before;
        const ref = await found;
        if (selections === this.selections) this.take(ref, click);
      } catch (error) {
        this.onError(error);
      } finally {
        if (this.underWay === own) this.underWay = undefined;
      }
    };
    const own = take();
    this.underWay = own;
  }

  private take(ref: SliceRef | undefined, click: ClickKind): void {
    const { actions } = this.session;
    if (ref === undefined) {
      actions.selectSlice(undefined);
      return;
    }
    switch (click) {
      case 'alone':
        actions.selectSlice(ref);
        break;
      case 'one':
        actions.toggleSlice(ref).catch(this.onError);
        break;
      case 'upTo':
        actions.selectUpTo(ref).then((count) => {
          if (count !== undefined) this.sayTooMany(count);
        }, this.onError);
        break;
    }
  }

  /**
   * Selects the first slice of a row that is in the view; false if there is none. Where it may only not be there yet, `settle`
   * selects it.
   */
  selectFirst(row: TimelineRow): boolean {
    if (this.selectFirstThere(row)) return true;
    this.awaited = row.key;
    return false;
  }

  /** Data have come, or none are to come; for each frame, once what it lacks has been asked for. True if that selected a slice. */
  settle({ rows }: Pick<RowModel, 'rows'>): boolean {
    const { awaited } = this;
    if (awaited === undefined || !this.data.isIdle) return false;
    this.awaited = undefined;
    const row = rows.find(({ key }) => key === awaited);
    return row !== undefined && this.selectFirstThere(row);
  }

  /** The same, of what is there. */
  selectFirstThere(row: TimelineRow): boolean {
    const { window: data } = this.data;
    const lane = row.kind === 'slices' ? data?.lane(row.lane.id) : undefined;
    if (data === undefined || lane === undefined || row.kind !== 'slices') return false;
    const { view } = this.navigation;
    const { startNs, endNs } = data.quads;
    const { laneRow: firstRow } = lane.quads;
    for (let laneRow = firstRow; laneRow + 1 < firstRow + lane.rowStart.length; laneRow++) {
      const { first: rowFirst, end: rowEnd } = quadsOfRow(lane, laneRow);
      const quad = firstEndingAfter(endNs, rowFirst, rowEnd, view.startNs);
      if (quad === rowEnd || startNs[quad] > view.endNs) continue;
      const fromNs = Math.max(view.startNs, startNs[quad]);
      this.select({ kind: 'quad', row, quad, laneRow }, fromNs, (near) => {
        const { first, end } = quadsOfRow(near.lane(row.lane.id) ?? lane, laneRow);
        const closest = firstEndingAfter(near.quads.endNs, first, end, fromNs);
        return closest < end ? { kind: 'quad', row, quad: closest, laneRow } : undefined;
      });
      return true;
    }
    return false;
  }

  /** What is still being asked for selects nothing any more. */
  dispose(): void {
    this.selections++;
    this.underWay = undefined;
    this.awaited = undefined;
  }
}
