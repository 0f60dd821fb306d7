/** What a dump that is opened again has to come back to, until it is there, or is found not to be had. */
import type { ClockChoice, DumpState, RankState, Sides, SliceSource } from '../../src-contract';
import type { TimeRange } from '../base/timeRange';
import { clockOf, type Remembered, rangeOf, rankOfSlice, sidesOf } from './remembered';
import { clampView, firstView } from './viewRange';

export interface ComingBack {
  /** What has not been come back to yet. */
  pending(): Remembered;
  /** The view of before, as far as the dump reaches by now; else what is shown of it first. */
  firstView(dump: DumpState): TimeRange;
  /** The user has moved: the view is theirs. */
  forgetView(): void;
  /** The clock that was chosen before, once there are ranks to be shown by it. */
  takeClock(dump: DumpState): ClockChoice | undefined;
  /** What was compared before, once both of its ranks are known. */
  takeComparison(dump: DumpState): Sides | undefined;
  /** The stretch of before, once. */
  takeRange(dump: DumpState): TimeRange | undefined;
  /** The selected slice of before, once its rank is read. */
  takeSlice(dump: DumpState): { readonly rank: RankState; readonly source: SliceSource } | undefined;
  /** All of the dump is read. Answers whether the view came from before. */
  end(): boolean;
}

export function createComingBack(remembered: Remembered = {}): ComingBack {
  let { clock, view, selectedRange, selection, comparison } = remembered;
  return {
    pending: () => ({
      ...(clock && { clock }),
      ...(view && { view }),
      ...(selectedRange && { selectedRange }),
      ...(selection && { selection }),
      ...(comparison && { comparison }),
    }),
    firstView: (dump) => (view && hasExtent(dump) ? clampView(rangeOf(view, dump), dump) : firstView(dump)),
    forgetView() {
      view = undefined;
    },
    takeClock(dump) {
      if (!clock || !dump.clock) return undefined;
      const choice = clockOf(clock, dump);
      clock = undefined;
      return choice;
    },
    takeComparison(dump) {
      const sides = comparison && sidesOf(comparison, dump);
      if (sides) comparison = undefined;
      return sides;
    },
    takeRange(dump) {
      if (!selectedRange || !hasExtent(dump)) return undefined;
      const range = rangeOf(selectedRange, dump);
      selectedRange = undefined;
      return range;
    },
    takeSlice(dump) {
      const rank = selection && rankOfSlice(selection, dump.ranks);
      if (!selection || !rank) return undefined;
      const { source } = selection;
      selection = undefined;
      return { rank, source };
    },
    end() {
      const hadView = view !== undefined;
      clock = undefined;
      view = undefined;
      selectedRange = undefined;
      selection = undefined;
      comparison = undefined;
      return hadView;
    },
  };
}

const hasExtent = ({ startNs, endNs }: DumpState): boolean => endNs > startNs;
