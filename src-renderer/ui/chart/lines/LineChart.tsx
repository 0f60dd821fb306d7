import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatExactUnit } from '../../../base/formatUnit';
import { zoomedRange } from '../../../base/range';
import { ChartBox } from '../ChartBox';
import { type ChartDrawing, pictureOf } from '../ChartCanvas';
import { useChartColours } from '../chartColours';
import { lineData } from '../chartData';
import type { AxisRange, LineChartProps } from '../chartProps';
import { ZoomReset } from '../ZoomReset';
import { LinePlot, type LinePointer } from './LinePlot';
import { xExtent } from './linePoints';
import { useLineKeys } from './useLineKeys';

const wholeOfNothing: AxisRange = { start: 0, end: 1 };

/**
 * Lines over time (or anything else), with exact values under the pointer. Ctrl + wheel zooms, Shift + wheel moves, dragging
 * brushes (zooms where nobody listens to the brush), a double click shows everything.
 */
export function LineChart(props: LineChartProps) {
  const { t } = useTranslation();
  const { series, xUnit = 'time', yUnit, onViewChange, onBrush, onPoint } = props;
  const colours = useChartColours();
  const drawing = useRef<ChartDrawing>(undefined);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const shown = useMemo(() => series.filter(({ id }) => !hidden.has(id)), [series, hidden]);
  const isStacked = props.isStacked ?? false;

  const dataExtent = useMemo(() => xExtent(series), [series]);
  const extent = props.extent ?? dataExtent ?? wholeOfNothing;
  const [ownView, setOwnView] = useState<AxisRange | undefined>(undefined);
  const isControlled = onViewChange !== undefined;
  const zoomed = isControlled ? props.view : ownView;
  const view = zoomed ?? extent;
  const setView = isControlled ? onViewChange : setOwnView;

  const [pointer, setPointer] = useState<LinePointer | undefined>(undefined);
  const [ownBrush, setOwnBrush] = useState<AxisRange | undefined>(undefined);
  const brush = props.brush ?? ownBrush;
  const brushTo = (range: AxisRange | undefined) => {
    setOwnBrush(range);
    onBrush?.(range);
  };
  const keys = useLineKeys({
    series: shown,
    xUnit,
    yUnit,
    view,
    extent,
    setView,
    brush: brushTo,
    zoomsToMark: onBrush === undefined,
    onPoint,
    noValue: t('ui.chart.noValue'),
  });

  const xTitle = props.xTitle ?? t(xUnit === 'time' ? 'ui.chart.time' : 'ui.chart.value');
  const data = useMemo(
    () => lineData({ series, xUnit, yUnit }, { x: xTitle, value: t('ui.chart.value'), series: t('ui.chart.series') }),
    [series, xUnit, yUnit, xTitle, t],
  );
  const legend = useMemo(
    () =>
      series.map(({ id, name, colour }, at) => ({
        id,
        name,
        colour: isStacked ? colours.fill(colour, at) : colours.line(colour, at),
        isLine: !isStacked,
      })),
    [series, colours, isStacked],
  );
  const drawn = useMemo(
    () => shown.map((one) => ({ ...one, drawnColour: legend.find(({ id }) => id === one.id)?.colour ?? colours.text })),
    [shown, legend, colours],
  );

  return (
    <ChartBox
      {...props}
      data={data}
      legend={legend}
      hidden={hidden}
      onHidden={setHidden}
      isEmpty={dataExtent === undefined}
      help={`${t('ui.chart.keysHelp')} ${t(onBrush ? 'ui.chart.brushHelp' : 'ui.chart.markHelp')}`}
      said={keys.said}
      onKeyDown={(event: KeyboardEvent) => {
        setPointer(undefined);
        keys.onKeyDown(event);
      }}
      onBlur={keys.clear}
      canvasOf={() => pictureOf(drawing)}
      tools={zoomed && <ZoomReset onClick={() => setView(undefined)} />}
    >
      {(size) => (
        <LinePlot
          chart={props}
          series={drawn}
          size={size}
          view={view}
          extent={extent}
          isZoomed={zoomed !== undefined}
          onView={setView}
          onZoom={(factor, anchor) => setView(zoomedRange(view, extent, factor, anchor))}
          brush={brush}
          onBrush={onBrush && brushTo}
          pointer={pointer}
          onPointer={(next) => {
            setPointer(next);
            if (next) keys.clear();
          }}
          cursor={keys.cursor}
          describeX={(x) => formatExactUnit(x, xUnit)}
          drawing={drawing}
        />
      )}
    </ChartBox>
  );
}
