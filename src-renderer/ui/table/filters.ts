/** The user's filters: one a column. Pure. */
import type { ColumnFilter, SortKey, Unit } from '../../../src-contract';
import { formatUnit } from '../../base/formatUnit';

export function withFilter(filters: readonly ColumnFilter[], filter: ColumnFilter): readonly ColumnFilter[] {
  return [...withoutFilter(filters, filter.column), ...(isOpen(filter) ? [] : [filter])];
}

export function withoutFilter(filters: readonly ColumnFilter[], column: string): readonly ColumnFilter[] {
  return filters.filter((filter) => filter.column !== column);
}

/** It lets everything pass. */
function isOpen(filter: ColumnFilter): boolean {
  switch (filter.kind) {
    case 'contains':
      return filter.text === '';
    case 'oneOf':
      return filter.values.length === 0;
    case 'range':
      return filter.min === undefined && filter.max === undefined;
  }
}

/** What follows the column's title on a chip. `empty`: how a cell without a text is called. */
export function filterText(filter: ColumnFilter, unit: Unit, empty: string): string {
  switch (filter.kind) {
    case 'contains':
      return `∋ “${filter.text}”`;
    case 'oneOf': {
      const [first = '', ...others] = filter.values;
      return `= ${first === '' ? empty : first}${others.length > 0 ? ` +${others.length}` : ''}`;
    }
    case 'range': {
      const { min, max } = filter;
      if (min !== undefined && min === max) return `= ${formatUnit(min, unit)}`;
      if (min === undefined) return `≤ ${formatUnit(max ?? Number.NaN, unit)}`;
      if (max === undefined) return `≥ ${formatUnit(min, unit)}`;
      return `${formatUnit(min, unit)} – ${formatUnit(max, unit)}`;
    }
  }
}

/**
 * A click on a title: descending first for numbers, ascending first for texts, then the other way, then as the source has
 * it. `isAdded`: the keys before stay and go first.
 */
export function nextSort(
  sort: readonly SortKey[],
  column: string,
  isDescendingFirst: boolean,
  isAdded: boolean,
): readonly SortKey[] {
  const at = sort.findIndex((key) => key.column === column);
  const present = sort[at];
  const next: SortKey | undefined =
    present === undefined || (!isAdded && sort.length > 1)
      ? { column, isDescending: isDescendingFirst }
      : present.isDescending === isDescendingFirst
        ? { column, isDescending: !isDescendingFirst }
        : undefined;
  if (!isAdded) return next ? [next] : [];
  if (present === undefined) return next ? [...sort, next] : sort;
  return next ? sort.with(at, next) : sort.toSpliced(at, 1);
}
