import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { ShellContext } from '../../session/shell';
import { useSession } from '../../session/useSession';
import { ContextMenuItem } from '../../ui/ContextMenu';
import { laneBelow, laneOffsetNs, laneOffsetOf, mergeLanes, shownLanes } from '../lanes/merging';
import type { RowModel, TimelineRow } from '../rows';

interface MergeItemsProps {
  readonly row: TimelineRow;
  readonly model: RowModel;
}

/** What puts lanes together, moves one in time, and takes them apart again. */
export function MergeItems({ row, model }: MergeItemsProps) {
  const { t } = useTranslation();
  const session = useSession();
  const shell = useContext(ShellContext);
  if (row.kind !== 'slices' && row.kind !== 'group') return null;
  const { rank, group } = row;
  const { merge } = group;
  const below = row.kind === 'slices' ? laneBelow(model, row) : undefined;
  const shown = row.kind === 'group' && !merge ? shownLanes(model, group) : [];
  const all = group.lanes.filter(({ kind }) => kind === 'slices').map(({ id }) => id);
  // Of a folded group none is on screen: all are meant.
  const lanes = shown.length > 0 ? shown : all;
  const canMerge = row.kind === 'group' && !merge && lanes.length > 1;
  return (
    <>
      {row.kind === 'slices' && below && (
        <ContextMenuItem
          onSelect={() =>
            mergeLanes(session, shell, {
              rank,
              lanes: [row.lane.id, below.lane.id],
              into: 'one',
              byNs: laneOffsetNs(group),
            })
          }
        >
          {t('lanes.menu.mergeBelow')}
        </ContextMenuItem>
      )}
      {canMerge && (
        <ContextMenuItem onSelect={() => mergeLanes(session, shell, { rank, lanes, into: 'one', byNs: 0 })}>
          {t('lanes.menu.mergeGroup', { count: lanes.length })}
        </ContextMenuItem>
      )}
      {canMerge && (
        <ContextMenuItem onSelect={() => mergeLanes(session, shell, { rank, lanes, into: 'work', byNs: 0 })}>
          {t('lanes.menu.byWork', { count: lanes.length })}
        </ContextMenuItem>
      )}
      {row.kind === 'slices' && (
        <ContextMenuItem onSelect={() => laneOffsetOf(session).setState({ row })}>
          {t('lanes.menu.offset')}
        </ContextMenuItem>
      )}
      {merge && (
        <ContextMenuItem onSelect={() => session.actions.splitLanes(group.id)}>{t('lanes.menu.split')}</ContextMenuItem>
      )}
    </>
  );
}
