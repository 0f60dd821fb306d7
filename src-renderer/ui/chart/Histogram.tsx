import { useTranslation } from 'react-i18next';
import { ChartTable } from './ChartTable';
import { histogramData } from './chartData';
import type { HistogramProps } from './chartProps';

export function Histogram(props: HistogramProps) {
  const { t } = useTranslation();
  return (
    <ChartTable
      label={props.label}
      data={histogramData(props, {
        from: t('ui.chart.from'),
        to: t('ui.chart.to'),
        count: props.countTitle ?? t('ui.chart.count'),
      })}
    />
  );
}
