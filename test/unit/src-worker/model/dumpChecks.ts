/** What holds for every dump: each kernel has one step and one kind in all views, and the split adds up to the ns. */
import { expect } from 'vitest';
import type { DemoOptions } from '../../../../src-main/demo/options';
import { endNsOf, sourceOf } from '../../../../src-worker/index/columns/indexSlices';
import type { OverlapLane } from '../../../../src-worker/index/computed/overlapLanes';
import { NO_SOURCE } from '../../../../src-worker/index/eventSource';
import { deviceTasks, taskKindOf } from '../../../../src-worker/model/deviceTasks';
import type { DumpContext } from '../../../../src-worker/model/dumpContext';
import { kernelsOf, slicesOfRank } from '../../../../src-worker/model/kernels/kernels';
import { timelineSplit } from '../../../../src-worker/model/splits/timelineSplit';
import { isStepText, placeInSteps, stepText, timelineSteps } from '../../../../src-worker/model/steps/timelineSteps';
import { lanesOf, slicesOfLane } from '../../../../src-worker/query/laneSlices';
import type { RankView } from '../../../../src-worker/query/rankView';
import { type ColumnTable, textReader } from '../../../../src-worker/tables/columnTable';
import { sharedContext } from '../../../fixtures/dumpContext';
import { sharedJob } from '../../../fixtures/sharedJob';

export interface CheckedDump {
  readonly kernels: number;
  /** Those that have a slice. */
  readonly joined: number;
  readonly timelines: number;
}

export async function checkDump(dump: DumpContext): Promise<CheckedDump> {
  const counts = { kernels: 0, joined: 0, timelines: 0 };
  for (const { index } of dump.ranks) {
    const view = dump.loadedTimelines().find(({ rank }) => rank === index);
    const [kernels] = await kernelsOf(dump, [index]);
    counts.kernels += kernels.table.rowCount;
    const slices = await slicesOfRank(dump, kernels);
    expect(slices === undefined).toBe(view === undefined);
    if (!view || !slices) continue;
    counts.timelines++;
    counts.joined += checkRows(view, kernels.table, slices);
    checkSplit(view);
  }
  return counts;
}

/** The row of a kernel and its slice say the same; no slice is two rows. Answers how many rows have a slice. */
function checkRows(view: RankView, table: ColumnTable, slices: Float64Array): number {
  const [kindOf, stepOf] = [textReader(table, 'kind'), textReader(table, 'step')];
  if (!kindOf) return 0;
  const steps = timelineSteps(view);
  const seen = new Set<number>();
  for (let row = 0; row < table.rowCount; row++) {
    const slice = slices[row];
    if (Number.isNaN(slice)) continue;
    expect(seen.has(slice)).toBe(false);
    seen.add(slice);
    expect(kindOf(row), view.nameText(view.index.slices.name[slice])).toBe(taskKindOf(view, slice));
    const step = stepText(placeInSteps(steps, view.index.slices.startNs[slice]));
    // Without marks in the timeline, the tables may know steps that it does not.
    if (stepOf && stepOf(row) !== '' && steps.from !== 'none' && isStepText(stepOf(row)))
      expect({ row, step }).toEqual({ row, step: stepOf(row) });
  }
  return seen.size;
}

/**
 * Computing + Communication − Overlapped is the length of the union of both, worked out here by sweeping over the tasks: as
 * the lanes have it, and as the steps' sums have it, where every task is in a step.
 */
function checkSplit(view: RankView): void {
  const lanes = lanesOf(view).filter(({ kind }) => kind === 'overlap');
  if (lanes.length === 0) return;
  const slicesOf = (name: OverlapLane) =>
    lanes.filter((lane) => lane.name === name).flatMap(({ position }) => [...slicesOfLane(view, position)]);
  const sumNs = (slices: readonly number[]) =>
    slices.map((slice) => spanOf(view, slice)).reduce((sum, { startNs, endNs }) => sum + endNs - startNs, 0);
  const [computing, communication] = [slicesOf('Computing'), slicesOf('Communication')];
  const laneNs = sumNs(computing) + sumNs(slicesOf('Communication(Not Overlapped)'));
  expect(laneNs).toBe(unionNsOf(view, [...computing, ...communication]));
  // The profiler wrote its own lanes to 3 digits of µs, borders and durations each: of those the tasks may differ by 1 ns.
  const isOurs = [...computing, ...communication].every((slice) => spanOf(view, slice).source === NO_SOURCE);
  const tasksNs = unionNsOf(view, busyTasks(view));
  expect(Math.abs(laneNs - tasksNs)).toBeLessThanOrEqual(isOurs ? 0 : computing.length + communication.length);
  const steps = timelineSteps(view);
  const places = Array.from(deviceTasks(view).slice, (slice) => placeInSteps(steps, view.index.slices.startNs[slice]));
  if (places.some(({ kind }) => kind === 'gap')) return;
  const sum = (part: 'computing' | 'communication' | 'overlapped') =>
    timelineSplit(view).reduce((total, { parts }) => total + parts[part], 0);
  expect(sum('computing') + sum('communication') - sum('overlapped')).toBe(laneNs);
}

/** Of a slice of any part. */
function spanOf(view: RankView, slice: number): { startNs: number; endNs: number; source: number } {
  const { part, slice: own } = view.sliceAt(slice);
  const { slices } = part.index;
  return { startNs: slices.startNs[own], endNs: endNsOf(slices, own), source: sourceOf(slices, own) };
}

/** Ns in which at least one of the slices runs. */
function unionNsOf(view: RankView, slices: readonly number[]): number {
  let [unionNs, reachedNs] = [0, Number.NEGATIVE_INFINITY];
  const spans = slices.map((slice) => spanOf(view, slice));
  for (const { startNs, endNs } of spans.sort((a, b) => a.startNs - b.startNs)) {
    unionNs += Math.max(0, endNs - Math.max(startNs, reachedNs));
    reachedNs = Math.max(reachedNs, endNs);
  }
  return unionNs;
}

function busyTasks(view: RankView): number[] {
  return Array.from(deviceTasks(view).slice).filter((slice) => {
    const kind = taskKindOf(view, slice);
    return kind === 'compute' || kind === 'communication';
  });
}

export type Shape = Omit<DemoOptions, 'folder' | 'signal' | 'ranks' | 'steps' | 'seed'>;

/** Of a generated job of that shape: all kernels have a slice. */
export async function checkShape(shape: Shape): Promise<void> {
  const model = { layersPerStage: 1, microBatches: 2 };
  const { folder } = await sharedJob({ ranks: shape.parallel ? 2 : 1, steps: 3, seed: 7, model, ...shape });
  const counts = await checkDump(await sharedContext(folder));
  expect(counts.kernels).toBeGreaterThan(100);
  expect(counts.joined).toBe(counts.kernels);
}
