/** What several selected slices come to. Pure. */
import type { ChosenSlice } from '../../../src-contract';

export interface ChosenRow {
  readonly slice: ChosenSlice;
  /** From the end of all before it to its start; negative: so much earlier. NaN of the first. */
  readonly gapNs: number;
}

export interface ChosenSums {
  /** Of all durations. */
  readonly totalNs: number;
  /** When none of them runs, from the first to the last. */
  readonly gapsNs: number;
  readonly startNs: number;
  readonly endNs: number;
}

/** By start; of those that start together the longest first. */
export function chosenRows(slices: readonly ChosenSlice[]): readonly ChosenRow[] {
  const inOrder = [...slices].sort((a, b) => a.startNs - b.startNs || b.durationNs - a.durationNs);
  let endNs = Number.NaN;
  return inOrder.map((slice) => {
    const gapNs = slice.startNs - endNs;
    const ownEndNs = slice.startNs + slice.durationNs;
    endNs = Number.isNaN(endNs) ? ownEndNs : Math.max(endNs, ownEndNs);
    return { slice, gapNs };
  });
}

/** Of at least one. */
export function chosenSums(rows: readonly ChosenRow[]): ChosenSums {
  const startNs = rows[0].slice.startNs;
  let [totalNs, gapsNs, endNs] = [0, 0, startNs];
  for (const { slice, gapNs } of rows) {
    totalNs += slice.durationNs;
    if (gapNs > 0) gapsNs += gapNs;
    endNs = Math.max(endNs, slice.startNs + slice.durationNs);
  }
  return { totalNs, gapsNs, startNs, endNs };
}
