import type { KernelGrouping, OperatorSteps, StepGroup, StepsQuestion } from '../../../src-contract';
import type { DumpContext } from '../../model/dumpContext';
import { keysOfGrouping } from '../../model/kernels/groupings';
import { kernelTable } from '../../model/kernels/kernels';
import { isStepText } from '../../model/steps/timelineSteps';
import { type ColumnTable, findColumn, numbersOf, textReader } from '../../tables/columnTable';
import { groupRows } from '../../tables/groupRows';
import { needsLaunch, rowsToGroup } from './groups';

/** Shapes that are listed of each group. */
const MAX_SHAPES = 12;
const COLLATOR = new Intl.Collator('en', { numeric: true });

export async function operatorSteps(dump: DumpContext, question: StepsQuestion): Promise<OperatorSteps> {
  const table = await kernelTable(dump, { ranks: question.ranks, withLaunch: needsLaunch(question.by) });
  return stepsOf(table, question);
}

/** Pure; `table` is one of kernels. Kernels outside of any step are left out. */
export function stepsOf(table: ColumnTable, { by, maxGroups }: Omit<StepsQuestion, 'ranks'>): OperatorSteps {
  const stepTexts = textReader(table, 'step');
  const duration = numbersOf(table, 'durationNs');
  if (!stepTexts || !duration) return { steps: [], groups: [], groupCount: 0 };
  const rows = rowsToGroup(table, by, undefined).filter((row) => isStepText(stepTexts(row)));
  const steps = [...new Set(Array.from(rows, stepTexts))].sort(COLLATOR.compare);
  const placeOfStep = new Map(steps.map((step, at) => [step, at]));
  const stepOf = Uint32Array.from(rows, (row) => placeOfStep.get(stepTexts(row)) ?? 0);
  const groups = groupRows(table, keysOfGrouping[by], rows);
  const totals = new Float64Array(groups.count.length);
  for (let i = 0; i < rows.length; i++) totals[groups.groupOf[i]] += duration[rows[i]];
  const top = Array.from(totals.keys())
    .sort((a, b) => totals[b] - totals[a])
    .slice(0, maxGroups);
  const placeOfGroup = new Map(top.map((group, at) => [group, at]));
  const ranksOfStep = countRanks(table, rows, stepOf, steps.length);
  const builders = top.map((group) => new GroupBuilder(keyOf(table, by, groups.firstRow[group]), steps.length));
  const rankOf = numbersOf(table, 'rankIndex');
  const shapes = findColumn(table, 'inputShapes');
  for (let i = 0; i < rows.length; i++) {
    const at = placeOfGroup.get(groups.groupOf[i]);
    if (at === undefined) continue;
    const row = rows[i];
    const shape = shapes?.kind === 'text' ? shapes.codes[row] : undefined;
    builders[at].add(stepOf[i], rankOf?.[row] ?? 0, duration[row], shape);
  }
  const shapeText = (code: number) => (shapes?.kind === 'text' ? shapes.texts[code] : '');
  return {
    steps,
    groups: builders.map((builder) => builder.group(ranksOfStep, shapeText)),
    groupCount: groups.count.length,
  };
}

function keyOf(table: ColumnTable, by: KernelGrouping, row: number): string[] {
  return keysOfGrouping[by].map((key) => textReader(table, key)?.(row) ?? '');
}

/** How many ranks have kernels in each step. */
function countRanks(table: ColumnTable, rows: Uint32Array, stepOf: Uint32Array, stepCount: number): Uint32Array {
  const rankOf = numbersOf(table, 'rankIndex');
  const seen = Array.from({ length: stepCount }, () => new Set<number>());
  for (let i = 0; i < rows.length; i++) seen[stepOf[i]].add(rankOf?.[rows[i]] ?? 0);
  return Uint32Array.from(seen, (ranks) => ranks.size);
}

class GroupBuilder {
  readonly #totalNs: Float64Array;
  readonly #count: Float64Array;
  /** How often each shape occurs in each step. */
  readonly #shapes = new Map<number, Uint32Array>();
  /** Shapes of each rank in each step: whether they change can only be told within a rank. */
  readonly #shapesOfRank = new Map<number, Map<number, Set<number>>>();

  constructor(
    readonly key: readonly string[],
    readonly stepCount: number,
  ) {
    this.#totalNs = new Float64Array(stepCount);
    this.#count = new Float64Array(stepCount);
  }

  add(step: number, rank: number, durationNs: number, shape: number | undefined): void {
    this.#totalNs[step] += Number.isNaN(durationNs) ? 0 : durationNs;
    this.#count[step]++;
    if (shape === undefined) return;
    const counts = this.#shapes.get(shape) ?? new Uint32Array(this.stepCount);
    counts[step]++;
    this.#shapes.set(shape, counts);
    const ofRank = this.#shapesOfRank.get(rank) ?? new Map<number, Set<number>>();
    this.#shapesOfRank.set(rank, ofRank);
    ofRank.set(step, (ofRank.get(step) ?? new Set()).add(shape));
  }

  group(ranksOfStep: Uint32Array, shapeText: (code: number) => string): StepGroup {
    const { key, stepCount } = this;
    const isThere = (step: number) => this.#count[step] > 0;
    const perRank = (values: Float64Array) =>
      values.map((value, step) => (isThere(step) ? value / ranksOfStep[step] : Number.NaN));
    const shapes = [...this.#shapes].sort(([, a], [, b]) => sum(b) - sum(a));
    const shapeCount = new Uint32Array(stepCount);
    for (const [, counts] of shapes)
      for (let step = 0; step < stepCount; step++) if (counts[step] > 0) shapeCount[step]++;
    return {
      key,
      totalNs: perRank(this.#totalNs),
      count: perRank(this.#count),
      shapeCount,
      isDynamic: [...this.#shapesOfRank.values()].some(areDifferent),
      shapes: shapes.slice(0, MAX_SHAPES).map(([code, count]) => ({ text: shapeText(code), count })),
    };
  }
}

function areDifferent(ofStep: ReadonlyMap<number, ReadonlySet<number>>): boolean {
  const [first, ...others] = [...ofStep.values()];
  return others.some((shapes) => shapes.size !== first.size || [...shapes].some((shape) => !first.has(shape)));
}

const sum = (values: Uint32Array) => values.reduce((total, value) => total + value, 0);
