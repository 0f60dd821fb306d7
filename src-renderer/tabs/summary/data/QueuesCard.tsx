import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataPreparation } from '../../../../src-contract';
import type { LineSeries } from '../../../ui/chart/chartProps';
import { LineChart } from '../../../ui/chart/lines/LineChart';
import { Segmented } from '../../../ui/controls/Segmented';
import { Card } from '../../../ui/layout/Card';

type Shown = 'sizes' | 'times';

/** What the queues held at each step, and what getting, sending and fetching a batch took. */
export function QueuesCard({ value }: { readonly value: DataPreparation }) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState<Shown>('sizes');
  const hasSizes = value.hostQueue !== undefined || value.deviceQueue !== undefined;
  const hasTimes = value.hostTimes !== undefined || value.fetchTimes !== undefined;
  const shown = wanted === 'times' ? (hasTimes ? 'times' : 'sizes') : hasSizes ? 'sizes' : 'times';
  const series = useMemo((): readonly LineSeries[] => {
    const line = (id: string, steps: Float64Array | undefined, y: Float64Array | undefined, colour: number) =>
      steps && y ? [{ id, name: t(`summary.data.series.${id}`), x: steps, y, colour, isStep: shown === 'sizes' }] : [];
    const { hostQueue, deviceQueue, hostTimes, fetchTimes } = value;
    return shown === 'sizes'
      ? [
          ...line('hostQueue', hostQueue?.steps, hostQueue?.sizes, 0),
          ...line('deviceQueue', deviceQueue?.steps, deviceQueue?.sizes, 1),
        ]
      : [
          ...line('get', hostTimes?.steps, hostTimes?.getNs, 0),
          ...line('send', hostTimes?.steps, hostTimes?.sendNs, 1),
          ...line('fetch', fetchTimes?.steps, fetchTimes?.fetchNs, 2),
        ];
  }, [value, shown, t]);
  return (
    <Card
      title={t(`summary.data.title.${shown}`)}
      definition={t(`summary.data.definition.${shown}`)}
      size="fill"
      tools={
        hasSizes &&
        hasTimes && (
          <Segmented
            label={t('summary.data.show')}
            value={shown}
            options={(['sizes', 'times'] as const).map((id) => ({ value: id, label: t(`summary.data.shown.${id}`) }))}
            onChange={setWanted}
          />
        )
      }
    >
      <LineChart
        label={t(`summary.data.title.${shown}`)}
        series={series}
        xUnit="id"
        xTitle={t('ui.picker.step')}
        yUnit={shown === 'sizes' ? 'count' : 'duration'}
        emptyText={t('summary.data.noQueues')}
      />
    </Card>
  );
}
