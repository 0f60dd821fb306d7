import { type MouseEvent, type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import { ChartCanvas, type ChartDrawing } from '../ChartCanvas';
import { ChartTooltip, type TooltipContent } from '../ChartTooltip';
import { useChartColours } from '../chartColours';
import type { RooflineChartProps, RoofPoint } from '../chartProps';
import type { PlotSize } from '../usePlotSize';
import { useSame } from '../useSame';
import { type DrawnRoof, drawRoofline } from './roofDraw';
import { pointAtSpot, type RoofScales, radiusOf, spotOf } from './roofModel';

interface RooflinePlotProps {
  readonly chart: RooflineChartProps;
  readonly series: readonly DrawnRoof[];
  readonly points: readonly RoofPoint[];
  readonly scales: RoofScales;
  readonly size: PlotSize;
  /** The point that the keys are on. */
  readonly cursor: RoofPoint | undefined;
  readonly onPointed: () => void;
  readonly tellOf: (point: RoofPoint) => TooltipContent;
  readonly drawing: RefObject<ChartDrawing | undefined>;
}

const GUTTER = { left: 84, right: 14, top: 30, bottom: 40 } as const;

export function RooflinePlot(props: RooflinePlotProps) {
  const { chart, series, points, scales, size, cursor } = props;
  const { memoryBytesPerSecond, xTitle, yTitle, memoryName, onPoint } = chart;
  const colours = useChartColours();
  const box = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<RoofPoint | undefined>(undefined);
  const rect = useMemo(
    () => ({
      left: GUTTER.left,
      top: GUTTER.top,
      width: Math.max(1, size.width - GUTTER.left - GUTTER.right),
      height: Math.max(1, size.height - GUTTER.top - GUTTER.bottom),
    }),
    [size],
  );
  const picture = useSame({
    size,
    rect,
    scales,
    series,
    points,
    memoryBytesPerSecond,
    xTitle,
    yTitle,
    memoryName,
    colours,
  });
  const draw = useCallback((context: CanvasRenderingContext2D) => drawRoofline(context, picture), [picture]);
  const pointOf = (event: MouseEvent): RoofPoint | undefined => {
    const place = event.currentTarget.getBoundingClientRect();
    return pointAtSpot(points, rect, scales, { x: event.clientX - place.left, y: event.clientY - place.top });
  };
  const shown = cursor ?? pointed;
  const spot = shown && spotOf(rect, scales, shown.flopPerByte, shown.flopPerSecond);
  const radius = shown ? radiusOf(shown.share) + 2 : 0;
  const place = box.current?.getBoundingClientRect();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are the box's
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div
      ref={box}
      className={`chart-pointer ${onPoint && pointed ? 'is-clickable' : ''}`}
      onMouseMove={(event) => {
        setPointed(pointOf(event));
        if (cursor) props.onPointed();
      }}
      onMouseLeave={() => setPointed(undefined)}
      onClick={(event) => {
        const chosen = pointOf(event);
        if (chosen) onPoint?.(chosen.id);
      }}
    >
      <ChartCanvas size={size} draw={draw} drawing={props.drawing} />
      {shown && spot && (
        <span
          className={`roof-point ${cursor ? 'has-cursor' : ''}`}
          style={{
            transform: `translate(${spot.x - radius}px, ${spot.y - radius}px)`,
            width: 2 * radius,
            height: 2 * radius,
          }}
        />
      )}
      {shown && spot && place && (
        <ChartTooltip {...props.tellOf(shown)} clientX={place.left + spot.x + radius} clientY={place.top + spot.y} />
      )}
    </div>
  );
}
