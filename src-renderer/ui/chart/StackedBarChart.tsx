import { ChartTable } from './ChartTable';
import { barData } from './chartData';
import type { StackedBarChartProps } from './chartProps';

export function StackedBarChart(props: StackedBarChartProps) {
  return (
    <ChartTable
      label={props.label}
      data={barData(
        props,
        props.bars.map((_, bar) => bar),
      )}
    />
  );
}
