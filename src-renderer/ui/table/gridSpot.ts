import type { GridCursor } from './gridKeys';
import { noRows, type RowSelection, selectedPositions, union } from './rowSelection';

/** Where in a grid one is. */
export interface GridSpot {
  readonly cursor: GridCursor;
  readonly selection: RowSelection;
  /** The row that a selection is extended from. */
  readonly anchor: number;
}

/**
 * The same rows in the table's next answer, by their keys in the order of both. A row that is not among them is no longer selected; where
 * the cursor's is gone, it goes to the first that still is, else to the first of all. Pure.
 */
export function followedRows(spot: GridSpot, before: readonly string[], now: readonly string[]): GridSpot {
  const positions = new Map(now.map((key, position) => [key, position]));
  const positionNow = (position: number): number | undefined => {
    const key = before[position];
    return key === undefined ? undefined : positions.get(key);
  };
  const rows = selectedPositions(spot.selection).flatMap((position) => positionNow(position) ?? []);
  const selection = union(
    noRows,
    rows.map((row): RowSelection[number] => [row, row]),
  );
  const otherwise = selection[0]?.[0] ?? 0;
  const { cursor } = spot;
  // The header stays the header.
  const row = cursor.row < 0 ? cursor.row : (positionNow(cursor.row) ?? otherwise);
  return { cursor: { ...cursor, row }, selection, anchor: positionNow(spot.anchor) ?? otherwise };
}
