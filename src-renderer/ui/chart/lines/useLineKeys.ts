import { type KeyboardEvent, useRef, useState } from 'react';
import type { Unit } from '../../../../src-contract';
import { formatExactUnit } from '../../../base/formatUnit';
import { movedRange, zoomedRange } from '../../../base/range';
import { zoomFactors, zoomKeyOf } from '../../../base/zoomKeys';
import type { AxisRange, LineChartProps, LineSeries } from '../chartProps';
import { firstAtLeast, pointAt } from './linePoints';

export interface LineCursor {
  readonly seriesId: string;
  /** Position in the series. */
  readonly at: number;
}

interface LineKeysOptions {
  readonly series: readonly LineSeries[];
  readonly xUnit: Unit;
  readonly yUnit: Unit;
  readonly view: AxisRange;
  readonly extent: AxisRange;
  readonly setView: (view: AxisRange | undefined) => void;
  readonly brush: (range: AxisRange | undefined) => void;
  /** What is marked is there to be zoomed to, as where dragging zooms. */
  readonly zoomsToMark: boolean;
  readonly onPoint: LineChartProps['onPoint'];
  readonly noValue: string;
}

/** A cursor that the arrow keys move over the points: ← → along a line, ↑ ↓ to another, Shift marks a stretch, which Enter zooms to. */
export function useLineKeys(options: LineKeysOptions) {
  const { series, view, extent, setView, brush } = options;
  const [cursor, setCursor] = useState<LineCursor | undefined>(undefined);
  const brushStart = useRef<number | undefined>(undefined);
  const marked = useRef<AxisRange | undefined>(undefined);
  const row = Math.max(
    0,
    series.findIndex(({ id }) => id === cursor?.seriesId),
  );
  const current = series[row];
  const at = cursor?.at ?? -1;

  const moveTo = (target: LineSeries, wanted: number, extendsBrush: boolean) => {
    const next = Math.max(0, Math.min(target.x.length - 1, wanted));
    const x = target.x[next];
    if (x === undefined) return;
    setCursor({ seriesId: target.id, at: next });
    if (x < view.start || x > view.end) {
      const margin = (view.end - view.start) * 0.1;
      setView(movedRange(view, extent, x < view.start ? x - view.start - margin : x - view.end + margin));
    }
    if (extendsBrush) {
      brushStart.current ??= current?.x[at] ?? x;
      const start = brushStart.current;
      marked.current = { start: Math.min(start, x), end: Math.max(start, x) };
      brush(marked.current);
    } else if (options.zoomsToMark) unmark();
    else brushStart.current = undefined;
  };

  const unmark = () => {
    if (brushStart.current === undefined) return false;
    brushStart.current = undefined;
    marked.current = undefined;
    brush(undefined);
    return true;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || current === undefined) return;
    const isNew = cursor === undefined;
    const firstSeen = firstAtLeast(current.x, view.start);
    const page = Math.max(1, Math.round((firstAtLeast(current.x, view.end) - firstSeen) / 10));
    const centre = current.x[at] ?? (view.start + view.end) / 2;
    switch (event.key) {
      case 'ArrowRight':
      case 'ArrowLeft': {
        const step = event.key === 'ArrowRight' ? 1 : -1;
        moveTo(current, isNew ? firstSeen : at + step, event.shiftKey);
        break;
      }
      case 'PageDown':
      case 'PageUp':
        moveTo(current, isNew ? firstSeen : at + (event.key === 'PageDown' ? page : -page), event.shiftKey);
        break;
      case 'Home':
        moveTo(current, 0, event.shiftKey);
        break;
      case 'End':
        moveTo(current, current.x.length - 1, event.shiftKey);
        break;
      case 'ArrowDown':
      case 'ArrowUp': {
        const other = series[(row + (event.key === 'ArrowDown' ? 1 : -1) + series.length) % series.length]!;
        moveTo(other, Math.max(0, pointAt({ x: other.x }, centre)), false);
        break;
      }
      case 'Enter':
        if (options.zoomsToMark && marked.current && marked.current.end > marked.current.start) {
          setView(marked.current);
          unmark();
          break;
        }
        if (isNew || !options.onPoint) return;
        options.onPoint(centre, current.id);
        break;
      case 'Escape':
        if (!unmark()) return;
        break;
      default: {
        const zoom = zoomKeyOf(event);
        if (zoom === undefined) return;
        setView(zoom === 'whole' ? undefined : zoomedRange(view, extent, zoomFactors[zoom], centre));
      }
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const value = current?.y[at];
  const said =
    cursor === undefined || current === undefined || value === undefined
      ? ''
      : [
          current.name,
          formatExactUnit(current.x[at]!, options.xUnit),
          formatExactUnit(value, current.unit ?? options.yUnit) || options.noValue,
        ].join('; ');
  const clear = () => {
    setCursor(undefined);
    if (options.zoomsToMark) unmark();
  };
  return { cursor, said, onKeyDown, clear };
}
