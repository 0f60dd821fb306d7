import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommunicationScope } from '../../../src-contract';
import { FailedAnswer } from '../../session/answers/FailedAnswer';
import { HeatMap } from '../../ui/chart/heat/HeatMap';
import { Card } from '../../ui/layout/Card';
import { arrivalGrid } from './arrivalGrid';
import { type TableColumns, useTableColumns } from './useTableColumns';

interface ArrivalsMapProps {
  readonly scope: CommunicationScope;
  readonly onPick: (scope: CommunicationScope) => void;
}

const columns = ['op', 'step', 'groupKey', 'observer', 'peer', 'isProfiled', 'isOutlying', 'afterNs', 'arrivedNs'];
const longestFirst = [{ column: 'afterNs', isDescending: true }];

/** Frames around narrower cells would hide their colours. */
const MOST_FRAMED = 40;

/** Below a column there is little room. */
const shortName = (op: string): string => op.replace(/^hcom_/, '');

/** Who came how late to all collectives: a rank that is late again and again is a row, a moment at which many are a column. */
export function ArrivalsMap({ scope, onPick }: ArrivalsMapProps) {
  const { t } = useTranslation();
  const seen = useTableColumns({ table: 'communication.arrivals', of: scope }, columns, longestFirst);
  const grid = useMemo(() => arrivalGrid(rowsOf(seen.value)), [seen.value]);
  const { ranks, collectives, values, outlying } = grid;
  const names = useMemo(() => collectives.map(({ op }) => shortName(op)), [collectives]);
  const rows = useMemo(() => ranks.map(String), [ranks]);
  if (seen.error !== undefined) return <FailedAnswer answer={seen} />;
  if (seen.value && ranks.length === 0) return null;
  return (
    <Card title={t('communication.arrivals.map')} definition={t('communication.arrivals.mapDefinition')} size="fill">
      <HeatMap
        label={t('communication.arrivals.map')}
        rows={rows}
        columns={names}
        values={values}
        unit="duration"
        rowTitle={t('communication.scope.rank')}
        columnTitle={t('communication.arrivals.collective')}
        min={0}
        marked={collectives.length <= MOST_FRAMED ? outlying : []}
        isLoading={seen.isAsking}
        emptyText={t('communication.arrivals.none')}
        describe={(_, column) => {
          const { op = '', step = '' } = collectives[column] ?? {};
          return [op, ...(step === '' ? [] : [t('communication.arrivals.step', { step })])];
        }}
        onCell={(_, column) => {
          const own = collectives[column];
          if (own) onPick({ step: own.step, group: own.groupKey, op: own.op });
        }}
      />
    </Card>
  );
}

function rowsOf(table: TableColumns | undefined) {
  if (!table) return [];
  const texts = (key: string) => table.texts(key);
  const [op, step, groupKey, isProfiled, isOutlying] = ['op', 'step', 'groupKey', 'isProfiled', 'isOutlying'].map(
    texts,
  );
  const numbers = ['observer', 'peer', 'afterNs', 'arrivedNs'].map((key) => table.numbers(key));
  const [observer, peer, afterNs, arrivedNs] = numbers;
  return Array.from({ length: table.rowCount }, (_, row) => ({
    op: op?.[row] ?? '',
    step: step?.[row] ?? '',
    groupKey: groupKey?.[row] ?? '',
    isProfiled: isProfiled?.[row] ?? '',
    isOutlying: isOutlying?.[row] === 'yes',
    observer: observer?.[row] ?? Number.NaN,
    peer: peer?.[row] ?? Number.NaN,
    afterNs: afterNs?.[row] ?? Number.NaN,
    arrivedNs: arrivedNs?.[row] ?? Number.NaN,
  }));
}
