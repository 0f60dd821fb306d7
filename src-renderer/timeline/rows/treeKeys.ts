/** Keys of the tree of titles. Pure. */
import type { RowModel, TimelineRow } from './rows';
import { rowLevel } from './rowText';

export type TreeMove = { readonly kind: 'focus' | 'toggle' | 'select'; readonly row: TimelineRow };

/** What a key does, as in every tree; Enter on a lane goes into its slices. */
export function treeKey(code: string, model: RowModel, focusedKey: string | undefined): TreeMove | undefined {
  const index = model.rows.findIndex((row) => row.key === focusedKey);
  const row = model.rows.at(index);
  if (index < 0 || row === undefined) return undefined;
  const focus = (at: number): TreeMove | undefined => {
    const target = at < 0 ? undefined : model.rows.at(at);
    return target === undefined ? undefined : { kind: 'focus', row: target };
  };
  switch (code) {
    case 'ArrowDown':
      return focus(Math.min(model.rows.length - 1, index + 1));
    case 'ArrowUp':
      return focus(Math.max(0, index - 1));
    case 'Home':
      return focus(0);
    case 'End':
      return focus(model.rows.length - 1);
    case 'ArrowRight':
      if (row.isFoldable && row.isFolded) return { kind: 'toggle', row };
      return focus(Math.min(model.rows.length - 1, index + 1));
    case 'ArrowLeft':
      if (row.isFoldable && !row.isFolded) return { kind: 'toggle', row };
      return focus(model.rows.findLastIndex((other, at) => at < index && rowLevel(other) < rowLevel(row)));
    case 'Enter':
      if (row.kind === 'slices') return { kind: 'select', row };
      return row.isFoldable ? { kind: 'toggle', row } : undefined;
    case 'Space':
      return row.isFoldable ? { kind: 'toggle', row } : undefined;
    default:
      return undefined;
  }
}
