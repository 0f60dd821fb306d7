/** What the user has chosen in the Operator view; outlives the tab's being hidden. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ColumnFilter, KernelGrouping, RankIndex, StatisticsKind } from '../../../src-contract';
import type { DumpSession } from '../../session/session';

export type OperatorMode = 'groups' | 'steps' | 'kernels' | 'roofline' | 'frameworkOps' | 'statistics' | 'difference';
/** Several ranks: all kernels in one group, a group of each rank, or one group with a column of each rank. */
export type RankLayout = 'together' | 'perRank' | 'compare';
export type ChartKind = 'pie' | 'bars';
/** One of the profiler's tables, or other files by their name. */
export type TableChoice = StatisticsKind | `other:${string}`;

/** A group whose kernels are listed. */
export interface OpenGroup {
  /** Tells it from others: its values, one a line. */
  readonly id: string;
  readonly title: string;
  readonly filters: readonly ColumnFilter[];
}

export interface OperatorState {
  /** Undefined: the groups, or what there is instead. */
  readonly mode: OperatorMode | undefined;
  /** Undefined: the ranks that the view begins with. */
  readonly ranks: readonly RankIndex[] | undefined;
  /** Text of the column `step`; undefined: all. */
  readonly step: string | undefined;
  readonly by: KernelGrouping;
  readonly layout: RankLayout;
  readonly chart: ChartKind;
  /** What the chart's slices and bars are: the groups of the table, or the cores. */
  readonly chartBy: 'groups' | 'core';
  readonly chartTop: number;
  readonly group: OpenGroup | undefined;
  /** Of the kernels in the mode `kernels`: only these ("Show in Operator", a row of another table). */
  readonly only: OpenGroup | undefined;
  /** Which of the profiler's tables; undefined: the first that there is. */
  readonly statistics: TableChoice | undefined;
  /** The ranks last taken over from another view. */
  readonly takenFocus: readonly RankIndex[] | undefined;
}

const atFirst: OperatorState = {
  mode: undefined,
  ranks: undefined,
  step: undefined,
  by: 'type',
  layout: 'together',
  chart: 'bars',
  chartBy: 'groups',
  chartTop: 10,
  group: undefined,
  only: undefined,
  statistics: undefined,
  takenFocus: undefined,
};

export function operatorState(session: DumpSession): StoreApi<OperatorState> {
  return session.viewState('operator', () => createStore<OperatorState>()(() => atFirst));
}

/** A choice that makes other groups closes the one that is open. */
export function regroup(change: Partial<OperatorState>): Partial<OperatorState> {
  return { ...change, group: undefined };
}

/** The kernels with these values in columns that the kernels have, too. */
export function kernelsWith(values: Readonly<Record<string, string>>): OpenGroup {
  const own = Object.entries(values).filter(([, value]) => value !== '');
  return {
    id: JSON.stringify(own),
    title: [...new Set(own.map(([, value]) => value))].join(' · '),
    filters: own.map(([column, value]) => ({ kind: 'oneOf', column, values: [value] })),
  };
}

/** A job of many ranks begins with its first: reading all of them takes a while. */
const RANKS_AT_FIRST = 16;

export function firstRanks(ranks: readonly RankIndex[]): readonly RankIndex[] {
  return ranks.length <= RANKS_AT_FIRST ? ranks : ranks.slice(0, 1);
}
