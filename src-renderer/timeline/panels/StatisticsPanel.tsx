import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { EventChoice, NameStatistics, SearchRegion, StatisticsResult } from '../../../src-contract';
import { formatCount } from '../../base/format';
import { FailedAnswer } from '../../session/answers/FailedAnswer';
import { useAsked, useRevision } from '../../session/answers/useAnswer';
import { useSession } from '../../session/answers/useSession';
import { useShell, useShellState } from '../../session/shell';
import { showSlice } from '../../session/showSlice';
import { Button } from '../../ui/Button';
import { type ArrayColumn, arrayLoader } from '../../ui/table/arrayLoader';
import { DataTable } from '../../ui/table/DataTable';
import { rowsOnTheirWay } from '../../ui/table/rowsOnTheirWay';
import type { TableRow } from '../../ui/table/tableLoader';
import { longestFirst, nameTotals, spreadColumns, useNameCell, useRankColumns } from './nameRows';
import { askedLanesOf } from './scope/askedLanes';
import { chosenLaneIds } from './scope/laneKinds';
import { NoRegion } from './scope/NoRegion';
import { useEventScope } from './scope/useEventScope';
import { useOccurrences } from './useOccurrences';

const MAX_ROWS = 5_000;

/** How often slices of each name ran on the chosen lanes, and for how long. */
export function StatisticsPanel() {
  const isShown = useShellState(({ panel }) => panel === 'statistics');
  const asked = useStore(askedLanesOf(useSession()), (state) => state.asked);
  const { choice, extent, controls } = useEventScope('all', isShown, 'hardware', asked);
  if (!isShown) return null;
  return choice ? (
    <Statistics choice={choice} isRegion={extent === 'region'} controls={controls} />
  ) : (
    <NoRegion controls={controls} />
  );
}

interface StatisticsProps {
  readonly choice: EventChoice;
  /** It is about the selected region. */
  readonly isRegion: boolean;
  readonly controls: ReactNode;
}

function Statistics({ choice, isRegion, controls }: StatisticsProps) {
  const session = useSession();
  const revision = useRevision();
  const key = JSON.stringify(choice);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the choice says, and the dump's lanes at that time
  const region = useMemo(() => {
    const { dump } = session.store.getState();
    return {
      startNs: choice.startNs ?? dump.startNs,
      endNs: choice.endNs ?? dump.endNs,
      lanes: chosenLaneIds(dump.ranks, choice),
    };
  }, [session, key, revision]);
  // A view moves on, to the next of them, too: they are shown wherever the lanes have them.
  const shownIn = useMemo(() => {
    const { startNs, endNs } = session.store.getState().dump;
    return isRegion ? region : { ...region, startNs, endNs };
  }, [session, region, isRegion]);
  const statistics = useAsked(key, () =>
    session.engine.statistics({ dump: session.dumpId, ...region, maxRows: MAX_ROWS }),
  );
  const { value, error } = statistics;
  return (
    <div className="table-panel">
      {value === undefined && error !== undefined ? (
        <>
          <div className="panel-toolbar">{controls}</div>
          <FailedAnswer answer={statistics} size="panel" />
        </>
      ) : (
        <StatisticsTable answer={value} shownIn={shownIn} controls={controls} />
      )}
    </div>
  );
}

const noRows: readonly NameStatistics[] = [];
const noRanks: StatisticsResult['ranks'] = [];

interface StatisticsTableProps {
  readonly answer: StatisticsResult | undefined;
  /** Where the slices of a chosen name are shown. */
  readonly shownIn: SearchRegion;
  readonly controls: ReactNode;
}

/** A row shows all slices of its name in the timeline; a double click, or Enter, goes to the longest one. */
function StatisticsTable({ answer, shownIn, controls }: StatisticsTableProps) {
  const { t } = useTranslation();
  const session = useSession();
  const shell = useShell();
  const occurrences = useOccurrences(shownIn);
  const rows = answer?.rows ?? noRows;
  const shownRow = rows.findIndex(({ name }) => name === occurrences.shown);
  const allNs = answer?.allSelfNs ?? 0;
  const ofRanks = useRankColumns(answer?.ranks ?? noRanks);
  const isThere = answer !== undefined;
  const source = useMemo(
    () => (isThere ? arrayLoader(rows, columnsOf(allNs, ofRanks)) : rowsOnTheirWay),
    [isThere, rows, allNs, ofRanks],
  );
  const renderCell = useNameCell(rows);
  const jump = (row: TableRow) => {
    const longest = rows[row.id]?.longest;
    if (!longest) return;
    showSlice(session, shell, session.engine.slice(session.dumpId, longest), 'statistics').catch(shell.reportError);
  };
  const list = (row: TableRow) => {
    occurrences.show(row.text('name'));
    occurrences.list();
  };
  return (
    <DataTable
      label={t('panels.statistics')}
      source={source}
      storageKey="timeline.statistics"
      fileName="statistics"
      columnWords="statistics.column"
      defaultSort={longestFirst}
      renderCell={renderCell}
      totals={nameTotals}
      toolbar={
        <>
          {controls}
          {answer && (
            <span className="toolbar-text">
              {t('selection.counts', {
                count: answer.sliceCount,
                n: formatCount(answer.sliceCount),
                names: t('selection.names', { count: answer.nameCount, n: formatCount(answer.nameCount) }),
              })}
              {rows.length < answer.nameCount && ` · ${t('selection.longest', { n: formatCount(rows.length) })}`}
            </span>
          )}
          {occurrences.shown !== undefined && (
            <Button title={t('selection.listOccurrences', { name: occurrences.shown })} onClick={occurrences.list}>
              {t('selection.occurrences')}
            </Button>
          )}
        </>
      }
      {...(shownRow >= 0 && { selectedRow: shownRow })}
      onSelect={(row) => row && occurrences.show(row.text('name'))}
      onActivate={jump}
      rowActions={[
        { label: t('selection.jump'), run: jump },
        { label: t('selection.occurrences'), run: list },
      ]}
      emptyText={t('selection.nothing')}
    />
  );
}

function columnsOf(
  allNs: number,
  ofRanks: readonly ArrayColumn<NameStatistics>[],
): readonly ArrayColumn<NameStatistics>[] {
  // Where too many slices cross nobody knows what is within what.
  const ownOf = ({ selfNs, totalNs }: NameStatistics) => (Number.isNaN(selfNs) ? totalNs : selfNs);
  return [
    { key: 'name', label: 'Name', valueOf: ({ name }) => name },
    { key: 'share', label: 'Share', unit: 'percent', valueOf: (row) => (100 * ownOf(row)) / allNs },
    { key: 'totalNs', label: 'Total', unit: 'duration', valueOf: ({ totalNs }) => totalNs },
    { key: 'selfNs', label: 'Self', unit: 'duration', valueOf: ({ selfNs }) => selfNs },
    { key: 'count', label: 'Calls', unit: 'count', valueOf: ({ count }) => count },
    ...spreadColumns,
    ...ofRanks,
  ];
}
