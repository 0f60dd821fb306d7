import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { CommunicationScope, RankIndex, SliceRef } from '../../../src-contract';
import { useRevision } from '../../session/answers/useAnswer';
import { useSession } from '../../session/answers/useSession';
import { useTableSource } from '../../session/answers/useTableSource';
import { useShell } from '../../session/shell';
import { showSlice } from '../../session/showSlice';
import { Split } from '../../ui/layout/ViewLayout';
import { DataTable } from '../../ui/table/DataTable';
import type { TableRow } from '../../ui/table/tableLoader';
import { ArrivalsMap } from './ArrivalsMap';
import { ArrivalsPlot } from './ArrivalsPlot';
import type { PageProps } from './pageProps';
import { sliceByRef } from './showCollective';
import { useHasTimeline } from './useHasTimeline';

const defaultSort = [{ column: 'afterNs', isDescending: true }] as const;
const needs = ['rankIndex', 'slice', 'generation', 'op', 'step', 'groupKey', 'isOutlying'] as const;
/** Times after different starts don't add up. */
const totals = { afterNs: 'none' } as const;

/** When every peer came to every collective, as the ranks with a timeline saw it; one collective as a picture. */
export function ArrivalsPage(props: PageProps) {
  const { t } = useTranslation();
  const { store } = props;
  const { scope } = useStore(store);
  const hasTimeline = useHasTimeline();
  const [picked, setPicked] = useState<CommunicationScope | undefined>(undefined);
  // What is chosen for the whole tab comes before a row that was chosen under another choice.
  const shown = scope.op === undefined ? { ...scope, ...picked } : scope;
  const table = <ArrivalsTable {...props} onPick={setPicked} />;
  if (!hasTimeline) return table;
  return (
    <Split
      storageKey="communication.arrivals"
      direction="horizontal"
      handleLabel={t('communication.resize')}
      areas={[
        { id: 'table', defaultSize: '64%', content: table },
        { id: 'plot', minSize: '240px', content: <ArrivalPictures scope={scope} shown={shown} onPick={setPicked} /> },
      ]}
    />
  );
}

interface ArrivalPicturesProps {
  readonly scope: CommunicationScope;
  /** The one collective. */
  readonly shown: CommunicationScope;
  readonly onPick: (scope: CommunicationScope) => void;
}

/** All collectives, and below it one of them. */
function ArrivalPictures({ scope, shown, onPick }: ArrivalPicturesProps) {
  const { t } = useTranslation();
  return (
    <Split
      storageKey="communication.arrivals.pictures"
      direction="vertical"
      handleLabel={t('communication.resize')}
      areas={[
        { id: 'map', minSize: '160px', content: <ArrivalsMap scope={scope} onPick={onPick} /> },
        { id: 'one', minSize: '160px', content: <ArrivalsPlot scope={shown} /> },
      ]}
    />
  );
}

interface ArrivalsTableProps extends PageProps {
  /** The collective of a row that was chosen. */
  readonly onPick?: (scope: CommunicationScope) => void;
}

/** One row a wait. */
export function ArrivalsTable({ store, onPick }: ArrivalsTableProps) {
  const { t } = useTranslation();
  const session = useSession();
  const shell = useShell();
  const { scope, rank } = useStore(store);
  const source = useTableSource({
    table: 'communication.arrivals',
    of: rank === undefined ? scope : { ...scope, ranks: [rank] },
  });
  const show = (row: TableRow) => {
    const ref = {
      rank: row.number('rankIndex') as RankIndex,
      slice: row.number('slice') as SliceRef['slice'],
      generation: row.number('generation'),
    };
    showSlice(session, shell, sliceByRef(session, ref)).catch(shell.reportError);
  };
  const renderCell = useMemo(() => {
    const yesOrNo = (_: TableRow, text: string) => (text === '' ? '' : t(`communication.profiled.${text}`));
    return { isProfiled: yesOrNo, isOutlying: yesOrNo };
  }, [t]);
  return (
    <DataTable
      label={t('communication.table.arrivals')}
      source={source}
      revision={useRevision()}
      storageKey="communication.arrivals"
      columnWords="communication.column"
      defaultSort={defaultSort}
      needs={needs}
      renderCell={renderCell}
      totals={totals}
      emptyText={t('communication.arrivals.none')}
      rowClass={(row) => (row.text('isOutlying') === 'yes' ? 'row-warning' : undefined)}
      onSelect={(row) => row && onPick?.({ step: row.text('step'), group: row.text('groupKey'), op: row.text('op') })}
      onActivate={show}
      rowActions={[{ label: t('communication.late.show'), run: show }]}
    />
  );
}
