import { expect, test } from 'vitest';
import { SPLIT_PARTS, type SplitPart, type StepSplit } from '../../../../../src-contract';
import { splitBars } from '../../../../../src-renderer/tabs/summary/splitOrder';
import { stackParts, stackValues, stepTimes } from '../../../../../src-renderer/tabs/summary/splitParts';

function splitOf(columns: Partial<Record<SplitPart, readonly number[]>>): StepSplit {
  return Object.fromEntries(
    SPLIT_PARTS.map((part) => [part, Float64Array.from(columns[part] ?? [Number.NaN, Number.NaN, Number.NaN])]),
  ) as unknown as StepSplit;
}

const split = splitOf({
  computing: [100, 80, 60],
  overlapped: [10, Number.NaN, 5],
  notOverlapped: [20, 30, 40],
  free: [30, 40, 50],
  preparing: [500, 700, 600],
});

test.each([
  ['where timelines tell', Float64Array.of(25, Number.NaN, 70)],
  ['where nothing does', undefined],
])('a bar is as long as the step, Preparing is not added to it: %s', (_, inNextStep) => {
  const columns = stackParts.map(({ id }) => stackValues(split, id, inNextStep));
  const lengths = [0, 1, 2].map((at) => columns.reduce((sum, values) => sum + (values[at] || 0), 0));
  expect(lengths).toEqual([150, 150, 150]);
  expect(lengths).toEqual([...stepTimes(split)]);
  expect([...stackValues(split, 'inNextStep', inNextStep)]).toEqual(inNextStep ? [25, 0, 50] : [0, 0, 0]);
});

const order = { split, inNextStep: undefined, stages: undefined, orderBy: 'given', top: undefined };
const names = (bars: ReturnType<typeof splitBars>) =>
  bars.map((bar) => (bar.kind === 'stage' ? `stage ${bar.stage}` : bar.rank));

test('bars stand as given, by a part, or by Preparing; only the longest where that is wanted', () => {
  expect(names(splitBars(3, order))).toEqual([0, 1, 2]);
  expect(names(splitBars(3, { ...order, orderBy: 'notOverlapped' }))).toEqual([2, 1, 0]);
  expect(names(splitBars(3, { ...order, orderBy: 'preparing', top: 2 }))).toEqual([1, 2]);
  expect(names(splitBars(3, { ...order, split: undefined, orderBy: 'total' }))).toEqual([0, 1, 2]);
});

test('ranks of a pipeline stage stand together, in the order within it', () => {
  const stages = Int32Array.of(1, 0, 1);
  expect(names(splitBars(3, { ...order, stages }))).toEqual(['stage 0', 1, 'stage 1', 0, 2]);
  expect(names(splitBars(3, { ...order, stages, orderBy: 'free', top: 2 }))).toEqual(['stage 0', 1, 'stage 1', 2]);
});
