import { SquareDashedMousePointer, X } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChosenSlice, LaneId, RankState } from '../../../src-contract';
import { formatCount, formatDuration, formatExactDuration } from '../../base/format';
import { useSession, useSessionState } from '../../session/answers/useSession';
import type { Translate } from '../../session/lanes/laneTitles';
import { useShell } from '../../session/shell';
import { IconButton } from '../../ui/Button';
import { type ArrayColumn, arrayLoader } from '../../ui/table/arrayLoader';
import { DataTable } from '../../ui/table/DataTable';
import type { TableRow } from '../../ui/table/tableLoader';
import { chosenRows, chosenSums } from './chosenRows';
import { lanePlace, placeText } from './lanePlace';
import { useNameCell } from './nameRows';

/** Several slices that are selected at once: each with the gap before it, their sum, all gaps and the span. */
export function ChosenSlices({ slices }: { readonly slices: readonly ChosenSlice[] }) {
  const { t } = useTranslation();
  const session = useSession();
  const shell = useShell();
  const ranks = useSessionState(({ dump }) => dump.ranks);
  const rows = useMemo(() => chosenRows(slices), [slices]);
  const source = useMemo(() => {
    const placeOf = lanePlaces(ranks, t);
    const columns: readonly ArrayColumn<(typeof rows)[number]>[] = [
      { key: 'name', label: 'Name', valueOf: ({ slice }) => slice.name },
      { key: 'start', label: 'Start', unit: 'time', valueOf: ({ slice }) => slice.startNs },
      { key: 'duration', label: 'Duration', unit: 'duration', valueOf: ({ slice }) => slice.durationNs },
      { key: 'gap', label: 'Gap before', unit: 'duration', valueOf: ({ gapNs }) => gapNs },
      { key: 'place', label: 'Lane', valueOf: ({ slice }) => placeOf(slice) },
    ];
    return arrayLoader(rows, columns);
  }, [rows, ranks, t]);
  const longestName = useMemo(() => slices.reduce((most, { name }) => Math.max(most, name.length), 0), [slices]);
  const colours = useMemo(() => rows.map(({ slice }) => slice), [rows]);
  const renderCell = useNameCell(colours);
  const { totalNs, gapsNs, startNs, endNs } = chosenSums(rows);
  const jump = (row: TableRow) => {
    const slice = rows[row.id]?.slice;
    if (!slice) return;
    session.actions.jumpTo(slice);
    // The list stays where it is, so that one can go on to the next.
    shell.showPanel('selection');
  };
  const sums = { sum: totalNs, gaps: gapsNs, span: endNs - startNs } as const;
  const toolbar = (
    <>
      <span className="toolbar-text">
        {t('selection.several', { count: slices.length, n: formatCount(slices.length) })}
      </span>
      {(['sum', 'gaps', 'span'] as const).map((key) => (
        <span key={key} className="toolbar-text number" title={t(`selection.${key}Title`)}>
          {t(`selection.${key}`)} <b title={formatExactDuration(sums[key])}>{formatDuration(sums[key])}</b>
        </span>
      ))}
      <IconButton
        label={t('selection.spanAsRange')}
        icon={SquareDashedMousePointer}
        onClick={() => session.actions.selectRange({ startNs, endNs })}
      />
      <IconButton label={t('selection.clearSeveral')} icon={X} onClick={() => session.actions.selectSlice(undefined)} />
    </>
  );
  return (
    <DataTable
      // Columns are measured once: names that are longer than those before have another table.
      key={longestName}
      label={t('panels.selection')}
      source={source}
      storageKey="selection.slices"
      fileName="slices"
      columnWords="selection.sliceColumn"
      renderCell={renderCell}
      totals={sliceTotals}
      toolbar={toolbar}
      onActivate={jump}
      rowActions={[{ label: t('events.jump'), run: jump }]}
    />
  );
}

/** Gaps are added up beside; those below 0 are none. */
const sliceTotals = { start: 'none', gap: 'none' } as const;

function lanePlaces(ranks: readonly RankState[], translate: Translate): (slice: ChosenSlice) => string {
  const places = new Map<LaneId, string>();
  return ({ lane, ref }) => {
    const known = places.get(lane) ?? placeText(lanePlace(ranks[ref.rank], lane), ranks.length, translate);
    places.set(lane, known);
    return known;
  };
}
