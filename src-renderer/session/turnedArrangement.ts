/** An arrangement turned to how it was, where that differs: what has come since keeps its state. Pure. */
import type { Arrangement } from './look';
import { turnedMarks } from './userMarks';

/** `now`, with what differs between `from` and `to` as it is in `to`. */
export function turned(now: Arrangement, from: Arrangement, to: Arrangement): Arrangement {
  return {
    folded: turnedSet(now.folded, from.folded, to.folded),
    foldedRanks: turnedSet(now.foldedRanks, from.foldedRanks, to.foldedRanks),
    shownFlows: turnedSet(now.shownFlows, from.shownFlows, to.shownFlows),
    lanePreset: from.lanePreset === to.lanePreset ? now.lanePreset : to.lanePreset,
    hidden: turnedSet(now.hidden, from.hidden, to.hidden),
    hiddenRanks: turnedSet(now.hiddenRanks, from.hiddenRanks, to.hiddenRanks),
    foldedKinds: turnedSet(now.foldedKinds, from.foldedKinds, to.foldedKinds),
    laneOrder: from.laneOrder === to.laneOrder ? now.laneOrder : to.laneOrder,
    laneGrouping: from.laneGrouping === to.laneGrouping ? now.laneGrouping : to.laneGrouping,
    laneFilter: from.laneFilter === to.laneFilter ? now.laneFilter : to.laneFilter,
    laneHeights: from.laneHeights === to.laneHeights ? now.laneHeights : to.laneHeights,
    merged: turnedSet(now.merged, from.merged, to.merged),
    pinned: from.pinned === to.pinned ? now.pinned : to.pinned,
    marks: from.marks === to.marks ? now.marks : to.marks,
    userMarks: turnedMarks(now.userMarks, from.userMarks, to.userMarks),
  };
}

function turnedSet<T>(now: ReadonlySet<T>, from: ReadonlySet<T>, to: ReadonlySet<T>): ReadonlySet<T> {
  if (from === to) return now;
  const next = new Set(now);
  for (const item of from) if (!to.has(item)) next.delete(item);
  for (const item of to) if (!from.has(item)) next.add(item);
  return next;
}
