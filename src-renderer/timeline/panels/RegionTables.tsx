/** The tables of a region: its slices by name, and its counters. */
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { NameStatistics, RegionCounter, SearchRegion, StatisticsResult } from '../../../src-contract';
import { formatValue } from '../../base/format';
import { useSession, useSessionState } from '../../session/answers/useSession';
import { useShell } from '../../session/shell';
import { showSlice } from '../../session/showSlice';
import { Button } from '../../ui/Button';
import { type ArrayColumn, arrayLoader } from '../../ui/table/arrayLoader';
import { DataTable } from '../../ui/table/DataTable';
import { rowsOnTheirWay } from '../../ui/table/rowsOnTheirWay';
import type { TableRow } from '../../ui/table/tableLoader';
import { lanePlace, placeText } from './lanePlace';
import { longestFirst, nameTotals, spreadColumns, useNameCell, useRankColumns } from './nameRows';
import { useOccurrences } from './useOccurrences';

const noRows: readonly NameStatistics[] = [];
const noRanks: StatisticsResult['ranks'] = [];

interface NameTableProps {
  /** Undefined: on its way. */
  readonly answer: StatisticsResult | undefined;
  /** What the answer is about. */
  readonly region: SearchRegion;
  readonly toolbar: ReactNode;
}

/** A row shows all slices of its name in the timeline; a double click, or Enter, goes to the longest one. */
export function NameTable({ answer, region, toolbar }: NameTableProps) {
  const { t } = useTranslation();
  const session = useSession();
  const shell = useShell();
  const occurrences = useOccurrences(region);
  const lengthNs = region.endNs - region.startNs;
  const rows = answer?.rows ?? noRows;
  const rankCount = answer?.rankCount ?? 1;
  const ofRanks = useRankColumns(answer?.ranks ?? noRanks);
  const isThere = answer !== undefined;
  const source = useMemo(
    () => (isThere ? arrayLoader(rows, nameColumns({ lengthNs, rankCount }, ofRanks)) : rowsOnTheirWay),
    [isThere, rows, lengthNs, rankCount, ofRanks],
  );
  const renderCell = useNameCell(rows);
  const shownRow = rows.findIndex(({ name }) => name === occurrences.shown);
  const jump = (row: TableRow) => {
    const longest = rows[row.id]?.longest;
    if (!longest) return;
    // The list stays where it is, so that one can go on to the next.
    showSlice(session, shell, session.engine.slice(session.dumpId, longest), 'selection').catch(shell.reportError);
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
      toolbar={
        <>
          {toolbar}
          {occurrences.shown !== undefined && (
            <Button title={t('selection.listOccurrences', { name: occurrences.shown })} onClick={occurrences.list}>
              {t('selection.occurrences')}
            </Button>
          )}
        </>
      }
      {...(shownRow >= 0 && { selectedRow: shownRow })}
      // Its occurrences stay until others are chosen, or the search is cleared.
      onSelect={(row) => row && occurrences.show(row.text('name'))}
      onActivate={jump}
      rowActions={[
        {
          label: t('selection.occurrences'),
          run: (row) => {
            occurrences.show(row.text('name'));
            occurrences.list();
          },
        },
        { label: t('selection.jump'), run: jump },
      ]}
      emptyText={t('selection.nothing')}
    />
  );
}

/** The share is that of a rank, on average over all of them: times of several ranks pass beside each other. */
export function nameColumns(
  { lengthNs, rankCount }: { readonly lengthNs: number; readonly rankCount: number },
  ofRanks: readonly ArrayColumn<NameStatistics>[],
): readonly ArrayColumn<NameStatistics>[] {
  return [
    { key: 'name', label: 'Name', valueOf: ({ name }) => name },
    { key: 'count', label: 'Count', unit: 'count', valueOf: ({ count }) => count },
    { key: 'totalNs', label: 'Total', unit: 'duration', valueOf: ({ totalNs }) => totalNs },
    { key: 'selfNs', label: 'Self', unit: 'duration', valueOf: ({ selfNs }) => selfNs },
    {
      key: 'share',
      label: 'Share',
      unit: 'percent',
      valueOf: ({ totalNs }) => (100 * totalNs) / (lengthNs * rankCount),
    },
    ...spreadColumns,
    { key: 'wholeNs', label: 'Unclipped', unit: 'duration', valueOf: ({ wholeNs }) => wholeNs },
    ...ofRanks,
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
  const { source, renderCell } = useMemo(() => {
    const rows = counters.map((counter) => {
      const place = ranks.map((rank) => lanePlace(rank, counter.lane)).find((found) => found !== undefined);
      const series = place?.lane.kind === 'counter' ? place.lane.series[counter.series] : undefined;
      return {
        ...counter,
        place: placeText(place, ranks.length, t),
        seriesName: series?.name ?? '',
        unit: series?.unit ?? '',
      };
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
    const textOf = (row: TableRow, key: string, unit: string) => formatValue(row.number(key), unit);
    const value = (key: string) => (row: TableRow) => textOf(row, key, rows[row.id]?.unit ?? '');
    return {
      source: arrayLoader(rows, columns),
      // Each counter has a unit of its own.
      renderCell: {
        ...{ min: value('min'), mean: value('mean'), max: value('max') },
        integral: (row: TableRow) => textOf(row, 'integral', unitOverTime(rows[row.id]?.unit ?? '')),
      },
    };
  }, [counters, ranks, t]);
  return (
    <DataTable
      label={t('selection.counterTable')}
      source={source}
      storageKey="selection.counters"
      columnWords="selection.counterColumn"
      renderCell={renderCell}
      totals={counterTotals}
      toolbar={toolbar}
      onActivate={(row) => {
        const lane = counters[row.id]?.lane;
        if (lane !== undefined) session.actions.scrollTo(lane);
      }}
    />
  );
}

/** Of values times seconds: of MB/s, MB. */
function unitOverTime(unit: string): string {
  if (unit.endsWith('/s')) return unit.slice(0, -'/s'.length);
  return unit === '' ? 's' : `${unit}·s`;
}

const counterTotals = { min: 'none', mean: 'none', max: 'none', integral: 'none' } as const;
