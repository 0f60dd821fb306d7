import { useRef } from 'react';
import { movedRange } from '../../../base/range';
import type { AxisRange } from '../chartProps';
import type { PlotRect } from './lineModel';

interface ZoomBarProps {
  readonly rect: PlotRect;
  readonly view: AxisRange;
  readonly extent: AxisRange;
  readonly onView: (view: AxisRange) => void;
}

/** Which part of everything is shown; dragging its thumb moves it. For the pointer: the keys move the cursor instead. */
export function ZoomBar({ rect, view, extent, onView }: ZoomBarProps) {
  const drag = useRef<{ readonly clientX: number; readonly view: AxisRange } | undefined>(undefined);
  const whole = extent.end - extent.start || 1;
  const left = ((view.start - extent.start) / whole) * rect.width;
  const width = Math.max(8, ((view.end - view.start) / whole) * rect.width);
  return (
    <div
      className="zoom-bar"
      style={{ left: rect.left, width: rect.width, top: rect.top + rect.height - 5 }}
      aria-hidden
    >
      <div
        className="zoom-thumb"
        style={{ width, transform: `translateX(${Math.min(left, rect.width - width)}px)` }}
        onPointerDown={(event) => {
          event.stopPropagation();
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.current = { clientX: event.clientX, view };
        }}
        onPointerMove={(event) => {
          if (!drag.current) return;
          event.stopPropagation();
          const by = ((event.clientX - drag.current.clientX) / rect.width) * whole;
          onView(movedRange(drag.current.view, extent, by));
        }}
        onPointerUp={(event) => {
          event.stopPropagation();
          drag.current = undefined;
        }}
        onPointerCancel={() => {
          drag.current = undefined;
        }}
      />
    </div>
  );
}
