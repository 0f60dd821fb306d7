import { type PointerEvent, type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBoth } from '../../../base/formatUnit';
import { movedRange } from '../../../base/range';
import { ChartCanvas, type ChartDrawing } from '../ChartCanvas';
import { ChartTooltip } from '../ChartTooltip';
import { useChartColours } from '../chartColours';
import type { AxisRange, LineChartProps, LineSeries } from '../chartProps';
import type { PlotSize } from '../usePlotSize';
import { useSame } from '../useSame';
import { useWheel } from '../useWheel';
import { drawLines } from './lineDraw';
import { lineRect, pixelOfX, pixelOfY, pointsAt, stackedSeries, valueScale, xOfPixel } from './lineModel';
import type { LineCursor } from './useLineKeys';
import { ZoomBar } from './ZoomBar';

/** CSS pixels of the plot. */
export interface LinePointer {
  readonly x: number;
  readonly y: number;
}

interface LinePlotProps {
  readonly chart: LineChartProps;
  readonly series: readonly (LineSeries & { readonly drawnColour: string })[];
  readonly size: PlotSize;
  readonly view: AxisRange;
  readonly extent: AxisRange;
  readonly isZoomed: boolean;
  readonly onView: (view: AxisRange | undefined) => void;
  readonly onZoom: (factor: number, anchor: number) => void;
  readonly brush: AxisRange | undefined;
  readonly onBrush: ((range: AxisRange | undefined) => void) | undefined;
  readonly pointer: LinePointer | undefined;
  readonly onPointer: (pointer: LinePointer | undefined) => void;
  readonly cursor: LineCursor | undefined;
  readonly describeX: (x: number) => string;
  readonly drawing: RefObject<ChartDrawing | undefined>;
}

/** Less is a click. */
const DRAG_PIXELS = 4;
/** A click this near to a line means it. */
const NEAR_PIXELS = 14;
const none: readonly never[] = [];

export function LinePlot(props: LinePlotProps) {
  const { chart, series, size, view, extent, brush, pointer, cursor, onPointer } = props;
  const { t } = useTranslation();
  const colours = useChartColours();
  const { xUnit = 'time', yUnit, rightUnit, bands = none, marks = none, isStacked = false, yFrom = 'zero' } = chart;
  const box = useRef<HTMLDivElement>(null);
  const hasRight = rightUnit !== undefined;
  const hasTitle = chart.yTitle !== undefined || chart.rightTitle !== undefined;
  const rect = useMemo(() => lineRect(size, hasRight, hasTitle, marks.length > 0), [size, hasRight, hasTitle, marks]);
  const isRight = (one: LineSeries) => hasRight && one.axis === 'right';

  const left = useMemo(
    () =>
      valueScale(
        series.filter((one) => !(hasRight && one.axis === 'right')),
        yUnit,
        { isStacked, yFrom },
        rect.height,
      ),
    [series, hasRight, yUnit, isStacked, yFrom, rect.height],
  );
  const right = useMemo(
    () =>
      rightUnit &&
      valueScale(
        series.filter(({ axis }) => axis === 'right'),
        rightUnit,
        { isStacked: false, yFrom },
        rect.height,
      ),
    [series, rightUnit, yFrom, rect.height],
  );
  const drawn = useMemo(
    () =>
      isStacked ? stackedSeries(series).map((one, at) => ({ ...one, drawnColour: series[at]!.drawnColour })) : series,
    [series, isStacked],
  );
  const shownBands = useMemo(
    () => (brush ? [...bands, { ...brush, tone: 'selection' as const }] : bands),
    [bands, brush],
  );
  const picture = useSame({
    size,
    rect,
    series: drawn,
    isStacked,
    view,
    xUnit,
    left,
    leftUnit: yUnit,
    leftTitle: chart.yTitle,
    right,
    rightUnit: rightUnit ?? 'none',
    rightTitle: chart.rightTitle,
    bands: shownBands,
    marks,
    colours,
  });
  const draw = useCallback((context: CanvasRenderingContext2D) => drawLines(context, picture), [picture]);

  const [drag, setDrag] = useState<
    { readonly from: number; readonly to: number; readonly zooms: boolean } | undefined
  >();
  useWheel(box, (event) => {
    const place = box.current?.getBoundingClientRect();
    if (!place) return false;
    if (event.ctrlKey || event.metaKey) {
      props.onZoom(Math.exp(event.deltaY * 0.003), xOfPixel(rect, view, event.clientX - place.left));
      return true;
    }
    const pixels = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
    if (pixels === 0 || !props.isZoomed) return false;
    props.onView(movedRange(view, extent, (pixels / rect.width) * (view.end - view.start)));
    return true;
  });

  const spotOf = (event: PointerEvent | React.MouseEvent): LinePointer => {
    const place = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - place.left, y: event.clientY - place.top };
  };
  const isInside = ({ x, y }: LinePointer) =>
    x >= rect.left && x <= rect.left + rect.width && y >= rect.top && y <= rect.top + rect.height;
  const clampX = (x: number) => Math.max(rect.left, Math.min(rect.left + rect.width, x));
  const scaleOf = (one: LineSeries) => (right && isRight(one) ? right : left);

  const told = useMemo(() => {
    const target = cursor && series.find(({ id }) => id === cursor.seriesId);
    const x = target && cursor ? target.x[cursor.at] : pointer && xOfPixel(rect, view, pointer.x);
    return x === undefined ? undefined : pointsAt(series, x);
  }, [cursor, pointer, series, rect, view]);

  const click = (spot: LinePointer) => {
    const found = pointsAt(series, xOfPixel(rect, view, spot.x));
    const near = found.points
      .map(({ series: one, at }) => ({ id: one.id, far: Math.abs(pixelOfY(rect, scaleOf(one), one.y[at]!) - spot.y) }))
      .filter(({ far }) => far <= NEAR_PIXELS)
      .sort((a, b) => a.far - b.far)[0];
    if (brush) props.onBrush?.(undefined);
    chart.onPoint?.(found.x, near?.id);
  };

  const place = box.current?.getBoundingClientRect();
  const described = told && chart.describe?.(told.x);
  const tooltip = told && place && (
    <ChartTooltip
      title={described?.title ?? props.describeX(told.x)}
      lines={[
        ...told.points.map(({ series: one, at }) => ({
          label: one.name,
          value:
            formatBoth(one.y[at]!, one.unit ?? (isRight(one) ? (rightUnit ?? yUnit) : yUnit)) || t('ui.chart.noValue'),
          colour: series.find(({ id }) => id === one.id)?.drawnColour ?? colours.text,
          isStrong: one.id === cursor?.seriesId,
        })),
        ...(described?.lines ?? []),
      ]}
      clientX={place.left + (cursor ? pixelOfX(rect, view, told.x) : (pointer?.x ?? 0))}
      clientY={place.top + (cursor ? rect.top : (pointer?.y ?? 0))}
    />
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are the box's
    <div
      ref={box}
      className={`chart-pointer ${chart.onPoint ? 'is-clickable' : ''}`}
      onPointerDown={(event) => {
        const spot = spotOf(event);
        if (event.button !== 0 || !isInside(spot)) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ from: spot.x, to: spot.x, zooms: event.altKey || props.onBrush === undefined });
      }}
      onPointerMove={(event) => {
        const spot = spotOf(event);
        if (drag) setDrag({ ...drag, to: clampX(spot.x) });
        onPointer(isInside(spot) ? spot : undefined);
      }}
      onPointerUp={(event) => {
        if (!drag) return;
        setDrag(undefined);
        const [start, end] = [Math.min(drag.from, drag.to), Math.max(drag.from, drag.to)];
        if (end - start < DRAG_PIXELS) return click(spotOf(event));
        const range = { start: xOfPixel(rect, view, start), end: xOfPixel(rect, view, end) };
        if (drag.zooms) props.onView(range);
        else props.onBrush?.(range);
      }}
      onPointerCancel={() => setDrag(undefined)}
      onPointerLeave={() => onPointer(undefined)}
      onDoubleClick={() => props.onView(undefined)}
    >
      <ChartCanvas size={size} draw={draw} drawing={props.drawing} />
      {told && (
        <div
          className="chart-cursor-line"
          style={{ transform: `translateX(${pixelOfX(rect, view, told.x)}px)`, top: rect.top, height: rect.height }}
        />
      )}
      {told &&
        !isStacked &&
        told.points.map(({ series: one, at }) => (
          <span
            key={one.id}
            className={`chart-dot ${one.id === cursor?.seriesId ? 'has-cursor' : ''}`}
            style={{
              transform: `translate(${pixelOfX(rect, view, told.x)}px, ${pixelOfY(rect, scaleOf(one), one.y[at]!)}px)`,
              backgroundColor: series.find(({ id }) => id === one.id)?.drawnColour,
            }}
          />
        ))}
      {drag && Math.abs(drag.to - drag.from) >= DRAG_PIXELS && (
        <div
          className="chart-drag"
          style={{
            transform: `translateX(${Math.min(drag.from, drag.to)}px)`,
            width: Math.abs(drag.to - drag.from),
            top: rect.top,
            height: rect.height,
          }}
        />
      )}
      {props.isZoomed && <ZoomBar rect={rect} view={view} extent={extent} onView={props.onView} />}
      {!drag && tooltip}
    </div>
  );
}
