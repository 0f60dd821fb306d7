/** The tables of a region: its slices by name, and its counters. */
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { NameStatistics, RegionCounter, StatisticsResult } from '../../../src-contract';
import { useSession, useSessionState } from '../../session/useSession';
import { type ArrayColumn, arrayLoader } from '../../ui/table/arrayLoader';
import { DataTable } from '../../ui/table/DataTable';
import type { TableRow } from '../../ui/table/tableLoader';
import { ColourSwatch } from './ColourSwatch';
import { lanePlace, placeText } from './lanePlace';

interface NameTableProps {
  readonly answer: StatisticsResult;
  readonly lengthNs: number;
  readonly toolbar: ReactNode;
}

/** A double click, or Enter, goes to the longest slice of the name. */
export function NameTable({ answer, lengthNs, toolbar }: NameTableProps) {
  const { t } = useTranslation();
  const session = useSession();
  const { rows, ranks } = answer;
  // As text, so that nothing is made anew unless there are other ranks.
  const labels = useSessionState(({ dump }) => ranks.map((rank) => dump.ranks[rank]?.label ?? String(rank)).join('\n'));
  const source = useMemo(
    () => arrayLoader(rows, nameColumns(lengthNs, ranks.length > 1 ? labels.split('\n') : [])),
    [rows, lengthNs, ranks, labels],
  );
  const renderCell = useMemo(
    () => ({
      name: (row: TableRow, text: string) => (
        <span className="swatch-name">
          <ColourSwatch colour={rows[row.id]?.colour ?? 0} />
          {text}
        </span>
      ),
    }),
    [rows],
  );
  const jump = (row: TableRow) => {
    const longest = rows[row.id]?.longest;
    if (longest) session.actions.jumpTo(longest);
  };
  return (
    <DataTable
      label={t('panels.selection')}
      source={source}
      storageKey="selection.names"
      fileName="selection"
      columnWords="selection.column"
      defaultSort={longestFirst}
      renderCell={renderCell}
      totals={nameTotals}
      toolbar={toolbar}
      onActivate={jump}
      rowActions={[{ label: t('selection.jump'), run: jump }]}
      emptyText={t('selection.nothing')}
    />
  );
}

const longestFirst = [{ column: 'totalNs', isDescending: true }] as const;
/** The mean of means is nothing; shares of nested calls add up to more than all. */
const nameTotals = { meanNs: 'none', minNs: 'none', maxNs: 'none', share: 'none' } as const;

function nameColumns(lengthNs: number, rankLabels: readonly string[]): readonly ArrayColumn<NameStatistics>[] {
  return [
    { key: 'name', label: 'Name', valueOf: ({ name }) => name },
    { key: 'count', label: 'Count', unit: 'count', valueOf: ({ count }) => count },
    { key: 'totalNs', label: 'Total', unit: 'duration', valueOf: ({ totalNs }) => totalNs },
    { key: 'selfNs', label: 'Self', unit: 'duration', valueOf: ({ selfNs }) => selfNs },
    { key: 'share', label: 'Share', unit: 'percent', valueOf: ({ totalNs }) => (100 * totalNs) / lengthNs },
    { key: 'meanNs', label: 'Mean', unit: 'duration', valueOf: ({ totalNs, count }) => totalNs / count },
    { key: 'minNs', label: 'Min', unit: 'duration', valueOf: ({ minNs }) => minNs },
    { key: 'maxNs', label: 'Max', unit: 'duration', valueOf: ({ maxNs }) => maxNs },
    { key: 'wholeNs', label: 'Unclipped', unit: 'duration', valueOf: ({ wholeNs }) => wholeNs },
    ...rankLabels.map(
      (label, at): ArrayColumn<NameStatistics> => ({
        key: `rank ${at}`,
        label,
        unit: 'duration',
        valueOf: ({ rankNs }) => rankNs[at] ?? Number.NaN,
      }),
    ),
  ];
}

interface CounterTableProps {
  readonly counters: readonly RegionCounter[];
  readonly toolbar: ReactNode;
}

/** A double click, or Enter, scrolls to the counter. */
export function CounterTable({ counters, toolbar }: CounterTableProps) {
  const { t } = useTranslation();
  const session = useSession();
  const ranks = useSessionState(({ dump }) => dump.ranks);
  const source = useMemo(() => {
    const rows = counters.map((counter) => {
      const place = ranks.map((rank) => lanePlace(rank, counter.lane)).find((found) => found !== undefined);
      const series = place?.lane.kind === 'counter' ? place.lane.series[counter.series] : undefined;
      return { ...counter, place: placeText(place, ranks.length), seriesName: series?.name ?? '' };
    });
    const columns: readonly ArrayColumn<(typeof rows)[number]>[] = [
      { key: 'counter', label: 'Counter', valueOf: ({ counter }) => counter },
      { key: 'series', label: 'Series', valueOf: ({ seriesName }) => seriesName },
      { key: 'place', label: 'Lane', valueOf: (row) => row.place },
      { key: 'min', label: 'Min', valueOf: ({ min }) => min },
      { key: 'mean', label: 'Mean', valueOf: ({ mean }) => mean },
      { key: 'max', label: 'Max', valueOf: ({ max }) => max },
      { key: 'integral', label: 'Integral', valueOf: ({ integral }) => integral },
    ];
    return arrayLoader(rows, columns);
  }, [counters, ranks]);
  return (
    <DataTable
      label={t('selection.counterTable')}
      source={source}
      storageKey="selection.counters"
      columnWords="selection.counterColumn"
      totals={counterTotals}
      toolbar={toolbar}
      onActivate={(row) => {
        const lane = counters[row.id]?.lane;
        if (lane !== undefined) session.actions.scrollTo(lane);
      }}
    />
  );
}

const counterTotals = { min: 'none', mean: 'none', max: 'none', integral: 'none' } as const;
