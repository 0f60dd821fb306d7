import {
  type BesidePart,
  PART_GROUPS,
  type PartGroup,
  type SideChoice,
  type SplitPart,
  type SplitSource,
} from '../../../src-contract';
import type { DumpContext } from '../../model/dumpContext';
import { splitOfRank } from '../../model/splits/rankSplits';
import type { StepRow } from '../../model/splits/stepRows';

/** The steps of one side. */
export interface SideSteps {
  readonly index: SideChoice['rank'];
  readonly rows: readonly StepRow[];
  /** No step is left out. */
  readonly isAll: boolean;
  /** As of `CompareSide`. */
  readonly isLastStep: boolean;
  readonly groups: Readonly<Record<PartGroup, Float64Array>>;
  readonly source: SplitSource;
}

/** Of a comparison’s groups and what stands beside them: the column of the step split. */
const PART_OF: Readonly<Record<PartGroup | BesidePart, SplitPart>> = {
  computing: 'computing',
  exposed: 'notOverlapped',
  free: 'free',
  communication: 'communication',
  overlapped: 'overlapped',
  preparing: 'preparing',
};

/** Undefined: nothing tells where the rank's steps went, or it has no such step. */
export async function stepsOfSide(
  dump: DumpContext,
  { rank: index, step }: SideChoice,
): Promise<SideSteps | undefined> {
  const rank = dump.rankAt(index);
  const split = rank && (await splitOfRank(dump, rank));
  if (!split) return undefined;
  const all = split.rows.filter(({ parts }) => parts.computing + parts.notOverlapped + parts.free > 0);
  const rows = step === 'all' ? all : all.filter((row) => row.step === step);
  if (rows.length === 0) return undefined;
  const groups = Object.fromEntries(PART_GROUPS.map((part) => [part, partColumn(rows, part)]));
  return {
    index,
    rows,
    isAll: rows.length === split.rows.length,
    isLastStep: all.length > 1 && rows.length === 1 && rows[0] === all[all.length - 1],
    groups: groups as SideSteps['groups'],
    source: split.source,
  };
}

/** Of each step, ns. */
export function partColumn(rows: readonly StepRow[], part: PartGroup | BesidePart): Float64Array {
  return Float64Array.from(rows, ({ parts }) => parts[PART_OF[part]]);
}

/**
 * Position among the side’s steps of one with that number; −1: none. Where the profiler marked no steps the only one is the whole
 * recording.
 */
export function positionOf({ rows, isAll }: Pick<SideSteps, 'rows' | 'isAll'>, number: number): number {
  const at = rows.findIndex(({ step }) => Object.is(step, number));
  return at < 0 && rows.length === 1 && isAll && (Number.isNaN(rows[0].step) || Number.isNaN(number)) ? 0 : at;
}
