import { type KeyboardEvent, useState } from 'react';
import type { BarPart, StackedBarChartProps } from '../chartProps';
import type { BarSpot } from './barModel';

interface BarKeysOptions {
  /** Positions of the bars in the order they stand. */
  readonly ordered: readonly number[];
  readonly parts: readonly BarPart[];
  /** Bars one below the other: ↑ ↓ go from bar to bar. */
  readonly isLying: boolean;
  readonly onBar: StackedBarChartProps['onBar'];
}

/** A cursor over bars and their parts. */
export function useBarKeys({ ordered, parts, isLying, onBar }: BarKeysOptions) {
  const [cursor, setCursor] = useState<BarSpot | undefined>(undefined);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || ordered.length === 0) return;
    const at = cursor ? ordered.indexOf(cursor.bar) : -1;
    const part = parts.findIndex(({ id }) => id === cursor?.partId);
    const step = stepOf(event.key, isLying);
    let [nextAt, nextPart] = [at, part];
    if (event.key === 'Home') nextAt = 0;
    else if (event.key === 'End') nextAt = ordered.length - 1;
    else if (event.key === 'Enter') {
      if (!cursor || !onBar) return;
      onBar(cursor.bar, cursor.partId);
    } else if (step === undefined) return;
    else {
      nextAt = at + step.bars;
      nextPart = part + step.parts;
    }
    event.preventDefault();
    event.stopPropagation();
    const bar = ordered[Math.max(0, Math.min(ordered.length - 1, nextAt))];
    if (bar === undefined) return;
    // Before the first part: the bar as a whole.
    setCursor({ bar, partId: parts[Math.max(-1, Math.min(parts.length - 1, nextPart))]?.id });
  };
  return { cursor, onKeyDown, clear: () => setCursor(undefined) };
}

function stepOf(key: string, isLying: boolean): { readonly bars: number; readonly parts: number } | undefined {
  const [next, previous, more, fewer] = isLying
    ? ['ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft']
    : ['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown'];
  switch (key) {
    case next:
      return { bars: 1, parts: 0 };
    case previous:
      return { bars: -1, parts: 0 };
    case more:
      return { bars: 0, parts: 1 };
    case fewer:
      return { bars: 0, parts: -1 };
    case 'PageDown':
      return { bars: 10, parts: 0 };
    case 'PageUp':
      return { bars: -10, parts: 0 };
    default:
      return undefined;
  }
}
