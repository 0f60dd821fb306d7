import { type PointerEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTheme } from '../../../base/theme/useTheme';
import { useTextMeasure, widestOf } from '../../useTextMeasure';
import { AXIS_LABEL_SIZE } from '../axisTicks';
import { ChartCanvas, type ChartDrawing } from '../ChartCanvas';
import { ChartTooltip, type TooltipContent } from '../ChartTooltip';
import { useChartColours } from '../chartColours';
import type { HeatMapProps } from '../chartProps';
import { usePixelRatio } from '../usePixelRatio';
import type { PlotSize } from '../usePlotSize';
import { useSame } from '../useSame';
import { useWheel } from '../useWheel';
import { heatRamp, heatScale } from './heatColours';
import { drawHeat } from './heatDraw';
import {
  boxedHeat,
  cellAt,
  cellRect,
  type HeatCell,
  type HeatView,
  heatGrid,
  heatRect,
  movedHeat,
  zoomedHeat,
} from './heatModel';

interface HeatPlotProps {
  readonly drawing: RefObject<ChartDrawing | undefined>;
  readonly chart: HeatMapProps;
  readonly size: PlotSize;
  readonly view: HeatView;
  readonly whole: HeatView;
  readonly onView: (view: HeatView | undefined) => void;
  readonly cursor: HeatCell | undefined;
  readonly onPointed: () => void;
  readonly tellOf: (cell: HeatCell) => TooltipContent;
}

interface Pointed {
  readonly cell: HeatCell;
  readonly clientX: number;
  readonly clientY: number;
}

const DRAG_PIXELS = 5;

export function HeatPlot(props: HeatPlotProps) {
  const { chart, size, view, whole, onView, cursor } = props;
  const {
    rows,
    columns,
    values,
    unit,
    rowTitle,
    columnTitle,
    worse = 'high',
    min,
    max,
    scale: kind,
    marked,
    kinds,
  } = chart;
  const theme = useTheme();
  const colours = useChartColours();
  const box = useRef<HTMLDivElement>(null);
  const measure = useTextMeasure(AXIS_LABEL_SIZE);
  const labelWidth = useMemo(() => widestOf(rows, measure), [rows, measure]);
  const rect = useMemo(() => heatRect(size, labelWidth), [size, labelWidth]);
  const ramp = useMemo(() => heatRamp(theme.name), [theme.name]);
  const scale = useMemo(
    () =>
      heatScale({
        values,
        worse,
        ...(min !== undefined && { min }),
        ...(max !== undefined && { max }),
        ...(kind && { scale: kind }),
      }),
    [values, worse, min, max, kind],
  );
  const pixelRatio = usePixelRatio();
  const grid = useMemo(
    () => heatGrid(values, columns.length, view, scale.stepOf, rect.width * pixelRatio, rect.height * pixelRatio),
    [values, columns.length, view, scale, rect, pixelRatio],
  );
  const picture = useSame({
    size,
    rect,
    view,
    grid,
    values,
    rows,
    columns,
    rowTitle,
    columnTitle,
    unit,
    scale,
    worse,
    ramp,
    colours,
    marked,
    kinds,
  });
  const draw = useCallback((context: CanvasRenderingContext2D) => drawHeat(context, picture), [picture]);

  const [pointed, setPointed] = useState<Pointed | undefined>(undefined);
  const [drag, setDrag] = useState<
    | {
        readonly from: HeatCell;
        readonly startX: number;
        readonly startY: number;
        readonly to: HeatCell;
        readonly isFar: boolean;
      }
    | undefined
  >();
  const isZoomed = view !== whole;
  const rowsPerPixel = (view.rows.end - view.rows.start) / rect.height;
  const columnsPerPixel = (view.columns.end - view.columns.start) / rect.width;

  useWheel(box, (event) => {
    const place = box.current?.getBoundingClientRect();
    if (!place) return false;
    if (event.ctrlKey || event.metaKey) {
      const row = view.rows.start + (event.clientY - place.top - rect.top) * rowsPerPixel;
      const column = view.columns.start + (event.clientX - place.left - rect.left) * columnsPerPixel;
      onView(zoomedHeat(view, whole, Math.exp(event.deltaY * 0.003), row, column));
      return true;
    }
    if (!isZoomed) return false;
    const [across, down] = event.shiftKey ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
    onView(movedHeat(view, whole, down * rowsPerPixel, across * columnsPerPixel));
    return true;
  });
  // What is under the pointer changes when the matrix moves under it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on each change of the view
  useEffect(() => setPointed(undefined), [view]);

  const pointedAt = (event: PointerEvent): Pointed | undefined => {
    const place = event.currentTarget.getBoundingClientRect();
    const cell = cellAt(rect, view, event.clientX - place.left, event.clientY - place.top);
    return cell && { cell, clientX: event.clientX, clientY: event.clientY };
  };
  const shown = cursor ?? pointed?.cell;
  const shownRect = shown && cellRect(rect, view, shown);
  const selectedRect = chart.selected && cellRect(rect, view, chart.selected);
  const place = box.current?.getBoundingClientRect();
  const dragView = drag?.isFar ? boxedHeat(whole, drag.from, drag.to) : undefined;
  const dragRect = drag?.isFar ? unionRect(cellRect(rect, view, drag.from), cellRect(rect, view, drag.to)) : undefined;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are the box's
    <div
      ref={box}
      className={`chart-pointer ${chart.onCell ? 'is-clickable' : ''}`}
      onPointerDown={(event) => {
        const at = pointedAt(event);
        if (event.button !== 0 || !at) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ from: at.cell, to: at.cell, startX: event.clientX, startY: event.clientY, isFar: false });
      }}
      onPointerMove={(event) => {
        const at = pointedAt(event);
        setPointed(at);
        if (cursor) props.onPointed();
        if (!drag) return;
        const far = Math.hypot(event.clientX - drag.startX, event.clientY - drag.startY);
        setDrag({ ...drag, to: at?.cell ?? drag.to, isFar: drag.isFar || far >= DRAG_PIXELS });
      }}
      onPointerUp={() => {
        if (!drag) return;
        setDrag(undefined);
        if (!drag.isFar) chart.onCell?.(drag.from.row, drag.from.column);
        else if (dragView) onView(dragView);
      }}
      onPointerCancel={() => setDrag(undefined)}
      onPointerLeave={() => setPointed(undefined)}
      onDoubleClick={() => onView(undefined)}
    >
      <ChartCanvas size={size} draw={draw} drawing={props.drawing} />
      {selectedRect && <span className="heat-cell is-selected" style={boxStyle(selectedRect)} />}
      {shownRect && <span className={`heat-cell ${cursor ? 'has-cursor' : ''}`} style={boxStyle(shownRect)} />}
      {dragRect && <span className="heat-drag" style={boxStyle(dragRect)} />}
      {shown && !drag?.isFar && place && (
        <ChartTooltip
          {...props.tellOf(shown)}
          clientX={cursor ? place.left + (shownRect ? shownRect.left + shownRect.width : 0) : (pointed?.clientX ?? 0)}
          clientY={cursor ? place.top + (shownRect?.top ?? 0) : (pointed?.clientY ?? 0)}
        />
      )}
    </div>
  );
}

type Box = NonNullable<ReturnType<typeof cellRect>>;

const boxStyle = ({ left, top, width, height }: Box) => ({
  transform: `translate(${left}px, ${top}px)`,
  width: Math.max(3, width),
  height: Math.max(3, height),
});

function unionRect(one: Box | undefined, other: Box | undefined): Box | undefined {
  if (!one || !other) return undefined;
  const [left, top] = [Math.min(one.left, other.left), Math.min(one.top, other.top)];
  const right = Math.max(one.left + one.width, other.left + other.width);
  const bottom = Math.max(one.top + one.height, other.top + other.height);
  return { left, top, width: right - left, height: bottom - top };
}
