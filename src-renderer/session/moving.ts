/** Where the timeline looks: until the user moves, the view grows with the dump while it is read. */
import type { StoreApi } from 'zustand/vanilla';
import type { DumpState } from '../../src-contract';
import { isSameRange, type TimeRange } from '../base/timeRange';
import type { ComingBack } from './comingBack';
import { viewOnGrowth } from './followEnd';
import type { LookHistory } from './history';
import { placeOf } from './look';
import type { SessionState } from './sessionState';
import { clampView, wholeView } from './viewRange';

export interface Moving {
  /**
   * `isJump`: see `SessionActions.setView`. `isPlace`: a place is left even where the view stays: one comes from another view
   * (`from`, its id), or the rows are scrolled.
   */
  to(wanted: TimeRange, isJump: boolean, from?: string, isPlace?: boolean): void;
  toWhole(): void;
  /** The view is the user's from here on. */
  take(): void;
  /** The view shows the dump as far as it is read, and goes on to. */
  isWhole(): boolean;
  /** The view has come from before; it does not grow any more. */
  keep(): void;
  /** The view of a state that has just come, whose instants stand so much later. */
  viewOf(dump: DumpState, laterNs: number): TimeRange;
}

export interface MovingParts {
  readonly store: StoreApi<SessionState>;
  readonly history: LookHistory;
  readonly back: ComingBack;
}

export function createMoving({ store, history, back }: MovingParts): Moving {
  let isWhole = true;
  let hasMoved = false;
  const take = () => {
    isWhole = false;
    if (!hasMoved) back.forgetView();
    hasMoved = true;
  };
  const to: Moving['to'] = (wanted, isJump, from, isPlace = from !== undefined) => {
    const { dump, view: before } = store.getState();
    const view = clampView(wanted, dump);
    const isSame = isSameRange(view, before);
    if (isSame && !isPlace) return;
    take();
    history.moved(placeOf(store.getState()), view, isJump, from);
    if (!isSame) store.setState({ view });
  };
  return {
    to,
    toWhole() {
      to(wholeView(store.getState().dump), true);
      isWhole = true;
    },
    take,
    isWhole: () => isWhole,
    keep() {
      isWhole = false;
    },
    viewOf(dump, laterNs) {
      if (isWhole) return back.firstView(dump);
      const { view, dump: before, followsEnd } = store.getState();
      const moved = movedBy(view, laterNs);
      const wanted = followsEnd ? viewOnGrowth(moved, { endNs: before.endNs + laterNs }, dump) : moved;
      return clampView(wanted, dump);
    },
  };
}

export function movedBy(range: TimeRange, ns: number): TimeRange {
  return ns === 0 ? range : { startNs: range.startNs + ns, endNs: range.endNs + ns };
}
