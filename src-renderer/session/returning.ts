/** Comes back to what was selected, compared and aligned when the dump was open before, as its ranks are there again. */
import type { StoreApi } from 'zustand/vanilla';
import type { DumpId, DumpState, Engine, LaneId, RankIndex, SliceSource } from '../../src-contract';
import { copyStepAgain } from './alignment';
import { whenThere } from './arranging';
import { chosenOf, isSameSlice } from './choosing';
import type { ComingBack } from './comingBack';
import { hasFoldedLanes } from './dumpSummary';
import type { LookHistory } from './history';
import { noLaneFilter } from './lanes/laneArrangement';
import { type LaneMergeWish, mergedWith, mergeOf } from './lanes/mergedLanes';
import type { LostMerges } from './lostMerges';
import type { Moving } from './moving';
import type { WantedMerge } from './rememberedMerges';
import { revealed, without } from './revealed';
import type { Selecting } from './selecting';
import type { SessionState } from './sessionState';

export interface ReturningParts {
  readonly engine: Engine;
  readonly dumpId: DumpId;
  readonly store: StoreApi<SessionState>;
  readonly report: (error: unknown) => void;
  readonly back: ComingBack;
  readonly moving: Moving;
  readonly selecting: Selecting;
  readonly lost: LostMerges;
  readonly history: Pick<LookHistory, 'regroup'>;
  /** It is known which ranks were folded. */
  readonly hasFolds: boolean;
}

/** Answers what is to be called with each state of the dump. */
export function createReturning(parts: ReturningParts): (dump: DumpState) => void {
  const { engine, dumpId, store, report, back, moving, selecting, lost, history, hasFolds } = parts;

  /** Their ranks are open, as aligning has left them; unless it is known what was folded. */
  const pinAgain = ({ ranks }: DumpState, pinned: readonly LaneId[]) => {
    const { folded, foldedRanks } = store.getState();
    const own = ranks.filter(({ groups }) => groups.some(({ lanes }) => lanes.some(({ id }) => pinned.includes(id))));
    const opened = hasFolds ? [] : own.map(({ index }) => index);
    store.setState({ pinned, folded: without(folded, pinned), foldedRanks: without(foldedRanks, opened) });
  };

  /** One after the other; nobody has done it now, who could take it back. */
  let merging: Promise<unknown> = Promise.resolve();
  const afterOthers = (merge: () => Promise<void>): Promise<unknown> => {
    const own = merging.then(merge);
    // One that fails keeps none of those behind it.
    merging = own.catch(() => {});
    return own;
  };
  /** Whether the rank has been read again since, and the group with it is gone. */
  const isGone = (group: LaneId, { rank }: LaneMergeWish) => {
    const now = store.getState().dump.ranks[rank.index];
    return now?.generation !== rank.generation && !now?.groups.some(({ id }) => id === group);
  };
  const mergeAgain = (wanted: readonly WantedMerge[]) => {
    const end = lost.begin(wanted.map(({ merge }) => merge));
    const made = new Map<LaneId, WantedMerge>();
    return afterOthers(async () => {
      let { merged } = store.getState();
      for (const own of wanted) {
        const { wish, merge } = own;
        const next = await mergedWith(engine, dumpId, mergeOf(wish, merged), merged);
        const group = next && [...next].find((id) => !merged.has(id));
        if (group !== undefined) {
          lost.made(group, { merge });
          made.set(group, own);
        }
        merged = next ?? merged;
      }
      await whenThere(store, merged);
      const gone = [...made].filter(([group, { wish }]) => isGone(group, wish));
      const inForce = without(
        merged,
        gone.map(([group]) => group),
      );
      for (const [was, { merge }] of gone) lost.again({ was, merge });
      store.setState({ merged: new Set([...store.getState().merged, ...inForce]) });
      mergeThoseThere();
    }).finally(end);
  };
  const mergeLostAgain = (all: ReturnType<LostMerges['take']>) => {
    const end = lost.begin(all.map(({ lost: { merge } }) => merge));
    return afterOthers(async () => {
      for (const { lost: own, wish } of all) {
        const { merged } = store.getState();
        const now = await mergedWith(engine, dumpId, mergeOf(wish, merged), merged);
        const group = now && [...now].find((id) => !merged.has(id));
        if (group === undefined) continue;
        lost.made(group, own);
        await whenThere(store, new Set([group]));
        if (isGone(group, wish)) {
          lost.again(own);
          continue;
        }
        history.regroup(own.was, group);
        store.setState({ merged: new Set([...store.getState().merged, group]) });
      }
      mergeThoseThere();
    }).finally(end);
  };
  /** What waits for lanes that are there now; by the clock that is in force. */
  const mergeThoseThere = () => {
    const { dump } = store.getState();
    const lostOnes = dump.clock?.mode === 'measuring' ? [] : lost.take(dump);
    if (lostOnes.length > 0) mergeLostAgain(lostOnes).catch(report);
  };

  const selectAgain = (dump: DumpState) => {
    const stretch = back.takeRange(dump, isRead(dump));
    if (stretch)
      store.setState({ selectedRange: stretch.range, selectedLanes: stretch.lanes && new Set(stretch.lanes) });
    const slice = back.takeSlice(dump);
    if (!slice) return;
    selecting.selectAtSource(slice.rank.index, slice.source, ({ lane, row }) => {
      if (back.hasScroll) return;
      const change = revealed(store.getState(), lane, row);
      if (change) store.setState({ ...change, scrollTarget: { lane, row } });
    });
  };

  /** All of them with the one that is selected, which is found by itself; by the clock that is in force by then. */
  const chooseAgain = async (wanted: ReadonlyMap<RankIndex, readonly SliceSource[]>) => {
    const found = await Promise.all(
      [...wanted].map(([rank, sources]) => engine.ask(dumpId, 'timeline.bySource', { rank, sources })),
    );
    await selecting.settled();
    const slices = found.flat().flatMap((slice) => (slice ? [chosenOf(slice)] : []));
    const { selectedSlice, chosenSlices } = store.getState();
    const own = slices.filter(({ ref }) => selectedSlice !== undefined && isSameSlice(ref, selectedSlice));
    const others = slices.filter((slice) => !own.includes(slice));
    // Nothing has been selected meanwhile.
    if (own.length > 0 && others.length > 0 && chosenSlices.length === 0)
      store.setState({ chosenSlices: [...others, ...own] });
  };

  /** What takes part in where rows stand is there by then. The user may have scrolled meanwhile. */
  const scrollAgain = (dump: DumpState) => {
    const scrollTop = dump.clock?.mode === 'measuring' ? undefined : back.takeScroll();
    if (scrollTop === undefined) return;
    void merging
      .catch(() => {})
      .then(() => {
        if (store.getState().scrollTop === 0) store.setState({ scrollTop });
      });
  };

  const arrangeAgain = (dump: DumpState) => {
    const filter = back.takeFilter(dump);
    if (filter && store.getState().laneFilter === noLaneFilter) {
      store.setState({ laneFilter: filter });
      // Lanes that only a filter finds are found again.
      if (filter.text !== '' && dump.ranks.some(hasFoldedLanes)) engine.filterLanes(dumpId, filter.text).catch(report);
    }
    const chosen = back.takeChosen(dump);
    if (chosen) chooseAgain(chosen).catch(report);
    scrollAgain(dump);
  };

  return (dump) => {
    const clock = back.takeClock(dump);
    if (clock) engine.setClock(dumpId, clock).catch(report).finally(back.clockSet);
    const comparison = back.takeComparison(dump);
    if (comparison) store.setState({ comparison });
    const lanes = back.takeLanes(dump);
    if (lanes) pinAgain(dump, lanes);
    const copy = back.takeCopy(dump);
    if (copy) copyStepAgain(engine, dumpId, copy, store.getState().pinned).catch(report);
    const merges = back.takeMerges(dump);
    if (merges.length > 0) mergeAgain(merges).catch(report);
    mergeThoseThere();
    selectAgain(dump);
    if (isRead(dump) && !back.awaitsClock()) arrangeAgain(dump);
    if (isRead(dump) && !back.awaitsClock() && back.end()) moving.keep();
  };
}

export const isRead = ({ status }: DumpState): boolean => status !== 'discovering' && status !== 'indexing';
