import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Change,
  type CompareReport,
  type CompareSide,
  PART_GROUPS,
  type RankIndex,
} from '../../../../src-contract';
import { compareSides } from '../../../../src-worker/analysis/compare/compareSides';
import { compareSide } from '../../../../src-worker/analysis/compare/sideRecord';
import { sharedContext } from '../../../fixtures/dumpContext';
import { describeDumps, dumpPath } from '../../../fixtures/dumps';
import { openJob } from '../faults/faultJobs';

const US = 1000;

async function sideOf(path: string, rank: number, step: number | 'all' = 'all'): Promise<CompareSide> {
  const side = await compareSide(await sharedContext(path), { rank: rank as RankIndex, step });
  if (!side) throw new Error(`No side of rank ${rank}`);
  return side;
}

/** Parts sum to their groups, and groups to the step, step by step and in the difference: what is off, in ns. */
function gaps(side: CompareSide, { step, groups }: CompareReport): number[] {
  const sum = (all: readonly Change[]) => all.reduce((ns, { delta }) => ns + delta, 0);
  return [
    ...PART_GROUPS.flatMap((group) =>
      Array.from(side.groups[group], (ns, at) =>
        side.parts.reduce((left, part) => (part.group === group ? left - part.ns[at] : left), ns),
      ),
    ),
    ...groups.map(({ change, parts }) => change.delta - sum(parts.map((part) => part.change))),
    step.delta - sum(groups.map(({ change }) => change)),
  ];
}

const apart = (side: CompareSide, report: CompareReport) => gaps(side, report).filter((ns) => !(Math.abs(ns) < US));
const part = ({ groups }: CompareReport, name: string) =>
  groups.flatMap(({ parts }) => parts).find((own) => own.name === name)?.change;

describeDumps('rank 1 against rank 0 (analyses.md §7)', () => {
  let report: CompareReport;
  let a: CompareSide;
  beforeAll(async () => {
    const path = dumpPath('ascend/text_level1_2ranks');
    a = await sideOf(path, 1);
    report = compareSides(a, await sideOf(path, 0));
  });

  test('the step, its parts and matmul as they are given', () => {
    const { step, groups, families } = report;
    const changes = [step, ...groups.slice(1).map(({ change }) => change), families[0].change];
    expect(families[0].family).toBe('matmul');
    expect(
      changes.map((own) => [own.a / 1e6, own.b / 1e6, own.b / own.a].map((value) => Number(value.toFixed(4)))),
    ).toEqual([
      [131.9126, 136.581, 1.0354],
      [96.359, 101.9632, 1.0582],
      [26.6753, 25.7441, 0.9651],
      [1.0886, 1.0661, 0.9794],
    ]);
    // One step a side: nobody knows what is chance.
    expect(step.interval).toBeUndefined();
  });

  test('parts sum to the difference, to 1 µs; waiting has it', () => {
    expect(apart(a, report)).toEqual([]);
    expect((part(report, 'waiting')?.b ?? 0) / 1e6).toBeCloseTo(98.249, 3);
    expect((part(report, 'waiting')?.a ?? 0) / 1e6).toBeCloseTo(92.548, 3);
    expect(part(report, 'compile')?.delta).toBeLessThan(0);
  });

  test('all ops match, each with its slices; kernels by type and shapes have those of their longest call', async () => {
    expect(report.ops).toMatchObject({ from: 'ops', stepA: 50, stepB: 50, matchedCount: 115, onlyA: 0, onlyB: 0 });
    expect(report.ops?.ops.filter(({ sliceA, sliceB }) => sliceA?.rank !== 1 || sliceB?.rank !== 0)).toEqual([]);
    const transData = report.kernels.find(({ shapes }) => shapes === '32,384,13,13');
    expect(transData).toMatchObject({ type: 'TransData', countA: 4, countB: 4, verdict: 'same' });
    const view = await (await sharedContext(dumpPath('ascend/text_level1_2ranks'))).timeline(0);
    const longest = view?.summary(transData?.sliceB?.slice ?? -1);
    expect(longest?.name).toMatch(/TransData/);
    expect(longest?.durationNs).toBeGreaterThanOrEqual(transData?.call.b ?? Number.NaN);
  });
});

describeDumps('sides that tell less', () => {
  test('without timelines: kernels stand for the ops, exposed and Free are whole', async () => {
    const path = dumpPath('ascend/pp2_dp2_4ranks_no_timeline');
    const a = await sideOf(path, 0);
    const report = compareSides(a, await sideOf(path, 2));
    expect(report.groups.map(({ parts }) => parts.length > 1)).toEqual([true, false, false]);
    expect(apart(a, report)).toEqual([]);
    expect(report.groups[0].change.b / report.groups[0].change.a).toBeCloseTo(400448.26 / 231290.1, 6);
    expect(report.ops?.from).toBe('kernels');
    // Rank 1 has no kernels: what only one side tells is no part.
    expect(compareSides(a, await sideOf(path, 1)).groups[0].parts).toMatchObject([{ kind: 'untold' }]);
  });

  test('text against database of the same kind of run, and GPUs', async () => {
    const text = await sideOf(dumpPath('ascend/text_level1_2ranks'), 1);
    const database = compareSides(text, await sideOf(dumpPath('ascend/db_level1_2ranks'), 1));
    expect(apart(text, database)).toEqual([]);
    expect(database.ops).toMatchObject({ from: 'ops', matchedCount: 115, onlyA: 0, onlyB: 0 });
    expect(database.kernels.filter(({ verdict }) => verdict.startsWith('only'))).toEqual([]);
    const gpu = await sideOf(dumpPath('kineto/dlrm_8ranks_v100'), 0);
    expect(apart(gpu, compareSides(gpu, await sideOf(dumpPath('kineto/dlrm_8ranks_v100'), 1)))).toEqual([]);
  });

  test('a step that is not there, a rank that is not there', async () => {
    const dump = await sharedContext(dumpPath('ascend/text_level1_2ranks'));
    expect(await compareSide(dump, { rank: 0 as RankIndex, step: 7 })).toBeUndefined();
    expect(await compareSide(dump, { rank: 9 as RankIndex, step: 'all' })).toBeUndefined();
  });
});

describe('a job of several steps', () => {
  let folder: string;
  beforeAll(async () => {
    // The same as the findings’ own test has.
    ({ folder } = await openJob([{ kind: 'slow-rank', rank: 3, factor: 1.6 }]));
  });

  test('steps are repeats: a slow rank computes longer for certain, its peers wait for it', async () => {
    const a = await sideOf(folder, 1);
    const report = compareSides(a, await sideOf(folder, 3));
    expect(apart(a, report)).toEqual([]);
    expect(a.steps.length).toBe(5);
    const [computing, exposed] = report.groups.map(({ change }) => change);
    expect(computing.interval?.low).toBeGreaterThan(0);
    expect(computing.interval?.high).toBeGreaterThan(computing.delta);
    expect(exposed.interval?.high).toBeLessThan(0);
    expect(report.kernels.filter(({ verdict }) => verdict === 'slower').length).toBeGreaterThan(0);
  });

  test('two steps of one rank, by their own parts', async () => {
    const all = await sideOf(folder, 0);
    const [first, second] = [await sideOf(folder, 0, all.steps[1]), await sideOf(folder, 0, all.steps[2])];
    const report = compareSides(first, second);
    expect(apart(first, report)).toEqual([]);
    // A part of one step is that step’s value of the same part of all of them.
    const wrong = first.parts.filter((own) => {
      const whole = all.parts.find((one) => one.group === own.group && one.kind === own.kind && one.name === own.name);
      return !(Math.abs((whole?.ns[1] ?? Number.NaN) - own.ns[0]) < 1);
    });
    expect(wrong).toEqual([]);
    expect(report.step.interval).toBeUndefined();
    expect(report.ops).toMatchObject({ stepA: all.steps[1], stepB: all.steps[2], onlyA: 0, onlyB: 0 });
  });
});

describeDumps('the steps of one recording', () => {
  test('the last one alone is known as such: it has no Free up to the next', async () => {
    const path = dumpPath('kineto/h100_transformer');
    const sides = await Promise.all([1, 2, 3, 'all' as const].map((step) => sideOf(path, 0, step)));
    expect(sides.map(({ isLastStep }) => isLastStep)).toEqual([false, false, true, false]);
    const { a, b, step } = compareSides(sides[1], sides[2]);
    expect([a.isLastStep, b.isLastStep, step.delta < 0]).toEqual([false, true, true]);
  });

  test('the only one is not the last of several', async () => {
    expect((await sideOf(dumpPath('ascend/text_level1_2ranks'), 0, 50)).isLastStep).toBe(false);
  });
});
