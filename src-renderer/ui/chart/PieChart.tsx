import { useTranslation } from 'react-i18next';
import { ChartTable } from './ChartTable';
import { pieData } from './chartData';
import type { PieChartProps } from './chartProps';

export function PieChart(props: PieChartProps) {
  const { t } = useTranslation();
  return (
    <ChartTable
      label={props.label}
      data={pieData(props.slices, props.unit, {
        name: t('ui.chart.name'),
        value: t('ui.chart.value'),
        share: t('ui.chart.share'),
      })}
    />
  );
}
