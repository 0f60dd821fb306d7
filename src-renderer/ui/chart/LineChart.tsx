import { useTranslation } from 'react-i18next';
import { ChartTable } from './ChartTable';
import { lineData } from './chartData';
import type { LineChartProps } from './chartProps';

export function LineChart(props: LineChartProps) {
  const { t } = useTranslation();
  return (
    <ChartTable
      label={props.label}
      data={lineData(props, {
        x: props.xTitle ?? t('ui.chart.time'),
        value: props.yTitle ?? t('ui.chart.value'),
        series: t('ui.chart.series'),
      })}
    />
  );
}
