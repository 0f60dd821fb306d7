import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ComparedRows, Sides } from '../../src-contract';
import { useRevision } from '../session/answers/useAnswer';
import { useSession, useSessionState } from '../session/answers/useSession';
import { useTableSource } from '../session/answers/useTableSource';
import { Segmented } from '../ui/controls/Segmented';
import { DataTable } from '../ui/table/DataTable';
import type { TableRow } from '../ui/table/tableLoader';
import { sideText } from './sideText';

/** One of the tables to choose from; its name and what it says stand in `compare.table.<id>`. */
export interface Difference {
  readonly id: 'type' | 'name-shapes' | 'core' | 'ops' | 'memory' | 'memory-ops' | 'collectives' | 'groups' | 'links';
  readonly of: ComparedRows;
}

interface DifferenceTableProps {
  readonly sides: Sides;
  /** Of one tab. */
  readonly differences: readonly [Difference, ...Difference[]];
  /** Enter or a double click on a row. */
  readonly onActivate?: (row: TableRow, difference: Difference) => void;
}

/** What of a measure is a sum over rows; means, rates and peaks are none, and a difference lacks the rows of one side alone. */
const sumless = ['call', 'bandwidth', 'peak', 'mean'].flatMap((key) => [`${key}A`, `${key}B`]);
const differencesOf = [
  'time',
  'calls',
  'call',
  'device',
  'host',
  'peak',
  'size',
  'count',
  'mean',
  'elapsed',
  'transit',
  'waiting',
  'bandwidth',
  'traffic',
].flatMap((key) => [`${key}Delta`, `${key}Percent`]);
const totals = Object.fromEntries([...sumless, ...differencesOf].map((key) => [key, 'none' as const]));

/** What a row is of, whichever of these columns are shown. */
const needs = ['in', 'type', 'name', 'core', 'inputShapes', 'op'] as const;

const measureOf: Readonly<Record<ComparedRows['kind'], string>> = {
  kernels: 'time',
  ops: 'device',
  memory: 'peak',
  'memory-ops': 'size',
  collectives: 'elapsed',
  links: 'traffic',
};

/** What changed from A to B, a row for each thing that one of them has. */
export function DifferenceTable({ sides, differences, onActivate }: DifferenceTableProps) {
  const { t } = useTranslation();
  const session = useSession();
  const revision = useRevision();
  const ranks = useSessionState(({ dump }) => dump.ranks);
  const [first] = differences;
  const kept = session.viewState(`difference ${first.id}`, () => ({ id: first.id }));
  const [chosen, setChosen] = useState(kept.id);
  const difference = differences.find(({ id }) => id === chosen) ?? first;
  const { id, of } = difference;
  const source = useTableSource({ table: 'compare.rows', of: { ...sides, of } });
  const defaultSort = useMemo(() => [{ column: `${measureOf[of.kind]}Delta`, isDescending: true }], [of.kind]);
  const renderCell = useMemo(
    () => ({
      metric: (_: TableRow, text: string) => t(`memory.metric.${text}`, { defaultValue: text }),
    }),
    [t],
  );
  const [a, b] = [sides.a, sides.b].map((side) => sideText(t, side, { ranks }));
  return (
    <DataTable
      key={id}
      label={t('compare.tableOf', { table: t(`compare.table.${id}`), a, b })}
      source={source}
      revision={revision}
      storageKey={`compare.${id}`}
      fileName={`difference-${id}`}
      columnWords="compare.column"
      defaultSort={defaultSort}
      needs={needs}
      totals={totals}
      renderCell={renderCell}
      emptyText={t('compare.empty')}
      {...(onActivate && { onActivate: (row: TableRow) => onActivate(row, difference) })}
      toolbar={
        <Segmented
          label={t('compare.tables')}
          value={id}
          options={differences.map((own) => ({
            value: own.id,
            label: t(`compare.table.${own.id}`),
            title: t(`compare.tableText.${own.id}`),
          }))}
          onChange={(next) => {
            kept.id = next;
            setChosen(next);
          }}
        />
      }
    />
  );
}
