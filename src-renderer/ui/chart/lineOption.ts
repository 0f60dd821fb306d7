import type { EChartsCoreOption } from 'echarts/core';
import type { Unit } from '../../../src-contract';
import { formatAxis } from '../../base/formatUnit';
import { niceStepAtLeast } from '../../base/timeTicks';
import { AXIS_LABEL_SIZE, type AxisScale } from './axisTicks';
import type { ChartColours } from './chartColours';
import type { AxisBand, AxisMark, AxisRange, LineSeries } from './chartProps';
import type { PlotRect } from './lineModel';
import { visiblePoints } from './linePoints';

interface LineOptionParts {
  /** With their colours by position among all, also the hidden ones. */
  readonly series: readonly (LineSeries & { readonly drawnColour: string })[];
  readonly isStacked: boolean;
  readonly rect: PlotRect;
  readonly view: AxisRange;
  readonly xUnit: Unit;
  readonly left: AxisScale;
  readonly leftUnit: Unit;
  readonly leftTitle: string | undefined;
  readonly right: AxisScale | undefined;
  readonly rightUnit: Unit;
  readonly rightTitle: string | undefined;
  readonly bands: readonly AxisBand[];
  readonly marks: readonly AxisMark[];
  readonly colours: ChartColours;
}

export function lineOption(parts: LineOptionParts): EChartsCoreOption {
  const { series, rect, view, xUnit, left, right, colours, isStacked } = parts;
  const stepOfX = niceStep((view.end - view.start) / Math.max(1, rect.width / 100), xUnit);
  const drawn = series.map((one) => ({
    type: 'line',
    id: one.id,
    name: one.name,
    yAxisIndex: right && one.axis === 'right' ? 1 : 0,
    dimensions: ['x', 'y'],
    encode: { x: 'x', y: 'y' },
    data: visiblePoints(one, view, Math.ceil(rect.width / 2)),
    showSymbol: view.end > view.start && one.x.length < rect.width / 40,
    symbol: 'circle',
    symbolSize: 4,
    step: one.isStep ? 'end' : false,
    clip: true,
    silent: true,
    lineStyle: { width: 1.5, type: one.isDashed ? [4, 3] : 'solid' },
    itemStyle: { color: one.drawnColour },
    ...(one.isArea && { areaStyle: { opacity: isStacked ? 1 : 0.16, origin: 'start' } }),
  }));
  return {
    grid: { ...rect, outerBoundsMode: 'none', show: false },
    xAxis: {
      type: 'value',
      min: view.start,
      max: view.end,
      // Not `interval`: with that, ticks are counted from `min` instead of from 0.
      minInterval: stepOfX,
      maxInterval: stepOfX,
      axisLine: { lineStyle: { color: colours.axisLine }, onZero: false },
      axisTick: { show: false },
      splitLine: { lineStyle: { color: colours.gridLine } },
      axisLabel: {
        color: colours.muted,
        fontSize: AXIS_LABEL_SIZE,
        showMinLabel: isOnStep(view.start, stepOfX),
        showMaxLabel: isOnStep(view.end, stepOfX),
        hideOverlap: true,
        formatter: (value: number) => formatAxis(value, xUnit, stepOfX),
      },
    },
    yAxis: [
      valueAxis(left, parts.leftUnit, parts.leftTitle, 'left', colours),
      ...(right ? [valueAxis(right, parts.rightUnit, parts.rightTitle, 'right', colours)] : []),
    ],
    // Each stacked area is drawn from 0: the highest first, the lower ones over it.
    series: [...(isStacked ? drawn.toReversed() : drawn), markSeries(parts.bands, parts.marks, colours)],
  };
}

/** Between two steps, ranks or instants there is none. */
const wholeUnits: readonly Unit[] = ['time', 'duration', 'count', 'rank', 'id'];

const niceStep = (value: number, unit: Unit) =>
  wholeUnits.includes(unit) || value >= 1 ? niceStepAtLeast(value) : 1 / Math.max(1, Math.floor(1 / value));

const isOnStep = (value: number, step: number) => Math.abs(value / step - Math.round(value / step)) < 1e-9;

export function valueAxis(
  scale: AxisScale,
  unit: Unit,
  title: string | undefined,
  position: 'left' | 'right' | 'top' | 'bottom',
  colours: ChartColours,
): object {
  const isUpright = position === 'left' || position === 'right';
  return {
    type: 'value',
    position,
    min: scale.start,
    max: scale.end,
    interval: scale.step,
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { show: position === 'left' || position === 'bottom', lineStyle: { color: colours.gridLine } },
    axisLabel: {
      color: colours.muted,
      fontSize: AXIS_LABEL_SIZE,
      hideOverlap: true,
      formatter: (value: number) => formatAxis(value, unit, scale.step),
    },
    ...(title !== undefined &&
      isUpright && {
        name: title,
        nameLocation: 'end',
        nameGap: 8,
        nameTextStyle: {
          color: colours.muted,
          fontSize: AXIS_LABEL_SIZE,
          align: position,
          padding: position === 'left' ? [0, 0, 0, -60] : [0, -60, 0, 0],
        },
      }),
  };
}

/** Bands and marks hang on a series without points. */
function markSeries(bands: readonly AxisBand[], marks: readonly AxisMark[], colours: ChartColours): object {
  return {
    type: 'line',
    id: '\u0000marks',
    data: [],
    silent: true,
    markArea: {
      silent: true,
      label: { color: colours.muted, fontSize: AXIS_LABEL_SIZE, position: 'insideTop' },
      data: bands.map(({ start, end, label = '', tone = 'plain' }) => [
        {
          name: label,
          xAxis: start,
          itemStyle:
            tone === 'selection'
              ? { color: colours.rangeFill, borderColor: colours.rangeEdge, borderWidth: 1 }
              : tone === 'warning'
                ? { color: colours.warning, opacity: 0.16 }
                : { color: colours.gridLine },
        },
        { xAxis: end },
      ]),
    },
    markLine: {
      silent: true,
      symbol: 'none',
      lineStyle: { color: colours.rangeEdge, type: [3, 3], width: 1 },
      label: { color: colours.muted, fontSize: AXIS_LABEL_SIZE, position: 'end', formatter: '{b}' },
      data: marks.map(({ at, label }) => ({ name: label, xAxis: at })),
    },
  };
}
