import { type MouseEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { unbrokenRange } from '../../../../src-report/unbroken';
import { formatCount } from '../../../base/format';
import { useTextMeasure, widestOf } from '../../useTextMeasure';
import { AXIS_LABEL_SIZE, axisScale } from '../axisTicks';
import { ChartCanvas, type ChartDrawing } from '../ChartCanvas';
import { ChartTooltip, type TooltipContent } from '../ChartTooltip';
import { useChartColours } from '../chartColours';
import type { BarLine, BarPart, StackedBarChartProps } from '../chartProps';
import { xOfPixel } from '../lines/lineModel';
import { yExtent } from '../lines/linePoints';
import type { PlotSize } from '../usePlotSize';
import { useSame } from '../useSame';
import { drawBars } from './barDraw';
import { type BarSpot, barPitch, barRect, barScale, drawnValue, partAt } from './barModel';

interface BarPlotProps {
  readonly chart: StackedBarChartProps;
  readonly parts: readonly (BarPart & { readonly drawnColour: string })[];
  readonly lines: readonly (BarLine & { readonly drawnColour: string })[];
  readonly totals: Float64Array;
  readonly ordered: readonly number[];
  readonly size: PlotSize;
  readonly cursor: BarSpot | undefined;
  /** The pointer is used: the cursor of the keys is not. */
  readonly onPointed: () => void;
  readonly tellOf: (bar: number, partId: string | undefined) => TooltipContent;
  readonly drawing: RefObject<ChartDrawing | undefined>;
}

interface Pointed extends BarSpot {
  readonly clientX: number;
  readonly clientY: number;
}

const none: readonly never[] = [];

/** The bars in sight on a canvas that stays, within a box that scrolls through all of them. */
export function BarPlot(props: BarPlotProps) {
  const { chart, parts, lines, totals, ordered, size, cursor } = props;
  const { bars, unit, mode, lineUnit = 'ratio', direction = 'horizontal', markedBars = none, selectedBar } = chart;
  const labels = chart.labels ?? bars;
  const colours = useChartColours();
  const isLying = direction === 'horizontal';
  const scroller = useRef<HTMLDivElement>(null);
  const [first, setFirst] = useState(0);
  const [pointed, setPointed] = useState<Pointed | undefined>(undefined);

  const measure = useTextMeasure(AXIS_LABEL_SIZE);
  const labelWidth = useMemo(() => widestOf(labels, measure), [labels, measure]);
  // Where not all bars fit, which ones are in sight stands below, left of a lying bar's axis: it needs that room.
  const widestPart = useMemo(
    () => measure(partText(ordered.length, ordered.length, ordered.length)),
    [measure, ordered],
  );
  const rect = useMemo(() => {
    const whole = barRect(size, isLying, labelWidth, lines.length > 0, true);
    const room = isLying ? whole.height : whole.width;
    if (barPitch(ordered.length, room, isLying) * ordered.length <= room + 1e-6) return whole;
    return barRect(size, isLying, Math.max(labelWidth, widestPart), lines.length > 0, false);
  }, [size, isLying, labelWidth, widestPart, lines.length, ordered.length]);
  const room = isLying ? rect.height : rect.width;
  const pitch = barPitch(ordered.length, room, isLying);
  const inSight = Math.max(1, Math.min(ordered.length, Math.floor(room / pitch + 1e-6)));
  const lastFirst = ordered.length - inSight;
  const start = Math.min(first, lastFirst);
  const shown = useMemo(() => ordered.slice(start, start + inSight), [ordered, start, inSight]);

  const scale = useMemo(
    () => barScale(totals, { unit, ...(mode && { mode }) }, isLying ? rect.width : rect.height * 2),
    [totals, unit, mode, isLying, rect],
  );
  const lineScale = useMemo(() => {
    const extent = yExtent(
      lines.map(({ id, name, values }) => ({ id, name, x: new Float64Array(), y: Float64Array.from(values) })),
      false,
    );
    if (!extent) return undefined;
    return axisScale(Math.min(0, extent.least), extent.greatest, lineUnit, isLying ? 5 : 4);
  }, [lines, lineUnit, isLying]);
  const marked = useMemo(() => new Set(markedBars), [markedBars]);
  const picture = useSame({
    size,
    shown,
    first: start,
    bars: labels,
    labelWidth,
    parts,
    lines: lineScale ? lines : none,
    totals,
    mode,
    isLying,
    rect,
    pitch,
    scale,
    unit,
    lineScale,
    lineUnit,
    marked,
    selected: selectedBar,
    colours,
  });
  const draw = useCallback((context: CanvasRenderingContext2D) => drawBars(context, picture), [picture]);

  const scrollTo = (position: number) => {
    const target = Math.max(0, Math.min(lastFirst, position)) * pitch;
    if (scroller.current) scroller.current[isLying ? 'scrollTop' : 'scrollLeft'] = target;
  };
  const cursorAt = cursor ? ordered.indexOf(cursor.bar) : -1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the cursor moves
  useEffect(() => {
    if (cursorAt < 0) return;
    if (cursorAt < start) scrollTo(cursorAt);
    else if (cursorAt >= start + inSight) scrollTo(cursorAt - inSight + 1);
  }, [cursorAt]);

  const spotOf = (event: MouseEvent): Pointed | undefined => {
    const place = scroller.current?.getBoundingClientRect();
    if (!place) return undefined;
    const [x, y] = [event.clientX - place.left, event.clientY - place.top];
    const at = Math.floor((isLying ? y - rect.top : x - rect.left) / pitch);
    const bar = at >= 0 ? shown[at] : undefined;
    const isBeside = isLying ? x > rect.left + rect.width : y > rect.top + rect.height || y < rect.top;
    if (bar === undefined || isBeside) return undefined;
    const value = isLying
      ? xOfPixel(rect, scale, x)
      : scale.start + (1 - (y - rect.top) / rect.height) * (scale.end - scale.start);
    return {
      bar,
      partId: partAt(parts, bar, totals[bar]!, mode, value),
      clientX: event.clientX,
      clientY: event.clientY,
    };
  };

  const spot = cursor ?? pointed;
  const at = spot ? shown.indexOf(spot.bar) : -1;
  const place = scroller.current?.getBoundingClientRect();
  const band = at < 0 ? undefined : bandStyle(at, pitch, rect, isLying);
  const cursorEnd = spot ? endOfPart(parts, spot, totals, mode) : 0;
  const corner = place && {
    clientX:
      place.left +
      rect.left +
      (isLying ? ((cursorEnd - scale.start) / (scale.end - scale.start)) * rect.width : (at + 1) * pitch),
    clientY: place.top + rect.top + (isLying ? (at + 0.5) * pitch : 0),
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are the box's
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div
      ref={scroller}
      // Where it scrolls it is a stop of its own, as everything that scrolls, called after the bars in sight.
      {...(lastFirst > 0
        ? { tabIndex: 0, role: 'group', 'aria-label': partText(start + 1, start + inSight, ordered.length) }
        : { tabIndex: -1 })}
      className={`chart-scroll ${isLying ? 'is-lying' : ''} ${chart.onBar ? 'is-clickable' : ''}`}
      onScroll={(event) => {
        const scrolled = isLying ? event.currentTarget.scrollTop : event.currentTarget.scrollLeft;
        setFirst(Math.round(scrolled / pitch));
      }}
      onMouseMove={(event) => {
        setPointed(spotOf(event));
        if (cursor) props.onPointed();
      }}
      onMouseLeave={() => setPointed(undefined)}
      onClick={(event) => {
        const clicked = spotOf(event);
        if (clicked) chart.onBar?.(clicked.bar, clicked.partId);
      }}
    >
      <div className="chart-sticky" style={{ width: size.width, height: size.height }}>
        {band && <div className="chart-band" style={band} />}
        <ChartCanvas size={size} draw={draw} drawing={props.drawing} />
        {lastFirst > 0 && (
          <span className="chart-part number">{partText(start + 1, start + inSight, ordered.length)}</span>
        )}
      </div>
      <div
        className="chart-scroll-length"
        style={isLying ? { height: size.height + lastFirst * pitch } : { width: size.width + lastFirst * pitch }}
      />
      {spot && at >= 0 && (
        <ChartTooltip
          {...props.tellOf(spot.bar, spot.partId)}
          clientX={cursor ? (corner?.clientX ?? 0) : (pointed?.clientX ?? 0)}
          clientY={cursor ? (corner?.clientY ?? 0) : (pointed?.clientY ?? 0)}
        />
      )}
    </div>
  );
}

const partText = (first: number, last: number, count: number) =>
  `${unbrokenRange(formatCount(first), formatCount(last))} / ${formatCount(count)}`;

function bandStyle(
  at: number,
  pitch: number,
  rect: { left: number; top: number; width: number; height: number },
  isLying: boolean,
) {
  return isLying
    ? { top: rect.top + at * pitch, height: pitch, left: 0, width: rect.left + rect.width }
    : { left: rect.left + at * pitch, width: pitch, top: rect.top, height: rect.height };
}

/** Where the part ends on the axis, or the bar if it is meant as a whole. */
function endOfPart(
  parts: readonly BarPart[],
  { bar, partId }: BarSpot,
  totals: Float64Array,
  mode: StackedBarChartProps['mode'],
): number {
  let end = 0;
  for (const { id, values } of parts) {
    end += drawnValue(values[bar], totals[bar]!, mode);
    if (id === partId) break;
  }
  return end;
}
