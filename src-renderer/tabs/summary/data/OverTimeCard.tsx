import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CpuUse, DataPreparation } from '../../../../src-contract';
import type { LineSeries } from '../../../ui/chart/chartProps';
import { LineChart } from '../../../ui/chart/lines/LineChart';
import { OptionPicker } from '../../../ui/controls/OptionPicker';
import { Card } from '../../../ui/layout/Card';

type Shown = 'queue' | 'machine' | 'process' | 'operator' | 'switches';

interface OverTimeProps {
  readonly value: DataPreparation;
  readonly operator: number | undefined;
}

/** The queue of the chosen operator, or the use of the processors, over time. */
export function OverTimeCard({ value, operator }: OverTimeProps) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState<Shown>('queue');
  const own = value.pipeline?.operators.find(({ id }) => id === operator);
  const available: readonly Shown[] = [
    ...(own?.queue ? (['queue'] as const) : []),
    ...(value.cpu ? (['machine', 'process'] as const) : []),
    ...(value.cpu?.operators.some((use) => use.operator === operator) ? (['operator'] as const) : []),
    ...(value.cpu ? (['switches'] as const) : []),
  ];
  const shown = available.includes(wanted) ? wanted : available[0];
  const series = useMemo(() => (shown ? seriesOf(shown, value, operator, t) : []), [shown, value, operator, t]);
  const name = own ? `${own.type} (${own.id})` : '';
  return (
    <Card
      title={t(`summary.data.overTime.${shown ?? 'queue'}`, { operator: name })}
      definition={t(`summary.data.overTimeDefinition.${shown ?? 'queue'}`)}
      size="fill"
      tools={
        available.length > 1 && (
          <OptionPicker
            label={t('summary.data.show')}
            value={shown ?? 'queue'}
            options={available.map((id) => ({ value: id, label: t(`summary.data.shown.${id}`) }))}
            onChange={setWanted}
          />
        )
      }
    >
      <LineChart
        label={t(`summary.data.overTime.${shown ?? 'queue'}`, { operator: name })}
        series={series}
        xUnit="duration"
        xTitle={t('ui.chart.time')}
        yUnit={shown === 'machine' ? 'percent' : shown === 'process' || shown === 'operator' ? 'none' : 'count'}
        emptyText={t(own ? 'summary.data.noQueue' : 'summary.data.chooseOperator')}
      />
    </Card>
  );
}

function seriesOf(
  shown: Shown,
  { pipeline, cpu }: DataPreparation,
  operator: number | undefined,
  t: ReturnType<typeof useTranslation>['t'],
): readonly LineSeries[] {
  const line = (id: string, x: Float64Array, y: Float64Array, colour: number): LineSeries => {
    return { id, name: t(`summary.data.series.${id}`), x, y, colour, isStep: true };
  };
  if (shown === 'queue') {
    const sizes = pipeline?.operators.find(({ id }) => id === operator)?.queue?.sizes ?? new Float64Array();
    const intervalNs = pipeline?.sampleIntervalNs ?? Number.NaN;
    const step = Number.isNaN(intervalNs) ? 1 : intervalNs;
    return [
      line(
        'queue',
        sizes.map((_, at) => at * step),
        sizes,
        0,
      ),
    ];
  }
  if (!cpu) return [];
  const { timesNs, machine } = cpu;
  const percent = (values: Float64Array) => values.map((share) => 100 * share);
  const use = ({ user, system }: CpuUse) => [line('user', timesNs, user, 0), line('system', timesNs, system, 1)];
  switch (shown) {
    case 'machine':
      return [
        line('user', timesNs, percent(machine.user), 0),
        line('system', timesNs, percent(machine.system), 1),
        line('waiting', timesNs, percent(machine.waiting), 2),
        line('idle', timesNs, percent(machine.idle), 3),
      ];
    case 'process':
      return use(cpu.process);
    case 'operator':
      return cpu.operators.filter((own) => own.operator === operator).flatMap(use);
    case 'switches':
      return [line('switches', timesNs, machine.contextSwitches, 0), line('runnable', timesNs, machine.runnable, 1)];
  }
}
