/** What a key means in the grid. Pure. */

/** Row -1 is the header. */
export interface GridCursor {
  readonly row: number;
  readonly column: number;
}

export type GridAction =
  /** `extends`: the selection grows to there; `isAlone`: the selection stays as it is. */
  | { readonly kind: 'move'; readonly cursor: GridCursor; readonly extends: boolean; readonly isAlone: boolean }
  | { readonly kind: 'activate' }
  | { readonly kind: 'sort'; readonly isAdded: boolean }
  | { readonly kind: 'filter' }
  | { readonly kind: 'toggle' }
  | { readonly kind: 'selectAll' }
  | { readonly kind: 'copy' }
  | { readonly kind: 'menu' };

interface PressedKey {
  readonly key: string;
  /** Of letters the place of the key counts: on every layout it is the same. */
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

interface GridSize {
  readonly rows: number;
  readonly columns: number;
  readonly pageRows: number;
}

/** Undefined: the key is not the grid's. */
export function gridAction(pressed: PressedKey, cursor: GridCursor, size: GridSize): GridAction | undefined {
  const isCommand = pressed.ctrlKey || pressed.metaKey;
  const isHeader = cursor.row < 0;
  if (isCommand && !pressed.altKey) {
    if (pressed.code === 'KeyA') return { kind: 'selectAll' };
    if (pressed.code === 'KeyC') return { kind: 'copy' };
  }
  switch (pressed.key) {
    case 'Enter':
      return isHeader ? { kind: 'sort', isAdded: pressed.shiftKey } : { kind: 'activate' };
    case ' ':
      return isHeader ? { kind: 'sort', isAdded: pressed.shiftKey } : { kind: 'toggle' };
    case 'ContextMenu':
      return { kind: 'menu' };
    case 'F10':
      return pressed.shiftKey ? { kind: 'menu' } : undefined;
    case 'ArrowDown':
      if (pressed.altKey) return { kind: 'filter' };
      break;
  }
  if (pressed.altKey) return undefined;
  const target = moved(pressed.key, isCommand, cursor, size);
  if (target === undefined) return undefined;
  const row = Math.max(-1, Math.min(size.rows - 1, target.row));
  const column = Math.max(0, Math.min(size.columns - 1, target.column));
  const isVertical = row !== cursor.row;
  return {
    kind: 'move',
    cursor: { row, column },
    extends: pressed.shiftKey && isVertical && row >= 0,
    isAlone: !isVertical || row < 0 || (isCommand && !pressed.shiftKey && pressed.key.startsWith('Arrow')),
  };
}

function moved(key: string, isCommand: boolean, { row, column }: GridCursor, size: GridSize): GridCursor | undefined {
  const lastRow = size.rows - 1;
  // From the first row a page up stays in the rows; only the arrow goes to the header.
  const least = Math.min(row, 0);
  switch (key) {
    case 'ArrowDown':
      return { row: row + 1, column };
    case 'ArrowUp':
      return { row: row - 1, column };
    case 'ArrowLeft':
      return { row, column: isCommand ? 0 : column - 1 };
    case 'ArrowRight':
      return { row, column: isCommand ? size.columns - 1 : column + 1 };
    case 'PageDown':
      return { row: Math.min(lastRow, row + size.pageRows), column };
    case 'PageUp':
      return { row: Math.max(least, row - size.pageRows), column };
    case 'Home':
      return isCommand ? { row: Math.min(0, lastRow), column } : { row, column: 0 };
    case 'End':
      return isCommand ? { row: lastRow, column } : { row, column: size.columns - 1 };
    default:
      return undefined;
  }
}
