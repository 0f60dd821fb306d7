/** A group of the table as filters on the kernels. Pure. */
import type { ColumnFilter, GroupingFacts, KernelGrouping, OperatorOverview } from '../../../src-contract';
import type { OpenGroup } from './operatorState';

/** What a row of the groups' table tells of itself. */
export interface GroupRow {
  text(key: string): string;
}

const noGrouping: GroupingFacts = { by: 'type', keys: [], kinds: [] };
/** Columns that tell groups apart but would only make their names long. */
const unnamedKeys = new Set(['inputTypes', 'inputFormats', 'outputTypes', 'outputShapes']);

export function groupingOf({ groupings }: OperatorOverview, by: KernelGrouping): GroupingFacts {
  return groupings.find((grouping) => grouping.by === by) ?? { ...noGrouping, by };
}

export function openGroupOf(row: GroupRow, { keys }: GroupingFacts, isPerRank: boolean, noValue: string): OpenGroup {
  const all = isPerRank ? ['rank', ...keys] : keys;
  const named = all.filter((key) => !unnamedKeys.has(key)).map((key) => row.text(key) || noValue);
  return {
    id: JSON.stringify(all.map((key) => row.text(key))),
    title: [...new Set(named)].join(' · '),
    filters: all.map((column) => ({ kind: 'oneOf', column, values: [row.text(column)] })),
  };
}

/** Keys that are not the same in all of the rows: what all have says nothing of one. The first where there is no other. */
export function tellingKeys(rows: readonly GroupRow[], { keys }: GroupingFacts): readonly string[] {
  const telling = keys.filter((key) => new Set(rows.map((row) => row.text(key))).size > 1);
  return telling.length > 0 ? telling : keys.slice(0, 1);
}

/** Of the open group, or of all that the grouping takes in. */
export function groupFilters(group: OpenGroup | undefined, { kinds }: GroupingFacts): readonly ColumnFilter[] {
  const ofKind: ColumnFilter = { kind: 'oneOf', column: 'kind', values: kinds };
  return [...(kinds.length > 0 ? [ofKind] : []), ...(group?.filters ?? [])];
}

export function stepFilters(step: string | undefined): readonly ColumnFilter[] {
  return step === undefined ? [] : [{ kind: 'oneOf', column: 'step', values: [step] }];
}
