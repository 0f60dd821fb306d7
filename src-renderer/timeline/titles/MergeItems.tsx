import { useTranslation } from 'react-i18next';
import { ContextMenuItem } from '../../ui/ContextMenu';
import { laneBelow } from '../lanes/merging';
import {
  mergeableLanes,
  mergeBelow,
  mergeByWork,
  mergeGroup,
  moveInTime,
  type RowTarget,
  splitLanes,
} from '../lanes/rowActions';
import type { RowModel, TimelineRow } from '../rows/rows';

interface MergeItemsProps {
  readonly row: TimelineRow;
  readonly model: RowModel;
  readonly target: RowTarget;
  /** Of a command of lanes, by its name. */
  readonly keysOf: (name: string) => readonly string[];
}

/** What puts lanes together, moves one in time, and takes them apart again. */
export function MergeItems({ row, model, target, keysOf }: MergeItemsProps) {
  const { t } = useTranslation();
  if (row.kind !== 'slices' && row.kind !== 'group') return null;
  const lanes = row.kind === 'group' ? mergeableLanes(model, row.group) : [];
  return (
    <>
      {row.kind === 'slices' && laneBelow(model, row) && (
        <ContextMenuItem keys={keysOf('mergeBelow')} onSelect={() => mergeBelow(target, row)}>
          {t('lanes.menu.mergeBelow')}
        </ContextMenuItem>
      )}
      {lanes.length > 1 && (
        <ContextMenuItem onSelect={() => mergeGroup(target, row)}>
          {t('lanes.menu.mergeGroup', { count: lanes.length })}
        </ContextMenuItem>
      )}
      {lanes.length > 1 && (
        <ContextMenuItem onSelect={() => mergeByWork(target, row)}>
          {t('lanes.menu.byWork', { count: lanes.length })}
        </ContextMenuItem>
      )}
      {row.kind === 'slices' && (
        <ContextMenuItem onSelect={() => moveInTime(target, row)}>{t('lanes.menu.offset')}</ContextMenuItem>
      )}
      {row.group.merge && (
        <ContextMenuItem onSelect={() => splitLanes(target, row)}>{t('lanes.menu.split')}</ContextMenuItem>
      )}
    </>
  );
}
