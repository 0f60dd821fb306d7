/**
 * Selected rows as stretches of positions: selecting all of a million rows is one stretch. Sorted, disjoint, not adjacent;
 * both ends belong to a stretch. Pure.
 */
export type RowSelection = readonly (readonly [first: number, last: number])[];

export const noRows: RowSelection = [];

export const stretch = (one: number, other: number): RowSelection => [[Math.min(one, other), Math.max(one, other)]];

export function isRowSelected(selection: RowSelection, row: number): boolean {
  return selection.some(([first, last]) => row >= first && row <= last);
}

export function selectedCount(selection: RowSelection): number {
  return selection.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}

/** One by one: not of a selection of millions. */
export function selectedPositions(selection: RowSelection): readonly number[] {
  return selection.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at));
}

export function withRow(selection: RowSelection, row: number): RowSelection {
  return union(selection, [[row, row]]);
}

export function withoutRow(selection: RowSelection, row: number): RowSelection {
  return selection.flatMap(([first, last]): RowSelection => {
    if (row < first || row > last) return [[first, last]];
    const parts: (readonly [number, number])[] = [];
    if (first < row) parts.push([first, row - 1]);
    if (row < last) parts.push([row + 1, last]);
    return parts;
  });
}

export function toggledRow(selection: RowSelection, row: number): RowSelection {
  return isRowSelected(selection, row) ? withoutRow(selection, row) : withRow(selection, row);
}

export function union(one: RowSelection, other: RowSelection): RowSelection {
  const merged: [number, number][] = [];
  for (const [first, last] of [...one, ...other].sort(([a], [b]) => a - b)) {
    const before = merged.at(-1);
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else merged.push([first, last]);
  }
  return merged;
}
