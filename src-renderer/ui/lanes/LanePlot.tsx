import { type PointerEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useTheme } from '../../base/theme/useTheme';
import { movedWithin, orderedRange, type TimeRange, zoomedWithin } from '../../base/timeRange';
import { ChartTooltip, type TooltipContent } from '../chart/ChartTooltip';
import { sizedContext } from '../chart/sizedContext';
import { usePixelRatio } from '../chart/usePixelRatio';
import type { PlotSize } from '../chart/usePlotSize';
import { useWheel } from '../chart/useWheel';
import type { LaneFrame } from './frame';
import {
  type GestureEffect,
  type GestureEvent,
  type GestureState,
  gestureStep,
  idleGesture,
  wheelEffect,
  wheelOf,
} from './gestures';
import { nsAtX, type PlotLayout, type PlotShape, plotLayout, RULER_HEIGHT, rowAtY, rowY, xAtNs } from './plotLayout';
import { type PlotLanes, PlotPainter } from './plotPainter';
import { sliceNear } from './slices';

/** A place in the plot: an instant in a row of a lane, and the slice that is there. */
export interface PlotSpot {
  readonly lane: number;
  readonly row: number;
  readonly ns: number;
  readonly slice: number | undefined;
}

interface LanePlotProps {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly size: PlotSize;
  readonly plot: PlotLanes;
  readonly shape: PlotShape;
  readonly extent: TimeRange;
  readonly view: TimeRange;
  /** Undefined: everything. */
  readonly onView: (view: TimeRange | undefined) => void;
  /** Where the keys are; it is shown in the place of what is under the pointer. */
  readonly cursor: PlotSpot | undefined;
  /** The pointer has moved: to a place, or away. */
  readonly onPointed: (spot: PlotSpot | undefined) => void;
  /** What a tooltip says of a place; undefined: none. */
  readonly tellOf: (spot: PlotSpot) => TooltipContent | undefined;
  readonly onClick?: (spot: PlotSpot) => void;
  /** What dragging in the lanes does: it moves them, or marks a stretch (as it does in the ruler). */
  readonly drag: 'pan' | 'range';
  readonly onRange?: (range: TimeRange) => void;
  readonly decorate?: (frame: LaneFrame, layout: PlotLayout) => void;
}

interface Pointed extends PlotSpot {
  readonly clientX: number;
  readonly clientY: number;
}

/**
 * Lanes over time, drawn as the timeline draws its own and moved by the same gestures: Ctrl + wheel zooms about the pointer,
 * dragging and Shift + wheel move, the wheel goes through lanes that don't fit. Views give the rows and say what a place is.
 */
export function LanePlot(props: LanePlotProps) {
  const { canvas, size, plot, shape, extent, view, onView, cursor } = props;
  const theme = useTheme();
  const box = useRef<HTMLDivElement>(null);
  const painter = useRef<PlotPainter>(undefined);
  const [scroll, setScroll] = useState(0);
  const [pointed, setPointed] = useState<Pointed | undefined>(undefined);
  const [gesture, setGesture] = useState<GestureState>(idleGesture);
  const [range, setRange] = useState<TimeRange | undefined>(undefined);
  const pressed = useRef({ view, scroll });
  const layout = plotLayout(
    size,
    plot.lanes.map(({ rows }) => rows.length),
    shape,
    scroll,
  );
  const shown = cursor ?? pointed;
  const pixelRatio = usePixelRatio();
  useLayoutEffect(() => {
    const context = sizedContext(canvas.current, size, pixelRatio);
    if (!context) return;
    painter.current ??= new PlotPainter();
    const outlined = shown?.slice === undefined ? undefined : { ...shown, slice: shown.slice };
    const pointerNs = shown?.slice === undefined ? shown?.ns : undefined;
    const picture = { plot, layout, view, outlined, range, pointerNs, decorate: props.decorate };
    painter.current.paint(context, picture, theme, pixelRatio);
  });

  const spotAt = (event: PointerEvent): Pointed | undefined => {
    const place = event.currentTarget.getBoundingClientRect();
    const [x, y] = [event.clientX - place.left, event.clientY - place.top];
    const at = rowAtY(layout, y);
    const row = at && plot.lanes[at.lane]?.rows[at.row];
    if (!row || x < layout.left || x > layout.left + layout.width) return undefined;
    const ns = nsAtX(layout, view, x);
    const nsPerPx = (view.endNs - view.startNs) / layout.width;
    const slice = row.kind === 'slices' ? sliceNear(plot.columns, row.first, row.end, ns, nsPerPx) : undefined;
    return { ...at, ns, slice, clientX: event.clientX, clientY: event.clientY };
  };
  const move = (panPx: number, from: TimeRange) => {
    const isWhole = from.startNs <= extent.startNs && from.endNs >= extent.endNs;
    if (!isWhole && panPx !== 0) {
      onView(movedWithin(from, extent, (panPx / layout.width) * (from.endNs - from.startNs)));
    }
  };
  const point = (spot: Pointed | undefined) => {
    setPointed(spot);
    props.onPointed(spot);
  };
  const scrollTo = (top: number) => setScroll(Math.min(layout.maxScroll, Math.max(0, top)));

  const apply = (effect: GestureEffect | undefined, event: PointerEvent) => {
    switch (effect?.kind) {
      case 'pan':
        move(effect.from.x - effect.to.x, pressed.current.view);
        scrollTo(pressed.current.scroll + effect.from.y - effect.to.y);
        break;
      case 'range':
        setRange(orderedRange(effect.fromNs, effect.toNs));
        break;
      case 'zoomToBox':
        onView(movedWithin(orderedRange(effect.fromNs, effect.toNs), extent, 0));
        break;
      case 'click': {
        const spot = spotAt(event);
        if (spot) props.onClick?.(spot);
        break;
      }
    }
  };
  const step = (kind: GestureEvent['kind'], event: PointerEvent) => {
    const place = event.currentTarget.getBoundingClientRect();
    const [x, y] = [event.clientX - place.left, event.clientY - place.top];
    const spot = { x, y, ns: nsAtX(layout, view, x) };
    const next = gestureStep(
      gesture,
      kind === 'down'
        ? {
            kind,
            spot,
            // A stretch is one of all lanes here.
            zone: y < RULER_HEIGHT || event.shiftKey || props.drag === 'range' ? 'ruler' : 'lanes',
            button: event.button === 1 ? 'middle' : 'main',
            altKey: event.altKey,
            shiftKey: false,
            ctrlKey: false,
          }
        : kind === 'cancel'
          ? { kind }
          : { kind, spot },
    );
    setGesture(next.state);
    apply(next.effect, event);
    return next.state;
  };

  useWheel(box, (event) => {
    const place = box.current?.getBoundingClientRect();
    if (!place) return false;
    const effect = wheelEffect(wheelOf(event));
    if (effect.kind === 'zoom') {
      onView(zoomedWithin(view, extent, effect.factor, nsAtX(layout, view, event.clientX - place.left)));
      return true;
    }
    move(effect.panPx, view);
    if (effect.scrollPx !== 0) scrollTo(layout.scroll + effect.scrollPx);
    return effect.panPx !== 0 || layout.maxScroll > 0;
  });

  const place = box.current?.getBoundingClientRect();
  const told = shown && gesture.kind !== 'dragging' ? props.tellOf(shown) : undefined;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are the box's
    <div
      ref={box}
      className={`chart-pointer ${props.onClick && pointed?.slice !== undefined ? 'is-clickable' : ''}`}
      onPointerDown={(event) => {
        if (event.button > 1) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        pressed.current = { view, scroll: layout.scroll };
        step('down', event);
      }}
      onPointerMove={(event) => {
        const state = step('move', event);
        point(state.kind === 'dragging' ? undefined : spotAt(event));
      }}
      onPointerUp={(event) => {
        step('up', event);
        if (range) props.onRange?.(range);
        setRange(undefined);
      }}
      onPointerCancel={(event) => {
        step('cancel', event);
        setRange(undefined);
      }}
      onPointerLeave={() => point(undefined)}
      onDoubleClick={() => onView(undefined)}
    >
      <canvas ref={canvas} className="lane-canvas" aria-hidden />
      {told && place && (
        <ChartTooltip
          {...told}
          clientX={cursor ? place.left + xAtNs(layout, view, cursor.ns) : (pointed?.clientX ?? 0)}
          clientY={cursor ? place.top + rowY(layout, cursor.lane, cursor.row) : (pointed?.clientY ?? 0)}
        />
      )}
    </div>
  );
}
