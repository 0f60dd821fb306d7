import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatUnit } from '../../base/formatUnit';
import type { HistogramProps } from './chartProps';
import { StackedBarChart } from './StackedBarChart';

/** How often values of each size come: one bar a bin, all equally wide, whatever the bin's width. */
export function Histogram(props: HistogramProps) {
  const { t } = useTranslation();
  const { edges, counts, unit, countUnit = 'count', colour, onBin } = props;
  const bars = useMemo(
    () => Array.from(counts, (_, bin) => `${formatUnit(edges[bin]!, unit)} – ${formatUnit(edges[bin + 1]!, unit)}`),
    [counts, edges, unit],
  );
  const labels = useMemo(() => Array.from(counts, (_, bin) => formatUnit(edges[bin]!, unit)), [counts, edges, unit]);
  const countTitle = props.countTitle ?? t('ui.chart.count');
  const parts = useMemo(
    () => [{ id: 'count', name: countTitle, values: counts, ...(colour !== undefined && { colour }) }],
    [countTitle, counts, colour],
  );
  return (
    <StackedBarChart
      {...props}
      bars={bars}
      labels={labels}
      parts={parts}
      unit={countUnit}
      barTitle={props.xTitle ?? t('ui.chart.value')}
      direction="vertical"
      hasOrder={false}
      {...(onBin && { onBar: (bin: number) => onBin(bin) })}
    />
  );
}
