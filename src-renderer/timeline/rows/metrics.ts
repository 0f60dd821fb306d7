/** Sizes of the timeline, in CSS pixels. */
export const metrics = {
  rulerHeight: 28,
  rankHeight: 24,
  groupHeight: 20,
  /** Height of one strip of a folded rank, which shows one strip for each of its groups. */
  foldedRankStrip: 4,
  foldedRankMaxHeight: 48,
  /** Space above and below what a row draws. */
  rowPadding: 2,
  sliceRow: 18,
  /** Lanes with more rows than `denseFrom` use this. */
  denseSliceRow: 12,
  denseFrom: 40,
  foldedLane: 16,
  /** Rows of slices that a folded lane of Python calls still shows. */
  foldedStackRows: 3,
  /** Lanes of a folded group of counters that are drawn, one above the other. */
  foldedCounters: 4,
  counterSingleStrip: 32,
  counterStrip: 22,
} as const;
