import { expect, it } from 'vitest';
import type { ChosenSlice } from '../../../../../src-contract';
import { chosenRows, chosenSums } from '../../../../../src-renderer/timeline/panels/chosenRows';

const slice = (startNs: number, durationNs: number) => ({ startNs, durationNs }) as ChosenSlice;

/** The same by marking each ns. */
function byMarking(slices: readonly ChosenSlice[]) {
  const busy = new Set(slices.flatMap((own) => Array.from({ length: own.durationNs }, (_, at) => own.startNs + at)));
  const startNs = Math.min(...slices.map((own) => own.startNs));
  const endNs = Math.max(...slices.map((own) => own.startNs + own.durationNs));
  const gapsNs = Array.from({ length: endNs - startNs }, (_, at) => startNs + at).filter((ns) => !busy.has(ns)).length;
  return { totalNs: slices.reduce((sum, { durationNs }) => sum + durationNs, 0), gapsNs, startNs, endNs };
}

it('sum, gaps and span are those of a plain marking, whether slices follow, cross, lie in one another or have no length', () => {
  const cases = [
    [slice(100, 10), slice(130, 5), slice(120, 3)],
    [slice(0, 50), slice(10, 5), slice(40, 30), slice(90, 0)],
    [slice(5, 0), slice(5, 20), slice(5, 20), slice(25, 1)],
  ];
  expect(cases.map((own) => chosenSums(chosenRows(own)))).toEqual(cases.map(byMarking));
});

it('the gap before each is from the end of all before it; one that starts earlier has a negative one', () => {
  const rows = chosenRows([slice(0, 50), slice(60, 5), slice(10, 5)]);
  expect(rows.map(({ slice: own, gapNs }) => [own.startNs, gapNs])).toEqual([
    [0, Number.NaN],
    [10, -40],
    [60, 10],
  ]);
});
