import type { EChartsCoreOption } from 'echarts/core';
import type { Unit } from '../../../src-contract';
import { formatAxis } from '../../base/formatUnit';
import { AXIS_LABEL_SIZE, type AxisScale } from './axisTicks';
import { drawnValue } from './barModel';
import type { ChartColours } from './chartColours';
import type { BarLine, BarPart, StackedBarChartProps } from './chartProps';
import type { PlotRect } from './lineModel';

interface BarOptionParts {
  /** Positions of the bars in sight, in their order. */
  readonly shown: readonly number[];
  readonly bars: readonly string[];
  readonly parts: readonly (BarPart & { readonly drawnColour: string })[];
  readonly lines: readonly (BarLine & { readonly drawnColour: string })[];
  readonly totals: Float64Array;
  readonly mode: StackedBarChartProps['mode'];
  readonly isLying: boolean;
  readonly rect: PlotRect;
  /** Of one bar with its gap. */
  readonly pitch: number;
  readonly scale: AxisScale;
  readonly unit: Unit;
  readonly lineScale: AxisScale | undefined;
  readonly lineUnit: Unit;
  readonly marked: ReadonlySet<number>;
  readonly selected: number | undefined;
  readonly colours: ChartColours;
}

/** Only the bars in sight are in it; the axis of values is that of all. */
export function barOption(parts: BarOptionParts): EChartsCoreOption {
  const { shown, bars, totals, mode, isLying, rect, pitch, colours, marked, selected } = parts;
  const labelColour = (bar: number) =>
    bar === selected ? colours.text : marked.has(bar) ? colours.warning : colours.muted;
  const nameAxis = {
    type: 'category',
    data: shown.map((bar, at) => ({ value: String(at), bar })),
    inverse: isLying,
    axisTick: { show: false },
    axisLine: { lineStyle: { color: colours.axisLine } },
    axisLabel: {
      color: (_: string, at: number) => labelColour(shown[at]!),
      fontSize: AXIS_LABEL_SIZE,
      interval: isLying ? 0 : 'auto',
      ...(isLying && { width: rect.left - 14, overflow: 'truncate' }),
      hideOverlap: true,
      formatter: (_: string, at: number) => bars[shown[at]!] ?? '',
    },
  };
  const values = valueAxis(
    parts.scale,
    mode === 'share' ? 'percent' : parts.unit,
    undefined,
    isLying ? 'bottom' : 'left',
    colours,
  );
  const lineAxis =
    parts.lineScale && valueAxis(parts.lineScale, parts.lineUnit, undefined, isLying ? 'top' : 'right', colours);
  const valueAxes = lineAxis ? [values, lineAxis] : [values];
  // The band of the last bar need not be full: bars keep their pitch.
  const length = shown.length * pitch;
  const grid = isLying
    ? { ...rect, height: Math.min(rect.height, length) }
    : { ...rect, width: Math.min(rect.width, length) };
  return {
    grid: { ...grid, outerBoundsMode: 'none' },
    xAxis: isLying ? valueAxes : nameAxis,
    yAxis: isLying ? nameAxis : valueAxes,
    series: [
      ...parts.parts.map((part) => ({
        type: 'bar',
        id: part.id,
        name: part.name,
        stack: 'all',
        silent: true,
        barWidth: Math.max(1, Math.min(22, pitch * 0.72)),
        itemStyle: { color: part.drawnColour },
        data: shown.map((bar) => drawnValue(part.values[bar], totals[bar]!, mode)),
      })),
      // Each line twice: broad in the colour of the background, so that it stands out from the bars, then itself.
      ...parts.lines.flatMap((line) => {
        const common = {
          type: 'line',
          silent: true,
          ...(isLying ? { xAxisIndex: 1 } : { yAxisIndex: 1 }),
          data: shown.map((bar, at) => {
            const value = line.values[bar] ?? Number.NaN;
            return isLying ? [value, at] : [at, value];
          }),
        };
        return [
          {
            ...common,
            id: `${line.id}\u0000edge`,
            showSymbol: false,
            lineStyle: { width: 4, color: colours.surface },
            z: 4,
          },
          {
            ...common,
            id: line.id,
            name: line.name,
            symbol: 'circle',
            symbolSize: 6,
            showSymbol: pitch >= 12,
            lineStyle: { width: 2, color: line.drawnColour },
            itemStyle: { color: line.drawnColour, borderColor: colours.surface, borderWidth: 1 },
            z: 5,
          },
        ];
      }),
    ],
  };
}

function valueAxis(
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
