/** What a dump that is opened again has to come back to, until it is there, or is found not to be had. */
import type { ClockChoice, DumpState, LaneId, RankIndex, RankState, Sides, SliceSource } from '../../src-contract';
import type { TimeRange } from '../base/timeRange';
import type { StepCopy } from './alignment';
import type { LaneFilter } from './lanes/laneArrangement';
import { clockOf, lanesOf, lanesOfKeys, type Remembered, rangeOf, rankOfSlice, sidesOf } from './remembered';
import { filterOf } from './rememberedFilter';
import { mergesThere, type RememberedMerge, type WantedMerge } from './rememberedMerges';
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
  /** The clock that was taken is in force: the next state of the dump is by it. */
  clockSet(): void;
  /** A clock was taken, and no state of the dump has been seen by it: instants that were come back to are still moving. */
  awaitsClock(): boolean;
  /** The step that was shown once more beside another, once its rank is read and shown by its clock. */
  takeCopy(dump: DumpState): StepCopy | undefined;
  /** Lanes that stood above all others, as far as they are there: again until all of them are. Undefined: nothing has changed. */
  takeLanes(dump: DumpState): readonly LaneId[] | undefined;
  /** The user has aligned otherwise, or ended it. */
  forgetAlignment(): void;
  /** What was compared before, once both of its ranks are known. */
  takeComparison(dump: DumpState): Sides | undefined;
  /** The stretch of before, once. Of some lanes alone: when they are there, or are known not to be (`isLast`). */
  takeRange(
    dump: DumpState,
    isLast: boolean,
  ): { readonly range: TimeRange; readonly lanes: readonly LaneId[] | undefined } | undefined;
  /** The user has selected another stretch. */
  forgetRange(): void;
  /** The selected slice of before, once its rank is read. */
  takeSlice(dump: DumpState): { readonly rank: RankState; readonly source: SliceSource } | undefined;
  /** The slices that were selected at once, of each rank by its index; once all is read. */
  takeChosen(dump: DumpState): ReadonlyMap<RankIndex, readonly SliceSource[]> | undefined;
  /** Which lanes were left out, once all is read. */
  takeFilter(dump: DumpState): LaneFilter | undefined;
  /** How far the rows were scrolled, once all is read. */
  takeScroll(): number | undefined;
  /** Rows come back to where they were: nothing else scrolls them, or unfolds what is selected. */
  readonly hasScroll: boolean;
  /** Lanes that stood for others, of ranks that are read by now and shown by their clock. */
  takeMerges(dump: DumpState): readonly WantedMerge[];
  /** A state of the dump has been seen. */
  seen(): void;
  /** All of the dump is read. Answers whether the view came from before. */
  end(): boolean;
}

export function createComingBack(remembered: Remembered = {}): ComingBack {
  let merges: readonly RememberedMerge[] = remembered.merges ?? remembered.lanes?.merges ?? [];
  let { clock, view, selectedRange, selectedLanes, selection, comparison, copy, aligned } = remembered;
  let { chosen, filter, scrollTop } = remembered;
  let clockState: 'asked' | 'set' | undefined;
  let askedClock: Remembered['clock'];
  let foundLanes = 0;
  return {
    pending: () => ({
      ...(askedClock && { clock: askedClock }),
      ...(clock && { clock }),
      ...(view && { view }),
      ...(selectedRange && { selectedRange }),
      ...(selectedRange && selectedLanes && { selectedLanes }),
      ...(selection && { selection }),
      ...(chosen && { chosen }),
      ...(filter && { filter }),
      ...(comparison && { comparison }),
      ...(copy && { copy }),
      ...(aligned && { aligned }),
      ...(merges.length > 0 && { merges }),
    }),
    firstView: (dump) => (view && hasExtent(dump) ? clampView(rangeOf(view, dump), dump) : firstView(dump)),
    forgetView() {
      view = undefined;
    },
    takeClock(dump) {
      if (!clock || !dump.clock) return undefined;
      const choice = clockOf(clock, dump);
      askedClock = clock;
      clock = undefined;
      clockState = 'asked';
      return choice;
    },
    clockSet() {
      clockState = 'set';
      askedClock = undefined;
    },
    awaitsClock: () => clockState !== undefined,
    takeMerges(dump) {
      // What is shown later is so by the clock in force.
      if (merges.length === 0 || clock || clockState || dump.clock?.mode === 'measuring') return [];
      const { wanted, waiting } = mergesThere(merges, dump.ranks);
      merges = waiting;
      return wanted;
    },
    seen() {
      if (clockState === 'set') clockState = undefined;
    },
    takeCopy(dump) {
      const rank = copy && dump.ranks.find(({ place, status }) => place === copy?.place && status === 'ready');
      if (!copy || !rank || clock || clockState || dump.clock?.mode === 'measuring') return undefined;
      const { step, byNs } = copy;
      copy = undefined;
      return { rank, step, byNs };
    },
    takeLanes(dump) {
      if (!aligned) return undefined;
      const lanes = lanesOf(aligned, dump);
      const isNew = lanes.length !== foundLanes;
      foundLanes = lanes.length;
      // Before its clock is in force nothing stands aligned, and nothing else knows of them.
      if (foundLanes === aligned.length && !clock && !clockState) aligned = undefined;
      return isNew ? lanes : undefined;
    },
    forgetAlignment() {
      copy = undefined;
      aligned = undefined;
    },
    takeComparison(dump) {
      const sides = comparison && sidesOf(comparison, dump);
      if (sides) comparison = undefined;
      return sides;
    },
    takeRange(dump, isLast) {
      if (!selectedRange || !hasExtent(dump)) return undefined;
      const found = selectedLanes && lanesOfKeys(selectedLanes, dump);
      if (found && !found.areAll && !isLast) return undefined;
      const range = rangeOf(selectedRange, dump);
      selectedRange = undefined;
      return { range, lanes: found && found.lanes.length > 0 ? found.lanes : undefined };
    },
    forgetRange() {
      selectedRange = undefined;
    },
    takeSlice(dump) {
      const rank = selection && rankOfSlice(selection, dump.ranks);
      if (!selection || !rank) return undefined;
      const { source } = selection;
      selection = undefined;
      return { rank, source };
    },
    takeChosen(dump) {
      if (!chosen) return undefined;
      const found = new Map<RankIndex, readonly SliceSource[]>();
      for (const { place, sources } of chosen) {
        const rank = dump.ranks.find((own) => own.place === place && own.status === 'ready');
        if (rank) found.set(rank.index, sources);
      }
      chosen = undefined;
      return found;
    },
    takeFilter(dump) {
      const own = filter && filterOf(filter, dump);
      filter = undefined;
      return own;
    },
    takeScroll() {
      const own = scrollTop;
      scrollTop = undefined;
      return own;
    },
    hasScroll: scrollTop !== undefined,
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
