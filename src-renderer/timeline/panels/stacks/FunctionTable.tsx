import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { StackTree } from '../../../../src-contract';
import { type ArrayColumn, arrayLoader } from '../../../ui/table/arrayLoader';
import { DataTable } from '../../../ui/table/DataTable';
import type { TableRow } from '../../../ui/table/tableLoader';
import { useNameCell } from '../nameRows';

interface FunctionTableProps {
  readonly tree: StackTree;
  /** Of the chosen row. */
  readonly onName: (name: string) => void;
}

const mostSelfFirst = [{ column: 'selfNs', isDescending: true }] as const;
const totals = { totalNs: 'none', selfShare: 'none' } as const;
const columns = ['name', 'selfNs', 'selfShare', 'totalNs', 'count'];

/** All stacks together, by what ran. */
export function FunctionTable({ tree, onName }: FunctionTableProps) {
  const { t } = useTranslation();
  const rows = useMemo(() => rowsOf(tree), [tree]);
  const source = useMemo(() => arrayLoader(rows, columnsOf(rows)), [rows]);
  const renderCell = useNameCell(rows);
  const choose = (row: TableRow) => onName(row.text('name'));
  return (
    <DataTable
      label={t('stacks.functions')}
      source={source}
      storageKey="timeline.stacks"
      fileName="functions"
      columnWords="stacks.column"
      defaultSort={mostSelfFirst}
      renderCell={renderCell}
      totals={totals}
      defaultColumns={columns}
      onActivate={choose}
      rowActions={[{ label: t('stacks.find'), run: choose }]}
      emptyText={t('selection.nothing')}
    />
  );
}

interface FunctionRow {
  readonly name: string;
  readonly colour: number;
  readonly selfNs: number;
  readonly totalNs: number;
  readonly count: number;
}

function rowsOf({ names, functions }: StackTree): readonly FunctionRow[] {
  return Array.from(functions.name, (name, at) => ({
    name: names[name]!,
    colour: functions.colour[at]!,
    selfNs: functions.selfNs[at]!,
    totalNs: functions.totalNs[at]!,
    count: functions.count[at]!,
  }));
}

function columnsOf(rows: readonly FunctionRow[]): readonly ArrayColumn<FunctionRow>[] {
  const allNs = rows.reduce((sum, { selfNs }) => sum + selfNs, 0);
  return [
    { key: 'selfNs', label: 'Self', unit: 'duration', valueOf: ({ selfNs }) => selfNs },
    { key: 'selfShare', label: 'Self %', unit: 'percent', valueOf: ({ selfNs }) => (100 * selfNs) / allNs },
    { key: 'totalNs', label: 'Total', unit: 'duration', valueOf: ({ totalNs }) => totalNs },
    { key: 'count', label: 'Calls', unit: 'count', valueOf: ({ count }) => count },
    { key: 'name', label: 'Name', valueOf: ({ name }) => name },
  ];
}
