/** What is told of a bar. Pure. */
import { formatCount } from '../../../base/format';
import { formatBoth, formatUnit } from '../../../base/formatUnit';
import type { TooltipContent } from '../ChartTooltip';
import type { BarLine, BarPart, StackedBarChartProps } from '../chartProps';

interface BarTooltipParts {
  readonly chart: StackedBarChartProps;
  readonly parts: readonly (BarPart & { readonly drawnColour: string })[];
  readonly lines: readonly (BarLine & { readonly drawnColour: string })[];
  readonly totals: Float64Array;
  readonly bar: number;
  /** The part that is meant, told with all its digits. */
  readonly partId: string | undefined;
  readonly totalName: string;
}

/** Every part with its share, the total, the lines. */
export function barTooltip({ chart, parts, lines, totals, bar, partId, totalName }: BarTooltipParts): TooltipContent {
  const { unit, lineUnit = 'ratio' } = chart;
  const total = totals[bar] ?? 0;
  const write = (value: number, isStrong: boolean) => {
    const text = isStrong ? formatBoth(value, unit) : formatUnit(value, unit);
    return total > 0 ? `${text} · ${formatCount((100 * value) / total, 1)} %` : text;
  };
  const valued = parts.flatMap((part) => {
    const value = part.values[bar];
    return value === undefined || Number.isNaN(value) ? [] : { part, value };
  });
  return {
    title: chart.bars[bar] ?? '',
    lines: [
      ...valued.map(({ part, value }) => ({
        label: part.name,
        value: write(value, part.id === partId),
        colour: part.drawnColour,
        isStrong: part.id === partId,
      })),
      ...(valued.length > 1 ? [{ label: totalName, value: formatBoth(total, unit) }] : []),
      ...lines.map(({ name, values, drawnColour }) => ({
        label: name,
        value: formatBoth(values[bar] ?? Number.NaN, lineUnit),
        colour: drawnColour,
      })),
    ],
  };
}
