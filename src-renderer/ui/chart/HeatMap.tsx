import { useTranslation } from 'react-i18next';
import { ChartTable } from './ChartTable';
import { heatMapData } from './chartData';
import type { HeatMapProps } from './chartProps';

export function HeatMap(props: HeatMapProps) {
  const { t } = useTranslation();
  return <ChartTable label={props.label} data={heatMapData(props, t('ui.chart.value'))} />;
}
