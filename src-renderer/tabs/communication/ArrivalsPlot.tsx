import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommunicationScope } from '../../../src-contract';
import { FailedAnswer } from '../../session/answers/FailedAnswer';
import { StackedBarChart } from '../../ui/chart/bars/StackedBarChart';
import { Card } from '../../ui/layout/Card';
import { peerArrivals, type SeenArrival } from './arrivalBars';
import { type TableColumns, useTableColumns } from './useTableColumns';

interface ArrivalsPlotProps {
  /** Without a single collective: the one at which a rank was waited for longest. */
  readonly scope: CommunicationScope;
}

const columns = ['op', 'step', 'group', 'observer', 'peer', 'isProfiled', 'isOutlying', 'afterNs'];
const longestFirst = [{ column: 'afterNs', isDescending: true }];

/** Who came when to one collective. */
export function ArrivalsPlot({ scope }: ArrivalsPlotProps) {
  const { t } = useTranslation();
  const seen = useTableColumns({ table: 'communication.arrivals', of: scope }, columns, longestFirst);
  const { name, observer, arrivals } = useMemo(() => arrivalsAt(seen.value), [seen.value]);
  const bars = useMemo(
    () =>
      arrivals.map(({ rank, isProfiled }) =>
        isProfiled === 'no' ? `${rank} · ${t('communication.late.notProfiled')}` : String(rank),
      ),
    [arrivals, t],
  );
  const parts = useMemo(
    () => [
      {
        id: 'after',
        name: t('communication.arrivals.after'),
        values: arrivals.map(({ afterNs }) => afterNs),
        colour: 'wait' as const,
      },
    ],
    [arrivals, t],
  );
  if (seen.error !== undefined) return <FailedAnswer answer={seen} />;
  if (seen.value && arrivals.length === 0) return null;
  return (
    <Card
      title={name === '' ? t('communication.page.arrivals') : t('communication.arrivals.plot', { op: name, observer })}
      definition={t('communication.arrivals.plotDefinition')}
      size="fill"
    >
      <StackedBarChart
        label={t('communication.arrivals.plot', { op: name, observer })}
        bars={bars}
        parts={parts}
        unit="duration"
        barTitle={t('communication.scope.rank')}
        isLoading={seen.isAsking}
        markedBars={arrivals.flatMap(({ isOutlying }, at) => (isOutlying ? [at] : []))}
      />
    </Card>
  );
}

/** Of the collective of the first row: the rows are by length of the wait. */
function arrivalsAt(table: TableColumns | undefined) {
  if (!table || table.rowCount === 0) return { name: '', observer: undefined, arrivals: [] };
  const texts = ['op', 'step', 'group', 'isProfiled', 'isOutlying'].map((key) => table.texts(key));
  const [ops, steps, groups, isProfiled, isOutlying] = texts;
  const [observer, peer, afterNs] = ['observer', 'peer', 'afterNs'].map((key) => table.numbers(key));
  const seen: SeenArrival[] = [];
  for (let row = 0; row < table.rowCount; row++) {
    if (ops?.[row] !== ops?.[0] || steps?.[row] !== steps?.[0] || groups?.[row] !== groups?.[0]) continue;
    seen.push({
      observer: observer?.[row] ?? Number.NaN,
      peer: peer?.[row] ?? Number.NaN,
      isProfiled: isProfiled?.[row] ?? '',
      isOutlying: isOutlying?.[row] === 'yes',
      afterNs: afterNs?.[row] ?? Number.NaN,
    });
  }
  return { name: ops?.[0] ?? '', ...peerArrivals(seen) };
}
